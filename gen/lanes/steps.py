# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Kernels for the points of the Miller loop, several pairs side by side: a number holds one coordinate of every pair.

Points are homogeneous, (X/Z, Y/Z). A line is a + b*w + c*w^3 at the point P of G1, times a factor in Fp2 that the final
exponentiation removes; its coefficients leave as right factors (gen/lanes/products.py), ready for fp12_mul_line.
"""

from __future__ import annotations

from random import Random

from gen.lanes.field import LaneField
from gen.lanes.kernel import Kernel, Values
from gen.lanes.number import KernelBuilder, Number, odd_lanes
from gen.lanes.products import fp2_difference, fp2_mul, fp2_mul_two, fp2_sqr, fp2_sqr_two, product, scale_two
from gen.lanes.reference import Fp2, Point, Reference
from gen.lanes.schedule import LOOP_WINDOW
from gen.lanes.tower import LINE_PORTS, line_outputs

T_PORTS = ("tx", "ty", "tz")
STEP_RESULTS = (("r", ("rx", "ry", "rz")), ("line", LINE_PORTS))


def pair_of(values: Values, port: str, i: int) -> Fp2:
    lanes = values[port]
    return lanes[2 * i], lanes[2 * i + 1]


class Points:
    """Points of the twist for samples: multiples of a generator, with random factors where they are homogeneous."""

    def __init__(self, ref: Reference, generator: Point):
        self.ref = ref
        self.generator = generator

    def any(self, rng: Random) -> Point:
        point = self.generator
        for bit in bin(rng.randrange(3, 1 << 12))[3:]:
            point = self.ref.add_points(point, point)
            if bit == "1":
                point = self.ref.add_points(point, self.generator)
        return point

    def homogeneous(self, rng: Random, point: Point) -> tuple[Fp2, Fp2, Fp2]:
        z = (rng.randrange(1, self.ref.p), rng.randrange(self.ref.p))
        return self.ref.mul(point[0], z), self.ref.mul(point[1], z), z


def affine(ref: Reference, values: Values, i: int, names: tuple[str, ...] = T_PORTS) -> Point:
    x, y, z = (pair_of(values, port, i) for port in names)
    inverse = ref.inv(z)
    return ref.mul(x, inverse), ref.mul(y, inverse)


def check_line(ref: Reference, outputs: Values, i: int, line: tuple[Fp2, Fp2, Fp2]) -> None:
    found = []
    for port in "abc":
        real, imaginary = outputs[f"{port}_re"], outputs[f"{port}_im"]
        assert real[2 * i] == real[2 * i + 1] and imaginary[2 * i] == -imaginary[2 * i + 1] % ref.p, (
            "not a right factor"
        )
        found.append((real[2 * i], imaginary[2 * i + 1]))
    assert any(v != (0, 0) for v in found), "no line"
    for u, v, expected_u, expected_v in (
        (found[0], found[1], line[0], line[1]),
        (found[0], found[2], line[0], line[2]),
    ):
        assert ref.mul(u, expected_v) == ref.mul(v, expected_u), "not the line"


def g2_dbl(
    field: LaneField, ref: Reference, points: Points, width: int, bound: int, line: int, affine_bound: int
) -> Kernel:
    """B = Y^2, C = Z^2, E = 3b'C, F = 3E: X3 = 2XY(B - F), Y3 = (B + F)^2 - 12E^2, Z3 = 8BYZ;
    line -2YZ*yP + 3X^2*xP*w + (E - B)*w^3 (eprint 2013/722, section 4.3, scaled)."""
    name = f"g2_dbl{width // 2}"
    k = KernelBuilder(name, field, ref.xi[0])
    x, y, z = (k.input(port, width, bound) for port in T_PORTS)
    x3 = k.input("p_3x", width, affine_bound)
    y2 = k.input("p_2y_neg", width, affine_bound)
    b3 = ref.scale(ref.twist_b, 3)
    twist = k.constant([field.to_mont(v) for v in b3] * (width // 2))

    b, c = fp2_sqr_two(y, z)
    xy, yz = fp2_mul_two((x, y), (y, z))
    if width > 4:
        e, j = fp2_mul(c, twist), fp2_sqr(x).normal()
    else:  # one product of eight lanes costs less than a product and a square of four
        e, j = fp2_mul_two((c, x), (twist, x))
    f = e + e + e
    new_x, bz = fp2_mul_two((b - f, b), (xy + xy, yz))
    g, e2 = fp2_sqr_two(b + f, e)
    for port, number in zip(("rx", "ry", "rz"), (new_x, g - (e2 + e2 + e2).shifted(2), bz.shifted(3))):
        k.output(port, number, bound)
    line_outputs(k, (*scale_two((yz, j), (y2, x3)), e - b), line)

    def check(v: Values, r: Values) -> None:
        for i in range(width // 2):
            t = affine(ref, v, i)
            assert affine(ref, r, i, ("rx", "ry", "rz")) == ref.add_points(t, t), "not the double"
            xp, yp = v["p_3x"][2 * i] * pow(3, -1, ref.p), v["p_2y_neg"][2 * i] * pow(-2, -1, ref.p)
            check_line(ref, r, i, ref.line(t, t, xp, yp))

    def sample(rng: Random) -> Values:
        return _sample_points(points, rng, width) | _sample_dup(rng, field.p, width, "p_3x", "p_2y_neg")

    what = f"{width // 2} pairs: r = 2t and the tangent at t."
    params = (("t", T_PORTS), ("p", ("p_3x", "p_2y_neg")))
    return Kernel(name, k.program, what, params, check, sample, STEP_RESULTS, window=LOOP_WINDOW)


def _sample_points(points: Points, rng: Random, width: int) -> dict[str, list[int]]:
    chosen: dict[str, list[int]] = {port: [] for port in T_PORTS}
    for _ in range(width // 2):
        for port, coordinate in zip(T_PORTS, points.homogeneous(rng, points.any(rng))):
            chosen[port] += coordinate
    return chosen


def _sample_affine(points: Points, rng: Random, width: int, *ports: str) -> dict[str, list[int]]:
    chosen: dict[str, list[int]] = {port: [] for port in ports}
    for _ in range(width // 2):
        for port, coordinate in zip(ports, points.any(rng)):
            chosen[port] += coordinate
    return chosen


def _sample_dup(rng: Random, p: int, width: int, *ports: str) -> dict[str, list[int]]:
    chosen = {}
    for port in ports:
        values = [rng.randrange(1, p) for _ in range(width // 2)]
        chosen[port] = [v for v in values for _ in (0, 1)]
    return chosen


def _chord(x: Number, y: Number, z: Number, qx: Number, qy: Number) -> tuple[Number, Number]:
    """O = Y - yq*Z and L = X - xq*Z: the slope is O/L."""
    zqy, zqx = fp2_mul_two((z, z), (qy, qx))
    return (y - zqy).normal(), (x - zqx).normal()


def _chord_line(o: Number, ell: Number, qx: Number, qy: Number, xn: Number, yp: Number) -> list[Number]:
    """L*yP - O*xP*w + (O*xq - L*yq)*w^3."""
    return [*scale_two((ell, o), (yp, xn)), fp2_difference((o, ell), (qx, qy))]


def g2_add(
    field: LaneField, ref: Reference, points: Points, width: int, bound: int, line: int, affine_bound: int
) -> Kernel:
    """C = O^2, D = L^2, E = L*D, F = Z*C, G = X*D, H = E + F - 2G: X3 = L*H, Y3 = O(G - H) - Y*E, Z3 = Z*E;
    line L*yP - O*xP*w + (O*xq - L*yq)*w^3 (eprint 2013/722, section 4.3)."""
    name = f"g2_add{width // 2}"
    k = KernelBuilder(name, field, ref.xi[0])
    x, y, z = (k.input(port, width, bound) for port in T_PORTS)
    qx, qy, xn, yp = (k.input(port, width, affine_bound) for port in ("qx", "qy", "p_x_neg", "p_y"))

    o, ell = _chord(x, y, z, qx, qy)
    c, d = fp2_sqr_two(o, ell)
    e, f = fp2_mul_two((ell, z), (d, c))
    e = e.normal()
    g = fp2_mul(x, d)
    h = e + f - g - g
    new_x, new_z = fp2_mul_two((h, z), (ell, e))
    new_y = fp2_difference((g - h, y), (o, e))
    for port, number in zip(("rx", "ry", "rz"), (new_x, new_y, new_z)):
        k.output(port, number, bound)
    line_outputs(k, _chord_line(o, ell, qx, qy, xn, yp), line)

    def check(v: Values, r: Values) -> None:
        for i in range(width // 2):
            t, q = affine(ref, v, i), (pair_of(v, "qx", i), pair_of(v, "qy", i))
            assert affine(ref, r, i, ("rx", "ry", "rz")) == ref.add_points(t, q), "not the sum"
            check_line(ref, r, i, ref.line(t, q, -v["p_x_neg"][2 * i], v["p_y"][2 * i]))

    def sample(rng: Random) -> Values:
        chosen = _sample_points(points, rng, width) | _sample_affine(points, rng, width, "qx", "qy")
        return chosen | _sample_dup(rng, field.p, width, "p_x_neg", "p_y")

    params = (("t", T_PORTS), ("qx", ("qx",)), ("qy", ("qy",)), ("p", ("p_x_neg", "p_y")))
    what = f"{width // 2} pairs: r = t + q and the line through t and q; Z = 0 for t = +-q."
    return Kernel(name, k.program, what, params, check, sample, STEP_RESULTS, window=LOOP_WINDOW)


def g2_last(
    field: LaneField, ref: Reference, points: Points, width: int, bound: int, line: int, affine_bound: int
) -> Kernel:
    """The line through t and q, its denominator L, and its value L*(yr - yq) - O*(xr - xq) at a third point."""
    name = f"g2_last{width // 2}"
    k = KernelBuilder(name, field, ref.xi[0])
    x, y, z = (k.input(port, width, bound) for port in T_PORTS)
    qx, qy, sx, sy = (k.input(port, width, affine_bound) for port in ("qx", "qy", "sx", "sy"))
    xn, yp = (k.input(port, width, affine_bound) for port in ("p_x_neg", "p_y"))

    o, ell = _chord(x, y, z, qx, qy)
    lines = _chord_line(o, ell, qx, qy, xn, yp)
    value = fp2_difference((ell, o), (sy - qy, sx - qx))
    line_outputs(k, lines, line)
    k.output("denominator", ell, bound)
    k.output("value", value, bound)

    def check(v: Values, r: Values) -> None:
        for i in range(width // 2):
            t, q = affine(ref, v, i), (pair_of(v, "qx", i), pair_of(v, "qy", i))
            check_line(ref, r, i, ref.line(t, q, -v["p_x_neg"][2 * i], v["p_y"][2 * i]))
            z = pair_of(v, "tz", i)
            denominator = ref.mul(ref.sub(t[0], q[0]), z)
            assert pair_of(r, "denominator", i) == denominator, "not the denominator"
            rise = ref.mul(ref.slope(t, q), ref.sub(pair_of(v, "sx", i), q[0]))
            away = ref.mul(ref.sub(ref.sub(pair_of(v, "sy", i), q[1]), rise), denominator)
            assert pair_of(r, "value", i) == away, "not the value of the line"

    def sample(rng: Random) -> Values:
        chosen = _sample_points(points, rng, width) | _sample_affine(points, rng, width, "qx", "qy")
        chosen |= _sample_affine(points, rng, width, "sx", "sy")
        if rng.random() < 0.5:  # the third point of the line, where its value is 0
            for i in range(width // 2):
                s = ref.add_points(affine(ref, chosen, i), (pair_of(chosen, "qx", i), pair_of(chosen, "qy", i)))
                chosen["sx"][2 * i : 2 * i + 2] = s[0]
                chosen["sy"][2 * i : 2 * i + 2] = ref.sub((0, 0), s[1])
        return chosen | _sample_dup(rng, field.p, width, "p_x_neg", "p_y")

    params = (("t", T_PORTS), ("q", ("qx", "qy")), ("s", ("sx", "sy")), ("p", ("p_x_neg", "p_y")))
    what = f"{width // 2} pairs: the line through t and q, its denominator, and its value at s (0 if s is on it)."
    results = (("line", LINE_PORTS), ("test", ("denominator", "value")))
    return Kernel(name, k.program, what, params, check, sample, results, window=LOOP_WINDOW)


def g2_psi(field: LaneField, ref: Reference, width: int, affine_bound: int) -> Kernel:
    """psi^i(x, y) = (conj^i(x)*gamma_{i,2}, conj^i(y)*gamma_{i,3}) with gamma_{i,j} = xi^(j(p^i - 1)/6)."""
    name = f"g2_psi{width // 2}"
    k = KernelBuilder(name, field, ref.xi[0])
    x, y = (k.input(port, width, affine_bound) for port in ("qx", "qy"))
    top = k.multiples([0, -(-affine_bound // field.p)] * (width // 2))

    def gamma(i: int, j: int) -> Fp2:
        return ref.pow(ref.xi, j * (field.p**i - 1) // 6)

    def times(number: Number, factor: Fp2) -> Number:
        constant = k.constant([field.to_mont(v) for v in factor] * (width // 2))
        return product(number, constant.real()).folded() if factor[1] == 0 else fp2_mul(number, constant)

    conj_x, conj_y = (top.sub_in(odd_lanes(width), n, keep=n) for n in (x, y))
    k.output("r1x", times(conj_x, gamma(1, 2)), affine_bound)
    k.output("r1y", times(conj_y, gamma(1, 3)), affine_bound)
    assert gamma(2, 3) == (field.p - 1, 0)
    k.output("r2x", times(x, gamma(2, 2)), affine_bound)
    k.output("r2y", y, affine_bound)
    k.output("r3x", times(conj_x, gamma(3, 2)), affine_bound)
    k.output("r3y", times(conj_y, gamma(3, 3)), affine_bound)

    def check(v: Values, r: Values) -> None:
        for i in range(width // 2):
            point = (pair_of(v, "qx", i), pair_of(v, "qy", i))
            images = []
            for _ in range(3):
                point = tuple(ref.mul(ref.conj(c), gamma(1, j)) for c, j in zip(point, (2, 3)))  # type: ignore[assignment]
                images.append(point)
            images[1] = (images[1][0], ref.sub((0, 0), images[1][1]))
            for number, image in enumerate(images, 1):
                found = (pair_of(r, f"r{number}x", i), pair_of(r, f"r{number}y", i))
                assert found == image, f"not psi^{number}"

    what = f"{width // 2} points: r = psi(q), -psi^2(q), psi^3(q)."
    return Kernel(name, k.program, what, (("q", ("qx", "qy")),), check)


def enter(field: LaneField, ref: Reference, width: int, bound: int) -> Kernel:
    """A word-wise Montgomery form x*2^256 becomes x*2^260 by a shift of 4 bits, up to 16p: this brings it down."""
    name = f"enter{width}"
    k = KernelBuilder(name, field, ref.xi[0])
    k.output("r", k.input("a", width, 16 * field.p - 1), bound)

    def check(v: Values, r: Values) -> None:
        assert v["a"] == r["r"], "not the same element"

    return Kernel(name, k.program, "r = a, weakly reduced.", (("a", ("a",)),), check, in_place=True)


def leave(field: LaneField, ref: Reference, width: int, bound: int) -> Kernel:
    """x*2^260 to x*2^256, below 2p, so that one conditional subtraction is left to do."""
    name = f"leave{width}"
    k = KernelBuilder(name, field, ref.xi[0])
    word_form = k.constant([(1 << 256) % field.p] * width)
    k.output("r", product(k.input("a", width, bound), word_form).stepped(), 2 * field.p - 1)

    def check(v: Values, r: Values) -> None:
        down = pow(2, -4, field.p)
        assert r["r"] == [x * down % field.p for x in v["a"]], "not the word-wise form"

    return Kernel(name, k.program, "r = a/16: from x*2^260 to x*2^256.", (("a", ("a",)),), check, in_place=True)
