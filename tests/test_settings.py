"""What is remembered from one evening to the next, and every way in which its file can be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buzzer.errors import FileError
from buzzer.settings import Settings, read, settings_path, write

ODD = Settings(names=('Анна "Ли" \\ \x7f', "", "\tБ\n"), package="C:\\пакеты\\к.txt", light=True, volume=0)


def test_a_missing_file_is_silent(tmp_path: Path) -> None:
    assert read(tmp_path / "no" / "settings.toml") == (Settings(), "")


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "settings.toml"
    write(ODD, path)
    assert read(path) == (ODD, "")
    write(Settings(), path)
    assert read(path) == (Settings(), "")
    assert [each.name for each in path.parent.iterdir()] == ["settings.toml"]


@settings(max_examples=50)
@given(st.lists(st.text(max_size=200), min_size=1, max_size=8), st.text(max_size=300))
def test_any_text_comes_back(tmp_path_factory: pytest.TempPathFactory, names: list[str], package: str) -> None:
    path = tmp_path_factory.mktemp("settings") / "settings.toml"
    kept = Settings(names=tuple(names), package=package)
    write(kept, path)
    assert read(path) == (kept, "")


def test_a_broken_file_is_told_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("volume = [", encoding="utf-8")
    found, told = read(path)
    assert found == Settings()
    assert told.startswith(f"{path}: is no TOML")
    assert "\n" not in told
    assert path.read_text(encoding="utf-8") == "volume = ["
    write(ODD, path)
    assert read(path) == (ODD, "")
    assert Path(f"{path}.bad").read_text(encoding="utf-8") == "volume = ["


def test_what_is_not_known_is_left_out_and_what_is_wrong_keeps_its_default(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('later = 1\nlight = true\nvolume = "loud"\nnames = ["А", 5]\n', encoding="utf-8")
    found, told = read(path)
    assert found == Settings(light=True)
    assert "names" in told or "volume" in told
    path.write_text("later = 1\nlight = true\n", encoding="utf-8")
    assert read(path) == (Settings(light=True), "")


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"lang = '\xe0'"])
def test_bytes_that_are_no_text_are_told(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(data)
    found, told = read(path)
    assert (found, told.count("\n")) == (Settings(), 0)
    assert told.startswith(str(path))


def test_a_folder_in_its_place_is_told(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.mkdir()
    assert read(path)[1].startswith(str(path))


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(FileError, match="the settings are not kept"):
        write(Settings(), tmp_path / "file" / "settings.toml")


def test_the_folder_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BUZZER_HOME", str(tmp_path))
    assert settings_path() == tmp_path / "settings.toml"
    monkeypatch.delenv("BUZZER_HOME")
    assert settings_path().name == "settings.toml"
