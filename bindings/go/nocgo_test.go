// SPDX-License-Identifier: Apache-2.0 OR MIT

//go:build !cgo

package limbsmith

import (
	"errors"
	"testing"
)

func TestWithoutCgo(t *testing.T) {
	for _, precompile := range []*Precompile{BN254Add, BN254Mul, BN254Pairing} {
		if output, err := precompile.Run(make([]byte, 192)); output != nil || !errors.Is(err, ErrNoCgo) || IsBadInput(err) {
			t.Errorf("%s: %x, %v", precompile.Name(), output, err)
		}
	}
	for length, want := range map[int]uint64{0: 45000, 191: 45000, 192: 79000, 768: 181000} {
		if gas := BN254Pairing.RequiredGas(make([]byte, length)); gas != want {
			t.Errorf("gas of %d bytes: %d, want %d", length, gas, want)
		}
	}
	if Available || !errors.Is(SelfTest(), ErrNoCgo) {
		t.Error("this build says it can compute")
	}
}
