# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Lane kernels: bounds that must be refused are, every kernel is what its reference says, the C does what the program
does, and faults are noticed by one of the two."""

import ctypes
import platform
import random
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from gen.emit import lanes as emit
from gen.engines import engine_files, engine_refusal
from gen.lanes.catalogue import Bounds, kernels
from gen.lanes.field import LaneField, refusal, root_of_3b
from gen.lanes.g1 import G1Reference
from gen.lanes.interp import run
from gen.lanes.ir import LIMB_MASK, BoundError, Instr, Program
from gen.lanes.kernel import Kernel, WrongKernel, plain, sample_inputs, try_kernel
from gen.lanes.number import KernelBuilder
from gen.lanes.products import fp2_mul, fp2_sqr, product
from gen.lanes.schedule import LOOP_WINDOW, READY, WHOLE, WINDOW, schedule
from gen.model import build
from gen.newcurve import choose
from gen.params import curve_names, load

ROOT = Path(__file__).resolve().parents[2]
MODEL = build(load("bn254"))
FIELD = LaneField(MODEL.p)
KERNELS = {kernel.name: kernel for kernel in kernels(MODEL)}
P = MODEL.p
VECTOR_FLAGS = ["-mavx512f", "-mavx512dq", "-mavx512vl", "-mavx512ifma"]


@pytest.fixture
def builder() -> KernelBuilder:
    return KernelBuilder("test", FIELD, 9)


# ---- bounds ----


def test_a_factor_beyond_52_bits_is_refused():
    program = Program("test")
    wide = program.load("a", 0, [0], [LIMB_MASK + 1])
    fine = program.load("b", 0, [0], [LIMB_MASK])
    negative = program.load("c", 0, [-1], [5])
    for bad in (wide, negative):
        for x, y in ((bad, fine), (fine, bad)):
            with pytest.raises(BoundError, match=r"not in \[0, 2\^52\)"):
                program.multiply_add(None, x, y, False)
    program.multiply_add(None, wide, fine, False, low_bits_of_x=True)
    with pytest.raises(BoundError):
        program.multiply_add(None, fine, wide, False, low_bits_of_x=True)


def test_leaving_64_bits_is_refused():
    program = Program("test")
    big = program.load("a", 0, [0], [(1 << 62) + 1])
    with pytest.raises(BoundError, match="64 bits"):
        program.add(big, big)
    with pytest.raises(BoundError, match="64 bits"):
        program.shift_left(big, 1)


def test_an_output_beyond_its_contract_is_refused(builder):
    a = builder.input("a", 8, 4 * P)
    with pytest.raises(BoundError, match="reaches"):
        builder.output("r", a + a, P // 2)


def test_an_open_contract_is_refused():
    """No weak reduction gets below p, so kernels cannot agree on less."""
    with pytest.raises(BoundError):
        kernels(MODEL, Bounds(fp12=0.9))


def test_numbers_are_normalised_before_they_are_multiplied(builder):
    a, b = (builder.input(name, 8, 4 * P) for name in "ab")
    difference = a - b
    assert not difference.normalised and min(low for low, _ in difference.values) < 0
    normal = difference.normal()
    assert normal.normalised and min(low for low, _ in normal.values) >= 0
    huge = a.shifted(5) - b.shifted(6)
    assert max(high for _, high in huge.normal().values) < 2 * P


def test_reduction_at_the_corners(builder):
    """Values just around the multiples of p, where a wrong quotient shows."""
    a, b = (builder.input(name, 8, 40 * P) for name in "ab")
    builder.output("r", (a - b).times_xi().reduced(), 2 * P)
    for units in range(0, 40, 3):
        near = [units * P + off for off in (-2, -1, 0, 1)]
        lanes = [max(0, v) for v in near] * 2
        out = run(builder.program, {"a": lanes, "b": [0] * 8})
        assert all(0 <= v <= 1001 * P // 1000 for v in out["r"])
        run(builder.program, {"a": [0] * 8, "b": lanes})


@pytest.mark.parametrize("seed", range(3))
def test_field_operations(builder, seed):
    rng = random.Random(seed)
    a, b = (builder.input(name, 8, 9 * P) for name in "ab")
    for name, number in (("mul", fp2_mul(a, b)), ("sqr", fp2_sqr(a)), ("step", product(a, b).stepped())):
        builder.output(name, number, 5 * P)
    for _ in range(30):
        inputs = {name: [rng.choice((0, 9 * P, rng.randrange(9 * P + 1))) for _ in range(8)] for name in "ab"}
        out = run(builder.program, inputs)
        down = pow(2, -260, P)
        for i in range(0, 8, 2):
            (a0, a1), (b0, b1) = inputs["a"][i : i + 2], inputs["b"][i : i + 2]
            assert (out["mul"][i] - (a0 * b0 - a1 * b1) * down) % P == 0
            assert (out["mul"][i + 1] - (a0 * b1 + a1 * b0) * down) % P == 0
            assert (out["sqr"][i] - (a0 * a0 - a1 * a1) * down) % P == 0
            assert (out["sqr"][i + 1] - 2 * a0 * a1 * down) % P == 0
            assert (out["step"][i] - a0 * b0 * down) % P == 0


# ---- kernels ----


@pytest.mark.parametrize("name", KERNELS)
def test_kernel_against_its_reference(name):
    try_kernel(KERNELS[name], FIELD, random.Random(f"reference {name}"), 24)


def _g1_sums(ref: G1Reference, rng: random.Random):
    """Two points for every case of the group law."""
    point = ref.any(rng)
    yield point, ref.any(rng)
    yield point, point
    yield point, ref.neg(point)
    yield point, None
    yield None, point
    yield None, None


def test_the_addition_covers_every_case():
    """The sum as a table entry too: what g1_multiple makes of the one is added to the other."""
    ref, rng = G1Reference(P, root_of_3b(P, MODEL.groups.b), MODEL.groups.g1), random.Random(5)
    add, multiple = KERNELS["g1_add"], KERNELS["g1_multiple"]
    for _ in range(5):
        for s, t in _g1_sums(ref, rng):
            entry = run(multiple.program, {"t": [FIELD.to_mont(v) for v in ref.state(rng, t)]})["r"]
            inputs = {"t": [FIELD.to_mont(v) for v in ref.state(rng, s)], "q": entry}
            sums = plain(FIELD, run(add.program, inputs))
            assert ref.affine(sums["r"]) == ref.add(s, t), (s, t)


def test_the_doubling_of_infinity():
    out = run(KERNELS["g1_dbl"].program, {"t": [FIELD.to_mont(7), 0, 0, 0]})
    y, w, x, again = plain(FIELD, out)["r"]
    assert w == x == again == 0 and y != 0


def _changed(instr: Instr) -> Instr:
    """An instruction that could be a slip of the pen."""
    match instr.op:
        case "add" | "sub" | "madd_lo" | "madd_hi" | "add_masked" | "sub_masked":
            other = {"add": "sub", "sub": "add", "lo": "hi", "hi": "lo"}
            return replace(instr, op=re.sub("add$|sub$|^add|^sub|lo$|hi$", lambda m: other[m[0]], instr.op, count=1))
        case "permute" | "permute2" | "blend":
            return replace(instr, imm=(*instr.imm[1:], instr.imm[0]))
        case "concat":
            return replace(instr, args=instr.args[::-1])
        case "half":
            return replace(instr, imm=1 - instr.imm)
        case "shl_lanes":
            return replace(instr, imm=(instr.imm[0] + 1, *instr.imm[1:]))
        case "shl" | "sar":
            return replace(instr, imm=instr.imm + 1)
        case "and52":
            return replace(instr, op="sar", imm=0)
        case "mul":
            return replace(instr, op="add")
    raise ValueError(instr.op)


def _faults(kernel: Kernel, rng: random.Random, count: int):
    """Copies of the kernel with one instruction changed."""
    live = [i for i in kernel.program.live() if kernel.program.instrs[i].op not in READY]
    for index in rng.sample(live, count):
        instrs = list(kernel.program.instrs)
        instrs[index] = _changed(instrs[index])
        yield index, replace(kernel, program=replace(kernel.program, instrs=instrs))


@pytest.mark.parametrize(
    "name", ["fp12_sqr", "fp12_mul_line", "fp12_cyclotomic_sqr", "twist_line_dbl", "enter8", "g1_dbl", "g1_add"]
)
def test_changed_kernels_are_noticed(name):
    """By an interval or the reference. Some changes are none: a carry that is always 0, or a quotient that is one less
    where the contract has room for it."""
    rng = random.Random(f"faults {name}")
    missed = []
    for index, faulty in _faults(KERNELS[name], rng, 16):
        try:
            try_kernel(faulty, FIELD, random.Random(1), 12)
            missed.append((index, KERNELS[name].program.instrs[index].op))
        except WrongKernel:
            pass
    assert len(missed) <= 4, missed


def test_a_missing_factor_is_noticed_by_the_reference():
    """Bounds hold, the C would do what the program says, and still the result is wrong."""
    kernel = KERNELS["fp12_conj"]
    with pytest.raises(WrongKernel, match="not the square"):
        try_kernel(replace(KERNELS["fp12_sqr"], program=kernel.program), FIELD, random.Random(1), 6)


# ---- C ----


def test_schedules_respect_operands():
    for kernel in KERNELS.values():
        for order in (schedule(kernel.program, window) for window in (0, LOOP_WINDOW, WINDOW, WHOLE)):
            seen = set()
            for index in order:
                assert all(arg in seen for arg in kernel.program.instrs[index].args)
                seen.add(index)
            assert sorted(order) == kernel.program.live()


def _library(tmp_path: Path, flags: list[str]) -> ctypes.CDLL:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    constants = emit.Constants()
    text = "\n\n".join(emit.function(kernel, constants) for kernel in KERNELS.values())
    (tmp_path / "kernels.c").write_text(f'#include "lanes/vector.h"\n{constants.table()}\n{text}\n')
    out = tmp_path / "kernels.so"
    command = [compiler, "-std=c11", "-O1", "-shared", "-fPIC", f"-I{ROOT / 'src'}", *flags, "kernels.c", "-o", out]
    subprocess.run(command, check=True, cwd=tmp_path)
    return ctypes.CDLL(str(out))


def _call(library: ctypes.CDLL, kernel: Kernel, inputs: dict[str, list[int]]) -> dict[str, list[int]]:
    ports = {port.name: port for port in kernel.program.inputs + kernel.program.outputs}
    buffers = [(names, (ctypes.c_uint64 * sum(5 * ports[n].width for n in names))()) for _, names in kernel.outputs]
    arguments = [buffer for _, buffer in buffers]
    for _, names in kernel.params:
        words = [FIELD.limbs(inputs[n][lane])[row] for n in names for row in range(5) for lane in range(ports[n].width)]
        arguments.append((ctypes.c_uint64 * len(words))(*words))
    if kernel.rows:
        arguments += [ctypes.c_size_t(2), ctypes.c_size_t(2 * 5 * 2)]
    getattr(library, f"lanes_{kernel.name}")(*arguments)
    found = {}
    for names, buffer in buffers:
        at = 0
        for n in names:
            width = ports[n].width
            found[n] = [sum(buffer[at + row * width + lane] << 52 * row for row in range(5)) for lane in range(width)]
            at += 5 * width
    return found


def _same_as_interpreter(library: ctypes.CDLL) -> None:
    rng = random.Random(7)
    for kernel in KERNELS.values():
        for index in range(10):
            inputs = sample_inputs(kernel, FIELD, rng, index)
            assert _call(library, kernel, inputs) == run(kernel.program, inputs), kernel.name


@pytest.mark.full  # a minute of compiling; tools/test compares the engine in emulated vectors as a whole
def test_emulated_c_does_what_the_programs_do(tmp_path):
    _same_as_interpreter(_library(tmp_path, ["-DLSM_LANES_EMULATE"]))


def test_vector_c_does_what_the_programs_do(tmp_path):
    wanted = {flag.removeprefix("-m") for flag in VECTOR_FLAGS}
    try:
        present = set(re.search(r"^flags\s*:(.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)[1].split())
    except (OSError, TypeError):
        present = set()
    if not wanted <= present:
        pytest.skip(f"this machine lacks {', '.join(sorted(wanted - present))}")
    _same_as_interpreter(_library(tmp_path, VECTOR_FLAGS))


def test_compiled_kernels_have_no_branches(tmp_path):
    """Straight lines: nothing that depends on a value can decide what runs, and nothing is called."""
    compiler = shutil.which("gcc") or shutil.which("clang")
    if compiler is None or shutil.which("objdump") is None or platform.machine() not in ("x86_64", "AMD64"):
        pytest.skip("needs a compiler for x86-64 and objdump")
    _library(tmp_path, VECTOR_FLAGS)
    text = subprocess.run(
        ["objdump", "-d", "--no-show-raw-insn", tmp_path / "kernels.so"], check=True, capture_output=True, text=True
    ).stdout
    bodies = re.split(r"^[0-9a-f]+ <(\w+)>:$", text, flags=re.MULTILINE)
    kernels_seen = 0
    for name, body in zip(bodies[1::2], bodies[2::2]):
        if name.startswith("lanes_"):
            kernels_seen += 1
            assert not re.findall(r":\t(?:j\w+|call\w*|loop\w*|div\w*|idiv\w*)\b", body), name
            assert "vpmadd52" in body or name in ("lanes_fp12_conj", "lanes_twist_neg")
    assert kernels_seen == len(KERNELS)


# ---- which curves ----


def test_other_curves_are_refused_with_a_reason():
    for name in curve_names():
        reason = engine_refusal(build(load(name)), "lanes")
        if name in ("bn254", "bn254_nogami"):
            assert reason is None
        else:
            assert reason is not None and reason.startswith("lane kernels ")
            with pytest.raises(ValueError, match="lanes is refused"):
                engine_files(build(load(name)), "lanes")


def test_refusals_say_the_value():
    assert refusal(MODEL) is None
    assert "not 17 + 1u" in refusal(replace(MODEL, tower=replace(MODEL.tower, xi=(17, 1))))
    assert "D twist" in refusal(replace(MODEL, groups=replace(MODEL.groups, twist="M")))


def test_an_m_twist_is_refused_with_an_xi_that_gives_a_d_twist():
    seed = str(4968071145237962145)
    refused = choose("m_twist", "bn", seed).model
    reason = refusal(refused)
    assert reason is not None and "xi = 5 + 1u gives an M twist; xi = 11 + u would give one" in reason
    taken = choose("d_twist", "bn", seed, "11,1").model
    assert taken.groups.b == refused.groups.b and taken.groups.twist == "D"
    assert engine_refusal(taken, "lanes") is None and kernels(taken)
    assert "the form is none" in refusal(replace(MODEL, fold=replace(MODEL.fold, choice="none")))
    assert "criterion is seed" in refusal(replace(MODEL, standalone=replace(MODEL.standalone, choice="seed")))


def test_3b_is_a_square_on_a_curve_of_prime_order():
    assert root_of_3b(P, 3) == 3
    nogami = build(load("bn254_nogami"))
    c = root_of_3b(nogami.p, 2)
    assert c * c % nogami.p == 6 and 0 < c < nogami.p // 2
    with pytest.raises(ValueError, match="no square"):
        root_of_3b(P, 1)  # the curve y^2 = x^3 + 1 has points of order 3


# ---- any b, either sign of the seed ----


@pytest.fixture(scope="module")
def nogami() -> tuple[LaneField, dict[str, Kernel], G1Reference]:
    model = build(load("bn254_nogami"))
    ref = G1Reference(model.p, root_of_3b(model.p, model.groups.b), model.groups.g1)
    return LaneField(model.p), {kernel.name: kernel for kernel in kernels(model)}, ref


def test_every_kernel_over_another_prime(nogami):
    field, made, _ = nogami
    assert set(made) == set(KERNELS)
    for name, kernel in made.items():
        try_kernel(kernel, field, random.Random(name), 8)


def test_the_addition_covers_every_case_with_a_large_root(nogami):
    field, made, ref = nogami
    assert not ref.small
    rng = random.Random(6)
    for s, t in _g1_sums(ref, rng):
        entries = run(made["g1_multiple"].program, {"t": [field.to_mont(v) for v in ref.state(rng, t)]})
        for name, point in (("r", t), ("r_neg", ref.neg(t))):
            inputs = {"t": [field.to_mont(v) for v in ref.state(rng, s)], "q": entries[name]}
            assert ref.affine(plain(field, run(made["g1_add"].program, inputs))["r"]) == ref.add(s, point), (s, t)


def test_changed_kernels_of_a_large_root_are_noticed(nogami):
    """The product that stands for 3c*X: a constant, or a lane, taken wrongly."""
    field, made, _ = nogami
    rng, missed = random.Random("large root"), []
    for index, faulty in _faults(made["g1_multiple"], rng, 24):
        try:
            try_kernel(faulty, field, random.Random(1), 12)
            missed.append((index, made["g1_multiple"].program.instrs[index].op))
        except WrongKernel:
            pass
    assert len(missed) <= 6, missed
