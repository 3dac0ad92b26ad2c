"""The shipped faces: widths for the view and words for the painter, from one source so that the two agree.

Stress marks are set here: the accent's own glyph falls beside its letter over ю, я, э. A glyph that the face lacks is
taken from an installed face that has it, else drawn as a hollow box.
"""

from __future__ import annotations

import warnings
from collections import OrderedDict
from pathlib import Path

import pygame

from hosts.console.view.draw import BASELINE_PERMILLE, line_height
from hosts.console.view.fit import STRESS

FOLDER = Path(__file__).parent / "fonts"
_FACES = {False: "IBMPlexSans-Regular.ttf", True: "IBMPlexSans-SemiBold.ttf"}
_OTHERS = "dejavusans,notosans,notosanssymbols2,notosanscjksc,segoeui,segoeuisymbol,arialunicodems,applesymbols,arial"
_MISSING = "□"
_KEPT = 768
_RISE_OVER_CAPITAL_PERMILLE = 165

Colour = tuple[int, int, int]


class Fonts:
    """Faces by size. Call `pygame.font.init` first; one instance belongs to one thread."""

    def __init__(self) -> None:
        self._faces: dict[tuple[int, bool], pygame.font.Font] = {}
        self._spare: dict[int, pygame.font.Font] = {}
        self._spare_path: str | None = None
        self._spare_sought = False
        self._from: dict[str, str] = {}
        self._words: OrderedDict[tuple[str, int, bool, Colour], pygame.Surface] = OrderedDict()

    def measure(self, text: str, size: int, bold: bool) -> int:
        """The width of one line in pixels; stress marks take no room."""
        return sum(face.size(run)[0] for face, run in self._runs(text.replace(STRESS, ""), size, bold))

    def line(self, text: str, size: int, bold: bool, colour: Colour) -> pygame.Surface:
        """One line, kept for the next time. Its height is `line_height`, its baseline where the view says."""
        key = (text, size, bold, colour)
        found = self._words.get(key)
        if found is None:
            found = self._words[key] = self._set(text, size, bold, colour)
            if len(self._words) > _KEPT:
                self._words.popitem(last=False)
        else:
            self._words.move_to_end(key)
        return found

    def _set(self, text: str, size: int, bold: bool, colour: Colour) -> pygame.Surface:
        plain = text.replace(STRESS, "")
        width = max(1, self.measure(plain, size, bold))
        surface = pygame.Surface((width, line_height(size)), pygame.SRCALPHA)
        baseline = size * BASELINE_PERMILLE // 1000
        x = 0
        for face, run in self._runs(plain, size, bold):
            surface.blit(face.render(run, True, colour), (x, baseline - face.get_ascent()))
            x += face.size(run)[0]
        if STRESS in text:
            self._accents(surface, text, size, bold, colour, baseline)
        surface.set_alpha(255, pygame.RLEACCEL)  # most of it is clear: that part costs nothing
        return surface

    def _accents(
        self, surface: pygame.Surface, text: str, size: int, bold: bool, colour: Colour, baseline: int
    ) -> None:
        face = self._face(size, bold)
        accent = face.render("´", True, colour)
        before = ""
        for char in text:
            if char != STRESS:
                before += char
                continue
            if not before:
                continue
            right, left = self.measure(before, size, bold), self.measure(before[:-1], size, bold)
            rise = size * _RISE_OVER_CAPITAL_PERMILLE // 1000 if before[-1].isupper() else 0
            x = (left + right - accent.get_width()) // 2
            surface.blit(accent, (x, baseline - face.get_ascent() - rise))

    def _runs(self, text: str, size: int, bold: bool) -> list[tuple[pygame.font.Font, str]]:
        """The text in pieces of one face each."""
        if text.isascii() or all(self._source(char) == "own" for char in text):
            return [(self._face(size, bold), text)] if text else []
        runs: list[tuple[pygame.font.Font, str]] = []
        for char in text:
            source = self._source(char)
            face = self._spare_face(size) if source == "spare" else self._face(size, bold)
            shown = _MISSING if source == "none" else char
            if runs and runs[-1][0] is face:
                runs[-1] = (face, runs[-1][1] + shown)
            else:
                runs.append((face, shown))
        return runs

    def _source(self, char: str) -> str:
        found = self._from.get(char)
        if found is None:
            found = "none"
            if _has(self._face(20, False), char):
                found = "own"
            elif self._find_spare() and _has(self._spare_face(20), char):
                found = "spare"
            self._from[char] = found
        return found

    def _face(self, size: int, bold: bool) -> pygame.font.Font:
        key = (size, bold)
        if key not in self._faces:
            self._faces[key] = pygame.font.Font(str(FOLDER / _FACES[bold]), size)
        return self._faces[key]

    def _find_spare(self) -> bool:
        if not self._spare_sought:
            self._spare_sought = True
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # a system without fontconfig has no other faces
                self._spare_path = pygame.font.match_font(_OTHERS)
        return self._spare_path is not None

    def _spare_face(self, size: int) -> pygame.font.Font:
        if size not in self._spare:
            self._spare[size] = pygame.font.Font(self._spare_path, size)
        return self._spare[size]


def _has(face: pygame.font.Font, char: str) -> bool:
    try:
        metrics = face.metrics(char)
    except (UnicodeError, pygame.error):
        return False
    return len(metrics) == 1 and metrics[0] is not None
