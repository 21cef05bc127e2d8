// SPDX-License-Identifier: Apache-2.0 OR MIT
package org.limbsmith.bench;

import com.sun.jna.Native;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.limbsmith.EvmBn254;
import org.limbsmith.Limbsmith;
import org.limbsmith.Status;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What a crossing from Java costs, and the calls themselves. A pairing of no pairs does next to no work in C, so it is the
 * crossing alone; the addition of two points at infinity adds the decoding and the copies to that. JNA's direct mapping, on
 * the same arithmetic, is what besu-native's callers pay.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EvmBn254Bench {
    static {
        Native.register(EvmBn254Bench.class, "gnark_eip_196");
    }

    private final byte[] out = new byte[64];
    private final ByteBuffer directOut = ByteBuffer.allocateDirect(64);
    private final byte[] infinity = new byte[128];
    private final ByteBuffer infinityDirect = ByteBuffer.allocateDirect(128);
    private byte[] sum;
    private byte[] product;
    private byte[] twoPairs;

    private static native int eip196altbn128G1Add(byte[] input, byte[] output, int inputSize);

    private static byte[] words(String... decimal) {
        byte[] bytes = new byte[32 * decimal.length];
        for (int i = 0; i < decimal.length; i++) {
            byte[] number = new BigInteger(decimal[i]).toByteArray();
            int skip = number.length > 32 ? 1 : 0; // a sign byte
            System.arraycopy(number, skip, bytes, 32 * i + 32 - (number.length - skip), number.length - skip);
        }
        return bytes;
    }

    /** (a)(b) with e(P, Q) e(-P, Q) = 1 over the generators of EIP-196 and EIP-197. */
    @Setup
    public void inputs() {
        if (!Limbsmith.isAvailable()) {
            throw new IllegalStateException(Limbsmith.loadError());
        }
        String p = "21888242871839275222246405745257275088696311157297823662689037894645226208583"; // EIP-196
        String minusTwo = new BigInteger(p).subtract(BigInteger.valueOf(2)).toString();
        String[] q = { // EIP-197, imaginary parts first
            "11559732032986387107991004021392285783925812861821192530917403151452391805634",
            "10857046999023057135944570762232829481370756359578518086990519993285655852781",
            "4082367875863433681332203403145435568316851327593401208105741076214120093531",
            "8495653923123431417604973247489272438418190587263600148770280649306958101930"};
        product = words("1", "2", new BigInteger(p).shiftRight(1).toString());
        byte[] point = EvmBn254.mul(product);
        sum = new byte[128];
        System.arraycopy(point, 0, sum, 0, 64);
        System.arraycopy(product, 0, sum, 64, 64);
        twoPairs = words("1", "2", q[0], q[1], q[2], q[3], "1", minusTwo, q[0], q[1], q[2], q[3]);
        if (!EvmBn254.pairing(twoPairs)) {
            throw new IllegalStateException("the pairing is not 1");
        }
    }

    private static void check(int status) {
        if (status != Status.OK) {
            throw new IllegalStateException(Status.name(status));
        }
    }

    @Benchmark
    public void crossing() {
        check(EvmBn254.pairing(infinity, 0, 0, out, 0));
    }

    @Benchmark
    public void crossingDirect() {
        infinityDirect.limit(0);
        check(EvmBn254.pairing(infinityDirect, directOut));
    }

    @Benchmark
    public void addInfinity() {
        check(EvmBn254.add(infinity, 0, 128, out, 0));
    }

    @Benchmark
    public void addInfinityDirect() {
        infinityDirect.limit(128);
        check(EvmBn254.add(infinityDirect, directOut));
    }

    @Benchmark
    public void addInfinityThroughJna() {
        check(eip196altbn128G1Add(infinity, out, 128));
    }

    @Benchmark
    public void add() {
        check(EvmBn254.add(sum, 0, 128, out, 0));
    }

    @Benchmark
    public void mul() {
        check(EvmBn254.mul(product, 0, 96, out, 0));
    }

    @Benchmark
    public void pairingOfTwo() {
        check(EvmBn254.pairing(twoPairs, 0, 384, out, 0));
    }
}
