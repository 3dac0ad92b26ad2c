"""A second, slow reading of the transcript format, to compare the core with.

It has the whole file before it at once and none of the core's machinery: no horizon, no game clock, no frozen state.
A hold is told by pushing every deadline on as time goes by; an undo by playing the whole file again. Only facts and
rules are shared.
"""

from .sweep import Oracle

__all__ = ["Oracle"]
