# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`gen show`: its cost table against calls counted in the compiled library, its other numbers by hand."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path

import pytest

from curvelib import CURVES, ROOT, TOYS, edited, model, run_gen
from fieldlib import COMPILERS
from gen.costs import UNITS, operations
from gen.engines import ENGINES, engine_refusal
from gen.model import CurveModel, build
from gen.outputs.explain import cost_table, embedding_degree, explanation, rho_bits, tower_sieve_bits

UNARY, BINARY = ("{f} *r, const {f} *a", "r, a"), ("{f} *r, const {f} *a, const {f} *b", "r, a, b")
SIGNATURES = {
    "fp_mul": ("fp", *BINARY),
    "fp_sqr": ("fp", *UNARY),
    "fp2_mul": ("fp2", *BINARY),
    "fp2_sqr": ("fp2", *UNARY),
    "fp_inv": ("fp", *UNARY),
}
CALLS = {
    "miller_loop": "miller_loop(&f, &p1, &q1, 1)",
    "final_exp": "final_exp(&h, &f)",
    "fp12_mul": "fp12_mul(&f, &f, &h)",
    "fp12_sqr": "fp12_sqr(&f, &f)",
    "fp12_inv": "fp12_inv(&f, &f)",
    "cyclotomic_sqr": "cyclotomic_sqr(&h, &h)",
    "cyclotomic_exp_z": "cyclotomic_exp_z(&h, &h)",
    "g1_dbl": "g1_dbl(&p2, &p)",
    "g1_add": "g1_add(&p2, &p2, &p)",
    "g1_add_vartime": "g1_add_vartime(&p2, &p2, &p)",
    "g2_dbl": "g2_dbl(&q2, &q)",
    "g2_add": "g2_add(&q2, &q2, &q)",
}


def counted(folder: Path, curve: str) -> dict[str, Counter[str]]:
    """Calls of the field by each operation: the linker puts a counter in front of every unit."""
    prefix = f"lsm_{curve}_c64_"
    source = ["#include <stdio.h>", "#include <string.h>", '#include "curve.h"']
    headers = ("curve/g1.h", "curve/g2.h", "pairing/final_exp.h", "pairing/miller_loop.h", "tower/cyclotomic.h")
    source += [f'#include "{header}"' for header in headers]
    source += [f"static unsigned long n[{len(UNITS)}];"]
    for i, unit in enumerate(UNITS):
        kind, parameters, arguments = SIGNATURES[unit]
        head = f"({parameters.format(f=kind)})"
        source.append(f"void __real_{prefix}{unit}{head};")
        source.append(f"void __wrap_{prefix}{unit}{head} {{ n[{i}]++; __real_{prefix}{unit}({arguments}); }}")
    source += [
        "int main(void) {",
        "    fp12 f, h; g1 p, p2; g2 q, q2;",
        "    const g1_affine p1 = {CURVE_G1_X, CURVE_G1_Y}; const g2_affine q1 = {CURVE_G2_X, CURVE_G2_Y};",
        "    g1_from_affine(&p, &p1); g2_from_affine(&q, &q1);",
    ]
    for name, call in CALLS.items():
        source.append(f'    memset(n, 0, sizeof n); {call}; printf("{name}");')
        source.append(f'    for (int i = 0; i < {len(UNITS)}; i++) printf(" %lu", n[i]); printf("\\n");')
    source += ["    return 0;", "}"]
    (folder / "count.c").write_text("\n".join(source) + "\n")
    generated = ROOT / "generated" / curve
    files = [path for part in ("tower", "curve", "pairing") for path in (ROOT / "src" / part).glob("*.c")]
    files += [*(generated / "c64").glob("*.c"), folder / "count.c"]
    includes = [ROOT / "src", ROOT / "include", generated, generated / "c64"]
    wraps = [f"-Wl,--wrap={prefix}{unit}" for unit in UNITS]
    command = [COMPILERS[0], "-std=c11", "-O0", *(f"-I{path}" for path in includes), *map(str, files), *wraps]
    subprocess.run([*command, "-o", str(folder / "count")], check=True)
    printed = subprocess.run([str(folder / "count")], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in printed.splitlines()]
    return {row[0]: Counter(dict(zip(UNITS, map(int, row[1:]), strict=True))) for row in rows}


def compare(folder: Path, curve: str) -> None:
    table = operations(model(curve))
    found = counted(folder, curve)
    assert set(found) == set(table) - {"pairing"}
    for name, cost in found.items():
        assert +cost == +table[name], name
    assert table["pairing"] == table["miller_loop"] + table["final_exp"]


# forms add, line and end, seeds of both signs, chains (z1, z7) and compressed squarings
@pytest.mark.parametrize("curve", ["toy_bn_z1", "toy_bn_z7", "toy_bn_zm7", "toy_bls12_zm1928"])
def test_costs_are_what_the_library_does(tmp_path: Path, curve: str) -> None:
    compare(tmp_path, curve)


@pytest.mark.full
@pytest.mark.parametrize("curve", sorted({*CURVES} - {"toy_bn_z1", "toy_bn_z7", "toy_bn_zm7", "toy_bls12_zm1928"}))
def test_costs_of_the_other_curves(tmp_path: Path, curve: str) -> None:
    compare(tmp_path, curve)


def text_of_show(name: str) -> str:
    m = model(name)
    return explanation(m, {engine: engine_refusal(m, engine) for engine in ENGINES})


def test_the_text_for_bn254() -> None:
    text = text_of_show("bn254")
    for expected in (
        "254 bits in 4 words, 2 spare bits; proved prime",
        "embedding degree 12",
        "2^125.8 steps of Pollard's rho",
        "100 bits at most for BN curves of 254 bits",
        "Miller loop over 29793968203157093288: 65 doublings, 21 additions",
        "power |z|: 62 squarings, 13 products",
        "power |z| in the final exponentiation: chain; not taken: compressed: 94106 against 64512 word multiplications",
        "fp_mul: mont_nocarry, 36 word multiplications",
        "  lanes: made\n",
    ):
        assert expected in text
    assert run_gen("show", "bn254").stdout == text


def test_refused_strategies_and_engines_are_told_with_their_reasons() -> None:
    text = text_of_show("bn256")
    assert "fp_mul: mont_carry" in text
    assert "    not taken: strategy mont_nocarry for fp_mul needs 1 spare bit" in text
    assert "  adx: made\n" in text and "  lanes: refused: " in text
    assert "  lanes: refused: lane kernels have five limbs" in text_of_show("toy_bn_z1")
    assert "not taken: line: gcd(Norm(6z+2+X-X^3), r*h2) = 13, must be 1" in text
    forced = explanation(build_forced(), {})
    assert "fp_mul: mont_product" in forced and "published" not in forced


def build_forced() -> CurveModel:
    return build(edited("toy_bn_z1", ('family = "bn"', 'family = "bn"\nstrategies = { fp_mul = "mont_product" }')))


def test_curves_without_a_pairing_are_explained() -> None:
    for name, automorphisms in (("secp256k1", 6), ("p256", 2)):
        text = run_gen("show", name).stdout
        assert f"with {automorphisms} automorphisms" in text and "no pairing" in text and "Miller" not in text
        assert "  lanes: refused: lane kernels are for pairings\n" in text
        assert '"embedding_degree"' in run_gen("show", name, "--json").stdout
    values = run_gen("diff", "secp256k1", "p256")
    assert values.returncode == 0
    assert "  groups.a: 0 -> -3\n" in values.stdout and "changed: generated/CURVE/curve.h" in values.stdout


@pytest.mark.parametrize("name", TOYS)
def test_the_embedding_degree_is_twelve(name: str) -> None:
    m = model(name)
    assert embedding_degree(m.p, m.r) == 12
    assert [k for k in range(1, 13) if (m.p**k - 1) % m.r == 0] == [12]


def test_estimates() -> None:
    assert rho_bits(2**256, 6) == pytest.approx(127.03, abs=0.01)  # log2(pi/12)/2 = -0.967
    assert rho_bits(2**256, 2) == pytest.approx(127.83, abs=0.01)  # log2(pi/4)/2 = -0.174
    p = model("bn254").p
    assert tower_sieve_bits(p, 12) == pytest.approx(109.7, abs=0.1)
    assert tower_sieve_bits(p, 12) > tower_sieve_bits(p, 6)


def test_the_words_of_a_row() -> None:
    rows = cost_table({"one": Counter(fp_mul=2, fp2_mul=1, fp_inv=1)}, {"fp_mul": 36, "fp2_mul": 104})
    assert rows[0].split() == [*UNITS, "words"]
    assert rows[1].split() == ["one", "2", "-", "1", "-", "1", "176"]
