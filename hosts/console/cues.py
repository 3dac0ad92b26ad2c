"""What is to be heard: two published states of a table, one after the other, to the names of sounds. Pure.

Each has a twin for the eye: a press (one pitch a seat) the band in the seat's colour, ``open`` the white tile,
``right`` and ``wrong`` the band's sign, ``window_over`` the closed tile, ``answer_up`` the clock at 0,0, ``hold`` the
hatched band, ``link_lost`` and ``fault`` a red word in the strip. A press that is refused is silent; so is what an
undo brings back, since it brings a hold with it.
"""

from __future__ import annotations

from buzzer.core.state import Answering, Game
from buzzer.published import Published

_VERDICTS: dict[str, str] = {"correct": "right", "wrong": "wrong", "no_answer": "wrong"}


def cues(before: Published, after: Published) -> tuple[str, ...]:
    """In the order in which they are to be heard; ``before`` may be the same state."""
    found = [*_faults(before, after), *_game(before.game, after.game)]
    return tuple(dict.fromkeys(found))


def _faults(before: Published, after: Published) -> list[str]:
    found = []
    up = {box.box for box in after.boxes if box.up}
    if any(box.up and box.box not in up and box.seats for box in before.boxes):
        found.append("link_lost")
    if after.saved.trouble is not None and before.saved.trouble is None:
        found.append("fault")
    return found


def _game(before: Game, after: Game) -> list[str]:
    if after.hold is not None:
        return ["hold"] if before.hold is None else []
    found = [*_verdict(before, after)]
    was, now = before.phase, after.phase
    if isinstance(now, Answering):
        if before.hold is None and (not isinstance(was, Answering) or was.seat != now.seat):
            found.append(f"press{1 + (now.seat - 1) % 8}")
        if now.up and isinstance(was, Answering) and was.seat == now.seat and not was.up:
            found.append("answer_up")
    elif _opened(after) and not _opened(before):
        found.append("open")
    if _timed_out(after) > _timed_out(before) and len(after.questions) == len(before.questions):
        found.append("window_over")
    return found


def _verdict(before: Game, after: Game) -> list[str]:
    """The newest, where there are more than there were."""
    given = [judged.verdict for question in after.questions for judged in question.verdicts]
    if len(given) <= sum(len(question.verdicts) for question in before.questions):
        return []
    cue = _VERDICTS.get(given[-1])
    return [] if cue is None else [cue]


def _opened(game: Game) -> bool:
    """Whether the buttons of the open question have been opened."""
    question = game.open
    return question is not None and question.opened_us is not None


def _timed_out(game: Game) -> int:
    return sum(question.ended == "timeout" for question in game.questions)
