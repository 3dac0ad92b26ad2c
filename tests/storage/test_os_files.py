"""The journal on the real file system: the lock, the names, a system that lacks what only POSIX has."""

import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from buzzer.core.facts import Press
from buzzer.core.state import Setup
from buzzer.errors import FileError
from buzzer.published import Saved
from buzzer.rulesets import preset
from buzzer.storage.files import OsFiles
from buzzer.storage.journal import Journal, copy_sink, create_named, default_folder, header
from buzzer.storage.recover import resume
from buzzer.storage.transcript import read

FIRST = header(Setup(preset("umlaut"), ("Ли", "Анна")), wall="2026-11-30T12:00:00+07:00")
DAY = date(2026, 11, 30)


def test_a_match_of_two_sessions(tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    path = str(tmp_path / "m.jsonl")
    journal = Journal.create(path, FIRST, copy_folder=str(stick))
    journal.start()
    assert journal.append(Press(at_us=1, seat=1)) == 1
    with pytest.raises(FileError, match="is in use by another buzzer"):
        resume(path)
    journal.close()
    assert journal.state() == Saved(1, 1)
    again = resume(path, copy_folder=str(stick)).journal
    again.start()
    assert again.append(Press(at_us=2, seat=1)) == 2
    again.close()
    assert again.state() == Saved(2, 2)
    assert [fact.at_us for fact in read(path).facts] == [1, 2]
    assert (stick / "m.jsonl").read_bytes() == (tmp_path / "m.jsonl").read_bytes()


def test_a_torn_tail_on_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    Journal.create(str(path), FIRST).close()
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"at_us": 1, "ki')
    taken_up = resume(str(path))
    taken_up.journal.close()
    assert path.read_bytes() == whole
    assert Path(f"{path}.damaged-1").read_bytes() == b'{"at_us": 1, "ki'
    assert len(taken_up.told) == 1


def test_a_folder_is_no_journal(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="this is a folder"):
        resume(str(tmp_path))
    with pytest.raises(FileError, match="cannot be read: "):
        resume("two\nlines/" * 500)


def test_names_are_the_days_next_number(tmp_path: Path) -> None:
    (tmp_path / "2026-11-30-7.jsonl").write_bytes(b"another match")
    (tmp_path / "2026-11-29-9.jsonl").write_bytes(b"another day")
    made = [create_named(str(tmp_path), DAY, FIRST) for _ in range(2)]
    for each in made:
        each.close()
    assert [Path(each.path).name for each in made] == ["2026-11-30-8.jsonl", "2026-11-30-9.jsonl"]
    assert (tmp_path / "2026-11-30-7.jsonl").read_bytes() == b"another match"


def test_a_quicker_buzzer_takes_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "2026-11-30-1.jsonl").write_bytes(b"another match")
    monkeypatch.setattr("buzzer.storage.journal._numbers", lambda folder, day: [])
    made = create_named(str(tmp_path), DAY, FIRST)
    made.close()
    assert Path(made.path).name == "2026-11-30-2.jsonl"


def test_a_folder_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FileError, match="a journal cannot be written there: "):
        create_named(str(tmp_path / "file"), DAY, FIRST)
    with pytest.raises(FileError, match="a journal cannot be written there: the file or its folder is gone"):
        Journal.create(str(tmp_path / "nowhere" / "m.jsonl"), FIRST)


def test_journals_lie_with_the_users_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path / "data")
    assert Path(default_folder()) == tmp_path / "data" / "journals"
    assert Path(default_folder()).is_dir()
    (tmp_path / "data" / "journals").rmdir()
    (tmp_path / "data").rmdir()
    (tmp_path / "data").write_bytes(b"")
    with pytest.raises(FileError, match="cannot be made"):
        default_folder()


def test_nothing_that_only_posix_has_is_needed(tmp_path: Path) -> None:
    program = f"""
import os, sys, warnings
for name in ("fcntl", "termios", "pty", "resource", "pwd", "grp"):
    sys.modules[name] = None
for name in ("fdatasync", "O_DIRECTORY", "fork", "posix_fallocate"):
    delattr(os, name)
warnings.simplefilter("ignore")  # the lock's library tells that its lock is a simpler one now
from datetime import date
from buzzer.core.facts import Press
from buzzer.core.state import Setup
from buzzer.rulesets import preset
from buzzer.storage.journal import create_named, header
from buzzer.storage.recover import resume
journal = create_named({str(tmp_path)!r}, date(2026, 11, 30), header(Setup(preset("umlaut"), ("A", "B")), wall=""))
journal.start()
journal.append(Press(at_us=1, seat=1))
journal.close()
taken_up = resume(journal.path)
taken_up.journal.close()
print(len(taken_up.transcript.facts), taken_up.journal.state().saved)
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr) == ("1 1\n", "")


def test_a_link_to_the_journals_folder_is_no_place_for_its_copy(tmp_path: Path) -> None:
    folder, link = tmp_path / "play", tmp_path / "stick"
    folder.mkdir()
    link.symlink_to(folder)
    with pytest.raises(FileError, match="is the folder of the journal itself"):
        copy_sink(OsFiles(), str(folder / "m.jsonl"), b"", str(link))
