# SPDX-License-Identifier: Apache-2.0 OR MIT
"""python3 -m gen"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - said here, before an import fails on what older versions lack
    sys.exit("gen: Python 3.11 or newer is needed (tomllib); this is " + ".".join(map(str, sys.version_info[:3])))

from gen.cli import main

sys.exit(main())
