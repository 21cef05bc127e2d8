# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The field files on disk: accepted as generated, and every kind of changed text found."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from curvelib import model
from gen.engines import engine_files
from gen.verify_fields import check

MUTATIONS = [
    ("fp.c", "UINT64_C(0x3c208c16d87cfd47)", "UINT64_C(0x3c208c16d87cfd46)"),
    ("fp.c", "* UINT64_C(0x87d20782e4866389)", "* UINT64_C(0x87d20782e4866388)"),
    ("fp.c", "lsm_adc(&k, t2, h1, k)", "lsm_adc(&k, t2, h1, 0)"),
    ("fp.c", "mask = lsm_ct_mask(w);", "mask = lsm_ct_mask(0);"),
    ("fp.c", "INT64_C(0x1e05aa45a1c72a34)", "INT64_C(0x1e05aa45a1c72a35)"),
    ("fp.c", "    t = odd[", "    t = odd[1"),
    ("fr.h", "#define FR_N0 UINT64_C(0xc2e1f593efffffff)", "#define FR_N0 UINT64_C(0xc2e1f593effffffe)"),
    ("fr.h", "#define FR_BITS 254", "#define FR_BITS 255"),
    ("fr.c", "r->l[3] = r3;", "r->l[3] = r2;"),
    ("fp.h", "lsm_sbb(&w, a1, b1, w)", "lsm_sbb(&w, a1, b1, 0)"),
    ("fp.h", "static const fp FP_ONE = {{UINT64_C(0xd3", "static const fp FP_ONE = {{UINT64_C(0xd4"),
    ("fp2.c", "r->c1.l[0] = ", "r->c0.l[0] = "),
]


@pytest.mark.parametrize("curve", ["bn254", "bn256", "toy_bn_z1"])
def test_the_generated_files_pass(tmp_path: Path, curve: str) -> None:
    folder = tmp_path / curve / "c64"
    folder.mkdir(parents=True)
    for name, text in engine_files(model(curve), "c64").items():
        (folder / name).write_text(text, encoding="utf-8")
    assert check(model(curve), tmp_path) == []
    shutil.rmtree(folder)
    assert len(check(model(curve), tmp_path)) == 6


@pytest.mark.parametrize(("file", "old", "new"), MUTATIONS, ids=lambda value: str(value)[:40])
def test_a_changed_line_is_found(tmp_path: Path, file: str, old: str, new: str) -> None:
    folder = tmp_path / "bn254" / "c64"
    folder.mkdir(parents=True)
    for name, text in engine_files(model("bn254"), "c64").items():
        if name == file:
            assert old in text, f"{old} is no longer in {file}: the mutation needs an update"
            text = text.replace(old, new, 1)
        (folder / name).write_text(text, encoding="utf-8")
    assert check(model("bn254"), tmp_path)
