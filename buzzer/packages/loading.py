"""A file to a package: read it whole, tell its encoding and its format, hand it to the fitting reader."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path

from ..errors import InputError
from .checking import checked
from .encoding import UnknownEncoding, decode
from .foursome import looks_like_4s, read_4s
from .model import STANDARD_VALUES, Package
from .plaintext import read_text

MOST_BYTES = 2_000_000
"""A text package of a whole season has half a megabyte; more than this is some other file."""

_WANTED = "expected are .si4s, or a text with «Тема: …», «10. …», «Ответ: …»"
_FOREIGN = (
    (b"PK\x03\x04", "a zip archive (.siq, .docx)"),
    (b"%PDF", "a PDF"),
    (b"{\\rtf", "an RTF document"),
    (b"\xd0\xcf\x11\xe0", "an old Word document"),
)


class PackageError(InputError):
    """A question package that cannot be read at all."""


def load(path: str | PathLike[str], *, values: Sequence[int] = STANDARD_VALUES, encoding: str | None = None) -> Package:
    """The package in a file. Raises `PackageError`.

    `values`: what each theme should have, for the problems only. `encoding` overrides the detection.
    """
    try:
        with Path(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise PackageError("there is no such file", path=path, remedy="check the name") from None
    except IsADirectoryError:
        raise PackageError("this is a folder", path=path, remedy="name the file in it") from None
    except (OSError, ValueError) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise PackageError(f"cannot be read: {why}", path=path, remedy="check the file's rights") from None
    return parse(data, name=path, values=values, encoding=encoding)


def parse(
    data: bytes,
    *,
    name: str | PathLike[str] = "package",
    values: Sequence[int] = STANDARD_VALUES,
    encoding: str | None = None,
) -> Package:
    """The package in the bytes of a file called `name` (its suffix counts). Raises `PackageError`."""
    if len(data) > MOST_BYTES:
        raise PackageError(f"more than {MOST_BYTES // 1_000_000} MB", path=name, remedy=_WANTED)
    for start, what in _FOREIGN:
        if data.startswith(start):
            raise PackageError(f"{what}, which is not read", path=name, remedy="save it as plain text or .si4s")
    try:
        text, used = decode(data, encoding)
    except UnknownEncoding as error:
        remedy = "save it as plain text in UTF-8"
        raise PackageError(str(error), path=name, line=error.line, remedy=remedy) from None
    if text.lstrip().startswith(("<?xml", "<!DOCTYPE", "<html")):
        raise PackageError("XML or HTML, which is not read", path=name, remedy="save it as plain text or .si4s")
    if re.search(r"^Вопрос [0-9]+:[ \t]*$", text, re.MULTILINE):
        raise PackageError(
            "a text in the layout of the question data base, which is not read", path=name, remedy=_WANTED
        )
    suffix = Path(fspath(name)).suffix.lower()
    is_4s = suffix.endswith("4s") or looks_like_4s(text)
    package = read_4s(text) if is_4s else read_text(text)
    if not any(theme.questions for theme in package.themes):
        raise PackageError("there is no question in it", path=name, remedy=_WANTED)
    return checked(replace(package, encoding=used), values)
