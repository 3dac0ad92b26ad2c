"""One file that is kept equal to a growing text: append, sync, and after a failure try again.

The file system may refuse at any moment (full, read-only, pulled out). What could not be written stays in memory. Two
rules keep the file readable whatever happens:

- Before a new try the file is cut back to what is known to be on the disk, so that no half line ever stands in front of
  a whole one.
- After a failed sync everything since the last good one is written again. A system may drop what it could not write and
  report success the next time; only bytes written anew are known to be kept by a sync that succeeds.
"""

from __future__ import annotations

import errno
import os

from buzzer.storage.files import Files, Handle

_SAY = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT if hasattr(errno, "EDQUOT") else errno.ENOSPC: "the disk is full (quota)",
    errno.EROFS: "the disk is read-only",
    errno.EACCES: "writing is forbidden",
    errno.EPERM: "writing is forbidden",
    errno.ENOENT: "the file or its folder is gone",
    errno.ENODEV: "the disk is gone",
    errno.ENXIO: "the disk is gone",
    errno.EIO: "the disk does not answer (input/output error)",
}


class Disagreement(OSError):
    """The file does not hold what was written to it."""


def say(error: OSError) -> str:
    """Why, in a few words."""
    if isinstance(error, Disagreement):
        return str(error)
    known = _SAY.get(error.errno) if error.errno is not None else None
    return known or error.strerror or str(error) or type(error).__name__


class Sink:
    """Not thread-safe: one thread adds and pumps. Lengths are in bytes from the beginning of the file."""

    def __init__(
        self, files: Files, path: str, text: bytes = b"", *, saved: int = 0, handle: Handle | None = None
    ) -> None:
        """``saved``: how much of ``text`` the file holds already. ``handle``: the file, just created and empty."""
        self.files = files
        self.path = path
        self.text = bytearray(text)
        self.saved = saved
        self.trouble: str | None = None
        self._handle = handle
        self._name_synced = handle is None
        self._written = 0

    def add(self, data: bytes) -> None:
        """More text; nothing is written yet."""
        self.text += data

    @property
    def behind(self) -> bool:
        """True while some of the text is not on the disk."""
        return self.saved < len(self.text)

    def pump(self) -> bool:
        """Write and sync what is not yet on the disk. False: it failed, `trouble` says why; call again later."""
        if not self.behind:
            return True
        try:
            handle = self._handle = self._handle or self._opened()
            self._check()
            while self._written < len(self.text):
                taken = handle.write(bytes(memoryview(self.text)[self._written :]))
                if taken <= 0:
                    raise OSError(errno.EIO, "nothing could be written")
                self._written += taken
            handle.sync()
            if not self._name_synced:
                self.files.sync_folder(os.path.dirname(self.path) or ".")
        except OSError as error:
            self._failed(error)
            return False
        self._name_synced = True
        self.saved = self._written
        self.trouble = None
        return True

    def _check(self) -> None:
        """The name still leads to what was written: on many systems an open file can be deleted or replaced."""
        if self.files.size(self.path) != self._written:
            raise Disagreement(f"another program has changed {os.path.basename(self.path)}")

    def _opened(self) -> Handle:
        try:
            handle = self.files.open(self.path)
        except FileNotFoundError:  # deleted: nothing is written over if all of it is written again
            handle = self.files.create(self.path)
            self.saved = self._written = 0
            self._name_synced = False
            return handle
        try:
            held = self.files.read(self.path)
            if not held.startswith(self.text[: self.saved]):  # cut, or another file: never ours to write to
                raise Disagreement(f"another program has changed {os.path.basename(self.path)}")
            if len(held) > self.saved:
                handle.truncate(self.saved)
        except OSError:
            handle.close()
            raise
        self._written = self.saved
        return handle

    def _failed(self, error: OSError) -> None:
        self.trouble = say(error)
        self.close()

    def close(self) -> None:
        """Let go of the file; a later `pump` opens it again."""
        handle, self._handle = self._handle, None
        if handle is not None:
            try:
                handle.close()
            except OSError as error:  # a stick that was pulled out; what was not synced is not counted as saved
                self.trouble = self.trouble or say(error)


class CopySink(Sink):
    """A second copy in another folder, mostly on a stick that may be pulled out and put in again, or another one.

    Each time it opens, it looks what is there: a beginning of the text is gone on with; any other file is left alone,
    and the copy takes the next free name.
    """

    def _opened(self) -> Handle:
        stem, suffix = os.path.splitext(self.path)
        for number in range(1, 1000):
            path = self.path if number == 1 else f"{stem}-copy-{number}{suffix}"
            handle = self._attempt(path)
            if handle is not None:
                self._place = path
                return handle
        raise FileExistsError(errno.EEXIST, "a thousand other copies are there")

    _place = ""
    """The name that the copy has there."""

    def _check(self) -> None:
        """A file that was deleted, or a folder whose stick is gone, may still take what is written: into nowhere."""
        if self.files.size(self._place) != self._written:
            raise Disagreement(f"another program has changed {os.path.basename(self._place)}")

    def _attempt(self, path: str) -> Handle | None:
        try:
            held = self.files.read(path)
        except FileNotFoundError:
            self._name_synced = False
            self._written = 0
            return self.files.create(path)
        if not self.text.startswith(held):
            return None
        self._written = len(held)
        return self.files.open(path)
