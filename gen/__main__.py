# SPDX-License-Identifier: Apache-2.0 OR MIT
"""python3 -m gen"""

import sys

from gen.cli import main

sys.exit(main())
