"""Between two themes: the next one large, the last answer in its place, the scores to be read out in seat order.

A pause is a screen and no question: Space goes on from it, nothing has to be confirmed.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from buzzer.core.facts import Finish
from buzzer.core.history import Fate, entries
from buzzer.core.order import played
from buzzer.core.scoring import places, question_points, total
from buzzer.core.state import Finished, Game
from buzzer.core.state import Question as Played
from buzzer.host import Step, next_step
from buzzer.published import Published
from hosts.console.view.draw import SignStyle
from hosts.console.view.fit import ELLIPSIS, clean
from hosts.console.view.head import MARGIN, answer_part, next_tile
from hosts.console.view.pen import Pen
from hosts.console.view.scene import Scene, theme_title
from hosts.console.view.seats import GAP, Card, content, fresh_line
from hosts.console.view.words import points, say, signed

MINUTE_US = 60_000_000
Pause = Literal["themes", "break", "end"]


def pause(game: Game, step: Step) -> Pause | None:
    """Which screen of a pause this is; None: a question, or what is on hold and has to say why."""
    if isinstance(game.phase, Finished):
        return "end"
    if game.live is not None or game.hold is not None or step not in (Step.THEME, Step.FINISH):
        return None
    return "break" if game.questions else "themes"


class PlayedTime(NamedTuple):
    """Whole minutes since the first question was announced, and since the first one of the last theme was."""

    match: int
    theme: int


def played_time(published: Published, now_us: int) -> PlayedTime | None:
    """Until now, or until the match was finished; None before the first question."""
    game = published.game
    if not game.questions:
        return None
    until_us = max(now_us, published.at_us)
    if isinstance(game.phase, Finished):
        ends = (each.item.fact.at_us for each in entries(published.match.log) if _finish(each.item.fact, each.fate))
        until_us = next(ends, until_us)
    of_theme = played(game, game.questions[-1].theme)
    match_us, theme_us = game.questions[0].announced_us, of_theme[0].announced_us
    return PlayedTime((until_us - match_us) // MINUTE_US, (until_us - theme_us) // MINUTE_US)


def _finish(fact: object, fate: Fate) -> bool:
    return isinstance(fact, Finish) and fate is Fate.STANDS


def next_minute_us(published: Published, now_us: int) -> int | None:
    """When a break's time played changes by itself; None on any other screen."""
    game = published.game
    if game.live is not None or not game.questions or isinstance(game.phase, Finished):
        return None
    if pause(game, next_step(published.match.setup, game, published.cursor)) != "break":
        return None
    starts = (game.questions[0].announced_us, played(game, game.questions[-1].theme)[0].announced_us)
    return min(now_us + MINUTE_US - (now_us - start_us) % MINUTE_US for start_us in starts)


def theme_break(
    pen: Pen, scene: Scene, time: PlayedTime, top: float, height: float, foot: float, fresh: tuple[int, ...]
) -> None:
    """Main area from ``top``, ``height`` high; the cards from there to ``foot``."""
    right_w = 424 if pen.width < 1700 else 500
    right_x = pen.width - MARGIN - right_w
    if scene.closed is not None:
        answer_part(pen, scene, right_x, top, right_w, height - 108)
    next_tile(pen, scene, right_x, top + height - 92, right_w, 92)
    head, name, lines = _coming(scene)
    w = right_x - 40 - MARGIN
    times = say(scene.lang, "time_played", n=time.match, theme=time.theme)
    pen.part(_title, head, name, lines, times, MARGIN, top, w, height)
    _last(pen, scene, MARGIN, top + height - 112, w)
    _cards(pen, scene, top + height + 20, foot, fresh)


def _coming(scene: Scene) -> tuple[str, str, tuple[tuple[str, bool], ...]]:
    """What is next: a small line, the name, and further lines, the loud ones marked."""
    lang, goal, themes = scene.lang, scene.goal, scene.setup.themes
    lines: list[tuple[str, bool]] = []
    if goal is None or scene.step is Step.FINISH:
        head, name = say(lang, "themes_over"), say(lang, "all_played")
        last = False
    else:
        last = goal.theme == themes
        number = say(lang, "n_of", n=goal.theme, all=themes) if themes else str(goal.theme)
        head = f"{say(lang, 'last_theme' if last else 'next_theme')} · {number}"
        name = theme_title(scene.published, goal.theme, scene.package) or say(lang, "theme_title", n=goal.theme)
        package = scene.package
        text = package.themes[goal.theme - 1] if package and goal.theme <= len(package.themes) else None
        if text is not None and clean(text.author):
            lines.append((say(lang, "author", who=clean(text.author)), False))
        if text is not None and clean(text.comment):
            lines.append((clean(text.comment), False))
    if last and not scene.game.checks:
        lines.insert(0, (say(lang, "say_scores"), True))
    if scene.game.checks:
        lines.insert(0, (say(lang, "check_open_last" if last else "check_open"), True))
    return head, name, tuple(lines)


def _title(
    pen: Pen, head: str, name: str, lines: tuple[tuple[str, bool], ...], times: str,
    x: float, top: float, w: float, height: float,
) -> None:  # fmt: skip
    pen.text(head, x, top, w, 52, 40, 26, bold=True, colour="text2")
    room = height - 52 - 128
    name_h = max(120.0, min(room - 52 * len(lines), 240.0))
    box = pen.box(x, top + 56, w, name_h)
    fitted = pen.label(name, box, 96, 60, True, 2)
    if fitted.lines and fitted.lines[-1].endswith(ELLIPSIS):
        fitted = pen.label(name, box, 60, 36, True, 4)
    pen.place(fitted, box, "text")
    y = top + 56 + len(fitted.lines) * fitted.leading / pen.u + 12
    for index, (line, loud) in enumerate(lines):
        h = 50.0 if index + 1 < len(lines) else max(50.0, top + height - 124 - y)
        pen.text(line, x, y, w, h, 40, 24, bold=loud, colour="text" if loud else "text2", middle=False, lines=4)
        y += 52
    pen.text(times, x, top + height - 52, w, 52, 40, 26, colour="text2")


def _last(pen: Pen, scene: Scene, x: float, y: float, w: float) -> None:
    """How the question that has just been played ended."""
    question = scene.closed
    if question is None:
        return
    head = f"{say(scene.lang, 'question_for', value=question.value)}: "
    pen.part(_ended, head, *_how(scene, question), x, y, w)


def _how(scene: Scene, question: Played) -> tuple[str, int | None, str]:
    """Mark, seat and words."""
    lang = scene.lang
    if question.void:
        return "dash", None, say(lang, "closed_void")
    won = next((judged for judged in question.verdicts if judged.verdict == "correct"), None)
    if won is not None:
        return "right", won.seat, f"{scene.seat_name(won.seat)} {signed(won.delta)}"
    why = say(lang, f"closed_{question.ended}") if question.ended else ""
    return "closed", None, f"{say(lang, 'nobody')}{f': {why}' if why else ''}"


def _ended(pen: Pen, head: str, mark: str, seat: int | None, words: str, x: float, y: float, w: float) -> None:
    pen.text(head, x, y, 300, 50, 36, 24, colour="text2")
    left = x + min(pen.width_of(head, 36), 300) + 8
    pen.mark(left, y + 7, 36, mark, "right" if mark == "right" else "text2")
    left += 50
    if seat is not None:
        pen.sign(left, y + 3, 44, seat, "lit")
        left += 58
    pen.text(words, left, y, x + w - left, 50, 36, 24, bold=True)


# ---------------------------------------------------------------- the cards


class Score(NamedTuple):
    """What one seat's card says at a break, in words."""

    seat: int
    name: str
    score: str
    place: str
    theme: str
    state: str
    mark: str | None
    colour: str
    style: SignStyle
    hatched: bool
    fresh: bool = False
    """The score has just changed."""


def theme_points(scene: Scene, theme: int) -> dict[int, int]:
    """What each seat has won and lost in a theme."""
    found = dict.fromkeys(range(1, len(scene.game.seats) + 1), 0)
    for question in played(scene.game, theme):
        if not question.void:
            for seat, delta in question_points(question):
                found[seat] += delta
    return found


def _cards(pen: Pen, scene: Scene, top: float, foot: float, fresh: tuple[int, ...]) -> None:
    count = len(scene.game.seats)
    rows = 1 if count <= 4 else 2
    columns = -(-count // rows)
    w = (pen.width - 2 * MARGIN - GAP * (columns - 1)) / columns
    h = (foot - top - 12 * (rows - 1)) / rows
    standing = places(scene.setup, scene.game)
    won = theme_points(scene, scene.game.questions[-1].theme)
    scores = [points(total(scene.setup, scene.game, seat)) for seat in range(1, count + 1)]
    widest = ("≈ " if scene.game.checks else "") + max(scores, key=len)
    for index in range(count):
        seat = index + 1
        card = content(scene, seat, scene.published.at_us, scores[index], {})
        shown = _score(scene, card, standing[seat], won[seat])._replace(fresh=seat in fresh)
        x, y = MARGIN + (index % columns) * (w + GAP), top + (index // columns) * (h + 12)
        pen.part(_tall if rows == 1 else _wide, shown, widest, x, y, w, h)


def _score(scene: Scene, card: Card, place: str, won: int) -> Score:
    state, lang = card.state, scene.lang
    where = say(lang, "place", place=place.replace("-", "–"))
    theme = say(lang, "theme_points", delta=signed(won))
    return Score(
        card.seat, card.name, card.score, where, theme, state.words, state.mark, state.colour, card.style, state.hatched
    )


def _figure(pen: Pen, card: Score, widest: str, x: float, y: float, w: float, h: float, big: float) -> None:
    """All scores have the size of the widest."""
    box = pen.box(x, y, w, h)
    size = pen.label(widest, box, big, 26, True, 1).size
    fitted = pen.fits.label(card.score, box.w, box.h, size, pen.px(26), True, 1)
    if card.fresh and fitted.lines:
        fresh_line(pen, fitted, box, "live")
    pen.place(fitted, box, "text", "right", True)


def _state(pen: Pen, card: Score, x: float, y: float, w: float) -> None:
    if not card.state:
        return
    shift = 0.0
    if card.mark is not None:
        pen.mark(x, y + 4, 30, card.mark, card.colour)
        shift = 40.0
    pen.text(card.state, x + shift, y, w - shift, 38, 32, 24, bold=True, colour=card.colour)


def _tall(pen: Pen, card: Score, widest: str, x: float, y: float, w: float, h: float) -> None:
    pen.rect(x, y, w, h, "s1", hatched=card.hatched)
    inner = w - 48
    pen.sign(x + 22, y + 22, 92, card.seat, card.style)
    pen.text(card.place, x + 130, y + 22, w - 154, 92, 44, 26, bold=True, colour="text2", align="right")
    _figure(pen, card, widest, x + 24, y + 116, inner, 144, 144 if w > 400 else 116)
    pen.text(card.theme, x + 24, y + 264, inner, 48, 38, 26, colour="text2", align="right")
    pen.text(card.name, x + 24, y + 316, inner, 76, 40, 24, bold=True, lines=2)
    _state(pen, card, x + 24, y + h - 46, inner)


def _wide(pen: Pen, card: Score, widest: str, x: float, y: float, w: float, h: float) -> None:
    pen.rect(x, y, w, h, "s1", hatched=card.hatched)
    inner = w - 36
    pen.sign(x + 16, y + 12, 62, card.seat, card.style)
    _figure(pen, card, widest, x + 90, y + 8, w - 108, 72, 76)
    pen.text(card.name, x + 18, y + 80, inner, 58, 32, 24, bold=True, lines=2)
    half = inner * 0.46
    pen.text(card.place, x + 18, y + 138, half, 34, 28, 22, bold=True, colour="text2")
    pen.text(card.theme, x + 18 + half, y + 138, inner - half, 34, 28, 22, colour="text2", align="right")
    _state(pen, card, x + 18, y + h - 40, inner)
