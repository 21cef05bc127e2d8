// SPDX-License-Identifier: Apache-2.0 OR MIT

// Command gnark runs the EVM calls of BN254 on gnark-crypto, as an EVM would: it decodes bytes, checks canonical
// coordinates, curve and subgroup, computes, and encodes.
//
//	gnark answer FILE     prints the records of FILE with Expected (or ExpectedError "other") added
//	gnark time FILE NAME NANOSECONDS ROUNDS
//	                      runs the records whose Name begins with NAME in turn, at least that long in each round, and
//	                      prints the median and the least of the rounds' nanoseconds per call
package main

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fp"
)

type record struct {
	Name          string
	Op            string
	Input         string
	Expected      *string `json:",omitempty"`
	ExpectedError string  `json:",omitempty"`
}

var (
	errLength   = errors.New("length")
	errCurve    = errors.New("curve")
	errSubgroup = errors.New("subgroup")
)

func decodeG1(p *bn254.G1Affine, in []byte) error {
	if err := p.X.SetBytesCanonical(in[:fp.Bytes]); err != nil {
		return err
	}
	if err := p.Y.SetBytesCanonical(in[fp.Bytes : 2*fp.Bytes]); err != nil {
		return err
	}
	// gnark-crypto's infinity is (0, 0) too, and passes
	if !p.IsOnCurve() {
		return errCurve
	}
	return nil
}

func decodeG2(q *bn254.G2Affine, in []byte) error {
	for i, part := range []*fp.Element{&q.X.A1, &q.X.A0, &q.Y.A1, &q.Y.A0} {
		if err := part.SetBytesCanonical(in[i*fp.Bytes : (i+1)*fp.Bytes]); err != nil {
			return err
		}
	}
	// the subgroup test begins with the curve equation
	if !q.IsInfinity() && !q.IsInSubGroup() {
		return errSubgroup
	}
	return nil
}

func encodeG1(p *bn254.G1Affine) []byte {
	out := make([]byte, 2*fp.Bytes)
	x, y := p.X.Bytes(), p.Y.Bytes()
	copy(out, x[:])
	copy(out[fp.Bytes:], y[:])
	return out
}

// padded gives the first n bytes of in, zeros on the right if it is shorter.
func padded(in []byte, n int) []byte {
	if len(in) >= n {
		return in[:n]
	}
	out := make([]byte, n)
	copy(out, in)
	return out
}

func ecAdd(in []byte) ([]byte, error) {
	in = padded(in, 128)
	var a, b bn254.G1Affine
	if err := decodeG1(&a, in[:64]); err != nil {
		return nil, err
	}
	if err := decodeG1(&b, in[64:]); err != nil {
		return nil, err
	}
	var sum bn254.G1Affine
	sum.Add(&a, &b)
	return encodeG1(&sum), nil
}

func ecMul(in []byte) ([]byte, error) {
	in = padded(in, 96)
	var a bn254.G1Affine
	if err := decodeG1(&a, in[:64]); err != nil {
		return nil, err
	}
	var product bn254.G1Affine
	product.ScalarMultiplication(&a, new(big.Int).SetBytes(in[64:]))
	return encodeG1(&product), nil
}

func ecPairing(in []byte) ([]byte, error) {
	if len(in)%192 != 0 {
		return nil, errLength
	}
	out := make([]byte, 32)
	n := len(in) / 192
	if n == 0 {
		out[31] = 1
		return out, nil
	}
	p := make([]bn254.G1Affine, n)
	q := make([]bn254.G2Affine, n)
	for i := range p {
		if err := decodeG1(&p[i], in[192*i:192*i+64]); err != nil {
			return nil, err
		}
		if err := decodeG2(&q[i], in[192*i+64:192*(i+1)]); err != nil {
			return nil, err
		}
	}
	one, err := bn254.PairingCheck(p, q)
	if err != nil {
		return nil, err
	}
	if one {
		out[31] = 1
	}
	return out, nil
}

var calls = map[string]func([]byte) ([]byte, error){
	"bn254_add":     ecAdd,
	"bn254_mul":     ecMul,
	"bn254_pairing": ecPairing,
}

func load(path string) ([]record, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var records []record
	if err := json.Unmarshal(text, &records); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for _, r := range records {
		if calls[r.Op] == nil {
			return nil, fmt.Errorf("%s: %s: unknown operation %q", path, r.Name, r.Op)
		}
	}
	return records, nil
}

func answer(path string) error {
	records, err := load(path)
	if err != nil {
		return err
	}
	for i := range records {
		r := &records[i]
		in, err := hex.DecodeString(r.Input)
		if err != nil {
			return fmt.Errorf("%s: %w", r.Name, err)
		}
		r.Expected, r.ExpectedError = nil, ""
		if out, err := calls[r.Op](in); err != nil {
			r.ExpectedError = "other"
		} else {
			text := hex.EncodeToString(out)
			r.Expected = &text
		}
	}
	return json.NewEncoder(os.Stdout).Encode(records)
}

func timeCalls(path, name string, least int64, rounds int) error {
	records, err := load(path)
	if err != nil {
		return err
	}
	var inputs [][]byte
	var call func([]byte) ([]byte, error)
	for _, r := range records {
		if strings.HasPrefix(r.Name, name) {
			in, err := hex.DecodeString(r.Input)
			if err != nil {
				return err
			}
			inputs = append(inputs, in)
			call = calls[r.Op]
		}
	}
	if len(inputs) == 0 {
		return fmt.Errorf("no record's name begins with %q", name)
	}
	round := func(iterations int) (int64, error) {
		start := time.Now()
		for i := 0; i < iterations; i++ {
			if _, err := call(inputs[i%len(inputs)]); err != nil {
				return 0, err
			}
		}
		return time.Since(start).Nanoseconds(), nil
	}
	// doubles until a round is long enough, which also warms up
	iterations := 1
	for {
		elapsed, err := round(iterations)
		if err != nil {
			return err
		}
		if elapsed >= least {
			break
		}
		iterations *= 2
	}
	times := make([]float64, rounds)
	for i := range times {
		elapsed, err := round(iterations)
		if err != nil {
			return err
		}
		times[i] = float64(elapsed) / float64(iterations)
	}
	slices.Sort(times)
	fmt.Printf("%.1f %.1f\n", (times[(rounds-1)/2]+times[rounds/2])/2, times[0])
	return nil
}

func run(args []string) error {
	switch {
	case len(args) == 2 && args[0] == "answer":
		return answer(args[1])
	case len(args) == 5 && args[0] == "time":
		least, err := strconv.ParseInt(args[3], 10, 64)
		if err != nil {
			return err
		}
		rounds, err := strconv.Atoi(args[4])
		if err != nil || rounds < 1 {
			return errors.New("ROUNDS is a number from 1")
		}
		return timeCalls(args[1], args[2], least, rounds)
	}
	return errors.New("usage: gnark answer FILE | gnark time FILE NAME NANOSECONDS ROUNDS")
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gnark:", err)
		os.Exit(1)
	}
}
