"""Every sentence of the console by its code, in the language asked for.

The sentences stand in `hosts/console/locale` (gettext); CONTRIBUTING.md tells how to change one or add a language.
`say` fills the ``{}`` fields; numbers come through `points`, `signed` and `seconds`.
"""

from __future__ import annotations

from typing import Literal, get_args

from hosts.console.locale import sentences

Lang = Literal["ru", "en"]

MINUS = "\u2212"
NBSP = "\u00a0"

_READ = {lang: sentences(lang) for lang in get_args(Lang)}
_ONE = {lang: read.one for lang, read in _READ.items()}

HELP = (
    "h_space", "h_right", "h_wrong", "h_no_answer", "h_annul", "h_close", "h_undo", "h_hold", "h_grant",
    "h_check", "h_void", "h_arrows", "h_roll", "h_seats",
    "h_theme", "h_hide", "h_lang", "h_light", "h_larger", "h_still", "h_sound", "h_full", "h_quit", "h_esc",
)  # fmt: skip


def known(code: str) -> bool:
    return code in _ONE["ru"] or code in _READ["ru"].counted


def say(lang: Lang, code: str, **fields: object) -> str:
    """A sentence by its code. ``n`` is the count that chooses the form, where a sentence has plural forms.

    Errors: KeyError for a code that is not in the catalogue, or for a field that the sentence lacks.
    """
    try:
        sentence = _ONE[lang][code]
    except KeyError:
        read = _READ[lang]
        sentence = read.counted[code][read.form(fields["n"])]
    return sentence.format(**fields) if fields else sentence


def points(number: int) -> str:
    """A score, with a real minus."""
    return f"{MINUS}{-number}" if number < 0 else str(number)


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else points(number)


def tenths(lang: Lang, count: int) -> str:
    """Tenths of a second, or of a millisecond, as people write them: 4,3 or 4.3."""
    return f"{count // 10}{',' if lang == 'ru' else '.'}{count % 10}"


def seconds(lang: Lang, us: int) -> str:
    """A duration of a ruleset: 7 s, 2,5 s."""
    whole, rest = divmod(us, 1_000_000)
    number = str(whole) if rest == 0 else tenths(lang, us // 100_000)
    return f"{number}{NBSP}{say(lang, 's')}"


def catalogue() -> dict[str, tuple[tuple[str, ...], ...]]:
    """All codes with their plural forms (one form where nothing is counted) in every language, for the tests."""
    of = [{**read.counted, **{code: (said,) for code, said in read.one.items()}} for read in _READ.values()]
    return {code: tuple(said.get(code, ()) for said in of) for code in {**of[0], **of[1]}}
