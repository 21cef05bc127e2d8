// SPDX-License-Identifier: Apache-2.0 OR MIT

// Package limbsmith has the Ethereum precompiles of BN254 (alt_bn128): bytes in, bytes out.
//
// ecAdd and ecMul are those of EIP-196, ecPairing that of EIP-197, gas that of EIP-1108. Numbers are 32 bytes,
// big-endian; a point of G1 is x, y, one of G2 is x then y with imaginary parts first; all zeros is infinity.
//
// The arithmetic is C, compiled with the package by cgo and chosen at run time by what the processor has: it needs no
// compiler flags. It never allocates, keeps no state and is safe for concurrent use. Without cgo the package compiles
// and every call fails with [ErrNoCgo].
package limbsmith

import (
	"errors"
	"fmt"
)

//go:generate ../../tools/amalgamate --out .
//go:generate cp ../../LICENSE-APACHE ../../LICENSE-MIT .

// Error is a reason for which a call failed; its text is the library's machine code for it. Compare with errors.Is.
type Error string

// The first four blame the input: the contract call fails. The others are failures of the process or of the caller, and
// a node that answered them with "the call fails" would leave the chain.
const (
	ErrLength        = Error("invalid_length")  // pairing: the length is no multiple of 192
	ErrNotCanonical  = Error("not_canonical")   // a coordinate is p or more
	ErrNotOnCurve    = Error("not_on_curve")    // a point is not on its curve
	ErrNotInSubgroup = Error("not_in_subgroup") // a point of the twist is not of order r
	ErrArgument      = Error("argument")
	ErrOutput        = Error("output")
	ErrEngine        = Error("engine") // no engine, or its self-test failed
	ErrNoCgo         = Error("no_cgo") // built without cgo
)

func (e Error) Error() string { return "limbsmith: " + string(e) }

// An ItemError is an error that one item of the input decided, the first bad one: a point of Add or Mul, a pair of Pairing.
// It wraps ErrNotCanonical, ErrNotOnCurve or ErrNotInSubgroup. Find it with errors.As.
type ItemError struct {
	Item int // the index of the point or pair, from 0
	Err  Error
}

func (e *ItemError) Error() string {
	return fmt.Sprintf("limbsmith: item %d: %s", e.Item, string(e.Err))
}

// Unwrap returns e.Err, for errors.Is.
func (e *ItemError) Unwrap() error { return e.Err }

// IsBadInput reports whether err blames the input of a call, so that the contract call fails and the chain goes on.
func IsBadInput(err error) bool {
	var reason Error
	if !errors.As(err, &reason) {
		return false
	}
	switch reason {
	case ErrLength, ErrNotCanonical, ErrNotOnCurve, ErrNotInSubgroup:
		return true
	}
	return false
}

// Add returns a + b in G1, 64 bytes. The input is a, b; shorter than 128 bytes it is padded with zeros, longer it is cut.
func Add(input []byte) ([]byte, error) { return add(input) }

// Mul returns [k]a in G1, 64 bytes. The input is a, k; shorter than 96 bytes it is padded with zeros, longer it is cut.
// k may be any 256-bit number.
func Mul(input []byte) ([]byte, error) { return mul(input) }

// Pairing returns 1 or 0 as 32 bytes: whether the product of the pairings of all pairs is 1. The input is pairs of 192
// bytes, a point of G1 and one of G2; another length is ErrLength, and no pair at all gives 1.
func Pairing(input []byte) ([]byte, error) { return pairing(input) }

// A Precompile has the methods of go-ethereum's vm.PrecompiledContract.
type Precompile struct {
	name string
	run  func([]byte) ([]byte, error)
	gas  func(int) uint64
}

// The precompiles at addresses 6, 7 and 8, with the gas of Istanbul (EIP-1108).
var (
	BN254Add     = &Precompile{"BN254_ADD", add, addGas}
	BN254Mul     = &Precompile{"BN254_MUL", mul, mulGas}
	BN254Pairing = &Precompile{"BN254_PAIRING", pairing, pairingGas}
)

// RequiredGas returns the gas of a call with this input, valid or not.
func (p *Precompile) RequiredGas(input []byte) uint64 { return p.gas(len(input)) }

// Run returns what Add, Mul or Pairing returns.
func (p *Precompile) Run(input []byte) ([]byte, error) { return p.run(input) }

// Name returns the name that go-ethereum gives the precompile.
func (p *Precompile) Name() string { return p.name }
