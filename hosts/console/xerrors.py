"""A mistake between SDL and the X server must not end a match.

Xlib ends the program at any error of the protocol. A screen that was switched off while the console filled it leads to
one (BadRRCrtc, SDL 2.28) when full screen is left or the window is closed: before the journal is closed in order.
"""

from __future__ import annotations

import ctypes
from typing import Any

_kept: list[Any] = []
"""Xlib keeps a bare pointer to the handler, so it has to stay."""


def outlive() -> None:
    """From now on Xlib goes on after an error; the call that led to it fails, and SDL says so. Once SDL has a window
    system: it has a handler of its own, which ends the program in the end. Without Xlib nothing is done.
    """
    if _kept:
        return
    try:
        xlib = ctypes.CDLL("libX11.so.6")
    except OSError:
        return
    handler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda display, error: 0)
    xlib.XSetErrorHandler.argtypes = [ctypes.c_void_p]
    xlib.XSetErrorHandler.restype = ctypes.c_void_p
    xlib.XSetErrorHandler(ctypes.cast(handler, ctypes.c_void_p))
    _kept.append(handler)
