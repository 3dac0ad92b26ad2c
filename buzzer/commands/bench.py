"""`buzzer bench`: figures of speed, measured on this machine."""

from __future__ import annotations

import json
from typing import Annotated

import typer

LIMITS = {
    "step_us": (10.0, "one fact decided (median of all facts of a match)"),
    "fold_100_ms": (25.0, "a match of 100 questions folded from its facts"),
    "journal_append_us": (1000.0, "a record until it is on the disk"),
    "view_us": (100.0, "a frame as a draw list (median of all frames of a match)"),
    "view_news_us": (100.0, "the first frame of a new state (median of all news of a match)"),
    "paint_ms": (3.0, "a frame painted while a clock runs, 1280×720"),
    "paint_1080_ms": (4.0, "any state painted whole, 1920×1080 (the slowest in a hundred)"),
    "paint_clock_ms": (1.0, "what a running clock changes, 1920×1080 (median of all its frames of a match)"),
}
"""What each figure is to be at most, and what it is."""


def register(app: typer.Typer) -> None:
    group = typer.Typer(help="Figures of speed, measured on this machine.")
    group.callback()(_group)
    group.command("core")(core)
    app.add_typer(group, name="bench")


def _group() -> None:
    """Figures of speed, measured on this machine."""


def core(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object, for programs.")] = False,
) -> None:
    """Core, journal and console: what a press goes through on the host."""
    from buzzer import bench
    from buzzer.commands.simulate import print_lines

    figures = {name: round(value, 3) for name, value in bench.core().items()}
    if as_json:
        print_lines([json.dumps(figures)])
        return
    for name, value in figures.items():
        limit, what = LIMITS.get(name, (None, ""))
        most = "" if limit is None else f"(at most {limit:g})"
        print(f"{name:18} {value:>10.2f}  {most:16} {what}".rstrip())
