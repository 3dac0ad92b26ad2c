"""Fakes that are shipped: a clock, lines, a box that speaks the real protocol.

Import the module you need.
"""
