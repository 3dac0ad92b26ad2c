"""Type fitted into boxes: the largest size that fits, then more lines, then the lighter face, then an ellipsis. Pure.

Names and titles would rather be smaller on one line than broken; a question is set as large as its box allows.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from hosts.console.view.draw import Item, Measure, text_height

STRESS = "\u0301"
ELLIPSIS = "…"
_TOKEN = re.compile(r"[^ -]*-+|[^ -]+| +")  # a no-break space is no space: a number stays with its unit
_BOUND = 4096
_PARTS = 1024


class Fitted(NamedTuple):
    lines: tuple[str, ...]
    size: int
    leading: int
    bold: bool


@lru_cache(maxsize=2048)
def clean(text: str) -> str:
    """A text as it may be shown: no control or direction marks, no line breaks, no towers of accents. May be empty."""
    kept: list[str] = []
    for char in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(char)
        if char.isspace() or kind in ("Zl", "Zp"):
            kept.append(" ")
        elif kind == "Mn" and (not kept or unicodedata.category(kept[-1]) == "Mn"):
            continue
        elif kind[0] != "C":
            kept.append(char)
    return " ".join(word for word in "".join(kept).split(" ") if word)


class Fits:
    """Fits texts with one measurer, and remembers what it found: a running clock measures nothing anew."""

    def __init__(self, measure: Measure) -> None:
        self.measure = measure
        self._lines: dict[tuple[object, ...], Fitted] = {}
        self._widths: dict[tuple[str, int, bool], int] = {}
        self._parts: dict[tuple[object, ...], tuple[Item, ...]] = {}

    def width(self, text: str, size: int, bold: bool) -> int:
        key = (text, size, bold)
        found = self._widths.get(key)
        if found is None:
            if len(self._widths) > 8 * _BOUND:
                self._widths.clear()
            found = self._widths[key] = self.measure(text, size, bold)
        return found

    def part(self, key: tuple[object, ...]) -> tuple[Item, ...] | None:
        """A part of a drawing that was laid out before, from the same content, at the same place and size."""
        return self._parts.get(key)

    def keep_part(self, key: tuple[object, ...], items: tuple[Item, ...]) -> None:
        if len(self._parts) > _PARTS:
            self._parts.clear()
        self._parts[key] = items

    def label(
        self,
        text: str,
        w: int,
        h: int,
        big: int,
        small: int,
        bold: bool = False,
        lines: int = 1,
        *,
        whole: bool = False,
    ) -> Fitted:
        """Few words, on as few lines as possible, at most ``lines``: sizes from ``big`` down to ``small`` pixels.

        ``whole``: no lines at all where the words would have to be shortened.
        """
        return self._cached(("whole" if whole else "label", text, w, h, big, small, bold, lines))

    def block(self, text: str, w: int, h: int, big: int, small: int, bold: bool = False) -> Fitted:
        """Many words, as large as they fit."""
        return self._cached(("block", text, w, h, big, small, bold, 0))

    def _cached(self, key: tuple[str, str, int, int, int, int, bool, int]) -> Fitted:
        found = self._lines.get(key)
        if found is None:
            if len(self._lines) > _BOUND:
                self._lines.clear()
            kind, text, w, h, big, small, bold, lines = key
            find = {"label": self._label, "whole": self._whole, "block": self._block}[kind]
            found = self._lines[key] = find(text, w, h, max(big, small), small, bold, lines)
        return found

    def _label(self, text: str, w: int, h: int, big: int, small: int, bold: bool, lines: int) -> Fitted:
        found = self._whole(text, w, h, big, small, bold, lines)
        if found.lines:
            return found
        if bold:
            return self._label(text, w, h, small, small, False, lines)
        words = [self._whole_or_short(word, w, small, bold) for word in text.split(" ")]
        return self._cut(" ".join(words), w, h, small, bold, lines, 1150)

    def _whole(self, text: str, w: int, h: int, big: int, small: int, bold: bool, lines: int) -> Fitted:
        for count in range(1, lines + 1):
            for size in range(big, small - 1, -1):
                leading = _leading(size, 1150)
                if text_height(count, size, leading) > h:
                    continue
                found = self._wrap(text, w, size, bold, breaks=False)
                if found is not None and len(found) <= count:
                    return Fitted(tuple(found), size, leading, bold)
        return Fitted((), small, _leading(small, 1150), bold)

    def _block(self, text: str, w: int, h: int, big: int, small: int, bold: bool, _lines: int) -> Fitted:
        low, high = small, big
        best: Fitted | None = None
        while low <= high:
            size = (low + high) // 2
            leading = _leading(size, 1300)
            found = self._wrap(text, w, size, bold, breaks=True)
            if found is not None and text_height(len(found), size, leading) <= h:
                best, low = Fitted(tuple(found), size, leading, bold), size + 1
            else:
                high = size - 1
        return best if best is not None else self._cut(text, w, h, small, bold, 1000, 1250)

    def _wrap(self, text: str, w: int, size: int, bold: bool, breaks: bool) -> list[str] | None:
        """Broken at spaces and after hyphens; a word wider than the line is broken too if it may be, else None."""
        lines: list[str] = []
        line = ""
        for token in _TOKEN.findall(text):
            if self.width((line + token).rstrip(), size, bold) <= w:
                line += token if line or not token.isspace() else ""
                continue
            if line.strip():
                lines.append(line.rstrip())
            line = token.lstrip()
            if self.width(line, size, bold) > w:
                if not breaks:
                    return None
                *whole, line = self._chopped(line, w, size, bold)
                if any(self.width(part, size, bold) > w for part in (*whole, line)):
                    return None
                lines += whole
        if line.strip():
            lines.append(line.rstrip())
        return lines

    def _chopped(self, word: str, w: int, size: int, bold: bool) -> list[str]:
        parts: list[str] = []
        part = ""
        for char in word:
            if part and self.width(part + char, size, bold) > w:
                parts.append(part)
                part = ""
            part += char
        return [*parts, part]

    def _cut(self, text: str, w: int, h: int, size: int, bold: bool, lines: int, permille: int) -> Fitted:
        """At the smallest size as many lines as there is room for, the last one with an ellipsis."""
        leading = _leading(size, permille)
        room = max(1, min(lines, 1 + max(0, h - text_height(1, size, leading)) // leading))
        found = self._wrap(text, w, size, bold, breaks=True) or []
        if len(found) > room:
            rest = "".join(line if line.endswith("-") else f"{line} " for line in found[room - 1 :]).strip()
            found = [*found[: room - 1], self._shortened(rest, w, size, bold)]
        return Fitted(tuple(found), size, leading, bold)

    def _whole_or_short(self, word: str, w: int, size: int, bold: bool) -> str:
        """A word of a name is not broken: where it is wider than its line, it ends in an ellipsis."""
        parts = [part for part in _TOKEN.findall(word) if part]
        if all(self.width(part, size, bold) <= w for part in parts):
            return word
        return self._shortened(word, w, size, bold)

    def _shortened(self, text: str, w: int, size: int, bold: bool) -> str:
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self.width(text[:middle].rstrip() + ELLIPSIS, size, bold) <= w:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + ELLIPSIS


def _leading(size: int, permille: int) -> int:
    return -(-size * permille // 1000)
