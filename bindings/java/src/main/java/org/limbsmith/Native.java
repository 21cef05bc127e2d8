// SPDX-License-Identifier: Apache-2.0 OR MIT
package org.limbsmith;

import java.nio.ByteBuffer;

/** The functions of the JNI library. They trust their arguments: only the other classes of this package call them. */
final class Native {
    static final int ADD = 0;
    static final int MUL = 1;
    static final int PAIRING = 2;

    private Native() {}

    /**
     * One precompile. Of {@code inArray} and {@code inBuffer} (direct) exactly one is not null, and so of the outputs. The
     * ranges lie within them, and the output has room for the result.
     *
     * @return the status in the low half, the index of the bad item or -1 in the high half
     */
    static native long call(int operation, byte[] inArray, ByteBuffer inBuffer, int inOffset, int inLength,
        byte[] outArray, ByteBuffer outBuffer, int outOffset);

    static native String version();

    static native String engineName();

    static native String engineReason();

    /** The status of the known-answer tests of the engine in use. */
    static native int selftest();
}
