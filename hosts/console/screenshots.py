"""Makes the pictures of the README anew: ``python -m hosts.console.screenshots docs/images``. Needs no screen.

``--all`` paints every state there is, in both languages: to look at after a change of the layout. ``--light`` and
``--larger`` are the host's settings; ``--blind protan|deutan|tritan|grey`` shows what is left for such eyes.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from hosts.console.faces import Fonts
from hosts.console.paint import Painter
from hosts.console.sample import PACKAGE
from hosts.console.sight import BLIND, Blind, seen_by
from hosts.console.startstates import StartState, start_drawing, start_states
from hosts.console.states import State, states
from hosts.console.view import view
from hosts.console.view.fit import Fits
from hosts.console.view.ui import Look
from hosts.console.view.words import Lang

SIZE = (1280, 720)
PICTURES = {
    "console": "answering",
    "console-window": "window",
    "console-hold": "hold-link",
    "console-end": "end",
    "console-start": "start-ready",
    "console-roll": "roll",
}
"""File name to state."""


def picture(
    state: State | StartState, size: tuple[int, int], look: Look, fonts: Fonts, painter: Painter
) -> pygame.Surface:
    """One state as it would be on the screen."""
    if isinstance(state, StartState):
        drawing = start_drawing(state, size, look, Fits(fonts.measure))
    else:
        package = None if state.paper else PACKAGE
        drawing = view(state.published, state.now_us, size, look, state.ui, measure=fonts.measure, package=package)
    surface = pygame.Surface(size)
    painter.use(look.light)
    painter.paint(surface, drawing)
    return surface


def as_seen(surface: pygame.Surface, blind: Blind) -> pygame.Surface:
    """The picture as it looks to eyes that lack a kind of cone, or all."""
    plain, known = pygame.image.tobytes(surface, "RGB"), dict[bytes, bytes]()
    seen = bytearray()
    for at in range(0, len(plain), 3):
        pixel = plain[at : at + 3]
        found = known.get(pixel)
        if found is None:
            found = known[pixel] = bytes(seen_by((pixel[0], pixel[1], pixel[2]), blind))
        seen += found
    return pygame.image.frombytes(bytes(seen), surface.get_size(), "RGB")


def main(arguments: list[str]) -> int:
    """``[--all] [--light] [--larger] [--blind KIND] [--size WxH] [--rules NAME] [--seats N] FOLDER``"""
    options = {"--size": "1280x720", "--rules": "umlaut", "--seats": "4", "--blind": ""}
    for name in options:
        if name in arguments:
            index = arguments.index(name)
            options[name] = arguments[index + 1]
            del arguments[index : index + 2]
    everything = "--all" in arguments
    folders = [each for each in arguments if not each.startswith("--")]
    blind = next((kind for kind in BLIND if kind == options["--blind"]), None)
    if len(folders) != 1 or (options["--blind"] and blind is None):
        print(f"usage: python -m hosts.console.screenshots {main.__doc__}".replace("``", ""), file=sys.stderr)
        return 2
    folder = Path(folders[0])
    folder.mkdir(parents=True, exist_ok=True)
    pygame.font.init()
    fonts = Fonts()
    painter = Painter(fonts)
    width, _, height = options["--size"].partition("x")
    size = (int(width), int(height))
    seats = int(options["--seats"])
    made: dict[str, State | StartState] = {**states(options["--rules"], seats), **start_states(seats)}
    wanted: list[tuple[str, str, Lang]] = [(name, state, "ru") for name, state in PICTURES.items()]
    if everything:
        wanted = [(f"{name}-{lang}", name, lang) for name in made for lang in ("ru", "en")]
    for name, state, lang in wanted:
        look = Look(lang, light="--light" in arguments, larger="--larger" in arguments)
        made_picture = picture(made[state], size, look, fonts, painter)
        if blind is not None:
            made_picture = as_seen(made_picture, blind)
        pygame.image.save(made_picture, str(folder / f"{name}.png"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
