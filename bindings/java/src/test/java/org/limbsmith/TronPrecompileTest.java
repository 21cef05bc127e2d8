// SPDX-License-Identifier: Apache-2.0 OR MIT
package org.limbsmith;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.commons.lang3.tuple.Pair;
import org.junit.jupiter.api.Test;

class TronPrecompileTest {
    private static TronPrecompile of(Vector vector) {
        return TronPrecompile.values()[vector.operation.ordinal()];
    }

    @Test
    void executes() {
        for (Vector vector : Vector.all()) {
            Pair<Boolean, byte[]> result = of(vector).execute(vector.input, Pair::of);
            assertEquals(vector.status == Status.OK, result.getLeft(), vector.name);
            assertArrayEquals(vector.status == Status.OK ? vector.output : new byte[0], result.getRight(), vector.name);
        }
    }

    @Test
    void nullIsEmpty() {
        for (TronPrecompile precompile : TronPrecompile.values()) {
            Pair<Boolean, byte[]> result = precompile.execute(null, Pair::of);
            byte[] expected = new byte[precompile == TronPrecompile.PAIRING ? 32 : 64];
            expected[expected.length - 1] = (byte) (precompile == TronPrecompile.PAIRING ? 1 : 0);
            assertTrue(result.getLeft());
            assertArrayEquals(expected, result.getRight());
        }
    }

    /** EIP-1108, and EIP-196 and EIP-197 before it; a started pair costs nothing. */
    @Test
    void energy() {
        for (byte[] data : new byte[][] {null, new byte[0], new byte[1000]}) {
            assertEquals(150, TronPrecompile.ADDITION.energy(data, true));
            assertEquals(500, TronPrecompile.ADDITION.energy(data, false));
            assertEquals(6000, TronPrecompile.MULTIPLICATION.energy(data, true));
            assertEquals(40000, TronPrecompile.MULTIPLICATION.energy(data, false));
        }
        int[] lengths = {0, 191, 192, 383, 384, 1000};
        int[] pairs = {0, 0, 1, 1, 2, 5};
        for (int i = 0; i < lengths.length; i++) {
            assertEquals(45000 + 34000 * pairs[i], TronPrecompile.PAIRING.energy(new byte[lengths[i]], true));
            assertEquals(100000 + 80000 * pairs[i], TronPrecompile.PAIRING.energy(new byte[lengths[i]], false));
        }
        assertEquals(45000, TronPrecompile.PAIRING.energy(null, true));
        assertEquals(100000, TronPrecompile.PAIRING.energy(null, false));
    }
}
