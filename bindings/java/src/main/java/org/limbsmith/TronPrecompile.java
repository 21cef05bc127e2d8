// SPDX-License-Identifier: Apache-2.0 OR MIT
package org.limbsmith;

import java.util.function.BiFunction;

/**
 * The three precompiles in the shape of java-tron's {@code PrecompiledContract}: null data is empty data, a bad input gives
 * false and no bytes, the price follows the Istanbul switch.
 *
 * <p>In {@code PrecompiledContracts}, one line at the head of each {@code execute} makes the call native and leaves what
 * follows as the fallback:
 *
 * <pre>{@code if (TronPrecompile.isAvailable()) return TronPrecompile.ADDITION.execute(data, Pair::of);}</pre>
 *
 * <p>Only what the input deserves is ever reported as failure. Where the native library is missing, {@code execute} throws:
 * a node that answered "failed" there would leave the chain.
 */
public enum TronPrecompile {
    /** ecAdd, as BN128Addition. */
    ADDITION("ecAdd", EvmBn254.POINT_OUTPUT),
    /** ecMul, as BN128Multiplication. */
    MULTIPLICATION("ecMul", EvmBn254.POINT_OUTPUT),
    /** ecPairing, as BN128Pairing. */
    PAIRING("ecPairing", EvmBn254.PAIRING_OUTPUT);

    private static final byte[] EMPTY = new byte[0];

    private final String call;
    private final int outputLength;

    TronPrecompile(String call, int outputLength) {
        this.call = call;
        this.outputLength = outputLength;
    }

    /**
     * Whether {@code execute} can work; if not, {@link Limbsmith#loadError()} says why. Never throws.
     *
     * @return {@link Limbsmith#isAvailable()}
     */
    public static boolean isAvailable() {
        return Limbsmith.isAvailable();
    }

    /**
     * The price of a call, which does not depend on the input's value.
     *
     * @param data the input; null is empty
     * @param istanbul whether the Istanbul prices (EIP-1108) are in force, else those of EIP-196 and EIP-197
     * @return energy
     */
    public long energy(byte[] data, boolean istanbul) {
        int length = data == null ? 0 : data.length;
        switch (this) {
            case ADDITION:
                return istanbul ? EvmBn254.addGas() : 500;
            case MULTIPLICATION:
                return istanbul ? EvmBn254.mulGas() : 40000;
            default:
                return istanbul ? EvmBn254.pairingGas(length) : 100000 + 80000L * (length / EvmBn254.PAIR_INPUT);
        }
    }

    /**
     * Runs the precompile.
     *
     * @param <R> what holds success and output
     * @param data the input; null is empty
     * @param result makes the return value, as {@code Pair::of} of commons-lang3 does: true and the output, or false and no bytes
     * @return what {@code result} made
     * @throws LimbsmithException if the library could not do its work, whatever the input: {@link Status#UNAVAILABLE},
     *     {@link Status#ENGINE} or {@link Status#MEMORY}
     */
    public <R> R execute(byte[] data, BiFunction<Boolean, byte[], R> result) {
        byte[] in = data == null ? EMPTY : data;
        byte[] out = new byte[outputLength];
        int status = run(in, out);
        if (status == Status.OK) {
            return result.apply(true, out);
        }
        if (Status.isBadInput(status)) {
            return result.apply(false, EMPTY);
        }
        throw new LimbsmithException(call, status, -1, Limbsmith.loadError());
    }

    private int run(byte[] in, byte[] out) {
        switch (this) {
            case ADDITION: return EvmBn254.add(in, 0, in.length, out, 0);
            case MULTIPLICATION: return EvmBn254.mul(in, 0, in.length, out, 0);
            default: return EvmBn254.pairing(in, 0, in.length, out, 0);
        }
    }
}
