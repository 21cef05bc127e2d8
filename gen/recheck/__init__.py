# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Second derivations for gen/verify.py, by other methods and representations. Nothing here imports gen.derive."""
