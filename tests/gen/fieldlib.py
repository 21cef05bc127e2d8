# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Compiles the field files of an engine into a shared library and calls them from Python on integers."""

from __future__ import annotations

import ctypes
import json
import random
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from gen.derive.field import FieldModel
from gen.standalone import Made, make, order

ROOT = Path(__file__).resolve().parent.parent.parent
COMPILERS = [name for name in ("gcc", "clang") if shutil.which(name)] or ["cc"]
STRICT = ["-std=c11", "-Wall", "-Wextra", "-pedantic", "-Wconversion", "-Wshadow", "-Werror"]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]


def wrapper_source(files: dict[str, str], headers: tuple[str, ...] = ("fr.h", "fp2.h")) -> str:
    """C text that gives every function of the contracts, the inline ones too, an external symbol t_<name>."""
    contracts = json.loads(files["contracts.json"])["functions"]
    lines = [f'#include "{header}"' for header in headers]
    for contract in contracts:
        name = contract["function"]
        head = contract["head"]
        start, arguments = head.split("(", 1)
        names = [part.split("[")[0].split()[-1].lstrip("*") for part in arguments.rstrip(")").split(",")]
        result = "return " if start.startswith("int") else ""
        prototype = f"{start.replace(name, 't_' + name)}({arguments}"
        lines.append(f"{prototype};\n{prototype} {{ {result}{name}({', '.join(names)}); }}")
    return "\n".join(lines) + "\n"


def build(folder: Path, files: dict[str, str], compiler: str, flags: list[str], shared: bool = True) -> Path:
    """Writes the files and compiles them with the wrapper; the path of the shared library or of the object folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    headers = ("fr.h", "fp2.h" if "fp2.h" in files else "fp.h")  # a curve without a pairing has no Fp2
    (folder / "wrapper.c").write_text(wrapper_source(files, headers), encoding="utf-8")
    command = [compiler, "-std=c11", *WARNINGS, *flags, f"-I{ROOT / 'src'}", f"-I{folder}"]
    sources = [str(folder / name) for name in ("fp.c", "fr.c", "fp2.c") if name in files] + [str(folder / "wrapper.c")]
    sources += [str(folder / name) for name in files if name.endswith(".S")]
    if shared:
        library = folder / "libfields.so"
        subprocess.run([*command, "-fPIC", "-shared", *sources, "-o", str(library)], check=True)
        return library
    for source in sources:
        target = source.replace(".c", ".o").replace(".S", "_kernels.o")
        subprocess.run([*command, "-c", source, "-o", target], check=True)
    return folder


@dataclass
class Compiled:
    """The functions of one compiled engine, on plain integers for the words (no Montgomery conversion)."""

    library: ctypes.CDLL
    fp: FieldModel
    fr: FieldModel
    _keep: list[object] = field(default_factory=list)

    def model_of(self, name: str) -> FieldModel:
        """The field a function or a type of this name works in."""
        return self.fr if name.startswith("fr") else self.fp

    def _array(self, model: FieldModel, values: tuple[int, ...]) -> ctypes.Array[ctypes.c_uint64]:
        words = [word for value in values for word in model.words(value)]
        return (ctypes.c_uint64 * len(words))(*words)

    @staticmethod
    def _read(model: FieldModel, array: ctypes.Array[ctypes.c_uint64]) -> tuple[int, ...]:
        words, n = list(array), model.limbs
        return tuple(sum(words[i + k] << (64 * k) for k in range(n)) for i in range(0, len(words), n))

    def call(
        self, name: str, *inputs: tuple[int, ...], mask: int | None = None, alias: bool = False
    ) -> tuple[int, ...]:
        """Words of r for a void function of field elements, each a tuple of one or two numbers.

        With alias the result is written over the first input, and equal inputs are one object.
        """
        model = self.model_of(name)
        arrays: list[ctypes.Array[ctypes.c_uint64]] = []
        for i, value in enumerate(inputs):
            same = [k for k in range(i) if alias and inputs[k] == value]
            arrays.append(arrays[same[0]] if same else self._array(model, value))
        elements = max(len(value) for value in inputs)
        out = arrays[0] if alias else (ctypes.c_uint64 * (elements * model.limbs))(*([0xA5] * elements * model.limbs))
        arguments: list[object] = [out, *arrays]
        if mask is not None:
            arguments.append(ctypes.c_uint64(mask))
        function = getattr(self.library, "t_" + name)
        function.restype = ctypes.c_int
        self.flag = function(*arguments)
        return self._read(model, out)

    def predicate(self, name: str, *inputs: tuple[int, ...]) -> int:
        """Return value of a function without an output."""
        model = self.model_of(name)
        function = getattr(self.library, "t_" + name)
        function.restype = ctypes.c_int
        return int(function(*(self._array(model, value) for value in inputs)))

    def to_bytes(self, name: str, value: int) -> bytes:
        """<field>_to_bytes."""
        model = self.model_of(name)
        out = (ctypes.c_uint8 * (model.num_bytes + 1))(*([0xA5] * (model.num_bytes + 1)))
        getattr(self.library, "t_" + name)(out, self._array(model, (value,)))
        data = bytes(out)
        assert data[-1] == 0xA5, "wrote beyond the encoding"
        return data[:-1]

    def from_bytes(self, name: str, data: bytes) -> tuple[int, int]:
        """(flag, words) of <field>_from_bytes."""
        model = self.model_of(name)
        out = (ctypes.c_uint64 * model.limbs)(*([0xA5] * model.limbs))
        flag = getattr(self.library, "t_" + name)(out, (ctypes.c_uint8 * len(data))(*data))
        return int(flag), self._read(model, out)[0]


def load(library: Path, fp: FieldModel, fr: FieldModel) -> Compiled:
    """The compiled library."""
    return Compiled(ctypes.CDLL(str(library)), fp, fr)


def compile_alone(folder: Path, modulus: int, name: str = "fp", engine: str = "c64") -> tuple[Made, Compiled]:
    """The files of `gen field`, compiled without an include path: they name each other."""
    made = make(order(name, str(modulus), engine))
    for file, text in made.files.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text, encoding="utf-8")
    wrapper = folder / "wrapper.c"
    wrapper.write_text(wrapper_source(made.files, (f"{name}.h",)), encoding="utf-8")
    sources = [folder / file for file in made.files if file.endswith((".c", ".S"))]
    library = folder / "field.so"
    compiler = COMPILERS[(modulus.bit_length() + modulus // 2) % len(COMPILERS)]  # each for about half the primes
    command = [compiler, *STRICT, "-O1", "-fPIC", "-shared", *sources, wrapper, "-o", library]
    subprocess.run([str(part) for part in command], check=True)
    return made, load(library, made.field, made.field)


def edges(model: FieldModel) -> list[int]:
    """Field elements at the edges of ranges and carries, all below p."""
    p, base = model.modulus, 1 << model.word_bits
    top = (1 << model.bits) - 1
    values = {0, 1, 2, 3, p - 1, p - 2, (p - 1) // 2, (p + 1) // 2, model.R, model.R2, model.R3, p - model.R}
    values |= {model.radix - p, model.radix // 2, pow(model.radix, -1, p), model.n0 % p, top >> 1}
    for i in range(model.limbs):
        values |= {base**i, base**i - 1, (base - 1) * base**i, p - base**i, (p >> (64 * i)) << (64 * i)}
    return sorted({value % p for value in values})


def samples(model: FieldModel, count: int, seed: int) -> list[int]:
    """Random elements, half of them with long runs of ones and zeros."""
    rng = random.Random(seed)
    values = []
    for i in range(count):
        value = rng.randrange(model.modulus)
        if i % 2:
            value = 0
            while value.bit_length() < model.bits:
                value = value << rng.randint(1, 40) | (((1 << rng.randint(1, 40)) - 1) * rng.getrandbits(1))
                if value == 0:
                    break
            value %= model.modulus
        values.append(value)
    return values


def values(model: FieldModel) -> list[int]:
    """Edges and a few random elements."""
    return edges(model) + samples(model, 12, model.modulus % 1000)


ONES = (1 << 64) - 1


def check_prime_field(compiled: Compiled, name: str, alias: bool) -> None:
    """Every function of a prime field against Python integers, on all edges and some random elements."""
    field = compiled.model_of(name)
    p, back = field.modulus, pow(field.R, -1, field.modulus)
    numbers = values(field)
    partners = [*numbers[::5], 0, p - 1]
    for a in numbers:
        for function, wanted in {
            "neg": -a,
            "dbl": 2 * a,
            "halve": a * (p + 1) // 2,
            "sqr": a * a * back,
            "from_mont": a * back,
            "to_mont": a * field.R,
            "inv": pow(a, -1, p) * field.R2 if a else 0,
            "inv_vartime": pow(a, -1, p) * field.R2 if a else 0,
        }.items():
            assert compiled.call(f"{name}_{function}", (a,), alias=alias) == (wanted % p,), (function, hex(a))
        assert compiled.call(f"{name}_cneg", (a,), mask=0, alias=alias) == (a,)
        assert compiled.call(f"{name}_cneg", (a,), mask=ONES, alias=alias) == (-a % p,)
        assert compiled.predicate(f"{name}_is_zero", (a,)) == (a == 0)
        for b in partners:
            for function, wanted in {"add": a + b, "sub": a - b, "mul": a * b * back}.items():
                assert compiled.call(f"{name}_{function}", (a,), (b,), alias=alias) == (wanted % p,), (function, a, b)
            assert compiled.call(f"{name}_select", (a,), (b,), mask=ONES, alias=alias) == (a,)
            assert compiled.call(f"{name}_select", (a,), (b,), mask=0, alias=alias) == (b,)
            assert compiled.predicate(f"{name}_eq", (a,), (b,)) == (a == b)


def check_bytes(compiled: Compiled, name: str) -> None:
    """Encodings are canonical, and only those are read."""
    field = compiled.model_of(name)
    p, size = field.modulus, field.num_bytes
    for a in values(field):
        encoded = compiled.to_bytes(f"{name}_to_bytes", a)
        assert int.from_bytes(encoded, "big") == a * pow(field.R, -1, p) % p
        assert compiled.from_bytes(f"{name}_from_bytes", encoded) == (1, a)
    for x in (0, 1, p - 1, p, p + 1, 2 * p - 1, (1 << 8 * size) - 1):
        if x < 1 << 8 * size:
            wanted = (1, x * field.R % p) if x < p else (0, 0)
            assert compiled.from_bytes(f"{name}_from_bytes", x.to_bytes(size, "big")) == wanted, hex(x)


def check_square_roots(compiled: Compiled, name: str) -> None:
    """Roots of squares, and 0 for what has none."""
    field = compiled.model_of(name)
    p, back = field.modulus, pow(field.R, -1, field.modulus)
    for alias in (False, True):
        for a in values(field):
            root = compiled.call(f"{name}_sqrt", (a,), alias=alias)[0]
            square = pow(a * back, (p - 1) // 2, p) != p - 1
            assert compiled.flag == int(square)
            assert root * root * back % p == a if square else root == 0
