# SPDX-License-Identifier: Apache-2.0 OR MIT
"""JSON as the generator writes it: in the order of its making, numbers of unbounded size as decimal text."""

from __future__ import annotations

import json
from typing import Any


def big(value: Any) -> Any:
    """Integers (nested in tuples and lists too) as decimal text, so that no JSON reader rounds them."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return str(value)
    return [big(v) for v in value]


def dump(table: dict[str, Any]) -> str:
    """Indented JSON in the order given; a list without lists or tables inside stays on one line if it fits."""
    return _text(table, "") + "\n"


WIDTH = 116


def _text(value: Any, indent: str) -> str:
    flat = json.dumps(value, ensure_ascii=True)
    deeper = indent + "  "
    if isinstance(value, dict) and value:
        rows = [f"{json.dumps(key)}: {_text(item, deeper)}" for key, item in value.items()]
        return "{\n" + ",\n".join(deeper + row for row in rows) + f"\n{indent}" + "}"
    if isinstance(value, list) and len(indent) + len(flat) > WIDTH:
        return "[\n" + ",\n".join(deeper + _text(item, deeper) for item in value) + f"\n{indent}]"
    return flat
