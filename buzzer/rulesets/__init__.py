"""The regulations, one TOML file each, and how they are found, read and told when they are wrong."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from buzzer.core.rules import Ruleset
from buzzer.errors import InputError


def names() -> list[str]:
    """The presets, in alphabetical order."""
    return sorted(
        entry.name.removesuffix(".toml")
        for entry in resources.files(__name__).iterdir()
        if entry.name.endswith(".toml")
    )


def preset(name: str) -> Ruleset:
    """A preset by its name. Errors: InputError."""
    if name not in names():
        raise InputError(f"there is no ruleset {name!r}", remedy=f"take one of {', '.join(names())}, or a .toml file")
    text = resources.files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return _from_toml(text, f"{name}.toml")


def load(name_or_path: str) -> Ruleset:
    """A preset, or a file that ends in ``.toml``. Errors: InputError, with the file and the field."""
    if not name_or_path.endswith(".toml"):
        return preset(name_or_path)
    path = Path(name_or_path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", path=str(path)) from None
    except UnicodeDecodeError:
        raise InputError("is not UTF-8 text", path=str(path), remedy="save it as UTF-8") from None
    return _from_toml(text, str(path))


def resolve(rules: object, override: Mapping[str, Any] | None, path: str) -> Ruleset:
    """What a transcript's header says: a preset's name or a ruleset as an object, and single fields that differ."""
    if isinstance(rules, str):
        base = _named(rules, path)
    elif isinstance(rules, Mapping):
        base = _validated(rules, path, line=1)
    else:
        raise InputError("rules: a preset's name or an object is needed", path=path, line=1)
    if not override:
        return base
    try:
        return base.overridden(override)
    except ValidationError as error:
        raise InputError(f"override: {_first(error)}", path=path, line=1) from None


def _named(name: str, path: str) -> Ruleset:
    try:
        return preset(name)
    except InputError as error:
        raise InputError(error.what, path=path, line=1, remedy=error.remedy) from None


def _from_toml(text: str, path: str) -> Ruleset:
    try:
        fields = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"is no TOML: {error}", path=path) from None
    return _validated(fields, path)


def _validated(fields: Mapping[str, Any], path: str, line: int | None = None) -> Ruleset:
    try:
        return Ruleset.model_validate(dict(fields))
    except ValidationError as error:
        raise InputError(
            _first(error), path=path, line=line, remedy="buzzer rules show umlaut lists the fields"
        ) from None


def _first(error: ValidationError) -> str:
    """The first complaint: field, what is wrong."""
    first = error.errors(include_url=False, include_input=False)[0]
    field = ".".join(str(part) for part in first["loc"])
    message = first["msg"].removeprefix("Value error, ")
    if first["type"] == "extra_forbidden":
        message = "there is no such field"
    return f"{field}: {message}" if field else message
