"""The journal of a match that is being played: a transcript with check sums, one writer, nothing ever replaced.

`Journal.append` takes a fact and returns at once; a thread of its own writes and syncs behind. Who must know that a
record is on the disk (a box may forget a press then) is told by ``on_saved``. What cannot be written is kept and tried
again; the match goes on meanwhile. A copy in another folder has its own thread and can neither hold up nor break the
first.

`pump` and `pump_copy` are what the threads do, once: a test without threads calls them itself.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections import deque
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from buzzer.clock import Clock, SystemClock
from buzzer.core.facts import Fact, dump_fact
from buzzer.core.state import Setup
from buzzer.errors import FileError
from buzzer.published import Saved
from buzzer.settings import home
from buzzer.storage.files import Files, Lock, OsFiles
from buzzer.storage.lines import write_line
from buzzer.storage.sink import CopySink, Sink, say
from buzzer.storage.worker import Worker

SLOW_US = 2_000_000
"""A record that waits longer than this is told: a disk sleeps for a second or so, not longer."""
CLOSE_S = 10.0
"""So long a program that ends waits for the disk; then it says what is not saved."""
CLOSE_COPY_S = 2.0


def header(setup: Setup, *, wall: str, **more: Any) -> dict[str, Any]:
    """The first record of a journal: the resolved ruleset, players, settle time, seed; ``more`` is kept for people."""
    record: dict[str, Any] = {
        "kind": "match",
        "v": 1,
        "rules": setup.rules.model_dump(mode="json", exclude_none=True),
        "players": list(setup.players),
        "settle_us": setup.settle_us,
        "lot_seed": setup.lot_seed,
        "journal": True,
        "wall": wall,
    }
    if setup.themes is not None:
        record["themes"] = setup.themes
    return record | {name: value for name, value in more.items() if value is not None}


class Journal:
    """One open journal. Made by `create` or, for one that exists, by `buzzer.storage.recover.resume`.

    Records are numbered from 1; the header is not counted. Any thread may call `append` and `state`.
    """

    def __init__(
        self,
        sink: Sink,
        lock: Lock,
        *,
        records: int = 0,
        copy: Sink | None = None,
        clock: Clock | None = None,
        on_saved: Callable[[int], None] | None = None,
    ) -> None:
        self.path = sink.path
        self.on_saved = on_saved
        """Called by the writer's thread with the number up to which all records are on the disk. May be set later."""
        self._sink = sink
        self._copy = copy
        self._lock = lock
        self._clock = clock or SystemClock()
        self._known = self._saved = records
        self._guard = threading.Lock()
        self._waiting: deque[tuple[bytes, int, int]] = deque()  # line, number, when it was made
        self._for_copy: deque[bytes] = deque()
        self._oldest_us: int | None = None
        self._writer = Worker("journal", self.pump)
        self._copier = None if copy is None else Worker("journal copy", self.pump_copy)
        self._closed = False

    @classmethod
    def create(
        cls,
        path: str,
        first: Mapping[str, Any],
        *,
        files: Files | None = None,
        copy_folder: str | None = None,
        clock: Clock | None = None,
    ) -> Journal:
        """A new journal with its header on the disk. Errors: FileError, also where a file of this name is there."""
        files = files or OsFiles()
        line = write_line(first, crc=True)
        copy = copy_sink(files, path, line, copy_folder)
        if _is_there(files, path):  # before the lock, so that none is left beside another's file
            raise _taken(path)
        lock = locked(files, path)
        try:
            sink = _created(files, path, line)
        except BaseException:
            lock.release()
            raise
        return cls(sink, lock, copy=copy, clock=clock)

    def start(self) -> None:
        """Start the threads."""
        for worker in (self._writer, self._copier):
            if worker is not None:
                worker.start()
                worker.wake()  # the copy's header, the line end of a record that was cut

    def append(self, fact: Fact | Mapping[str, Any]) -> int:
        """One more record (a mapping: a private ``x-`` kind). Returns its number at once; it is written behind."""
        record = dump_fact(fact) if isinstance(fact, Fact) else fact
        line = write_line(record, crc=True)
        with self._guard:
            if self._closed:
                raise RuntimeError("the journal is closed")
            self._known += 1
            number = self._known
            self._waiting.append((line, number, self._clock.now_us()))
            if self._copy is not None:
                self._for_copy.append(line)
        self._writer.wake()
        if self._copier is not None:
            self._copier.wake()
        return number

    def state(self) -> Saved:
        """How many records are known and on the disk, and what is wrong, in one line each."""
        with self._guard:
            known, saved, oldest_us = self._known, self._saved, self._oldest_us
            if oldest_us is None and self._waiting:
                oldest_us = self._waiting[0][2]
        trouble = self._sink.trouble or self._writer.broken
        if trouble is None and oldest_us is not None and self._clock.now_us() - oldest_us > SLOW_US:
            trouble = "the disk is slow"
        return Saved(
            known,
            saved,
            None if trouble is None else f"NOT SAVED: {trouble}",
            self._copy_trouble(),
        )

    def _copy_trouble(self) -> str | None:
        if self._copy is None or self._copier is None:
            return None
        trouble = self._copy.trouble or self._copier.broken
        return None if trouble is None else f"NO COPY: {trouble}"

    def pump(self) -> bool:
        """Write what waits, sync, tell. False: it failed and is to be tried again later."""
        with self._guard:
            taken = list(self._waiting)
            self._waiting.clear()
            if taken and self._oldest_us is None:
                self._oldest_us = taken[0][2]
            number = self._known
        for line, _, _ in taken:
            self._sink.add(line)
        if not self._sink.pump():
            return False
        with self._guard:
            self._oldest_us = None
            news, self._saved = self._saved != number, number
        if news and self.on_saved is not None:
            self.on_saved(number)
        return True

    def pump_copy(self) -> bool:
        """The same for the copy."""
        if self._copy is None:
            return True
        with self._guard:
            taken = list(self._for_copy)
            self._for_copy.clear()
        for line in taken:
            self._copy.add(line)
        return self._copy.pump()

    def close(self) -> None:
        """Write what can be written, end the threads, let others have the file. `state` tells what is not saved."""
        with self._guard:
            self._closed = True
        ended = self._writer.end(CLOSE_S)
        if self._copier is not None and self._copier.end(CLOSE_COPY_S) and self._copy is not None:
            self._copy.close()
        if ended:  # else the system's call has not come back: the file is still this program's
            self._sink.close()
            self._lock.release()

    def discard(self) -> None:
        """As if there had been none: for a closed journal in which nothing has happened. What others wrote is left."""
        for sink in (self._sink, self._copy):
            if sink is not None:
                with contextlib.suppress(OSError):
                    if sink.files.read(sink.path) == bytes(sink.text):
                        sink.files.remove(sink.path)
        with contextlib.suppress(OSError):
            if not _is_there(self._sink.files, self.path):
                self._sink.files.remove(f"{self.path}.lock")


def copy_sink(files: Files, path: str, text: bytes, folder: str | None) -> Sink | None:
    """The sink of a second copy of a journal in ``folder``, under the same name."""
    if folder is None:
        return None
    place = os.path.join(folder, os.path.basename(path))
    # By the real names: a link to the journal's folder would make the copy write into the journal itself.
    if os.path.normcase(os.path.realpath(place)) == os.path.normcase(os.path.realpath(path)):
        raise FileError("is the folder of the journal itself", path=folder, remedy="name another one for --copy")
    return CopySink(files, place, text)


def locked(files: Files, path: str, remedy: str = "name another place with --journal") -> Lock:
    """The journal at ``path``, for this program alone. Errors: FileError."""
    try:
        return files.lock(path)
    except FileError:
        raise
    except OSError as error:
        raise FileError(f"a journal cannot be written there: {say(error)}", path=path, remedy=remedy) from None


def _is_there(files: Files, path: str) -> bool:
    try:
        files.size(path)
    except OSError:
        return False
    return True


def _taken(path: str) -> FileError:
    return FileError(
        "is there already, and nothing is ever written over a match",
        path=path,
        remedy="go on with it by buzzer resume, or name another file",
    )


def _created(files: Files, path: str, line: bytes) -> Sink:
    try:
        handle = files.create(path)
    except FileExistsError:
        raise _taken(path) from None
    except OSError as error:
        raise FileError(
            f"cannot be made: {say(error)}", path=path, remedy="name another place with --journal"
        ) from None
    sink = Sink(files, path, line, handle=handle)
    if not sink.pump():
        sink.close()
        with contextlib.suppress(OSError):
            files.remove(path)  # ours, and without a whole line
        raise FileError(
            f"cannot be written: {sink.trouble}", path=path, remedy="name another place with --journal"
        ) from None
    return sink


# ---------------------------------------------------------------- where journals lie


def default_folder() -> str:
    """Where journals lie if nobody says otherwise; made if it is missing. Errors: FileError."""
    from platformdirs import user_data_path

    folder = (home() or user_data_path("buzzer", appauthor=False)) / "journals"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"cannot be made: {say(error)}", path=folder, remedy="name a file with --journal") from None
    return str(folder)


def create_named(
    folder: str,
    day: date,
    first: Mapping[str, Any],
    *,
    files: Files | None = None,
    copy_folder: str | None = None,
    clock: Clock | None = None,
) -> Journal:
    """A new journal under the day's next free name, ``2026-11-30-1.jsonl``. Errors: FileError."""
    number = 1 + max((each for each in _numbers(folder, day)), default=0)
    while True:
        path = os.path.join(folder, f"{day.isoformat()}-{number}.jsonl")
        try:
            return Journal.create(path, first, files=files, copy_folder=copy_folder, clock=clock)
        except FileError:
            if not os.path.exists(path):
                raise
            number += 1  # another buzzer was quicker


def _numbers(folder: str, day: date) -> list[int]:
    prefix = f"{day.isoformat()}-"
    found = []
    with contextlib.suppress(OSError):
        for name in os.listdir(folder):
            number = name.removeprefix(prefix).partition(".")[0]
            if name.startswith(prefix) and number.isdecimal():
                found.append(int(number))
    return found
