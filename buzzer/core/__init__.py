"""The pure core: facts with time stamps in, outcomes and a frozen match out. No clock, no thread, no file, no
chance.
"""
