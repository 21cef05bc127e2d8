# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Loads and checks a curve's parameter file: shape and range. Whether the numbers make a curve is derive's work."""

from __future__ import annotations

import difflib
import hashlib
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CURVES_DIR = Path(__file__).resolve().parent / "curves"
FOLDS = {"bn": ("line", "add", "none"), "bls12": ("end", "none")}
"""The families, and the forms of the folded subgroup test that each may be told to take."""

CRITERIA = ("trinomial", "seed")
SEED_POWERS = ("chain", "compressed")

MAX_BITS = 1024
"""No number of a parameter file is longer, the primes of a curve without a pairing included. Those of a seed stay far
below: |z| fits into one word, so p has at most 384 bits."""
LONG_NUMBER = re.compile(r"[0-9_]{4301,}")
SHOWN = 60

Fp2 = tuple[int, int]
G1Point = tuple[int, int]
G2Point = tuple[Fp2, Fp2]


class ParamError(Exception):
    """A parameter file is malformed, or its numbers do not make the curve it claims. Names file, key and reason."""

    def __init__(self, file: str, key: str, reason: str) -> None:
        super().__init__(f"{file}: {key}: {reason}")
        self.file, self.key, self.reason = file, key, reason


@dataclass(frozen=True)
class Citation:
    what: str
    where: str


@dataclass(frozen=True)
class CurveSpec:
    """A curve as its standard states it. Entries of xi and coordinates may have a sign: refuse_unreduced takes those
    between -p and p, and b in 1..p-1."""

    name: str
    title: str
    family: str
    z: int
    b: int
    xi: Fp2
    g1: G1Point | None  # None: the generator picks the first point
    g2: G2Point | None
    citations: tuple[Citation, ...]
    criterion: str | None  # forced criterion of the standalone subgroup test
    fold: str | None  # forced form of the folded subgroup test
    file: str  # as shown in messages and banners: gen/curves/<name>.toml
    sha256: str
    twist: str | None = None  # what the file says the type of the twist is
    seed_power: str | None = None  # forced way to the power z in the final exponentiation
    strategies: tuple[tuple[str, str], ...] = ()  # forced: function (fp_mul) and name (mont_carry)

    def forced(self, prefix: str) -> dict[str, str]:
        """The strategies forced for one field (fp, fr, fp2), by function."""
        return {key.split("_", 1)[1]: name for key, name in self.strategies if key.split("_", 1)[0] == prefix}

    def refusal(self, key: str, reason: str) -> ParamError:
        return ParamError(self.file, key, reason)


WEIERSTRASS = "weierstrass"


@dataclass(frozen=True)
class WeierstrassSpec:
    """y^2 = x^3 + a x + b over Fp with r points, r prime, and nothing above the group: no twist, no pairing."""

    name: str
    title: str
    family: str
    p: int
    a: int  # 0 or -3
    b: int
    r: int
    g1: G1Point
    citations: tuple[Citation, ...]
    file: str
    sha256: str

    def forced(self, prefix: str) -> dict[str, str]:
        """As for CurveSpec: nothing is forced here."""
        return {}

    def refusal(self, key: str, reason: str) -> ParamError:
        return ParamError(self.file, key, reason)


WEIERSTRASS_REQUIRED = ("name", "title", "family", "p", "a", "b", "r", "generator", "citations")
REQUIRED = ("name", "title", "family", "z", "b", "non_residue", "generators", "citations")
OPTIONAL = ("subgroup_criterion", "subgroup_fold", "seed_power", "twist", "strategies")
TWISTS = ("D", "M")


def curve_names() -> list[str]:
    return sorted(path.stem for path in CURVES_DIR.glob("*.toml"))


def load(name_or_path: str | Path) -> CurveSpec | WeierstrassSpec:
    """The checked spec of a curve of this repository (by name) or of any parameter file (by path)."""
    text = str(name_or_path)
    is_name = re.fullmatch(r"[a-z0-9_]+", text) is not None
    path = CURVES_DIR / f"{text}.toml" if is_name else Path(name_or_path)
    shown = path.name or text
    try:
        if path.resolve().parent == CURVES_DIR:
            shown = f"gen/curves/{path.name}"
        raw = path.read_bytes()
    except (OSError, RuntimeError) as err:  # RuntimeError: a loop of symbolic links
        known = ", ".join(curve_names())
        reason = getattr(err, "strerror", None) or err
        raise ParamError(shown, "file", f"cannot be read ({reason}); curves here: {known}") from None
    return parse(raw, shown, path.stem)


def load_pairing(name_or_path: str | Path) -> CurveSpec:
    """The same, refusing what has no pairing."""
    spec = load(name_or_path)
    if isinstance(spec, WeierstrassSpec):
        raise spec.refusal("family", f"{spec.family}: a curve without a seed and a pairing, which this needs")
    return spec


def parse(raw: bytes, file: str, stem: str) -> CurveSpec | WeierstrassSpec:
    """Spec from a parameter file's bytes; `stem` is the name the file has to declare."""
    try:
        table = tomllib.loads(raw.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as err:
        raise ParamError(file, "syntax", f"not valid TOML: {err}") from None
    except RecursionError:
        raise ParamError(file, "syntax", "lists or tables are nested too deeply; two levels are all it takes") from None
    except ValueError as err:  # an integer beyond Python's limit of digits
        number = LONG_NUMBER.search(raw.decode("utf-8"))
        line = f"line {raw.decode('utf-8').count(chr(10), 0, number.start()) + 1}: " if number else ""
        raise ParamError(file, "syntax", f"{line}a number is too long ({str(err).split(';')[0]})") from None
    plain = table.get("family") == WEIERSTRASS
    _keys(file, "", table, WEIERSTRASS_REQUIRED if plain else REQUIRED, () if plain else OPTIONAL)

    def get(key: str, check: Callable[[str, str, Any], Any]) -> Any:
        return check(file, key, table[key])

    name = get("name", _text)
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise ParamError(file, "name", f"{shown_value(name)} is not lower case letters, digits and _ after a letter")
    if name != stem:
        raise ParamError(file, "name", f"{shown_value(name)} differs from the file's name {stem!r}")
    if plain:
        return _weierstrass(file, name, table, hashlib.sha256(raw).hexdigest())
    family = get("family", _text)
    if family not in FOLDS:
        raise ParamError(file, "family", f"{shown_value(family)} is unknown; known: {', '.join((*FOLDS, WEIERSTRASS))}")
    z = get("z", _integer)
    if z == 0:
        raise ParamError(file, "z", "0 gives p = r = 1")
    if abs(z) >= 1 << 64:
        raise ParamError(
            file, "z", f"|z| has {abs(z).bit_length()} bits; the loops of the library keep it in one 64-bit word"
        )
    b = get("b", _integer)
    if b <= 0:
        raise ParamError(file, "b", f"{b} is not positive")
    forced: dict[str, str | None] = {}
    for key, known in (
        ("subgroup_criterion", CRITERIA),
        ("subgroup_fold", FOLDS[family]),
        ("seed_power", SEED_POWERS),
        ("twist", TWISTS),
    ):
        forced[key] = get(key, _text) if key in table else None
        if forced[key] is not None and forced[key] not in known:
            raise ParamError(file, key, f"{shown_value(forced[key])} is unknown; known: {', '.join(known)}")
    g1, g2 = _generators(file, table["generators"])
    return CurveSpec(
        name=name,
        title=get("title", _text),
        family=family,
        z=z,
        b=b,
        xi=get("non_residue", _pair),
        g1=g1,
        g2=g2,
        citations=_citations(file, table["citations"]),
        criterion=forced["subgroup_criterion"],
        fold=forced["subgroup_fold"],
        file=file,
        sha256=hashlib.sha256(raw).hexdigest(),
        twist=forced["twist"],
        seed_power=forced["seed_power"],
        strategies=_strategies(file, table.get("strategies", {})),
    )


def _weierstrass(file: str, name: str, table: dict[str, Any], sha256: str) -> WeierstrassSpec:
    numbers = {key: _integer(file, key, table[key]) for key in ("p", "a", "b", "r")}
    return WeierstrassSpec(
        name=name,
        title=_text(file, "title", table["title"]),
        family=WEIERSTRASS,
        **numbers,
        g1=_pair(file, "generator", table["generator"]),
        citations=_citations(file, table["citations"]),
        file=file,
        sha256=sha256,
    )


def shown_value(value: Any) -> str:
    """A value as a message shows it: one line, not too long."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of too many digits inside, or lists too deep
        return f"this {type(value).__name__}"
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}... ({len(text)} characters)"


def refuse_unreduced(spec: CurveSpec, p: int) -> None:
    """Numbers of the field have to stand there as such: two spellings of one curve would be two curves."""
    if not 0 < spec.b < p:
        raise spec.refusal("b", f"{spec.b} is not in 1..p-1 for p = {p}; it is {spec.b % p} modulo p")
    places = {f"non_residue[{i}]": entry for i, entry in enumerate(spec.xi)}
    if spec.g1 is not None and spec.g2 is not None:
        places |= {f"generators.g1[{i}]": entry for i, entry in enumerate(spec.g1)}
        places |= {f"generators.g2[{i}][{j}]": entry for i, pair in enumerate(spec.g2) for j, entry in enumerate(pair)}
    for key, entry in places.items():
        if not -p < entry < p:
            raise spec.refusal(key, f"{entry} is not between -p and p for p = {p}; it is {entry % p} modulo p")


def _keys(file: str, prefix: str, table: Any, required: tuple[str, ...], optional: tuple[str, ...] = ()) -> None:
    """Refuses a missing key and an unknown one, so that a misspelt key can never be passed over."""
    if not isinstance(table, dict):
        raise ParamError(file, prefix.rstrip("."), f"a table with {', '.join(required)} is expected")
    for key in sorted(table):
        if key not in required and key not in optional:
            known = (*required, *optional)
            plain = key if re.fullmatch(r"[A-Za-z0-9_-]{1,60}", key) else shown_value(key)
            close = difflib.get_close_matches(key[:60], known, 1)
            meant = f"did you mean {close[0]}? " if close else ""
            raise ParamError(file, prefix + plain, f"unknown key; {meant}known here: {', '.join(known)}")
    for key in required:
        if key not in table:
            raise ParamError(file, prefix + key, f"missing; needed here: {', '.join(required)}")


def _text(file: str, key: str, value: Any) -> str:
    if not isinstance(value, str) or not value or not value.isascii() or any(c in value for c in "\n\r*\\"):
        raise ParamError(file, key, "a non-empty line of ASCII text is expected (it is printed in C comments)")
    return value


def _integer(file: str, key: str, value: Any) -> int:
    """A TOML integer, or decimal text for numbers beyond TOML's 64 bits."""
    if isinstance(value, str) and re.fullmatch(r"-?(0|[1-9][0-9]*)", value):
        if len(value) > MAX_BITS:
            raise ParamError(file, key, f"a number of {len(value)} characters; none here has more than {MAX_BITS} bits")
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        if value.bit_length() > MAX_BITS:
            raise ParamError(file, key, f"a number of {value.bit_length()} bits; none here has more than {MAX_BITS}")
        return value
    raise ParamError(
        file, key, f"{shown_value(value)} is not an integer (decimal digits, in quotes when beyond 64 bits)"
    )


def _pair(file: str, key: str, value: Any) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise ParamError(file, key, "a list of two integers is expected: real part, imaginary part")
    return (_integer(file, f"{key}[0]", value[0]), _integer(file, f"{key}[1]", value[1]))


def _generators(file: str, value: Any) -> tuple[G1Point | None, G2Point | None]:
    if value == "first":
        return None, None
    if isinstance(value, str):
        raise ParamError(file, "generators", f'{shown_value(value)} is unknown; "first", or a table with g1 and g2')
    _keys(file, "generators.", value, ("g1", "g2"))
    g1 = _pair(file, "generators.g1", value["g1"])
    g2 = value["g2"]
    if not isinstance(g2, list) or len(g2) != 2:
        raise ParamError(file, "generators.g2", "a list of two coordinates is expected, each a list of two integers")
    return g1, (_pair(file, "generators.g2[0]", g2[0]), _pair(file, "generators.g2[1]", g2[1]))


def _strategies(file: str, value: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, dict):
        raise ParamError(file, "strategies", "a table is expected, as fp_mul = \"mont_carry\"")
    for key in sorted(value):
        if not re.fullmatch(r"(?:fp|fr|fp2)_[a-z0-9_]{1,30}", key):
            raise ParamError(file, "strategies", f"{shown_value(key)} is no function of fp, fr or fp2, as fp_mul is")
    return tuple((key, _text(file, f"strategies.{key}", value[key])) for key in sorted(value))


def _citations(file: str, value: Any) -> tuple[Citation, ...]:
    if not isinstance(value, list) or not value:
        raise ParamError(file, "citations", "at least one table with what and where is expected")
    cited = []
    for i, entry in enumerate(value):
        _keys(file, f"citations[{i}].", entry, ("what", "where"))
        cited.append(Citation(*(_text(file, f"citations[{i}].{k}", entry[k]) for k in ("what", "where"))))
    return tuple(cited)
