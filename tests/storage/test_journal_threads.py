"""The journal's threads do what `pump` does, and outlive what goes wrong."""

import threading

import pytest
from journaltable import COPY, PATH, Table

from buzzer.published import Saved


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def copied() -> Table:
    return Table(copy=True)


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
