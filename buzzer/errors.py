"""Errors that are told to people: one root, one line each.

Whatever a user can get wrong (a file, a port, a name) is raised as a subclass of `BuzzerError` that is also a
subclass of the fitting built-in (`ValueError` for content, `OSError` for files and ports), so that a
caller may catch either. The command line prints `str(error)` and ends with exit code 2; it never shows
a traceback for one of these.
"""

from os import PathLike, fspath


class BuzzerError(Exception):
    """A mistake or an obstacle told in one line: `path:line: what; what to do`.

    `path`, `line` (from 1) and `remedy` are None or empty where there is none; they stay readable as attributes.
    """

    def __init__(
        self,
        what: str,
        *,
        path: str | PathLike[str] | None = None,
        line: int | None = None,
        remedy: str = "",
    ) -> None:
        super().__init__(what)
        self.what = what
        self.path = None if path is None else fspath(path)
        self.line = line
        self.remedy = remedy

    def __str__(self) -> str:
        place = "" if self.path is None else f"{self.path or '(an empty name)'}:"
        if self.line is not None:
            place += f"{self.line}:"
        text = f"{place} {self.what}" if place else self.what
        if self.remedy:
            text += f"; {self.remedy}"
        return " ".join(text.split())  # a line break inside a file's name or a cause must not make two lines


class InputError(BuzzerError, ValueError):
    """The content of a file or of an argument is wrong."""


class FileError(BuzzerError, OSError):
    """A file or a folder cannot be read, written or locked."""
