"""`buzzer play`, `resume`, `demo`, `box`: what is wrong is one line on standard error and exit code 2."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from buzzer.boxchoice import last_boots
from buzzer.cli import main
from buzzer.core.state import Announced, Finished, Reading
from buzzer.errors import InputError
from buzzer.host import Command, Do
from buzzer.opening import MOST_TOLD, Opened, Wish, open_again, open_new
from buzzer.published import Saved
from buzzer.storage.transcript import read
from hosts.console import evening
from hosts.console.view.ui import Look

NAMES = "Анна, Борис"


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Journals that nobody named lie here; the language is English."""
    folder = tmp_path / "data"
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(folder))
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    return folder


@pytest.fixture
def console(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Instead of a window: what it was given, and a host's few keys; then he quits."""
    seen = SimpleNamespace(keys=lambda runtime: None, calls=[])

    class Window:
        def __init__(self, look: Look, **_: Any) -> None:
            self.look = look
            if getattr(seen, "missing", False):
                raise InputError("no window can be opened")

        def __enter__(self) -> Window:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def match(self, runtime: Any, package: Any, **more: Any) -> bool:
            seen.calls.append((runtime, package, more | {"lang": self.look.lang}))
            seen.keys(runtime)
            return True

    monkeypatch.setattr(evening, "Console", Window)
    return seen


def fails(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    lines = captured.err.splitlines()
    assert "Traceback" not in captured.err
    return lines[-1]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--players", NAMES, "--rules", "cricket"], "there is no ruleset 'cricket'"),
        (["--players", NAMES, "--rules", "nothing.toml"], "nothing.toml: cannot be read"),
        ([], "nobody plays; name them"),
        (["--players", "Анна"], "there is 1 player; umlaut wants 2 to 4"),
        (["--players", NAMES, "--stage", "moon"], "umlaut has no stage 'moon'; take one of group (6)"),
        (["--players", NAMES, "--stage", "final", "--themes", "2"], "both say how many themes"),
        (["--players", NAMES, "--themes", "0"], "a match cannot have 0"),
        (["--players", NAMES, "--rules", "jeopardy"], "it is not said how many themes"),
        (["--players", NAMES, "--package", "none.txt"], "none.txt"),
        (["--players", NAMES, "--box", "udp"], "not in this version"),
        (["--players", NAMES, "--copy", "/no/such/folder"], "/no/such/folder: is no folder"),
        (["--players", NAMES, "--lang", "la"], "there is no 'la'"),
        (["--players", NAMES, "--box", "/dev/no-such-port"], "/dev/no-such-port: no such port"),
        (["--players", NAMES, "--themes", "many"], "buzzer play"),
    ],
)
def test_wrong_match_is_told_before_anything_is_written(
    capsys: pytest.CaptureFixture[str], home: Path, arguments: list[str], says: str
) -> None:
    assert says in fails(capsys, "play", *arguments)
    assert not list(home.rglob("*.jsonl"))


def test_journal_that_is_there_or_in_use_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text("x")
    told = fails(capsys, "play", "--players", NAMES, "--box", "none", "--journal", str(path))
    assert f"{path}: is there already" in told
    opened = open_new(Wish(players=NAMES, box="none", journal=str(tmp_path / "used.jsonl")))
    try:
        told = fails(capsys, "resume", str(tmp_path / "used.jsonl"))
        assert "in use" in told
    finally:
        opened.close()


@pytest.mark.parametrize(
    ("text", "says"),
    [("", "is empty"), ("[1]\n", "object was expected"), ('{"kind": "match", "v": 9}\n', "newer")],
)
def test_resume_of_what_is_no_journal_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, says: str
) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(text)
    assert says in fails(capsys, "resume", str(path))
    assert path.read_text() == text


def test_resume_without_a_match_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "there is no match to go on with" in fails(capsys, "resume")
    assert "there is no such journal" in fails(capsys, "resume", str(tmp_path / "none.jsonl"))


def wait(opened: Opened | Any, reached: Callable[[Any], bool]) -> None:
    """Until the table shows it; it has threads of its own."""
    import threading

    news = threading.Event()
    runtime = getattr(opened, "runtime", opened)
    runtime.on_change(news.set)
    for _ in range(200):
        if reached(runtime.published):
            return
        news.wait(0.1)
        news.clear()
    raise AssertionError("the table never showed it")


def test_match_by_hand_is_played_stopped_and_taken_up(
    capsys: pytest.CaptureFixture[str], home: Path, console: SimpleNamespace
) -> None:
    def first(runtime: Any) -> None:
        runtime.command(Command(Do.NEXT))
        runtime.command(Command(Do.NEXT))
        runtime.command(Command(Do.GRANT, 2))
        wait(runtime, lambda now: now.game.live is not None and now.saved.saved == now.saved.known)

    console.keys = first
    assert main(["play", "--players", NAMES, "--themes", "1", "--box", "none"]) == 0
    (_, package, more) = console.calls[0]
    assert (package, more["digits"], more["lang"]) == (None, "grant", "en")
    [path] = home.rglob("*.jsonl")
    assert capsys.readouterr().out.strip() == str(path)
    header = read(str(path)).header
    assert (header.setup.settle_us, header.setup.themes, header.journal) == (0, 1, True)

    console.keys = lambda runtime: wait(runtime, lambda now: now.game.hold is not None)
    assert main(["resume"]) == 0
    transcript = read(str(path))
    assert [fact.kind for fact in transcript.facts] == ["theme", "announce", "read", "grant", "session"]
    assert transcript.facts[-1].at_us >= transcript.facts[-2].at_us + 1_000_000
    assert console.calls[1][2]["digits"] == "grant"


def test_finished_match_is_not_the_one_to_go_on_with(capsys: pytest.CaptureFixture[str], home: Path) -> None:
    opened = open_new(Wish(players=NAMES, box="none", themes=1))
    opened.start()
    game = opened.runtime.published.game
    assert not isinstance(game.phase, Finished)
    for value in (10, 20, 30, 40, 50):
        for do in (Do.NEXT, Do.CLOSE) if value != 10 else (Do.NEXT, Do.NEXT, Do.CLOSE):
            opened.runtime.command(Command(do))
    opened.runtime.command(Command(Do.NEXT))
    wait(opened, lambda now: isinstance(now.match.game.phase, Finished))
    opened.close()
    assert "there is no match to go on with" in fails(capsys, "resume")


def test_what_is_odd_in_a_package_is_told_where_it_stands(tmp_path: Path) -> None:
    package = tmp_path / "questions.txt"
    themes = "".join(f"Тема {n}. Мосты {n}\n10. Что?\nОтвет: то\n\n" for n in range(1, 8))
    package.write_text("Бой\n\n" + themes, "utf-8")
    opened = open_new(Wish(players=NAMES, box="none", package=str(package), journal=str(tmp_path / "m.jsonl")))
    opened.close()
    assert len(opened.told) == MOST_TOLD + 1
    assert opened.told[0].startswith(f"{package}:3: theme 1: ")
    assert opened.told[-1] == f"{package}: and 4 more of the kind"


def test_package_is_found_again_and_a_lost_one_is_told(tmp_path: Path) -> None:
    package = tmp_path / "questions.txt"
    package.write_text("Бой\n\nТема 1. Мосты\n" + "".join(f"{n}0. Что {n}?\nОтвет: то\n" for n in range(1, 6)), "utf-8")
    journal = str(tmp_path / "match.jsonl")
    opened = open_new(Wish(players=NAMES, box="none", package=str(package), journal=journal))
    assert opened.runtime.published.match.setup.themes == 1
    opened.close()
    again = open_again(Wish(journal=journal, box="auto"))
    assert again.package is not None
    assert again.runtime.published.theme_names == ("Мосты",)
    assert again.source.driver is None  # it was begun without a box
    again.close()
    package.unlink()
    lost = open_again(Wish(journal=journal, box="none"))
    assert lost.package is None
    assert lost.runtime.published.theme_names == ("Мосты",)
    assert any("the package cannot be read" in line for line in lost.told)
    lost.close()


def test_match_begun_without_a_box_goes_on_without(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    journal = str(tmp_path / "match.jsonl")
    open_new(Wish(players=NAMES, box="none", journal=journal)).close()
    assert "begun without a box" in fails(capsys, "resume", journal, "--box", "/dev/ttyUSB0")


def test_keys_press_the_buttons_in_a_rehearsal(console: SimpleNamespace) -> None:
    def keys(runtime: Any) -> None:
        runtime.command(Command(Do.NEXT))
        runtime.command(Command(Do.NEXT))
        wait(runtime, lambda now: isinstance(now.game.phase, Announced | Reading))
        runtime.press(2)
        wait(runtime, lambda now: getattr(now.game.phase, "seat", None) == 2)

    console.keys = keys
    assert main(["play", "--players", NAMES, "--keyboard", "--themes", "1"]) == 0
    assert console.calls[0][2]["digits"] == "buttons"
    assert console.calls[0][0].published.rehearsal


def test_a_real_match_is_not_gone_on_with_by_keys(
    console: SimpleNamespace, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    journal = tmp_path / "m.jsonl"
    options = ("--players", NAMES, "--themes", "1", "--journal", str(journal))
    assert main(["play", "--box", "none", *options]) == 0
    capsys.readouterr()
    before = journal.read_bytes()
    assert "is no rehearsal" in fails(capsys, "resume", str(journal), "--keyboard")
    assert journal.read_bytes() == before


def test_a_rehearsal_stays_one(console: SimpleNamespace, tmp_path: Path) -> None:
    journal = str(tmp_path / "m.jsonl")
    assert main(["play", "--players", NAMES, "--themes", "1", "--keyboard", "--journal", journal]) == 0
    for options in ([], ["--keyboard"]):
        assert main(["resume", journal, "--box", "none", *options]) == 0
        assert console.calls[-1][0].published.rehearsal
        assert console.calls[-1][2]["digits"] == "buttons"


@pytest.mark.parametrize("name", ["", " "])
def test_a_journal_without_a_name_is_told(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert "without a name" in fails(capsys, "play", "--players", NAMES, "--box", "none", "--journal", name)
    assert "without a name" in fails(capsys, "resume", name)


def test_boots_of_a_journal_are_never_used_again() -> None:
    records = [
        {"kind": "x-box", "box": "A", "boot": 3},
        {"kind": "press", "box": "A", "boot": 2, "seq": 1},
        {"kind": "press", "box": "B", "boot": 1, "seq": 1},
        {"kind": "press", "seat": 1},
    ]
    assert last_boots(records) == {"A": 3, "B": 1}


def test_box_tools_tell_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert "there is no image for 'pdp11'" in fails(capsys, "box", "flash", "/dev/null", "--board", "pdp11")
    assert main(["box", "flash", "/dev/ttyUSB9", "--dry-run"]) == 0
    assert "would write" in capsys.readouterr().out


def test_demo_plays_by_itself_in_a_window_and_ends() -> None:
    """On a real clock; the window goes to SDL's dummy driver."""
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run(
        [sys.executable, "-m", "buzzer", "demo", "--auto", "--seconds", "4"],
        env=env, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert sum(int(line[-1]) for line in lines) == 10 - 20 + 20 + 30 + 40


def test_what_is_not_saved_in_the_end_is_told(
    capsys: pytest.CaptureFixture[str], console: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    close = Opened.close

    def closed(opened: Opened) -> Saved:
        close(opened)
        return Saved(5, 3, "NOT SAVED: the disk is full", "NO COPY: the disk is gone")

    monkeypatch.setattr(Opened, "close", closed)
    assert main(["play", "--players", NAMES, "--box", "none", "--themes", "1"]) == 2
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "NO COPY: the disk is gone"
    assert "2 of 5 records are not saved (NOT SAVED: the disk is full)" in told[-1]


def test_match_without_a_window_leaves_no_empty_journal(
    capsys: pytest.CaptureFixture[str], console: SimpleNamespace, home: Path
) -> None:
    console.missing = True
    assert "no window" in fails(capsys, "play", "--players", NAMES, "--box", "none")
    assert not list(home.rglob("*.jsonl*"))


def test_a_match_gone_on_with_without_a_window_keeps_its_journal(
    capsys: pytest.CaptureFixture[str], console: SimpleNamespace, home: Path
) -> None:
    def first(runtime: Any) -> None:
        runtime.command(Command(Do.NEXT))
        wait(runtime, lambda now: now.game.theme is not None)

    console.keys = first
    assert main(["play", "--players", NAMES, "--box", "none"]) == 0
    capsys.readouterr()
    (journal,) = home.rglob("*.jsonl")
    kept = read(str(journal)).facts
    console.missing = True
    assert "no window" in fails(capsys, "resume")
    assert read(str(journal)).facts[: len(kept)] == kept
