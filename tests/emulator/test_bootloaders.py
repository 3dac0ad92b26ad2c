"""Behind the bootloaders that Nanos come with: the box starts, and a hang ends in it, not in the bootloader."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from buzzer.wire.messages import Hello

from .board_at_1x import OPTIBOOT, build_optiboot
from .boxsim import CYCLES_US, EXTERNAL, WATCHDOG, BoxSim, Library
from .fixtures import IMAGE
from .host import Host

MS = 1000 * CYCLES_US
OLD_NANO = OPTIBOOT.parent / "atmega" / "ATmegaBOOT_168_atmega328.hex"


@pytest.fixture(params=["optiboot", "old Nano"])
def behind_a_bootloader(request: pytest.FixtureRequest, library: Library, tmp_path: Path) -> Iterator[BoxSim]:
    optiboot = request.param == "optiboot"
    bootloader = build_optiboot(tmp_path) if optiboot else OLD_NANO
    with BoxSim(library, IMAGE, bootloader=bootloader, entry=0x7E00 if optiboot else 0x7800) as box:
        yield box


def hello_of(host: Host) -> Hello:
    hello = host.wait(Hello, us=5_000_000).message
    assert isinstance(hello, Hello)
    return hello


def test_a_hang_is_over_within_320_ms_and_told(behind_a_bootloader: BoxSim) -> None:
    box = behind_a_bootloader
    host = Host(box)
    box.reset(EXTERNAL)
    assert hello_of(host).cause in (0, EXTERNAL), "what a bootloader has eaten is unknown"
    began = box.now
    for _ in range(3):
        box.hang()
        host.heard.clear()
        began = box.now
        assert hello_of(host).cause == WATCHDOG
        assert box.now - began <= 320 * MS, "not by way of the bootloader"
        host.run_us(100_000)
