"""The journal on disks that work, and on disks that do not. One thread: `pump` is called here."""

import errno
import threading

import pytest

from buzzer.core.facts import Announce, Press, dump_fact
from buzzer.core.state import Setup
from buzzer.errors import FileError
from buzzer.published import Saved
from buzzer.rulesets import preset
from buzzer.storage.journal import Journal, header
from buzzer.storage.lines import write_line
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


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def copied() -> Table:
    return Table(copy=True)


def test_the_header_is_on_the_disk_before_anything_is_played(table: Table) -> None:
    found = parse(table.disk.after_power_cut().read(PATH), PATH).header
    assert found.setup == SETUP
    assert found.journal
    assert table.disk.calls[-3:] == [("write", PATH), ("sync", PATH), ("sync_folder", "play")]


def test_a_record_is_told_as_saved_after_its_sync_and_not_before(table: Table) -> None:
    seen = []
    table.disk.when_syncing = lambda: seen.append((list(table.told), table.journal.state().saved))
    table.add(1, 2)
    assert table.journal.state() == Saved(known=2, saved=0)
    assert table.journal.pump()
    assert seen == [([], 0)]
    assert table.told == [2]
    assert table.journal.state() == Saved(known=2, saved=2)
    assert table.on_disk() == [1, 2]


def test_records_that_come_together_share_one_sync_and_nothing_new_needs_none(table: Table) -> None:
    table.add(1, 2, 3)
    table.journal.pump()
    table.journal.pump()
    assert [what for what, _ in table.disk.calls].count("sync") == 2  # the header's and theirs
    assert table.told == [3]


def test_a_private_line_is_a_record_too(table: Table) -> None:
    assert table.journal.append({"kind": "x-history", "at_us": 1}) == 1
    table.journal.pump()
    assert parse(table.disk.read(PATH), PATH).records[0]["kind"] == "x-history"


def test_short_writes_are_gone_on_with(table: Table) -> None:
    table.disk.most_at_once = 7
    table.add(1, 2)
    assert table.journal.pump()
    assert table.on_disk() == [1, 2]


def test_a_full_disk_is_told_and_everything_is_written_when_it_can_be(table: Table) -> None:
    table.add(1)
    table.journal.pump()
    table.disk.room = 30  # less than a line: the next one stops in its middle
    table.add(2, 3)
    assert not table.journal.pump()
    assert table.journal.state() == Saved(3, 1, trouble="NOT SAVED: the disk is full")
    table.add(4)
    assert not table.journal.pump()
    table.disk.room = 30
    assert not table.journal.pump()
    table.disk.room = None
    assert table.journal.pump()
    assert table.journal.state() == Saved(4, 4)
    assert table.told == [1, 4]
    assert table.on_disk() == [1, 2, 3, 4]


@pytest.mark.parametrize("room", range(1, 110))
def test_wherever_a_disk_fills_the_saved_ones_stay_and_nothing_stands_half(table: Table, room: int) -> None:
    table.add(1)
    table.journal.pump()
    table.disk.room = room
    table.add(2)
    saved = table.journal.pump()
    assert saved == (room >= len(write_line(dump_fact(press(2)), crc=True)))
    assert table.on_disk() == ([1, 2] if saved else [1])
    table.disk.room = None
    table.add(3)
    assert table.journal.pump()
    assert table.on_disk() == [1, 2, 3]


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("read_only", "the disk is read-only"),
        ("forbidden", "writing is forbidden"),
        ("gone", "the file or its folder is gone"),
    ],
)
def test_a_disk_that_refuses_is_told_and_tried_again(table: Table, fault: str, said: str) -> None:
    healthy = getattr(table.disk, fault)
    setattr(table.disk, fault, True if fault == "read_only" else {"play"})
    table.add(1)
    assert not table.journal.pump()
    trouble = table.journal.state().trouble
    assert trouble is not None
    assert trouble.startswith(f"NOT SAVED: {said}")
    table.add(2)
    assert not table.journal.pump()
    setattr(table.disk, fault, healthy)
    assert table.journal.pump()
    assert table.journal.state() == Saved(2, 2)
    assert table.on_disk() == [1, 2]


def test_after_a_failed_sync_the_records_are_written_anew(table: Table) -> None:
    """A system may have dropped what it could not write, and call the next sync a success."""
    table.disk.failing_syncs = 1
    table.add(1)
    assert not table.journal.pump()
    assert table.told == []
    before = len(table.disk.calls)
    assert table.journal.pump()
    assert [what for what, _ in table.disk.calls[before:] if what not in ("size", "read")] == [
        "open",
        "truncate",
        "write",
        "sync",
    ]
    assert table.on_disk() == [1]


def test_a_slow_disk_is_told_while_it_is(table: Table) -> None:
    seen: list[Saved] = []

    def linger() -> None:
        table.clock.advance(2_000_001)
        seen.append(table.journal.state())

    table.disk.when_syncing = linger
    table.add(1)
    assert table.journal.pump()
    assert seen == [Saved(1, 0, trouble="NOT SAVED: the disk is slow")]
    assert table.journal.state() == Saved(1, 1)


def test_a_file_that_another_program_cut_is_not_made_to_look_whole(table: Table) -> None:
    table.add(1)
    table.journal.pump()
    del table.disk.files[PATH][-5:]
    held = table.disk.read(PATH)
    table.add(2)
    assert not table.journal.pump()
    assert not table.journal.pump()
    assert table.journal.state().trouble == "NOT SAVED: another program has changed 1.jsonl"
    assert table.disk.read(PATH) == held


def test_another_file_under_the_name_is_left_alone(table: Table) -> None:
    table.add(1)
    table.journal.pump()
    table.disk.files[PATH] = bytearray(b"another's long letter\n" * 100)
    held = table.disk.read(PATH)
    table.add(2)
    for _ in range(3):
        assert not table.journal.pump()
    assert table.disk.read(PATH) == held


def test_a_file_that_was_deleted_is_written_again_as_a_whole(table: Table) -> None:
    table.add(1)
    table.journal.pump()
    del table.disk.files[PATH]
    table.disk.named.discard(PATH)
    table.add(2)
    assert not table.journal.pump()  # noticed here
    assert table.journal.pump()
    assert table.on_disk() == [1, 2]


def test_an_existing_file_is_never_written_over(table: Table) -> None:
    table.journal.close()
    held = table.disk.read(PATH)
    with pytest.raises(FileError, match="is there already") as caught:
        Journal.create(PATH, header(SETUP, wall=""), files=table.disk)
    assert "buzzer resume" in str(caught.value)
    assert table.disk.read(PATH) == held
    assert table.disk.calls[-2:] == [("size", PATH), ("read", PATH)]  # no lock was left beside it


def test_two_programs_cannot_begin_one_journal() -> None:
    disk = FakeFiles()
    other = disk.lock(PATH)
    with pytest.raises(FileError, match="is in use by another buzzer"):
        Journal.create(PATH, header(SETUP, wall=""), files=disk)
    other.release()
    Journal.create(PATH, header(SETUP, wall=""), files=disk)


@pytest.mark.parametrize(("fault", "value"), [("read_only", True), ("room", 0), ("room", 100), ("failing_syncs", 1)])
def test_a_journal_that_cannot_be_begun_is_told_and_leaves_nothing(fault: str, value: int) -> None:
    disk = FakeFiles()
    setattr(disk, fault, value)
    with pytest.raises(FileError, match="cannot be") as caught:
        Journal.create(PATH, header(SETUP, wall=""), files=disk)
    assert "--journal" in str(caught.value)
    assert disk.files == {}
    assert disk.locked == set()


def test_closing_writes_what_waits(table: Table) -> None:
    table.add(1)
    table.journal.close()
    assert table.journal.state() == Saved(1, 1)
    assert table.on_disk() == [1]
    with pytest.raises(RuntimeError):
        table.journal.append(press(2))


def test_closing_tells_what_could_not_be_written(table: Table) -> None:
    table.disk.room = 0
    table.add(1)
    table.journal.close()
    assert table.journal.state() == Saved(1, 0, trouble="NOT SAVED: the disk is full")


# ---------------------------------------------------------------- the copy


def test_the_copy_is_the_same_file(copied: Table) -> None:
    copied.add(1, 2)
    copied.journal.pump()
    assert copied.journal.pump_copy()
    assert copied.disk.read(COPY) == copied.disk.read(PATH)
    assert copied.on_disk(COPY) == [1, 2]


def test_a_copy_that_fails_does_not_touch_the_first(copied: Table) -> None:
    copied.disk.gone.add(STICK)
    copied.add(1)
    assert not copied.journal.pump_copy()
    assert copied.journal.pump()
    assert copied.journal.state() == Saved(1, 1, copy_trouble="NO COPY: the file or its folder is gone")


def test_a_first_that_fails_does_not_touch_the_copy(copied: Table) -> None:
    copied.disk.forbidden.add("play")
    copied.add(1)
    assert not copied.journal.pump()
    assert copied.journal.pump_copy()
    assert copied.on_disk(COPY) == [1]


def test_a_stick_that_comes_back_is_gone_on_with(copied: Table) -> None:
    copied.add(1)
    copied.journal.pump_copy()
    copied.disk.gone.add(STICK)
    copied.add(2)
    assert not copied.journal.pump_copy()
    copied.disk.gone.clear()
    assert copied.journal.pump_copy()
    assert copied.on_disk(COPY) == [1, 2]
    assert copied.journal.state().copy_trouble is None


def test_another_stick_gets_the_whole_match(copied: Table) -> None:
    copied.add(1)
    copied.journal.pump_copy()
    copied.disk.gone.add(STICK)
    copied.add(2)
    copied.journal.pump_copy()
    del copied.disk.files[COPY]
    copied.disk.named.discard(COPY)
    copied.disk.gone.clear()
    assert copied.journal.pump_copy()
    assert copied.on_disk(COPY) == [1, 2]


def test_a_stick_that_fills_keeps_no_half_line_in_front_of_a_whole_one(copied: Table) -> None:
    copied.journal.pump_copy()
    copied.disk.room = 30
    copied.add(1)
    assert not copied.journal.pump_copy()
    copied.disk.room = None
    copied.add(2)
    assert copied.journal.pump_copy()
    assert copied.on_disk(COPY) == [1, 2]


def test_a_file_of_another_match_on_the_stick_is_left_alone() -> None:
    table = Table(copy=True)
    table.disk.files[COPY] = bytearray(b"another match\n")
    table.add(1)
    assert table.journal.pump_copy()
    assert table.disk.read(COPY) == b"another match\n"
    assert table.on_disk("stick/1-copy-2.jsonl") == [1]


def test_the_copy_must_be_somewhere_else() -> None:
    disk = FakeFiles()
    with pytest.raises(FileError, match="--copy"):
        Journal.create(PATH, header(SETUP, wall=""), files=disk, copy_folder="play")
    assert disk.locked == set()


# ---------------------------------------------------------------- the threads


def test_the_threads_do_what_pump_does(copied: Table) -> None:
    copied.journal.start()
    copied.add(*range(1, 101))
    copied.journal.close()
    assert copied.journal.state() == Saved(100, 100)
    assert copied.on_disk() == copied.on_disk(COPY) == list(range(1, 101))
    assert copied.told[-1] == 100
    assert copied.told == sorted(set(copied.told))


def test_the_copy_is_begun_before_the_first_record(copied: Table) -> None:
    begun = threading.Event()
    copied.disk.when_syncing = lambda: begun.set() if COPY in copied.disk.files else None
    copied.journal.start()
    assert begun.wait(30)
    copied.journal.close()
    assert copied.disk.read(COPY) == copied.disk.read(PATH)


def test_a_disk_that_never_comes_back_keeps_the_file_and_the_program_ends(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("buzzer.storage.journal.CLOSE_S", 0.001)
    back = threading.Event()
    table.disk.when_syncing = lambda: back.wait(30)
    table.journal.start()
    table.add(1)
    table.journal.close()
    assert table.journal.state().saved == 0
    assert table.disk.locked == {PATH}
    back.set()


def test_the_thread_tries_again_without_a_new_record(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("buzzer.storage.worker.RETRY_S", 0.001)
    table.disk.failing_syncs = 3
    saved = threading.Event()
    table.journal.on_saved = lambda _number: saved.set()
    table.journal.start()
    table.add(1)
    assert saved.wait(30)
    assert table.journal.state() == Saved(1, 1)
    assert table.on_disk() == [1]
    table.journal.close()


def test_an_error_in_who_is_told_ends_no_writing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("buzzer.storage.worker.RETRY_S", 0.001)
    first, second = threading.Event(), threading.Event()

    def listener(_number: int) -> None:
        if not first.is_set():
            first.set()
            raise LookupError("a slip")
        second.set()

    table.journal.on_saved = listener
    table.journal.start()
    table.add(1)
    assert first.wait(30)
    table.add(2)
    assert second.wait(30)
    table.journal.close()
    assert table.on_disk() == [1, 2]
    assert table.journal.state() == Saved(2, 2)


def test_errors_are_said_in_words() -> None:
    from buzzer.storage.sink import say

    assert say(OSError(errno.ENOSPC, "No space left on device")) == "the disk is full"
    assert say(OSError(errno.ENOTDIR, "Not a directory")) == "Not a directory"
    assert say(OSError()) == "OSError"


def test_the_first_fact_may_be_any(table: Table) -> None:
    table.journal.append(Announce(at_us=0, value=10, key=1))
    table.journal.pump()
    assert parse(table.disk.read(PATH), PATH).facts == (Announce(at_us=0, value=10, key=1),)
