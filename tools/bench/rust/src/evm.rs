// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The EVM calls of BN254 on any peer's library; `None` is a refusal.

use crate::peer::Peer;

fn padded(input: &[u8], length: usize) -> Vec<u8> {
    let mut out = input[..input.len().min(length)].to_vec();
    out.resize(length, 0);
    out
}

pub fn decode_g1<L: Peer>(bytes: &[u8]) -> Option<L::G1> {
    L::g1(L::fp(&bytes[..32])?, L::fp(&bytes[32..64])?)
}

/// Imaginary part first.
pub fn decode_fp2<L: Peer>(bytes: &[u8]) -> Option<L::Fp2> {
    Some(L::fp2(L::fp(&bytes[32..64])?, L::fp(&bytes[..32])?))
}

pub fn decode_g2<L: Peer>(bytes: &[u8]) -> Option<L::G2> {
    L::g2(decode_fp2::<L>(&bytes[..64])?, decode_fp2::<L>(&bytes[64..128])?)
}

pub fn ecadd<L: Peer>(input: &[u8]) -> Option<Vec<u8>> {
    let input = padded(input, 128);
    let sum = L::g1_add(&decode_g1::<L>(&input[..64])?, &decode_g1::<L>(&input[64..])?);
    Some(L::g1_bytes(&sum).to_vec())
}

pub fn ecmul<L: Peer>(input: &[u8]) -> Option<Vec<u8>> {
    let input = padded(input, 96);
    Some(L::g1_bytes(&L::g1_mul(&decode_g1::<L>(&input[..64])?, &input[64..])).to_vec())
}

pub fn ecpairing<L: Peer>(input: &[u8]) -> Option<Vec<u8>> {
    if input.len() % 192 != 0 {
        return None;
    }
    let mut pairs = Vec::with_capacity(input.len() / 192);
    for pair in input.chunks_exact(192) {
        pairs.push((decode_g1::<L>(&pair[..64])?, decode_g2::<L>(&pair[64..])?));
    }
    let mut out = vec![0; 32];
    out[31] = (pairs.is_empty() || L::is_one(&L::final_exp(&L::miller_loop(&pairs)))) as u8;
    Some(out)
}
