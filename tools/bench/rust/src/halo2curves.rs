// SPDX-License-Identifier: Apache-2.0 OR MIT
//! halo2curves, as it comes, or with its assembly. The latter prints the digits of the seed whenever it tests whether a
//! point is in the subgroup (release 0.10.0), so that test and what needs it are left out there.

use halo2curves::bn256::{multi_miller_loop, Fq, Fq12, Fq2, Fr, G1Affine, G2Affine, Gt};
use halo2curves::ff::{Field, FromUniformBytes, PrimeField};
use halo2curves::group::cofactor::CofactorGroup;
use halo2curves::group::{prime::PrimeCurveAffine, Curve, Group};
use halo2curves::pairing::MillerLoopResult;
use halo2curves::CurveAffine;

pub struct Library;

impl crate::peer::Peer for Library {
    type Fp = Fq;
    type Fp2 = Fq2;
    type Fp12 = Fq12;
    type Gt = Gt;
    type G1 = G1Affine;
    type G2 = G2Affine;

    const SUBGROUP_TEST: bool = cfg!(not(feature = "halo2curves-asm"));

    fn fp(bytes: &[u8]) -> Option<Fq> {
        let mut repr: [u8; 32] = bytes.try_into().unwrap();
        repr.reverse();
        Fq::from_repr(repr.into()).into()
    }
    fn fp_bytes(a: Fq) -> [u8; 32] {
        let mut out: [u8; 32] = a.to_repr().as_ref().try_into().unwrap();
        out.reverse();
        out
    }
    fn fp_add(a: Fq, b: Fq) -> Fq {
        a + b
    }
    fn fp_mul(a: Fq, b: Fq) -> Fq {
        a * b
    }
    fn fp_sqr(a: Fq) -> Fq {
        a.square()
    }
    fn fp_inv(a: Fq) -> Fq {
        a.invert().unwrap_or(a)
    }
    fn fp2(c0: Fq, c1: Fq) -> Fq2 {
        Fq2::new(c0, c1)
    }
    fn fp2_parts(a: Fq2) -> (Fq, Fq) {
        (*a.c0(), *a.c1())
    }
    fn fp2_mul(a: Fq2, b: Fq2) -> Fq2 {
        a * b
    }
    fn fp2_sqr(a: Fq2) -> Fq2 {
        a.square()
    }
    fn fp12_mul(a: &Fq12, b: &Fq12) -> Fq12 {
        a * b
    }

    fn g1(x: Fq, y: Fq) -> Option<G1Affine> {
        if bool::from(x.is_zero() & y.is_zero()) {
            return Some(G1Affine::identity());
        }
        G1Affine::from_xy(x, y).into()
    }
    fn g1_bytes(p: &G1Affine) -> [u8; 64] {
        let mut out = [0; 64];
        if !bool::from(p.is_identity()) {
            out[..32].copy_from_slice(&Self::fp_bytes(p.x));
            out[32..].copy_from_slice(&Self::fp_bytes(p.y));
        }
        out
    }
    fn g1_add(p: &G1Affine, q: &G1Affine) -> G1Affine {
        (p.to_curve() + q).to_affine()
    }
    fn g1_mul(p: &G1Affine, scalar: &[u8]) -> G1Affine {
        let mut wide = [0; 64];
        wide[..32].copy_from_slice(scalar);
        wide[..32].reverse();
        (p * Fr::from_uniform_bytes(&wide)).to_affine()
    }
    fn g2(x: Fq2, y: Fq2) -> Option<G2Affine> {
        if bool::from(x.is_zero() & y.is_zero()) {
            return Some(G2Affine::identity());
        }
        let q: Option<G2Affine> = G2Affine::from_xy(x, y).into();
        q.filter(|q| !Self::SUBGROUP_TEST || Self::g2_in_subgroup(q))
    }
    fn g2_in_subgroup(q: &G2Affine) -> bool {
        q.to_curve().is_torsion_free().into()
    }

    fn miller_loop(pairs: &[(G1Affine, G2Affine)]) -> Fq12 {
        let pairs: Vec<_> = pairs.iter().map(|pair| (&pair.0, &pair.1)).collect();
        multi_miller_loop(&pairs)
    }
    fn final_exp(f: &Fq12) -> Gt {
        f.final_exponentiation()
    }
    fn is_one(f: &Gt) -> bool {
        f.is_identity().into()
    }
}
