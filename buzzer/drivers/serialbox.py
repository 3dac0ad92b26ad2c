"""The driver of a box on a serial line: one thread a box around a `pump` that has none.

It never dies of what a port does: a port that fails is closed, the box is looked for by its id on all
ports, with a pause that grows while it is absent. What the bytes mean is `buzzer.wire.link`'s; what is
told is in `buzzer.drivers.events`.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections import deque
from collections.abc import Callable, Mapping
from typing import Protocol

import serial

from buzzer.drivers.events import BoxDown, Emit, PortProblem
from buzzer.drivers.ports import Lister, Opener, Port, call_off_read, open_port, port_names
from buzzer.drivers.problems import Lang, Problem, problem_of
from buzzer.drivers.telling import UNNAMED, tell
from buzzer.wire.link import HostLink
from buzzer.wire.linkevents import Down, LinkEvent, OtherBox, OtherProtocol, Up
from buzzer.wire.messages import board_bytes

AUTO = "auto"
PROBE_US = 3_500_000
"""So long a port has to show a box: 2 s for a bootloader, then the answer to ``who``."""
SILENT_US = 5_000_000
"""A port that has been silent for so long after a box was up is closed, and the box looked for
everywhere.
"""
_PAUSES_US = (250_000, 500_000, 1_000_000)
_OTHER_PAUSE_US = 5_000_000


class HasNow(Protocol):
    def now_us(self) -> int: ...


class SerialBox:
    """One box on a serial port.

    ``port``: a device, a pyserial URL, or ``auto`` for the first box found. ``boots``: the last boot
    number that a journal knows of each box, so that numbers are never used twice. ``open_port``,
    ``ports``, ``wait``: the edges, for tests; ``wait`` lets seconds pass while there is no port.
    """

    def __init__(
        self,
        port: str,
        clock: HasNow,
        *,
        board: str | None = None,
        boots: Mapping[str, int] | None = None,
        lang: Lang = "en",
        open_port: Opener = open_port,
        ports: Lister = port_names,
        wait: Callable[[float], None] | None = None,
    ) -> None:
        self._wanted = port
        self._clock = clock
        self._lang: Lang = lang
        self._open = open_port
        self._ports = ports
        self._closing = threading.Event()
        self._wait = wait or self._pause
        self._link = HostLink(board, dict(boots or {}))
        self._emit: Emit = lambda event: None
        self._orders: deque[Callable[[int], None]] = deque()
        self._thread: threading.Thread | None = None
        self._port: Port | None = None
        self._name = port
        self._known = board is not None
        """The box has been seen: it is looked for by its id, wherever it is plugged in."""
        self._untried: list[str] = []
        self._retry_us = clock.now_us()
        self._rounds = 0
        self._quiet_until_us = 0
        self._told: dict[str, str] = {}

    # Driver

    def attach(self, emit: Emit) -> None:
        """Give events to ``emit`` without a thread: the caller calls `pump`."""
        self._emit = emit

    def start(self, emit: Emit) -> None:
        self.attach(emit)
        self._thread = threading.Thread(target=self._run, name=f"box {self._wanted}", daemon=True)
        self._thread.start()

    def arm(self, round: int, mask: int) -> None:
        self._order(lambda now_us: self._link.arm(round, mask, now_us))

    def disarm(self) -> None:
        self._order(lambda now_us: self._link.disarm(now_us))

    def lamps(self, on: int, fast: int = 0, buzzer_ms: int = 0) -> None:
        buzzer = min(255, -(-buzzer_ms // 10))
        self._order(lambda now_us: self._link.lamps(on, fast, buzzer, now_us))

    def saved(self, boot: int, seq: int) -> None:
        self._order(lambda now_us: self._link.saved(boot, seq))

    def name(self, board: str) -> None:
        """Give the box the id ``board``, at most eight printable ASCII characters (ValueError otherwise)."""
        board_bytes(board)
        self._order(lambda now_us: self._link.name(board))

    def void_clock(self) -> None:
        """The machine has slept or its clock has jumped: begin the clock relation anew."""
        self._order(self._link.void_clock)

    def close(self) -> None:
        """Send what was ordered, end the thread (within a second) and close the port. Nothing is emitted afterwards."""
        self._closing.set()
        call_off_read(self._port)
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout=1)
        self._emit = lambda event: None
        if self._thread is None:
            self._last_orders()
        self._shut()

    # The loop

    def pump(self) -> None:
        """One turn: what was ordered goes out, what has come goes in.

        It waits for bytes, or for the next try to open.
        """
        now_us = self._clock.now_us()
        while self._orders:
            self._orders.popleft()(now_us)
        if self._port is None:
            self._seek()
            return
        try:
            self._turn(self._port)
        except OSError as error:  # SerialException is one; a pulled cable shows as either
            self._lost(error)

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self.pump()
            except Exception as error:
                # pyserial answers some states of a vanishing port with TypeError and the like. A bug of our
                # own must not end a match either: it is told, and the port is opened anew.
                self._lost(error)
        self._last_orders()
        self._shut()

    def _last_orders(self) -> None:
        """Lamps off, once: nobody waits for an answer any more."""
        port, now_us = self._port, self._clock.now_us()
        while self._orders:
            self._orders.popleft()(now_us)
        if port is not None:
            with contextlib.suppress(OSError, TypeError, ValueError, AttributeError):  # it may be gone
                self._send_due(port)

    def _turn(self, port: Port) -> None:
        self._send_due(port)
        if self._port is not port:
            return
        data = port.read(port.in_waiting or 1)
        now_us = self._clock.now_us()
        self._tell(self._link.feed(data, now_us) if data else self._link.poll(now_us), now_us)
        self._write(port)
        if self._port is port and not self._link.up and now_us >= self._quiet_until_us:
            self._give_up(Problem("not_ours", self._name), now_us)

    def _send_due(self, port: Port) -> None:
        now_us = self._clock.now_us()
        self._tell(self._link.poll(now_us), now_us)
        self._write(port)

    def _write(self, port: Port) -> None:
        if self._port is port and (data := self._link.output()):
            # A full line: everything that matters is sent again.
            with contextlib.suppress(serial.SerialTimeoutException):
                port.write(data)

    def _order(self, order: Callable[[int], None]) -> None:
        self._orders.append(order)
        if self._thread is not None and self._thread is not threading.current_thread():
            call_off_read(self._port)

    # Events

    def _tell(self, events: list[LinkEvent], now_us: int) -> None:
        for event in events:
            match event:
                case OtherProtocol():
                    self._give_up(Problem("old_firmware", self._name, str(event.version)), now_us, _OTHER_PAUSE_US)
                case OtherBox():
                    self._give_up(Problem("not_ours", self._name), now_us)
                case _:
                    self._told_by_box(event, now_us)

    def _told_by_box(self, event: LinkEvent, now_us: int) -> None:
        if isinstance(event, Up):
            self._known = True
            self._rounds = 0
            self._told.clear()
        if isinstance(event, Up | Down):
            self._quiet_until_us = now_us + SILENT_US
        for told in tell(event, self._link.board or "", self._name):
            self._emit(told)

    def _problem(self, problem: Problem, now_us: int) -> None:
        """Tell it once, until something else is wrong there or a box is up."""
        if self._told.get(problem.port) != problem.code:
            self._told[problem.port] = problem.code
            self._emit(PortProblem(problem.port, problem.text(self._lang), now_us, problem.text()))

    # Ports

    def _seek(self) -> None:
        now_us = self._clock.now_us()
        if now_us < self._retry_us:
            self._wait(min(self._retry_us - now_us, 100_000) / 1e6)
            return
        if not self._untried:
            self._untried = self._candidates()
            if not self._untried:
                self._problem(Problem("none_found"), now_us)
        if self._untried:
            self._try(self._untried.pop(0))
        if self._port is None and not self._untried:
            self._later(self._clock.now_us())

    def _candidates(self) -> list[str]:
        listed: list[str] = []
        if self._known or self._wanted == AUTO:
            with contextlib.suppress(OSError):  # a device that vanishes while it is listed
                listed = self._ports()
        first = [] if self._wanted == AUTO and not self._known else [self._name]
        if self._wanted != AUTO:
            first.append(self._wanted)
        names = dict.fromkeys(name for name in first if name != AUTO)
        return list(names | dict.fromkeys(listed))

    def _try(self, name: str) -> None:
        try:
            port = self._open(name)
        except (OSError, ValueError) as error:
            problem = problem_of(name, error, windows=os.name == "nt")
            # A box that is merely away is told by BoxDown; its old name need not be complained of.
            if not (self._known and problem.code == "missing"):
                self._problem(problem, self._clock.now_us())
            return
        now_us = self._clock.now_us()
        self._port, self._name = port, name
        self._link.opened(now_us)
        self._quiet_until_us = now_us + PROBE_US

    def _lost(self, error: Exception) -> None:
        now_us = self._clock.now_us()
        if not isinstance(error, OSError):
            self._problem(Problem("broken", self._name, f"{type(error).__name__}: {error}"), now_us)
        was_up, board = self._link.up, self._link.board
        self._shut()
        self._link.opened(now_us)  # not up any more
        if was_up:
            self._emit(BoxDown(board or UNNAMED, self._name, "unplugged", now_us))
        self._untried.clear()
        self._later(now_us)

    def _give_up(self, problem: Problem, now_us: int, pause_us: int = 0) -> None:
        """This port is no use now: close it and go on to the next, or begin again after a pause."""
        if not self._known or problem.code == "old_firmware":
            self._problem(problem, now_us)
        self._shut()
        if not self._untried:
            self._later(now_us, pause_us)

    def _later(self, now_us: int, pause_us: int = 0) -> None:
        self._retry_us = now_us + max(pause_us, _PAUSES_US[min(self._rounds, len(_PAUSES_US) - 1)])
        self._rounds += 1

    def _shut(self) -> None:
        port, self._port = self._port, None
        if port is not None:
            with contextlib.suppress(OSError, TypeError, ValueError, AttributeError):  # it may be gone
                port.close()

    def _pause(self, seconds: float) -> None:
        self._closing.wait(seconds)
