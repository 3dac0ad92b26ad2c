"""Taking a journal up again after a crash or a stop.

The file is read to its last good record. What follows a good beginning and is damaged to the end (a record that a
crash cut off, zeros that a power cut left) is set aside in a file of its own, then cut away. Damage with good records
after it is not a crash's: nothing is changed, and it is told. Nor is a file that is no journal ever written to.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from buzzer.clock import Clock
from buzzer.core.facts import Fact
from buzzer.core.match import fold
from buzzer.core.state import Finished
from buzzer.errors import BuzzerError, FileError, InputError
from buzzer.storage.files import Files, OsFiles
from buzzer.storage.journal import Journal, copy_sink, locked
from buzzer.storage.lines import read_line
from buzzer.storage.sink import Sink, say
from buzzer.storage.transcript import Reader, Transcript, split_lines

_UNCHANGED = "nothing was changed"
_ELSEWHERE = "copy the journal to a place where it can, and resume there"
_MOST_LOOKED_AT = 30
"""Each journal that is over costs a fold; an unfinished match older than so many others is asked for by name."""
SESSION_GAP_US = 1_000_000
"""A new session's stamps go on so long after the last one, whatever the machine's clock says."""


@dataclass(frozen=True, slots=True)
class Scan:
    """What a journal's bytes hold. ``good``: how many bytes are whole records; ``damage``: what is wrong after."""

    transcript: Transcript
    good: int
    damage: str | None


@dataclass(frozen=True, slots=True)
class Resumed:
    """A journal that is open again. ``told``: one line each for the host."""

    journal: Journal
    transcript: Transcript
    told: tuple[str, ...]


def scan(data: bytes, path: str) -> Scan:
    """The good beginning of a journal.

    Errors: InputError where it has none, where good records follow a damaged one, or where a whole one makes no sense.
    """
    lines = split_lines(data)
    reader = _begun(lines, path)
    good = len(lines[0]) + 1
    for index in range(1, len(lines)):
        try:
            reader.take(lines[index])
        except InputError as error:
            _must_be_tail(lines[index:], error)
            return Scan(reader.done(), good, error.what)
        good += len(lines[index]) + 1
    return Scan(reader.done(), min(good, len(data)), None)


def _begun(lines: Sequence[bytes], path: str) -> Reader:
    """A reader that has taken the header of a journal. Errors: InputError."""
    if not lines:
        raise InputError("is empty: no match can be taken up from it", path=path, remedy=_UNCHANGED)
    reader = Reader(path)
    try:
        reader.take(lines[0])
    except InputError as error:
        raise InputError(
            f"no match can be taken up from it: {error.what}", path=path, line=1, remedy=_UNCHANGED
        ) from None
    if reader.header is None or not reader.header.journal:
        raise InputError(
            "is a transcript, but no journal of the console's", path=path, line=1, remedy="buzzer replay shows it"
        )
    return reader


def _must_be_tail(rest: Sequence[bytes], error: InputError) -> None:
    if _whole(rest[0]):
        raise error  # written just so: by a newer program, or by hand
    if any(_whole(line) for line in rest[1:]):
        assert error.line is not None
        raise InputError(
            f"{error.what}; good records follow, so this was no crash",
            path=error.path,
            line=error.line,
            remedy=f"{_UNCHANGED}; to go on from there, copy the {error.line - 1} lines above it into a new file "
            "and resume that",
        ) from None


def _whole(line: bytes) -> bool:
    try:
        read_line(line, must_sum=True)
    except ValueError:
        return False
    return True


def resume(
    path: str, *, files: Files | None = None, copy_folder: str | None = None, clock: Clock | None = None
) -> Resumed:
    """Open an existing journal to go on with it; what is damaged at its end is set aside. Errors: BuzzerError.

    The caller appends a `Session` fact first, on the time line of `session_offset_us`.
    """
    files = files or OsFiles()
    _begun(split_lines(_read(files, path)), path)  # before the lock, so that none is left beside another sort of file
    lock = locked(files, path, _ELSEWHERE)
    try:
        data = _read(files, path)
        found = scan(data, path)
        text, told = data[: found.good], list(found.transcript.warnings)
        if found.damage is not None:
            told.append(_set_aside(files, path, data, found))
        _secure(files, path, found)
        copy = copy_sink(files, path, text, copy_folder)
        if copy is not None:
            told += _of_copy(files, text, copy.path, len(found.transcript.records))
    except BaseException:
        lock.release()
        raise
    sink = Sink(files, path, text, saved=len(text))
    if not text.endswith(b"\n"):
        for each in (sink, copy):  # the last record is whole, but for its line end
            if each is not None:
                each.add(b"\n")
    journal = Journal(sink, lock, records=len(found.transcript.records), copy=copy, clock=clock)
    return Resumed(journal, found.transcript, tuple(told))


def _read(files: Files, path: str) -> bytes:
    try:
        return files.read(path)
    except FileNotFoundError:
        raise FileError("there is no such journal", path=path, remedy="check the name") from None
    except IsADirectoryError:
        raise FileError("this is a folder", path=path, remedy="name the journal in it") from None
    except OSError as error:
        raise FileError(f"cannot be read: {say(error)}", path=path, remedy="check the file's rights") from None


def _set_aside(files: Files, path: str, data: bytes, found: Scan) -> str:
    """The damaged tail goes into a file of its own. Returns the line for the host. Errors: FileError."""
    tail = data[found.good :]
    number = 1
    while True:
        aside = f"{path}.damaged-{number}"
        try:
            handle = files.create(aside)
            break
        except FileExistsError:
            number += 1
        except OSError as error:
            raise _stuck(aside, error) from None
    sink = Sink(files, aside, tail, handle=handle)
    whole = sink.pump()
    sink.close()
    if not whole:
        with suppress(OSError):
            files.remove(aside)  # ours, and the journal has it all
        raise FileError(
            f"the damaged end of the journal cannot be set aside: {sink.trouble}",
            path=aside,
            remedy=f"{_UNCHANGED}; make room there, or copy the journal elsewhere and resume that",
        )
    line = len(found.transcript.records) + 2
    return (
        f"{path}:{line}: {found.damage}; {len(tail)} bytes from there on were set aside in {aside}, "
        f"the {len(found.transcript.records)} records before them are restored"
    )


def _secure(files: Files, path: str, found: Scan) -> None:
    """What has been read is on the disk, and only that: a crash may have left it in the system's memory alone."""
    try:
        handle = files.open(path)
        try:
            if files.size(path) > found.good:
                handle.truncate(found.good)
            handle.sync()
        finally:
            handle.close()
    except OSError as error:
        raise _stuck(path, error) from None


def _stuck(path: str, error: OSError) -> FileError:
    return FileError(
        f"cannot be written: {say(error)}",
        path=path,
        remedy=_ELSEWHERE,
    )


def _of_copy(files: Files, text: bytes, path: str, records: int) -> Iterator[str]:
    """A line for the host if the copy holds more than the journal: then that one is the newer version."""
    try:
        data = files.read(path)
        more = len(scan(data, path).transcript.records) - records
    except (OSError, BuzzerError):
        return
    if more > 0 and data.startswith(text):
        yield f"{path}: this copy holds {more} records more than the journal; to have them, end now and resume the copy"


# ---------------------------------------------------------------- times and choice


def last_us(facts: Sequence[Fact]) -> int | None:
    """The latest instant that the facts name; None without facts."""
    return max((at_us for fact in facts for at_us in (fact.at_us, fact.arrived_us) if at_us is not None), default=None)


def session_offset_us(facts: Sequence[Fact], now_us: int) -> int:
    """What to add to the clock (``now_us`` now) so that the table's time line goes on 1 s after its last stamp."""
    last = last_us(facts)
    return (0 if last is None else last + SESSION_GAP_US) - now_us


def journals(folder: str) -> list[str]:
    """The journals of a folder, the newest name first."""
    try:
        names = [name for name in os.listdir(folder) if name.endswith(".jsonl")]
    except OSError:
        return []

    def age(name: str) -> tuple[str, int, str]:
        day, _, number = name.removesuffix(".jsonl").rpartition("-")
        return (day, int(number), name) if number.isdecimal() else ("", 0, name)

    return [os.path.join(folder, name) for name in sorted(names, key=age, reverse=True)]


def latest_unfinished(folder: str, *, files: Files | None = None) -> str | None:
    """The newest journal whose match is not over, or that is damaged, so that it is told about; None: there is none."""
    files = files or OsFiles()
    for path in journals(folder)[:_MOST_LOOKED_AT]:
        try:
            transcript = scan(_read(files, path), path).transcript
        except BuzzerError:
            return path
        match, _ = fold(transcript.header.setup, transcript.facts)
        if not isinstance(match.game.phase, Finished):
            return path
    return None
