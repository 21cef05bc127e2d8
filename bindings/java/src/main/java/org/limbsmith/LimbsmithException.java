// SPDX-License-Identifier: Apache-2.0 OR MIT
package org.limbsmith;

/** What the convenience calls throw: the status, the point or pair that decided it, and a message with both. */
public final class LimbsmithException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The status, one of {@link Status}. */
    private final int status;
    /** The index of the bad point or pair, or -1. */
    private final int item;

    LimbsmithException(String call, int status, int item, Throwable cause) {
        super(call + (item < 0 ? "" : ", item " + item) + ": " + Status.name(status) + ": " + Status.explain(status)
            + (cause == null ? "" : ": " + cause.getMessage()), cause);
        this.status = status;
        this.item = item;
    }

    /**
     * The status code.
     *
     * @return one of the values of {@link Status}, never {@link Status#OK}
     */
    public int status() {
        return status;
    }

    /**
     * Which item of the input was bad.
     *
     * @return the index, from 0, of the point (add, mul) or pair (pairing) that decided the status; -1 if none did
     */
    public int item() {
        return item;
    }
}
