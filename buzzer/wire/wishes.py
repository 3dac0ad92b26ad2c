"""What the host wants of a box, sent until the box has answered.

Arming is a level that ``state`` shows: it is repeated until the state agrees. Lamps are not shown by
``state``, so they are repeated once a second: a lost command heals by itself. All are idempotent, so
that a repeat does no harm.
"""

from __future__ import annotations

from buzzer.wire.messages import Arm, Disarm, FromHost, Lamps, State

RESEND_US = 100_000
LAMPS_RESEND_US = 60_000
LAMPS_REFRESH_US = 1_000_000
_BUZZER_UNIT_US = 10_000


class Wishes:
    """Arming and lamps of one box."""

    def __init__(self) -> None:
        self._arm: Arm | Disarm | None = None
        self._arm_us: int | None = None
        self._states = 0
        self._lamps: Lamps | None = None
        self._lamps_us: int | None = None
        self._lamps_new = False
        self._buzzer_end_us = 0

    def arm(self, message: Arm | Disarm, now_us: int) -> None:
        self._arm, self._arm_us, self._states = message, now_us, 0

    def lamps(self, message: Lamps, now_us: int) -> None:
        self._lamps, self._lamps_us, self._lamps_new = message, now_us, True
        self._buzzer_end_us = now_us + message.buzzer * _BUZZER_UNIT_US

    def again(self, now_us: int) -> None:
        """The box is (back) there: tell it everything."""
        if self._arm is not None:
            self.arm(self._arm, now_us)
        if self._lamps is not None:
            self._lamps_us = now_us

    def seen(self, state: State) -> None:
        """A state arrived; if it shows what is wanted, arming is no longer repeated."""
        if self._arm is None or self._arm_us is None:
            return
        self._states += 1
        if isinstance(self._arm, Disarm):
            agrees = state.round == 0
        else:
            # The first state after the command may be older than it, and a box may leave out of `armed` what
            # is stuck or has fired.
            sure = state.armed == self._arm.mask or self._states > 1
            agrees = state.round == self._arm.round and sure
        if agrees:
            self._arm_us = None

    @property
    def next_us(self) -> int | None:
        """When something is to be sent (again); None if nothing is."""
        return min((at for at in (self._arm_us, self._lamps_us) if at is not None), default=None)

    def due(self, now_us: int) -> list[FromHost]:
        """The commands to send now."""
        out: list[FromHost] = []
        if self._arm is not None and self._arm_us is not None and now_us >= self._arm_us:
            out.append(self._arm)
            self._arm_us, self._states = now_us + RESEND_US, 0
        if self._lamps is not None and self._lamps_us is not None and now_us >= self._lamps_us:
            # A sound that is under way goes on for what is left of it, and is not begun again.
            left = max(0, -((now_us - self._buzzer_end_us) // _BUZZER_UNIT_US))
            out.append(Lamps(self._lamps.on, self._lamps.fast, min(left, 255)))
            self._lamps_us = now_us + (LAMPS_RESEND_US if self._lamps_new else LAMPS_REFRESH_US)
            self._lamps_new = False
        return out
