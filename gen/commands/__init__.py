# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Commands of `python3 -m gen` that make or explain parameters: one module each, arguments(parser) and run(args)."""
