"""From the machine's clock to the table's time line, which does not run while the program or the machine stood still.

Drivers and keys stamp on the machine's clock (*raw*). The table's line is that clock less its origin and every gap: an
instant inside a gap is the instant at which the gap began. So no window runs out in a gap, and what was pressed in one
is stamped where the hold stands.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class TimeLine:
    """``origin_us``: the raw instant that is the table's 0. ``gaps``: (from, to), raw microseconds, in order."""

    origin_us: int = 0
    gaps: tuple[tuple[int, int], ...] = ()

    def table_us(self, raw_us: int) -> int:
        """A raw instant on the table's line; it never goes backwards, and stands still in a gap."""
        at_us = raw_us - self.origin_us
        for start_us, end_us in self.gaps:
            if raw_us <= start_us:
                break
            at_us -= min(raw_us, end_us) - start_us
        return at_us

    def cut(self, start_us: int, end_us: int) -> TimeLine:
        """The line without the time from ``start_us`` to ``end_us``, later than all gaps so far. Errors: ValueError."""
        if end_us < start_us or (self.gaps and start_us < self.gaps[-1][1]):
            raise ValueError(f"a gap from {start_us} to {end_us} does not follow {self.gaps[-1:]}")
        return replace(self, gaps=(*self.gaps, (start_us, end_us)))
