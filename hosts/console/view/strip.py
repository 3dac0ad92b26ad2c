"""The strip at the top: the match and where it stands, rehearsal, the boxes, what is on disk."""

from __future__ import annotations

from typing import Literal

from hosts.console.view.fit import clean
from hosts.console.view.head import MARGIN
from hosts.console.view.pen import Pen
from hosts.console.view.scene import Scene
from hosts.console.view.words import known, say

Tone = Literal["banner", "wrong", "text2"]


def strip(pen: Pen, scene: Scene) -> None:
    """One line: the match and where it stands; rehearsal; the boxes; what is on disk."""
    rules = scene.setup.rules
    title = clean(rules.title or rules.name)
    where = _where(scene) + (f" · {say(scene.lang, 'sound_muted')}" if pen.look.muted else "")
    pen.part(_strip, title, where, scene.published.rehearsal, *_box_words(scene), *_saved_words(scene))


def _strip(
    pen: Pen, title: str, where: str, rehearses: bool, boxes: str, bad: bool, saved: str, tone: Tone
) -> None:  # fmt: skip
    width, trouble = pen.width - 2 * MARGIN, tone != "text2"
    left = width * (0.42 if trouble else 0.5)
    right = width * 0.36 if trouble else pen.width_of(say(pen.lang, "saving", n=9999), 28) + 4
    _title(pen, title, where, rehearses, left)
    _boxes(pen, boxes, bad, MARGIN + left + 20, width - left - right - 52)
    _saved(pen, saved, tone, MARGIN + width - right, right)


def _title(pen: Pen, title: str, where: str, rehearses: bool, left: float) -> None:
    if rehearses:
        rehearsal = say(pen.lang, "rehearsal")
        pen.rect(MARGIN, 8, left * 0.52, 42, "live", 8)
        pen.text(rehearsal, MARGIN + 8, 10, left * 0.52 - 16, 38, 28, bold=True, colour="onlive", align="centre")
        pen.text(where, MARGIN + left * 0.54, 10, left * 0.46, 38, 28, colour="text2")
    else:
        pen.text(title, MARGIN, 10, left * 0.4, 38, 28, bold=True)
        pen.text(where, MARGIN + left * 0.42, 10, left * 0.58, 38, 28, colour="text2")


def _where(scene: Scene) -> str:
    themes, per = scene.setup.themes, len(scene.setup.rules.values)
    number = len([question for question in scene.game.questions if question.replaces is None])
    if scene.game.live is None and scene.closed is None and scene.goal is not None and scene.goal.replaces is None:
        number += 1
    if themes is None:
        where = (say(scene.lang, "theme_n", n=scene.theme), say(scene.lang, "question_n", n=max(number, 1)))
    else:
        where = (
            say(scene.lang, "theme_of", n=scene.theme, all=themes),
            say(scene.lang, "question_of", n=max(number, 1), all=themes * per),
        )
    return " · ".join(where)


def _box_words(scene: Scene) -> tuple[str, bool]:
    """About the boxes, and whether it is a trouble."""
    boxes = scene.published.boxes
    # A box whose seats another one has taken over is missed by nobody; a port without a name is a box not found.
    boxes = tuple(each for each in boxes if each.up or each.seats or not each.box)
    down = [each for each in boxes if not each.up]
    troubled = [each for each in boxes if each.trouble or each.lost]
    if down:
        words = say(scene.lang, "box_down", box=clean(down[0].box or down[0].port))
        if down[0].trouble:
            words = f"{words}: {_told(scene, down[0].trouble)}"
    elif troubled:
        each = troubled[0]
        trouble = _told(scene, each.trouble) or say(scene.lang, "records_lost", n=each.lost)
        words = f"{say(scene.lang, 'box_up', box=clean(each.box))}: {trouble}"
    elif not scene.ui.devices.sound:
        return say(scene.lang, "sound_none"), True
    elif not boxes:
        words = say(scene.lang, "no_box")
    elif len(boxes) == 1:
        words = say(scene.lang, "box_up", box=clean(boxes[0].box))
    else:
        words = say(scene.lang, "boxes_up", n=len(boxes))
    return words, bool(down or troubled)


def _boxes(pen: Pen, words: str, bad: bool, x: float, w: float) -> None:
    if bad:
        free = max(0.0, w - 38 - pen.width_of(words, 28, True))
        pen.mark(x + free, 14, 30, "plug", "wrong")
    pen.text(words, x + 38, 10, w - 38, 38, 28, bold=bad, colour="wrong" if bad else "text2", align="right")


def _told(scene: Scene, trouble: str | None) -> str:
    """In the host's language where the catalogue has it, else as it came."""
    words = clean(trouble or "")
    return say(scene.lang, words) if known(words) else words


def _saved_words(scene: Scene) -> tuple[str, Tone]:
    saved = scene.published.saved
    if saved.trouble is not None:
        return say(scene.lang, "not_saved", why=_told(scene, saved.trouble)), "banner"
    if saved.copy_trouble is not None:
        return say(scene.lang, "no_copy", why=_told(scene, saved.copy_trouble)), "wrong"
    if saved.saved < saved.known:
        return say(scene.lang, "saving", n=saved.known - saved.saved), "text2"
    return say(scene.lang, "saved"), "text2"


def _saved(pen: Pen, words: str, tone: Tone, x: float, w: float) -> None:
    if tone == "banner":
        pen.rect(x, 4, w, 50, "wrong", 8)
        pen.text(words, x + 12, 6, w - 24, 46, 30, 24, bold=True, colour="onwrong", align="centre")
        return
    pen.text(words, x, 10, w, 38, 28, bold=tone == "wrong", colour=tone, align="right")
