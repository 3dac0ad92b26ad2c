"""The host's end against the box's end on a line, in virtual time."""

from buzzer.testing.box import FakeBox
from buzzer.testing.clock import FakeClock
from buzzer.testing.lines import FakePort, Line, Way, bytewise
from buzzer.wire.boot import Record
from buzzer.wire.frames import encode
from buzzer.wire.link import HostLink
from buzzer.wire.linkevents import LinkEvent, Status, Up
from buzzer.wire.messages import FromBox, Hello, State, pack

S = 1_000_000


class Table:
    """A host's link and a fake box on a line."""

    def __init__(self, to_host: Way | None = None, to_box: Way | None = None, **box: float) -> None:
        self.clock = FakeClock()
        self.line = Line(self.clock, to_host or bytewise(), to_box or bytewise())
        self.box = FakeBox(self.clock, self.line, **box)  # type: ignore[arg-type]
        self.port = FakePort(self.line)
        self.link = HostLink()
        self.link.opened(0)
        self.events: list[LinkEvent] = []
        self.saving = True

    def run(self, until_us: int) -> list[LinkEvent]:
        """Let time pass; the events of it, states left out."""
        start = len(self.events)
        while self.clock.now_us() < until_us:
            self.take(self.link.poll(self.clock.now_us()))
            self.port.timeout = min(20_000, until_us - self.clock.now_us()) / 1e6
            data = self.port.read(self.port.in_waiting or 1)
            self.take(self.link.feed(data, self.clock.now_us()))
        return [event for event in self.events[start:] if not isinstance(event, Status)]

    def take(self, events: list[LinkEvent]) -> None:
        for event in events:
            if isinstance(event, Record) and self.saving:
                self.link.saved(event.boot, event.seq)
        self.events += events
        if out := self.link.output():
            self.port.write(out)

    def of(self, kind: type) -> list:
        return [event for event in self.events if isinstance(event, kind)]


def feed(link: HostLink, message: FromBox, at_us: int, *, seq: int = 0, boot: int = 1) -> list[LinkEvent]:
    return link.feed(encode(pack(message, seq=seq, boot=boot)), at_us)


def hello(nonce: int = 5, board: str = "BOX-1", tick_hz: int = 2_000_000) -> Hello:
    return Hello(1, 0xABCD, board, 1, 1, tick_hz, 6, 0, nonce)


def state(tick: int = 0, depth: int = 0, round_number: int = 0, armed: int = 0) -> State:
    return State(tick, round_number, armed, 0, 0, depth, 0, 0, 0, 0)


def welcomed(**boots: int) -> HostLink:
    """A link whose box is up since 1 000 µs, with boot 1."""
    link = HostLink(boots=boots)
    link.opened(0)
    feed(link, hello(), 500, boot=0)
    (up, *_) = feed(link, state(), 1000, boot=link.boot)
    assert isinstance(up, Up)
    link.output()
    return link
