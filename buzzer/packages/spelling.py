"""Small conventions of Russian question texts: stress marks, reading notes, authors in parentheses."""

import re

STRESS = "\u0301"
_BRACKETS = re.compile(r"\s?\[([^\[\]]*)\]")
_NOTE_WORDS = re.compile(
    r"(?:чит(?:ается|ать|\.)|произн|ударение|ведущему|ведущий|чтецу|указание|примечание|пауза|"
    r"не оглаша|не чита|pron|read|to the host|note)",
    re.IGNORECASE,
)
_INNER_CAPITAL = re.compile(r"[а-яё][АЕЁИОУЫЭЮЯ](?:[а-яё]|\b)")
_MEDIA = re.compile(r"\((?:img|audio|video|aud|vid|sound)\s[^()]*\)", re.IGNORECASE)
_PERSON = re.compile(r"(?:[A-ZА-ЯЁ][\w’'-]*\.?|[A-ZА-ЯЁ]\.[A-ZА-ЯЁ]\.)", re.UNICODE)
_AUTHOR_LABEL = re.compile(r"(?:авторы?|author)s?\b\s*[:—–-]?\s*", re.IGNORECASE)


def for_audience(text: str) -> str:
    """The text that players may see: no stress marks, and no notes to the host in square brackets.

    A note is one that begins like one ("читается", "ведущему" …) or shows how a word is pronounced (a stress mark
    or a capital vowel inside a word). Other brackets are the author's and stay: "он [Пушкин] сказал".
    """
    return _BRACKETS.sub(lambda found: "" if _is_note(found[1]) else found[0], text).replace(STRESS, "").strip()


def _is_note(inside: str) -> bool:
    return (
        STRESS in inside or _NOTE_WORDS.match(inside.strip()) is not None or _INNER_CAPITAL.search(inside) is not None
    )


def has_media(text: str) -> bool:
    """Whether a 4s text asks for a picture or a sound: "(img map.jpg)"."""
    return _MEDIA.search(text) is not None


def split_author(heading: str) -> tuple[str, str]:
    """A theme's heading as (name, author): the author stands in parentheses at the end, if at all.

    Parentheses that do not look like a person's name belong to the name: "Кино (СССР)".
    """
    heading = heading.strip()
    opening = last_parentheses(heading.rstrip(" ."))
    if opening is None:
        return _without_stop(heading), ""
    inside = heading.rstrip(" .")[opening + 1 : -1].strip()
    label = _AUTHOR_LABEL.match(inside)
    person = inside[label.end() :] if label else inside
    if not person or not (label or _looks_like_people(person)):
        return _without_stop(heading), ""
    return _without_stop(heading[:opening].rstrip()), person


def _without_stop(name: str) -> str:
    """The full stop of a sentence is no part of a theme's name; that of an abbreviation ("Инициалы С.О.") is."""
    word = name.split()[-1] if name.split() else ""
    return name[:-1] if name.endswith(".") and word.count(".") == 1 and len(word) > 3 else name


def _looks_like_people(text: str) -> bool:
    """Two or more capitalised words: "Имя Фамилия", "И. Фамилия (Город)", "А. Б., В. Г."."""
    outside = re.sub(r"\([^()]*\)", " ", text)
    words = [word for word in re.split(r"[\s,;]+", outside) if word and word not in ("и", "and", "-", "—", "–")]
    return len(words) >= 2 and all(_PERSON.fullmatch(word) for word in words)


def last_parentheses(text: str) -> int | None:
    """Where the last top-level "(" of a text begins that ends with ")"; None where there is none."""
    if not text.endswith(")"):
        return None
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        depth += (text[at] == ")") - (text[at] == "(")
        if depth == 0:
            return at
    return None
