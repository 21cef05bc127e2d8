# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Addition-subtraction chains for |z|: committed ones are loaded and replayed, others searched with a small budget.

A chain is a program over registers, reg[0] = 1: ("dbl", dst, a, n): reg[dst] = 2^n reg[a]; ("add", dst, a, b);
("sub", dst, a, b). In the cyclotomic subgroup subtraction is as cheap as addition, inversion being conjugation.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gen.derive.chainsearch import SMALL_SETTINGS, Found, Settings, search
from gen.params import CurveSpec, ParamError

CHAINS_DIR = Path(__file__).resolve().parent.parent / "chains"
Step = tuple[str, int, int, int]


@dataclass(frozen=True)
class ChainModel:
    target: int  # |z|
    steps: tuple[Step, ...]
    regs: int
    result: int  # register that holds |z| at the end
    doublings: int
    additions: int
    source: str  # file of the committed chain, or the budgeted search


def derive_chain(spec: CurveSpec, chains_dir: Path = CHAINS_DIR) -> ChainModel:
    target = abs(spec.z)
    path = chains_dir / f"{target}.json"
    shown = f"gen/chains/{path.name}"
    if not path.exists():
        return chain_model(spec.file, target, search(target, SMALL_SETTINGS).steps, "search with the small budget")
    return load_chain(path, shown, target)


def load_chain(path: Path, shown: str, target: int) -> ChainModel:
    try:
        table: dict[str, Any] = json.loads(path.read_bytes())
        steps = tuple((str(op), int(dst), int(a), int(b)) for op, dst, a, b in table["steps"])
        recorded = {key: int(table[key]) for key in ("target", "doublings", "additions")}
    except (ValueError, KeyError, TypeError, RecursionError) as err:
        raise ParamError(shown, "steps", f"not a chain file ({type(err).__name__}: {err})") from None
    model = chain_model(shown, target, steps, shown)
    for key, value in recorded.items():
        if getattr(model, key) != value:
            raise ParamError(shown, key, f"{value} is recorded, but the steps give {getattr(model, key)}")
    return model


def chain_model(file: str, target: int, steps: tuple[Step, ...], source: str) -> ChainModel:
    """Replays the steps on integers; a chain that does not end in `target` is refused."""
    regs = {0: 1}
    last = 0
    for i, (op, dst, a, b) in enumerate(steps):
        read = (a,) if op == "dbl" else (a, b)
        if op not in ("dbl", "add", "sub") or any(n not in regs for n in read) or dst < 1 or (op == "dbl" and b < 1):
            raise ParamError(
                file,
                f"steps[{i}]",
                f"{(op, dst, a, b)} is no step over the registers {sorted(regs)}; register 0 is kept",
            )
        regs[dst] = regs[a] << b if op == "dbl" else regs[a] + regs[b] if op == "add" else regs[a] - regs[b]
        last = dst
    if regs[last] != target:
        raise ParamError(file, "steps", f"the chain computes {regs[last]}, must be |z| = {target}")
    return ChainModel(
        target=target,
        steps=steps,
        regs=max(regs) + 1,
        result=last,
        doublings=sum(b for op, _, _, b in steps if op == "dbl"),
        additions=sum(op != "dbl" for op, _, _, _ in steps),
        source=source,
    )


def chain_record(model: ChainModel, found: Found, settings: Settings) -> dict[str, Any]:
    """What gen/chains keeps: the chain, its cost and the search that found it."""
    return {
        "_license": "SPDX-License-Identifier: Apache-2.0 OR MIT",
        "_made_by": "python3 -m gen search-chain --write",
        "target": str(model.target),
        "doublings": model.doublings,
        "additions": model.additions,
        "cost": found.cost,
        "settings": asdict(settings),
        "search_steps": found.spent,
        "dictionary": list(found.dictionary),
        "digits": " ".join(str(d) for d in found.digits),
        "steps": [list(step) for step in model.steps],
    }
