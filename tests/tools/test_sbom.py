# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The bill of materials is true of what is built, the same in every run, and refused where it is not valid."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("LIMBSMITH", ROOT / "build/dev/limbsmith"))
Bill = Callable[..., str]


@pytest.fixture(scope="module")
def bill(tmp_path_factory: pytest.TempPathFactory) -> Bill:
    """The text that tools/sbom writes; the same environment is asked once."""
    folder = tmp_path_factory.mktemp("sbom")

    @cache
    def write(**environment: str) -> str:
        out = folder / "out/bill.json"
        env = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"} | environment
        done = subprocess.run([ROOT / "tools/sbom", "--out", out], env=env, capture_output=True, text=True)
        if "No module named" in done.stderr:
            pytest.skip(f"{done.stderr.strip()}: skipped, not passed")
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        return out.read_text()

    return write


def test_the_lock_files_are_in(bill: Bill) -> None:
    """Every package of every lock file that is not a binding's, at its version, and no other."""
    pinned = set()
    locks = [path for folder in ("gen", "tests", "tools") for path in (ROOT / folder).glob("*.lock")]
    for lock in locks:
        for line in lock.read_text().splitlines():
            if "==" in line:
                name, version = line.removesuffix(" \\").split("==")
                pinned.add(f"pkg:pypi/{name.replace('_', '-')}@{version}")
    components = json.loads(bill())["components"]
    found = {each["bom-ref"]: each["scope"] for each in components if each["bom-ref"].startswith("pkg:pypi/")}
    assert len(locks) >= 5
    assert found == dict.fromkeys(pinned, "excluded")


def needed(path: Path) -> set[str]:
    """The shared libraries that a file asks for, besides the C library."""
    if not shutil.which("readelf"):
        pytest.skip("readelf is not installed: skipped, not passed")
    text = subprocess.run(["readelf", "-d", path], capture_output=True, text=True, check=True).stdout
    assert "NEEDED" in text
    return {re.sub(r"^lib|\.so.*", "", name) for name in re.findall(r"\(NEEDED\).*\[(.*)\]", text)} - {"c"}


def test_it_is_true_of_library_and_program(bill: Bill) -> None:
    content = json.loads(bill())
    version = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    library = content["metadata"]["component"]
    assert (library["name"], library["version"], library["type"]) == ("limbsmith", version, "library")
    named = {each["bom-ref"]: each["name"] for each in [*content["components"], library]}
    edges = {named[each["ref"]]: {named[ref] for ref in each.get("dependsOn", ())} for each in content["dependencies"]}
    assert edges["limbsmith"] == set()
    assert edges["limbsmith-program"] == {"limbsmith", "jansson"}
    assert {*edges} == {*named.values()}
    # What the linker says of them. The program holds the library.
    assert needed(PROGRAM.with_name("liblimbsmith.so")) == edges["limbsmith"]
    assert needed(PROGRAM) == edges["limbsmith-program"] - {"limbsmith"}


def test_the_same_bytes(bill: Bill) -> None:
    first = bill()
    assert first == bill(TZ="Asia/Tokyo", PYTHONHASHSEED="7")
    assert "timestamp" not in first
    dated = bill(SOURCE_DATE_EPOCH="1700000000")
    assert json.loads(dated)["metadata"].pop("timestamp") == "2023-11-14T22:13:20+00:00"
    assert json.loads(first)["serialNumber"] == json.loads(dated)["serialNumber"]


# tools/sbom with another bill: a package more, or one that the schema does not know.
CHANGED = """
import importlib.machinery, importlib.util, sys
sys.path.insert(0, sys.argv[1])
loader = importlib.machinery.SourceFileLoader("sbom", sys.argv[1] + "/sbom")
sbom = importlib.util.module_from_spec(importlib.util.spec_from_loader("sbom", loader))
loader.exec_module(sbom)
bill = sbom.bill(sbom.ROOT)
bill.components.add(sbom.package("another", "1"))
if sys.argv[2] == "valid":
    print(sbom.text_of(bill))
else:
    right = sbom.JsonV1Dot6
    class Wrong(right):
        def output_as_string(self, **options):
            return super().output_as_string(**options).replace('"type": "library"', '"type": "nonsense"')
    sbom.JsonV1Dot6 = Wrong
    sbom.text_of(bill)
"""


def test_another_content_has_another_number_and_an_invalid_one_is_refused(bill: Bill) -> None:
    first = json.loads(bill())
    venv = ROOT / ".venv/bin/python"
    pythons = [sys.executable, *([str(venv)] if venv.is_file() else [])]
    imports = (subprocess.run([each, "-c", "import cyclonedx"], capture_output=True).returncode for each in pythons)
    run = [pythons[[*imports].index(0)], "-c", CHANGED, ROOT / "tools"]
    other = subprocess.run([*run, "valid"], capture_output=True, text=True, check=True)
    assert json.loads(other.stdout)["serialNumber"] != first["serialNumber"]
    refused = subprocess.run([*run, "invalid"], capture_output=True, text=True)
    assert refused.returncode == 1
    assert refused.stderr.startswith("sbom: not valid CycloneDX")
    assert "nonsense" in refused.stderr
