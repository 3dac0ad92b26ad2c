"""The commands: one module a group, each with ``register(app)``.

A module here imports at its top only what `buzzer --help` may cost: the standard library and typer. What a command
needs (the core with its pydantic models, pygame, pyserial) is imported inside the command.
"""
