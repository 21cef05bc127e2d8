// SPDX-License-Identifier: Apache-2.0 OR MIT
//! substrate-bn. It tests the subgroup only where it makes a point of G2, with the curve equation, and does not square in
//! Fp other than by multiplying.

use substrate_bn::arith::U256;
use substrate_bn::{miller_loop_batch, AffineG1, AffineG2, Fq, Fq2, Fr, Gt, Group, G1, G2};

pub struct Library;

impl crate::peer::Peer for Library {
    type Fp = Fq;
    type Fp2 = Fq2;
    type Fp12 = Gt;
    type Gt = Gt;
    type G1 = G1;
    type G2 = G2;

    fn fp(bytes: &[u8]) -> Option<Fq> {
        Fq::from_slice(bytes).ok()
    }
    fn fp_bytes(a: Fq) -> [u8; 32] {
        let mut out = [0; 32];
        a.to_big_endian(&mut out).unwrap();
        out
    }
    fn fp_add(a: Fq, b: Fq) -> Fq {
        a + b
    }
    fn fp_mul(a: Fq, b: Fq) -> Fq {
        a * b
    }
    fn fp_sqr(a: Fq) -> Fq {
        a * a
    }
    fn fp_inv(a: Fq) -> Fq {
        a.inverse().unwrap_or(a)
    }
    fn fp2(c0: Fq, c1: Fq) -> Fq2 {
        Fq2::new(c0, c1)
    }
    fn fp2_parts(a: Fq2) -> (Fq, Fq) {
        (a.real(), a.imaginary())
    }
    fn fp2_mul(a: Fq2, b: Fq2) -> Fq2 {
        a * b
    }
    fn fp2_sqr(a: Fq2) -> Fq2 {
        a * a
    }
    fn fp12_mul(a: &Gt, b: &Gt) -> Gt {
        *a * *b
    }

    fn g1(x: Fq, y: Fq) -> Option<G1> {
        if x.is_zero() && y.is_zero() {
            return Some(G1::zero());
        }
        AffineG1::new(x, y).ok().map(G1::from)
    }
    fn g1_bytes(p: &G1) -> [u8; 64] {
        let mut out = [0; 64];
        if let Some(p) = AffineG1::from_jacobian(*p) {
            out[..32].copy_from_slice(&Self::fp_bytes(p.x()));
            out[32..].copy_from_slice(&Self::fp_bytes(p.y()));
        }
        out
    }
    fn g1_add(p: &G1, q: &G1) -> G1 {
        *p + *q
    }
    fn g1_mul(p: &G1, scalar: &[u8]) -> G1 {
        *p * Fr::new_mul_factor(U256::from_slice(scalar).unwrap())
    }
    fn g2(x: Fq2, y: Fq2) -> Option<G2> {
        if x.is_zero() && y.is_zero() {
            return Some(G2::zero());
        }
        AffineG2::new(x, y).ok().map(G2::from)
    }
    fn g2_in_subgroup(q: &G2) -> bool {
        AffineG2::new(q.x(), q.y()).is_ok()
    }

    fn miller_loop(pairs: &[(G1, G2)]) -> Gt {
        let pairs: Vec<_> = pairs.iter().filter(|(p, q)| !p.is_zero() && !q.is_zero()).map(|(p, q)| (*q, *p)).collect();
        miller_loop_batch(&pairs).unwrap()
    }
    fn final_exp(f: &Gt) -> Gt {
        f.final_exponentiation().unwrap()
    }
    fn is_one(f: &Gt) -> bool {
        *f == Gt::one()
    }
}
