# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Vector kernels in radix 2^52 for AVX-512 IFMA: a program form with proved bounds, the kernels, and their C."""
