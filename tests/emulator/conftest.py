"""The fixtures of this folder; another folder's conftest may import them from `emulator.fixtures` too."""

from .fixtures import bench, box, library, make_box

__all__ = ["bench", "box", "library", "make_box"]
