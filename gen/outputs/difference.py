# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What differs between two curves, for `gen diff`: derived values, by their keys in the JSON files, and files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gen.outputs.tables import tables

if TYPE_CHECKING:
    from gen.model import CurveModel, WeierstrassModel

    AnyModel = CurveModel | WeierstrassModel

SHOWN = 40
LEFT_OUT = ("curve", "title", "citations")


def changed_values(a: AnyModel, b: AnyModel) -> list[tuple[str, str, str]]:
    """(key, value of a, value of b), shortened, in the order of the files; a value only one has is "-" in the other."""
    left, right = (dict(_leaves({**made["params"], "proofs": made["proofs"]})) for made in (tables(a), tables(b)))
    keys = [*left, *(key for key in right if key not in left)]
    pairs = [(key, left.get(key, "-"), right.get(key, "-")) for key in keys]
    return [(key, _short(old), _short(new)) for key, old, new in pairs if old != new]


def _leaves(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if key.startswith("_") or key in LEFT_OUT:
            continue
        if isinstance(value, dict):
            yield from _leaves(value, f"{prefix}{key}.")
        else:
            yield prefix + key, str(value)


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[: SHOWN // 2 - 2]}...{text[-SHOWN // 2 + 1 :]}"


def changed_files(a: AnyModel, files_a: dict[str, str], b: AnyModel, files_b: dict[str, str]) -> dict[str, list[str]]:
    """Names without the curve's own, by what happens to them. Banners and the curve's name do not count as changes."""
    left, right = ({_plain_name(k, m): _plain(v, m) for k, v in f.items()} for f, m in ((files_a, a), (files_b, b)))
    return {
        "changed": [name for name in left if name in right and left[name] != right[name]],
        "same": [name for name in left if left[name] == right.get(name)],
        f"only {a.name}": [name for name in left if name not in right],
        f"only {b.name}": [name for name in right if name not in left],
    }


def _plain_name(path: str, model: AnyModel) -> str:
    return path.replace(model.name, "CURVE")


def _plain(text: str, model: AnyModel) -> str:
    without_banner = re.sub(r"\A/\*.*?\*/\n", "", text, count=1, flags=re.DOTALL)
    names = f"{model.name}|{model.name.upper()}"
    return re.sub(rf"(?<![A-Za-z0-9])(?:{names})(?![A-Za-z0-9])", "CURVE", without_banner)
