# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Derivation of every constant from a CurveSpec. gen/verify.py derives them again and imports nothing from here."""
