# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The benchmark's tools: what they compute from what they measured, on made-up measurements."""

import json
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

BENCH = Path(__file__).resolve().parents[2] / "tools" / "bench"


def load(name: str) -> ModuleType:
    """A command without .py as a module."""
    sys.path.insert(0, str(BENCH))
    try:
        loader = SourceFileLoader(f"bench_{name}", str(BENCH / name))
        spec = spec_from_loader(loader.name, loader)
        module = module_from_spec(spec)
        sys.modules[loader.name] = module
        loader.exec_module(module)
        return module
    finally:
        sys.path.remove(str(BENCH))


compare, instructions, report = load("compare"), load("instructions"), load("report")


def side(library: str, engine: str | None, times: list[float]) -> object:
    peer = None if engine else compare.Peer(library, "1", ["x"], "cc")
    return compare.Side(library, engine, peer, {"ecadd"}, {"ecadd": times}, {"ecadd": min(times)})


def results() -> list[dict]:
    sides = [
        side("limbsmith", "adx", [50.0, 60.0, 400.0]),
        side("slow", None, [300.0, 300.0, 300.0]),
        side("quick", None, [100.0, 100.0, 200.0]),
    ]
    return compare.evaluate(sides, ["ecadd", "ecmul"])


def test_ratio_is_to_the_best_peer_within_a_round():
    ours, slow, quick = results()
    assert (ours["best_peer"], quick["ratio_to_best_peer"]) == ("quick", 1.0)
    # rounds 0.5, 0.6 and 2.0: the one bad round does not decide
    assert ours["ratio_to_best_peer"] == pytest.approx(0.6)
    assert ours["least_ratio_to_best_peer"] == pytest.approx(0.5)
    assert ours["ns"] == 60.0
    assert slow["ratio_to_best_peer"] == pytest.approx(3.0)
    assert ours["target"] == compare.TARGETS["adx"]["ecadd"]
    assert {"name", "library", "engine", "ns", "ratio_to_best_peer"} <= ours.keys()


def test_without_peers_there_is_no_ratio():
    (only,) = compare.evaluate([side("limbsmith", "c64", [1.0])], ["ecadd"])
    assert only["best_peer"] is only["ratio_to_best_peer"] is None


@pytest.mark.parametrize("arguments", [["--peers", "nobody"], ["--ops", "fp_cube"], ["--lib", "mcl=/nowhere.so"]])
def test_wrong_arguments_are_named(monkeypatch, capsys, arguments):
    monkeypatch.setattr(sys, "argv", ["compare", *arguments])
    with pytest.raises(SystemExit):
        compare.parse_arguments()
    assert arguments[1].split("=")[0] in capsys.readouterr().err


def test_field_records_are_right():
    pair = b"".join(n.to_bytes(32, "big") for n in (1, 2, 3, 4, 5, 6)).hex()
    records = compare.field_records([{"Name": "ecpairing_1_0", "Input": pair}])
    out = {op: result for _name, op, _input, result in records}
    assert out["fp_mul"] == (2).to_bytes(32, "big")
    # (4 + 3u)(6 + 5u) = 9 + 38u, imaginary part first
    assert out["fp2_mul"] == (38).to_bytes(32, "big") + (9).to_bytes(32, "big")


CALLGRIND = """fn=(1) main
10 5
cfn=(2) run_fp_mul
calls=1 50
12 1600
cfn=(3) prepare
calls=1 9
13 99
fn=(2)
50 600
cfn=(4) lsm_bn254_c64_fp_mul
calls=16 1
51 1000
"""


def test_callgrind_counts_what_a_row_calls_too():
    assert instructions.callgrind_counts(CALLGRIND) == {"fp_mul": 1600 / instructions.COUNT}


DISASSEMBLY = """
0000 <lsm_bn254_lanes_lanes_fp12_mul>:
   0:\tendbr64
   4:\tvpmadd52luq %zmm0,%zmm1,%zmm2
   a:\tnopw   0x0(%rax)
   c:\tret

0010 <lsm_bn254_lanes_fp_mul>:
  10:\tret
"""


def test_disassembly_counts_vector_kernels_without_padding():
    assert instructions.disassembly_counts(DISASSEMBLY, "lanes") == {"lanes_fp12_mul": 3}


@pytest.mark.parametrize(
    ("have", "problem"),
    [
        ({"fp_mul": 101.0}, None),
        ({"fp_mul": 103.0}, "budget 100"),
        ({"fp_mul": 100.0, "fp_sqr": 1.0}, "no budget"),
        ({}, "is not there"),
    ],
)
def test_budgets(have, problem):
    problems = instructions.compare({"c64": have}, {"c64": {"fp_mul": 100.0}}, 0.02)
    assert [problem in text for text in problems] == ([True] if problem else [])


@pytest.mark.skipif(sys.platform != "linux", reason="needs ELF objects and valgrind")
def test_kernels_keep_to_their_budgets():
    builds = [BENCH.parents[1] / "build" / name for name in ("release", "dev")]
    built = [build for build in builds if (build / "limbsmith").exists() and (build / "liblimbsmith.a").exists()]
    if not built:
        pytest.skip("no build/release and no build/dev")
    command = [sys.executable, str(BENCH / "instructions"), "--check", "--build", str(built[-1])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    if "SKIPPED" in done.stdout:
        pytest.skip(done.stdout.strip())


def test_report_fills_blocks_and_leaves_the_rest():
    document = {"results": results(), "cpu": "a processor", "rounds": 3}
    text = report.fill("before\n<!-- bench: calls -->\nold\n<!-- bench: end -->\nafter\n", document)
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert "old" not in text
    assert "| ecAdd | 100 ns, quick | 60 ns (0.60) |" in text
    assert report.fill(text, document) == text


def test_committed_page_is_filled_from_the_committed_numbers():
    numbers = BENCH.parents[1] / "docs" / "performance.json"
    page = (BENCH.parents[1] / "docs" / "performance.md").read_text()
    assert report.fill(page, json.loads(numbers.read_text())) == page


def test_report_of_other_curves_and_fields_divides_ours_by_theirs():
    def row(implementation: str, ns: float) -> dict:
        return {"field": "p256", "function": "mul", "implementation": implementation, "ns": ns}

    made_up = {
        "bls12_381": {"peer": "it 1", "engine": "adx", "results": [{"name": "pairing", "ns": 300.0, "peer_ns": 400.0}]},
        "fields": {
            "compiler": "cc",
            "versions": {"it": "1"},
            "results": [row("limbsmith c64", 20.0), row("limbsmith adx", 5.0), row("it", 10.0)],
        },
    }
    assert report.bls12_381(made_up).endswith("| pairing, 1 pair | 400 ns | 300 ns (0.75) |")
    assert report.fields(made_up).endswith("| P-256's p, multiplication | 10 ns, it | 20 ns (2.00) | 5 ns (0.50) |")
