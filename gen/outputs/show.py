# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`gen show`: params and proofs as indented text for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gen.params import CurveSpec, WeierstrassSpec

INLINE = 96  # a list that fits this width stays on one line


def readable(spec: CurveSpec | WeierstrassSpec, tables: dict[str, dict[str, Any]]) -> str:
    lines = [f"{spec.name}: {spec.title}", f"from {spec.file}"]
    for title, table in tables.items():
        lines += ["", title]
        _lines(
            {key: value for key, value in table.items() if not key.startswith("_") and key not in ("curve", "title")},
            "  ",
            lines,
        )
    return "\n".join(lines) + "\n"


def _lines(table: dict[str, Any], indent: str, lines: list[str]) -> None:
    for key, value in table.items():
        if isinstance(value, dict):
            lines.append(f"{indent}{key}:")
            _lines(value, indent + "  ", lines)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            lines.append(f"{indent}{key}:")
            lines += [f"{indent}  " + ", ".join(f"{k}: {v}" for k, v in entry.items()) for entry in value]
        elif isinstance(value, list) and len(_flat(value)) > INLINE:
            lines.append(f"{indent}{key}:")
            lines += [f"{indent}  {_flat(item)}" for item in value]
        else:
            lines.append(f"{indent}{key}: {_flat(value)}")


def _flat(value: Any) -> str:
    if isinstance(value, list):
        return "(" + ", ".join(_flat(item) for item in value) + ")"
    return str(value)
