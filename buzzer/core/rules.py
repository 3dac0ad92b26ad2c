"""A regulation as data: one frozen model, its field names fixed by the transcript's ``override``.

Inside, every duration is an integer in microseconds; a TOML file may say ``"7 s"`` or ``"250 ms"``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt, model_validator

_UNITS_US = {"s": 1_000_000, "ms": 1_000, "us": 1, "µs": 1}
_DURATION = re.compile(r"(\d{1,9})(?:[.](\d{1,6}))? ?(s|ms|us|µs)")


def duration_us(value: object) -> object:
    """``"7 s"``, ``"0.25 s"`` or ``"250 ms"`` to microseconds; an integer is microseconds already. Errors:
    ValueError.
    """
    if not isinstance(value, str):
        return value
    match = _DURATION.fullmatch(value.strip())
    if match is None:
        raise ValueError(f"{value!r} is no duration; write 7 s, 250 ms, or microseconds as an integer")
    whole, fraction, unit = match.groups()
    scaled = int(whole + (fraction or "")) * _UNITS_US[unit]
    us, rest = divmod(scaled, 10 ** len(fraction or ""))
    if rest:
        raise ValueError(f"{value!r} is finer than a microsecond")
    return us


Duration = Annotated[StrictInt, Field(gt=0, le=10**12), BeforeValidator(duration_us)]
Count = Annotated[StrictInt, Field(gt=0, le=1000)]


class Ruleset(BaseModel):
    """One regulation. Clause numbers are those of the regulation's own text."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(default="", description="How commands and transcripts call it.")
    title: str = Field(default="", description="What people call it.")

    opens: Literal["announce", "read", "read_end"] = Field(
        description="From which host fact on a press counts (Umlaut 3.3, Novosibirsk IV.4, Tour 3.3)."
    )
    early_press: Literal["ignore", "lock", "out", "fine"] = Field(
        default="ignore", description="What a press before the buttons open costs (Umlaut 3.1: nothing)."
    )
    early_lock_us: Duration | None = Field(default=None, description="How long an early press locks (TV: 2 s).")
    early_lock_restarts: bool = Field(
        default=False, description="Each further early press starts the lock anew (Jeopardy!)."
    )
    signal_us: Duration = Field(
        description="Signal window after the end of the question (Umlaut 3.5, Novosibirsk IV.4, Tour 3.3)."
    )
    after_wrong: Literal["restart", "remaining", "absolute"] = Field(
        default="restart", description="The window after a wrong answer: fresh, what was left, or its old end."
    )
    after_wrong_us: Duration | None = Field(
        default=None, description="The fresh window after a wrong answer (Umlaut 3.5, Tour 3.3)."
    )
    answer_us: Duration | None = Field(
        default=None, description="Time to answer; absent: the host decides, no clock (Umlaut 3.3)."
    )
    answer_time_up: Literal["prompt", "wrong"] = Field(
        default="prompt", description="At the end of the answer time: the host is prompted, or it is wrong."
    )
    busy_press: Literal["ignore", "lock", "fine"] = Field(
        default="ignore", description="What a press while another answers costs (Umlaut 3.4, Tour 4.2)."
    )
    busy_grace_us: Duration | None = Field(
        default=None, description="So long after the answer began a press is free (Umlaut 3.4)."
    )
    busy_lock_us: Duration | None = Field(
        default=None, description="So long after a wrong answer the button of a marked player is dead (Umlaut 3.4)."
    )
    fine_from: Literal["named", "accepted"] = Field(
        default="named", description="From when on words and presses out of turn are fined (Tour 3.3, 4.2)."
    )
    attempts: Count = Field(default=1, description="Answers a player has on one question (Novosibirsk IV.6).")
    countdown_s: tuple[Annotated[StrictInt, Field(ge=0, le=3600)], ...] = Field(
        default=(), description="Seconds left that are called (Tour 3.6)."
    )
    values: tuple[Annotated[StrictInt, Field(gt=0, le=10**9)], ...] = Field(
        default=(10, 20, 30, 40, 50), min_length=1, description="The questions of a theme, in order (all: 10 to 50)."
    )
    wrong_factor: Literal[-1, 0] = Field(default=-1, description="A wrong answer costs the value, or nothing.")
    seats: tuple[Count, Count] = Field(default=(2, 4), description="Least and most players of a match.")
    no_show_score: StrictInt | None = Field(
        default=None, description="Score of a seat while it is a no-show (Umlaut 3.6)."
    )
    place_by: Literal["score", "score_counts"] = Field(
        default="score",
        description="Equal scores share a place, or right answers at the highest value decide (Tour 4.1).",
    )
    themes: dict[str, Count] = Field(
        default_factory=dict, description="Themes of a match by stage (Umlaut 2.1, 2.4; Novosibirsk IV.2; Tour 2)."
    )
    shootout_themes: Count | None = Field(
        default=None, description="Themes of one shootout round (Umlaut 4.1, Novosibirsk IV.11, Tour 4.1)."
    )

    @model_validator(mode="after")
    def _consistent(self) -> Ruleset:
        if self.after_wrong == "restart" and self.after_wrong_us is None:
            raise ValueError("after_wrong_us is needed where after_wrong is 'restart'")
        if self.early_press == "lock" and self.early_lock_us is None:
            raise ValueError("early_lock_us is needed where early_press is 'lock'")
        if self.busy_press == "lock" and self.busy_lock_us is None:
            raise ValueError("busy_lock_us is needed where busy_press is 'lock'")
        if self.seats[0] > self.seats[1]:
            raise ValueError("seats: the least is more than the most")
        if len(set(self.values)) != len(self.values):
            raise ValueError("values: one stands twice")
        return self

    def overridden(self, changes: Mapping[str, Any]) -> Ruleset:
        """This ruleset with single fields changed; None removes one. Errors: pydantic.ValidationError."""
        fields = self.model_dump(exclude_unset=True)
        fields.update(changes)
        return Ruleset.model_validate({name: value for name, value in fields.items() if value is not None})
