// SPDX-License-Identifier: Apache-2.0 OR MIT
//! arkworks, with its assembly.

use ark_bn254::{Bn254, Fq, Fq12, Fq2, Fr, G1Affine, G2Affine};
use ark_ec::pairing::{MillerLoopOutput, Pairing};
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{BigInt, Field, One, PrimeField, Zero};

pub struct Library;

impl crate::peer::Peer for Library {
    type Fp = Fq;
    type Fp2 = Fq2;
    type Fp12 = Fq12;
    type Gt = Fq12;
    type G1 = G1Affine;
    type G2 = G2Affine;

    fn fp(bytes: &[u8]) -> Option<Fq> {
        let mut limbs = [0u64; 4];
        for (limb, part) in limbs.iter_mut().rev().zip(bytes.chunks_exact(8)) {
            *limb = u64::from_be_bytes(part.try_into().unwrap());
        }
        Fq::from_bigint(BigInt::new(limbs))
    }
    fn fp_bytes(a: Fq) -> [u8; 32] {
        let mut out = [0; 32];
        for (part, limb) in out.chunks_exact_mut(8).zip(a.into_bigint().0.iter().rev()) {
            part.copy_from_slice(&limb.to_be_bytes());
        }
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
        a.inverse().unwrap_or(a)
    }
    fn fp2(c0: Fq, c1: Fq) -> Fq2 {
        Fq2::new(c0, c1)
    }
    fn fp2_parts(a: Fq2) -> (Fq, Fq) {
        (a.c0, a.c1)
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
        if x.is_zero() && y.is_zero() {
            return Some(G1Affine::identity());
        }
        Some(G1Affine::new_unchecked(x, y)).filter(G1Affine::is_on_curve)
    }
    fn g1_bytes(p: &G1Affine) -> [u8; 64] {
        let mut out = [0; 64];
        if let Some((x, y)) = p.xy() {
            out[..32].copy_from_slice(&Self::fp_bytes(x));
            out[32..].copy_from_slice(&Self::fp_bytes(y));
        }
        out
    }
    fn g1_add(p: &G1Affine, q: &G1Affine) -> G1Affine {
        (*p + *q).into_affine()
    }
    fn g1_mul(p: &G1Affine, scalar: &[u8]) -> G1Affine {
        (*p * Fr::from_be_bytes_mod_order(scalar)).into_affine()
    }
    fn g2(x: Fq2, y: Fq2) -> Option<G2Affine> {
        if x.is_zero() && y.is_zero() {
            return Some(G2Affine::identity());
        }
        Some(G2Affine::new_unchecked(x, y)).filter(|q| q.is_on_curve() && Self::g2_in_subgroup(q))
    }
    fn g2_in_subgroup(q: &G2Affine) -> bool {
        q.is_in_correct_subgroup_assuming_on_curve()
    }

    fn miller_loop(pairs: &[(G1Affine, G2Affine)]) -> Fq12 {
        Bn254::multi_miller_loop(pairs.iter().map(|pair| pair.0), pairs.iter().map(|pair| pair.1)).0
    }
    fn final_exp(f: &Fq12) -> Fq12 {
        Bn254::final_exponentiation(MillerLoopOutput(*f)).unwrap().0
    }
    fn is_one(f: &Fq12) -> bool {
        f.is_one()
    }
}
