"""The walls of the house, once more without import-linter: what a module imports, and what an import loads."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PURE = ("buzzer/core", "buzzer/wire", "hosts/console/view")
IMPURE = {
    *("time", "random", "threading", "asyncio", "socket", "os", "logging", "subprocess", "select", "signal"),
    *("tempfile", "shutil", "pygame", "serial", "gpiozero"),
}
HEAVY = ("pygame", "serial", "gpiozero", "pydantic", "pydantic_settings", "typer", "rich", "filelock", "asyncio")


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.partition(".")[0]


def loaded_by(statement: str) -> set[str]:
    """The top-level modules that are loaded once this has run in a fresh interpreter."""
    code = f"import sys; {statement}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("folder", PURE)
def test_pure_parts_import_nothing_that_has_a_clock_or_a_thread(folder: str) -> None:
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files
    found = {f"{path.relative_to(ROOT)}: {name}" for path in files for name in imported(path) if name in IMPURE}
    assert found == set()


def test_this_test_can_fail(tmp_path: Path) -> None:
    sample = tmp_path / "sample.py"
    sample.write_text("import os.path\n\ndef f():\n    from time import monotonic\n    from . import x\n")
    assert set(imported(sample)) == {"os", "time"}


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert loaded_by("import buzzer").isdisjoint(HEAVY)


@pytest.mark.parametrize("module", ["buzzer.core.match", "buzzer.rulesets", "buzzer.wire.link", "buzzer.packages"])
def test_what_decides_loads_no_picture_and_no_port(module: str) -> None:
    assert loaded_by(f"import {module}").isdisjoint({"pygame", "serial", "gpiozero", "typer", "rich", "asyncio"})


def test_the_program_starts_without_window_and_port() -> None:
    assert loaded_by("import buzzer.cli").isdisjoint({"pygame", "serial", "gpiozero"})


def test_pygame_and_pyserial_have_one_door_each() -> None:
    """The fakes raise pyserial's errors, and the bench measures the painter: no other exceptions."""
    doors = {
        "pygame": ("hosts/", "buzzer/bench.py"),
        "serial": ("buzzer/drivers/", "buzzer/testing/"),
        "gpiozero": ("buzzer/drivers/",),
    }
    wrong = []
    for folder in ("buzzer", "hosts"):
        for path in (ROOT / folder).rglob("*.py"):
            name = path.relative_to(ROOT).as_posix()
            wrong += [f"{name}: {module}" for module in imported(path) if not name.startswith(doors.get(module, ("",)))]
    assert wrong == []
