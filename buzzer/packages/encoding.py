"""Bytes to text: UTF-8 and UTF-16 with or without their marks, and the two old Russian encodings.

Windows-1251 and KOI8-R share their byte range, and small letters of one read as capitals of the other: real Russian
text is mostly small letters, so the reading with more of the common small letters is the right one. Where
neither is clearly better the text is refused rather than shown as garbage.
"""

import codecs
import re
import unicodedata

_COMMON = frozenset("оеаинтсрвлкмдпу")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_OLD = ("cp1251", "koi8-r")
_BLOCKS = (0x00, 0x04, 0x20)
"""Latin, Cyrillic, and punctuation such as dashes: the upper bytes of nearly all letters of such a text."""


class UnknownEncoding(ValueError):
    """`args[0]` says what is wrong; `line` is where (from 1), or None."""

    def __init__(self, what: str, line: int | None = None) -> None:
        super().__init__(what)
        self.line = line


def decode(data: bytes, encoding: str | None = None) -> tuple[str, str]:
    """(text in NFC with LF line ends, encoding's name); `encoding` overrides the detection.

    Raises `UnknownEncoding`.
    """
    name, start = (encoding, 0) if encoding else _detect(data)
    try:
        text = data[start:].decode(name)
    except LookupError:
        raise UnknownEncoding(f"there is no encoding called {name!r}") from None
    except UnicodeError as error:
        at = error.start if isinstance(error, UnicodeDecodeError) else 0
        line = data.count(b"\n", 0, start + at) + 1
        raise UnknownEncoding(f"a byte here is not {name.upper()}", line) from None
    text = text.removeprefix("\ufeff").rstrip("\x1a").replace("\r\n", "\n").replace("\r", "\n")
    control = re.search(r"[\x00-\x08\x0e-\x1f\x7f]", text)
    if control:
        raise UnknownEncoding("this is not a text", text.count("\n", 0, control.start()) + 1)
    return unicodedata.normalize("NFC", text), name


def _detect(data: bytes) -> tuple[str, int]:
    """(name, how many bytes its mark takes)."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return name, len(mark)
    if b"\x00" in data:
        return _wide(data), 0
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    else:
        return "utf-8", 0
    # A UTF-8 file with one damaged place is told as such and not read as Windows-1251 rubbish.
    sound = sum(len(run) for run in re.findall(rb"(?:[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2})+", data))
    high = sum(byte >= 0x80 for byte in data)
    if sound * 10 > high * 9:
        return "utf-8", 0
    best, second = sorted(((_likeness(data, name), name) for name in _OLD), reverse=True)
    if best[0] <= 0 or best[0] < second[0] * 3 // 2:
        raise UnknownEncoding("the encoding of this text is not to be told")
    return best[1], 0


def _wide(data: bytes) -> str:
    """UTF-16 without a mark: one side has the numbers of a few blocks of letters. A stray zero byte makes none."""
    for name, high, low in (("utf-16-le", data[1::2], data[0::2]), ("utf-16-be", data[0::2], data[1::2])):
        if sum(map(high.count, _BLOCKS)) * 10 > len(high) * 9 and high.count(0) > 8 * low.count(0):
            return name
    raise UnknownEncoding("this is not a text", data.count(b"\n", 0, data.index(0)) + 1)


def _likeness(data: bytes, name: str) -> int:
    """How much this looks like Russian if read so: common small letters for it, what no text has against it."""
    text = data.decode(name, "replace")
    common = sum(letter in _COMMON for letter in text)
    odd = sum(0x2500 <= ord(letter) <= 0x25FF or letter in "�ЎўЈҐЄЇЅѕЃѓЌќЋћЏџЂђЉљЊњ" for letter in text)
    return common - 4 * odd
