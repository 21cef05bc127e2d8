// SPDX-License-Identifier: Apache-2.0 OR MIT
package example;

import org.apache.commons.lang3.tuple.Pair;
import org.limbsmith.TronPrecompile;

/** A precompile in the shape of java-tron's, with the line of docs/embedding/java-tron.md. */
public final class Tron {
    /** As PrecompiledContracts.PrecompiledContract. */
    public abstract static class PrecompiledContract {
        public abstract Pair<Boolean, byte[]> execute(byte[] data);
    }

    /** As PrecompiledContracts.BN128Addition. */
    public static class BN128Addition extends PrecompiledContract {
        @Override
        public Pair<Boolean, byte[]> execute(byte[] data) {
            if (TronPrecompile.isAvailable()) return TronPrecompile.ADDITION.execute(data, Pair::of); // the line
            System.out.print("java ");
            return Pair.of(true, new byte[64]); // where java-tron computes in Java
        }
    }

    private Tron() {}

    public static void main(String[] arguments) {
        byte[] offCurve = new byte[64];
        offCurve[63] = 1;
        for (byte[] data : new byte[][] {null, offCurve}) {
            Pair<Boolean, byte[]> result = new BN128Addition().execute(data);
            System.out.print(result.getLeft() + " " + result.getRight().length + " ");
        }
    }
}
