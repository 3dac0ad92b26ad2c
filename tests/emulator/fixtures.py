"""Fixtures: the compiled harness, boxes with the shipped image, and a bench of ports for pyserial."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from .bench import Bench
from .boxsim import BoxSim, Library

ROOT = Path(__file__).parents[2]
IMAGE = ROOT / "firmware" / "prebuilt" / "atmega328p.hex"

MakeBox = Callable[..., BoxSim]


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(tmp_path_factory.mktemp("boxsim"))


@pytest.fixture
def make_box(library: Library) -> Iterator[MakeBox]:
    """A function that powers up a box with the shipped image; all are closed after the test."""
    with ExitStack() as stack:

        def make(seed: int = 1, image: Path = IMAGE) -> BoxSim:
            return stack.enter_context(BoxSim(library, image, seed=seed))

        yield make


@pytest.fixture
def box(make_box: MakeBox) -> BoxSim:
    return make_box()


@pytest.fixture
def bench() -> Iterator[Bench]:
    """The ports ``boxsim://NAME`` for the time of one test."""
    with Bench() as bench:
        yield bench
