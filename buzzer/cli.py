"""The command line. `main` is the entry point: a user's mistake is told in one line, never with a traceback.

The command line speaks English, whatever the system's language is: its lines are searched for, quoted in reports and
read by programs. The console speaks the host's language (``--lang``), port problems during a match included.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Annotated, Any, cast

import typer

COMMANDS = ("play", "simulate", "replay", "rules", "box", "bench")
"""Modules of `buzzer.commands` in the order of the help, each with ``register(app)``."""

# Public names of typer lead to the one class that all mistakes on a command line share, whichever click typer uses.
_USAGE_ERRORS = cast(type[Any], next(each for each in typer.BadParameter.__mro__ if each.__name__ == "ClickException"))


def make_app() -> typer.Typer:
    """The whole command line."""
    app = typer.Typer(
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        rich_markup_mode="rich",
    )
    app.callback(invoke_without_command=True)(_root)
    for name in COMMANDS:
        module = f"buzzer.commands.{name}"
        if find_spec(module) is not None:
            import_module(module).register(app)
    return app


def _root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """Buttons, clocks, score sheet and journal for sport Svoya Igra (спортивная «Своя игра»).

    Without a command: the start screen.
    """
    if version:
        from importlib.metadata import PackageNotFoundError
        from importlib.metadata import version as version_of

        try:
            print(version_of("buzzer"))
        except PackageNotFoundError:
            print("not installed: run from a checkout")
        raise typer.Exit()
    if context.invoked_subcommand is None:
        from buzzer.commands.ending import orderly
        from buzzer.commands.play import start

        with orderly():
            start()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. Returns the exit code: 0 done, 1 something was found, 2 bad input or not possible."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a console without Cyrillic must not end a command
    try:
        return _run(arguments)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader has gone. What is still buffered goes nowhere, instead of failing again at exit.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _run(arguments: Sequence[str] | None) -> int:
    from buzzer.errors import BuzzerError

    command = typer.main.get_command(make_app())
    try:
        code = command.main(args=arguments, prog_name="buzzer", standalone_mode=False)
        sys.stdout.flush()
    except BuzzerError as error:
        print(error, file=sys.stderr)
        return 2
    except typer.Abort:
        return 130
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # typer would make a 1 of it
            raise end.__context__ from None
        raise
    except _USAGE_ERRORS as error:
        print(_usage_line(error), file=sys.stderr)
        return 2
    return code if isinstance(code, int) else 0


def _usage_line(error: Any) -> str:
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "buzzer"
    what = " ".join(str(error.format_message()).split()).rstrip(".")
    return f"{path}: {what}; see {path} --help"


if __name__ == "__main__":
    sys.exit(main())
