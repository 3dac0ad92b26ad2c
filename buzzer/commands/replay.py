"""`buzzer replay`: a transcript line by line as it was played: what happened, and what was decided then."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from buzzer.storage.transcript import Transcript

Line = tuple[int | None, str, str]
"""When it became known (µs of the table; None for the result), ``fact`` or ``outcome``, the text."""


def register(app: typer.Typer) -> None:
    app.command()(replay)


def replay(
    journal: Annotated[
        str, typer.Argument(metavar="JOURNAL", help="A journal or any transcript; - is standard input.")
    ],
    speed: Annotated[
        float, typer.Option(min=0.0, help="1: as it was played, 10: ten times faster, 0: all at once.")
    ] = 0.0,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter before each fact.")] = False,
) -> None:
    """Show a match again, fact by fact, with what was decided."""
    from rich.console import Console

    from buzzer.errors import InputError
    from buzzer.storage.transcript import read

    if step and journal == "-":
        raise InputError("--step needs the keyboard, and - is standard input", remedy="name a file")
    transcript = read(journal)
    for warning in transcript.warnings:
        print(warning, file=sys.stderr)
    console = Console(highlight=False, soft_wrap=True)
    pause = _wait_for_enter if step else _pacer(speed, time.sleep)
    for at_us, kind, text in lines(transcript):
        if kind == "fact" and at_us is not None:
            pause(at_us)
        console.print(text, style="bold" if kind == "fact" else None, markup=False)


def _wait_for_enter(_at_us: int) -> None:
    sys.stdin.readline()


def _pacer(speed: float, sleep: Callable[[float], None]) -> Callable[[int], None]:
    """A pause as long as there was between two facts, divided by ``speed``."""
    before: list[int] = []

    def pause(at_us: int) -> None:
        if before and speed > 0:
            sleep(max(0, at_us - before[0]) / 1_000_000 / speed)
        before[:] = [at_us]

    return pause


def lines(transcript: Transcript) -> Iterator[Line]:
    """A transcript's facts in order, each followed by what it decided."""
    from buzzer.core.facts import Session, dump_fact
    from buzzer.core.match import new_match, run_out, step
    from buzzer.core.outcomes import Outcome, dump_outcome
    from buzzer.core.scoring import result

    setup = transcript.header.setup
    names = {seat: f"{seat} {name}" for seat, name in enumerate(setup.players, 1)}
    match = new_match(setup)

    def decided(outcomes: list[Outcome]) -> Iterator[Line]:
        for outcome in outcomes:
            record = dump_outcome(outcome)
            yield outcome.at_us, "outcome", f"{clock(outcome.at_us)}    → {record.pop('event')}{_rest(record, names)}"

    for fact in transcript.facts:
        record = dump_fact(fact)
        if isinstance(fact, Session):
            record["wall"] = fact.wall
        known_us = fact.at_us if fact.arrived_us is None else fact.arrived_us
        yield known_us, "fact", f"{clock(fact.at_us)}  {record.pop('kind')}{_rest(record, names)}"
        match, outcomes = step(match, fact)
        yield from decided(outcomes)
    match, outcomes = run_out(match)
    yield from decided(outcomes)
    final = result(setup, match.game)
    for seat in sorted(final.scores, key=lambda seat: (final.places[seat].split("-")[0].zfill(4), seat)):
        yield None, "outcome", f"{final.places[seat]:>5}  {final.scores[seat]:>5}  {names[seat]}"


def clock(at_us: int) -> str:
    """``mm:ss.µs`` on the table's time line, the minutes going on past the hour: ``07:05.000120``."""
    minus, left_us = ("-", -at_us) if at_us < 0 else ("", at_us)
    minutes, us = divmod(left_us, 60_000_000)
    return f"{minus}{minutes:02}:{us // 1_000_000:02}.{us % 1_000_000:06}"


def _rest(record: dict[str, Any], names: dict[int, str]) -> str:
    """The further fields: seats with their names, instants as clocks."""
    said = []
    for name, value in record.items():
        if name == "at_us":
            continue
        if name == "seat":
            said.append(f"[{names.get(value, value)}]")
        elif name.endswith("_us") and isinstance(value, int) and name != "err_us":
            said.append(f"{name.removesuffix('_us')} {clock(value)}")
        else:
            said.append(f"{name} {value}")
    return "".join(f"  {each}" for each in said)
