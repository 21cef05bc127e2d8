// SPDX-License-Identifier: Apache-2.0 OR MIT

// Command gnark runs the EVM calls of BN254 on gnark-crypto, as an EVM would: it decodes bytes, checks canonical
// coordinates, curve and subgroup, computes, and encodes.
//
//	gnark ops             prints the operations it can time, one a line
//	gnark answer FILE     prints the result of each record in hexadecimal, or "refused", one a line
//	gnark time FILE OP NANOSECONDS ROUNDS
//	                      runs OP at least that long in each round, and prints the median and the least of the rounds'
//	                      nanoseconds per operation, on the inputs of the records whose name begins with OP and _
//
// A record is a line of FILE: a name, a call and its input in hexadecimal.
package main

import (
	"encoding/hex"
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
	name, call string
	input      []byte
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
	"fp_mul":        fpMul,
	"fp_sqr":        fpSqr,
	"fp_inv":        fpInv,
	"fp2_mul":       fp2Mul,
	"fp2_sqr":       fp2Sqr,
}

func load(path string) ([]record, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var records []record
	for line := range strings.Lines(string(text)) {
		parts := strings.Split(strings.TrimSuffix(line, "\n"), " ")
		if len(parts) != 3 || calls[parts[1]] == nil {
			return nil, fmt.Errorf("%s: not a record: %.60s", path, line)
		}
		input, err := hex.DecodeString(parts[2])
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", path, parts[0], err)
		}
		records = append(records, record{parts[0], parts[1], input})
	}
	return records, nil
}

func answer(path string) error {
	records, err := load(path)
	if err != nil {
		return err
	}
	for _, r := range records {
		if out, err := calls[r.call](r.input); err != nil {
			fmt.Println("refused")
		} else {
			fmt.Println(hex.EncodeToString(out))
		}
	}
	return nil
}

// repeatCalls gives what runs the call of op n times, on its records in turn.
func repeatCalls(records []record, op string) (func(n int) error, error) {
	var inputs [][]byte
	var call func([]byte) ([]byte, error)
	for _, r := range records {
		if strings.HasPrefix(r.name, op+"_") {
			inputs = append(inputs, r.input)
			call = calls[r.call]
		}
	}
	if len(inputs) == 0 {
		return nil, fmt.Errorf("no record's name begins with %q", op+"_")
	}
	return func(n int) error {
		for i := 0; i < n; i++ {
			if _, err := call(inputs[i%len(inputs)]); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

func timeOperation(path, op string, least int64, rounds int) error {
	records, err := load(path)
	if err != nil {
		return err
	}
	var run func(n int) error
	if chain := chains[op]; chain != nil {
		pool, err := loadPool(records)
		if err != nil {
			return err
		}
		run = func(n int) error { chain(pool, n); return nil }
	} else if run, err = repeatCalls(records, op); err != nil {
		return err
	}
	round := func(iterations int) (int64, error) {
		start := time.Now()
		err := run(iterations)
		return time.Since(start).Nanoseconds(), err
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
	case len(args) == 1 && args[0] == "ops":
		fmt.Println("ecadd\necmul\necpairing_1\necpairing_2\necpairing_4\necpairing_8")
		for op := range chains {
			fmt.Println(op)
		}
		return nil
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
		return timeOperation(args[1], args[2], least, rounds)
	}
	return errors.New("usage: gnark ops | gnark answer FILE | gnark time FILE OP NANOSECONDS ROUNDS")
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gnark:", err)
		os.Exit(1)
	}
}
