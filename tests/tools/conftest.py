# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Windows, as far as Wine gives it."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator

import pytest


@pytest.fixture
def wine() -> Iterator[dict[str, str]]:
    """The environment that programs for Windows run in; its WINE is the program to run them with."""
    path = os.pathsep.join([os.environ["PATH"], "/usr/lib/wine"])  # Debian's wine64 alone puts nothing on the PATH
    program = shutil.which("wine", path=path) or shutil.which("wine64", path=path)
    server = shutil.which("wineserver", path=path) or shutil.which("wineserver64", path=path)
    if not program or not server:
        pytest.skip("wine is not installed: skipped, not passed")
    with tempfile.TemporaryDirectory() as prefix:  # hundreds of megabytes that pytest would keep
        env = {**os.environ, "WINE": program, "WINEPREFIX": prefix, "WINEDEBUG": "-all"}
        env["WINEDLLOVERRIDES"] = "mscoree,mshtml,winemenubuilder.exe="  # nothing to download, no menu of this user's
        try:
            yield env
        finally:
            subprocess.run([server, "-k"], env=env, check=False)
            subprocess.run([server, "-w"], env=env, check=False)
