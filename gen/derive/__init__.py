# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Derivation of every constant from a CurveSpec. gen/verify.py re-derives them by other methods and imports nothing here."""
