# SPDX-License-Identifier: Apache-2.0 OR MIT
"""CurveModel: every derived value of a curve. Strategies, templates and the other outputs read nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import overload

from gen.derive.addchain import ChainModel, derive_chain
from gen.derive.curve import EndomorphismModel, GroupModel, derive_endomorphisms, derive_groups
from gen.derive.factor import Factorisation, factor_bounded
from gen.derive.families import FAMILIES
from gen.derive.family import FamilyModel, derive_family
from gen.derive.field import FieldModel, field_model
from gen.derive.glv import GlvModel, derive_glv
from gen.derive.pairing import PairingModel
from gen.derive.primality import Certificate, CurveCertificate, certify, certify_by_curve
from gen.derive.subgroup import CriterionModel, FoldModel
from gen.derive.tower import TowerModel, derive_tower
from gen.derive.trinomial import StandaloneModel, derive_standalone
from gen.derive.weierstrass import EndomorphismOfCurve, check_weierstrass, derive_endomorphism
from gen.params import CurveSpec, Fp2, ParamError, WeierstrassSpec, refuse_unreduced
from gen.plan import choose_form
from gen.propose import with_proposal
from gen.seedpower import SeedPowerModel, derive_seed_power


@dataclass(frozen=True)
class CurveModel:
    spec: CurveSpec
    family: FamilyModel
    fp: FieldModel
    fr: FieldModel
    prime_p: Certificate | CurveCertificate | None  # None: neither proof of primality succeeded
    prime_r: Certificate | None  # None: the bounded search found too few factors of r - 1
    h2_factors: Factorisation
    tower: TowerModel
    groups: GroupModel
    endo: EndomorphismModel
    glv: GlvModel
    pairing: PairingModel
    chain: ChainModel
    seed_power: SeedPowerModel
    criterion: CriterionModel
    standalone: StandaloneModel
    g1_criterion: CriterionModel | None  # None where h1 = 1
    fold: FoldModel

    @property
    def name(self) -> str:
        return self.spec.name

    @property
    def z(self) -> int:
        return self.family.z

    @property
    def p(self) -> int:
        return self.family.p

    @property
    def r(self) -> int:
        return self.family.r

    @property
    def xi(self) -> Fp2:
        return self.tower.xi


@dataclass(frozen=True)
class WeierstrassModel:
    """A curve without a pairing: two fields, a group, and perhaps an endomorphism."""

    spec: WeierstrassSpec
    fp: FieldModel
    fr: FieldModel
    prime_p: Certificate | None
    prime_r: Certificate | None
    endo: EndomorphismOfCurve | None
    xi: None = None  # no tower

    @property
    def name(self) -> str:
        return self.spec.name

    @property
    def p(self) -> int:
        return self.spec.p

    @property
    def r(self) -> int:
        return self.spec.r


def _build_weierstrass(spec: WeierstrassSpec) -> WeierstrassModel:
    check_weierstrass(spec)
    fp, fr = (choose_form(field_model(name, modulus)).field for name, modulus in (("fp", spec.p), ("fr", spec.r)))
    return WeierstrassModel(
        spec=spec,
        fp=fp,
        fr=fr,
        prime_p=certify(spec.p),
        prime_r=certify(spec.r),
        endo=derive_endomorphism(spec, fr.limbs, fr.word_bits),
    )


@overload
def build(spec: CurveSpec) -> CurveModel: ...
@overload
def build(spec: WeierstrassSpec) -> WeierstrassModel: ...
def build(spec: CurveSpec | WeierstrassSpec) -> CurveModel | WeierstrassModel:
    """Derives everything, or raises ParamError naming the parameter that fails, the number that shows it, the rule, and
    what would do instead where that is found quickly."""
    if isinstance(spec, WeierstrassSpec):
        return _build_weierstrass(spec)
    try:
        return _build(spec)
    except ParamError as err:
        raise with_proposal(spec, err) from None


def _build(spec: CurveSpec) -> CurveModel:
    kind = FAMILIES[spec.family]
    family = derive_family(spec, kind)
    refuse_unreduced(spec, family.p)
    tower = derive_tower(spec, family.p)
    groups = derive_groups(spec, family, tower)
    if spec.twist not in (None, groups.twist):
        raise spec.refusal(
            "twist",
            f"the {spec.twist} twist has {groups.other_twist_order} points, must be r*h2 = {groups.twist_order}; "
            f"that is the {groups.twist} twist, which is taken without this key",
        )
    endo = derive_endomorphisms(spec, kind, family, tower, groups)
    fp = field_model("fp", family.p, family.p_poly)
    fr = field_model("fr", family.r, family.r_poly)
    pairing = kind.pairing(spec, family)
    chain = derive_chain(spec)
    prime_p, prime_r = certify(family.p), certify(family.r)
    if prime_p is None and prime_r is not None:
        prime_p = certify_by_curve(family.p, groups.b, groups.g1, family.r)
    return CurveModel(
        spec=spec,
        family=family,
        fp=fp,
        fr=fr,
        prime_p=prime_p,
        prime_r=prime_r,
        h2_factors=factor_bounded(family.h2),
        tower=tower,
        groups=groups,
        endo=endo,
        glv=derive_glv(family.r, endo.lam, fr.limbs, fr.word_bits),
        pairing=pairing,
        chain=chain,
        seed_power=derive_seed_power(spec, fp, chain),
        criterion=kind.criterion(spec, family),
        standalone=derive_standalone(spec, family, kind.trinomial and kind.trinomial(family.z)),
        g1_criterion=None if kind.g1_criterion is None else kind.g1_criterion(spec, family),
        fold=kind.fold(spec, family, pairing),
    )
