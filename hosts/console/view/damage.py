"""Where two drawings differ: what has to be painted anew. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from hosts.console.view.draw import Box, Drawing, Item, Veil

_MOST = 24
"""More places than this are not worth telling apart."""


def damage(before: Drawing | None, after: Drawing) -> list[Box] | None:
    """Boxes outside of which the two look alike, none meeting another; None: anywhere."""
    if before is None:
        return None
    if len(before) == len(after):
        boxes = [
            box
            for old, new in zip(before, after, strict=True)
            if old is not new and old != new
            for box in (old.box, new.box)
        ]
    else:
        changed = _strange(before, after)
        if changed is None:
            return None
        boxes = [item.box for item in changed]
    return _apart(boxes)


def _strange(before: Drawing, after: Drawing) -> list[Item] | None:
    """What only one of the two has; None if what both have lies in another order, or under another veil."""
    had, have = set(before), set(after)
    both = had & have
    kept = [item for item in before if item in both]
    if kept != [item for item in after if item in both]:
        return None
    changed = [*(item for item in before if item not in both), *(item for item in after if item not in both)]
    return None if any(isinstance(item, Veil) for item in changed) else changed


def _apart(boxes: Iterable[Box]) -> list[Box] | None:
    """Boxes that meet become one; None if they are too many."""
    found: list[Box] = []
    for box in boxes:
        joined = box
        meeting = [each for each in found if each.meets(joined)]
        while meeting:
            for each in meeting:
                found.remove(each)
                joined = _around(joined, each)
            meeting = [each for each in found if each.meets(joined)]
        found.append(joined)
        if len(found) > _MOST:
            return None
    return found


def _around(one: Box, other: Box) -> Box:
    x, y = min(one.x, other.x), min(one.y, other.y)
    return Box(x, y, max(one.right, other.right) - x, max(one.bottom, other.bottom) - y)
