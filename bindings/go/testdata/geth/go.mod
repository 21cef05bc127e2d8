// SPDX-License-Identifier: Apache-2.0 OR MIT
module example.org/geth

go 1.25.0

require github.com/ethereum/go-ethereum v1.17.10

require limbsmith.org/limbsmith v0.0.0

replace limbsmith.org/limbsmith => ../..
