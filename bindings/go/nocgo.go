// SPDX-License-Identifier: Apache-2.0 OR MIT

//go:build !cgo

package limbsmith

// Available reports whether calls can succeed: false, as this is a build without cgo.
const Available = false

func add([]byte) ([]byte, error)     { return nil, ErrNoCgo }
func mul([]byte) ([]byte, error)     { return nil, ErrNoCgo }
func pairing([]byte) ([]byte, error) { return nil, ErrNoCgo }

// Gas is known without C: EIP-1108.
func addGas(int) uint64            { return 150 }
func mulGas(int) uint64            { return 6000 }
func pairingGas(length int) uint64 { return 45000 + 34000*(uint64(length)/192) }

// Version returns "", as there is no C library in this build.
func Version() string { return "" }

// Engine returns "", as there is no engine in this build.
func Engine() string { return "" }

// SelfTest returns ErrNoCgo.
func SelfTest() error { return ErrNoCgo }
