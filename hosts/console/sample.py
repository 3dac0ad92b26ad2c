"""Tables as they stand in the middle of a match, for the README's pictures, the golden drawings and the speed figures.

Each is made by the real core from facts, so that no picture shows what cannot happen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from buzzer.core import facts as f
from buzzer.core.history import taken_back
from buzzer.core.match import Match, new_match, preview, step
from buzzer.core.outcomes import Fined, Ignored, Outcome
from buzzer.core.state import Setup
from buzzer.packages.model import Package, Question, Theme
from buzzer.published import BoxView, PressView, Published, Saved
from buzzer.rulesets import preset

PLAYERS = (
    "Анна Белозерская",
    "Борис Константинопольский-Задунайский",
    "Вера Ли",
    "Григорий Владиславович Преображенский",
    "Дмитрий Оболенский",
    "Евгения Салтыкова-Щедрина",
    "Жанна Фёдорова",
    "Захар Щукин",
)
S = 1_000_000
BOX = BoxView("A1B2", "/dev/ttyUSB0", True, seats=(1, 2, 3, 4, 5, 6, 7, 8))

PACKAGE = Package(
    format="text",
    title="Примеры",
    themes=tuple(
        Theme(
            name,
            questions=tuple(
                Question(
                    value,
                    text,
                    answers=(answer,),
                    accept=(accept,) if accept else (),
                    comment=comment,
                )
                for value, text, answer, accept, comment in questions
            ),
        )
        for name, questions in (
            (
                "Мосты и переправы",
                (
                    (10, "Этот инструмент плотника держит каменную арку, пока не вставлен замо́к.", "Кружало", "", ""),
                    (20, "Так зовут мост, у которого середина поднимается.", "Разводной", "подъёмный", ""),
                    (30, "Её часть между двумя опорами называют пролётом.", "Мост", "", "Ответ длиной в четыре буквы."),
                    (40, "Паромщик древних греков брал за переправу одну эту монету.", "Обол", "", ""),
                    (50, "Верёвочный мост инков каждый год плели заново из этого.", "Трава", "ичу", ""),
                ),
            ),
            (
                "Реки и берега",
                (
                    (10, "Эта река впадает в Каспийское море ниже Астрахани.", "Волга", "", ""),
                    (20, "Берег напротив старица называет этим именем детской обуви.", "Пинетка", "", ""),
                    (
                        30,
                        "Длина её — всего семьдесят четыре километра, но по стоку она среди первых рек страны. "
                        "Из огромного о́зера она вытекает уже полноводной, делает крутой поворот у порогов и, "
                        "разделившись на рукава, уходит в мелкий залив. Кварталы города, что стоит в дельте, не раз "
                        "оказывались под её водой. Назовите эту короткую реку.",
                        "Нева",
                        "точный ответ",
                        "Длина 74 км, сток около 2 500 м³/с. Вытекает из Ладожского озера, пороги — Ивановские.",
                    ),
                    (40, "Эту сторону реки определяют, встав лицом по течению.", "Правый берег", "правую", ""),
                    (50, "Так по-научному зовут изгиб русла.", "Меандр", "излучина", ""),
                ),
            ),
        )
    ),
)
"""Two themes of our own, the longest question of 320 characters."""


def setup(rules: str = "umlaut", seats: int = 4, themes: int | None = 2) -> Setup:
    return Setup(preset(rules), PLAYERS[:seats], themes=themes, lot_seed=7)


class Table:
    """A match that facts are put into, as a runtime would, and what it would publish."""

    def __init__(self, setup: Setup, at_us: int = 0) -> None:
        self.match: Match = new_match(setup)
        self.at_us = at_us
        self.presses: list[PressView] = []

    def put(self, *made: f.Fact) -> Table:
        """Facts, each at its own stamp."""
        for fact in made:
            if isinstance(fact, f.Announce):
                self.presses = []
            if isinstance(fact, f.Press):
                self.presses.append(PressView(fact.seat, fact.at_us, None))
            self.match, outcomes = step(self.match, fact)
            self.at_us = max(self.at_us, fact.at_us)
            self._note(outcomes)
        return self

    def _note(self, outcomes: Sequence[Outcome]) -> None:
        why = {(each.seat, each.at_us): each.why for each in outcomes if isinstance(each, Ignored)}
        why |= {(each.seat, each.at_us): "fined" for each in outcomes if isinstance(each, Fined)}
        self.presses = [replace(each, why=why.get((each.seat, each.at_us), each.why)) for each in self.presses]

    def until(self, at_us: int) -> Table:
        """Time comes to ``at_us``."""
        self.match, outcomes = step(self.match, f.Tick(at_us))
        self.at_us = at_us
        self._note(outcomes)
        return self

    def played(self, value: int, seat: int | None, at_us: int, wrong: Sequence[int] = ()) -> Table:
        """A whole question: read, some wrong answers, then right by ``seat`` or closed."""
        key = at_us
        self.put(f.Announce(at_us=at_us, key=key, value=value), f.Read(at_us=at_us, key=key))
        self.put(f.ReadEnd(at_us=at_us + S, key=key + 1))
        now_us = at_us + S
        for each in (*wrong, *(() if seat is None else (seat,))):
            now_us += S
            right = each == seat
            self.put(f.Press(at_us=now_us, seat=each), f.Release(at_us=now_us + 1000, seat=each))
            self.until(now_us + 2000)
            self.put(f.Judge(at_us=now_us + S // 2, key=now_us, verdict="correct" if right else "wrong", seat=each))
        if seat is None:
            self.put(f.Close(at_us=now_us + S, key=now_us + S))
        return self.until(now_us + 2 * S)

    def settled(self) -> Table:
        """An instant later: what has been put in is decided, not only foreseen."""
        return self.until(self.at_us + 1)

    def published(self, **changes: object) -> Published:
        """What a runtime would publish now."""
        kinds = tuple(type(fact).kind for fact in taken_back(self.match.log))
        made = Published(
            match=self.match,
            game=preview(self.match),
            version=1,
            at_us=self.at_us,
            presses=tuple(self.presses),
            undo=kinds,
            boxes=(BOX,),
            saved=Saved(12, 12),
            journal="2026-11-30-umlaut-1.jsonl",
            theme_names=tuple(theme.name for theme in PACKAGE.themes),
        )
        return replace(made, **changes)  # type: ignore[arg-type]


def at_theme_two(rules: str = "umlaut", seats: int = 4, themes: int | None = 2) -> Table:
    """Theme 1 has been played, theme 2 announced, its first two questions played."""
    table = Table(setup(rules, seats, themes))
    values = table.match.setup.rules.values
    table.put(f.ThemeFact(at_us=0, number=1, name=PACKAGE.themes[0].name))
    winners: tuple[int | None, ...] = (1, 2, None, 1, 2)
    for index, value in enumerate(values):
        table.played(value, winners[index % 5], (10 + 20 * index) * S, wrong=(seats,) if index == 1 else ())
    table.put(f.ThemeFact(at_us=200 * S, number=2, name=PACKAGE.themes[1].name))
    for index, value in enumerate(values[:2]):
        table.played(value, 2 if index == 0 else None, (210 + 20 * index) * S, wrong=(1,) if index == 1 else ())
    return table.until(250 * S)
