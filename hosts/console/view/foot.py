"""The legend: only the keys that work now, each with both letters; over it a question to the host or a notice."""

from __future__ import annotations

from typing import NamedTuple

from buzzer.core.state import Answering, Finished, Idle
from buzzer.host import to_be_named
from buzzer.published import Notice
from hosts.console.view.draw import mixed
from hosts.console.view.fit import clean
from hosts.console.view.head import MARGIN, step_words
from hosts.console.view.moving import share
from hosts.console.view.pen import Pen
from hosts.console.view.scene import Scene
from hosts.console.view.ui import Asking
from hosts.console.view.words import known, say

NOTICE_US = 6_000_000
"""So long a notice stays."""
_QUESTIONS: dict[Asking, str] = {
    "quit": "ask_quit",
    "withdraw": "ask_void",
    "grant": "ask_grant",
    "seat": "ask_seat",
    "state": "ask_state",
}
_KIND_OF_VERDICT = {"correct": "v_correct", "wrong": "v_wrong", "no_answer": "v_no_answer", "none": "v_none"}


class Key(NamedTuple):
    """``rank``: the highest goes first where room ends; ``shorter``: what else the words may be, ever shorter."""

    cap: str
    words: str
    rank: int
    shorter: tuple[str, ...] = ()


def foot(pen: Pen, scene: Scene, now_us: int, top: float) -> None:
    """The last line of the window."""
    if over_legend(pen, scene, top, MARGIN, pen.width - 2 * MARGIN):
        return
    notice = current_notice(scene, now_us)
    if notice is not None:
        there = 1000 if pen.look.still else _there(notice, now_us)
        line(pen, top, notice_words(scene, notice), mixed("s2", "bg", there), mixed("text", "bg", there))
        return
    legend(pen, tuple(_keys(scene)), top)


def over_legend(pen: Pen, scene: Scene, top: float, x: float, w: float) -> bool:
    """A question to the host, or what his last key did not do, in the legend's place; False if there is none."""
    lang, ui = scene.lang, scene.ui
    if ui.asking is not None:
        code = _QUESTIONS[ui.asking]
        who = scene.seat_name(ui.seat) if ui.seat is not None else ""
        line(pen, top, say(lang, code, n=len(scene.game.seats), who=who), "live", "onlive", x, w)
    elif ui.message is not None:
        line(pen, top, say(lang, ui.message) if known(ui.message) else clean(ui.message), "s2", "text", x, w)
    else:
        return False
    return True


def current_notice(scene: Scene, now_us: int) -> Notice | None:
    """The newest one, for six seconds."""
    notices = scene.published.notices
    if notices and now_us < notices[-1].at_us + NOTICE_US:
        return notices[-1]
    return None


def _there(notice: Notice, now_us: int) -> int:
    """How much of a notice there is, per mille: it comes and goes."""
    return min(share(now_us - notice.at_us), share(notice.at_us + NOTICE_US - 1 - now_us))


def notice_words(scene: Scene, notice: Notice) -> str:
    """In the host's language where the catalogue has it, else as it came."""
    detail = clean(notice.detail)
    if known(detail):
        return say(scene.lang, detail)
    code = f"n_{notice.code}"
    if known(code):
        return say(scene.lang, code, detail=detail)
    return f"{clean(notice.code)}: {detail}" if detail else clean(notice.code)


def line(pen: Pen, top: float, words: str, fill: str, colour: str, x: float = MARGIN, w: float | None = None) -> None:
    """A line over the legend: a question to the host, a notice. ``w`` None: over all the window."""
    width = pen.width - 2 * MARGIN if w is None else w
    pen.rect(x, top - 8, width, 56, fill, 12)
    pen.text(words, x + 24, top - 4, width - 48, 48, 36, 24, bold=True, colour=colour)


def undo_words(scene: Scene) -> tuple[str, ...]:
    """What an undo would take back, as people call it: in full, then shorter; empty if there is nothing."""
    kinds, lang, game = scene.published.undo, scene.lang, scene.game
    if not kinds:
        return ()
    if "judge" in kinds:
        judged = next((each.verdicts[-1] for each in reversed(game.questions) if each.verdicts), None)
        if judged is None:
            return ()
        verdict = say(lang, _KIND_OF_VERDICT[judged.verdict])
        who = scene.seat_name(judged.seat)
        return say(lang, "u_judge_who", verdict=verdict, who=who), say(lang, "u_judge", verdict=verdict)
    code = f"u_{kinds[0]}"
    if kinds[0] == "announce" and game.questions:
        return (say(lang, code, value=game.questions[-1].value),)
    if kinds[0] == "theme" and game.theme is not None:
        return (say(lang, code, n=game.theme.number),)
    return (say(lang, code),) if known(code) and kinds[0] not in ("announce", "theme") else ()


def _keys(scene: Scene) -> list[Key]:
    lang, game, phase = scene.lang, scene.game, scene.game.phase
    if scene.published.roll is not None:
        return _roll_keys(scene)
    over = isinstance(phase, Finished)
    keys: list[Key] = []
    if isinstance(phase, Answering):
        # The verdict tiles stand where the tile of Space is otherwise.
        keys.append(Key(say(lang, "space"), step_words(scene), 0, () if game.hold else (say(lang, "k_nothing"),)))
        if to_be_named(scene.setup, game):
            keys.append(Key("A Ф", say(lang, "k_named"), 0))
        keys += [
            Key("Delete", say(lang, "k_no_answer"), 2),
            Key("N Т", say(lang, "k_annul"), 1, (say(lang, "k_annul_short"),)),
        ]
    elif game.live is not None:
        keys.append(Key("C С", say(lang, "k_close"), 1))
    if scene.published.undo:
        words = (*(say(lang, "k_undo", what=what) for what in undo_words(scene)), say(lang, "k_undo_bare"))
        keys.append(Key("U Г", words[0], 1, words[1:]))
    if not over:
        keys.append(Key("P З", say(lang, "k_hold" if game.hold is None else "k_go_on"), 2))
    if game.live is not None and not isinstance(phase, Answering):
        if scene.ui.digits == "grant":
            keys.append(Key(f"1–{len(game.seats)}", say(lang, "k_digit_grant"), 1))
        else:
            keys.append(Key("G П", say(lang, "k_grant"), 5))
    if scene.ui.digits == "buttons" and not over:
        keys.append(Key(f"1–{len(game.seats)}", say(lang, "k_digit_press"), 2))
    if game.live is None and not over and any(box.up for box in scene.published.boxes):
        keys.append(Key("R К", say(lang, "k_roll"), 7))
    if isinstance(phase, Idle):
        keys.append(Key("← → ↑ ↓", say(lang, "k_move"), 3))
    if any(question.verdicts and not question.void for question in game.questions):
        keys.append(Key("K Л", say(lang, "k_checked" if game.checks else "k_check"), 6))
    if game.questions and not over:
        keys.append(Key("V М", say(lang, "k_void"), 5))
    if game.questions or not over:
        keys.append(Key("E У", say(lang, "k_corrections"), 7))
    if scene.theme_text is not None and not over:
        keys.append(Key("T Е", say(lang, "k_theme"), 8))
    if over:
        keys.append(Key("Ctrl+Q", say(lang, "k_quit"), 1))
    else:
        keys.append(Key("H Р", say(lang, "k_show" if scene.ui.hidden else "k_hide"), 7))
    keys.append(Key("F1", say(lang, "k_help"), 0))
    return keys


def legend(pen: Pen, keys: tuple[Key, ...], top: float) -> None:
    """Keys with what they do; where room ends, the rarer ones go."""
    pen.part(_legend, keys, top)


def _roll_keys(scene: Scene) -> list[Key]:
    """The roll call's."""
    lang = scene.lang
    digits = "k_digit_press" if scene.ui.digits == "buttons" else "k_roll_digit"
    start = "k_roll_go_on" if scene.game.questions else "k_roll_start"
    return [
        Key(f"1–{len(scene.game.seats)}", say(lang, digits), 1),
        Key("Delete", say(lang, "k_roll_free"), 2),
        Key("Enter", say(lang, start), 1),
        Key("R К", say(lang, "k_roll_again"), 3),
        Key("F1", say(lang, "k_help"), 0),
    ]


def _legend(pen: Pen, all_keys: tuple[Key, ...], top: float) -> None:
    keys = list(all_keys)
    room = pen.width - 2 * MARGIN
    for kept, least in ((1, 5), (0, 1)):  # the last short form is taken only when the rarer keys have gone
        for index in range(len(keys)):
            while _total(pen, keys) > room and len(keys[index].shorter) > kept:
                keys[index] = _shorter(keys[index])
        while _total(pen, keys) > room and any(key.rank >= least for key in keys):
            keys.remove(max(keys, key=lambda key: key.rank))
    x = float(MARGIN)
    for key in keys:
        cap, words = _widths(pen, key)
        pen.rect(x, top, cap, 40, "s1", 8, "line", 2)
        pen.text(key.cap, x + 2, top + 1, cap - 4, 38, 26, 22, bold=True, align="centre")
        pen.text(key.words, x + cap + 12, top + 1, words + 2, 38, 26, 22, colour="text2")
        x += cap + 12 + words + 28


def _shorter(key: Key) -> Key:
    return key._replace(words=key.shorter[0], shorter=key.shorter[1:])


def _widths(pen: Pen, key: Key) -> tuple[float, float]:
    return pen.width_of(key.cap, 26, True) + 28, pen.width_of(key.words, 26)


def _total(pen: Pen, keys: list[Key]) -> float:
    return sum(sum(_widths(pen, key)) + 40 for key in keys) - 28
