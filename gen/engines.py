# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The files of one engine (curve x back end): plans every field function, prints it, lays the files out."""

from __future__ import annotations

import json
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gen.derive.field import FieldModel
from gen.emit.x86 import gas
from gen.functions import Function, field_functions, fp2_functions
from gen.kernels import PlannedKernel, plan_kernels, refusal
from gen.lanes.field import refusal as lanes_refusal
from gen.lanes.files import kernel_files
from gen.plan import (
    Choice,
    InversionPlan,
    PowerPlan,
    plan_field,
    plan_fp2,
    plan_inversion,
    plan_power,
)
from gen.render import banner, render
from gen.strategies.limbs import limb_count

if TYPE_CHECKING:
    from gen.model import CurveModel, WeierstrassModel

ENGINES = ("c64", "adx", "lanes", "lanes_emu")

CPU_BITS = {"bmi2": 0, "adx": 1, "avx512f": 3, "avx512dq": 4, "avx512vl": 6, "avx512ifma": 7}
"""Bits of src/api/cpu.h."""
CPU_NEEDS: dict[str, tuple[str, ...]] = {
    "c64": (),
    "adx": ("bmi2", "adx"),
    "lanes": ("bmi2", "adx", "avx512f", "avx512dq", "avx512vl", "avx512ifma"),
    "lanes_emu": (),
}


def engine_refusal(model: CurveModel | WeierstrassModel, engine: str) -> str | None:
    """Why a curve cannot have an engine, or None."""
    if engine not in ENGINES:
        return f"no engine {engine}; there are {', '.join(ENGINES)}"
    if engine == "c64":
        return None
    if engine.startswith("lanes"):
        if model.xi is None:
            return "lane kernels are for pairings"
        refused = lanes_refusal(model)
        if refused is not None or engine == "lanes_emu":
            return refused
    fields = [(model.fp, "field"), (model.fr, "field")]
    return refusal(fields if model.xi is None else [*fields, (model.fp, "fp2")], model.xi)


def engines_of(model: CurveModel | WeierstrassModel) -> tuple[str, ...]:
    """The engines of a curve: those whose kernels its moduli admit."""
    return tuple(engine for engine in ENGINES if engine_refusal(model, engine) is None)


def _words(field: FieldModel, value: int) -> str:
    """A number as the initialiser of its words."""
    return "{{" + _break([f"UINT64_C({word:#018x})" for word in field.words(value)]) + "}}"


def _limbs62(field: FieldModel, value: int) -> str:
    limbs = ((value >> (62 * i)) & ((1 << 62) - 1) for i in range(limb_count(field)))
    return "{{" + _break([f"INT64_C({limb:#018x})" for limb in limbs]) + "}}"


def _break(words: list[str]) -> str:
    """Words three a line."""
    lines = [", ".join(words[i : i + 3]) for i in range(0, len(words), 3)]
    return (",\n" + " " * 8).join(lines)


UINT8_MAX = 255


@dataclass(frozen=True)
class FieldContext:
    """Everything the field templates print."""

    field: FieldModel
    functions: dict[str, Function]
    inversion: InversionPlan
    power: PowerPlan | None

    def values(self, banner: str, alone: bool = False) -> dict[str, object]:
        """`alone`: for a field that is no part of an engine, so that its functions need no namespace."""
        field, f = self.field, self.field.name
        power = self.power
        public = [fn for fn in self.functions.values() if fn.public]
        return {
            "banner": banner,
            "alone": alone,
            "f": f,
            "F": f.upper(),
            "modulus_name": "p" if alone or f == "fp" else "r",
            "limbs": field.limbs,
            "mont_bits": field.mont_bits,
            "bits": field.bits,
            "bytes": field.num_bytes,
            "spare": field.spare_bits,
            "names": [] if alone else [fn.contract.name for fn in public if not fn.contract.inline],
            "inline": [fn for fn in public if fn.contract.inline],
            "declared": [fn for fn in public if not fn.contract.inline],
            "printed": [fn for fn in self.functions.values() if fn.lines and not fn.contract.inline],
            "one": _words(field, field.R),
            "zero": _words(field, 0),
            "modulus": _words(field, field.modulus),
            "r2": _words(field, field.R2),
            "n0": f"UINT64_C({field.n0:#x})",
            "low_word": f"UINT64_C({field.words(field.modulus)[0]:#x})",
            "inversion": self.inversion,
            "gcd_p": _limbs62(field, field.modulus),
            "gcd_start": _limbs62(field, field.R2),
            "gcd_inv": f"UINT64_C({pow(field.modulus, -1, 1 << 62):#x})",
            "power": power,
            "power_squarings": _table([count for count, _ in power.steps]) if power else "",
            "power_count": "uint8_t" if power is None or all(n <= UINT8_MAX for n, _ in power.steps) else "uint16_t",
            "power_factors": _table([index for _, index in power.steps]) if power else "",
            "power_odd": 0 if power is None else 1 + max([power.first, *(index for _, index in power.steps)]),
            "power_last": 0 if power is None else power.last,
        }


def _table(values: list[int]) -> str:
    return textwrap.fill(", ".join(map(str, values)), 112, initial_indent="    ", subsequent_indent="    ")


def _banner_strategies(prefix: str, plan: dict[str, Choice], functions: dict[str, Function]) -> list[str]:
    return [f"{prefix}_{name}: {functions[name].contract.strategy}" for name in plan]


def _kernel_banner(model: CurveModel | WeierstrassModel, kind: str, functions: dict[str, Function]) -> str:
    kernels = [fn.contract for fn in functions.values() if fn.kernel is not None]
    return banner(model, f"{kind}, kernels", [f"{contract.name}: {contract.strategy}" for contract in kernels])


def kernel_file(banner: str, functions: dict[str, Function]) -> str:
    """The assembler file of one field."""
    chosen = [(fn, fn.kernel) for fn in functions.values() if fn.kernel is not None]
    context = {
        "banner": banner,
        "constants": "\n".join(gas.constant_lines([item.kernel for _, item in chosen])),
        "kernels": [{"comment": fn.comment, "text": "\n".join(gas.kernel_lines(item.kernel))} for fn, item in chosen],
    }
    return render("kernels.S.j2", context)


def engine_files(model: CurveModel | WeierstrassModel, engine: str) -> dict[str, str]:
    """Path below generated/<curve>/<engine>/ -> text, for one engine of a curve."""
    refused = engine_refusal(model, engine)
    if refused is not None:
        raise ValueError(f"{model.name}: the engine {engine} is refused: {refused}")
    files = {"engine_id.h": render("engine_id.h.j2", _engine_context(model, engine))}
    if engine == "lanes_emu":
        return files  # the kernels of lanes in emulated vectors, over the fields of c64
    if engine == "lanes":  # over the fields of adx
        return files | kernel_files(model)
    contracts: list[dict[str, object]] = []
    for field, symbol, kind in (
        (model.fp, "p", "the base field Fp"),
        (model.fr, "r", "the scalar field Fr, order of the groups"),
    ):
        plan = plan_field(field, model.spec.forced(field.name))
        root = field.name == "fp"
        kernels = _kernels(model, engine, field, "field", plan)
        functions = field_functions(field, plan, kernels, symbol, root)
        context = FieldContext(
            field, functions, plan_inversion(field), plan_power((field.modulus - 3) // 4) if root else None
        ).values(banner(model, kind, _banner_strategies(field.name, plan, functions)))
        files[f"{field.name}.h"] = render("field.h.j2", context)
        files[f"{field.name}.c"] = render("field.c.j2", context)
        if kernels:
            files[f"{field.name}.S"] = kernel_file(_kernel_banner(model, kind, functions), functions)
        contracts.extend(function.contract.data() for function in functions.values() if function.public)
    if model.xi is not None:
        made, functions = _fp2_files(model, engine, model.xi)
        files |= made
        contracts.extend(function.contract.data() for function in functions.values())
    document = {
        "curve": model.name,
        "engine": engine,
        "modulus_p": f"{model.fp.modulus:#x}",
        "modulus_r": f"{model.fr.modulus:#x}",
        "representation": f"p: {model.fp.form}; r: {model.fr.form}; fully reduced, little-endian words of 64 bits",
        "functions": contracts,
    }
    files["contracts.json"] = json.dumps(document, indent=2) + "\n"
    return files


def _fp2_files(model: CurveModel, engine: str, xi: tuple[int, int]) -> tuple[dict[str, str], dict[str, Function]]:
    """Files and functions of Fp2."""
    plan = plan_fp2(model.fp, xi, model.spec.forced("fp2"))
    kernels = _kernels(model, engine, model.fp, "fp2", plan_field(model.fp) | plan)
    functions = fp2_functions(model.fp, plan, kernels, xi)
    kind = "the quadratic extension Fp2 = Fp[u]/(u^2 + 1)"
    context = {
        "banner": banner(model, kind, _banner_strategies("fp2", plan, functions)),
        "fn": functions,
        "names": [function.contract.name for function in functions.values() if not function.contract.inline],
        "inline": [fn for fn in functions.values() if fn.contract.inline],
        "declared": [fn for fn in functions.values() if not fn.contract.inline],
        "printed": [fn for fn in functions.values() if fn.lines],
        "zero": _words(model.fp, 0),
        "one": _words(model.fp, model.fp.R),
        "xi0": _words(model.fp, model.fp.to_mont(xi[0])),
        "xi1": _words(model.fp, model.fp.to_mont(xi[1])),
        "xi_text": f"{xi[0]} + {xi[1]}*u",
    }
    files = {"fp2.h": render("fp2.h.j2", context), "fp2.c": render("fp2.c.j2", context)}
    if kernels:
        files["fp2.S"] = kernel_file(_kernel_banner(model, kind, functions), functions)
    return files, functions


def _kernels(
    model: CurveModel | WeierstrassModel, engine: str, field: FieldModel, kind: str, plan: dict[str, Choice]
) -> dict[str, PlannedKernel]:
    """The functions of a field that are kernels in this engine."""
    if engine == "c64":
        return {}
    return plan_kernels(field, kind, model.xi, {name: choice.program for name, choice in plan.items()})


def _engine_context(model: CurveModel | WeierstrassModel, engine: str) -> dict[str, object]:
    needs = CPU_NEEDS[engine]
    return {
        "cpu_needs": f"{sum(1 << CPU_BITS[name] for name in needs):#x}u" if needs else "",
        "cpu_names": ", ".join(needs),
        "banner": banner(model, f"identity of the engine {engine}"),
        "curve": model.name,
        "engine": engine,
    }
