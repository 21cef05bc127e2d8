// SPDX-License-Identifier: Apache-2.0 OR MIT
module limbsmith.org/limbsmith

go 1.24
