// SPDX-License-Identifier: Apache-2.0 OR MIT
package org.limbsmith;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The ways to make a call. Each checks by itself that nothing but the output changed. */
enum Face {
    ARRAY {
        @Override
        int call(Vector.Operation operation, byte[] input, byte[] output) {
            return arrays(operation, input, output, 0, 0);
        }
    },
    ARRAY_WITH_OFFSETS {
        @Override
        int call(Vector.Operation operation, byte[] input, byte[] output) {
            return arrays(operation, input, output, 5, 9);
        }
    },
    ONE_ARRAY {
        @Override
        int call(Vector.Operation operation, byte[] input, byte[] output) {
            byte[] both = Arrays.copyOf(input, Math.max(input.length, output.length));
            int status = call(operation, both, 0, input.length, both, 0);
            System.arraycopy(both, 0, output, 0, output.length);
            return status;
        }
    },
    HEAP {
        @Override
        int call(Vector.Operation operation, byte[] input, byte[] output) {
            return buffers(operation, input, output, false, false, false);
        }
    },
    READ_ONLY_HEAP {
        @Override
        int call(Vector.Operation operation, byte[] input, byte[] output) {
            return buffers(operation, input, output, false, true, false);
        }
    },
    DIRECT {
        @Override
        int call(Vector.Operation operation, byte[] input, byte[] output) {
            return buffers(operation, input, output, true, false, true);
        }
    },
    READ_ONLY_DIRECT_TO_HEAP {
        @Override
        int call(Vector.Operation operation, byte[] input, byte[] output) {
            return buffers(operation, input, output, true, true, false);
        }
    },
    HEAP_TO_DIRECT {
        @Override
        int call(Vector.Operation operation, byte[] input, byte[] output) {
            return buffers(operation, input, output, false, false, true);
        }
    },
    CONVENIENCE {
        @Override
        int call(Vector.Operation operation, byte[] input, byte[] output) {
            byte[] result;
            try {
                result = convenience(operation, input);
            } catch (LimbsmithException reason) {
                return reason.status();
            }
            assertEquals(output.length, result.length);
            System.arraycopy(result, 0, output, 0, output.length);
            return Status.OK;
        }
    };

    abstract int call(Vector.Operation operation, byte[] input, byte[] output);

    static int call(Vector.Operation operation, byte[] in, int inOffset, int inLength, byte[] out, int outOffset) {
        switch (operation) {
            case ADD: return EvmBn254.add(in, inOffset, inLength, out, outOffset);
            case MUL: return EvmBn254.mul(in, inOffset, inLength, out, outOffset);
            default: return EvmBn254.pairing(in, inOffset, inLength, out, outOffset);
        }
    }

    static int call(Vector.Operation operation, ByteBuffer in, ByteBuffer out) {
        switch (operation) {
            case ADD: return EvmBn254.add(in, out);
            case MUL: return EvmBn254.mul(in, out);
            default: return EvmBn254.pairing(in, out);
        }
    }

    static byte[] convenience(Vector.Operation operation, byte[] in) {
        switch (operation) {
            case ADD: return EvmBn254.add(in);
            case MUL: return EvmBn254.mul(in);
            default: {
                byte[] out = new byte[32];
                out[31] = (byte) (EvmBn254.pairing(in) ? 1 : 0);
                return out;
            }
        }
    }

    private static final byte FENCE = 0x5a;

    private static byte[] fenced(byte[] bytes, int before, int after) {
        byte[] all = new byte[before + bytes.length + after];
        Arrays.fill(all, FENCE);
        System.arraycopy(bytes, 0, all, before, bytes.length);
        return all;
    }

    /** Copies the output from between its fences, which must stand. */
    private static void unfence(byte[] all, int before, byte[] output) {
        System.arraycopy(all, before, output, 0, output.length);
        for (int i = 0; i < all.length; i++) {
            assertEquals(i >= before && i < before + output.length ? all[i] : FENCE, all[i], "a byte outside the output");
        }
    }

    private static int arrays(Vector.Operation operation, byte[] input, byte[] output, int before, int outBefore) {
        byte[] in = fenced(input, before, before == 0 ? 0 : 300);
        byte[] saved = in.clone();
        byte[] out = fenced(output, outBefore, 7);
        int status = call(operation, in, before, input.length, out, outBefore);
        assertEquals(ByteBuffer.wrap(saved), ByteBuffer.wrap(in), "the input changed");
        unfence(out, outBefore, output);
        return status;
    }

    private static int buffers(Vector.Operation operation, byte[] input, byte[] output, boolean direct, boolean readOnly,
        boolean outDirect) {
        // A slice, so that an array behind it begins elsewhere; then a position and a limit inside.
        ByteBuffer in = sliced(fenced(input, 3 + 4, 11), direct);
        ByteBuffer out = sliced(fenced(output, 3 + 2, 13), outDirect);
        in.position(4).limit(4 + input.length);
        out.position(2).limit(2 + output.length + 1);
        if (readOnly) {
            in = in.asReadOnlyBuffer();
        }
        ByteBuffer inBefore = in.duplicate();
        int status = call(operation, in, out);
        assertEquals(4, in.position());
        assertEquals(4 + input.length, in.limit());
        assertEquals(inBefore, in);
        assertEquals(ByteBuffer.wrap(input), in);
        assertEquals(2, out.position());
        assertEquals(2 + output.length + 1, out.limit());
        out.clear();
        byte[] all = new byte[out.capacity()];
        out.get(all);
        unfence(all, 2, output);
        return status;
    }

    private static ByteBuffer sliced(byte[] bytes, boolean direct) {
        ByteBuffer all = direct ? ByteBuffer.allocateDirect(bytes.length) : ByteBuffer.allocate(bytes.length);
        all.put(bytes);
        all.position(3);
        return all.slice();
    }
}
