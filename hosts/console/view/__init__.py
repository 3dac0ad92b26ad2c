"""The console's screen as a value: `view` takes what is published, an instant and the window's size to a list of items.

Pure: the standard library, pydantic and the pure parts of `buzzer` only. What does not move with the clock is kept from
one drawing of the same published state to the next; the result is the same as without.
"""

from __future__ import annotations

from buzzer.core.state import Answering, Window
from buzzer.packages.model import Package
from buzzer.published import Published
from hosts.console.view.band import band, rest_us
from hosts.console.view.corrections import corrections
from hosts.console.view.draw import Drawing, Item, Measure, Rect, mixed
from hosts.console.view.ending import end
from hosts.console.view.fit import Fits
from hosts.console.view.foot import NOTICE_US, foot
from hosts.console.view.head import main_area
from hosts.console.view.moving import FADE_US, RESTING, Moving, next_step_us
from hosts.console.view.pause import next_minute_us, pause, played_time, theme_break
from hosts.console.view.pen import Pen
from hosts.console.view.rollcall import roll_call
from hosts.console.view.scene import Scene, scene
from hosts.console.view.screens import help_overlay, unfocused_overlay
from hosts.console.view.seats import seats
from hosts.console.view.strip import strip
from hosts.console.view.themes import theme_overlay, themes
from hosts.console.view.ui import Look, Ui

MAIN_TOP, MAIN_H, BAND_TOP, SEATS_TOP, SEATS_H, FOOT_TOP = 76.0, 464.0, 560.0, 772.0, 232.0, 1022.0


class View:
    """Draws one console after another with one measurer. ``package``: the questions; None: read from paper."""

    def __init__(self, measure: Measure, package: Package | None = None) -> None:
        self.fits = Fits(measure)
        self.package = package
        self._of: tuple[Published, tuple[int, int], Look, Ui, bool] | None = None
        self._scene: Scene | None = None
        self._still: tuple[list[Item], list[Item]] = ([], [])
        self._seats: tuple[object, list[Item]] = (None, [])
        self._break: tuple[object, list[Item]] = (None, [])

    def __call__(
        self, published: Published, now_us: int, size: tuple[int, int], look: Look, ui: Ui, moving: Moving = RESTING
    ) -> Drawing:
        """The drawing for a window of ``size`` pixels at ``now_us`` on the table's time line."""
        of, guarded = self._of, now_us < published.guard_until_us
        if of is None or of[0] is not published or of[1:] != (size, look, ui, guarded):
            self._of = (published, size, look, ui, guarded)
            self._scene = scene(published, ui, look.lang, self.package)
            self._still = self._draw_still(self._scene, size, look, guarded)
            self._seats, self._break = (None, []), (None, [])
        assert self._scene is not None
        now = self._scene
        before, after = self._still
        kind = pause(now.game, now.step)
        if published.roll is not None or kind == "end":
            middle: list[Item] = []
        elif kind == "themes":
            middle = self._draw_seats(now, now_us, size, look, moving.fresh)
        elif kind == "break":
            middle = self._draw_break(now, now_us, size, look, moving.fresh)
        else:
            pen = Pen(size, look, self.fits)
            band(pen, now, now_us, BAND_TOP + pen.height - 1080)
            _fading(pen, moving)
            middle = pen.items + self._draw_seats(now, now_us, size, look, moving.fresh)
        legend = Pen(size, look, self.fits)
        if self._legend_moves(now):
            foot(legend, now, now_us, FOOT_TOP + legend.height - 1080)
        return (*before, *middle, *legend.items, *after)

    def _draw_still(
        self, now: Scene, size: tuple[int, int], look: Look, guarded: bool
    ) -> tuple[list[Item], list[Item]]:
        pen = Pen(size, look, self.fits)
        strip(pen, now)
        kind = pause(now.game, now.step)
        if now.published.roll is not None:
            roll_call(pen, now, now.published.roll)
        elif kind == "end":
            end(pen, now, played_time(now.published, now.published.at_us))
        elif kind == "themes":
            themes(pen, now, MAIN_TOP, MAIN_H + pen.height - 1080, BAND_TOP + 196 + pen.height - 1080)
        elif kind is None:
            main_area(pen, now, MAIN_TOP, MAIN_H + pen.height - 1080, guarded)
        over = Pen(size, look, self.fits)
        if not self._legend_moves(now):
            foot(over, now, now.published.at_us, FOOT_TOP + over.height - 1080)
        if now.ui.draft is not None:
            corrections(over, now, now.ui.draft)
        if now.ui.theme:
            theme_overlay(over, now)
        if now.ui.help:
            help_overlay(over, now)
        if not now.ui.focused:
            unfocused_overlay(over)
        return pen.items, over.items

    def _draw_break(
        self, now: Scene, now_us: int, size: tuple[int, int], look: Look, fresh: tuple[int, ...]
    ) -> list[Item]:
        """Anew only when a minute is over, or a score is no longer new."""
        time = played_time(now.published, now_us)
        key = (time, fresh)
        if time is not None and self._break[0] != key:
            pen = Pen(size, look, self.fits)
            foot_y = SEATS_TOP + SEATS_H + pen.height - 1080
            theme_break(pen, now, time, MAIN_TOP, MAIN_H + pen.height - 1080, foot_y, fresh)
            self._break = (key, pen.items)
        return self._break[1]

    def _legend_moves(self, now: Scene) -> bool:
        """A notice goes away with time."""
        return bool(now.published.notices) and now.ui.asking is None and now.ui.message is None

    def _draw_seats(
        self, now: Scene, now_us: int, size: tuple[int, int], look: Look, fresh: tuple[int, ...]
    ) -> list[Item]:
        live, phase = now.game.live, now.game.phase
        locks = () if live is None else tuple(
            -(-rest_us(now, lock, now_us) // 100_000) for lock in live.locks_g if lock is not None
        )  # fmt: skip
        over = isinstance(phase, Window) and now.game.clock_g(now_us) > phase.until_g
        key = (locks, over, fresh)
        if self._seats[0] != key:
            pen = Pen(size, look, self.fits)
            seats(pen, now, now_us, SEATS_TOP + pen.height - 1080, SEATS_H, fresh)
            self._seats = (key, pen.items)
        return self._seats[1]


def _fading(pen: Pen, moving: Moving) -> None:
    """What is left of the last answer's colour, over the band's ground and under all that stands on it."""
    ground = pen.items[0] if pen.items else None
    if moving.fill is not None and isinstance(ground, Rect) and ground.fill == "s1":
        pen.items.insert(1, Rect(ground.box, mixed(moving.fill, "s1", moving.left), ground.radius))


def view(
    published: Published,
    now_us: int,
    size: tuple[int, int],
    look: Look,
    ui: Ui,
    *,
    measure: Measure,
    package: Package | None = None,
) -> Drawing:
    """One drawing by itself."""
    return View(measure, package)(published, now_us, size, look, ui)


def next_change_us(published: Published, now_us: int, still: bool = False) -> int | None:
    """When the drawing will change by itself (a running clock's next tenth, a notice's end); None: only by news.

    ``still``: no notice fades.
    """
    game, phase = published.game, published.game.phase
    found: list[int] = []
    if game.hold is None and game.live is not None:
        clock_g = game.clock_g(now_us)
        ends = [lock for lock in game.live.locks_g if lock is not None]
        if isinstance(phase, Window):
            ends.append(phase.until_g)
        if isinstance(phase, Answering):
            if phase.until_g is None:
                found.append(now_us + 100_000 - (clock_g - phase.since_g) % 100_000)
            elif not phase.up:
                ends.append(phase.until_g)
        found += [now_us + (end_g - clock_g) % 100_000 + 1 for end_g in ends if end_g >= clock_g]
    if published.guard_until_us > now_us and isinstance(phase, Answering):
        found.append(published.guard_until_us)
    minute_us = next_minute_us(published, now_us)
    if minute_us is not None:
        found.append(minute_us)
    if published.notices:
        at_us = published.notices[-1].at_us
        if at_us + NOTICE_US > now_us:
            found.append(at_us + NOTICE_US)
            steps = () if still else (next_step_us(from_us, now_us) for from_us in (at_us, at_us + NOTICE_US - FADE_US))
            found += [step_us for step_us in steps if step_us is not None]
    return min(found, default=None)
