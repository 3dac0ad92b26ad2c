"""Where shipped files lie.

In the package (an installed wheel), else in the checkout (an editable install).
"""

from __future__ import annotations

from pathlib import Path

from buzzer.errors import FileError

_CHECKOUT = {"firmware": "firmware/prebuilt", "sounds": "sounds"}
"""Kind to folder, in a checkout; in a wheel it is ``buzzer/data/KIND``."""


def folders(kind: str) -> list[Path]:
    """The folders where files of ``kind`` (``firmware``, ``sounds``) may lie, the package's first."""
    package = Path(__file__).parent
    return [package / "data" / kind, package.parent / _CHECKOUT.get(kind, kind)]


def locate(kind: str, name: str) -> Path:
    """The shipped file ``name`` of ``kind``. Raises FileError if it is not there."""
    for folder in folders(kind):
        if (path := folder / name).is_file():
            return path
    raise FileError(f"{kind} file {name} is not installed", remedy="install buzzer again, or work in a whole checkout")
