# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The oracle is a handful of plain modules beside the tests, not a package."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
