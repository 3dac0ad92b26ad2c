"""What the last table was set to: one TOML file in the user's settings folder, read when the program starts.

A missing file is none. One that cannot be understood is told in a line and left as it is, until settings are saved:
then it is kept beside the new one as ``settings.toml.bad``. Keys that this version does not know are ignored.
``BUZZER_HOME``, where it is set, is the folder instead (on a stick, in a test), for the journals too.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from buzzer.errors import FileError

HOME = "BUZZER_HOME"
MOST_SEATS = 8
_Text = Annotated[str, Field(max_length=2000)]


class Settings(BaseModel):
    """A table as it is remembered. Nothing here is checked against a ruleset or a disk: the start screen does."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    rules: _Text = Field(default="umlaut", description="A preset's name, or a .toml file.")
    stage: _Text = Field(default="", description="A stage of the ruleset; empty: see themes.")
    themes: int = Field(default=0, ge=0, le=1000, description="How many themes; 0: the package's, or the usual.")
    package: _Text = Field(default="", description="The question package; empty: the host reads from paper.")
    names: tuple[Annotated[str, Field(max_length=200)], ...] = Field(
        default=("",) * 4, min_length=1, max_length=MOST_SEATS, description="The players in the order of the seats."
    )
    box: _Text = Field(default="auto", min_length=1, description="auto, a port, none, or keyboard (a rehearsal).")
    journals: _Text = Field(default="", description="Where journals go; empty: the user's data folder.")
    copy_to: _Text = Field(default="", description="Where second copies go; empty: there are none.")
    display: int = Field(default=0, ge=0, le=15, description="Which screen the console is on, from 0.")
    lang: Literal["", "ru", "en"] = Field(default="", description="Empty: the system's, else Russian.")
    light: bool = False
    larger: bool = False
    still: bool = False
    volume: int = Field(default=7, ge=0, le=10)
    muted: bool = False


def home() -> Path | None:
    """The folder that `BUZZER_HOME` names, or None."""
    named = os.environ.get(HOME, "").strip()
    return Path(named) if named else None


def settings_path() -> Path:
    """Where the settings lie; the folder need not be there."""
    from platformdirs import user_config_path

    return (home() or user_config_path("buzzer", appauthor=False, roaming=True)) / "settings.toml"


def read(path: Path | None = None) -> tuple[Settings, str]:
    """The settings, and a line about what is wrong with the file, or an empty text. Never raises for its content.

    A value that is none keeps its default, and the others stand.
    """
    path = path or settings_path()
    try:
        found = _raw(path)
    except tomllib.TOMLDecodeError as error:
        return Settings(), f"{path}: is no TOML ({error}); the defaults are used"
    except UnicodeDecodeError:
        return Settings(), f"{path}: is not UTF-8 text; the defaults are used"
    except OSError as error:
        return Settings(), f"{path}: cannot be read ({error.strerror or error}); the defaults are used"
    try:
        return Settings.model_validate(found), ""
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        wrong = {str(each["loc"][0]) for each in error.errors(include_url=False, include_input=False)}
        kept = {name: value for name, value in found.items() if name not in wrong}
        field = ".".join(str(part) for part in first["loc"])
        return Settings.model_validate(kept), f"{path}: {field}: {first['msg']}; its default is used"


def _raw(path: Path) -> dict[str, Any]:
    """What the file holds; empty where there is none."""
    from pydantic_settings import BaseSettings, TomlConfigSettingsSource

    if path.is_dir():
        raise IsADirectoryError(21, "this is a folder")
    return dict(TomlConfigSettingsSource(BaseSettings, path)())


def write(settings: Settings, path: Path | None = None) -> None:
    """Keep the settings: the whole file or none of it. One that could not be understood stays as ``.bad``.

    Errors: FileError.
    """
    path = path or settings_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if _is_broken(path):
            os.replace(path, f"{path}.bad")
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".settings-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", errors="replace", newline="\n") as file:
                file.write(_toml(settings))
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.remove(name)
            raise
    except OSError as error:
        why = error.strerror or str(error)
        raise FileError(f"the settings are not kept: {why}", path=path, remedy="play goes on without") from None


def _is_broken(path: Path) -> bool:
    return path.exists() and read(path)[1] != ""


def _toml(settings: Settings) -> str:
    lines = ["# The last table of buzzer. Written by the program; a line that is left out has its default."]
    for name, value in settings.model_dump(mode="json").items():
        # JSON's strings, numbers, booleans and lists of strings are TOML's, but for the one character DEL.
        lines.append(f"{name} = {json.dumps(value, ensure_ascii=False)}".replace("\x7f", "\\u007f"))
    return "\n".join(lines) + "\n"
