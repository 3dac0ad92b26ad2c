"""Facts that are known take effect, in order: the working copy of a match between two frozen ones."""

from __future__ import annotations

from collections.abc import Sequence

from buzzer.core import play
from buzzer.core.arbiter import bar, candidates, draw
from buzzer.core.facts import Message, Press, Release, Undo, Void
from buzzer.core.history import Chain, Entry, Fate, host_entry, take_back
from buzzer.core.item import HOST, LATE_PRESS, MESSAGE, PRESS, RELEASE, Item
from buzzer.core.outcomes import Held, Ignored, LotDrawn, Outcome, Refused, Undone
from buzzer.core.state import Game, Setup, Window

__all__ = ["HOST", "LATE_PRESS", "MESSAGE", "PRESS", "RELEASE", "Item", "Settling"]


class Settling:
    """Mutable, for one `step`. ``pending`` is sorted; ``out`` gathers the outcomes."""

    def __init__(
        self,
        setup: Setup,
        game: Game,
        pending: Sequence[Item],
        log: Chain = None,
        spent: frozenset[int] = frozenset(),
        widest_us: int = 0,
    ) -> None:
        self.setup = setup
        self.game = game
        self.pending = list(pending)
        self.log = log
        self.spent = set(spent)
        self.reach_us = max(setup.settle_us // 2, widest_us)
        self.out: list[Outcome] = []

    # ------------------------------------------------------------ the loop

    def run(self, horizon_us: int | None, clocks: bool = True) -> None:
        """All that lies before ``horizon_us`` (None: everything known). ``clocks`` False: no clock runs past the last
        fact.
        """
        while True:
            timer_us = play.next_timer_us(self.game)
            if self.pending and (timer_us is None or self.pending[0].at_us <= timer_us):
                if not self._before(self.pending[0].at_us, horizon_us) or not self._head(horizon_us):
                    return
            elif timer_us is not None and (clocks or self.pending) and self._before(timer_us, horizon_us):
                if not self._timer(timer_us, horizon_us):
                    return
            else:
                return

    @staticmethod
    def _before(at_us: int, horizon_us: int | None) -> bool:
        return horizon_us is None or at_us < horizon_us

    def due_us(self) -> int | None:
        """When the next of these will take effect, if only time comes."""
        timer_us = play.next_timer_us(self.game)
        settle_us = self.setup.settle_us + 1
        if self.pending and (timer_us is None or self.pending[0].at_us <= timer_us):
            head = self.pending[0]
            wait_us = self._wait_us(head.fact) if self._gets_right(head) else 0
            return head.at_us + wait_us + settle_us
        if timer_us is None:
            return None
        return timer_us + settle_us + (self.reach_us if play.window_ends(self.game) else 0)

    # ------------------------------------------------------------ one fact

    def _head(self, horizon_us: int | None) -> bool:
        """The first pending fact takes effect; False if it must still wait."""
        item = self.pending[0]
        if item.rank == PRESS:
            return self._presses(item, horizon_us)
        self.pending.pop(0)
        fact = item.fact
        if isinstance(fact, Release):
            self.game = self.game._replace(down=self.game.down - {fact.seat})
            self._append(item)
        elif item.rank == LATE_PRESS:
            assert isinstance(fact, Press)
            self.out.append(Ignored(fact.at_us, fact.seat, "late"))
            self._append(item)
        elif isinstance(fact, Message):
            self.game = play.message(self.setup, self.game, fact, self.out)
            self._append(item)
        elif isinstance(fact, Undo):
            self._undo(item)
        else:
            self._host(item)
        return True

    def _host(self, item: Item) -> None:
        fact = item.fact
        found = play.host_fact(self.setup, self.game, fact, item.at_us, self.out)
        if isinstance(found, str):
            self.out.append(Refused(item.at_us, fact.kind, found))
            self._append(item, Fate.DEAD)
            return
        void_of_open = isinstance(fact, Void) and self.game.live is not None and found.live is None
        self.log = (host_entry(item, self.game, frozenset(self.spent), void_of_open), self.log)
        self.game = found

    def _append(self, item: Item, fate: Fate = Fate.STANDS) -> None:
        self.log = (Entry(item, fate), self.log)

    # ------------------------------------------------------------ presses

    def _presses(self, item: Item, horizon_us: int | None) -> bool:
        if item.line in self.spent:
            assert isinstance(item.fact, Press)
            self.game = play.pressed_down(self.game, item.fact)
            return self._done(item)
        for each in self._group(item.at_us):
            press, why = each.fact, self._bar(each)
            if why is not None:
                assert isinstance(press, Press)
                self.game = play.barred_press(self.setup, self.game, press, why, self.out)
                self.game = play.pressed_down(self.game, press)
                return self._done(each)
        if not self._before(item.at_us + self._wait_us(item.fact), horizon_us):
            return False
        self._give_right(item)
        return True

    def _done(self, item: Item) -> bool:
        self.pending.remove(item)
        self.spent.discard(item.line)
        self._append(item)
        return True

    def _group(self, at_us: int) -> list[Item]:
        """The presses of one instant that are still to be judged, by seat."""
        group = []
        for each in self.pending:
            if each.at_us > at_us:
                break
            if each.at_us == at_us and self._may_count(each):
                group.append(each)
        return group

    def _gets_right(self, item: Item) -> bool:
        """Whether this press, the first pending, only waits for others that may be as early."""
        group = self._group(item.at_us)
        return item in group and not any(self._bar(each) for each in group)

    def _bar(self, item: Item) -> str | None:
        assert isinstance(item.fact, Press)
        return bar(self.setup, self.game, item.fact)

    def _wait_us(self, fact: object) -> int:
        """How much later a stamp may be and still touch this press: until then no right is given."""
        assert isinstance(fact, Press)
        return fact.err_us + self.reach_us

    def _give_right(self, first: Item) -> None:
        """The right goes to the first of the entitled presses, or by lot among those that none certainly precedes.

        Who is entitled is asked in the state of this place, clocks run on to each stamp (transcript, boundary 6).
        """
        assert isinstance(first.fact, Press)
        last_us = first.at_us + self._wait_us(first.fact)
        near: list[tuple[Press, Item]] = []
        for each in self.pending:
            if each.at_us > last_us:
                break
            press = each.fact
            if isinstance(press, Press) and self._may_count(each) and self._counts(press):
                near.append((press, each))
        found = candidates([press for press, _ in near])
        chosen = found[0]
        if len(found) > 1:
            seats = tuple(sorted(press.seat for press in found))
            number = self.game.questions[-1].number
            seat = draw(self.setup, number, found[0].at_us, seats)
            chosen = next(press for press in found if press.seat == seat)
            self.out.append(LotDrawn(found[0].at_us, seats, seat))
        self.game = play.accept(self.setup, self.game, chosen.seat, chosen.at_us, self.out)
        for press in found:
            if press is not chosen:
                self.out.append(Ignored(press.at_us, press.seat, play.loser_reason(self.setup)))
            self.spent.add(next(each.line for other, each in near if other is press))

    def _may_count(self, item: Item) -> bool:
        return item.rank == PRESS and item.line not in self.spent

    def _counts(self, press: Press) -> bool:
        """Entitled at its own stamp: a window that ends meanwhile counts up to the press's error, for the player."""
        if bar(self.setup, self.game, press) is not None:
            return False
        phase = self.game.phase
        return not isinstance(phase, Window) or press.at_us - self.game.offset_us - press.err_us <= phase.until_g

    # ------------------------------------------------------------ clocks

    def _timer(self, at_us: int, horizon_us: int | None) -> bool:
        if play.window_ends(self.game):
            if not self._before(at_us + self.reach_us, horizon_us):
                return False
            astride = self._astride(at_us)
            if astride is not None:
                self._give_right(astride)
                return True
        self.game = play.fire_timer(self.setup, self.game, at_us, self.out)
        return True

    def _astride(self, at_us: int) -> Item | None:
        """The earliest entitled press whose interval holds the window's end though its stamp is behind it."""
        for each in self.pending:
            press = each.fact
            if (
                isinstance(press, Press)
                and self._may_count(each)
                and press.at_us - press.err_us <= at_us
                and self._counts(press)
            ):
                return each
        return None

    # ------------------------------------------------------------ taking back

    def _undo(self, item: Item) -> None:
        found = take_back(self.log)
        if found is None:
            self.out.append(Refused(item.at_us, item.fact.kind, "nothing to take back"))
            self._append(item, Fate.DEAD)
            return
        first = found.again[0]
        assert first.game is not None
        again = Settling(self.setup, first.game, (), found.before, first.spent)
        again.reach_us = self.reach_us
        again.refold(found.again, self.pending, item.at_us)
        self.game, self.log = again.game, again.log
        self._append(item, Fate.DEAD)
        self.out.extend(Undone(item.at_us, fact.kind) for fact in found.facts)
        if self.game.hold is not None:
            self.out.append(Held(item.at_us, self.game.hold.why))

    def refold(self, log: Sequence[Entry], ahead: Sequence[Item], until_us: int) -> None:
        """``log``, from its first entry to its last, once more, in silence, up to an undo at ``until_us``; ``ahead``
        are presses a lot may look at.
        """
        fates = {each.item.line: each for each in log}
        self.pending = [each.item for each in log] + list(ahead)
        left = len(log)
        while left:
            head = self.pending[0]
            timer_us = play.next_timer_us(self.game)
            if timer_us is not None and timer_us < head.at_us:
                self._timer(timer_us, None)
                continue
            before = len(self.pending)
            self._again(head, fates[head.line])
            left -= before - len(self.pending)
        while (timer_us := play.next_timer_us(self.game)) is not None and timer_us < until_us:
            self._timer(timer_us, None)

    def _again(self, head: Item, was: Entry) -> None:
        if was.fate is Fate.STANDS:
            self._head(None)
            return
        self.pending.pop(0)
        if was.fate is Fate.TAKEN_BACK:
            self.game = play.hold_for_undo(self.game, head.at_us)
        self.log = (was, self.log)
