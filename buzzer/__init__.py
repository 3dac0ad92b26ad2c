"""Buttons, clocks, score sheet and journal for sport Svoya Igra. No picture in here; see docs/architecture.md."""
