"""A plain host for tests: welcomes, acknowledges, keeps every message. What it decodes with is `buzzer.wire`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from buzzer.wire.frames import Decoder, encode
from buzzer.wire.messages import (
    Ack,
    FromBox,
    FromHost,
    Hello,
    Key,
    Malformed,
    Press,
    State,
    Welcome,
    pack,
    unpack_from_box,
)
from buzzer.wire.sequence import Sequence, on_wire

from .boxsim import CYCLES_US, BoxSim

Mangle = Callable[[bytes], bytes]
T = TypeVar("T", bound=FromBox)
STEP_US = 500


@dataclass(frozen=True)
class Heard:
    """A message from the box, with the cycle by which it had been sent."""

    at: int
    seq: int
    boot: int
    message: FromBox


class Host:
    """``mangle``: what the line does to the bytes of either direction. ``ack``: whether records are acknowledged;
    ``save``: whether as saved too.
    """

    def __init__(self, box: BoxSim, *, mangle: Mangle = bytes, ack: bool = True, save: bool = True) -> None:
        self.box = box
        self.ack = ack
        self.save = save
        self.boot = 0
        self.heard: list[Heard] = []
        self.records: list[tuple[int, Press | Key]] = []
        """Each record once, in the order of its number."""
        self.decoder = Decoder()
        self.sequence = Sequence()
        self._mangle = mangle

    def send(self, message: FromHost, boot: int | None = None) -> None:
        number = self.boot if boot is None else boot
        self.box.write(self._mangle(encode(pack(message, boot=number))))

    def welcome(self, boot: int, nonce: int) -> None:
        self.boot = boot
        self.sequence = Sequence()
        self.send(Welcome(boot, nonce))

    def connect(self, boot: int = 1) -> Hello:
        """Run until the box has said hello and has been welcomed."""
        hello = self.wait(Hello).message
        assert isinstance(hello, Hello)
        self.welcome(boot, hello.nonce)
        self.wait(State)
        return hello

    def run_us(self, us: float) -> None:
        end = self.box.now + round(us * CYCLES_US)
        while self.box.now < end:
            self.box.run_until(min(end, self.box.now + STEP_US * CYCLES_US))
            self.pump()

    def wait(self, kind: type[FromBox], us: int = 1_000_000) -> Heard:
        """The first message of a kind from now on. Fails after some virtual time without one."""
        known, end = len(self.heard), self.box.now + us * CYCLES_US
        while self.box.now < end:
            self.run_us(STEP_US)
            for heard in self.heard[known:]:
                if isinstance(heard.message, kind):
                    return heard
        raise AssertionError(f"no {kind.__name__} within {us} us")

    def state(self) -> State:
        message = self.wait(State).message
        assert isinstance(message, State)
        return message

    def of(self, kind: type[T]) -> list[T]:
        return [h.message for h in self.heard if isinstance(h.message, kind)]

    def presses(self) -> list[Press]:
        return [record for _, record in self.records if isinstance(record, Press)]

    def pump(self) -> None:
        """Take what has arrived."""
        for frame in self.decoder.feed(self._mangle(self.box.read())):
            try:
                message = unpack_from_box(frame)
            except Malformed:
                continue
            if message is None:
                continue
            self.heard.append(Heard(self.box.now, frame.seq, frame.boot, message))
            if isinstance(message, Press | Key) and frame.boot == self.boot:
                self.records += self.sequence.take(frame.seq, message)
                if self.ack:
                    got = on_wire(self.sequence.got)
                    self.send(Ack(got, got if self.save else 0))
