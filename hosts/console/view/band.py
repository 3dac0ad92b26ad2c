"""The band: are the buttons open, who answers and how long, how long does the window run, what happened last."""

from __future__ import annotations

from buzzer.core.scoring import total
from buzzer.core.state import Announced, Answering, Broken, Reading, Window
from buzzer.core.state import Question as Played
from buzzer.host import Step, Target, to_be_named
from hosts.console.view.fit import clean
from hosts.console.view.head import MARGIN
from hosts.console.view.pen import Pen
from hosts.console.view.scene import Scene, at_theme_break, theme_title
from hosts.console.view.words import points, say, signed, tenths

TILE = 196.0
FINISH_US = 100_000
"""A press so much later than the one that got the right is no photo finish any more."""
_HOLDS = {"host", "gap", "link", "session"}


def band(pen: Pen, scene: Scene, now_us: int, top: float) -> None:
    """The state of the question at one look, ``now_us`` on the table's time line."""
    phase = scene.game.phase
    if isinstance(phase, Answering):
        _answering(pen, scene, phase, now_us, top)
    elif scene.game.hold is not None:
        _held(pen, scene, now_us, top)
    elif isinstance(phase, Window):
        _window(pen, scene, phase, now_us, top)
    elif isinstance(phase, Announced | Reading | Broken):
        _before_the_end(pen, scene, top)
    elif scene.closed is not None:
        _closed(pen, scene, scene.closed, top)
    else:
        _next(pen, scene, top)


def clock_tenths(rest_us: int) -> int:
    """Tenths still left, rounded up: 0 is shown only when nothing is left. It never jumps up while time runs."""
    return max(0, -(-rest_us // 100_000))


def rest_us(scene: Scene, until_g: int, now_us: int) -> int:
    """What is left until an instant of the game clock; a stale ``now_us`` never shows more than when published."""
    at_us = max(now_us, scene.published.at_us)
    return max(0, until_g - scene.game.clock_g(at_us))


def _panel(
    pen: Pen, top: float, mark: str, word: str, live: bool, colour: str = "text2", hatched: bool = False
) -> None:
    """The band's ground and its tile. A white tile: the buttons are open."""
    pen.part(_draw_panel, top, mark, word, live, colour, hatched)


def _draw_panel(pen: Pen, top: float, mark: str, word: str, live: bool, colour: str, hatched: bool) -> None:
    pen.rect(MARGIN, top, pen.width - 2 * MARGIN, TILE, "s1", hatched=hatched)
    pen.rect(MARGIN, top, TILE, TILE, "live" if live else "s2")
    ink = "onlive" if live else colour
    pen.mark(MARGIN + 50, top + 22, 96, mark, ink)
    pen.text(word, MARGIN + 8, top + 140, TILE - 16, 44, 32, 20, bold=True, colour=ink, align="centre")


def _lines(
    pen: Pen, top: float, title: str, line: str, clock: bool, colour: str = "text", quiet: str = "text2"
) -> None:
    """Title and one line right of the tile; the clock, if there is one, takes the right."""
    pen.part(_draw_lines, top, title, line, clock, colour, quiet)


def _draw_lines(pen: Pen, top: float, title: str, line: str, clock: bool, colour: str, quiet: str) -> None:
    x = MARGIN + TILE + 28
    w = pen.width - MARGIN - 28 - x - (330 if clock else 0)
    foot = 150 if clock else TILE - 12
    pen.text(title, x, top + 8, w, foot - 62, 80, 32, bold=True, colour=colour, lines=2)
    pen.text(line, x, top + foot - 54, w, 50, 40, 24, colour=quiet)


def _clock(pen: Pen, scene: Scene, top: float, count: int, colour: str, small: str) -> None:
    right = pen.width - MARGIN - 28
    unit = say(scene.lang, "s")
    pen.text(unit, right - 30, top + 90, 30, 50, 40, 24, bold=True, colour=small, align="right")
    pen.text(
        tenths(scene.lang, count), right - 320, top + 4, 282, 150, 124, 60, bold=True, colour=colour, align="right"
    )  # fmt: skip


def _bar(pen: Pen, top: float, left_us: int, all_us: int, colour: str, spent: str, hollow: bool) -> None:
    x = MARGIN + TILE + 28
    segments = max(1, min(60, -(-all_us // 1_000_000)))
    pen.bar(x, top + 162, pen.width - MARGIN - 28 - x, 18, left_us / all_us, segments, colour, spent, hollow)


def _answering(pen: Pen, scene: Scene, phase: Answering, now_us: int, top: float) -> None:
    """All in the seat's colour; in outline while it is provisional; hatched on hold."""
    seat, game, lang = phase.seat, scene.game, scene.lang
    fill, provisional, held = f"seat{1 + (seat - 1) % 8}", scene.published.provisional, game.hold is not None
    solid = not (provisional or held)
    w = pen.width - 2 * MARGIN
    if solid:
        pen.rect(MARGIN, top, w, TILE, fill)
    else:
        pen.rect(MARGIN, top, w, TILE, "s1", edge=fill, edge_w=6, hatched=held)
    ink, quiet = ("ink", "ink") if solid else ("text", "text2")
    if held:
        pen.mark(MARGIN + 50, top + 22, 96, "hold", "text")
        pen.text(say(lang, "HOLD"), MARGIN + 8, top + 140, TILE - 16, 44, 32, 20, bold=True, align="centre")
    else:
        pen.sign(MARGIN + 28, top + 28, 140, seat, "ink" if solid else "may")
    _lines(pen, top, scene.seat_name(seat), _answer_line(scene, phase, now_us), True, ink, quiet)
    if phase.until_g is None:
        elapsed = max(0, game.clock_g(max(now_us, scene.published.at_us)) - phase.since_g)
        _clock(pen, scene, top, elapsed // 100_000, ink, quiet)
        return
    left = 0 if phase.up else rest_us(scene, phase.until_g, now_us)
    _clock(pen, scene, top, clock_tenths(left), ink, quiet)
    _bar(pen, top, left, max(1, phase.until_g - phase.since_g), ink if solid else "text2", "veil", held)


def _answer_line(scene: Scene, phase: Answering, now_us: int) -> str:
    lang = scene.lang
    if scene.game.hold is not None:
        title, line = _hold_words(scene)
        return f"{title}. {line}"
    if phase.up or (phase.until_g is not None and rest_us(scene, phase.until_g, now_us) == 0):
        return say(lang, "answer_up")
    if scene.published.provisional:
        return say(lang, "provisional")
    if to_be_named(scene.setup, scene.game):
        return say(lang, "name_him")
    finish = say(lang, "by_hand") if phase.by_hand else _photo_finish(scene, phase.seat)
    if phase.until_g is None:
        return " · ".join(part for part in (say(lang, "no_limit"), finish) if part)
    return finish


def _photo_finish(scene: Scene, seat: int) -> str:
    """Who pressed after the one who answers, and by how much: up to three."""
    presses = scene.published.presses
    first = next((press for press in reversed(presses) if press.seat == seat and press.why is None), None)
    if first is None:
        return ""
    after: dict[int, int] = {}
    for press in presses:
        if press.seat != seat and press.why is not None and first.at_us <= press.at_us < first.at_us + FINISH_US:
            after.setdefault(press.seat, press.at_us - first.at_us)
    return " · ".join(
        say(scene.lang, "later" if us else "level", who=scene.seat_name(other), ms=milliseconds(scene, us))
        for other, us in sorted(after.items(), key=lambda pair: pair[1])[:3]
    )


def milliseconds(scene: Scene, us: int) -> str:
    """3,4 below 10 ms, whole ones above."""
    return tenths(scene.lang, us // 100) if us < 10_000 else str(us // 1000)


def _held(pen: Pen, scene: Scene, now_us: int, top: float) -> None:
    phase = scene.game.phase
    _panel(pen, top, "hold", say(scene.lang, "HOLD"), False, "text", hatched=True)
    pen.rect(MARGIN, top, TILE, TILE, None, edge="live", edge_w=4)
    title, line = _hold_words(scene)
    window = isinstance(phase, Window)
    _lines(pen, top, title, line, window, quiet="text")
    if isinstance(phase, Window):
        left = rest_us(scene, phase.until_g, now_us)
        _clock(pen, scene, top, clock_tenths(left), "text2", "text2")
        _bar(pen, top, left, _longest(scene), "text2", "line", True)


def _hold_words(scene: Scene) -> tuple[str, str]:
    """Why the clocks stand, and what to do."""
    hold, lang = scene.game.hold, scene.lang
    assert hold is not None
    why = hold.why if hold.why in _HOLDS else "undo"
    title = say(lang, f"hold_{why}")
    down = next((box for box in scene.published.boxes if not box.up), None)
    if scene.game.live is None:
        return title, say(lang, "hold_idle_do")
    if why == "link" and down is not None:
        return title, say(lang, "hold_link_lost", box=clean(down.box))
    return title, say(lang, f"hold_{why}_do")


def _window(pen: Pen, scene: Scene, phase: Window, now_us: int, top: float) -> None:
    left = rest_us(scene, phase.until_g, now_us)
    live = left > 0
    _panel(pen, top, "open" if live else "closed", say(scene.lang, "OPEN" if live else "CLOSED"), live)
    _lines(pen, top, say(scene.lang, "window"), say(scene.lang, "waiting" if live else "window_over"), True)
    _clock(pen, scene, top, clock_tenths(left), "text", "text2")
    _bar(pen, top, left, _longest(scene), "live", "line", False)


def _longest(scene: Scene) -> int:
    """The longest window of the ruleset: the bar's length, so that a second has one width all match long."""
    return max(scene.setup.rules.signal_us, scene.setup.rules.after_wrong_us or 0)


def _before_the_end(pen: Pen, scene: Scene, top: float) -> None:
    live = scene.game.live is not None and scene.game.live.opened
    phase, lang = scene.game.phase, scene.lang
    _panel(pen, top, "open" if live else "closed", say(lang, "OPEN" if live else "CLOSED"), live)
    if isinstance(phase, Announced):
        title = say(lang, "announced", value=scene.value)
    else:
        title = say(lang, "reading" if isinstance(phase, Reading) else "broken")
    line = say(lang, "may_press") if live else say(lang, f"opens_{scene.setup.rules.opens}")
    _lines(pen, top, title, line, False)


def _closed(pen: Pen, scene: Scene, question: Played, top: float) -> None:
    """How the last question ended; at a theme break also what comes next."""
    lang = scene.lang
    won = next((judged for judged in question.verdicts if judged.verdict == "correct"), None)
    if question.void:
        mark, word, colour = "dash", "VOID", "text2"
    elif won is not None:
        mark, word, colour = "right", "RIGHT", "right"
    else:
        mark, word, colour = "closed", "NOBODY", "text2"
    _panel(pen, top, mark, say(lang, word), False, colour)
    coming = _coming(scene)
    if won is not None and not question.void:
        score = say(lang, "score_is", score=points(total(scene.setup, scene.game, won.seat)))
        _lines(pen, top, scene.seat_name(won.seat), " · ".join(part for part in (score, coming) if part), True)
        right = pen.width - MARGIN - 28
        pen.text(signed(won.delta), right - 320, top + 10, 320, 150, 124, 40, bold=True, align="right")
        return
    why = say(lang, f"closed_{question.ended}") if question.ended else ""
    title = say(lang, "nobody") if not question.void else say(lang, "closed_void")
    line = why if not question.void else ""
    _lines(pen, top, title, " · ".join(part for part in (line, coming) if part), False)


def _coming(scene: Scene) -> str:
    goal, lang = scene.goal, scene.lang
    if scene.step is Step.FINISH or goal is None:
        return say(lang, "all_played")
    if scene.step is Step.THEME:
        name = theme_title(scene.published, goal.theme, scene.package)
        return f"{say(lang, 'next_is_theme', n=goal.theme)}{f': {name}' if name else ''}"
    return ""


def _next(pen: Pen, scene: Scene, top: float) -> None:
    """Before a question: what comes, and when the buttons open."""
    lang, goal = scene.lang, scene.goal
    _panel(pen, top, "closed", say(lang, "CLOSED"), False)
    if goal is None or scene.step is Step.FINISH:
        _lines(pen, top, say(lang, "all_played"), "", False)
        return
    if scene.step is Step.THEME:
        name = theme_title(scene.published, goal.theme, scene.package) or scene.theme_name
        title = f"{say(lang, 'next_is_theme', n=goal.theme)}{f': {name}' if name else ''}"
    elif scene.step is Step.PLAYED:
        title = say(lang, "do_played")
    elif at_theme_break(scene):
        _lines(pen, top, *_theme_announced(scene, goal), False)
        return
    else:
        title = say(lang, "next_question", value=goal.value)
    _lines(pen, top, title, say(lang, f"opens_{scene.setup.rules.opens}"), False)


def _theme_announced(scene: Scene, goal: Target) -> tuple[str, str]:
    """Its name, and what there is to say of it."""
    lang, themes, theme = scene.lang, scene.setup.themes, scene.theme_text
    number = say(lang, "theme_of", n=scene.theme, all=themes) if themes else say(lang, "theme_n", n=scene.theme)
    author = say(lang, "author", who=clean(theme.author)) if theme is not None and clean(theme.author) else ""
    comment = clean(theme.comment) if theme is not None else ""
    line = " · ".join(part for part in (number, author, comment) if part)
    if not scene.theme_name:
        return say(lang, "next_question", value=goal.value), line
    return scene.theme_name, line
