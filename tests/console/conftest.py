"""The shipped faces without a screen, and the option that accepts new drawings."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from hosts.console.faces import Fonts


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--accept-drawings",
        action="store_true",
        help="write what was drawn into tests/console/drawings, instead of comparing",
    )


@pytest.fixture
def accept(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--accept-drawings", default=False))


@pytest.fixture(scope="module")
def fonts() -> Iterator[Fonts]:
    """Anew for each file: a test that runs the whole program ends with `pygame.font.quit`, which no face outlives."""
    import pygame

    pygame.font.init()
    yield Fonts()
    pygame.font.quit()
