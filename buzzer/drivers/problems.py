"""What can be wrong with a port, each in one line for people: what, where, what to do.

English and Russian.
"""

from __future__ import annotations

import errno
from dataclasses import dataclass
from typing import Literal

from buzzer.errors import BuzzerError
from buzzer.wire.messages import PROTOCOL

Lang = Literal["en", "ru"]
Code = Literal["missing", "permission", "busy", "not_ours", "old_firmware", "bad_name", "broken", "none_found"]

_TEXTS: dict[Code, dict[Lang, str]] = {
    "missing": {
        "en": "{port}: no such port; plug the box in, or see the ports with: buzzer box list",
        "ru": "{port}: нет такого порта; подключите коробку или посмотрите порты: buzzer box list",
    },
    "permission": {
        "en": "{port}: no permission; run: sudo usermod -aG dialout $USER, then log out and in again",
        "ru": "{port}: нет прав; выполните: sudo usermod -aG dialout $USER, затем выйдите и войдите снова",
    },
    "busy": {
        "en": "{port}: another program has it; close it (a second buzzer, Arduino's monitor, brltty, ModemManager)",
        "ru": "{port}: занят другой программой; закройте её (второй buzzer, монитор Arduino, brltty, ModemManager)",
    },
    "not_ours": {
        "en": "{port}: no box answers there; choose another port, or flash the board: buzzer box flash {port}",
        "ru": "{port}: там не отвечает коробка; выберите другой порт или прошейте плату: buzzer box flash {port}",
    },
    "old_firmware": {
        "en": "{port}: the box speaks protocol {detail}, this program speaks {ours}; run: buzzer box flash {port}",
        "ru": "{port}: у коробки протокол {detail}, у программы {ours}; выполните: buzzer box flash {port}",
    },
    "bad_name": {
        "en": "{port}: not a port ({detail}); see the ports with: buzzer box list",
        "ru": "{port}: это не порт ({detail}); посмотрите порты: buzzer box list",
    },
    "broken": {
        "en": "{port}: cannot be used ({detail}); plug the box in again, or try another socket",
        "ru": "{port}: не работает ({detail}); переподключите коробку или попробуйте другой разъём",
    },
    "none_found": {
        "en": "no box found; plug it in, or name its port: --box PORT",
        "ru": "коробка не найдена; подключите её или назовите порт: --box PORT",
    },
}


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a port cannot be used. `text` makes the line."""

    code: Code
    port: str = ""
    detail: str = ""

    def text(self, lang: Lang = "en") -> str:
        line = _TEXTS[self.code][lang].format(port=self.port, detail=self.detail, ours=PROTOCOL)
        return " ".join(line.split())


class PortError(BuzzerError, OSError):
    """A port cannot be used."""


def problem_of(port: str, error: Exception, *, windows: bool = False) -> Problem:
    """What ``error`` from opening ``port`` means.

    Pyserial on Windows gives a text only, elsewhere a number too.
    """
    number = getattr(error, "errno", None)
    text = str(error)
    if number == errno.EISDIR:
        return Problem("bad_name", port, "a folder")
    if number == errno.ENOTTY or "Inappropriate ioctl" in text:
        return Problem("bad_name", port, "no terminal")
    if isinstance(error, ValueError):
        return Problem("bad_name", port, text)
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO) or "FileNotFoundError" in text:
        return Problem("missing", port)
    # Windows answers "access denied" where another program has the port.
    if number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in text or (windows and "PermissionError" in text):
        return Problem("busy", port)
    if number in (errno.EACCES, errno.EPERM) or "PermissionError" in text:
        return Problem("permission", port)
    return Problem("broken", port, text)
