"""Every word and number can be read on what really lies under it, and seats are told apart by eyes that lack a cone."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

from hosts.console.colours import DARK, LIGHT, Palette, palette
from hosts.console.faces import Fonts
from hosts.console.sample import PACKAGE
from hosts.console.sight import Blind, contrast, distance, seen_by
from hosts.console.states import State, states
from hosts.console.view import View
from hosts.console.view.draw import Box, Drawing, Mark, Rect, Sign, Text, extents, mixed
from hosts.console.view.ui import Look

LEAST = {
    "text": 7.0, "text2": 7.0, "text3": 4.5, "onlive": 7.0, "ink": 6.6, "right": 4.5, "wrong": 4.5, "onwrong": 6.0,
    "live": 7.0,
}  # fmt: skip
"""By the design's table, on whatever ground a colour stands; ink on a seat's fill has 6.7 at the least."""


@cache
def made(seats: int) -> dict[str, State]:
    return states("umlaut", seats)


def grounds(drawing: Drawing, index: int, box: Box, colours: Palette) -> list[str]:
    """What may lie under a box: the last fill that holds its middle, and the stripes on it."""
    x, y = box.x + box.w // 2, box.y + box.h // 2
    under = ["bg"]
    for item in drawing[:index]:
        if isinstance(item, Rect) and Box(x, y, 1, 1).meets(item.box):
            if item.fill is not None:
                under = [item.fill]
            under += ["hatch"] if item.hatched else []
    return under


def pale(drawing: Drawing, fonts: Fonts, colours: Palette) -> list[str]:
    """What cannot be read well enough, in words."""
    found = []
    for index, item in enumerate(drawing):
        if isinstance(item, Text):
            wanted = [
                (item.colour, line, LEAST[item.colour], " / ".join(item.lines)) for line in extents(item, fonts.measure)
            ]
        elif isinstance(item, Mark):
            wanted = [(item.colour, item.box, 4.5, item.name)]
        elif isinstance(item, Sign) and item.style in ("ink", "dead"):
            wanted = [({"ink": "ink", "dead": "text3"}[item.style], item.box, 4.5, f"sign {item.seat}")]
        else:
            continue
        for colour, box, wants, what in wanted:
            for ground in grounds(drawing, index, box, colours):
                has = contrast(colours[colour], colours[ground])
                if has < wants:
                    found.append(f"{what!r}: {colour} on {ground} {has:.2f}")
    return found


@pytest.mark.parametrize("larger", [False, True], ids=["usual", "larger"])
@pytest.mark.parametrize("light", [False, True], ids=["dark", "light"])
@pytest.mark.parametrize("seats", [4, 8])
def test_everything_can_be_read(seats: int, light: bool, larger: bool, fonts: Fonts) -> None:
    view, paper, colours, found = View(fonts.measure, PACKAGE), View(fonts.measure), palette(light), set[str]()
    for name, state in made(seats).items():
        draw = paper if state.paper else view
        drawing = draw(state.published, state.now_us, (1280, 720), Look("ru", light=light, larger=larger), state.ui)
        found |= {f"{name} {fault}" for fault in pale(drawing, fonts, colours)}
    assert found == set()


def test_what_is_pale_is_seen() -> None:
    """This test's own eyes."""
    fonts, colours = Fonts, palette(light=False)
    ground = Rect(Box(0, 0, 90, 90), "line")
    assert pale((ground, Mark(Box(10, 10, 30, 30), "right", "text3")), fonts, colours)  # type: ignore[arg-type]
    assert not pale((ground, Mark(Box(10, 10, 30, 30), "right", "text")), fonts, colours)  # type: ignore[arg-type]


@pytest.mark.parametrize("colours", [DARK, LIGHT], ids=["dark", "light"])
def test_ink_on_every_seat(colours: dict[str, tuple[int, int, int]]) -> None:
    assert min(contrast(colours["ink"], colours[f"seat{seat}"]) for seat in range(1, 9)) > 6.65


@pytest.mark.parametrize(
    ("blind", "four", "eight"),
    [(None, 0.216, 0.14), ("protan", 0.2, 0.084), ("deutan", 0.208, 0.073), ("tritan", 0.187, 0.074)],
)
def test_the_seats_are_told_apart(blind: Blind | None, four: float, eight: float) -> None:
    """As the design says; from five seats on shape and number carry it."""
    fills = [DARK[f"seat{seat}"] for seat in range(1, 9)]
    seen = fills if blind is None else [seen_by(fill, blind) for fill in fills]
    assert min(distance(*pair) for pair in combinations(seen[:4], 2)) == pytest.approx(four, abs=0.003)
    assert min(distance(*pair) for pair in combinations(seen, 2)) == pytest.approx(eight, abs=0.003)


def test_greys_stay_greys_to_everybody() -> None:
    for blind in ("protan", "deutan", "tritan", "grey"):
        for value in (0, 11, 128, 255):
            assert all(abs(part - value) <= 1 for part in seen_by((value, value, value), blind))


def test_a_mixed_colour_lies_between() -> None:
    colours = palette(light=False)
    assert colours[mixed("text", "bg", 1000)] == colours["text"]
    assert colours[mixed("text", "bg", 0)] == colours["bg"]
    half = colours[mixed("text", "bg", 500)]
    assert all(low < part < high for low, part, high in zip(colours["bg"], half, colours["text"], strict=True))
    with pytest.raises(KeyError):
        colours["mauve"]
