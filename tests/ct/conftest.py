# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Finds the helpers that the generator's tests share with these."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "gen"))
