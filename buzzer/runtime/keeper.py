"""What the runtime needs of a journal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from buzzer.core.facts import Fact
from buzzer.published import Saved


class Keeper(Protocol):
    """Takes records and never waits for a disk."""

    def append(self, fact: Fact | Mapping[str, Any]) -> int:
        """Take a fact, or a record of a private kind (``x-…``); its number, from 1."""
        ...

    def state(self) -> Saved:
        """How many records are known and how many are on disk."""
        ...


class Forgetful:
    """A keeper that keeps nothing: for rehearsals without a journal. Everything counts as saved."""

    def __init__(self) -> None:
        self._known = 0

    def append(self, fact: Fact | Mapping[str, Any]) -> int:
        self._known += 1
        return self._known

    def state(self) -> Saved:
        return Saved(self._known, self._known)
