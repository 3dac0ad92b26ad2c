"""Buttons, clocks, score sheet and journal for sport Svoya Igra. Everything here has no picture; see docs/architecture.md."""

