"""Random matches, made so that boundaries are hit: durations of a few microseconds, stamps that often coincide."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from buzzer.core import facts as f
from buzzer.core import state
from buzzer.core.match import new_match, preview, step
from buzzer.core.rules import Ruleset
from buzzer.core.state import Setup
from buzzer.rulesets import names, preset

Draw = st.DrawFn


def tiny(**fields: object) -> Ruleset:
    """A ruleset whose durations are of the size of the steps between random facts."""
    usual: dict[str, object] = {"opens": "announce", "signal_us": 7, "after_wrong_us": 5, "values": (10, 20)}
    return Ruleset.model_validate(usual | fields)


@st.composite
def rulesets(draw: Draw) -> Ruleset:
    """Every choice a ruleset has, in all combinations."""
    return tiny(
        opens=draw(st.sampled_from(["announce", "read", "read_end"])),
        early_press=draw(st.sampled_from(["ignore", "lock", "out", "fine"])),
        early_lock_us=draw(st.integers(1, 9)),
        early_lock_restarts=draw(st.booleans()),
        after_wrong=draw(st.sampled_from(["restart", "remaining", "absolute"])),
        answer_us=draw(st.sampled_from([None, 4, 9])),
        answer_time_up=draw(st.sampled_from(["prompt", "wrong"])),
        busy_press=draw(st.sampled_from(["ignore", "lock", "fine"])),
        busy_grace_us=draw(st.sampled_from([None, 2])),
        busy_lock_us=draw(st.integers(1, 6)),
        fine_from=draw(st.sampled_from(["named", "accepted"])),
        attempts=draw(st.sampled_from([1, 1, 2])),
        countdown_s=draw(st.sampled_from([(), (0,), (1, 0)])),
        wrong_factor=draw(st.sampled_from([-1, 0])),
        no_show_score=draw(st.sampled_from([None, -100])),
        place_by=draw(st.sampled_from(["score", "score_counts"])),
    )


@st.composite
def setups(draw: Draw, settles: tuple[int, ...] = (0, 6)) -> Setup:
    return Setup(
        rules=draw(rulesets()),
        players=("A", "B", "C", "D")[: draw(st.integers(2, 4))],
        settle_us=draw(st.sampled_from(settles)),
        lot_seed=draw(st.integers(0, 3)),
    )


def preset_setups() -> st.SearchStrategy[Setup]:
    return st.builds(Setup, rules=st.sampled_from([preset(name) for name in names()]), players=st.just(("A", "B")))


HOST = (
    ["announce"] * 6 + ["read"] * 3 + ["read_end"] * 3 + ["judge"] * 9 + ["hold", "resume"] * 3 + ["undo"] * 5
    + ["named", "grant", "close", "void", "seat"] * 2
    + ["rejudge", "adjust", "check", "note", "session", "theme", "finish"]
)  # fmt: skip
PLAYER = ["press"] * 26 + ["release"] * 2 + ["message"] * 3
LIKELY: dict[type, list[str]] = {
    state.Idle: ["announce"] * 6 + ["undo", "rejudge", "void", "press"],
    state.Announced: ["read", "read", "read_end", "press", "press"],
    state.Reading: ["press"] * 4 + ["read_end"] * 2,
    state.Broken: ["press"] * 4 + ["read", "read_end"],
    state.Window: ["press"] * 6 + ["hold", "undo", "message"],
    state.Answering: ["judge"] * 4 + ["press"] * 5 + ["named", "message", "release", "undo", "hold"],
    state.Finished: ["undo"] * 3 + ["rejudge", "adjust"],
}
"""What makes sense in a phase: drawn three times out of four, else anything."""
VERDICTS = ["correct", "wrong", "wrong", "wrong", "no_answer", "none", "none"]
MAKE: dict[str, Any] = dict(f.KINDS)


@st.composite
def one_fact(draw: Draw, kind: str, seats: int, err_us: int, key: int | None, when: dict[str, Any]) -> f.Fact:
    """One fact with random fields; ``seats``: the highest seat, ``err_us``: the largest error."""
    seat = st.integers(1, seats)
    question = st.integers(1, 3)
    auto = draw(st.integers(0, 11)) == 0
    common: dict[str, Any] = {**when, "key": key, "auto": auto}
    match kind:
        case "announce":
            replaces = draw(st.sampled_from([None, None, None, 1, 2]))
            return f.Announce(**(common | {"auto": False}), value=draw(st.sampled_from([10, 20])), replaces=replaces)
        case "judge":
            seen = draw(st.sampled_from([None, None, None, 1, 2]))
            return f.Judge(**(common | {"auto": False}), verdict=draw(st.sampled_from(VERDICTS)), seat=seen)
        case "grant":
            return f.Grant(**(common | {"auto": False}), seat=draw(seat))
        case "void":
            return f.Void(**common, question=draw(st.none() | question))
        case "rejudge":
            verdict: Any = draw(st.sampled_from(VERDICTS))
            return f.Rejudge(**common, question=draw(question), seat=draw(seat), verdict=verdict)
        case "adjust":
            return f.Adjust(**common, seat=draw(seat), delta=draw(st.sampled_from([5, -5])), reason="ruled")
        case "seat":
            sits: Any = draw(st.sampled_from(["in", "in", "out", "no_show"]))
            return f.SeatFact(**common, seat=draw(seat), state=sits)
        case "check":
            return f.Check(**common, question=draw(question), seat=draw(seat), open=draw(st.booleans()))
        case "theme":
            return f.ThemeFact(**common, number=draw(question))
        case "hold":
            return f.Hold(**common, why=draw(st.sampled_from([None, "host", "gap"])))
        case "session":
            return f.Session(**common, wall="later")
        case "note":
            return f.Note(**common, text="hm")
        case "press":
            box = draw(st.sampled_from([None, "L", "R"]))
            seq = draw(st.none() | st.integers(1, 6)) if box else None
            err = draw(st.integers(0, err_us)) if box else 0
            held = draw(st.integers(0, 15)) == 0
            return f.Press(**when, seat=draw(seat), box=box, seq=seq, err_us=err, held=held)
        case "release" | "message":
            return MAKE[kind](**when, seat=draw(seat))  # type: ignore[no-any-return]
        case _:
            return MAKE[kind](**common)  # type: ignore[no-any-return]


@st.composite
def transcripts(
    draw: Draw, setup: Setup, size: int = 30, late: bool = True, kinds: tuple[str, ...] = (*HOST, *PLAYER)
) -> list[f.Fact]:
    """Facts in the order in which they became known, as a file has them."""
    known_us = 0
    found: list[f.Fact] = []
    match = new_match(setup)
    for _ in range(draw(st.integers(1, size))):
        known_us += draw(st.sampled_from([0, 1, 1, 1, 2, 3, 4, 7]))
        under_way = draw(st.integers(0, setup.settle_us))
        if late and draw(st.integers(0, 15)) == 0:
            under_way += draw(st.integers(1, 6))
        game = preview(match)
        likely = ["resume"] if game.hold else [kind for kind in LIKELY[type(game.phase)] if kind in kinds]
        sensible = bool(likely) and draw(st.integers(0, 3)) > 0
        kind = draw(st.sampled_from(likely if sensible else list(kinds)))
        when: dict[str, Any] = {"at_us": known_us - under_way, "arrived_us": known_us}
        key = len(found)
        last = found[-1] if found else None
        if last is not None and last.key is not None and kind not in PLAYER and draw(st.integers(0, 3)) == 0:
            key, when = last.key, {"at_us": last.at_us, "arrived_us": last.arrived_us}  # two facts of one key press
            known_us = last.at_us if last.arrived_us is None else last.arrived_us
        elif key and kind not in PLAYER and draw(st.integers(0, 15)) == 0:
            key = found[draw(st.integers(0, key - 1))].key or key  # a number that has been used before
        found.append(draw(one_fact(kind, len(setup.players), setup.settle_us // 2, key, when)))
        match, _ = step(match, found[-1])
    return found


@st.composite
def matches(
    draw: Draw, size: int = 30, settles: tuple[int, ...] = (0, 6), late: bool = True
) -> tuple[Setup, list[f.Fact]]:
    """A setup and a file of facts for it."""
    setup = draw(setups(settles))
    return setup, draw(transcripts(setup, size, late))
