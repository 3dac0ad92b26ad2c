"""A named port must show a box before a match is opened on it."""

from __future__ import annotations

import pytest

from buzzer import boxchoice
from buzzer.boxchoice import Early, source
from buzzer.drivers.events import BoxUp, Driver, DriverEvent, Emit, PortProblem
from buzzer.drivers.problems import PortError
from buzzer.errors import InputError
from buzzer.testing.clock import FakeClock

from .conftest import FakeDriver

UP = BoxUp("BOX-1", "/dev/x", 1, "00000000", 6, 0, 5, False, "power")


def with_driver(monkeypatch: pytest.MonkeyPatch, *events: DriverEvent) -> FakeDriver:
    class Told(FakeDriver):
        def start(self, emit: Emit) -> None:
            super().start(emit)
            for event in events:
                emit(event)

    driver = Told()
    monkeypatch.setattr(boxchoice, "SerialBox", lambda *arguments, **more: driver)
    return driver


def test_events_before_the_table_is_there_reach_it_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    driver = with_driver(monkeypatch, UP)
    found = source("/dev/x", FakeClock(), boots={})
    assert found.settle_us == 60_000
    late = PortProblem("/dev/x", "late", 7)
    driver.emit(late)
    taken: list[DriverEvent] = []

    def attach(mine: Driver) -> Emit:
        assert mine is driver
        return taken.append

    found.join(attach)
    driver.emit(UP)
    assert taken == [UP, late, UP]


def test_port_with_a_problem_is_told_and_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    english = "/dev/x: another program has it; close it"
    driver = with_driver(monkeypatch, PortProblem("/dev/x", "/dev/x: занят", 5, english))
    with pytest.raises(PortError, match=english):
        source("/dev/x", FakeClock(), boots={}, lang="ru")
    assert driver.told == [("close",)]


def test_silent_port_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    driver = with_driver(monkeypatch)
    monkeypatch.setattr(boxchoice, "_ANSWER_S", 0.0)
    with pytest.raises(PortError, match="no box answers there"):
        source("/dev/x", FakeClock(), boots={})
    assert driver.told == [("close",)]


def test_auto_begins_without_a_box_and_none_has_no_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    driver = with_driver(monkeypatch, UP)
    taken: list[DriverEvent] = []
    source("auto", FakeClock(), boots={}).join(lambda mine: taken.append)
    assert taken == [UP]
    assert driver.told == []
    nothing = source("none", FakeClock(), boots={})
    nothing.join(lambda mine: taken.append)
    assert (nothing.driver, nothing.settle_us, len(taken)) == (None, 0, 1)


def test_nothing_is_heard_in_time() -> None:
    assert Early().first(0.0) is None


@pytest.mark.parametrize(
    ("box", "says"), [("", "no port is named"), (" ", "no port is named"), ("udp", "this version")]
)
def test_what_is_no_source_is_told(box: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        source(box, FakeClock(), boots={})
