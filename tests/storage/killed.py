"""Programs that write a journal until they are killed; run by test_kill.py.

Reads one path a line from standard input. For each a child is forked (everything is imported already, so that it
starts in milliseconds), which takes the journal at that path up, or makes it, and appends for ever. Standard output
has, a line each: the child's process id, what it was told to be saved, and ``end`` when it is dead.
"""

import os
import sys
import threading

from buzzer.core.facts import Press
from buzzer.core.state import Setup
from buzzer.rulesets import preset
from buzzer.storage.journal import Journal, header
from buzzer.storage.recover import resume


def tell(line: object) -> None:
    os.write(1, f"{line}\n".encode())  # one write, so that lines of two processes never mix


def write_for_ever(path: str) -> None:
    tell(os.getpid())
    if os.path.exists(path):
        journal = resume(path).journal
    else:
        journal = Journal.create(path, header(Setup(preset("umlaut"), ("A", "B")), wall=""))
    some_saved = threading.Event()

    def saved(number: int) -> None:
        tell(number)
        some_saved.set()

    journal.on_saved = saved
    journal.start()
    number = journal.state().known
    while True:
        for _ in range(5):
            number += 1
            journal.append(Press(at_us=number, seat=1, box="box", boot=1, seq=number))
        some_saved.wait()
        some_saved.clear()


def main() -> None:
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            try:
                write_for_ever(line.rstrip("\n"))
            finally:
                os._exit(1)
        os.waitpid(child, 0)
        tell("end")


main()
