# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The functions of the field files: accepted as generated, and every kind of changed text found."""

from __future__ import annotations

import pytest

from curvelib import model, numbers
from gen.engines import engine_files, engines_of
from gen.verify_fields import check

MUTATIONS = [
    ("fp.c", "UINT64_C(0x3c208c16d87cfd47)", "UINT64_C(0x3c208c16d87cfd46)"),
    ("fp.c", "* UINT64_C(0x87d20782e4866389)", "* UINT64_C(0x87d20782e4866388)"),
    ("fp.c", "lsm_adc(&k, t2, h1, k)", "lsm_adc(&k, t2, h1, 0)"),
    ("fp.c", "mask = lsm_ct_mask(w);", "mask = lsm_ct_mask(0);"),
    ("fr.c", "r->l[3] = r3;", "r->l[3] = r2;"),
    ("fp.h", "lsm_sbb(&w, a1, b1, w)", "lsm_sbb(&w, a1, b1, 0)"),
    ("fp2.c", "r->c1.l[0] = ", "r->c0.l[0] = "),
]


@pytest.mark.parametrize("curve", ["bn254", "bn256", "toy_bn_z1", "secp256k1"])
def test_the_generated_files_pass(curve: str) -> None:
    known = numbers(curve)
    assert (known.p, known.r, known.xi) == (model(curve).p, model(curve).r, model(curve).xi)
    for engine in engines_of(model(curve)):
        files = engine_files(model(curve), engine)
        assert check(known, engine, files) == []
        for name in ("fp.h", "fr.c", "fp2.c"):
            if name in files:
                rest = {key: text for key, text in files.items() if key != name}
                assert check(known, engine, rest) == [f"{engine}/{name}: missing"]


@pytest.mark.parametrize(("file", "old", "new"), MUTATIONS, ids=lambda value: str(value)[:40])
def test_a_changed_line_is_found(file: str, old: str, new: str) -> None:
    files = engine_files(model("bn254"), "c64")
    assert old in files[file], f"{old} is no longer in {file}: the mutation needs an update"
    files[file] = files[file].replace(old, new, 1)
    assert check(numbers("bn254"), "c64", files)


def test_only_functions_in_assembler_may_be_missing() -> None:
    files = engine_files(model("bn254"), "adx")
    files["fp.S"] = files["fp.S"].replace("LSM_ASM_FUNCTION(fp_sqr)", "LSM_ASM_FUNCTION(fp_square)")
    assert check(numbers("bn254"), "adx", files) == [
        "adx/fp: fp_sqr is missing or not straight-line word arithmetic"
    ]
