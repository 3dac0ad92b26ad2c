"""The sentences of every language, read from the compiled gettext catalogues that lie here, beside this module.

`ru/LC_MESSAGES/console.po` is what people edit; `./run messages` compiles it to the ``console.mo`` that is read.
A msgid is a code, never a sentence, so that no language is the one the others are translated from.
"""

from __future__ import annotations

from collections.abc import Callable
from gettext import GNUTranslations
from importlib.resources import files
from typing import NamedTuple

DOMAIN = "console"


class Sentences(NamedTuple):
    """One language. ``one``: the sentence of a code; ``counted``: its plural forms; ``form``: which a count takes."""

    one: dict[str, str]
    counted: dict[str, tuple[str, ...]]
    form: Callable[[object], int]


def sentences(lang: str) -> Sentences:
    """All sentences of a language. Errors: FileNotFoundError for one that is not here."""
    place = files(__name__).joinpath(lang, "LC_MESSAGES", f"{DOMAIN}.mo")
    with place.open("rb") as compiled:
        return unpacked(GNUTranslations(compiled))


def unpacked(read: GNUTranslations) -> Sentences:
    """What gettext has read, as a dictionary of our own: a sentence is looked up some fifty times a drawing, and a
    code that is missing must be an error and not its own sentence, as it is with ``gettext()``."""
    inside = vars(read)  # there is no public way to list what a catalogue holds
    one: dict[str, str] = {}
    forms: dict[str, dict[int, str]] = {}
    for key, text in inside["_catalog"].items():
        if isinstance(key, tuple):
            forms.setdefault(key[0], {})[key[1]] = text
        elif key:  # the empty one is the header
            one[key] = text
    counted = {code: tuple(each[index] for index in sorted(each)) for code, each in forms.items()}
    return Sentences(one, counted, inside["plural"])
