// SPDX-License-Identifier: Apache-2.0 OR MIT

//go:build cgo

package limbsmith

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

type record struct {
	Name, Input, Expected, ExpectedError, Op string
	Gas                                      uint64
	Item                                     *int // the bad point or pair, in the project's files
}

var byOperation = map[string]*Precompile{
	"bn254_add": BN254Add, "bn254_mul": BN254Mul, "bn254_pairing": BN254Pairing,
	"bn256Add": BN254Add, "bn256ScalarMul": BN254Mul, "bn256Pairing": BN254Pairing, // go-ethereum's files
	"fail-bn256Add": BN254Add, "fail-bn256ScalarMul": BN254Mul, "fail-bn256Pairing": BN254Pairing,
}

// Vectors are in go-ethereum's format. LSM_VECTORS_GO lists their folders, parted by colons; else they are the project's.
func vectorFiles(t testing.TB) []string {
	t.Helper()
	folders := filepath.SplitList(os.Getenv("LSM_VECTORS_GO"))
	if len(folders) == 0 {
		folders = []string{filepath.Join("..", "..", "tests", "data")}
	}
	var files []string
	for _, folder := range folders {
		found, err := filepath.Glob(filepath.Join(folder, "*.json"))
		if err != nil || len(found) == 0 {
			t.Fatalf("no vectors in %s (%v)", folder, err)
		}
		files = append(files, found...)
	}
	return files
}

var ourFile = regexp.MustCompile(`^bn254_|bn256[A-Z]`)
var ourCode = regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)

func TestVectors(t *testing.T) {
	ran, items := 0, map[int]int{}
	for _, file := range vectorFiles(t) {
		stem := strings.TrimSuffix(filepath.Base(file), ".json")
		if !ourFile.MatchString(stem) {
			continue // another curve's
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var records []record
		if err := json.Unmarshal(text, &records); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, r := range records {
			precompile := byOperation[stem]
			if r.Op != "" {
				precompile = byOperation[r.Op]
			}
			if precompile == nil {
				t.Fatalf("%s: %s: no such operation", file, r.Name)
			}
			check(t, precompile, stem+"/"+r.Name, r)
			ran++
			if r.Item != nil {
				items[*r.Item]++
			}
		}
	}
	if ran < 3000 {
		t.Errorf("only %d vectors ran", ran)
	}
	if items[0] < 100 || items[1] < 100 || len(items) < 4 {
		t.Errorf("too few vectors say which item is bad: %v", items)
	}
	t.Logf("%d vectors ran on %s", ran, Engine())
}

func check(t *testing.T, precompile *Precompile, name string, r record) {
	t.Helper()
	input, err := hex.DecodeString(r.Input)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	output, err := precompile.Run(input)
	switch {
	case r.ExpectedError != "" && (err == nil || output != nil):
		t.Errorf("%s: %x, but it must fail: %s", name, output, r.ExpectedError)
	case r.ExpectedError != "" && ourCode.MatchString(r.ExpectedError) && !errors.Is(err, Error(r.ExpectedError)):
		t.Errorf("%s: %v, want %s", name, err, r.ExpectedError)
	case r.ExpectedError != "" && !IsBadInput(err):
		t.Errorf("%s: %v does not blame the input", name, err)
	case r.Item != nil && !isItemError(err, *r.Item):
		t.Errorf("%s: %v does not blame item %d", name, err, *r.Item)
	case r.ExpectedError == string(ErrLength) && err != ErrLength:
		t.Errorf("%s: %v, but no item decides the length", name, err)
	case r.ExpectedError == "" && (err != nil || hex.EncodeToString(output) != r.Expected):
		t.Errorf("%s: %x, %v, want %s", name, output, err, r.Expected)
	}
	if gas := precompile.RequiredGas(input); r.Gas != 0 && gas != r.Gas {
		t.Errorf("%s: gas %d, want %d", name, gas, r.Gas)
	}
}

func isItemError(err error, item int) bool {
	var itemError *ItemError
	return errors.As(err, &itemError) && itemError.Item == item
}

func TestWrappedErrors(t *testing.T) {
	_, err := Add(bytes.Repeat([]byte{0xff}, 64))
	wrapped := fmt.Errorf("block 1: %w", err)
	if !errors.Is(wrapped, ErrNotCanonical) || !isItemError(wrapped, 0) || !IsBadInput(wrapped) {
		t.Errorf("%v is not seen as what it wraps", wrapped)
	}
	for _, err := range []error{nil, ErrEngine, errors.New("other"), fmt.Errorf("node: %w", ErrNoCgo)} {
		if IsBadInput(err) {
			t.Errorf("%v blames the input", err)
		}
	}
}

func TestInputIsNotWritten(t *testing.T) {
	input := bytes.Repeat([]byte{0xff}, 192)
	before := bytes.Clone(input)
	for _, precompile := range []*Precompile{BN254Add, BN254Mul, BN254Pairing} {
		if _, err := precompile.Run(input); !errors.Is(err, ErrNotCanonical) {
			t.Errorf("%s: %v, want %v", precompile.Name(), err, ErrNotCanonical)
		}
	}
	if !bytes.Equal(input, before) {
		t.Error("the input was changed")
	}
}

func TestEmptyAndNil(t *testing.T) {
	for _, input := range [][]byte{nil, {}} {
		for _, precompile := range []*Precompile{BN254Add, BN254Mul, BN254Pairing} {
			output, err := precompile.Run(input)
			want := make([]byte, 64)
			if precompile == BN254Pairing {
				want = make([]byte, 32)
				want[31] = 1
			}
			if err != nil || !bytes.Equal(output, want) {
				t.Errorf("%s: %x, %v", precompile.Name(), output, err)
			}
		}
	}
}

func TestSelfTest(t *testing.T) {
	if err := SelfTest(); err != nil || Version() == "" || Engine() == "" {
		t.Errorf("version %q, engine %q: %v", Version(), Engine(), err)
	}
}

func TestConcurrentCalls(t *testing.T) {
	input := make([]byte, 96)
	input[31], input[63], input[95] = 1, 2, 3
	want, err := Mul(input)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 16 {
		group.Add(1)
		go func() {
			defer group.Done()
			for range 200 {
				if got, err := Mul(input); err != nil || !bytes.Equal(got, want) {
					t.Errorf("%x, %v", got, err)
					return
				}
			}
		}()
	}
	group.Wait()
}

func ExampleAdd() {
	input := make([]byte, 128) // two points, here twice the generator (1, 2)
	input[31], input[63], input[95], input[127] = 1, 2, 1, 2
	sum, err := Add(input)
	fmt.Printf("%x %v\n", sum[60:], err)
	// Output: 5a18a2c4 <nil>
}

func ExampleIsBadInput() {
	input := make([]byte, 128)
	input[31] = 1 // (1, 0) is not on the curve
	_, err := Add(input)
	fmt.Println(err, IsBadInput(err))
	// Output: limbsmith: item 0: not_on_curve true
}

func ExampleItemError() {
	input := make([]byte, 128)
	input[127] = 1 // infinity, and (0, 1), which is not on the curve
	_, err := Add(input)
	var bad *ItemError
	if errors.As(err, &bad) {
		fmt.Println(bad.Item, bad.Err == ErrNotOnCurve, errors.Is(err, ErrNotOnCurve))
	}
	// Output: 1 true true
}
