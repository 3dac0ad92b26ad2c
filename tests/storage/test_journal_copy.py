"""The second copy of the journal: never in the way of the first."""

import pytest
from journaltable import COPY, PATH, SETUP, STICK, Table

from buzzer.errors import FileError
from buzzer.published import Saved
from buzzer.storage.journal import Journal, header
from buzzer.testing.files import FakeFiles


@pytest.fixture
def copied() -> Table:
    return Table(copy=True)


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


def test_a_match_that_never_began_leaves_no_file(copied: Table) -> None:
    copied.journal.pump_copy()
    copied.journal.close()
    copied.journal.discard()
    assert copied.disk.files == {}


def test_a_file_that_another_program_has_changed_is_not_discarded(copied: Table) -> None:
    copied.journal.pump_copy()
    copied.journal.close()
    copied.disk.files[COPY] += b"{}\n"
    copied.journal.discard()
    assert list(copied.disk.files) == [COPY]


def test_a_copy_that_was_deleted_is_told_and_made_again(copied: Table) -> None:
    copied.add(1)
    assert copied.journal.pump_copy()
    del copied.disk.files[COPY]
    copied.add(2)
    assert not copied.journal.pump_copy()
    assert copied.journal.state().copy_trouble == "NO COPY: the file or its folder is gone"
    assert copied.journal.pump_copy()
    assert copied.on_disk(COPY) == [1, 2]


def test_a_copy_that_another_program_has_changed_is_left_and_a_new_one_made(copied: Table) -> None:
    copied.add(1)
    assert copied.journal.pump_copy()
    copied.disk.files[COPY][:] = b"notes\n"
    copied.add(2)
    assert not copied.journal.pump_copy()
    assert copied.journal.pump_copy()
    assert copied.disk.files[COPY] == b"notes\n"
    assert copied.on_disk(COPY.replace(".jsonl", "-copy-2.jsonl")) == [1, 2]
