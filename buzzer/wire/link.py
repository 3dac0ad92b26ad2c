"""The host's end of the line to one box, without I/O.

Bytes in with the time of their arrival, events and bytes out.

What it keeps to (``docs/protocol.md``):

* A box is up from its first frame with the boot number it was given, until three of its states are
  missed, the line is closed, or its clock relation is void. Frames with another number are counted and
  dropped.
* A hello that says boot 0 after the box has used its number means that the box has started anew: a new
  number, and nothing of the old boot holds. A hello that may be a late copy must come twice.
* Records are taken in order, once; each is acknowledged at once, and again whenever the box repeats it.
* A record is told when it can be placed on the table's time line, or when its boot is over.
"""

from __future__ import annotations

from collections import deque
from typing import assert_never

from buzzer.wire.boot import Boot
from buzzer.wire.frames import Decoder, Frame, encode
from buzzer.wire.linkevents import Down, LinkEvent, OtherBox, OtherProtocol, Released, Status, Up
from buzzer.wire.messages import (
    PROTOCOL,
    Ack,
    Arm,
    Board,
    Disarm,
    FromBox,
    FromHost,
    Hello,
    Key,
    Lamps,
    Malformed,
    Ping,
    Pong,
    Press,
    Release,
    State,
    Welcome,
    Who,
    pack,
    unpack_from_box,
)
from buzzer.wire.pings import Pings
from buzzer.wire.sequence import on_wire
from buzzer.wire.wishes import Wishes

LOST_US = 600_000
"""Three missed states."""
WHO_AFTER_US = 2_000_000
"""A board that opening restarts is in its bootloader for so long, and must not be talked to meanwhile."""
WHO_AGAIN_US = 1_000_000
_WHO_AT_LEAST_US = 200_000
_BOOTS = 0xFFFF
_HELLO = 0x01
_NONCES = 8


class HostLink:
    """The host's end.

    ``board``: the only box to accept, any if None; ``boots``: last boot number used, by board.
    """

    def __init__(self, board: str | None = None, boots: dict[str, int] | None = None) -> None:
        self.board = board
        self.unknown = 0
        """Whole frames of unknown types."""
        self.stale = 0
        """Frames for another boot."""
        self._boots = dict(boots or {})
        self._bad = 0
        self._decoder = Decoder()
        self._boot: Boot | None = None
        self._nonces: deque[int] = deque(maxlen=_NONCES)
        self._doubtful: int | None = None
        self._pings = Pings()
        self._wishes = Wishes()
        self._out = bytearray()
        self._events: list[LinkEvent] = []
        self._why_down: str | None = "closed"
        self._ever_up = False
        self._heard_us = 0
        self._who_us = 0
        self._who_sent_us = -_WHO_AT_LEAST_US
        self._name: str | None = None

    # The line

    def opened(self, now_us: int) -> None:
        """The line was opened (again): half a frame from before is worth nothing."""
        self._bad += self._decoder.bad
        self._decoder = Decoder()
        self._out.clear()
        self._pings.stop()
        self._doubtful = None
        self._why_down = "closed"
        self._who_us = now_us + WHO_AFTER_US

    @property
    def up(self) -> bool:
        return self._why_down is None

    @property
    def bad(self) -> int:
        """Damaged frames from the box."""
        return self._bad + self._decoder.bad

    @property
    def boot(self) -> int:
        """The number of the box's present boot; 0 before the first."""
        return 0 if self._boot is None else self._boot.number

    @property
    def pings_sent(self) -> int:
        return self._pings.sent

    @property
    def pings_answered(self) -> int:
        return self._pings.answers

    def feed(self, data: bytes, arrived_us: int) -> list[LinkEvent]:
        """Bytes from the box, which had all arrived by ``arrived_us``."""
        for frame in self._decoder.feed(data):
            if frame.type == _HELLO and frame.payload[:1] not in (b"", bytes([PROTOCOL])):
                self._events.append(OtherProtocol(frame.payload[0]))
                continue
            try:
                message = unpack_from_box(frame)
            except Malformed:
                self._bad += 1
                continue
            if message is None:
                self.unknown += 1
            else:
                self._take(frame, message, arrived_us)
        return self.poll(arrived_us)

    def poll(self, now_us: int) -> list[LinkEvent]:
        """What time alone brings about. Call it after each read, and at `next_us` at the latest."""
        boot = self._boot
        if self.up and boot is not None:
            if now_us - self._heard_us > LOST_US:
                self._down("silent", now_us)
            elif boot.clock_void(now_us):
                boot.void_clock(now_us)
                self._clock_lost(now_us)
        if not self.up and self._why_down != "clock" and now_us >= self._who_us:
            self._who(now_us)
        if boot is not None and self._why_down in (None, "clock"):
            self._events += boot.placed(now_us)
            if (nonce := self._pings.due(now_us)) is not None:
                self._send(Ping(nonce))
            for wish in self._wishes.due(now_us):
                self._send(wish)
        events, self._events = self._events, []
        return events

    def next_us(self) -> int:
        """When `poll` is next needed, if nothing arrives before."""
        if not self.up and self._why_down != "clock":
            return self._who_us
        wanted = (self._heard_us + LOST_US + 1, self._pings.next_us, self._wishes.next_us)
        return min(at for at in wanted if at is not None)

    def output(self) -> bytes:
        """The bytes to write now. Write them at once: a ping counts as sent when it was made."""
        out = bytes(self._out)
        self._out.clear()
        return out

    # What the host wants

    def arm(self, round_number: int, mask: int, now_us: int) -> None:
        self._wishes.arm(Arm(round_number, mask), now_us)

    def disarm(self, now_us: int) -> None:
        self._wishes.arm(Disarm(), now_us)

    def lamps(self, on: int, fast: int, buzzer: int, now_us: int) -> None:
        """``buzzer`` in tens of milliseconds."""
        self._wishes.lamps(Lamps(on, fast, buzzer), now_us)

    def saved(self, boot: int, seq: int) -> None:
        """Records up to ``seq``, as `Record.seq` counts, are on disk. An older number, or another boot's, changes
        nothing.
        """
        mine = self._boot
        if mine is not None and boot == mine.number and mine.saved < seq <= mine.sequence.got:
            mine.saved = seq
            self._ack(mine)

    def name(self, board: str) -> None:
        """Give the box the id ``board``; it answers with a hello that has it."""
        self._name = board
        self._send(Board(board))

    def void_clock(self, now_us: int) -> None:
        """The host's clock has jumped or the machine has slept: begin the relation anew."""
        if self._boot is not None:
            self._boot.void_clock(now_us)
            if self.up:
                self._clock_lost(now_us)

    # What the box says

    def _take(self, frame: Frame, message: FromBox, arrived_us: int) -> None:
        if isinstance(message, Hello):
            self._hello(frame.boot, message, arrived_us)
            return
        boot = self._boot
        if boot is None or frame.boot != boot.number or self._why_down == "closed":
            self.stale += 1
            # It runs and is welcomed, but it has not said who it is: ask.
            if self._why_down == "closed" and frame.boot:
                self._who(arrived_us)
            return
        self._doubtful = None
        boot.confirmed = True
        self._heard(boot, arrived_us)
        match message:
            case Press() | Key():
                boot.take(frame.seq, message, arrived_us)
                self._ack(boot)
            case Release():
                if (stamp := boot.stamper.look(message.tick)) is not None:
                    self._events.append(Released(message.mask, stamp.at_us, arrived_us))
            case State():
                self._state(boot, message, arrived_us)
            case Pong():
                self._pong(boot, message, arrived_us)
            case _:
                assert_never(message)

    def _hello(self, header_boot: int, hello: Hello, arrived_us: int) -> None:
        if self.board is not None and hello.board not in (self.board, self._name):
            self._events.append(OtherBox(hello.board))
            return
        self.board = hello.board
        boot = self._boot
        if boot is not None and header_boot == boot.number and hello.nonce == boot.hello.nonce:
            boot.hello = hello
            if self._why_down == "closed":
                self._why_down = "silent"
            boot.confirmed = True
            self._heard(boot, arrived_us)
            return
        if boot is not None and not boot.confirmed and hello.nonce == boot.hello.nonce:
            self._welcome(boot)  # the last one was lost
            return
        if boot is not None and boot.confirmed and hello.nonce in self._nonces and self._doubtful != hello.nonce:
            self._doubtful = hello.nonce
            return
        self._new_boot(header_boot, hello, arrived_us)

    def _new_boot(self, header_boot: int, hello: Hello, arrived_us: int) -> None:
        old = self._boot
        if old is not None:
            self._events += old.rest()
            if self.up:
                self._down("silent", arrived_us)
        # Above every number the box may still send under, so that an old frame is never taken for a new one.
        number = max(self._boots.get(hello.board, 0), header_boot) % _BOOTS + 1
        self._boots[hello.board] = number
        anew = old is not None and (header_boot == 0 or hello.nonce != old.hello.nonce)
        restarted = (self._ever_up and anew) or (old is not None and old.restarted)
        self._boot = Boot(number, hello, restarted=restarted, now_us=arrived_us)
        self._nonces.append(hello.nonce)
        self._doubtful = None
        self._pings.stop()
        self._why_down = "silent"
        self._who_us = arrived_us + WHO_AFTER_US
        self._welcome(self._boot)

    def _heard(self, boot: Boot, arrived_us: int) -> None:
        self._heard_us = arrived_us
        if self._why_down == "silent":
            self._why_down = None
            self._events.append(Up(boot.number, boot.hello, boot.restarted, arrived_us))
            boot.restarted = False
            self._ever_up = True
            self._pings.burst(arrived_us)
            self._wishes.again(arrived_us)

    def _state(self, boot: Boot, state: State, arrived_us: int) -> None:
        boot.state_tick(state.tick)
        self._wishes.seen(state)
        if state.depth and boot.sequence.got:
            self._ack(boot)  # the one that let the box forget may have been lost
        bound = boot.relation.bound(state.tick)
        self._events.append(
            Status(
                state=state,
                bad_frames=self.bad + state.bad,
                lost=max(state.lost, boot.sequence.missed),
                rate_ppm=0.0 if bound is None else bound.rate_ppm,
                err_us=0 if bound is None else bound.err_us(bound.at_us),
                arrived_us=arrived_us,
            )
        )

    def _pong(self, boot: Boot, pong: Pong, arrived_us: int) -> None:
        sent_us = self._pings.answered(pong.nonce)
        if sent_us is None:
            return
        if not boot.exchange(sent_us, pong.tick, arrived_us):
            self._clock_lost(arrived_us)
        elif self._why_down == "clock":
            self._why_down = None
            self._events.append(Up(boot.number, boot.hello, False, arrived_us))

    # Small change

    def _down(self, why: str, now_us: int) -> None:
        self._why_down = why
        self._events.append(Down(why, now_us))
        self._who_us = now_us
        self._pings.stop()

    def _clock_lost(self, now_us: int) -> None:
        self._down("clock", now_us)
        self._pings.burst(now_us)

    def _who(self, now_us: int) -> None:
        self._who_us = now_us + WHO_AGAIN_US
        if now_us - self._who_sent_us >= _WHO_AT_LEAST_US:
            self._who_sent_us = now_us
            self._out += encode(pack(Who()))

    def _welcome(self, boot: Boot) -> None:
        self._send(Welcome(boot.number, boot.hello.nonce))

    def _ack(self, boot: Boot) -> None:
        self._send(Ack(on_wire(boot.sequence.got), on_wire(boot.saved)))

    def _send(self, message: FromHost) -> None:
        self._out += encode(pack(message, boot=self.boot))
