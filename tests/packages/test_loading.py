"""Files that are damaged, strange or not there; the errors people see."""

import os
from pathlib import Path

import pytest

from buzzer.errors import BuzzerError
from buzzer.packages import PackageError, load, parse
from buzzer.packages.loading import MOST_BYTES

TEXT = "Тема 1. Числа\n10. Столько пальцев на одной руке.\nОтвет: пять\n"


def refusal(data: bytes, **more: str) -> PackageError:
    with pytest.raises(PackageError) as caught:
        parse(data, name="p.txt", **more)  # type: ignore[arg-type]
    return caught.value


def test_an_error_carries_its_place_and_is_one_line() -> None:
    data = TEXT.encode("utf-8")
    broken = data.replace("пять".encode(), b"\xd0\xff\xd1\x8f")
    error = refusal(broken)
    assert (error.path, error.line) == ("p.txt", 3)
    assert str(error) == "p.txt:3: a byte here is not UTF-8; save it as plain text in UTF-8"
    assert isinstance(error, BuzzerError)
    assert isinstance(error, ValueError)


def test_a_file_cut_in_the_middle_of_a_letter_is_no_old_encoding() -> None:
    error = refusal(TEXT.encode("utf-8")[:-2])
    assert "not UTF-8" in str(error)


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "no question"),
        (b"\x00\x01\x02\x03" * 9, "not a text"),
        (bytes(range(256)) * 40, "not a text"),
        (TEXT.encode() + b"\x00", "p.txt:4: this is not a text"),
        (b"10. a\x07\n", "not a text"),
        (b"%PDF-1.7", "PDF"),
        (b"{\\rtf1}", "RTF"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "Word"),
        (TEXT.encode("cp866"), "encoding"),
        (b"10. a\n" * (MOST_BYTES // 6 + 1), "MB"),
    ],
    ids=["empty", "binary", "bytes", "nul", "bell", "pdf", "rtf", "doc", "unknown", "huge"],
)
def test_what_cannot_be_read(data: bytes, what: str) -> None:
    assert what in str(refusal(data))


def test_the_encoding_may_be_said() -> None:
    assert parse(TEXT.encode("cp866"), encoding="cp866").themes == parse(TEXT.encode("utf-8")).themes
    assert "no encoding called 'klingon'" in str(refusal(TEXT.encode("utf-8"), encoding="klingon"))
    assert "not ASCII" in str(refusal(TEXT.encode("utf-8"), encoding="ascii"))


@pytest.mark.parametrize("name", ["with\x00nul", "gone/away.txt", "x" * 300, "line\nbreak.txt"])
def test_paths_that_lead_nowhere(name: str) -> None:
    with pytest.raises(PackageError) as caught:
        load(name)
    assert "\n" not in str(caught.value)


def test_a_file_that_may_not_be_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", forbidden)
    with pytest.raises(PackageError) as caught:
        load(tmp_path / "p.txt")
    assert str(caught.value).endswith("p.txt: cannot be read: Permission denied; check the file's rights")


def test_any_path_like(tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text(TEXT, "utf-8")
    assert load(os.fspath(path)).themes == load(path).themes


def test_a_dos_end_of_file_mark_is_no_part_of_the_text() -> None:
    assert parse((TEXT + "\x1a").encode("utf-8")).themes[0].questions[0].answers == ("пять",)
