"""What holds for every command: mistakes in one line, exit codes, quick help, nothing heavy before it is needed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from buzzer import cli
from buzzer.cli import main
from buzzer.errors import InputError

Said = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-m", "buzzer"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["simulate"], "buzzer simulate: Missing argument 'FILE…'; see buzzer simulate --help"),
        (["simulate", "--nope"], "buzzer simulate: No such option: --nope; see buzzer simulate --help"),
        (["applaud"], "buzzer: No such command 'applaud'; see buzzer --help"),
        (["rules"], "buzzer rules: Missing command; see buzzer rules --help"),
        (["replay", "x", "--speed", "-1"], "buzzer replay: Invalid value for '--speed': "),
    ],
)
def test_a_mistake_on_the_command_line_is_one_line(arguments: list[str], said: str, capfd: Said) -> None:
    assert main(arguments) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith(said)
    assert err.count("\n") == 1


def raising(error: BaseException) -> object:
    def run(_arguments: object) -> int:
        raise error

    return run


def test_ctrl_c_is_quiet(monkeypatch: pytest.MonkeyPatch, capfd: Said) -> None:
    monkeypatch.setattr(cli, "_run", raising(KeyboardInterrupt()))
    assert main([]) == 130
    assert capfd.readouterr() == ("", "")


def test_a_mistake_in_a_file_is_one_line_even_if_its_name_is_not(capfd: Said) -> None:
    assert main(["simulate", "two\nlines"]) == 2
    assert capfd.readouterr().err == "two lines: there is no such file; check the name\n"
    assert str(InputError("a\nb", path="c", line=1)) == "c:1: a b"


def test_the_help_names_the_commands(capfd: Said) -> None:
    assert main(["--help"]) == 0
    out = capfd.readouterr().out
    for command in ("simulate", "replay", "rules", "bench"):
        assert command in out


def test_without_a_screen_the_start_screen_says_so_in_a_line(tmp_path: Path) -> None:
    gone = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    environment = {name: value for name, value in os.environ.items() if name not in gone}
    run = subprocess.run(
        PROGRAM, env={**environment, "BUZZER_HOME": str(tmp_path), "SDL_VIDEODRIVER": "x11"}, cwd=ROOT,
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)
    assert run.stderr.startswith("no window can be opened: ")
    assert "buzzer --help" in run.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_reader_that_goes_away_is_no_error() -> None:
    transcript = ROOT / "tests/transcripts/umlaut/u01-press-exactly-at-the-announcement-of-the-value.jsonl"
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as broken:
        run = subprocess.run(
            [*PROGRAM, "simulate", str(transcript)], stdout=broken, stderr=subprocess.PIPE, cwd=ROOT, check=False
        )
    assert (run.returncode, run.stderr) == (0, b"")


def test_a_console_without_cyrillic_ends_no_command() -> None:
    run = subprocess.run(
        [*PROGRAM, "rules", "show", "novosibirsk-2013"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, b"")


def test_nothing_heavy_is_imported_for_the_help() -> None:
    program = (
        "import sys; from buzzer.cli import main; main(['--help'])\n"
        "heavy = {'pydantic', 'pygame', 'serial', 'gpiozero', 'filelock', 'platformdirs', 'buzzer.core', 'hosts'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)
    assert run.stderr == "[]\n"
