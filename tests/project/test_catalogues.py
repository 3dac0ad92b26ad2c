"""The compiled sentences are those of the .po files: whoever edits one and forgets `./run messages` learns it here."""

import io
import re
from collections import Counter
from gettext import GNUTranslations
from pathlib import Path

import messages
import pytest
from babel.messages.pofile import PoFileError

SOURCES = {path.parents[1].name: path for path in messages.sources()}


def content(compiled: bytes) -> dict[object, str]:
    return dict(vars(GNUTranslations(io.BytesIO(compiled)))["_catalog"])


def test_there_are_languages() -> None:
    assert {"ru", "en"} <= set(SOURCES)


@pytest.mark.parametrize("lang", SOURCES)
def test_what_is_read_is_what_was_written(lang: str) -> None:
    path = SOURCES[lang]
    there = path.with_suffix(".mo").read_bytes()
    assert content(there) == content(messages.compiled(path)), "run ./run messages"


@pytest.mark.parametrize("lang", SOURCES)
def test_each_code_stands_once_and_in_the_same_place_in_every_language(lang: str) -> None:
    """Babel keeps the first of two silently; and side by side the languages can be compared by eye."""
    codes = re.findall(r'^msgid "(.+)"$', SOURCES[lang].read_text("utf-8"), re.MULTILINE)
    assert [code for code, times in Counter(codes).items() if times > 1] == []
    assert codes == re.findall(r'^msgid "(.+)"$', SOURCES["ru"].read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("lang", SOURCES)
def test_nothing_is_fuzzy_or_left_over(lang: str) -> None:
    read = messages.read(SOURCES[lang])
    assert [message.id for message in read if message.id and message.fuzzy] == []
    assert not read.obsolete


def test_what_is_no_catalogue_is_told(tmp_path: Path) -> None:
    path = tmp_path / "ru" / "LC_MESSAGES" / "console.po"
    path.parent.mkdir(parents=True)
    path.write_text('msgid "a"\nnonsense\n')
    with pytest.raises(PoFileError):
        messages.compiled(path)
