"""Compile the console's sentences: every `console.po` under hosts/console/locale into the `console.mo` beside it.

Needs Babel, a developer's tool only: the compiled catalogues are in the repository and in the wheel.
Run it as `./run messages`.
"""

import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

LOCALE = Path(__file__).resolve().parents[2] / "hosts" / "console" / "locale"


class Plain(Catalog):
    """A catalogue whose header names no date and no version, so that what is compiled twice is the same twice."""

    def __init__(self, source: Catalog) -> None:
        super().__init__(charset="utf-8")
        self.source = source

    def __iter__(self) -> Iterator[Message]:
        yield Message("", f"Content-Type: text/plain; charset=utf-8\nPlural-Forms: {self.source.plural_forms}\n")
        yield from (message for message in self.source if message.id)


def sources() -> list[Path]:
    return sorted(LOCALE.glob("*/LC_MESSAGES/*.po"))


def read(path: Path) -> Catalog:
    """A .po file. Errors: PoFileError with the line, for what is not one."""
    with path.open("rb") as source:
        return read_po(source, locale=path.parents[1].name, abort_invalid=True)


def compiled(path: Path) -> bytes:
    """The .mo file of a .po file."""
    written = io.BytesIO()
    write_mo(written, Plain(read(path)))
    return written.getvalue()


def main() -> int:
    for path in sources():
        try:
            path.with_suffix(".mo").write_bytes(compiled(path))
        except PoFileError as error:
            print(f"messages: {path}: {error}", file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
