"""Opening a match: rules, players, package, buttons, journal, and the runtime that has them. One place for all hosts.

Whatever is wrong is told as a `BuzzerError` before anything has been written.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from buzzer.boxchoice import Source, last_boots, source
from buzzer.clock import Clock, SystemClock, read_both, wall_time
from buzzer.core.facts import Fact
from buzzer.core.rules import Ruleset
from buzzer.core.state import Setup
from buzzer.drivers.events import Driver
from buzzer.drivers.problems import Lang
from buzzer.errors import BuzzerError, FileError, InputError
from buzzer.packages import Package
from buzzer.packages import load as load_package
from buzzer.published import Saved
from buzzer.roster import players
from buzzer.rulesets import load as load_rules
from buzzer.runtime import Runtime, Seating
from buzzer.runtime.rolls import restored
from buzzer.storage.journal import Journal, create_named, default_folder, header
from buzzer.storage.recover import latest_unfinished, resume

_SEEDS = 2**53
"""A seed that every JSON reader takes exactly."""
MOST_TOLD = 10
"""So many oddities of a package are told one by one before a match."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for on the command line. ``themes`` and ``stage``: at most one of them."""

    rules: str = "umlaut"
    players: str | tuple[str, ...] = ""
    stage: str | None = None
    themes: int | None = None
    package: str | None = None
    box: str = "auto"
    keyboard: bool = False
    journal: str | None = None
    folder: str = ""
    """Where a journal without a name goes; empty: the default folder."""
    copy: str | None = None
    lang: Lang = "ru"
    roll: bool = False
    """A new match begins with a roll call, where it has a box."""


@dataclass(slots=True)
class Opened:
    """A match that is ready: `start` it, and `close` it in the end. ``told``: lines for standard error."""

    runtime: Runtime
    journal: Journal
    source: Source
    package: Package | None
    told: list[str] = field(default_factory=list)

    def start(self) -> None:
        self.journal.start()
        self.runtime.start()
        self.source.join(self.runtime.attach)

    def close(self) -> Saved:
        """Stop everything; the journal's last state."""
        self.runtime.close()
        self.journal.close()
        return self.journal.state()


def open_new(wish: Wish, *, clock: Clock | None = None, driver: Driver | None = None) -> Opened:
    """A new match. ``driver``: buttons that are there already, instead of ``wish.box``. Errors: BuzzerError."""
    clock = clock or SystemClock()
    rules = load_rules(wish.rules)
    names = players(wish.players, rules)
    package = None if wish.package is None else load_package(wish.package, values=rules.values)
    themes, told = _themes(wish, rules, package)
    _must_be_folder(wish.copy)
    _must_be_named(wish.journal)
    if package is not None:
        told += _problems(package, wish)
    buttons = (
        source(wish.box, clock, boots={}, lang=wish.lang) if driver is None else Source(driver, SETTLE_EMULATED_US)
    )
    try:
        setup = Setup(rules, names, buttons.settle_us, secrets.randbelow(_SEEDS), themes)
        first = header(
            setup,
            wall=wall_time(),
            package=None if wish.package is None else os.path.abspath(wish.package),
            theme_names=list(_theme_names(package)) or None,
            rehearsal=wish.keyboard or None,
        )
        if wish.journal is None:
            journal = create_named(_folder(wish), date.today(), first, copy_folder=wish.copy)
        else:
            journal = Journal.create(wish.journal, first, copy_folder=wish.copy)
    except BaseException:
        buttons.drop()
        raise
    return _opened(
        setup, journal, clock, buttons, package, told, None, _theme_names(package), wish.keyboard, roll=wish.roll
    )


def open_again(wish: Wish, *, clock: Clock | None = None) -> Opened:
    """The match of ``wish.journal``, else of the latest one that is not over. Errors: BuzzerError.

    Rules, players and themes are the journal's. The package is the one that is named, else the one it was played with.
    """
    clock = clock or SystemClock()
    _must_be_named(wish.journal)
    path = wish.journal or latest_unfinished(_folder(wish))
    if path is None:
        raise InputError("there is no match to go on with", remedy="begin one by buzzer play, or name a journal")
    _must_be_folder(wish.copy)
    again = resume(path, copy_folder=wish.copy)
    told = list(again.told)
    try:
        raw, setup = again.transcript.header.raw, again.transcript.header.setup
        package = _package_again(wish.package, raw, setup.rules, told)
        keyboard = raw.get("rehearsal") is True
        if wish.keyboard and not keyboard:
            raise InputError(
                "this match is no rehearsal: keys cannot play the buttons in it",
                path=path,
                remedy="go on with its box, or with --box none: digits give the right by hand",
            )
        box = wish.box if setup.settle_us else _without(wish.box)
        buttons = source(box, clock, boots=last_boots(again.transcript.records), lang=wish.lang)
    except BaseException:
        again.journal.close()
        raise
    names = _theme_names(package) or tuple(str(name) for name in raw.get("theme_names") or ())
    return _opened(
        setup, again.journal, clock, buttons, package, told, again.transcript.facts, names, keyboard,
        seating=restored(len(setup.players), again.transcript.records),
    )  # fmt: skip


def _without(box: str) -> str:
    """A match that was begun without buttons waits for no press: each would come too late. Errors: InputError."""
    if box not in ("auto", "none"):
        raise InputError("the match was begun without a box", remedy="go on with --box none")
    return "none"


SETTLE_EMULATED_US = 60_000
"""An emulated box speaks the serial protocol, on a line as slow."""


def _opened(
    setup: Setup,
    journal: Journal,
    clock: Clock,
    buttons: Source,
    package: Package | None,
    told: list[str],
    past: Sequence[Fact] | None,
    theme_names: tuple[str, ...],
    rehearsal: bool,
    *,
    seating: Seating | None = None,
    roll: bool = False,
) -> Opened:
    runtime = Runtime(
        setup,
        journal,
        clock,
        past=past,
        wall=wall_time(),
        theme_names=theme_names,
        rehearsal=rehearsal,
        journal=journal.path,
        seating=seating,
        roll=roll,
        read=lambda: read_both(clock),
    )
    journal.on_saved = lambda number: runtime.poke()
    return Opened(runtime, journal, buttons, package, told)


def _themes(wish: Wish, rules: Ruleset, package: Package | None) -> tuple[int, list[str]]:
    """How many themes the match has, and a line about it where nobody said. Errors: InputError."""
    if wish.stage is not None and wish.themes is not None:
        raise InputError("--stage and --themes both say how many themes there are", remedy="give one of them")
    stages = ", ".join(f"{name} ({count})" for name, count in rules.themes.items())
    if wish.stage is not None:
        if wish.stage not in rules.themes:
            known = f"take one of {stages}" if stages else "say --themes N"
            raise InputError(f"--stage: {rules.name} has no stage {wish.stage!r}", remedy=known)
        return rules.themes[wish.stage], []
    if wish.themes is not None:
        if not 1 <= wish.themes <= 1000:
            raise InputError(f"--themes: a match cannot have {wish.themes}", remedy="give a number from 1 on")
        return wish.themes, []
    if package is not None and package.themes:
        return len(package.themes), []
    if rules.themes:
        stage, count = next(iter(rules.themes.items()))
        return count, [f"{count} themes, as in {stage}; --stage or --themes says otherwise"]
    raise InputError("it is not said how many themes are played", remedy="give --themes N")


def _problems(package: Package, wish: Wish) -> list[str]:
    """What is odd in the package, a line each with its place; of very many the first ones."""
    told = []
    for theme, question, problem in package.all_problems():
        where = question or theme
        line = f":{where.line}" if where is not None and where.line else ""
        told.append(f"{wish.package}{line}: {problem.say}")
    if len(told) > MOST_TOLD:
        told[MOST_TOLD:] = [f"{wish.package}: and {len(told) - MOST_TOLD} more of the kind"]
    return told


def _package_again(named: str | None, raw: Mapping[str, Any], rules: Ruleset, told: list[str]) -> Package | None:
    if named is not None:
        return load_package(named, values=rules.values)
    kept = raw.get("package")
    if not isinstance(kept, str):
        return None
    try:
        return load_package(kept, values=rules.values)
    except BuzzerError as error:
        told.append(f"the package cannot be read ({error}): the host reads from paper, or name it with --package")
        return None


def _theme_names(package: Package | None) -> tuple[str, ...]:
    return () if package is None else tuple(theme.name for theme in package.themes)


def _must_be_named(journal: str | None) -> None:
    if journal is not None and not journal.strip():
        raise InputError("a journal without a name", remedy="name a file, or leave it out")


def _folder(wish: Wish) -> str:
    if not wish.folder:
        return default_folder()
    if not os.path.isdir(wish.folder):
        raise FileError("is no folder", path=wish.folder, remedy="journals want a folder that is there")
    return wish.folder


def _must_be_folder(copy: str | None) -> None:
    if copy is not None and not os.path.isdir(copy):
        raise FileError("is no folder", path=copy, remedy="--copy wants a folder that is there, on a stick for one")
