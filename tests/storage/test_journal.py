"""The journal on disks that work, and on disks that do not. One thread: `pump` is called here."""

import errno

import pytest
from journaltable import PATH, SETUP, Table, press

from buzzer.core.facts import Announce, dump_fact
from buzzer.errors import FileError
from buzzer.published import Saved
from buzzer.storage.journal import Journal, header
from buzzer.storage.lines import write_line
from buzzer.storage.transcript import parse
from buzzer.testing.files import FakeFiles


@pytest.fixture
def table() -> Table:
    return Table()


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


def test_errors_are_said_in_words() -> None:
    from buzzer.storage.sink import say

    assert say(OSError(errno.ENOSPC, "No space left on device")) == "the disk is full"
    assert say(OSError(errno.ENOTDIR, "Not a directory")) == "Not a directory"
    assert say(OSError()) == "OSError"


def test_the_first_fact_may_be_any(table: Table) -> None:
    table.journal.append(Announce(at_us=0, value=10, key=1))
    table.journal.pump()
    assert parse(table.disk.read(PATH), PATH).facts == (Announce(at_us=0, value=10, key=1),)
