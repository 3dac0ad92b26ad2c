"""The firmware's logic, compiled for this computer under the sanitizers."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).parents[2] / "firmware"

Logic = Callable[[str, str], list[str]]


@pytest.fixture(scope="session")
def logic(tmp_path_factory: pytest.TempPathFactory) -> Logic:
    """``logic(mode, lines)``: what `logic_check` in that mode prints. A finding of a sanitizer fails."""
    copy = tmp_path_factory.mktemp("logic") / "firmware"
    shutil.copytree(FIRMWARE, copy, ignore=shutil.ignore_patterns("build", "prebuilt"))
    subprocess.run(["make", "-C", str(copy), "build/logic_check"], check=True, capture_output=True, timeout=300)

    def run(mode: str, lines: str) -> list[str]:
        done = subprocess.run(
            [str(copy / "build" / "logic_check"), mode], input=lines, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        return done.stdout.splitlines()

    return run
