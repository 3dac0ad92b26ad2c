"""One line of a transcript: strict JSON, and the check sum at its end.

A record is a JSON object on one line, UTF-8, ended by LF. In a journal its last key is ``crc``: eight hexadecimal
digits, the CRC-32 of the line's bytes before the comma in front of that key. Strict means: what one reader takes and
another reads differently is an error here (a key that stands twice, NaN, a lone surrogate, a byte order mark).
"""

from __future__ import annotations

import json
import re
from binascii import crc32
from collections.abc import Mapping
from typing import Any

_TAIL = re.compile(rb'\s*,\s*"crc"\s*:\s*"([0-9a-f]{8})"\s*\}[ \t\r]*\Z')
_BOM = b"\xef\xbb\xbf"
MOST_BYTES = 1_000_000
"""No record of a match is nearly as long; a line that is more is some other file."""


def check_sum(data: bytes) -> str:
    """The check sum of a record's bytes before the comma in front of ``crc``."""
    return f"{crc32(data):08x}"


def write_line(record: Mapping[str, Any], *, crc: bool) -> bytes:
    """A record, which is not empty, as a line with its LF; with ``crc``, the check sum as its last key."""
    text = json.dumps({name: value for name, value in record.items() if name != "crc"}, ensure_ascii=False)
    data = text.encode("utf-8", "replace")  # half of a surrogate pair: a journal must never fail for a name
    if not crc:
        return data + b"\n"
    body = data[:-1]
    return body + f', "crc": "{check_sum(body)}"'.encode() + b"}\n"


def read_line(data: bytes, *, must_sum: bool = False) -> dict[str, Any]:
    """The record on a line (without its LF). ``must_sum``: a check sum must stand there. Errors: ValueError."""
    if len(data) > MOST_BYTES:
        raise ValueError("the line is too long for a record of a match")
    if data.startswith(_BOM):
        raise ValueError("begins with a byte order mark: save the file as UTF-8 without one")
    if b"\0" in data:
        raise ValueError("holds a NUL byte")
    if not data.strip(b" \t\r"):
        raise ValueError("is an empty line")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"is not UTF-8 text (byte {error.start + 1} of the line)") from None
    record = _parsed(text)
    _compare_sum(data, record, must_sum)
    return record


def _parsed(text: str) -> dict[str, Any]:
    try:
        record = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise ValueError(f"is no JSON: {error.msg.lower()} (column {error.colno})") from None
    except RecursionError:
        raise ValueError("is no record of a match: it is nested too deeply") from None
    except ValueError as error:
        # Ours are said in full; what else comes is Python's limit on the digits of an integer.
        known = str(error)
        raise ValueError(known if known.startswith("is no JSON") else "holds a number that is too long") from None
    if not isinstance(record, dict):
        raise ValueError(f"a JSON object was expected, this is {_kind_of(record)}")
    if "\\u" in text:
        try:
            json.dumps(record, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError:
            raise ValueError("is no JSON that stands for text: half of a surrogate pair") from None
    return record


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"is no JSON that can be trusted: the key {twice!r} stands twice")
    return found


def _no_constant(name: str) -> None:
    raise ValueError(f"is no JSON: {name} is no number")


def _kind_of(value: object) -> str:
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "null"
    return "a text" if isinstance(value, str) else "a number"


def _compare_sum(data: bytes, record: Mapping[str, Any], must_sum: bool) -> None:
    if "crc" not in record:
        if must_sum:
            raise ValueError("has no check sum, and every line of a journal must have one")
        return
    found = _TAIL.search(data)
    if found is None or list(record)[-1] != "crc":
        raise ValueError("crc: eight hexadecimal digits in small letters were expected, as the last key of the line")
    written, right = found[1].decode(), check_sum(_before_comma(data))
    if written != right:
        raise ValueError(f"the check sum is wrong: {written} stands there, the line has {right}")


def _before_comma(data: bytes) -> bytes:
    """The bytes before the comma in front of ``crc``; all bytes up to there, spaces included."""
    return data[: data.rindex(b",", 0, data.rindex(b'"crc"'))]
