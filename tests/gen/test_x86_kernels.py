# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The kernels: against integers for many moduli, refusals with their numbers, and spoiled ones that must be noticed."""

import random
import re
import shutil

import pytest
from sympy import nextprime, prevprime

from fieldlib import ROOT
from gen import emulate
from gen.derive.field import field_model, plain_form
from gen.emit.x86.kernels import FIELD_KERNELS, FP2_KERNELS, choose_kernels, mul_xi_kernel
from gen.engines import CPU_BITS, ENGINES, engine_refusal, engines_of
from gen.kernel_inputs import edge_values
from gen.kernels import ALIASES, KernelError, call, compare, plan_kernel
from gen.model import build
from gen.params import curve_names, load
from gen.plan import FIELD_STRATEGIES, FP2_PREFERENCES, PREFERENCES, choose, choose_form
from gen.strategies import Refusal, fp2
from gen.verify import verify

BN254_P = 0x30644E72E131A029B85045B68181585D97816A916871CA8D3C208C16D87CFD47
BN254_R = 0x30644E72E131A029B85045B68181585D2833E84879B9709143E1F593F0000001
BLS12_381_P = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
BN256_P = 0x8FB501E34AA387F9AA6FECB86184DC21EE5B88D120B5B59E185CAC6C5E089667
SECP256K1_P = 2**256 - 2**32 - 977
SECP256K1_R = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
P256_P = 2**256 - 2**224 + 2**192 + 2**96 - 1
P384_P = 2**384 - 2**128 - 2**96 + 2**32 - 1
XI = (9, 1)
KERNELS = (*FIELD_KERNELS, *FP2_KERNELS, mul_xi_kernel(XI))
RANDOM = random.Random(254)
MODULI = {
    "bn254 p": BN254_P,
    "bn254 r": BN254_R,
    "bls12-381 p": BLS12_381_P,
    "least of 254 bits": nextprime(1 << 253),
    "most of 254 bits": prevprime(1 << 254),
    "most of 255 bits": prevprime(1 << 255),
    "most of 246 bits": prevprime(1 << 246),
    "random of 250 bits": prevprime(RANDOM.getrandbits(250) | 1 << 249),
    "random of 200 bits": prevprime(RANDOM.getrandbits(200) | 1 << 199),
    "most of 318 bits": prevprime(1 << 318),
    "random of 380 bits": prevprime(RANDOM.getrandbits(380) | 1 << 379),
    # one to three words
    "3": 3,
    "toy p": 103,
    "random of 30 bits": prevprime(RANDOM.getrandbits(30) | 1 << 29),
    "2^61 - 1": 2**61 - 1,
    "2^64 - 2^32 + 1": 2**64 - 2**32 + 1,
    **{f"most of {bits} bits": prevprime(1 << bits) for k in (64, 128, 192) for bits in (k - 3, k - 2, k - 1, k)},
    **{f"least of {bits} bits": nextprime(1 << bits - 1) for bits in (54, 64, 65, 128, 129, 192)},
    **{
        f"random of {bits} bits": prevprime(RANDOM.getrandbits(bits) | 1 << bits - 1)
        for bits in (64, 100, 128, 170, 192)
    },
    # no spare bit
    "bn256 p": BN256_P,
    "secp256k1 p": SECP256K1_P,
    "secp256k1 r": SECP256K1_R,
    "p256 p": P256_P,
    "p384 p": P384_P,
    "least of 256 bits": nextprime(1 << 255),
    "most of 256 bits": prevprime(1 << 256),
    "random of 256 bits": prevprime(RANDOM.getrandbits(256) | 1 << 255),
    "least of 320 bits": nextprime(1 << 319),
    "random of 320 bits": prevprime(RANDOM.getrandbits(320) | 1 << 319),
    "least of 384 bits": nextprime(1 << 383),
    "most of 384 bits": prevprime(1 << 384),
    # p = 2^k - c: the least and the largest c for a fold
    "25519": 2**255 - 19,
    "250 bits, largest c": nextprime((1 << 250) - (1 << 58)),
    "256 bits, largest c": nextprime((1 << 256) - (1 << 64)),
    "383 bits, largest c": nextprime((1 << 383) - (1 << 63)),
    "random of 384 bits": prevprime(RANDOM.getrandbits(384) | 1 << 383),
}


def of_its_form(field, strategy):
    """The field in the form that the kernel works on."""
    return plain_form(field) if strategy.plain else field


def expected(function, parts, field, values):
    p, scale = field.modulus, pow(field.R, -1, field.modulus)
    a, b = values["a"], values.get("b", values["a"])
    if function == "add":
        return tuple((x + y) % p for x, y in zip(a, b, strict=True))
    if function == "sub":
        return tuple((x - y) % p for x, y in zip(a, b, strict=True))
    if function == "dbl":
        return tuple(2 * x % p for x in a)
    if function == "mul_xi":
        return ((XI[0] * a[0] - XI[1] * a[1]) % p, (XI[1] * a[0] + XI[0] * a[1]) % p)
    if parts == 1:
        return (a[0] * b[0] * scale % p,)
    assert function in ("mul", "sqr")
    return ((a[0] * b[0] - a[1] * b[1]) * scale % p, (a[0] * b[1] + a[1] * b[0]) * scale % p)


@pytest.mark.parametrize("strategy", KERNELS, ids=lambda s: f"{s.function}-{s.name}")
@pytest.mark.parametrize("modulus", MODULI.values(), ids=MODULI.keys())
def test_kernel_against_integers(strategy, modulus):
    field = of_its_form(field_model("fp", modulus), strategy)
    try:
        item = plan_kernel(field, strategy, "k")
    except Refusal as reason:
        assert hex(modulus) in str(reason)  # refused for a stated need, with the modulus
        return
    text = emulate.parse(item.text)
    edges = edge_values(field)
    inputs = strategy.parameters[1:]
    for trial in range(80):
        same = [pair for pair in ALIASES if set(pair) <= {"r", *inputs}][trial % (5 if "b" in inputs else 2)]
        values = {
            name: tuple(
                RANDOM.choice(edges) if RANDOM.random() < 0.7 else RANDOM.randrange(modulus)
                for _ in range(strategy.parts)
            )
            for name in inputs
        }
        if {"a", "b"} <= set(same):
            values["b"] = values["a"]
        assert call(text, item, field, values, same) == expected(strategy.function, strategy.parts, field, values)


@pytest.mark.parametrize(
    ("modulus", "strategy"),
    [(p, s) for p in (BN254_P, BN256_P) for s in KERNELS]
    + [(p, s) for p in (SECP256K1_P, P256_P, 2**255 - 19, 2**61 - 1, 2**64 - 2**32 + 1) for s in FIELD_KERNELS],
    ids=lambda value: f"{value.function}-{value.name}" if hasattr(value, "name") else f"{value:x}"[:8],
)
def test_all_edges(modulus, strategy):
    """All pairs of edge values, both parts of an Fp2 element drawn from them too."""
    field = of_its_form(field_model("fp", modulus), strategy)
    try:
        strategy.check(field)
    except Refusal:
        # Another kernel of the same function serves.
        assert strategy.function in {s.function for s in KERNELS if s is not strategy}
        return
    item = plan_kernel(field, strategy, "k")
    text = emulate.parse(item.text)
    edges = edge_values(field)
    for x in edges:
        for y in edges:
            values = {"a": (x, y), "b": (y, x)} if strategy.parts == 2 else {"a": (x,), "b": (y,)}
            values = {name: values[name] for name in strategy.parameters[1:]}
            assert call(text, item, field, values) == expected(strategy.function, strategy.parts, field, values)


@pytest.mark.parametrize("modulus", MODULI.values(), ids=MODULI.keys())
def test_every_modulus_has_kernels(modulus):
    """Of up to 6 words, with or without spare bits: one kernel a function, the first that is not refused."""
    field = field_model("fp", modulus)
    assert [s.function for s in choose_kernels(field, "field", None)] == ["mul", "sqr"]
    functions = {s.function for s in FP2_KERNELS} | {"mul_xi"}
    assert {s.function for s in choose_kernels(field, "fp2", (1, 1))} == functions
    plain = choose_form(field).field
    assert {s.name for s in choose_kernels(plain, "field", None) if plain.plain} <= {"adx_fold"}
    with pytest.raises(Refusal, match="works in Montgomery form; fp is in plain form, R = 1"):
        choose_kernels(plain_form(field), "fp2", (1, 1))


@pytest.mark.parametrize(
    ("modulus", "names"),
    [
        (BN254_P, ["adx_rows", "adx_square", "adx_karatsuba", "adx_complex"]),
        (prevprime(1 << 255), ["adx_rows", "adx_square", "adx_karatsuba_carry", "adx_complex_carry"]),
        (BN256_P, ["adx_product", "adx_square", "adx_karatsuba_carry", "adx_complex_carry"]),
        (SECP256K1_P, ["adx_pseudo_mersenne", "adx_pseudo_mersenne", "adx_karatsuba_carry", "adx_complex_carry"]),
    ],
    ids=["two spare bits", "one", "none", "none, p = R - c"],
)
def test_choice_of_kernels(modulus, names):
    field = field_model("fp", modulus)
    chosen = (*choose_kernels(field, "field", None), *choose_kernels(field, "fp2", (1, 1)))
    assert [s.name for s in chosen if s.function in ("mul", "sqr")] == names


def test_refusals_have_reasons():
    long = field_model("fp", prevprime(1 << 440))
    for strategy in KERNELS:
        with pytest.raises(Refusal, match="needs 6 words at most; p has 7 words"):
            strategy.build(long, "k")
    full = field_model("fp", SECP256K1_R)
    refused = []
    for strategy in KERNELS:
        try:
            strategy.check(full)
        except Refusal as reason:
            assert re.search("R/p = 1.0000|256 bits in 4 words of 64: 0 spare|(R - p|c) has 129 bits", str(reason))
            refused.append((strategy.function, strategy.name))
    assert refused == [
        ("mul", "adx_fold"),
        ("sqr", "adx_fold"),
        ("mul", "adx_pseudo_mersenne"),
        ("mul", "adx_rows"),
        ("sqr", "adx_pseudo_mersenne"),
        ("mul", "adx_karatsuba"),
        ("sqr", "adx_complex"),
        ("mul_xi", "adx_small_quotient"),
    ]


def test_reduction_bound_is_refused():
    """Two subtractions would be needed for a product of three times p^2 where R is hardly larger than 4p."""
    from gen.emit.x86 import rows
    from gen.emit.x86.asm import Asm

    field = field_model("fp", prevprime(1 << 254))
    p = rows.modulus(Asm("k"), field)
    assert p.fast_rows(field.modulus**2)[0] >= field.limbs - 2
    with pytest.raises(Refusal, match="not below 2p after its reduction"):
        p.fast_rows(5 * field.modulus**2)


def program_for(field, strategy, xi=XI):
    if strategy.parts == 1 or strategy.componentwise:
        return choose(field, strategy.function, FIELD_STRATEGIES, PREFERENCES).program
    strategies = (*fp2.STRATEGIES, fp2.mul_xi_strategy(xi))
    return choose(field, strategy.function, strategies, FP2_PREFERENCES).program


def kernels_of(label, modulus, xi=XI, functions=None, form=lambda field: field):
    field = form(field_model("fp", modulus))
    chosen = (*choose_kernels(field, "field", None), *(choose_kernels(field, "fp2", xi) if xi else ()))
    return {
        f"{label}-{s.parts}-{s.function}": (modulus, s, xi)
        for s in chosen
        if functions is None or (s.parts, s.function) in functions
    }


ONE_FIELD = ((1, "mul"), (1, "sqr"))
SPOILED = kernels_of("bn254", BN254_P)
SPOILED |= kernels_of("bls12-381", BLS12_381_P, (1, 1), (*ONE_FIELD, (2, "sub"), (2, "mul_xi")))
SPOILED |= kernels_of("bls12-381 conjugate", BLS12_381_P, (1, -1), ((2, "mul_xi"),))
SPOILED |= kernels_of("bn256", BN256_P, (3, 1))
SPOILED |= kernels_of("no spare bit, unit", BN256_P, (1, 1), ((2, "mul_xi"),))
SPOILED |= kernels_of("secp256k1", SECP256K1_P, None)
SPOILED |= kernels_of("64 bits", MODULI["random of 64 bits"], (1, 1))
SPOILED |= kernels_of("62 bits", MODULI["most of 62 bits"], (2, 1), (*ONE_FIELD, (2, "mul"), (2, "sqr")))
SPOILED |= kernels_of("128 bits", MODULI["random of 128 bits"], None, ((1, "mul"),))  # a square loads a word twice
SPOILED |= kernels_of("192 bits", MODULI["random of 192 bits"], (2, 1), ONE_FIELD)
SPOILED |= kernels_of("secp256k1 r", SECP256K1_R, None)
SPOILED |= kernels_of("fold, 256 bits", SECP256K1_P, None, form=plain_form)
SPOILED |= kernels_of("fold, 255 bits", 2**255 - 19, None, form=plain_form)
SPOILED |= kernels_of("fold, 64 bits", 2**64 - 59, None, ((1, "mul"),), plain_form)
# Its square shares the reduction with the product, whose low words can be aimed at freely.
SPOILED |= kernels_of("p256", P256_P, None, ((1, "mul"),))
SPOILED |= kernels_of("384 bits", MODULI["random of 384 bits"], (1, 1), ((1, "mul"), (2, "add")))


@pytest.mark.parametrize(("modulus", "strategy", "xi"), SPOILED.values(), ids=SPOILED.keys())
def test_spoiled_kernels_are_noticed(modulus, strategy, xi):
    """Every single instruction of the body matters: without it, or with its carry gone, the comparison must fail (most
    do within 60 trials, the rarest carries need hundreds).

    A dropped carry is `adc` turned into `add`, and so on; dropped instructions are lines left out.
    """
    field = of_its_form(field_model("fp", modulus), strategy)
    item = plan_kernel(field, strategy, "k")
    program = program_for(field, strategy, xi)
    compare(item, field, program, 60)
    lines = item.text.splitlines()
    spoiled = []
    for number, line in enumerate(lines):
        if re.match(r"    (adcx|adox|adc|sbb|add|sub|mulx|imul|cmovc|mov)q ", line):
            spoiled.append((number, lines[:number] + lines[number + 1 :]))
        if re.match(r"    (adc|sbb)q ", line):
            name = line.replace("adcq", "addq").replace("sbbq", "subq")
            spoiled.append((number, [*lines[:number], name, *lines[number + 1 :]]))
    survivors = []
    for number, text in spoiled:
        try:
            compare(item, field, program, 4000, "\n".join(text) + "\n")
        except (KernelError, emulate.EmulatorError):
            continue
        survivors.append(lines[number].strip())
    assert survivors == []


@pytest.mark.parametrize("modulus", [BN254_P, BN256_P, SECP256K1_P, P256_P])
def test_constants_of_the_kernel_matter(modulus):
    """Every constant a kernel brings is needed, and every bit of it."""
    field = field_model("fp", modulus)
    strategy = choose_kernels(field, "field", None)[0]
    item = plan_kernel(field, strategy, "k")
    lines = item.text.splitlines()
    constants = [number for number, line in enumerate(lines) if ".quad" in line]
    assert constants
    for number in constants:
        if int(lines[number].split()[1], 0) == 0:
            continue  # in a row's factor: it has no product
        wrong = [*lines[:number], f"    .quad {int(lines[number].split()[1], 0) ^ 1:#x}", *lines[number + 1 :]]
        with pytest.raises((KernelError, emulate.EmulatorError)):
            compare(item, field, program_for(field, strategy), 40, "\n".join(wrong) + "\n")


def test_engines_of_the_curves():
    lanes = {"bn254", "bn254_nogami"}
    for name in lanes:
        assert engines_of(build(load(name))) == ENGINES
    for name in set(curve_names()) - lanes:
        assert engines_of(build(load(name))) == ("c64", "adx")
    assert "no engine z80" in (engine_refusal(build(load("bn254")), "z80") or "")
    assert ENGINES[0] == "c64"


def test_cpu_bits_are_those_of_the_library():
    header = (ROOT / "src/api/cpu.h").read_text(encoding="utf-8")
    for name, bit in CPU_BITS.items():
        assert re.search(rf'X\(LSM_CPU_{name.upper()}, {bit}, "{name}"\)', header)


@pytest.mark.parametrize("xi", [(1, 1), (2, 1), (3, 1), (9, 1), (16, 16), (5, -7), (1, -1)])
def test_small_multiples(xi):
    """The quotient's estimate where it is one too small and where it is exact: multiples of p and their neighbours."""
    field = field_model("fp", BN254_P)
    p = field.modulus
    item = plan_kernel(field, mul_xi_kernel(xi), "k")
    text = emulate.parse(item.text)
    x, y = xi
    near = {(k * p + d) * pow(x, -1, p) % p for k in range(x) for d in (-1, 0, 1)}
    near |= {k * p // (abs(x) + abs(y)) + d for k in range(1, abs(x) + abs(y)) for d in (-1, 0, 1)}
    values = sorted(near) + edge_values(field)
    for a0 in values:
        a1 = RANDOM.choice(values)
        for a in ((a0, a1), (a1, a0), (a0, a0)):
            got = call(text, item, field, {"a": a})
            assert got == ((x * a[0] - y * a[1]) % p, (y * a[0] + x * a[1]) % p)


def test_multiplier_out_of_range_is_refused():
    field = field_model("fp", BN254_P)
    for xi in ((0, 1), (17, 1), (9, 0), (9, -17)):
        with pytest.raises(Refusal, match=rf"xi = \({xi[0]}, {xi[1]}\)"):
            mul_xi_kernel(xi).build(field, "k")


def test_verify_runs_the_committed_kernels(tmp_path):
    """gen verify reads the assembler files on disk: none missing, a changed line is found and named."""
    shutil.copytree(ROOT / "generated/bn254", tmp_path / "bn254")
    count, problems = verify("bn254", tmp_path)
    assert problems == []
    path = tmp_path / "bn254/adx/fp2.S"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("sbbq %", "subq %", 1), encoding="utf-8")
    assert text != path.read_text(encoding="utf-8")
    again, problems = verify("bn254", tmp_path)
    assert again == count
    assert len(problems) == 1
    assert problems[0].startswith("adx/fp2.S: fp2_")
    path.write_text(text.replace("fp2_sqr)", "fp2_cube)"), encoding="utf-8")
    assert any("fp2_cube: nothing says what it computes" in problem for problem in verify("bn254", tmp_path)[1])
