"""Every obstacle in one line, in both languages, and each recognised."""

import errno
from typing import get_args

import pytest
import serial

from buzzer.drivers.problems import Code, Lang, PortError, Problem, problem_of
from buzzer.errors import BuzzerError


@pytest.mark.parametrize("code", get_args(Code))
@pytest.mark.parametrize("lang", get_args(Lang))
def test_one_line_with_what_to_do(code: Code, lang: Lang) -> None:
    text = Problem(code, "COM3", "a\nlong\nstory").text(lang)
    assert "\n" not in text
    assert "COM3" in text or code == "none_found"
    assert ";" in text, "what is wrong; what to do"
    assert any("а" <= letter <= "я" for letter in text) == (lang == "ru")


@pytest.mark.parametrize(
    ("error", "windows", "code"),
    [
        (FileNotFoundError(errno.ENOENT, "x"), False, "missing"),
        (OSError(errno.ENXIO, "x"), False, "missing"),
        (OSError(errno.ENODEV, "x"), False, "missing"),
        (OSError(errno.EACCES, "x"), False, "permission"),
        (OSError(errno.EPERM, "x"), False, "permission"),
        (OSError(errno.EISDIR, "x"), False, "bad_name"),
        (OSError(errno.EBUSY, "x"), False, "busy"),
        (OSError(errno.EAGAIN, "x"), False, "busy"),
        (serial.SerialException("could not open port 'COM3': PermissionError(13, 'Access is denied.')"), True, "busy"),
        (serial.SerialException("could not open port 'x': PermissionError(13)"), False, "permission"),
        (serial.SerialException("could not open port 'COM3': FileNotFoundError(2, 'x')"), True, "missing"),
        (serial.SerialException("Could not configure port"), False, "broken"),
        (ValueError("no"), False, "bad_name"),
    ],
)
def test_what_an_error_means(error: Exception, windows: bool, code: Code) -> None:
    assert problem_of("COM3", error, windows=windows).code == code


def test_a_port_error_is_told_as_a_users_mistake() -> None:
    error = PortError(Problem("missing", "COM3").text())
    assert isinstance(error, BuzzerError)
    assert isinstance(error, OSError)
    assert str(error).startswith("COM3: no such port;")
