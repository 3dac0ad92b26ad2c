"""The link's events in the words of `buzzer.drivers.events`."""

from __future__ import annotations

from buzzer.drivers.events import BoxDown, BoxKey, BoxPress, BoxRelease, BoxState, BoxUp, DriverEvent
from buzzer.wire.boot import Record
from buzzer.wire.linkevents import Down, LinkEvent, Released, Status, Up
from buzzer.wire.messages import KEYS, Press, cause_text

UNNAMED = "unnamed"
"""What a box is called whose memory has no id yet."""


def tell(event: LinkEvent, board: str, port: str) -> list[DriverEvent]:
    """``event`` of the box ``board`` at ``port`` for the runtime.

    Empty for what concerns the driver alone.
    """
    box = board or UNNAMED
    match event:
        case Up(boot=boot, hello=hello):
            return [
                BoxUp(
                    box=box,
                    port=port,
                    boot=boot,
                    firmware=f"{hello.build:08x}",
                    buttons=hello.buttons,
                    held=hello.held,
                    arrived_us=event.arrived_us,
                    restarted=event.restarted,
                    cause=cause_text(hello.cause),
                )
            ]
        case Down():
            return [BoxDown(box, port, event.why, event.at_us)]
        case Record():
            return _record(event, box)
        case Released():
            return [BoxRelease(box, event.mask, event.at_us, event.arrived_us)]
        case Status(state=state):
            return [
                BoxState(
                    box=box,
                    armed=state.armed,
                    round=state.round,
                    held=state.held,
                    stuck=state.stuck,
                    depth=state.depth,
                    lost=event.lost,
                    spikes=state.spikes,
                    bad_frames=event.bad_frames,
                    rate_ppm=event.rate_ppm,
                    err_us=event.err_us,
                    arrived_us=event.arrived_us,
                )
            ]
        case _:
            return []


def _record(record: Record, box: str) -> list[DriverEvent]:
    message = record.message
    place = record.at_us, record.err_us, record.arrived_us, record.history
    if isinstance(message, Press):
        # A record without a button would be a fault of the firmware: it is acknowledged, and nobody has pressed.
        return [BoxPress(box, record.boot, record.seq, message.round, message.mask, *place)] if message.mask else []
    keys = [key for bit, key in enumerate(KEYS) if message.mask >> bit & 1]
    return [BoxKey(box, record.boot, record.seq, key, *place) for key in keys]
