"""The start screen's form in words: `Form`, what is around, and the look, to the `Sheet` that is drawn. Pure."""

from __future__ import annotations

import os.path
from typing import TYPE_CHECKING, NamedTuple

from hosts.console.startform import (
    TEXT_ROWS,
    Around,
    Form,
    boxes_to_choose,
    lacking,
    takes_text,
    themes_played,
)  # fmt: skip
from hosts.console.view.fit import clean
from hosts.console.view.foot import Key
from hosts.console.view.start import BoxCard, Card, Option, SeatCard, Sheet, Writing
from hosts.console.view.ui import LOUDEST, Devices, Look
from hosts.console.view.words import Lang, known, points, say, seconds

if TYPE_CHECKING:
    from buzzer.boxes import BoxRow


class Manner(NamedTuple):
    """The start screen's own state. ``opening``: a match is being opened. ``told``: a line, or its code."""

    opening: bool = False
    told: str = ""
    quitting: bool = False
    help: bool = False
    focused: bool = True


def sheet(form: Form, around: Around, manner: Manner, look: Look, devices: Devices) -> Sheet:
    """All words of the screen as it is now."""
    lang = look.lang
    lack = lacking(form, around)
    words = say(lang, _do(form, around)) if lack is None else say(lang, lack.code, **dict(lack.fields))
    if manner.opening:
        port = form.box not in ("auto", "none", "keyboard")
        words = say(lang, "start_opening_port" if port else "start_opening")
    told = say(lang, manner.told) if known(manner.told) else clean(manner.told)
    return Sheet(
        at=form.at,
        title=_title(form, around, lang),
        subtitle=_subtitle(form, around, lang),
        cards=_cards(form, around, lang),
        number=Option("count", say(lang, "start_count"), _arrows(form, "count", str(form.size))),
        seats=_seats(form, around, lang),
        box=_box(form, lang),
        boxes=_boxes(around, lang),
        options=_options(form, around, look, devices),
        space=words,
        dim=lack is not None or manner.opening,
        keys=_keys(form, around, lang),
        pending=_pending(around, lang),
        writing=None if form.field is None else Writing(*form.field),
        told=told,
        ask=say(lang, "ask_quit") if manner.quitting else "",
        help=manner.help,
        focused=manner.focused,
    )


def _arrows(form: Form, row: str, words: str) -> str:
    """Where the arrows stand, what ← → would change is between them."""
    return f"‹ {words} ›" if form.at == row else words


def _do(form: Form, around: Around) -> str:
    return "start_do_rehearsal" if form.box == "keyboard" else "start_do"


def stage_name(lang: Lang, stage: str) -> str:
    return say(lang, f"stage_{stage}") if known(f"stage_{stage}") else clean(stage)


def rules_name(form: Form, around: Around) -> str:
    ruleset = around.ruleset(form.rules)
    title = "" if ruleset is None else clean(ruleset.title or ruleset.name)
    return title or clean(os.path.basename(form.rules)) or "—"


def _title(form: Form, around: Around, lang: Lang) -> str:
    name = rules_name(form, around)
    return f"{name}: {stage_name(lang, form.stage).lower()}" if form.stage else name


def _subtitle(form: Form, around: Around, lang: Lang) -> str:
    ruleset, themes = around.ruleset(form.rules), themes_played(form, around)
    if ruleset is None:
        return ""
    return say(lang, "start_themes", n=themes, all=themes * len(ruleset.values))


def _pending(around: Around, lang: Lang) -> tuple[str, str] | None:
    match = around.unfinished
    if match is None:
        return None
    if match.trouble:
        return say(lang, "start_unreadable"), clean(match.trouble)
    if match.questions is None:
        title = say(lang, "start_unfinished_n", n=match.played)
    else:
        title = say(lang, "start_unfinished", n=match.played, all=match.questions)
    scores = ", ".join(
        f"{clean(name)} {points(score)}" for name, score in zip(match.names, match.scores, strict=True)
    )  # fmt: skip
    return title, say(lang, "start_last", rules=clean(match.rules), time=match.last, scores=scores)


# ---------------------------------------------------------------- the match


def _cards(form: Form, around: Around, lang: Lang) -> tuple[Card, ...]:
    return (
        _rules(form, around, lang),
        _stage(form, around, lang),
        _package(form, around, lang),
        _folder(form, around, lang, "journals", form.journals, "start_journals", "start_journals_own", ""),
        _folder(form, around, lang, "copy", form.copy, "start_copy", "start_copy_none", "start_copy_note"),
    )


def _rules(form: Form, around: Around, lang: Lang) -> Card:
    ruleset = around.ruleset(form.rules)
    name, label = rules_name(form, around), say(lang, "start_rules")
    if ruleset is None:
        trouble = next((each.trouble for each in around.rules if each.key == form.rules), "")
        return Card("rules", label, _arrows(form, "rules", name), clean(trouble), "wrong")
    least, most = ruleset.seats
    answer = say(lang, "start_no_limit") if ruleset.answer_us is None else seconds(lang, ruleset.answer_us)
    note = say(
        lang, "start_rules_note", window=seconds(lang, ruleset.signal_us), answer=answer,
        seats=str(least) if least == most else f"{least}–{most}",
    )  # fmt: skip
    return Card("rules", label, _arrows(form, "rules", name), note, "right")


def _stage(form: Form, around: Around, lang: Lang) -> Card:
    themes, ruleset = themes_played(form, around), around.ruleset(form.rules)
    if form.stage:
        value = stage_name(lang, form.stage)
    elif form.themes:
        value = say(lang, "start_stage_number", n=themes)
    elif form.package and around.questions is not None and around.questions.themes:
        value = say(lang, "start_stage_package", n=themes)
    else:
        value = say(lang, "start_stage_default", n=themes)
    note = "" if ruleset is None else say(lang, "start_themes", n=themes, all=themes * len(ruleset.values))
    return Card("stage", say(lang, "start_stage"), _arrows(form, "stage", value), note, "right")


def _package(form: Form, around: Around, lang: Lang) -> Card:
    label = say(lang, "start_package")
    if not form.package:
        return Card("package", label, say(lang, "start_paper"), say(lang, "start_paper_note"), "right", True)
    name = clean(os.path.basename(form.package)) or clean(form.package)
    known_of = around.questions
    if known_of is None or known_of.path != form.package or (known_of.themes is None and not known_of.trouble):
        return Card("package", label, name, say(lang, "start_package_reading"))
    if known_of.themes is None:
        return Card("package", label, name, clean(known_of.trouble), "wrong")
    themes, wanted = known_of.themes, themes_played(form, around)
    if themes < wanted:
        return Card("package", label, name, say(lang, "start_package_few", themes=themes, n=wanted), "bang")
    if known_of.problems:
        note = say(
            lang, "start_package_odd", themes=themes, problems=known_of.problems, first=clean(known_of.first_problem)
        )  # fmt: skip
        return Card("package", label, name, note, "bang")
    note = say(lang, "start_package_note", themes=themes, questions=known_of.questions)
    return Card("package", label, name, note, "right")


def _folder(
    form: Form, around: Around, lang: Lang, row: str, path: str, label: str, without: str, note: str
) -> Card:  # fmt: skip
    if not path:
        return Card(row, say(lang, label), say(lang, without), say(lang, note) if note else "", "right", True)
    if path in around.bad_folders:
        return Card(row, say(lang, label), clean(path), say(lang, "start_folder_bad"), "wrong")
    return Card(row, say(lang, label), clean(path), "", "right")


# ---------------------------------------------------------------- players and buttons


def _seats(form: Form, around: Around, lang: Lang) -> tuple[SeatCard, ...]:
    notes = _seat_notes(form, around, lang)
    return tuple(
        SeatCard(seat, clean(name) or say(lang, "start_unnamed"), *notes[seat - 1], named=bool(name))
        for seat, name in enumerate(form.players, 1)
    )


def _seat_notes(form: Form, around: Around, lang: Lang) -> list[tuple[str, bool]]:
    """Where each seat's press comes from, and whether that is a fault."""
    seats = range(1, form.size + 1)
    if form.box in ("none", "keyboard"):
        code = "start_digit" if form.box == "none" else "start_key"
        return [(say(lang, code, n=seat), False) for seat in seats]
    places = _places(form, around)
    if not places:
        return [("", False) for _ in seats]
    several = len({box for box, _ in places}) > 1
    found: list[tuple[str, bool]] = []
    for seat in seats:
        if seat > len(places):
            found.append((say(lang, "start_no_button"), True))
        else:
            box, button = places[seat - 1]
            code = "start_box_button" if several else "start_button"
            found.append((say(lang, code, box=box, n=button), False))
    return found


def _places(form: Form, around: Around) -> list[tuple[str, int]]:
    """(box, button) by seat, as the boxes take the seats when they come."""
    boxes = [row for row in around.boxes or () if not row.problem and form.box in ("auto", row.port)]
    return [(clean(row.board) or clean(row.port), button) for row in boxes for button in range(1, row.buttons + 1)]


def _box(form: Form, lang: Lang) -> Card:
    label = say(lang, "start_box")
    if form.box not in ("auto", "none", "keyboard"):
        return Card("box", label, _arrows(form, "box", clean(form.box)), say(lang, "start_box_port_note"))
    note = say(lang, f"start_box_{form.box}_note", n=form.size)
    return Card("box", label, _arrows(form, "box", say(lang, f"start_box_{form.box}")), note)


def _boxes(around: Around, lang: Lang) -> tuple[BoxCard, ...]:
    if around.boxes is None:
        return (BoxCard(say(lang, "start_looking"), say(lang, "start_looking_note"), "none"),)
    if not around.boxes:
        return (BoxCard(say(lang, "start_no_ports"), say(lang, "start_no_ports_note"), "none"),)
    return tuple(_box_card(row, lang) for row in around.boxes)


def _box_card(row: BoxRow, lang: Lang) -> BoxCard:
    port = clean(os.path.basename(row.port))
    if row.problem:
        return BoxCard(port, clean(row.problem).removeprefix(f"{row.port}: "), "bad")
    err = f"{row.err_us / 1000:.2f}".replace(".", "," if lang == "ru" else ".")
    line = say(lang, "start_box_line", port=port, buttons=row.buttons, err=err)
    return BoxCard(say(lang, "start_box_found", box=clean(row.board) or port), line, "up")


def _options(form: Form, around: Around, look: Look, devices: Devices) -> tuple[Option, ...]:
    lang = look.lang
    if not devices.sound:
        volume = say(lang, "start_no_sound")
    elif look.muted:
        volume = say(lang, "start_muted")
    else:
        volume = _arrows(form, "volume", say(lang, "start_volume_of", n=look.volume, all=LOUDEST))
    every = len(around.displays)
    number = min(form.display, every - 1)
    width, height = around.displays[number]
    code = "start_display_one" if every == 1 else "start_display_of"
    screen = say(lang, code, n=number + 1, all=every, w=width, h=height)
    switches = tuple(
        Option(row, say(lang, f"start_{row}"), _arrows(form, row, say(lang, f"start_{row}_{'on' if on else 'off'}")))
        for row, on in (("light", look.light), ("larger", look.larger), ("still", look.still))
    )
    return (
        Option("display", say(lang, "start_display"), screen if every == 1 else _arrows(form, "display", screen)),
        Option("volume", say(lang, "start_volume"), volume),
        Option("lang", say(lang, "start_lang"), _arrows(form, "lang", say(lang, "start_lang_name"))),
        *switches,
    )


# ---------------------------------------------------------------- the legend


def _keys(form: Form, around: Around, lang: Lang) -> tuple[Key, ...]:
    if form.field is not None:
        return (
            Key("Enter", say(lang, "k_keep"), 0), Key("Esc", say(lang, "k_drop"), 1),
            Key("↑ ↓", say(lang, "k_choose"), 2),
        )  # fmt: skip
    keys = [Key("↑ ↓", say(lang, "k_choose"), 1)]
    if not form.at.startswith("seat") and form.at not in TEXT_ROWS:
        if form.at != "box" or len(boxes_to_choose(form, around)) > 1:
            keys.append(Key("← →", say(lang, "k_change"), 1))
        if form.at in ("count", "stage"):
            keys.append(Key("1–8" if form.at == "count" else "1–9", say(lang, "k_number"), 2))
    if takes_text(form.at):
        keys.append(Key("Enter", say(lang, "k_write"), 1))
    if form.at in TEXT_ROWS or form.at.startswith("seat"):
        keys.append(Key("Delete", say(lang, "k_clear"), 4))
    if form.at not in ("count", "stage"):
        keys.append(Key(f"1–{form.size}", say(lang, "k_name_seat"), 2))
    return (
        *keys,
        Key("F11", say(lang, "k_full"), 5),
        Key("Ctrl+Q", say(lang, "k_quit"), 6),
        Key("F1", say(lang, "k_help"), 0),
    )
