// SPDX-License-Identifier: Apache-2.0 OR MIT

//go:build cgo

package limbsmith

/*
#cgo noescape lsm_evm_bn254_add
#cgo nocallback lsm_evm_bn254_add
#cgo noescape lsm_evm_bn254_mul
#cgo nocallback lsm_evm_bn254_mul
#cgo noescape lsm_evm_bn254_pairing
#cgo nocallback lsm_evm_bn254_pairing
#if !__has_include("limbsmith_bn254.h")
#error "the C sources are not here: run go generate in this folder"
#endif
#include "limbsmith_bn254.h"
*/
import "C"

import "unsafe"

// Available reports whether calls can succeed: true, as this is a build with cgo.
const Available = true

func failure(status C.lsm_status) error {
	if status == C.LSM_OK {
		return nil
	}
	return Error(C.GoString(C.lsm_status_string(status)))
}

func span(b []byte) (*C.uint8_t, C.size_t) {
	return (*C.uint8_t)(unsafe.SliceData(b)), C.size_t(len(b))
}

func add(input []byte) ([]byte, error) {
	output := make([]byte, C.LSM_EVM_BN254_ADD_OUTPUT)
	out, outLen := span(output)
	in, inLen := span(input)
	if err := failure(C.lsm_evm_bn254_add(out, outLen, in, inLen)); err != nil {
		return nil, err
	}
	return output, nil
}

func mul(input []byte) ([]byte, error) {
	output := make([]byte, C.LSM_EVM_BN254_MUL_OUTPUT)
	out, outLen := span(output)
	in, inLen := span(input)
	if err := failure(C.lsm_evm_bn254_mul(out, outLen, in, inLen)); err != nil {
		return nil, err
	}
	return output, nil
}

func pairing(input []byte) ([]byte, error) {
	output := make([]byte, C.LSM_EVM_BN254_PAIRING_OUTPUT)
	out, outLen := span(output)
	in, inLen := span(input)
	if err := failure(C.lsm_evm_bn254_pairing(out, outLen, in, inLen)); err != nil {
		return nil, err
	}
	return output, nil
}

func addGas(length int) uint64     { return uint64(C.lsm_evm_bn254_add_gas(C.size_t(length))) }
func mulGas(length int) uint64     { return uint64(C.lsm_evm_bn254_mul_gas(C.size_t(length))) }
func pairingGas(length int) uint64 { return uint64(C.lsm_evm_bn254_pairing_gas(C.size_t(length))) }

// Version returns the version of the C library, as "0.1.0".
func Version() string { return C.GoString(C.lsm_version()) }

// Engine returns the name of the implementation in use, as "adx". The choice never changes while a process runs.
func Engine() string { return C.GoString(C.lsm_engine_name()) }

// SelfTest runs known answers on every engine that this machine supports.
func SelfTest() error { return failure(C.lsm_selftest()) }
