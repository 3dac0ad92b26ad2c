"""The start screen in every state that it can show: for layout tests, golden drawings and pictures."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from buzzer.boxes import BoxRow
from buzzer.pending import Unfinished
from buzzer.rulesets import names, preset
from hosts.console.sample import PLAYERS
from hosts.console.startform import Around, Field, Form, Questions, Rules, settled
from hosts.console.startwords import Manner, sheet
from hosts.console.view.draw import Drawing
from hosts.console.view.fit import Fits
from hosts.console.view.start import draw
from hosts.console.view.ui import Devices, Look

RULES = tuple(Rules(key, preset(key)) for key in names())
BOX = BoxRow("/dev/ttyUSB0", "A1B2C3D4", "0f3a91c2", 6, answered=40, pings=40, err_us=12)
BUSY = BoxRow("/dev/ttyACM0", problem="/dev/ttyACM0: занят другой программой; закройте её (второй buzzer, brltty)")
PACK = "/пакеты/кубок-2025.si4s"
VALUES = (10, 20, 30, 40, 50)


def start_drawing(state: StartState, size: tuple[int, int], look: Look, fits: Fits) -> Drawing:
    """One state as it would be drawn."""
    return draw(sheet(*state, look, Devices()), size, look, fits)


class StartState(NamedTuple):
    form: Form
    around: Around
    manner: Manner = Manner()


def start_states(seats: int = 4) -> dict[str, StartState]:
    """By name. With more than four seats the ruleset is one that has them."""
    rules = "umlaut" if seats <= 4 else "naqt-tossup"
    named = Form(rules=rules, size=seats, names=PLAYERS, stage="quarterfinal" if seats <= 4 else "")
    blank = Form(rules=rules, size=seats)
    found = Around(RULES, None, (BOX, BUSY), ((1920, 1080), (1280, 720)))
    alone = Around(RULES, boxes=(), displays=((1366, 768),))
    match = Unfinished(
        "2026-11-30-2.jsonl", "13:52", "Umlaut", PLAYERS[:seats], (120, -3000, 3000, 0, 10, 20, 30, 40)[:seats], 31, 40
    )
    read = Questions(PACK, VALUES, 8, 40)
    made = {
        "start-first": StartState(blank, alone._replace(boxes=None)),
        "start-ready": StartState(
            named._replace(package=PACK, copy="/media/stick"), found._replace(questions=read, unfinished=match)
        ),
        "start-writing": StartState(
            named._replace(at="seat2", field=Field(PLAYERS[1], len(PLAYERS[1]))), found
        ),
        "start-long": StartState(
            named._replace(at="package", field=Field("/очень/длинный/путь" * 12, 40), package=PACK), found
        ),
        "start-unnamed": StartState(named._replace(names=(PLAYERS[0], *("",) * 7)), alone),
        "start-bad-package": StartState(
            named._replace(package=PACK, copy="/media/gone", at="copy"),
            found._replace(
                questions=read._replace(themes=None, trouble="there is no such file; check the name"),
                bad_folders=("/media/gone",),
                unfinished=replace(match, trouble=f"{match.path}:31: no match can be taken up from it", path="x"),
            ),
        ),
        "start-odd-package": StartState(
            named._replace(package=PACK, box="none", at="box"),
            alone._replace(questions=read._replace(problems=3, first_problem="в теме 4 вопроса вместо пяти")),
        ),
        "start-opening": StartState(named._replace(box="/dev/ttyUSB0"), found, Manner(opening=True)),
        "start-failed": StartState(
            named._replace(box="keyboard", at="volume"), alone,
            Manner(told="/dev/ttyUSB0: another program has it; close it (a second buzzer, brltty, ModemManager)"),
        ),
        "start-help": StartState(named, found, Manner(help=True)),
        "start-quit": StartState(named, found, Manner(quitting=True)),
        "start-unfocused": StartState(named, found, Manner(focused=False)),
    }  # fmt: skip
    return {name: state._replace(form=settled(state.form, state.around)) for name, state in made.items()}
