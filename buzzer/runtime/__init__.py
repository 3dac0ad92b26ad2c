"""The runtime of one table: inbox → journal → `core.step` → lamps and what is published."""

from buzzer.runtime.keeper import Forgetful, Keeper
from buzzer.runtime.seating import Seating
from buzzer.runtime.table import Runtime

__all__ = ["Forgetful", "Keeper", "Runtime", "Seating"]
