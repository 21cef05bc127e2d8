// SPDX-License-Identifier: Apache-2.0 OR MIT

//go:build cgo

package limbsmith

/*
#cgo noescape lsm_evm_bn254_add_on
#cgo nocallback lsm_evm_bn254_add_on
#cgo noescape lsm_evm_bn254_mul_on
#cgo nocallback lsm_evm_bn254_mul_on
#cgo noescape lsm_evm_bn254_pairing_on
#cgo nocallback lsm_evm_bn254_pairing_on
#if !__has_include("limbsmith_bn254.h")
#error "the C sources are not here: run go generate in this folder"
#endif
#include "limbsmith_bn254.h"
*/
import "C"

import "unsafe"

// Available reports whether calls can succeed: true, as this is a build with cgo.
const Available = true

func statusError(status C.lsm_status) Error { return Error(C.GoString(C.lsm_status_string(status))) }

func failure(status C.lsm_status) error {
	if status == C.LSM_OK {
		return nil
	}
	return statusError(status)
}

// result is what a call returns: the output, or the status as an error, with the item that decided it if one did.
func result(output []byte, status C.lsm_status, item C.size_t) ([]byte, error) {
	switch {
	case status == C.LSM_OK:
		return output, nil
	case item == C.LSM_NO_ITEM:
		return nil, failure(status)
	}
	return nil, &ItemError{int(item), statusError(status)}
}

func span(b []byte) (*C.uint8_t, C.size_t) {
	return (*C.uint8_t)(unsafe.SliceData(b)), C.size_t(len(b))
}

func add(input []byte) ([]byte, error) {
	output := make([]byte, C.LSM_EVM_BN254_ADD_OUTPUT)
	out, outLen := span(output)
	in, inLen := span(input)
	item := C.size_t(C.LSM_NO_ITEM)
	status := C.lsm_evm_bn254_add_on(nil, out, outLen, in, inLen, &item)
	return result(output, status, item)
}

func mul(input []byte) ([]byte, error) {
	output := make([]byte, C.LSM_EVM_BN254_MUL_OUTPUT)
	out, outLen := span(output)
	in, inLen := span(input)
	item := C.size_t(C.LSM_NO_ITEM)
	status := C.lsm_evm_bn254_mul_on(nil, out, outLen, in, inLen, &item)
	return result(output, status, item)
}

func pairing(input []byte) ([]byte, error) {
	output := make([]byte, C.LSM_EVM_BN254_PAIRING_OUTPUT)
	out, outLen := span(output)
	in, inLen := span(input)
	item := C.size_t(C.LSM_NO_ITEM)
	status := C.lsm_evm_bn254_pairing_on(nil, out, outLen, in, inLen, &item)
	return result(output, status, item)
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
