"""The shipped image: reproducible from the sources, within its budget, and the one that its report tells of."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
from pathlib import Path

import pytest
from emulator.build import FIRMWARE, Build, build

PREBUILT = FIRMWARE / "prebuilt"
HARDWARE = re.compile(r"#include\s*[<\"](avr|util)/|\b(PORT|PIN|DDR|TCNT|UDR)[A-D0-9]\b")


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory: pytest.TempPathFactory) -> Build:
    return build(tmp_path_factory.mktemp("rebuilt"))


def test_the_report_is_about_this_image() -> None:
    report = json.loads((PREBUILT / "atmega328p.json").read_text())
    assert report["sha256"] == hashlib.sha256((PREBUILT / "atmega328p.hex").read_bytes()).hexdigest()


def test_a_rebuild_is_the_same_to_the_byte(rebuilt: Build) -> None:
    """With the tools the image was made with; with others it must at least be of the same sources."""
    ours = json.loads((PREBUILT / "atmega328p.json").read_text())
    new = json.loads(rebuilt.report.read_text())
    assert new["build"] == ours["build"], "the sources have changed: run make -C firmware and commit the image"
    tools = ("compiler", "binutils", "avr_libc")
    if [new[tool] for tool in tools] == [ours[tool] for tool in tools]:
        assert rebuilt.image.read_bytes() == (PREBUILT / "atmega328p.hex").read_bytes()


def test_the_size_is_said_and_the_budget_holds(rebuilt: Build) -> None:
    said = re.search(r"flash (\d+) of (\d+) bytes, RAM (\d+) of (\d+) bytes", rebuilt.said)
    assert said is not None
    flash, flash_budget, ram, ram_budget = map(int, said.groups())
    assert 0 < flash <= flash_budget <= 30 * 1024
    assert 0 < ram <= ram_budget <= 1792


def test_an_image_over_its_budget_is_no_image(tmp_path: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError) as error:
        build(tmp_path, (("Makefile", "RAM_BUDGET := 1792", "RAM_BUDGET := 100"),))
    assert "over its budget" in error.value.stderr
    assert not (tmp_path / "firmware" / "prebuilt" / "atmega328p.json").exists()


def test_a_warning_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        build(tmp_path, (("app/main.c", "    board_start();\n", "    int unused;\n    board_start();\n"),))


def test_only_the_board_knows_hardware() -> None:
    for folder in ("logic", "app", "check"):
        for source in sorted((FIRMWARE / folder).iterdir()):
            assert not HARDWARE.search(source.read_text()), source


def test_the_logic_has_no_state_of_its_own(rebuilt: Build) -> None:
    """Nothing in RAM comes from logic/: what it works on is handed to it."""
    folder = rebuilt.elf.parent
    for source in sorted((FIRMWARE / "logic").glob("*.c")):
        target = folder / (source.stem + ".o")
        subprocess.run(
            ["avr-gcc", "-mmcu=atmega328p", "-std=gnu11", "-Os", "-fshort-enums", "-c", str(source), "-o", str(target)],
            check=True,
            timeout=60,
        )
        sizes = subprocess.run(["avr-size", "-A", str(target)], check=True, capture_output=True, text=True, timeout=60)
        ram = {s: int(n) for s, n in re.findall(r"^\.(data|bss)\S*\s+(\d+)", sizes.stdout, re.M)}
        assert sum(ram.values()) == 0, f"{source.name}: {ram}"


@pytest.mark.parametrize("source", sorted(p for p in FIRMWARE.rglob("*.[chS]")), ids=lambda p: p.name)
def test_modules_stay_small(source: Path) -> None:
    assert len(source.read_text().splitlines()) <= 400
