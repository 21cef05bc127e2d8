// SPDX-License-Identifier: Apache-2.0 OR MIT
package org.limbsmith;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ArgumentsTest {
    private static final int MAX = Integer.MAX_VALUE;
    private static final int MIN = Integer.MIN_VALUE;

    private final byte[] in = new byte[192];
    private final byte[] out = filled(100);

    private static byte[] filled(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 0x77);
        return bytes;
    }

    private void refused(int status, Vector.Operation operation, byte[] in, int inOffset, int inLength, byte[] out,
        int outOffset) {
        byte[] before = out == null ? null : out.clone();
        assertEquals(status, Face.call(operation, in, inOffset, inLength, out, outOffset));
        assertArrayEquals(before, out);
    }

    @ParameterizedTest
    @EnumSource
    void rangesOfArrays(Vector.Operation operation) {
        int[][] ranges = {
            {-1, 0}, {0, -1}, {0, 193}, {1, 192}, {192, 1}, {193, 0}, {193, -1}, {MAX, 0}, {MAX, 1}, {MAX, MAX}, {1, MAX},
            {MIN, 0}, {MIN, MIN}, {0, MIN}, {-1, 193}, {MIN, MAX}, {MAX, MIN}, {-192, 192},
        };
        for (int[] range : ranges) {
            refused(Status.ARGUMENT, operation, in, range[0], range[1], out, 0);
        }
        for (int offset : new int[] {-1, 101, MAX, MIN}) {
            refused(Status.ARGUMENT, operation, in, 0, 192, out, offset);
        }
        int last = out.length - operation.size;
        for (int offset : new int[] {last + 1, 99, 100}) {
            refused(Status.OUTPUT, operation, in, 0, 192, out, offset);
        }
        refused(Status.ARGUMENT, operation, null, 0, 0, out, 0);
        refused(Status.ARGUMENT, operation, in, 0, 0, null, 0);
        assertEquals(Status.OK, Face.call(operation, in, 192, 0, out, last));
        assertEquals(Status.OK, Face.call(operation, in, 0, 192, out, 0));
    }

    @ParameterizedTest
    @EnumSource
    void buffers(Vector.Operation operation) {
        ByteBuffer in = ByteBuffer.allocate(192);
        for (ByteBuffer out : new ByteBuffer[] {ByteBuffer.wrap(filled(64)), ByteBuffer.allocateDirect(64)}) {
            byte first = out.get(0);
            assertEquals(Status.ARGUMENT, Face.call(operation, in, out.asReadOnlyBuffer()));
            assertEquals(Status.ARGUMENT, Face.call(operation, null, out));
            out.limit(operation.size - 1);
            assertEquals(Status.OUTPUT, Face.call(operation, in, out));
            out.clear().position(64 - operation.size + 1);
            assertEquals(Status.OUTPUT, Face.call(operation, in, out));
            out.clear().position(64);
            assertEquals(Status.OUTPUT, Face.call(operation, in, out));
            assertEquals(first, out.get(0));
            out.clear();
            assertEquals(Status.OK, Face.call(operation, in, out));
        }
        assertEquals(Status.ARGUMENT, Face.call(operation, in, null));
    }

    /** Empty inputs of every kind: two points at infinity, or no pair. */
    @ParameterizedTest
    @EnumSource
    void nothing(Vector.Operation operation) {
        byte[] expected = new byte[operation.size];
        expected[operation.size - 1] = (byte) (operation == Vector.Operation.PAIRING ? 1 : 0);
        ByteBuffer[] empty = {ByteBuffer.allocate(0), ByteBuffer.allocate(0).asReadOnlyBuffer(), ByteBuffer.allocateDirect(0)};
        for (ByteBuffer in : empty) {
            ByteBuffer out = ByteBuffer.wrap(filled(operation.size));
            assertEquals(Status.OK, Face.call(operation, in, out));
            assertArrayEquals(expected, out.array());
        }
        assertArrayEquals(expected, Face.convenience(operation, new byte[0]));
    }

    /** The numbers and names are those of the C header. */
    @Test
    void statusesAreThoseOfTheHeader() throws Exception {
        String header = new String(Files.readAllBytes(Paths.get(System.getProperty("limbsmith.root"),
            "include/limbsmith/status.h")), StandardCharsets.UTF_8);
        Matcher entry = Pattern.compile("LSM_(?:ERR_)?([A-Z_]+) = (\\d+),? +/\\* (\\w+)").matcher(header);
        int entries = 0;
        while (entry.find()) {
            assertEquals(Integer.parseInt(entry.group(2)), Status.class.getField(entry.group(1)).getInt(null));
            assertEquals(entry.group(3), Status.name(Integer.parseInt(entry.group(2))));
            entries++;
        }
        assertEquals(8, entries);
        assertEquals("unavailable", Status.name(Status.UNAVAILABLE));
        assertEquals("memory", Status.name(Status.MEMORY));
        assertEquals("unknown", Status.name(8));
        for (int status = -2; status < 8; status++) {
            assertEquals(status >= 1 && status <= 4, Status.isBadInput(status));
            assertTrue(status == Status.OK || !Status.explain(status).startsWith("unknown"));
        }
    }
}
