// SPDX-License-Identifier: Apache-2.0 OR MIT
//! What a peer's library is asked for. Bytes are big-endian; `None` is a refusal.

pub trait Peer {
    type Fp: Copy;
    type Fp2: Copy;
    type Fp12: Clone;
    /// What the final exponentiation gives.
    type Gt;
    /// Affine points, infinity included.
    type G1: Clone;
    type G2: Clone;

    /// False if its test of the subgroup cannot be used; then it neither times nor answers what needs it.
    const SUBGROUP_TEST: bool = true;

    fn fp(bytes: &[u8]) -> Option<Self::Fp>;
    fn fp_bytes(a: Self::Fp) -> [u8; 32];
    fn fp_add(a: Self::Fp, b: Self::Fp) -> Self::Fp;
    fn fp_mul(a: Self::Fp, b: Self::Fp) -> Self::Fp;
    fn fp_sqr(a: Self::Fp) -> Self::Fp;
    fn fp_inv(a: Self::Fp) -> Self::Fp;
    fn fp2(c0: Self::Fp, c1: Self::Fp) -> Self::Fp2;
    fn fp2_parts(a: Self::Fp2) -> (Self::Fp, Self::Fp);
    fn fp2_mul(a: Self::Fp2, b: Self::Fp2) -> Self::Fp2;
    fn fp2_sqr(a: Self::Fp2) -> Self::Fp2;
    fn fp12_mul(a: &Self::Fp12, b: &Self::Fp12) -> Self::Fp12;

    /// (0, 0) is infinity; the curve equation is checked.
    fn g1(x: Self::Fp, y: Self::Fp) -> Option<Self::G1>;
    fn g1_bytes(p: &Self::G1) -> [u8; 64];
    fn g1_add(p: &Self::G1, q: &Self::G1) -> Self::G1;
    /// The scalar is any number of 256 bits.
    fn g1_mul(p: &Self::G1, scalar: &[u8]) -> Self::G1;
    /// (0, 0) is infinity; curve equation and subgroup are checked, the latter if `SUBGROUP_TEST`.
    fn g2(x: Self::Fp2, y: Self::Fp2) -> Option<Self::G2>;
    fn g2_in_subgroup(q: &Self::G2) -> bool;

    fn miller_loop(pairs: &[(Self::G1, Self::G2)]) -> Self::Fp12;
    fn final_exp(f: &Self::Fp12) -> Self::Gt;
    fn is_one(f: &Self::Gt) -> bool;
}
