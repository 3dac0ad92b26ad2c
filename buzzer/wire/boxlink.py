"""The box's end of the line, without I/O.

The reference for the firmware, and the heart of every emulated box.

Time is the box's own tick. It keeps retained records, sends them again until they were got, and answers
commands, exactly as ``docs/protocol.md`` says. Qualification of presses is not done here: what is
reported is a press.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from buzzer.wire.frames import Decoder, encode
from buzzer.wire.messages import (
    KIND_PYTHON,
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
    unpack_from_host,
)
from buzzer.wire.sequence import QUEUE
from buzzer.wire.ticks import TICK_HZ, seq_add, seq_diff, tick_add, tick_diff

HELLO_MS = 200
STATE_MS = 200
RESEND_MS = (20, 40, 80, 160, 200)
_TOP = 0xFFFF
_ANY_BOOT = (Welcome, Who)


@dataclass(slots=True)
class _Kept:
    """A retained record in the queue; ``mask`` of buttons or, with ``round`` None, of the host's keys."""

    seq: int
    round: int | None
    mask: int
    tick: int
    due: int
    sent: int = 0
    got: bool = False


class BoxLink:
    """One boot of a box."""

    def __init__(
        self,
        board: str,
        tick: int,
        *,
        nonce: int,
        buttons: int = 6,
        build: int = 0,
        cause: int = 1,
        tick_hz: int = TICK_HZ,
        held: int = 0,
    ) -> None:
        self.board = board
        self.boot = 0
        self.round = 0
        self.armed = 0
        self.held = held
        self.stuck = held
        self.lamps = Lamps(0, 0, 0)
        self.spikes = self.lost = self.noise = self.stale = self.unknown = 0
        self._nonce = nonce
        self._buttons = buttons
        self._build = build
        self._cause = cause
        self._tick_hz = tick_hz
        self._decoder = Decoder()
        self._malformed = 0
        self._queue: list[_Kept] = []
        self._last_seq = 0
        self._saved = 0
        self._beat = tick
        self._out = bytearray()

    @property
    def bad(self) -> int:
        """Damaged frames from the host."""
        return self._decoder.bad + self._malformed

    @property
    def depth(self) -> int:
        return len(self._queue)

    # Fingers

    def press(self, mask: int, tick: int) -> None:
        """First edges of the buttons in ``mask``, in one instant.

        Those that are down already are left out.
        """
        mask &= ~self.held
        if mask:
            self.held |= mask
            self._keep(self.round, mask, tick)

    def release(self, mask: int, tick: int) -> None:
        mask &= self.held
        if mask:
            self.held &= ~mask
            self.stuck &= ~mask
            if self.boot:
                self._send(Release(mask, tick))

    def key(self, mask: int, tick: int) -> None:
        """The host's own keys."""
        self._keep(None, mask, tick)

    # The line

    def feed(self, data: bytes, tick: int) -> None:
        """Bytes from the host, the last of which came at ``tick``."""
        for frame in self._decoder.feed(data):
            try:
                message = unpack_from_host(frame)
            except Malformed:
                self._malformed += 1
                continue
            if message is None:
                self.unknown += 1
            elif frame.boot != self.boot and not isinstance(message, _ANY_BOOT):
                self.stale += 1
            else:
                self._obey(message, tick)

    def poll(self, tick: int) -> bytes:
        """What is to be sent at ``tick``."""
        if tick_diff(tick, self._beat) >= 0:
            self._beat = tick_add(tick, self._ms(STATE_MS if self.boot else HELLO_MS))
            self._send(self._state(tick) if self.boot else self._hello())
        if self.boot:
            for depth, kept in enumerate(self._queue, 1):
                if not kept.got and tick_diff(tick, kept.due) >= 0:
                    kept.due = tick_add(tick, self._ms(RESEND_MS[min(kept.sent, len(RESEND_MS) - 1)]))
                    kept.sent += 1
                    self._send_record(kept, depth)
        out = bytes(self._out)
        self._out.clear()
        return out

    def next_tick(self, tick: int) -> int:
        """The tick at which `poll` has next something to send, not before ``tick``."""
        if self._out:
            return tick
        dues = [self._beat] + [kept.due for kept in self._queue if self.boot and not kept.got]
        return tick_add(tick, max(0, min(tick_diff(due, tick) for due in dues)))

    # Inside

    def _ms(self, milliseconds: int) -> int:
        return milliseconds * self._tick_hz // 1000

    def _keep(self, round_number: int | None, mask: int, tick: int) -> None:
        if len(self._queue) == QUEUE:
            # `got` is cumulative: if any record was got, the oldest one was.
            self.lost = min(self.lost + (not self._queue.pop(0).got), _TOP)
        self._last_seq = 1 if self._last_seq == 0 else seq_add(self._last_seq, 1)
        self._queue.append(_Kept(self._last_seq, round_number, mask, tick, due=tick))

    def _obey(self, message: FromHost, tick: int) -> None:
        match message:
            case Who():
                self._send(self._hello())
            case Welcome():
                if message.nonce == self._nonce:
                    self._welcomed(message.boot, tick)
            case Arm():
                self.round, self.armed = message.round, message.mask
                self.stuck |= self.held & message.mask
                self._send(self._state(tick))
            case Disarm():
                self.round = self.armed = 0
                self._send(self._state(tick))
            case Lamps():
                self.lamps = message
                self._send(self._state(tick))
            case Ping():
                self._send(Pong(message.nonce, tick))
            case Ack():
                self._acked(message)
            case Board():
                self.board = message.id
                self._send(self._state(tick))
                self._send(self._hello())
            case _:
                assert_never(message)

    def _welcomed(self, boot: int, tick: int) -> None:
        if boot != self.boot:
            self.boot = boot
            self.round = self.armed = 0
            for kept in self._queue:
                kept.got, kept.sent, kept.due = False, 0, tick
        self._beat = tick_add(tick, self._ms(STATE_MS))
        self._send(self._state(tick))

    def _acked(self, ack: Ack) -> None:
        if ack.got:
            for kept in self._queue:
                kept.got = kept.got or seq_diff(kept.seq, ack.got) <= 0
        if ack.saved:
            self._queue = [kept for kept in self._queue if seq_diff(kept.seq, ack.saved) > 0]

    def _send_record(self, kept: _Kept, depth: int) -> None:
        record = (
            Key(kept.mask, kept.tick, depth) if kept.round is None else Press(kept.round, kept.mask, kept.tick, depth)
        )
        self._out += encode(pack(record, seq=kept.seq, boot=self.boot))

    def _send(self, message: FromBox) -> None:
        self._out += encode(pack(message, boot=self.boot))

    def _hello(self) -> Hello:
        return Hello(
            protocol=PROTOCOL,
            build=self._build,
            board=self.board,
            kind=KIND_PYTHON,
            cause=self._cause,
            tick_hz=self._tick_hz,
            buttons=self._buttons,
            held=self.held,
            nonce=self._nonce,
        )

    def _state(self, tick: int) -> State:
        return State(
            tick=tick,
            round=self.round,
            armed=self.armed,
            held=self.held,
            stuck=self.stuck,
            depth=len(self._queue),
            spikes=self.spikes,
            lost=self.lost,
            bad=min(self.bad, _TOP),
            noise=self.noise,
        )
