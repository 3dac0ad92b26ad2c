"""The start screen's form as a value, and what keys make of it. Pure: what is on the machine comes in as `Around`.

`Form` is what the host has chosen; ``at`` is the row that the arrows stand on, ``field`` the one text field while it
is open. Whatever keys come, a form stays one that can be drawn; whether a match can be begun with it says `lacking`.
"""

from __future__ import annotations

from typing import NamedTuple

from buzzer.boxes import BoxRow
from buzzer.core.rules import Ruleset
from buzzer.pending import Unfinished
from buzzer.settings import MOST_SEATS, Settings

TEXT_ROWS = ("package", "journals", "copy")
LOOK_ROWS = ("volume", "lang", "light", "larger", "still")
MOST_THEMES = 99
"""More are not offered; a number may still be given on the command line."""
DEFAULT_THEMES = 6
"""Where neither a package nor the ruleset says how many."""
_LONGEST_NAME, _LONGEST_PATH = 200, 1000


class Rules(NamedTuple):
    """A ruleset that can be chosen. ``ruleset`` None: ``trouble`` says in a line why it cannot be played."""

    key: str
    ruleset: Ruleset | None
    trouble: str = ""


class Questions(NamedTuple):
    """What is known of a package file. ``themes`` None: it is still being read, or ``trouble`` says why not."""

    path: str
    values: tuple[int, ...]
    themes: int | None = None
    questions: int = 0
    problems: int = 0
    first_problem: str = ""
    trouble: str = ""


class Around(NamedTuple):
    """What is on the machine. ``boxes`` None: ports are still being looked at."""

    rules: tuple[Rules, ...] = ()
    questions: Questions | None = None
    boxes: tuple[BoxRow, ...] | None = None
    displays: tuple[tuple[int, int], ...] = ((0, 0),)
    unfinished: Unfinished | None = None
    bad_folders: tuple[str, ...] = ()
    """Of the folders that the form names, those that are none."""

    def ruleset(self, key: str) -> Ruleset | None:
        return next((each.ruleset for each in self.rules if each.key == key), None)


class Field(NamedTuple):
    """The text field. ``caret``: how many characters stand before it."""

    text: str = ""
    caret: int = 0


class Form(NamedTuple):
    """``stage`` empty and ``themes`` 0: as many themes as the package has, or the ruleset's first stage."""

    at: str = "rules"
    field: Field | None = None
    rules: str = "umlaut"
    stage: str = ""
    themes: int = 0
    package: str = ""
    size: int = 4
    names: tuple[str, ...] = ("",) * MOST_SEATS
    """Of all eight seats: who is taken off the table by a smaller count comes back with a larger one."""
    box: str = "auto"
    journals: str = ""
    copy: str = ""
    display: int = 0

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(tidy(name) for name in self.names[: self.size])


def form_of(settings: Settings) -> Form:
    names = settings.names[:MOST_SEATS]
    return Form(
        rules=settings.rules, stage=settings.stage, themes=settings.themes, package=settings.package,
        size=len(names), names=(*names, *("",) * (MOST_SEATS - len(names))), box=settings.box,
        journals=settings.journals, copy=settings.copy_to, display=settings.display,
    )  # fmt: skip


def settings_of(form: Form, before: Settings) -> Settings:
    """What is to be remembered; the look is ``before``'s."""
    changes = {
        "rules": form.rules, "stage": form.stage, "themes": form.themes, "package": form.package,
        "names": form.players, "box": form.box, "journals": form.journals, "copy_to": form.copy,
        "display": form.display,
    }  # fmt: skip
    return before.model_copy(update=changes)


def tidy(text: str) -> str:
    """One line without control characters; runs of spaces are one."""
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())


def rows(form: Form) -> tuple[str, ...]:
    """The rows in the order of the arrows."""
    seats = tuple(f"seat{number}" for number in range(1, form.size + 1))
    return ("rules", "stage", "package", "journals", "copy", "count", *seats, "box", "display", *LOOK_ROWS)


def settled(form: Form, around: Around) -> Form:
    """The form with what the machine and the ruleset make impossible put right."""
    ruleset = around.ruleset(form.rules)
    count, stage = form.size, form.stage
    if ruleset is not None:
        least, most = (min(each, MOST_SEATS) for each in ruleset.seats)
        count = min(max(count, least), most)
        if stage not in ruleset.themes:
            stage = ""
    form = form._replace(size=min(max(count, 1), MOST_SEATS), stage=stage, themes=0 if stage else form.themes)
    if form.at not in rows(form):
        form = form._replace(at="count", field=None)
    return form


# ---------------------------------------------------------------- choices


def themes_played(form: Form, around: Around) -> int:
    """How many themes the match would have."""
    ruleset = around.ruleset(form.rules)
    if form.themes:
        return form.themes
    if ruleset is not None and form.stage in ruleset.themes:
        return ruleset.themes[form.stage]
    if around.questions is not None and around.questions.themes:
        return around.questions.themes
    if ruleset is not None and ruleset.themes:
        return next(iter(ruleset.themes.values()))
    return DEFAULT_THEMES


def boxes_to_choose(form: Form, around: Around) -> tuple[str, ...]:
    """Where buttons may come from: found by itself, each port there is, by hand, the keyboard."""
    ports = tuple(row.port for row in around.boxes or ())
    own = () if form.box in ("auto", "none", "keyboard", *ports) else (form.box,)
    return ("auto", *ports, *own, "none", "keyboard")


def turned(form: Form, around: Around, step: int) -> Form:
    """The row's value one on (``step`` 1) or back (-1); rows of text and of the look are left alone."""
    row = form.at
    if row == "rules":
        keys = tuple(each.key for each in around.rules)
        return form if not keys else form._replace(rules=_next(keys, form.rules, step))
    if row == "stage":
        return _stage_turned(form, around, step)
    if row == "count":
        return form._replace(size=form.size + step)
    if row == "box":
        return form._replace(box=_next(boxes_to_choose(form, around), form.box, step))
    if row == "display":
        return form._replace(display=(form.display + step) % max(1, len(around.displays)))
    return form


def _next(choices: tuple[str, ...], now: str, step: int) -> str:
    if now not in choices:
        return choices[0]
    return choices[(choices.index(now) + step) % len(choices)]


def _stage_turned(form: Form, around: Around, step: int) -> Form:
    """Through "as it is", the ruleset's stages, and numbers from 1 on; it does not go round."""
    ruleset = around.ruleset(form.rules)
    stages = () if ruleset is None else tuple(ruleset.themes)
    choices: tuple[tuple[str, int], ...] = (
        ("", 0), *((stage, 0) for stage in stages), *(("", number) for number in range(1, MOST_THEMES + 1))
    )  # fmt: skip
    now = (form.stage, form.themes)
    index = choices.index(now) if now in choices else 0
    stage, themes = choices[min(max(index + step, 0), len(choices) - 1)]
    return form._replace(stage=stage, themes=themes)


def digit(form: Form, number: int) -> Form:
    """A digit outside the field: a count where the row is one, else a seat, whose name is then written."""
    if form.at == "count":
        return form._replace(size=number) if 1 <= number <= MOST_SEATS else form
    if form.at == "stage":
        return form._replace(stage="", themes=number)
    if not 1 <= number <= form.size:
        return form
    return opened(form._replace(at=f"seat{number}"))


# ---------------------------------------------------------------- the text field


def takes_text(row: str) -> bool:
    return row in TEXT_ROWS or row.startswith("seat") or row in ("rules", "stage", "box")


def text_of(form: Form, row: str) -> str:
    """What the field begins with."""
    if row.startswith("seat"):
        return form.names[int(row[4:]) - 1]
    if row == "stage":
        return str(form.themes) if form.themes else ""
    if row in ("rules", "box"):
        return ""
    return str(getattr(form, row))


def opened(form: Form) -> Form:
    """With the field open on the row, where the row has words."""
    if not takes_text(form.at):
        return form
    text = text_of(form, form.at)
    return form._replace(field=Field(text, len(text)))


def typed(form: Form, text: str) -> Form:
    """Words from the keyboard into the open field."""
    if form.field is None:
        return form
    text = "".join(each for each in text if each.isprintable())
    before, caret = form.field
    room = (_LONGEST_NAME if form.at.startswith("seat") else _LONGEST_PATH) - len(before)
    text = text[: max(0, room)]
    return form._replace(field=Field(before[:caret] + text + before[caret:], caret + len(text)))


def edited(form: Form, what: str) -> Form:
    """``back`` and ``delete`` take a character away; ``left``, ``right``, ``home``, ``end`` move the caret."""
    if form.field is None:
        return form
    text, caret = form.field
    if what == "back":
        text, caret = text[: max(0, caret - 1)] + text[caret:], max(0, caret - 1)
    elif what == "delete":
        text = text[:caret] + text[caret + 1 :]
    else:
        caret = {"left": max(0, caret - 1), "right": min(len(text), caret + 1), "home": 0, "end": len(text)}[what]
    return form._replace(field=Field(text, caret))


def accepted(form: Form) -> Form:
    """The field's text is the row's. Several names between commas are those of the seats from here on."""
    if form.field is None:
        return form
    text, row, form = tidy(form.field.text), form.at, form._replace(field=None)
    if row.startswith("seat"):
        return _named(form, int(row[4:]), text)
    if row == "stage":
        number = int(text) if text.isdecimal() and len(text) < 4 else 0
        return form._replace(stage="", themes=number) if 1 <= number <= MOST_THEMES else form
    if row == "rules":
        return form._replace(rules=text) if text else form
    if row == "box":
        return form._replace(box=text) if text else form
    return form._replace(**{row: text})  # type: ignore[arg-type]


def _named(form: Form, seat: int, text: str) -> Form:
    names = list(form.names)
    written = [tidy(each) for each in text.split(",")] if "," in text else [text]
    written = [each for each in written if each] or [""]
    last = min(MOST_SEATS, seat + len(written) - 1)
    names[seat - 1 : last] = written[: last - seat + 1]
    return form._replace(names=tuple(names), size=max(form.size, last))


def entered(form: Form) -> Form:
    """Enter in the field: kept; from a seat on to the next one, to be written too where it has no name."""
    row, form = form.at, accepted(form)
    if not row.startswith("seat") or int(row[4:]) >= form.size:
        return form
    after = f"seat{int(row[4:]) + 1}"
    form = form._replace(at=after)
    return form if form.names[int(after[4:]) - 1] else opened(form)


def cleared(form: Form) -> Form:
    """Delete outside the field: the row's words go."""
    row = form.at
    if row.startswith("seat"):
        return _named(form, int(row[4:]), "")
    return form._replace(**{row: ""}) if row in TEXT_ROWS else form  # type: ignore[arg-type]


def moved(form: Form, step: int) -> Form:
    """To another row, round at the ends; what is in the field is kept."""
    form = accepted(form)
    order = rows(form)
    index = order.index(form.at) if form.at in order else 0
    return form._replace(at=order[(index + step) % len(order)])


# ---------------------------------------------------------------- can it begin


class Lack(NamedTuple):
    """Why a match cannot be begun: a catalogue code and its fields."""

    code: str
    fields: tuple[tuple[str, object], ...] = ()


def lacking(form: Form, around: Around) -> Lack | None:
    """What is missing before a match can begin; None: nothing."""
    if form.field is not None:
        return Lack("start_lack_field")
    ruleset = around.ruleset(form.rules)
    if ruleset is None:
        return Lack("start_lack_rules")
    if ruleset.seats[0] > MOST_SEATS:
        return Lack("start_lack_seats", (("n", MOST_SEATS),))
    unnamed = [number for number, name in enumerate(form.players, 1) if not name]
    if len(unnamed) == form.size:
        return Lack("start_lack_names")
    if unnamed:
        return Lack("start_lack_some", (("seats", ", ".join(str(each) for each in unnamed)),))
    if form.package:
        known = around.questions if around.questions is not None and around.questions.path == form.package else None
        if known is None or (known.themes is None and not known.trouble):
            return Lack("start_lack_reading")
        if known.trouble:
            return Lack("start_lack_package")
    if any(folder in around.bad_folders for folder in (form.journals, form.copy) if folder):
        return Lack("start_lack_folder")
    return None
