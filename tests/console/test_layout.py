"""At every size, number of seats and language: each word inside its box, nothing over anything, nothing too small."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from hosts.console.faces import Fonts
from hosts.console.sample import PACKAGE
from hosts.console.startstates import start_drawing, start_states
from hosts.console.states import State, states
from hosts.console.view import View
from hosts.console.view.draw import Bar, Box, Drawing, Mark, Rect, Sign, Text, Veil, extents
from hosts.console.view.fit import Fits
from hosts.console.view.ui import Look
from hosts.console.view.words import Lang

SIZES = ((1024, 768), (1280, 720), (1366, 768), (1920, 1080), (3840, 2160), (1280, 1024), (2560, 1080), (800, 600))
SMALLEST_U = 20
"""No type is smaller, in 1/1080 of the height (1/1440 of the width): 13 pixels at 1280×720."""


@cache
def made(rules: str, seats: int) -> dict[str, State]:
    return states(rules, seats)


def layers(drawing: Drawing) -> list[Drawing]:
    """What lies under a veil and what lies over it are looked at apart."""
    cuts = [index for index, item in enumerate(drawing) if isinstance(item, Veil)]
    bounds = [0, *cuts, len(drawing)]
    return [drawing[left:right] for left, right in pairwise(bounds)]


def faults(drawing: Drawing, size: tuple[int, int], fonts: Fonts) -> list[str]:
    """What is wrong with a drawing, in words."""
    window = Box(0, 0, *size)
    u = min(size[1] / 1080, size[0] / 1440)
    found = [f"outside the window: {item}" for item in drawing if not window.holds(item.box)]
    for layer in layers(drawing):
        taken: list[tuple[Box, str]] = []
        for item in layer:
            if isinstance(item, Text):
                lines = extents(item, fonts.measure)
                words = " / ".join(item.lines)
                found += [f"out of its box: {words!r} {line} {item.box}" for line in lines if not item.box.holds(line)]
                if item.size < round(SMALLEST_U * u):
                    found.append(f"too small: {words!r} {item.size}")
                found += [f"{words!r} over {what}" for line in lines for box, what in taken if line.meets(box)]
                taken += [(line, repr(words)) for line in lines]
            elif isinstance(item, Sign | Mark | Bar):
                found += [f"{item} over {what}" for box, what in taken if item.box.meets(box)]
                taken.append((item.box, repr(item)))
            elif isinstance(item, Rect) and item.fill is not None:
                found += [f"{item} covers {what}" for box, what in taken if item.box.meets(box)]
    return found


@pytest.mark.parametrize("larger", [False, True], ids=["usual", "larger"])
@pytest.mark.parametrize("seats", [2, 3, 4, 8])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_overlaps(size: tuple[int, int], seats: int, larger: bool, fonts: Fonts) -> None:
    found = []
    for rules in ("umlaut", "novosibirsk-2013"):
        view = View(fonts.measure, PACKAGE)
        paper = View(fonts.measure)
        for name, state in made(rules, seats).items():
            languages: tuple[Lang, ...] = ("ru", "en") if rules == "umlaut" else ("ru",)
            for lang in languages:
                draw = paper if state.paper else view
                drawing = draw(state.published, state.now_us, size, Look(lang, larger=larger), state.ui)
                found += [f"{rules} {name} {lang}: {fault}" for fault in faults(drawing, size, fonts)]
    assert found == []


@pytest.mark.parametrize("seats", [2, 3, 4, 8])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_overlaps_on_the_start_screen(size: tuple[int, int], seats: int, fonts: Fonts) -> None:
    fits, found = Fits(fonts.measure), []
    languages: tuple[Lang, ...] = ("ru", "en")
    for name, state in start_states(seats).items():
        for lang in languages:
            for larger in (False, True):
                drawing = start_drawing(state, size, Look(lang, larger=larger), fits)
                found += [f"{name} {lang} {larger}: {fault}" for fault in faults(drawing, size, fonts)]
    assert found == []


def test_the_faults_are_seen(fonts: Fonts) -> None:
    """This test's own eyes: a word over a word, a word too wide, a word under a panel."""
    word = Text(Box(10, 10, 300, 60), ("слово",), 40, 48, False, "text")
    narrow = word._replace(box=Box(400, 10, 20, 60))
    panel = Rect(Box(0, 0, 100, 100), "s1")
    said = " ".join(faults((word, word, narrow, panel), (1280, 720), fonts))
    assert "'слово' over 'слово'" in said
    assert "out of its box: 'слово'" in said
    assert "covers 'слово'" in said
    assert faults((word, Veil(Box(0, 0, 1280, 720)), word), (1280, 720), fonts) == []
