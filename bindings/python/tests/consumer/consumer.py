# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A user's program: the vectors of the files named on the command line, by nothing but the installed package."""

import json
import sys
from pathlib import Path

import limbsmith
from limbsmith import evm_bn254

calls = {"bn254_add": evm_bn254.add, "bn254_mul": evm_bn254.mul, "bn254_pairing": evm_bn254.pairing}
passed = 0
for path in map(Path, sys.argv[1:]):
    for vector in json.loads(path.read_text()):
        try:
            result = calls[path.stem](bytes.fromhex(vector["Input"])).hex()
        except limbsmith.BadInputError:
            result = None
        if result != vector.get("Expected"):
            sys.exit(f"{path.name}: {vector['Name']}: {result}")
        passed += 1
python = sys.version.split()[0]
print(f"{passed} passed on Python {python}, limbsmith {limbsmith.__version__}, engine {limbsmith.engine()}")
