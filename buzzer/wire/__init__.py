"""The box protocol (``docs/protocol.md``) without I/O: frames, messages, link, clock relation.

Pure: time is an argument, bytes are values; no thread and no port is known here.
"""
