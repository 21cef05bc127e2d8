# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Printers of straight-line programs, one module per back end."""
