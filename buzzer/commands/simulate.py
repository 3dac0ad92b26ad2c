"""`buzzer simulate`: fold transcripts through the core and print what was decided."""

from __future__ import annotations

import sys
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    app.command()(simulate)


def simulate(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Transcripts; - is standard input.")],
    expect: Annotated[
        str | None, typer.Option(metavar="FILE.expect", help="Compare with this golden file; exit 1 if it differs.")
    ] = None,
) -> None:
    """Fold transcripts and print the outcomes as JSON Lines."""
    from buzzer.core.match import fold
    from buzzer.errors import InputError
    from buzzer.storage.expect import difference, outcome_lines, read_expect
    from buzzer.storage.transcript import read, read_bytes

    golden = None if expect is None else read_expect(read_bytes(expect), expect)
    lines: list[str] = []
    failed = False
    for path in files:
        try:
            transcript = read(path)
        except InputError as error:
            print(error, file=sys.stderr)  # and on to the next: one run tells what is wrong with each
            failed = True
            continue
        for warning in transcript.warnings:
            print(warning, file=sys.stderr)
        _, outcomes = fold(transcript.header.setup, transcript.facts)
        lines += outcome_lines(outcomes, path if len(files) > 1 else None)
    if failed:
        raise typer.Exit(2)
    if golden is None:
        print_lines(lines)
        return
    assert expect is not None
    found = difference(golden, lines, expect)
    print_lines(found)
    if found:
        raise typer.Exit(1)


def print_lines(lines: list[str]) -> None:
    """Lines for programs: UTF-8 and LF on every system."""
    data = "".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace")
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
