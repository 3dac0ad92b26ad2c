"""Names from the command line and from files; whatever is wrong is one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from buzzer.errors import BuzzerError
from buzzer.roster import players
from buzzer.rulesets import preset

UMLAUT = preset("umlaut")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("А,Б", ("А", "Б")),
        (" Анна  Петрова , Ли,Ли ", ("Анна Петрова", "Ли", "Ли")),
        ("A\u0007B,C\nD", ("A B", "C D")),
    ],
)
def test_names_between_commas(text: str, names: tuple[str, ...]) -> None:
    assert players(text, UMLAUT) == names


@pytest.mark.parametrize(
    "data",
    [
        "Анна\nБорис\n".encode(),
        "\ufeffАнна\r\n\r\nБорис\r\n".encode(),
        "name,rating\nАнна,5\nБорис,\n".encode(),
        "Рейтинг;Имя\n5;Анна\n;Борис\n".encode("cp1251"),
        "имя\tгород\nАнна\tОмск\nБорис\t\n".encode("utf-16"),
        '"name"\n"Анна"\n"Борис"'.encode(),
    ],
)
def test_names_from_a_file(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "players.csv"
    path.write_bytes(data)
    assert players(str(path), UMLAUT) == ("Анна", "Борис")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty: nobody plays"),
        (b"name\n", "has a header and no names"),
        ("Анна\n".encode(), "there is 1 player; umlaut wants 2 to 4"),
        ("А\nБ\nВ\nГ\nД\n".encode(), "there are 5 players; umlaut wants 2 to 4"),
        ("Анна,5\nБорис,6\n".encode(), ":1: there is no column of names"),
        ("name,town\nАнна,Омск\n,Тверь\n".encode(), ":3: the name is empty"),
        (b"name\n" + b"x" * 201 + b"\nB\n", ":2: the name has more than 200 letters"),
        (b"\x00\x01\x02\x03", "players.csv:"),
    ],
)
def test_file_that_makes_no_sense_is_told_in_one_line(tmp_path: Path, data: bytes, says: str) -> None:
    path = tmp_path / "players.csv"
    path.write_bytes(data)
    with pytest.raises(BuzzerError) as caught:
        players(str(path), UMLAUT)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("А,,Б", "a name is empty"),
        ("Анна", "there is 1 player"),
        ("nobody.csv", "nobody.csv: there is no such players file"),
        ("/nowhere/at/all", "there is no such players file"),
        ("\0,Б", "a name is empty"),
        ("x" * 201 + ",Б", "a name has more than 200 letters"),
    ],
)
def test_argument_that_makes_no_sense_is_told(text: str, says: str) -> None:
    with pytest.raises(BuzzerError, match=says):
        players(text, UMLAUT)


def test_folder_is_no_list(tmp_path: Path) -> None:
    with pytest.raises(BuzzerError, match="this is a folder"):
        players(str(tmp_path), UMLAUT)
