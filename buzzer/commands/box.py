"""`buzzer box`: the technician's plain tools."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    group = typer.Typer(no_args_is_help=True)
    group.command("list")(list_)
    group.command()(flash)
    app.add_typer(group, name="box", help="Find boxes, flash them.")


def list_(as_json: Annotated[bool, typer.Option("--json", help="One object for programs.")] = False) -> None:
    """Which boxes are plugged in, and how good their links are."""
    import json
    from dataclasses import asdict

    from buzzer.boxes import list_boxes
    from buzzer.clock import SystemClock

    rows = list_boxes(SystemClock())
    if as_json:
        print(json.dumps({"ports": [asdict(row) for row in rows]}, ensure_ascii=False))
        return
    if not rows:
        print("no ports; plug a box in")
    for row in rows:
        if row.problem:
            print(row.problem)
            continue
        held = f", held: {_buttons(row.held)}" if row.held else ""
        print(
            f"{row.port}: box {row.board or 'without an id'}, firmware {row.firmware}, {row.buttons} buttons{held}, "
            f"{row.answered} of {row.pings} pings answered, ±{row.err_us / 1000:.2f} ms, {row.rate_ppm:+.0f} ppm, "
            f"{row.bad_frames} bad frames, {row.lost} presses lost"
        )


def _buttons(mask: int) -> str:
    return ", ".join(str(bit + 1) for bit in range(8) if mask >> bit & 1)


def flash(
    port: Annotated[str, typer.Argument(metavar="PORT", help="The board's port; any device path.")],
    board: Annotated[str, typer.Option(metavar="NAME", help="Which board.")] = "atmega328p",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be done.")] = False,
) -> None:
    """Write the shipped firmware to a board, and verify it."""
    from buzzer.boxes import flash as write
    from buzzer.errors import InputError
    from buzzer.locate import locate

    if board != "atmega328p":
        raise InputError(f"--board: there is no image for {board!r}", remedy="take atmega328p")
    image = locate("firmware", f"{board}.hex")
    if dry_run:
        print(f"would write {image} to {port}")
        return

    def begin(image: Path) -> None:
        print(f"{port}: writing {image.name}", file=sys.stderr)

    print(f"{port}: written and verified at {write(port, image, begin=begin)} baud")
