"""The host's console: a pure view, a thin painter, the keys and the window's loop."""
