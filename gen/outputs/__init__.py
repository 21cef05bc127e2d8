# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The curve's own outputs, one module each: text in, text out, nothing derived here."""
