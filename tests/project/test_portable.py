"""Nothing POSIX-only is needed to import or to play: the same code with those modules hidden from it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SCENARIO = sorted((ROOT / "tests/transcripts").rglob("*.jsonl"))[0]


def hidden(*arguments: str, home: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    if home is not None:
        environment |= dict.fromkeys(("HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(home))
    return subprocess.run(
        [sys.executable, str(HERE / "hidden.py"), *arguments], cwd=ROOT, env=environment, capture_output=True, text=True
    )


def test_every_module_imports() -> None:
    done = hidden()
    assert done.stderr == ""
    assert done.returncode == 0
    assert {"buzzer.core.match", "buzzer.drivers.serialbox", "buzzer.storage.transcript"} <= set(done.stdout.split())


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["rules", "list"], ["simulate", str(SCENARIO), "--expect", str(SCENARIO.with_suffix(".expect"))]],
)
def test_commands_run(arguments: list[str]) -> None:
    done = hidden(*arguments)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_demo_plays_to_its_end(tmp_path: Path) -> None:
    """Runtime, journal, driver, emulated box and the window's loop, in real time (about ten seconds)."""
    done = hidden("demo", "--auto", "--seconds", "1", home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert all(name in done.stdout for name in ("Анна", "Борис", "Вера", "Глеб"))


def test_the_hiding_hides(tmp_path: Path) -> None:
    (tmp_path / "buzzer").mkdir()
    (tmp_path / "buzzer" / "__init__.py").write_text("import fcntl\n")
    code = f"import sys; sys.path[:0] = [{str(HERE)!r}, {str(tmp_path)!r}]; import hidden; hidden.hide(); import buzzer"
    done = subprocess.run([sys.executable, "-P", "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert "No module named 'fcntl' (hidden)" in done.stderr
