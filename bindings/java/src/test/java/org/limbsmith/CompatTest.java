// SPDX-License-Identifier: Apache-2.0 OR MIT
package org.limbsmith;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.ptr.IntByReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Paths;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The libraries of bindings/compat, through JNA, as besu-native declares its functions: direct mapping, and an interface. */
class CompatTest {
    private static String library(String form) {
        return Paths.get(System.getProperty("limbsmith.build"), Loader.platform(), "bindings", "compat", form,
            System.mapLibraryName("gnark_eip_196")).toAbsolutePath().normalize().toString();
    }

    /** besu-native 1.4.2 to 1.5.0. */
    static class DirectV2 {
        static {
            Native.register(DirectV2.class, NativeLibrary.getInstance(library("v2")));
        }

        static native int eip196altbn128G1Add(byte[] input, byte[] output, int inputSize);

        static native int eip196altbn128G1Mul(byte[] input, byte[] output, int inputSize);

        static native int eip196altbn128Pairing(byte[] input, byte[] output, int inputSize);
    }

    /** The same as an interface. */
    public interface InterfaceV2 extends Library {
        InterfaceV2 LIBRARY = Native.load(library("v2"), InterfaceV2.class);

        int eip196altbn128G1Add(byte[] input, byte[] output, int inputSize);

        int eip196altbn128G1Mul(byte[] input, byte[] output, int inputSize);

        int eip196altbn128Pairing(byte[] input, byte[] output, int inputSize);
    }

    /** besu-native up to 1.4.1. */
    static class DirectV1 {
        static {
            Native.register(DirectV1.class, NativeLibrary.getInstance(library("v1")));
        }

        static native int eip196altbn128G1Add(byte[] input, byte[] output, byte[] error, int inputSize,
            IntByReference outputSize, IntByReference errorSize);

        static native int eip196altbn128G1Mul(byte[] input, byte[] output, byte[] error, int inputSize,
            IntByReference outputSize, IntByReference errorSize);

        static native int eip196altbn128Pairing(byte[] input, byte[] output, byte[] error, int inputSize,
            IntByReference outputSize, IntByReference errorSize);
    }

    /** The same as an interface. */
    public interface InterfaceV1 extends Library {
        InterfaceV1 LIBRARY = Native.load(library("v1"), InterfaceV1.class);

        int eip196altbn128G1Add(byte[] input, byte[] output, byte[] error, int inputSize, IntByReference outputSize,
            IntByReference errorSize);

        int eip196altbn128G1Mul(byte[] input, byte[] output, byte[] error, int inputSize, IntByReference outputSize,
            IntByReference errorSize);

        int eip196altbn128Pairing(byte[] input, byte[] output, byte[] error, int inputSize, IntByReference outputSize,
            IntByReference errorSize);
    }

    private static int v2(boolean direct, Vector.Operation operation, byte[] input, byte[] output, int length) {
        InterfaceV2 library = InterfaceV2.LIBRARY;
        switch (operation) {
            case ADD:
                return direct ? DirectV2.eip196altbn128G1Add(input, output, length)
                    : library.eip196altbn128G1Add(input, output, length);
            case MUL:
                return direct ? DirectV2.eip196altbn128G1Mul(input, output, length)
                    : library.eip196altbn128G1Mul(input, output, length);
            default:
                return direct ? DirectV2.eip196altbn128Pairing(input, output, length)
                    : library.eip196altbn128Pairing(input, output, length);
        }
    }

    private static int v1(boolean direct, Vector.Operation operation, byte[] input, byte[] output, byte[] error, int length,
        IntByReference outputLength, IntByReference errorLength) {
        InterfaceV1 library = InterfaceV1.LIBRARY;
        switch (operation) {
            case ADD:
                return direct ? DirectV1.eip196altbn128G1Add(input, output, error, length, outputLength, errorLength)
                    : library.eip196altbn128G1Add(input, output, error, length, outputLength, errorLength);
            case MUL:
                return direct ? DirectV1.eip196altbn128G1Mul(input, output, error, length, outputLength, errorLength)
                    : library.eip196altbn128G1Mul(input, output, error, length, outputLength, errorLength);
            default:
                return direct ? DirectV1.eip196altbn128Pairing(input, output, error, length, outputLength, errorLength)
                    : library.eip196altbn128Pairing(input, output, error, length, outputLength, errorLength);
        }
    }

    /** besu-native's code for each of our statuses. */
    private static final int[] CODES = {0, 1, 2, 4, 3};

    private static byte[] filled(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 0xaa);
        return bytes;
    }

    private static byte[] followedBy(byte[] first, int total) {
        byte[] bytes = filled(total);
        System.arraycopy(first, 0, bytes, 0, first.length);
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void v2GivesBesusCodes(boolean direct) {
        for (Vector vector : Vector.all()) {
            byte[] output = filled(96);
            int code = v2(direct, vector.operation, vector.input, output, vector.input.length);
            assertEquals(CODES[vector.status], code, vector.name);
            // Difference: the whole result is written whatever was in the buffer, and nothing behind it.
            assertArrayEquals(followedBy(vector.output, 96), output, vector.name);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void v1GivesBesusResultsAndTexts(boolean direct) {
        String[] texts = {"", "multiple of 192", "modulus", "curve", "order"};
        for (Vector vector : Vector.all()) {
            byte[] output = filled(128);
            byte[] error = filled(256);
            IntByReference outputLength = new IntByReference(128);
            IntByReference errorLength = new IntByReference(256);
            int code = v1(direct, vector.operation, vector.input, output, error, vector.input.length, outputLength, errorLength);
            assertEquals(vector.status == Status.OK ? 0 : 1, code, vector.name);
            assertEquals(vector.status == Status.OK ? vector.output.length : 0, outputLength.getValue(), vector.name);
            assertArrayEquals(followedBy(vector.output, 128), output, vector.name);
            String text = new String(error, 0, errorLength.getValue(), StandardCharsets.US_ASCII);
            assertEquals(vector.status == Status.OK, text.isEmpty(), text);
            assertTrue(text.contains(texts[vector.status]), text);
            assertEquals(0, error[text.length()]);
            assertArrayEquals(followedBy((text + "\0").getBytes(StandardCharsets.US_ASCII), 256), error);
        }
    }

    /** Where besu-native would end the process. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void badCallsFail(boolean direct) {
        for (Vector.Operation operation : Vector.Operation.values()) {
            byte[] input = new byte[192];
            byte[] zeros = followedBy(new byte[operation.size], 96);
            for (int length : new int[] {-1, -192, Integer.MIN_VALUE}) {
                byte[] output = filled(96);
                assertEquals(-1, v2(direct, operation, input, output, length));
                assertArrayEquals(zeros, output);
            }
            byte[] output = filled(96);
            assertEquals(-1, v2(direct, operation, null, output, 192));
            assertArrayEquals(zeros, output);
            assertEquals(-1, v2(direct, operation, null, filled(96), 0));
            assertEquals(-1, v2(direct, operation, input, null, 192));
            assertEquals(0, v2(direct, operation, new byte[0], output, 0)); // an empty array is no NULL

            for (int absent = 0; absent < 6; absent++) {
                byte[] error = filled(256);
                output = filled(96);
                IntByReference outputLength = new IntByReference(77);
                IntByReference errorLength = new IntByReference(77);
                int code = v1(direct, operation, absent == 0 ? null : input, absent == 1 ? null : output,
                    absent == 2 ? null : error, absent == 3 ? -1 : 192, absent == 4 ? null : outputLength,
                    absent == 5 ? null : errorLength);
                assertEquals(-1, code);
                assertArrayEquals(absent == 1 ? filled(96) : zeros, output);
                assertEquals(absent == 4 ? 77 : 0, outputLength.getValue());
                assertEquals(absent == 5, errorLength.getValue() == 77);
                assertEquals(absent == 2 ? (byte) 0xaa : 'l', error[0]);
            }
        }
    }

    /** Difference: an int is written where an int is pointed to, not eight bytes. */
    @Test
    void lengthsAreWrittenAsInts() {
        com.sun.jna.Memory memory = new com.sun.jna.Memory(16);
        memory.setLong(0, -1);
        memory.setLong(8, -1);
        IntByReference outputLength = new IntByReference();
        IntByReference errorLength = new IntByReference();
        outputLength.setPointer(memory);
        errorLength.setPointer(memory.share(8));
        assertEquals(0, DirectV1.eip196altbn128G1Add(new byte[0], new byte[128], new byte[256], 0, outputLength, errorLength));
        assertEquals(64, memory.getInt(0));
        assertEquals(-1, memory.getInt(4));
        assertEquals(0, memory.getInt(8));
        assertEquals(-1, memory.getInt(12));
    }
}
