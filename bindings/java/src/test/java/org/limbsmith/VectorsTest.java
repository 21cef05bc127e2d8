// SPDX-License-Identifier: Apache-2.0 OR MIT
package org.limbsmith;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VectorsTest {
    @ParameterizedTest
    @EnumSource
    void everyFaceGivesWhatTheVectorsSay(Face face) {
        int[] seen = new int[Status.NOT_IN_SUBGROUP + 1];
        for (Vector vector : Vector.all()) {
            byte[] output = new byte[vector.operation.size];
            Arrays.fill(output, (byte) (face == Face.CONVENIENCE ? 0 : 0xee)); // zeros must be written, too
            assertEquals(vector.status, face.call(vector.operation, vector.input, output), vector.name);
            assertArrayEquals(vector.output, output, vector.name);
            seen[vector.status]++;
        }
        for (int status = Status.OK; status <= Status.NOT_IN_SUBGROUP; status++) {
            assertTrue(seen[status] > 0, "no vector with " + Status.name(status));
        }
    }

    @Test
    void gas() {
        int priced = 0;
        for (Vector vector : Vector.all()) {
            long gas = vector.operation == Vector.Operation.ADD ? EvmBn254.addGas()
                : vector.operation == Vector.Operation.MUL ? EvmBn254.mulGas()
                : EvmBn254.pairingGas(vector.input.length);
            if (vector.gas >= 0) {
                assertEquals(vector.gas, gas, vector.name);
                priced++;
            }
        }
        assertTrue(priced > 0);
        assertEquals(45000 + 34000L * 11184810, EvmBn254.pairingGas(Integer.MAX_VALUE));
        assertThrows(IllegalArgumentException.class, () -> EvmBn254.pairingGas(-1));
    }

    @Test
    void theExceptionSaysWhatIsWrongAndWhichItem() {
        byte[] offCurve = new byte[128];
        offCurve[64 + 31] = 1; // second point: (1, 0)
        LimbsmithException thrown = assertThrows(LimbsmithException.class, () -> EvmBn254.add(offCurve));
        assertEquals(Status.NOT_ON_CURVE, thrown.status());
        assertEquals(1, thrown.item());
        assertEquals("ecAdd, item 1: not_on_curve: the point is not on its curve", thrown.getMessage());
        thrown = assertThrows(LimbsmithException.class, () -> EvmBn254.pairing(new byte[191]));
        assertEquals(Status.LENGTH, thrown.status());
        assertEquals(-1, thrown.item());
        thrown = assertThrows(LimbsmithException.class, () -> EvmBn254.mul((byte[]) null));
        assertEquals(Status.ARGUMENT, thrown.status());
    }

    /** Inputs on both sides of the size up to which the native code copies by itself. */
    @Test
    void longPairings() {
        byte[] pair = Vector.some(Vector.Operation.PAIRING).input;
        for (int pairs : new int[] {62, 63, 64, 65, 66, 300}) {
            byte[] in = new byte[pairs * 192]; // pairs of infinity, and at the end one product that is 1
            System.arraycopy(pair, 0, in, in.length - pair.length, pair.length);
            byte[] wrong = in.clone();
            wrong[wrong.length - 1] ^= 1;
            for (Face face : Face.values()) {
                byte[] out = new byte[32];
                assertEquals(Status.OK, face.call(Vector.Operation.PAIRING, in, out), face + ", pairs: " + pairs);
                assertEquals(1, out[31]);
                assertEquals(Status.NOT_ON_CURVE, face.call(Vector.Operation.PAIRING, wrong, new byte[32]));
            }
            LimbsmithException thrown = assertThrows(LimbsmithException.class, () -> EvmBn254.pairing(wrong));
            assertEquals(pairs - 1, thrown.item());
        }
    }

    /** In the same direct memory, where no copy hides an overlap. */
    @Test
    void overlappingDirectBuffers() {
        Vector vector = Vector.some(Vector.Operation.ADD);
        for (int shift = -64; shift <= 128; shift++) {
            ByteBuffer memory = ByteBuffer.allocateDirect(64 + 128 + 128);
            memory.position(64);
            memory.put(vector.input);
            ByteBuffer in = memory.duplicate();
            in.position(64).limit(64 + vector.input.length);
            ByteBuffer out = memory.duplicate();
            out.position(64 + shift);
            assertEquals(Status.OK, EvmBn254.add(in, out));
            byte[] output = new byte[64];
            out.get(output);
            assertArrayEquals(vector.output, output, "output " + shift + " bytes after the input");
        }
    }
}
