# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Lets the tests of this folder import their helpers by name, and makes hypothesis repeatable on slow machines."""

import sys
from pathlib import Path

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).resolve().parent))
settings.register_profile("limbsmith", deadline=None, derandomize=True)
settings.load_profile("limbsmith")
