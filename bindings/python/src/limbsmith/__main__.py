# SPDX-License-Identifier: Apache-2.0 OR MIT
"""python -m limbsmith info|selftest"""

from __future__ import annotations

import argparse
import platform
import sys

from . import LimbsmithError, __version__, engine, engine_reason, engines, selftest
from ._library import PATH


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m limbsmith", description="The Ethereum precompiles of BN254.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("info", help="version, engine in use and why, engines of this machine, where the library is")
    commands.add_parser("selftest", help="known answers on every engine of this machine; exit 1 if one is wrong")
    if parser.parse_args().command == "info":
        print(f"version: {__version__}")
        print(f"engine:  {engine()} ({engine_reason()})")
        print(f"engines: {', '.join(engines())}")
        print(f"library: {PATH}")
        print(f"python:  {platform.python_version()}, {platform.machine()}")
        return 0
    try:
        selftest()
    except LimbsmithError as reason:
        print(f"limbsmith {__version__}: {reason}", file=sys.stderr)
        return 1
    print(f"limbsmith {__version__}: self-test passed on {', '.join(engines())}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
