"""`python -m buzzer` is the same as the installed script."""

import sys

from buzzer.cli import main

sys.exit(main())
