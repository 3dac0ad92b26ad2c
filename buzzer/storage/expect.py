"""Outcomes as lines, and their comparison with a golden file.

Compared is what a line says, not how it is spelt: the order of keys does not matter, and ``why`` of ``refused`` is free
text apart from the two words that programs rely on.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from buzzer.core.outcomes import Outcome, Result, dump_outcome
from buzzer.errors import InputError
from buzzer.storage.lines import read_line
from buzzer.storage.transcript import split_lines

_FIXED_WHY = ("other_seat", "finished")
_FREE = "(free text)"


def outcome_lines(outcomes: Iterable[Outcome | Result], file: str | None = None) -> list[str]:
    """Outcomes as JSON Lines, without LF. ``file``: the last key of each, where several files are folded."""
    last = {} if file is None else {"file": file}
    return [json.dumps(dump_outcome(outcome) | last, ensure_ascii=False) for outcome in outcomes]


def read_expect(data: bytes, path: str) -> list[str]:
    """The lines of a golden file. Errors: InputError."""
    lines = split_lines(data)
    for number, line in enumerate(lines, 1):
        try:
            read_line(line)
        except ValueError as error:
            raise InputError(str(error), path=path, line=number) from None
    return [line.decode("utf-8").rstrip("\r") for line in lines]


def difference(expected: list[str], found: list[str], path: str) -> list[str]:
    """A unified diff of two lists of outcome lines, empty where they say the same."""
    left, right = [_said(line) for line in expected], [_said(line) for line in found]
    if left == right:
        return []
    # Lines that say the same are shown as they were found, so that the diff shows differences only.
    spelt = dict(zip(right, found, strict=True))
    shown = [spelt.get(said, line) for said, line in zip(left, expected, strict=True)]
    return list(difflib.unified_diff(shown, found, f"{path} (expected)", "outcomes (found)", n=2, lineterm=""))


def _said(line: str) -> str:
    record: Mapping[str, Any] = json.loads(line)
    if record.get("event") == "refused" and record.get("why") not in _FIXED_WHY:
        record = {**record, "why": _FREE}
    return json.dumps(record, ensure_ascii=False, sort_keys=True)
