# SPDX-License-Identifier: Apache-2.0 OR MIT
"""limbsmith's generator: from a curve's seed to its arithmetic, with a proof for every derived constant."""
