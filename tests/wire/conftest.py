"""The tests of this folder share `linktable`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
