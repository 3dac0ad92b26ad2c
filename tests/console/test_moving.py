"""What moves: the last answer's colour goes in 120 ms, a changed score has a line for 1.5 s, notices come and go."""

from __future__ import annotations

from dataclasses import replace

from buzzer.published import Notice
from hosts.console.faces import Fonts
from hosts.console.keys import Keys
from hosts.console.matchscreen import MatchScreen
from hosts.console.sample import PACKAGE, S
from hosts.console.states import State, states
from hosts.console.view import View, next_change_us
from hosts.console.view.draw import Drawing, Rect, Text
from hosts.console.view.foot import NOTICE_US
from hosts.console.view.moving import FRESH_US, RESTING, Motions, Moving
from hosts.console.view.ui import Devices, Look

SIZE = (1280, 720)
MS = 1000


def frames_of(before: State, after: State, still: bool = False) -> list[tuple[int, Moving]]:
    """Every frame that is asked for after the news, with the time since; the first is the news themselves."""
    motions, now_us = Motions(), after.now_us
    motions.at(before.published, now_us, still)
    found = [(0, motions.at(after.published, now_us, still))]
    due_us = motions.next_change_us(now_us)
    while due_us is not None:
        assert due_us > now_us
        now_us = due_us
        found.append((now_us - after.now_us, motions.at(after.published, now_us, still)))
        due_us = motions.next_change_us(now_us)
    return found


def test_the_colour_of_the_answer_goes_and_the_score_is_underlined() -> None:
    made = states()
    assert frames_of(made["answering"], made["right"]) == [
        (0, Moving("seat2", 750, (2,))),
        (40 * MS, Moving("seat2", 500, (2,))),
        (80 * MS, Moving("seat2", 250, (2,))),
        (120 * MS, Moving(fresh=(2,))),
        (FRESH_US, RESTING),
    ]


def test_still_there_is_the_line_alone() -> None:
    made = states()
    expected = [(0, Moving(fresh=(2,))), (FRESH_US, RESTING)]
    assert frames_of(made["answering"], made["right"], still=True) == expected


def test_nothing_moves_where_nobody_has_answered() -> None:
    made = states()
    for one, other in (("reading", "window"), ("window", "hold"), ("window", "answering"), ("provisional", "window")):
        assert frames_of(made[one], made[other]) == [(0, RESTING)]


def test_a_next_answer_ends_the_fade_of_the_last() -> None:
    made, motions = states(), Motions()
    now_us = made["after-wrong"].now_us
    motions.at(made["answering"].published, now_us, False)
    assert motions.at(made["after-wrong"].published, now_us, False).fill == "seat2"
    assert motions.at(made["by-hand"].published, now_us + MS, False).fill is None


def test_the_drawing_shows_what_moves(fonts: Fonts) -> None:
    """The colour lies on the band's ground, under its tile and its words; the line under the seat's score."""
    view, state = View(fonts.measure, PACKAGE), states()["right"]

    def drawn(moving: Moving) -> Drawing:
        return view(state.published, state.now_us, SIZE, Look(), state.ui, moving)

    plain = drawn(RESTING)
    faded, fresh = drawn(Moving("seat2", 500)), drawn(Moving(fresh=(2,)))
    added = [item for item in faded if item not in plain]
    assert [(item.fill, item.box) for item in added if isinstance(item, Rect)] == [("seat2:500:s1", _band(plain).box)]
    assert faded.index(added[0]) == faded.index(_band(plain)) + 1
    lines = [item for item in fresh if item not in plain]
    assert len(lines) == 1
    line = lines[0]
    assert isinstance(line, Rect)
    score = next(item for item in fresh[fresh.index(line) :] if isinstance(item, Text))
    assert score.box.holds(line.box)
    assert line.fill == "live"


def _band(drawing: Drawing) -> Rect:
    return next(item for item in drawing if isinstance(item, Rect) and item.box.y == 373 and item.box.w > 1000)


def test_a_notice_comes_and_goes(fonts: Fonts) -> None:
    state = states()["reading"]
    shown_us = state.now_us
    published = replace(state.published, notices=(Notice("refused", "other_seat", shown_us),))
    view, now_us, seen = View(fonts.measure, PACKAGE), shown_us, list[tuple[int, str | None]]()
    due_us: int | None = shown_us
    while due_us is not None:
        now_us = due_us
        drawing = view(published, now_us, SIZE, Look(), state.ui)
        ground = [item.fill for item in drawing if isinstance(item, Rect) and item.box.y > 670 and item.box.w > 1000]
        seen.append(((now_us - shown_us) // MS, ground[0] if ground else None))
        due_us = next_change_us(published, now_us)
    last = NOTICE_US // MS
    assert seen == [
        (0, "s2:250:bg"), (40, "s2:500:bg"), (80, "s2:750:bg"), (120, "s2"),
        (last - 120, "s2:750:bg"), (last - 80, "s2:500:bg"), (last - 40, "s2:250:bg"), (last, None),
    ]  # fmt: skip
    assert next_change_us(published, shown_us, still=True) == shown_us + NOTICE_US


class FakeTable:
    """Published by hand."""

    def __init__(self, state: State) -> None:
        self.published, self.at_us = state.published, state.now_us

    def now_us(self) -> int:
        return self.at_us

    def command(self, command: object) -> None:
        raise AssertionError

    press = release = on_change = command


def test_the_match_wakes_for_what_moves_and_rests_after(fonts: Fonts) -> None:
    made = states()
    for still, first_us in ((False, 40 * MS), (True, FRESH_US)):
        table = FakeTable(made["answering"])
        screen = MatchScreen(table, View(fonts.measure, PACKAGE), Keys())  # type: ignore[arg-type]
        look = Look(still=still)
        screen.draw(SIZE, look, Devices())
        table.published, table.at_us = made["right"].published, made["right"].now_us + S
        screen.draw(SIZE, look, Devices())
        assert screen.rest_us() == first_us
        table.at_us += FRESH_US
        screen.draw(SIZE, look, Devices())
        assert screen.rest_us() is None
