"""`buzzer` alone, `buzzer play`, `buzzer resume`, `buzzer demo`: a match on the host's console."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from buzzer.opening import Opened, Wish

_PACKAGE = typer.Option(metavar="FILE", help="Question package; without one the host reads from paper.")
_BOX = typer.Option(metavar="auto|PORT|none", help="The buttons. none: the host gives the right by hand.")
_KEYBOARD = typer.Option("--keyboard", help="Rehearsal: keys 1-8 play the buttons; marked so.")
_COPY = typer.Option(metavar="DIR", help="Keep a second copy of the journal in this folder (a stick).")
_LANG = typer.Option(metavar="ru|en", help="Language of the console; default: the system's, else Russian.")
_STILL = typer.Option("--still", help="Nothing fades on the console; F5 while it runs.")


def register(app: typer.Typer) -> None:
    for command in (play, resume, demo):
        app.command()(_in_order(command))


def _in_order(command: Callable[..., None]) -> Callable[..., None]:
    """The command, ended in order by Ctrl+C, SIGTERM and the like."""

    @wraps(command)
    def run(**options: Any) -> None:
        from buzzer.commands.ending import orderly

        with orderly():
            command(**options)

    return run


def play(
    rules: Annotated[str, typer.Option(metavar="NAME|FILE", help="Ruleset; see buzzer rules list.")] = "umlaut",
    players: Annotated[str, typer.Option(metavar="NAMES|FILE", help='"Анна, Борис, Вера", or a file of names.')] = "",
    stage: Annotated[str | None, typer.Option(metavar="NAME", help="Stage: how many themes, by the ruleset.")] = None,
    themes: Annotated[int | None, typer.Option(metavar="N", help="How many themes are played.")] = None,
    package: Annotated[str | None, _PACKAGE] = None,
    box: Annotated[str | None, _BOX] = None,
    keyboard: Annotated[bool, _KEYBOARD] = False,
    journal: Annotated[str | None, typer.Option(metavar="FILE", help="Where the journal goes; a new file.")] = None,
    copy: Annotated[str | None, _COPY] = None,
    lang: Annotated[str | None, _LANG] = None,
    still: Annotated[bool, _STILL] = False,
) -> None:
    """Play a match: the host's console."""
    from buzzer.errors import InputError
    from buzzer.opening import Wish, open_new

    if not players:
        raise InputError("nobody plays", remedy='name them: --players "Анна, Борис, Вера", or a file')
    wish = Wish(
        rules=rules, players=players, stage=stage, themes=themes, package=package, keyboard=keyboard, journal=journal,
        copy=copy, box=_box(box, keyboard), lang=language(lang), roll=not keyboard,
    )  # fmt: skip
    _serve(open_new(wish), wish, lang, still)


def resume(
    journal: Annotated[
        str | None, typer.Argument(metavar="[JOURNAL]", help="Default: the latest match that is not over.")
    ] = None,
    package: Annotated[str | None, _PACKAGE] = None,
    box: Annotated[str | None, _BOX] = None,
    keyboard: Annotated[bool, _KEYBOARD] = False,
    copy: Annotated[str | None, _COPY] = None,
    lang: Annotated[str | None, _LANG] = None,
    still: Annotated[bool, _STILL] = False,
) -> None:
    """Go on with a match after a crash or a pause."""
    from buzzer.opening import Wish, open_again

    wish = Wish(
        journal=journal, package=package, box=_box(box, keyboard), keyboard=keyboard, copy=copy, lang=language(lang)
    )
    _serve(open_again(wish), wish, lang, still)


def demo(
    auto: Annotated[bool, typer.Option("--auto", help="The demo plays by itself and ends.")] = False,
    seconds: Annotated[
        float, typer.Option(metavar="S", min=1.0, max=3600.0, help="With --auto: about how long it takes.")
    ] = 75.0,
    headless: Annotated[bool, typer.Option("--headless", help="With --auto: without a window.")] = False,
    rules: Annotated[str, typer.Option(metavar="NAME|FILE", help="Ruleset; see buzzer rules list.")] = "umlaut",
    lang: Annotated[str | None, _LANG] = None,
    still: Annotated[bool, _STILL] = False,
) -> None:
    """The whole thing without hardware: a match with emulated players. Keys 1-4 press their buttons."""
    from buzzer.demo import Demo
    from buzzer.errors import InputError

    if headless and not auto:
        raise InputError("--headless: nobody could play it", remedy="add --auto")
    show = Demo(rules, language(lang), auto=auto, seconds=seconds)
    try:
        if headless:
            show.wait()
        else:
            _console()(
                show, show.package, lang=show.lang, digits="buttons", still=still, title="buzzer demo",
                done=lambda: show.over,
            )  # fmt: skip
    finally:
        lines = show.close()
    for line in lines:
        print(line)
    if show.failed:
        raise InputError(f"the demo stood still: {show.failed}", remedy="run it again with more --seconds")


# ---------------------------------------------------------------- what they share


def language(lang: str | None) -> Any:
    """``ru`` or ``en``; where nobody says, English only where the system's language is. Errors: InputError."""
    from buzzer.errors import InputError

    if lang is None:
        system = next((os.environ[each] for each in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(each)), "")
        return "en" if system.lower().startswith("en") else "ru"
    if lang not in ("ru", "en"):
        raise InputError(f"--lang: there is no {lang!r}", remedy="take ru or en")
    return lang


def _box(box: str | None, keyboard: bool) -> str:
    if box is not None:
        return box
    return "none" if keyboard else "auto"


def _console() -> Any:
    """The console's `run`, by its name only: no part of `buzzer` may depend on a host's program."""
    from importlib import import_module

    return import_module("hosts.console.app").run


def start() -> None:
    """The start screen, and what is played from it. Errors: InputError without a window, FileError."""
    _serve(None, None, None, False)


def _serve(opened: Opened | None, wish: Wish | None, lang: str | None, still: bool) -> None:
    """The console until the host quits: with this match first, or with the start screen."""
    from importlib import import_module

    from buzzer.settings import read

    settings, trouble = read()
    if lang is not None:
        settings = settings.model_copy(update={"lang": lang})
    if still:
        settings = settings.model_copy(update={"still": True})
    if trouble:
        print(trouble, file=sys.stderr)
    serve = import_module("hosts.console.evening").evening
    serve(settings, lang=language(None), told=[trouble] if trouble else [], opened=opened, wish=wish)
