"""What is to be shown, looked up once: the question on the table, its text, names, what Space does. Pure."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from buzzer.core.arbiter import bar
from buzzer.core.facts import Press
from buzzer.core.order import played
from buzzer.core.state import Answering, Finished, Game, Setup, Window
from buzzer.core.state import Question as Played
from buzzer.host import Step, Target, step_to, target
from buzzer.packages.model import Package, Question, Theme
from buzzer.published import Published
from hosts.console.view.fit import clean
from hosts.console.view.ui import Ui
from hosts.console.view.words import Lang, say


class Scene(NamedTuple):
    """One state of the table as the sections need it."""

    published: Published
    setup: Setup
    game: Game
    ui: Ui
    lang: Lang
    names: tuple[str, ...]
    """By seat from 1 (index 0 unused): cleaned, never empty, equal ones told apart by the seat."""
    step: Step
    goal: Target | None
    """What is announced next; None after the last one, and while a question is open."""
    closed: Played | None
    """The question that has just been played, while the next one has not been turned to."""
    theme: int
    value: int | None
    text: Question | None
    """The package's question for what is shown, if there is one."""
    spare: bool
    package: Package | None
    """All questions, where there is a package."""
    theme_text: Theme | None
    theme_name: str

    def seat_name(self, seat: int) -> str:
        return self.names[seat]

    @property
    def answering(self) -> int | None:
        phase = self.game.phase
        return phase.seat if isinstance(phase, Answering) else None


def scene(published: Published, ui: Ui, lang: Lang, package: Package | None) -> Scene:
    """The scene of what is published."""
    setup, game = published.match.setup, published.game
    goal = None if game.live is not None else target(setup, game, published.cursor)
    question = game.open
    closed = None if question is not None else _just_played(published, game)
    shown = question or closed
    if shown is not None:
        theme, value, spare = shown.theme, shown.value, shown.replaces is not None
    elif goal is not None:
        theme, value, spare = goal.theme, goal.value, goal.replaces is not None
    else:
        theme, value, spare = (game.theme.number if game.theme else 1), None, False
    theme_text = _theme(package, theme)
    return Scene(
        published=published,
        setup=setup,
        game=game,
        ui=ui,
        lang=lang,
        names=shown_names(game, lang),
        step=step_to(setup, game, goal),
        goal=goal,
        closed=closed,
        theme=theme,
        value=value,
        text=None if spare or theme_text is None else _question(theme_text, value, setup.rules.values),
        spare=spare,
        package=package,
        theme_text=theme_text,
        theme_name=_theme_name(published, theme, theme_text),
    )


def shown_names(game: Game, lang: Lang) -> tuple[str, ...]:
    """Names as they may be shown. Equal ones carry the number of their seat; a name of blanks is the seat's."""
    return _told_apart(tuple([seat.name for seat in game.seats]), lang)


@lru_cache(maxsize=16)
def _told_apart(written: tuple[str, ...], lang: Lang) -> tuple[str, ...]:
    names = [clean(name) or say(lang, "seat_name", n=number) for number, name in enumerate(written, 1)]
    folded = [name.casefold() for name in names]
    marked = [
        f"{name} ({number})" if folded.count(name.casefold()) > 1 else name for number, name in enumerate(names, 1)
    ]
    return ("", *marked)


def theme_title(published: Published, number: int, package: Package | None) -> str:
    """The cleaned name of a theme, or an empty text."""
    return _theme_name(published, number, _theme(package, number))


def counts_now(scene: Scene, seat: int, at_us: int) -> bool:
    """Whether a press of the seat at this instant would get the right: what the white edge of its card says."""
    game, phase = scene.game, scene.game.phase
    if game.live is None or game.hold is not None or isinstance(phase, Answering):
        return False  # nobody's does: not worth asking the rules
    if isinstance(phase, Window) and scene.game.clock_g(at_us) > phase.until_g:
        return False
    return bar(scene.setup, scene.game, Press(at_us=at_us, seat=seat)) is None


def finished(scene: Scene) -> bool:
    return isinstance(scene.game.phase, Finished)


def at_theme_break(scene: Scene) -> bool:
    """Between two themes: one has been played, no question of the next has been announced."""
    game = scene.game
    if game.live is not None or not game.questions or finished(scene):
        return False
    return scene.step in (Step.THEME, Step.FINISH) or not played(game, scene.theme)


def _just_played(published: Published, game: Game) -> Played | None:
    if published.cursor is not None or not game.questions:
        return None
    last = game.questions[-1]
    turned = game.theme is not None and game.theme.number != last.theme
    return None if turned else last


def _theme(package: Package | None, number: int) -> Theme | None:
    if package is None or not 1 <= number <= len(package.themes):
        return None
    return package.themes[number - 1]


def _theme_name(published: Published, number: int, theme: Theme | None) -> str:
    announced = published.game.theme
    if announced is not None and announced.number == number and announced.name:
        return clean(announced.name)
    if number <= len(published.theme_names):
        return clean(published.theme_names[number - 1])
    return clean(theme.name) if theme is not None else ""


def _question(theme: Theme, value: int | None, values: tuple[int, ...]) -> Question | None:
    """By the value where the theme has it once, else by the place in the order, where all places are filled."""
    same = [question for question in theme.questions if question.value == value]
    if len(same) == 1:
        return same[0]
    if value in values and len(theme.questions) == len(values):
        return theme.questions[values.index(value)]
    return None
