"""A journal on a fake disk: what the tests of it share."""

from buzzer.core.facts import Press
from buzzer.core.state import Setup
from buzzer.rulesets import preset
from buzzer.storage.journal import Journal, header
from buzzer.storage.transcript import parse
from buzzer.testing.clock import FakeClock
from buzzer.testing.files import FakeFiles

PATH, STICK = "play/1.jsonl", "stick"
COPY = "stick/1.jsonl"
SETUP = Setup(preset("umlaut"), ("Ли", "Анна"), settle_us=60_000, lot_seed=7, themes=6)


def press(number: int) -> Press:
    return Press(at_us=number, seat=1, box="a", boot=1, seq=number)


class Table:
    """A journal on a fake disk, and what was told to be saved."""

    def __init__(self, copy: bool = False) -> None:
        self.disk = FakeFiles()
        self.clock = FakeClock()
        first = header(SETUP, wall="2026-11-30T12:00:00+07:00")
        self.journal = Journal.create(
            PATH, first, files=self.disk, copy_folder=STICK if copy else None, clock=self.clock
        )
        self.told: list[int] = []
        self.journal.on_saved = self.told.append

    def add(self, *numbers: int) -> None:
        for number in numbers:
            assert self.journal.append(press(number)) == number

    def on_disk(self, path: str = PATH) -> list[int]:
        """The records that a start after a power cut would find."""
        disk = self.disk.after_power_cut()
        return [fact.at_us for fact in parse(disk.read(path), path).facts]
