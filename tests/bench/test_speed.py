"""Figures of whole programs. ``pytest -m prove tests/bench`` shows them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from console.xvfb import russian_screen

from bench import helptime, idle

Figure = Callable[[str, object], None]


@pytest.mark.prove
def test_the_help_takes_no_longer_than_half_again_a_trivial_programs(tmp_path: Path, record_property: Figure) -> None:
    found = helptime.measure(tmp_path)
    record_property(
        "figure", f"help: {found.ours_ms:.0f} ms, trivial: {found.trivial_ms:.0f} ms, ratio {found.ratio:.2f}"
    )
    assert found.ratio <= 1.5


@pytest.mark.prove
def test_a_console_that_nobody_touches_takes_next_to_nothing(tmp_path: Path, record_property: Figure) -> None:
    with russian_screen() as screen:
        found = idle.measure(screen, tmp_path)
    bare = found["bare"]
    for name, each in found.items():
        record_property(
            "figure",
            f"{name}: {each.cpu_percent:.1f} % of a core, {each.private_mb:.0f} MB private; above bare "
            f"{each.cpu_percent - bare.cpu_percent:.1f} % and {each.private_mb - bare.private_mb:.0f} MB",
        )
    for name in ("console", "demo"):
        assert found[name].cpu_percent - bare.cpu_percent <= 4
        assert found[name].private_mb - bare.private_mb <= 60
