"""What has changed is painted, and nothing else has to be: place by place or whole, the picture is the same."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest

from buzzer.bench import facts_of_match, setup
from hosts.console.faces import Fonts
from hosts.console.paint import Painter
from hosts.console.played import frames, package
from hosts.console.states import states
from hosts.console.view import View
from hosts.console.view.damage import damage
from hosts.console.view.draw import Box, Drawing, Rect, Text, Veil
from hosts.console.view.ui import Look, Ui

SIZE = (1024, 768)


def bytes_of(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def same(drawings: list[Drawing], fonts: Fonts, light: bool) -> int:
    """Paints one drawing after another over the same surface, and each whole; returns how many were painted in part."""
    painter, kept, fresh, parts = Painter(fonts, light), pygame.Surface(SIZE), pygame.Surface(SIZE), 0
    painter.paint(kept, drawings[0])
    for before, after in pairwise(drawings):
        changed = damage(before, after)
        parts += changed is not None
        painter.paint(kept, after, changed)
        painter.paint(fresh, after)
        assert bytes_of(kept) == bytes_of(fresh)
    return parts


@pytest.mark.parametrize("light", [False, True], ids=["dark", "light"])
def test_a_match_painted_in_parts_looks_as_painted_whole(light: bool, fonts: Fonts) -> None:
    view = View(fonts.measure, package(2))
    look = Look("ru", light=light)
    drawn = [view(frame.published, frame.now_us, SIZE, look, Ui()) for frame in frames(setup(), facts_of_match(8))]
    shown = drawn[::5]
    assert same(shown, fonts, light) > len(shown) * 0.8


@pytest.mark.parametrize("light", [False, True], ids=["dark", "light"])
def test_from_any_state_to_the_next(light: bool, fonts: Fonts) -> None:
    """Also under a veil, from one number of items to another, with seats on hold and hatched."""
    view, look = View(fonts.measure, package(2)), Look("ru", light=light)
    drawn = [view(each.published, each.now_us, SIZE, look, each.ui) for each in states().values()]
    assert same([*drawn, *drawn[::-2]], fonts, light)


def test_a_running_clock_touches_the_band_alone(fonts: Fonts) -> None:
    view, state = View(fonts.measure, package(2)), states()["window"]
    one, other = (
        view(state.published, state.now_us + later_us, (1920, 1080), Look("ru"), state.ui) for later_us in (0, 130_000)
    )
    changed = damage(one, other)
    assert changed
    assert sum(box.w * box.h for box in changed) < 1920 * 1080 // 20


def test_what_cannot_be_told_apart_is_painted_whole() -> None:
    word = Text(Box(10, 10, 300, 60), ("слово",), 40, 48, False, "text")
    card, veil = Rect(Box(0, 0, 400, 90), "s1"), Veil(Box(0, 0, *SIZE))
    assert damage(None, (word,)) is None
    assert damage((card, word), (word, card, card)) is None
    assert damage((card, word), (card, word, veil)) is None
    assert damage((card, word), (card, word)) == []
    assert damage((card,), (card, word)) == [word.box]
    far = word._replace(box=Box(500, 500, 20, 20))
    assert damage((card, word), (card, far)) == [word.box, far.box]
