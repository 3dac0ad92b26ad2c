"""Who plays: names from the command line or from a file, in seat order, and whether the ruleset has seats for them."""

from __future__ import annotations

import csv
import os
from collections.abc import Sequence
from pathlib import Path

from buzzer.core.rules import Ruleset
from buzzer.errors import FileError, InputError
from buzzer.packages.encoding import UnknownEncoding, decode

_HEADERS = ("name", "имя", "игрок", "player")
_MOST_BYTES = 1_000_000
_LONGEST = 200


def players(text: str | tuple[str, ...], rules: Ruleset) -> tuple[str, ...]:
    """The names that ``--players`` means: a file's if there is one of that name, else the text's, between commas.
    A tuple is names already.

    Errors: InputError or FileError, also where the ruleset has not so many seats.
    """
    path: str | None
    if isinstance(text, tuple):
        names, path = [_clean(name) for name in text], None
        if not all(names):
            raise InputError(f"the name of seat {names.index('') + 1} is empty", remedy="write it")
    elif _is_file(text):
        names, path = _from_file(Path(text)), text
    else:
        names, path = [_clean(name) for name in text.split(",")], None
        if names and not all(names):
            raise InputError(f"--players: a name is empty in {text!r}", remedy='write them as "Анна, Борис, Вера"')
        if any(len(name) > _LONGEST for name in names):
            raise InputError(f"--players: a name has more than {_LONGEST} letters", remedy="shorten it")
    least, most = rules.seats
    if not least <= len(names) <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        raise InputError(
            f"there {'is 1 player' if len(names) == 1 else f'are {len(names)} players'}",
            path=path,
            remedy=f"{rules.name or 'the ruleset'} wants {wanted}",
        )
    return tuple(names)


def _is_file(text: str) -> bool:
    """A name ends a path only by chance: what has a suffix or a separator is meant as one, even if it is not there."""
    try:
        if os.path.exists(text):
            return True
    except ValueError:
        return False
    return "," not in text and (text.lower().endswith((".csv", ".txt", ".tsv")) or os.sep in text)


def _from_file(path: Path) -> list[str]:
    try:
        if path.is_dir():
            raise FileError("this is a folder", path=path, remedy="name the file in it")
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        raise FileError("there is no such players file", path=path, remedy="check the name") from None
    except FileError:
        raise
    except OSError as error:
        raise FileError(
            f"cannot be read: {error.strerror or error}", path=path, remedy="check the file's rights"
        ) from None
    if len(data) > _MOST_BYTES:
        raise InputError("is too large for a list of players", path=path, remedy="check the name")
    try:
        text, _ = decode(data)
    except UnknownEncoding as error:
        raise InputError(str(error), path=path, line=error.line, remedy="save it as UTF-8 text") from None
    return _names(text, path)


def _names(text: str, path: Path) -> list[str]:
    lines = text.split("\n")
    comma = _delimiter(lines)
    try:
        rows = [(number, next(csv.reader([line], delimiter=comma), [])) for number, line in enumerate(lines, 1)]
    except csv.Error as error:
        raise InputError(f"is no list of players: {error}", path=path, remedy="one name a line") from None
    rows = [(number, row) for number, row in rows if any(cell.strip() for cell in row)]
    if not rows:
        raise InputError("is empty: nobody plays", path=path, remedy="write one name a line")
    heads = [cell.strip().lower() for cell in rows[0][1]]
    column = next((heads.index(head) for head in _HEADERS if head in heads), None)
    if column is None and len(heads) > 1:
        raise InputError(
            "there is no column of names",
            path=path,
            line=rows[0][0],
            remedy="head it with name, or write one name a line",
        )
    if column is not None:
        rows = rows[1:]
        if not rows:
            raise InputError("has a header and no names: nobody plays", path=path, remedy="write one name a line")
    found = []
    for number, row in rows:
        name = _clean(row[column or 0]) if len(row) > (column or 0) else ""
        if not name or len(name) > _LONGEST:
            what = "the name is empty" if not name else f"the name has more than {_LONGEST} letters"
            raise InputError(what, path=path, line=number, remedy="correct the line")
        found.append(name)
    return found


def _delimiter(lines: Sequence[str]) -> str:
    first = next((line for line in lines if line.strip()), "")
    return max(",;\t", key=first.count) if any(each in first for each in ",;\t") else ","


def _clean(name: str) -> str:
    """One line without control characters; runs of spaces are one."""
    return " ".join("".join(each if each.isprintable() else " " for each in name).split())
