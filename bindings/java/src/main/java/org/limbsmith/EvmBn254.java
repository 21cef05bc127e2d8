// SPDX-License-Identifier: Apache-2.0 OR MIT
package org.limbsmith;

import java.nio.ByteBuffer;

/**
 * The Ethereum precompiles of BN254 (alt_bn128): ecAdd and ecMul (EIP-196, addresses 6 and 7), ecPairing (EIP-197, address 8).
 *
 * <p>Encoding: numbers of 32 bytes, big-endian; a point of G1 is x, y; a point of G2 is x, y, each with its imaginary part
 * first; all zeros is the point at infinity. A coordinate of p or more is refused, a scalar may be any 256-bit number.
 * Input of add and mul that is too short is padded with zeros on the right, what is too long is ignored.
 *
 * <p>Two faces. The calls with an output argument return a {@link Status}, never throw, and allocate nothing (but a copy of
 * an input in a read-only buffer on the heap, the only kind whose bytes cannot be reached otherwise). The calls that return
 * the result throw {@link LimbsmithException}.
 *
 * <p>A status of {@link Status#OK} means that exactly 64 (pairing: 32) bytes of the output were written; one of 1 to 4, that
 * they are zero; any other, that they are not to be used. Input and output may be the same array or overlap. Buffers
 * are read from their position to their limit, and written at their position; neither moves, so that threads may share one.
 * A buffer that another thread moves meanwhile gives the result of some state of it, or {@link Status#ARGUMENT}.
 * A direct buffer is used without a copy, an array with one.
 *
 * <p>Everything here is safe from any thread. Time depends on the input, which is public on a chain.
 */
public final class EvmBn254 {
    /** Bytes of input that {@code add} looks at. */
    public static final int ADD_INPUT = 128;
    /** Bytes of input that {@code mul} looks at. */
    public static final int MUL_INPUT = 96;
    /** Bytes of input of a pair of points. */
    public static final int PAIR_INPUT = 192;
    /** Bytes of the result of {@code add} and {@code mul}. */
    public static final int POINT_OUTPUT = 64;
    /** Bytes of the result of {@code pairing}: the number 1 or 0. */
    public static final int PAIRING_OUTPUT = 32;

    private static final long NO_ITEM = -1L << 32;

    private EvmBn254() {}

    /**
     * a + b in G1.
     *
     * @param in holds a, b
     * @param inOffset where the input begins
     * @param inLength its length
     * @param out receives 64 bytes
     * @param outOffset where
     * @return a {@link Status}
     */
    public static int add(byte[] in, int inOffset, int inLength, byte[] out, int outOffset) {
        return (int) call(Native.ADD, in, inOffset, inLength, out, outOffset);
    }

    /**
     * a + b in G1.
     *
     * @param in holds a, b
     * @param out receives 64 bytes
     * @return a {@link Status}
     */
    public static int add(ByteBuffer in, ByteBuffer out) {
        return (int) call(Native.ADD, in, out);
    }

    /**
     * a + b in G1.
     *
     * @param in a, b
     * @return the 64 bytes of the sum
     * @throws LimbsmithException on any status but {@link Status#OK}
     */
    public static byte[] add(byte[] in) {
        return checked("ecAdd", Native.ADD, in);
    }

    /**
     * [k]a in G1.
     *
     * @param in holds a, k
     * @param inOffset where the input begins
     * @param inLength its length
     * @param out receives 64 bytes
     * @param outOffset where
     * @return a {@link Status}
     */
    public static int mul(byte[] in, int inOffset, int inLength, byte[] out, int outOffset) {
        return (int) call(Native.MUL, in, inOffset, inLength, out, outOffset);
    }

    /**
     * [k]a in G1.
     *
     * @param in holds a, k
     * @param out receives 64 bytes
     * @return a {@link Status}
     */
    public static int mul(ByteBuffer in, ByteBuffer out) {
        return (int) call(Native.MUL, in, out);
    }

    /**
     * [k]a in G1.
     *
     * @param in a, k
     * @return the 64 bytes of the product
     * @throws LimbsmithException on any status but {@link Status#OK}
     */
    public static byte[] mul(byte[] in) {
        return checked("ecMul", Native.MUL, in);
    }

    /**
     * Whether the product of the pairings of all pairs is 1, as the number 1 or 0; 1 for no pair at all.
     *
     * @param in holds pairs of 192 bytes: a point of G1, a point of G2
     * @param inOffset where the input begins
     * @param inLength its length; no multiple of 192 is {@link Status#LENGTH}
     * @param out receives 32 bytes
     * @param outOffset where
     * @return a {@link Status}
     */
    public static int pairing(byte[] in, int inOffset, int inLength, byte[] out, int outOffset) {
        return (int) call(Native.PAIRING, in, inOffset, inLength, out, outOffset);
    }

    /**
     * Whether the product of the pairings of all pairs is 1, as the number 1 or 0; 1 for no pair at all.
     *
     * @param in holds pairs of 192 bytes: a point of G1, a point of G2
     * @param out receives 32 bytes
     * @return a {@link Status}
     */
    public static int pairing(ByteBuffer in, ByteBuffer out) {
        return (int) call(Native.PAIRING, in, out);
    }

    /**
     * Whether the product of the pairings of all pairs is 1.
     *
     * @param in pairs of 192 bytes: a point of G1, a point of G2
     * @return whether it is 1; true for no pair at all
     * @throws LimbsmithException on any status but {@link Status#OK}
     */
    public static boolean pairing(byte[] in) {
        return checked("ecPairing", Native.PAIRING, in)[PAIRING_OUTPUT - 1] == 1;
    }

    /**
     * Gas of {@code add} after EIP-1108.
     *
     * @return 150
     */
    public static long addGas() {
        return 150;
    }

    /**
     * Gas of {@code mul} after EIP-1108.
     *
     * @return 6000
     */
    public static long mulGas() {
        return 6000;
    }

    /**
     * Gas of {@code pairing} after EIP-1108, for an input of any length, valid or not.
     *
     * @param inLength the input's length in bytes, 0 or more
     * @return 45000 and 34000 for each whole pair
     * @throws IllegalArgumentException for a length below 0
     */
    public static long pairingGas(int inLength) {
        if (inLength < 0) {
            throw new IllegalArgumentException("pairingGas: a length of " + inLength + " bytes");
        }
        return 45000 + 34000L * (inLength / PAIR_INPUT);
    }

    private static int outputOf(int operation) {
        return operation == Native.PAIRING ? PAIRING_OUTPUT : POINT_OUTPUT;
    }

    /** Status in the low half, bad item in the high half, as {@link Native#call}. */
    private static long call(int operation, byte[] in, int inOffset, int inLength, byte[] out, int outOffset) {
        // Differences, not sums: they cannot overflow.
        if (in == null || inOffset < 0 || inLength < 0 || inLength > in.length - inOffset
            || out == null || outOffset < 0 || outOffset > out.length) {
            return error(Status.ARGUMENT);
        }
        if (out.length - outOffset < outputOf(operation)) {
            return error(Status.OUTPUT);
        }
        if (!Loader.available()) {
            return error(Status.UNAVAILABLE);
        }
        return Native.call(operation, in, null, inOffset, inLength, out, null, outOffset);
    }

    private static long call(int operation, ByteBuffer in, ByteBuffer out) {
        if (in == null || out == null || out.isReadOnly()) {
            return error(Status.ARGUMENT);
        }
        // Each is read once: whatever another thread does to a buffer, a position and a limit that fit each other fit it.
        int inOffset = in.position();
        int inLength = in.limit() - inOffset;
        int outOffset = out.position();
        int outLength = out.limit() - outOffset;
        if (inLength < 0 || outLength < 0) {
            return error(Status.ARGUMENT);
        }
        if (outLength < outputOf(operation)) {
            return error(Status.OUTPUT);
        }
        if (!Loader.available()) {
            return error(Status.UNAVAILABLE);
        }
        byte[] inArray = null;
        if (in.hasArray()) {
            inArray = in.array();
            inOffset += in.arrayOffset();
        } else if (!in.isDirect()) { // read-only, on the heap
            inLength = operation == Native.PAIRING ? inLength : Math.min(inLength, ADD_INPUT);
            inArray = new byte[inLength];
            ByteBuffer copied;
            try {
                copied = in.duplicate();
            } catch (IllegalArgumentException moved) { // between its position and its limit
                return error(Status.ARGUMENT);
            }
            copied.clear().position(inOffset);
            copied.get(inArray);
            inOffset = 0;
        }
        byte[] outArray = out.hasArray() ? out.array() : null;
        outOffset += outArray == null ? 0 : out.arrayOffset();
        return Native.call(operation, inArray, inArray == null ? in : null, inOffset, inLength,
            outArray, outArray == null ? out : null, outOffset);
    }

    private static byte[] checked(String name, int operation, byte[] in) {
        byte[] out = new byte[outputOf(operation)];
        long result = call(operation, in, 0, in == null ? 0 : in.length, out, 0);
        if ((int) result != Status.OK) {
            Throwable cause = (int) result == Status.UNAVAILABLE ? Limbsmith.loadError() : null;
            throw new LimbsmithException(name, (int) result, (int) (result >> 32), cause);
        }
        return out;
    }

    private static long error(int status) {
        return NO_ITEM | (status & 0xffffffffL);
    }
}
