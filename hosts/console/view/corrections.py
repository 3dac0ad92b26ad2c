"""The corrections panel: each question with its verdicts, and what scores and places would be after the changes."""

from __future__ import annotations

from buzzer.core.scoring import places, total
from buzzer.core.state import Answering, Game, Judged, Question
from hosts.console.view.draft import Draft, all_changes, corrected, judged_as, proposed
from hosts.console.view.ending import listed
from hosts.console.view.fit import clean
from hosts.console.view.foot import over_legend
from hosts.console.view.overlay import veil
from hosts.console.view.pen import Pen
from hosts.console.view.scene import Scene
from hosts.console.view.words import points, say, signed

SIDE, TOP, FOOT = 60.0, 36.0, 84.0
_MARKS = {"correct": "right", "wrong": "wrong", "no_answer": "wrong", "none": "dash"}


def corrections(pen: Pen, scene: Scene, draft: Draft) -> None:
    """60 in from the sides, the rest under a veil; the keys at its foot."""
    veil(pen)
    w, h = pen.width - 2 * SIDE, pen.height - 2 * TOP
    pen.rect(SIDE, TOP, w, h, "s1", edge="line", edge_w=3)
    pen.text(say(scene.lang, "corrections"), SIDE + 32, TOP + 14, w * 0.45, 64, 52, 36, bold=True)
    _playing(pen, scene, SIDE + w * 0.48, TOP + 18, w * 0.52 - 32)
    left_w = 380.0 if pen.width < 1700 else 690.0
    foot = TOP + h - FOOT
    _list(pen, scene, draft, SIDE + 24, TOP + 100, left_w, foot - TOP - 112)
    _seats(pen, scene, draft, SIDE + left_w + 48, TOP + 88, w - left_w - 72, foot - TOP - 100)
    if not over_legend(pen, scene, foot + 22, SIDE + 20, w - 40):
        _keys(pen, len(scene.game.seats), SIDE + 32, foot + 20, w - 64)


def _playing(pen: Pen, scene: Scene, x: float, y: float, w: float) -> None:
    """Whether something goes on behind the panel: loud if it does."""
    game, lang = scene.game, scene.lang
    if isinstance(game.phase, Answering):
        words, loud = say(lang, "corr_answering", who=scene.seat_name(game.phase.seat)), True
    elif game.hold is not None:
        words, loud = say(lang, "corr_hold"), False
    elif game.live is not None:
        words, loud = say(lang, "corr_live"), True
    else:
        return
    pen.text(words, x, y, w, 56, 36, 24, bold=loud, colour="text" if loud else "text2", align="right")


# ---------------------------------------------------------------- the questions


def _list(pen: Pen, scene: Scene, draft: Draft, x: float, top: float, w: float, h: float) -> None:
    """The newest on top; what is chosen is always among them."""
    questions = scene.game.questions
    if not questions:
        pen.text(say(scene.lang, "corr_no_question"), x + 12, top, w - 24, 80, 36, 24, colour="text2", lines=2)
        return
    row = 84.0
    room = max(1, int(h // row))
    first = min(max(0, len(questions) - draft.question - room // 2), max(0, len(questions) - room))
    changed = {each[0] for each in all_changes(draft, questions)}
    for index, question in enumerate(list(reversed(questions))[first : first + room]):
        y = top + index * row
        current = question.number == draft.question
        marks = tuple((each.seat, each.verdict, each.delta) for each in question.verdicts[-4:])
        name = clean(question.theme_name or "") if w > 500 else ""
        ending = "" if marks and not question.void else say(scene.lang, _no_marks(question))
        dirty = question.number in changed
        pen.part(_question, question.number, question.value, name, marks, ending, current, dirty, x, y, w, row - 6)


def _no_marks(question: Question) -> str:
    if question.void:
        return "corr_was_void"
    return "corr_is_open" if question.ended is None else "nobody"


def _question(
    pen: Pen, number: int, value: int, name: str, marks: tuple[tuple[int, str, int], ...], ending: str,
    current: bool, dirty: bool, x: float, y: float, w: float, h: float,
) -> None:  # fmt: skip
    if current:
        pen.rect(x, y, w, h, "s2", 12, "live", 4)
    pen.text(f"{number}{'*' if dirty else ''}", x + 12, y, 62, h, 32, 22, colour="text3", align="right")
    pen.text(str(value), x + 82, y, 76, h, 40, 24, bold=True, align="right")
    left, right = x + 172, x + w - 14
    if ending:
        pen.text(ending, right - 130, y, 130, h, 30, 22, colour="text2", align="right")
        right -= 140
    else:
        wide = w > 500
        each_w = min(146.0 if wide else 92.0, (right - left) / len(marks))
        for seat, verdict, delta in reversed(marks):
            _mark(pen, seat, verdict, delta if wide and each_w > 120 else None, right - each_w, y, each_w, h)
            right -= each_w
    if name and right - left > 90:
        pen.text(name, left, y, right - left - 10, h, 30, 24, colour="text2")


def _mark(
    pen: Pen, seat: int, verdict: str, delta: int | None, x: float, y: float, w: float, h: float
) -> None:  # fmt: skip
    side = min(40.0, w * 0.5)
    pen.sign(x, y + (h - side) / 2, side, seat, "lit")
    if delta is not None:
        pen.text(signed(delta), x + side + 4, y, w - side - 6, h, 34, 22, bold=True, align="right")
        return
    small = min(28.0, w - side - 6)
    pen.mark(x + side + 4, y + (h - small) / 2, small, _MARKS[verdict], "text2")


# ---------------------------------------------------------------- the seats


def _seats(pen: Pen, scene: Scene, draft: Draft, x: float, top: float, w: float, h: float) -> None:
    lang, game = scene.lang, scene.game
    question = game.questions[draft.question - 1] if 1 <= draft.question <= len(game.questions) else None
    if question is not None:
        parts = (say(lang, "corr_question", n=question.number), clean(question.theme_name or ""), str(question.value))
        pen.text(" · ".join(part for part in parts if part), x + 12, top, w - 24, 56, 38, 24, bold=True)
    columns = _columns(w)
    heads = zip(("corr_verdict", "corr_after", "corr_score", "corr_place"), columns, strict=True)
    for code, (shift, width) in heads:
        pen.text(say(lang, code), x + shift, top + 60, width, 34, 26, 20, colour="text3", align="right")
    after = corrected(scene.setup, game, draft)
    was, now = places(scene.setup, game), places(scene.setup, after)
    count = len(game.seats)
    row = min(104.0, (h - 98 - 132) / count)
    changes = {each[:2]: each[2] for each in all_changes(draft, game.questions)}
    for seat in range(1, count + 1):
        before = judged_as(question, seat) if question is not None and not question.void else None
        anew = None if question is None else changes.get((question.number, seat))
        new = judged_as(after.questions[draft.question - 1], seat) if anew is not None else None
        sitting = game.seats[seat - 1].state
        state = "" if sitting == "in" else say(lang, "is_no_show" if sitting == "no_show" else "is_out")
        pen.part(
            _seat, seat, scene.seat_name(seat), state,
            _pair(before), _pair(new),
            _both(scene, game, after, seat), (was[seat], now[seat]), seat == draft.seat,
            x, top + 98 + (seat - 1) * row, w, row - 4,
        )  # fmt: skip
    _proposal(pen, scene, draft, x + 12, top + h - 126, w - 24)


def _pair(judged: Judged | None) -> tuple[str, int] | None:
    return None if judged is None else (judged.verdict, judged.delta)


def _both(scene: Scene, game: Game, after: Game, seat: int) -> tuple[int, int]:
    return total(scene.setup, game, seat), total(scene.setup, after, seat)


def _columns(w: float) -> tuple[tuple[float, float], ...]:
    """Verdict, after, score, place: where each begins and how wide it is. The name has what is left."""
    verdict, after, score, place = (118.0, 150.0, 138.0, 104.0) if w < 1000 else (150.0, 180.0, 160.0, 130.0)
    right = w - 14
    return (
        (right - place - score - after - verdict, verdict - 8), (right - place - score - after, after - 8),
        (right - place - score, score - 8), (right - place, place),
    )  # fmt: skip


def _seat(
    pen: Pen, seat: int, name: str, state: str, before: tuple[str, int] | None, new: tuple[str, int] | None,
    scores: tuple[int, int], where: tuple[str, str], current: bool, x: float, y: float, w: float, h: float,
) -> None:  # fmt: skip
    """One seat's line; framed if it is chosen, raised if its verdict changes."""
    if new is not None or current:
        pen.rect(x, y, w, h, "s2", 12, "live" if current else None, 4)
    side = min(60.0, h - 10)
    pen.sign(x + 12, y + (h - side) / 2, side, seat, "lit" if before is not None else "may")
    columns = _columns(w)
    left, name_w = x + side + 28, columns[0][0] - side - 32
    name_h = h * 0.6 if state else h
    pen.text(name, left, y + 2, name_w, name_h - 4, 34, 20, bold=before is not None, lines=2 if state else 3)
    if state:
        pen.text(state, left, y + name_h - 2, name_w, h - name_h, 26, 20, colour="text2")
    _verdict(pen, before, "text2", x + columns[0][0], y, columns[0][1], h)
    if new is not None:
        pen.text("→", x + columns[1][0] + 4, y, 26, h, 28, 20, colour="text2")
        colour = "right" if new[0] == "correct" else "text"
        _verdict(pen, new, colour, x + columns[1][0] + 32, y, columns[1][1] - 32, h)
    _changed(pen, points(scores[0]), points(scores[1]), x + columns[2][0], y, columns[2][1], h)
    old, now = (each.replace("-", "–") for each in where)
    _changed(pen, old, now, x + columns[3][0], y, columns[3][1], h)


def _verdict(
    pen: Pen, verdict: tuple[str, int] | None, colour: str, x: float, y: float, w: float, h: float
) -> None:  # fmt: skip
    if verdict is None:
        pen.text("—", x, y, w, h, 34, 22, colour="text3", align="right")
        return
    kind, delta = verdict
    mark = min(30.0, w * 0.3)
    pen.mark(x, y + (h - mark) / 2, mark, _MARKS[kind], colour)
    pen.text(signed(delta), x + mark + 4, y, w - mark - 4, h, 34, 20, bold=True, colour=colour, align="right")


def _changed(pen: Pen, before: str, after: str, x: float, y: float, w: float, h: float) -> None:
    """What will be; under it what was, where that is another."""
    if before == after:
        pen.text(after, x, y, w, h, 40, 22, bold=True, colour="text2", align="right")
        return
    pen.text(after, x, y + 2, w, h * 0.58 - 4, 42, 22, bold=True, align="right")
    was = say(pen.lang, "corr_was", was=before)
    pen.text(was, x, y + h * 0.58, w, h * 0.42 - 2, 26, 20, colour="text2", align="right")


def _proposal(pen: Pen, scene: Scene, draft: Draft, x: float, y: float, w: float) -> None:
    """What is proposed for the answers after one that has become right; else what can be done here."""
    lang = scene.lang
    offered = proposed(draft, scene.game.questions)
    if offered:
        who = listed(scene, tuple(dict.fromkeys(seat for _, seat, _ in offered)))
        pen.text(say(lang, "corr_proposal", who=who), x, y, w, 58, 34, 22, lines=2)
        half = 200.0
        for index, (cap, code, on) in enumerate((("←", "corr_take", draft.take), ("→", "corr_leave", not draft.take))):
            left = x + index * (half + 16)
            pen.rect(left, y + 62, half, 56, "s2" if on else None, 12, "live" if on else "line", 4 if on else 2)
            words = f"{cap}  {say(lang, code)}"
            pen.text(words, left + 10, y + 64, half - 20, 52, 32, 22, bold=on, align="centre")
        return
    pen.text(say(lang, "corr_unsaved" if draft.changes else "corr_seats"), x, y + 62, w, 56, 32, 22, colour="text2")


def _keys(pen: Pen, seats: int, x: float, y: float, w: float) -> None:
    """The panel's own legend; where room ends, the words of the verdicts go and their marks stay, then S."""
    lang = pen.lang
    keys = [
        ("↑ ↓", say(lang, "corr_k_question"), ""), (f"1…{seats}", say(lang, "corr_k_seat"), ""),
        ("F А", say(lang, "v_wrong"), "wrong"), ("J О", say(lang, "v_correct"), "right"),
        ("N Т", say(lang, "v_none"), "dash"), ("S Ы", say(lang, "corr_k_state"), ""),
        ("Esc", say(lang, "corr_k_leave"), ""), ("Ctrl+S", say(lang, "corr_k_save"), ""),
    ]  # fmt: skip

    def width(short: bool) -> float:
        words = sum(34 if mark and short else pen.width_of(text, 26) + 2 for _, text, mark in keys)
        return words + sum(pen.width_of(cap, 26, True) + 36 for cap, _, _ in keys)

    short = width(False) + 16 * (len(keys) - 1) > w
    if short and width(True) + 12 * (len(keys) - 1) > w:
        del keys[5]  # a line above says it
    gap = max(8.0, min(32.0, (w - width(short)) / (len(keys) - 1)))
    for cap, text, mark in keys:
        cap_w = pen.width_of(cap, 26, True) + 24
        pen.rect(x, y, cap_w, 44, "bg", 8, "line", 2)
        pen.text(cap, x + 2, y + 2, cap_w - 4, 40, 26, 20, bold=True, align="centre")
        x += cap_w + 10
        if mark and short:
            pen.mark(x, y + 6, 32, mark, "text2")
            x += 34 + gap
            continue
        text_w = pen.width_of(text, 26) + 2
        pen.text(text, x, y + 2, text_w, 40, 26, 20, colour="text2")
        x += text_w + gap
