"""What the start screen asks of the machine, in threads of its own: ports and boxes, a package, the unfinished match.

Opening a port may reset the board behind it, so each port is opened once when it appears, never again while it stays.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from buzzer.boxes import BoxRow, look
from buzzer.clock import SystemClock
from buzzer.drivers.ports import port_names
from buzzer.drivers.problems import Lang
from buzzer.errors import BuzzerError
from buzzer.packages import load
from buzzer.pending import Unfinished, unfinished
from hosts.console.startform import Questions

EVERY_S = 2.0
"""The list of ports is cheap; it is looked at so often."""
ASKED_S = 6.0
"""A port that is being asked is let go at the latest then."""


class Scout:
    """``boxes``, ``unfinished`` and ``questions`` are replaced as a whole, then ``wake`` is called. One evening's."""

    def __init__(
        self, lang: Lang, *,
        ports: Callable[[], list[str]] = port_names,
        ask: Callable[[str, Lang], BoxRow] = lambda port, lang: look(port, SystemClock(), lang=lang),
    ) -> None:  # fmt: skip
        self.boxes: tuple[BoxRow, ...] | None = None
        self.unfinished: Unfinished | None = None
        self.questions: Questions | None = None
        self.wake: Callable[[], None] = lambda: None
        self._lang: Lang = lang
        self._ports = ports
        self._ask = ask
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, folder: str) -> None:
        """Look at the ports until `stop`, and once for an unfinished match in ``folder`` (empty: the default one)."""
        self.boxes = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, args=(self._stop,), name="ports", daemon=True)
        self._thread.start()
        self.look_for_match(folder)

    def look_for_match(self, folder: str) -> None:
        threading.Thread(target=self._find, args=(folder,), name="journals", daemon=True).start()

    def read_package(self, path: str, values: tuple[int, ...]) -> None:
        """Read a package for its numbers and oddities; ``questions`` has them soon."""
        if self.questions is not None and self.questions[:2] == (path, values):
            return
        asked = self.questions = Questions(path, values)
        threading.Thread(target=self._read, args=(asked,), name="package", daemon=True).start()

    def stop(self, *, wait: bool) -> None:
        """No port is opened from now on; with ``wait`` none is open any more."""
        self._stop.set()
        if wait and self._thread is not None:
            self._thread.join(ASKED_S)

    def _watch(self, stop: threading.Event) -> None:
        rows: dict[str, BoxRow] = {}
        while not stop.is_set():
            names = self._ports()
            rows = {name: row for name, row in rows.items() if name in names}
            for name in names:
                if name not in rows and not stop.is_set():
                    rows[name] = self._ask(name, self._lang)
                    self._boxes_are(rows, self.boxes is None)
            self._boxes_are(rows, False)
            stop.wait(EVERY_S)

    def _boxes_are(self, rows: dict[str, BoxRow], first: bool) -> None:
        """While ports are asked for the first time, none is shown before all are: a list that grows moves the rows."""
        found = tuple(sorted(rows.values(), key=lambda row: (bool(row.problem), row.port)))
        if not first and found != self.boxes:
            self.boxes = found
            self.wake()

    def _find(self, folder: str) -> None:
        self.unfinished = unfinished(folder)
        self.wake()

    def _read(self, asked: Questions) -> None:
        try:
            package = load(asked.path, values=asked.values)
        except BuzzerError as error:
            found = asked._replace(trouble=str(error).removeprefix(f"{asked.path}: "))
        except Exception as error:  # a bug in a reader must not leave the screen waiting for ever
            found = asked._replace(trouble=f"{type(error).__name__}: {error}")
        else:
            problems = [problem for _, _, problem in package.all_problems()]
            found = asked._replace(
                themes=len(package.themes),
                questions=sum(len(theme.questions) for theme in package.themes),
                problems=len(problems),
                first_problem=(problems[0].say_ru if self._lang == "ru" else problems[0].say) if problems else "",
            )
        if self.questions is asked:
            self.questions = found
            self.wake()
