// SPDX-License-Identifier: Apache-2.0 OR MIT

package main

import (
	"errors"
	"strings"

	"github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fp"
)

// pool holds what the operations below the EVM calls run on: the pairs of the records ecpairing_1_*, their Miller loops,
// and the values that the chains carry from one step to the next, one of them or, for throughput, as many as there are pairs.
type pool struct {
	p   []bn254.G1Affine
	q   []bn254.G2Affine
	f   []bn254.GT
	xs  []fp.Element
	xs2 []bn254.E2
	x   fp.Element
	x2  bn254.E2
	x12 bn254.GT
	bit bool
}

func loadPool(records []record) (*pool, error) {
	s := &pool{}
	for _, r := range records {
		if !strings.HasPrefix(r.name, "ecpairing_1_") {
			continue
		}
		var p bn254.G1Affine
		var q bn254.G2Affine
		if err := errors.Join(decodeG1(&p, r.input[:64]), decodeG2(&q, r.input[64:])); err != nil {
			return nil, err
		}
		f, err := bn254.MillerLoop([]bn254.G1Affine{p}, []bn254.G2Affine{q})
		if err != nil {
			return nil, err
		}
		s.p, s.q, s.f = append(s.p, p), append(s.q, q), append(s.f, f)
		s.xs, s.xs2 = append(s.xs, p.X), append(s.xs2, q.X)
	}
	if len(s.p) == 0 {
		return nil, errors.New("no records ecpairing_1_*")
	}
	s.x, s.x2, s.x12 = s.p[0].X, s.q[0].X, s.f[0]
	return s, nil
}

// chains run an operation n times, each step on the result of the one before or on another input, as limbsmith's bench does.
var chains = map[string]func(s *pool, n int){
	"fp_mul": func(s *pool, n int) {
		for i := 0; i < n; i++ {
			s.x.Mul(&s.x, &s.p[i%len(s.p)].Y)
		}
	},
	"fp_sqr": func(s *pool, n int) {
		for i := 0; i < n; i++ {
			s.x.Square(&s.x)
		}
	},
	"fp_inv": func(s *pool, n int) {
		for i := 0; i < n; i++ {
			s.x.Inverse(&s.x)
			s.x.Add(&s.x, &s.p[i%len(s.p)].Y)
		}
	},
	"fp2_mul": func(s *pool, n int) {
		for i := 0; i < n; i++ {
			s.x2.Mul(&s.x2, &s.q[i%len(s.q)].Y)
		}
	},
	"fp_mul_throughput": func(s *pool, n int) {
		for i := 0; i < n; i++ {
			j := i % len(s.p)
			s.xs[j].Mul(&s.xs[j], &s.p[j].Y)
		}
	},
	"fp_sqr_throughput": func(s *pool, n int) {
		for i := 0; i < n; i++ {
			j := i % len(s.p)
			s.xs[j].Square(&s.xs[j])
		}
	},
	"fp2_mul_throughput": func(s *pool, n int) {
		for i := 0; i < n; i++ {
			j := i % len(s.p)
			s.xs2[j].Mul(&s.xs2[j], &s.q[j].Y)
		}
	},
	"fp2_sqr_throughput": func(s *pool, n int) {
		for i := 0; i < n; i++ {
			j := i % len(s.p)
			s.xs2[j].Square(&s.xs2[j])
		}
	},
	"fp12_mul": func(s *pool, n int) {
		for i := 0; i < n; i++ {
			s.x12.Mul(&s.x12, &s.f[i%len(s.f)])
		}
	},
	"g2_subgroup": func(s *pool, n int) {
		for i := 0; i < n; i++ {
			s.bit = s.q[i%len(s.q)].IsInSubGroup() != s.bit
		}
	},
	"miller_loop": func(s *pool, n int) {
		for i := 0; i < n; i++ {
			j := i % len(s.p)
			s.x12, _ = bn254.MillerLoop(s.p[j:j+1], s.q[j:j+1])
		}
	},
	"final_exp": func(s *pool, n int) {
		for i := 0; i < n; i++ {
			s.x12 = bn254.FinalExponentiation(&s.f[i%len(s.f)])
		}
	},
}

// fields decodes n field elements of 32 bytes each.
func fields(in []byte, n int) ([]fp.Element, error) {
	if len(in) != n*fp.Bytes {
		return nil, errLength
	}
	out := make([]fp.Element, n)
	for i := range out {
		if err := out[i].SetBytesCanonical(in[i*fp.Bytes : (i+1)*fp.Bytes]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func fpMul(in []byte) ([]byte, error) {
	a, err := fields(in, 2)
	if err != nil {
		return nil, err
	}
	out := a[0].Mul(&a[0], &a[1]).Bytes()
	return out[:], nil
}

func fpSqr(in []byte) ([]byte, error) {
	a, err := fields(in, 1)
	if err != nil {
		return nil, err
	}
	out := a[0].Square(&a[0]).Bytes()
	return out[:], nil
}

func fpInv(in []byte) ([]byte, error) {
	a, err := fields(in, 1)
	if err != nil {
		return nil, err
	}
	out := a[0].Inverse(&a[0]).Bytes()
	return out[:], nil
}

// fp2Mul takes and gives imaginary parts first, as the EVM does.
func fp2Mul(in []byte) ([]byte, error) {
	a, err := fields(in, 4)
	if err != nil {
		return nil, err
	}
	x, y := bn254.E2{A0: a[1], A1: a[0]}, bn254.E2{A0: a[3], A1: a[2]}
	return encodeE2(x.Mul(&x, &y)), nil
}

func fp2Sqr(in []byte) ([]byte, error) {
	a, err := fields(in, 2)
	if err != nil {
		return nil, err
	}
	x := bn254.E2{A0: a[1], A1: a[0]}
	return encodeE2(x.Square(&x)), nil
}

func encodeE2(x *bn254.E2) []byte {
	c1, c0 := x.A1.Bytes(), x.A0.Bytes()
	return append(c1[:], c0[:]...)
}
