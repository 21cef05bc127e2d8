// SPDX-License-Identifier: Apache-2.0 OR MIT

// Package bench times the precompiles beside gnark-crypto, bytes to bytes on both sides: go test -bench .
package bench

import (
	"bytes"
	"errors"
	"math/big"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254"
	"limbsmith.org/limbsmith"
)

// A side answers one precompile call.
type side func(input []byte) ([]byte, error)

func gnarkG1(in []byte) (p bn254.G1Affine, err error) {
	if err = errors.Join(p.X.SetBytesCanonical(in[:32]), p.Y.SetBytesCanonical(in[32:64])); err == nil && !p.IsOnCurve() {
		err = errors.New("not on the curve")
	}
	return
}

func gnarkG2(in []byte) (q bn254.G2Affine, err error) {
	err = errors.Join(q.X.A1.SetBytesCanonical(in[:32]), q.X.A0.SetBytesCanonical(in[32:64]),
		q.Y.A1.SetBytesCanonical(in[64:96]), q.Y.A0.SetBytesCanonical(in[96:128]))
	if err == nil && !(q.IsOnCurve() && q.IsInSubGroup()) {
		err = errors.New("not in the subgroup")
	}
	return
}

func encode(p *bn254.G1Affine) []byte {
	x, y := p.X.Bytes(), p.Y.Bytes()
	return append(x[:], y[:]...)
}

func gnarkAdd(in []byte) ([]byte, error) {
	a, err := gnarkG1(in)
	if err != nil {
		return nil, err
	}
	b, err := gnarkG1(in[64:])
	if err != nil {
		return nil, err
	}
	a.Add(&a, &b)
	return encode(&a), nil
}

func gnarkMul(in []byte) ([]byte, error) {
	a, err := gnarkG1(in)
	if err != nil {
		return nil, err
	}
	a.ScalarMultiplication(&a, new(big.Int).SetBytes(in[64:96]))
	return encode(&a), nil
}

func gnarkPairing(in []byte) ([]byte, error) {
	var ps []bn254.G1Affine
	var qs []bn254.G2Affine
	for ; len(in) > 0; in = in[192:] {
		p, err := gnarkG1(in)
		if err != nil {
			return nil, err
		}
		q, err := gnarkG2(in[64:])
		if err != nil {
			return nil, err
		}
		ps, qs = append(ps, p), append(qs, q)
	}
	out := make([]byte, 32)
	one, err := bn254.PairingCheck(ps, qs)
	if one {
		out[31] = 1
	}
	return out, err
}

// pair i is (i G1, -G2) for even i, (i - 1 G1, G2) for odd: neighbours cancel.
func pair(i int) []byte {
	_, _, g1, g2 := bn254.Generators()
	g1.ScalarMultiplication(&g1, big.NewInt(int64(i&^1)+3))
	if i%2 == 0 {
		g2.Neg(&g2)
	}
	out := encode(&g1)
	for _, c := range [][32]byte{g2.X.A1.Bytes(), g2.X.A0.Bytes(), g2.Y.A1.Bytes(), g2.Y.A0.Bytes()} {
		out = append(out, c[:]...)
	}
	return out
}

func inputs() map[string][]byte {
	scalar := bytes.Repeat([]byte{0x2b}, 32)
	pairs := append(pair(0), pair(1)...)
	four := append(append(bytes.Clone(pairs), pair(2)...), pair(3)...)
	return map[string][]byte{
		"add":       append(pair(0)[:64:64], pair(2)[:64]...),
		"mul":       append(pair(0)[:64:64], scalar...),
		"pairing_1": pair(0),
		"pairing_2": pairs,
		"pairing_4": four,
	}
}

var sides = map[string]map[string]side{
	"limbsmith": {"add": limbsmith.Add, "mul": limbsmith.Mul, "pairing_1": limbsmith.Pairing,
		"pairing_2": limbsmith.Pairing, "pairing_4": limbsmith.Pairing},
	"gnark": {"add": gnarkAdd, "mul": gnarkMul, "pairing_1": gnarkPairing, "pairing_2": gnarkPairing,
		"pairing_4": gnarkPairing},
}

func TestSidesAgree(t *testing.T) {
	for call, input := range inputs() {
		ours, err := sides["limbsmith"][call](input)
		theirs, theirErr := sides["gnark"][call](input)
		if err != nil || theirErr != nil || !bytes.Equal(ours, theirs) {
			t.Errorf("%s: %x (%v), gnark says %x (%v)", call, ours, err, theirs, theirErr)
		}
	}
}

func Benchmark(b *testing.B) {
	all := inputs()
	for _, call := range []string{"add", "mul", "pairing_1", "pairing_2", "pairing_4"} {
		for _, name := range []string{"limbsmith", "gnark"} {
			b.Run(call+"/"+name, func(b *testing.B) {
				for range b.N {
					if _, err := sides[name][call](all[call]); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
	b.Run("crossing/limbsmith", func(b *testing.B) { // the addition of infinity to itself
		for range b.N {
			if _, err := limbsmith.Add(nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}
