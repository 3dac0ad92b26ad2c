"""A line of a transcript: what is written can be read, and nothing else that only looks like it."""

import contextlib
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buzzer.storage.lines import read_line, write_line

texts = st.text(st.characters(exclude_categories=("Cs",)))
values = st.none() | st.booleans() | st.integers() | texts | st.lists(st.integers() | texts)
records = st.dictionaries(texts.filter(lambda name: name != "crc"), values, min_size=1)


@given(records, st.booleans())
def test_what_is_written_is_read(record: dict[str, object], crc: bool) -> None:
    line = write_line(record, crc=crc)
    assert line.endswith(b"\n")
    assert b"\n" not in line[:-1]
    found = read_line(line[:-1], must_sum=crc)
    found.pop("crc", None)
    if "\0" not in str(record):
        assert found == record


def test_the_check_sum_is_over_the_bytes_before_the_comma() -> None:
    line = write_line({"at_us": 0, "kind": "read", "name": "Ё"}, crc=True)
    body, _, tail = line.rpartition(b", ")
    assert tail == b'"crc": "%08x"}\n' % zlib.crc32(body)


def test_another_writers_spacing_is_read() -> None:
    body = b'{"kind":"read","at_us":0'
    assert read_line(body + b',"crc":"%08x"}' % zlib.crc32(body), must_sum=True)["at_us"] == 0


def test_any_flipped_bit_is_noticed() -> None:
    line = write_line({"at_us": 7, "kind": "note", "text": 'crc, "crc": Ы'}, crc=True)[:-1]
    for place in range(len(line)):
        for bit in range(8):
            flipped = bytearray(line)
            flipped[place] ^= 1 << bit
            with pytest.raises(ValueError, match=r"."):
                read_line(bytes(flipped), must_sum=True)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"", "empty line"),
        (b" \r", "empty line"),
        (b'{"a": 1', "no JSON"),
        (b'{"a": 1} x', "no JSON"),
        (b'{"a": NaN}', "NaN is no number"),
        (b'{"a": -Infinity}', "-Infinity is no number"),
        (b'{"a": 1, "a": 2}', "'a' stands twice"),
        (b'{"b": {"a": 1, "a": 2}}', "'a' stands twice"),
        (b'\xef\xbb\xbf{"a": 1}', "byte order mark"),
        (b'{"a": 1}\0', "NUL"),
        ('{"a": "Ы"}'.encode("cp1251"), "not UTF-8"),
        ('{"a": "Ы"}'.encode("utf-16"), "not UTF-8|NUL"),
        (b"[" * 100_000, "nested|no JSON"),
        (b'{"a": ' + b"9" * 5000 + b"}", "number that is too long"),
        (b'{"a": "' + b"x" * 1_000_000 + b'"}', "too long for a record"),
        (b'{"a": "\\ud800"}', "surrogate"),
        (b"[1, 2]", "this is a list"),
        (b"null", "this is null"),
        (b"true", "this is true or false"),
        (b'"x"', "this is a text"),
        (b"17", "this is a number"),
        (b'{"crc": "00000000", "a": 1}', "last key"),
        (b'{"a": 1, "crc": 5}', "eight hexadecimal"),
        (b'{"a": 1, "crc": "ABCDEF00"}', "small letters"),
        (b'{"a": 1, "crc": "00000000"}', "check sum is wrong"),
    ],
)
def test_bad_lines_are_told(line: bytes, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_line(line)


@given(st.binary())
def test_no_bytes_make_a_traceback(data: bytes) -> None:
    with contextlib.suppress(ValueError):
        assert isinstance(read_line(data), dict)
