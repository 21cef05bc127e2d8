// SPDX-License-Identifier: Apache-2.0 OR MIT
package example;

import com.sun.jna.Native;

/** Finds libgnark_eip_196 on jna.library.path by its name and calls it as besu-native 1.5.0 declares it. */
public final class Besu {
    static {
        Native.register(Besu.class, "gnark_eip_196");
    }

    private Besu() {}

    public static native int eip196altbn128G1Add(byte[] input, byte[] output, int inputSize);

    public static native int eip196altbn128G1Mul(byte[] input, byte[] output, int inputSize);

    public static native int eip196altbn128Pairing(byte[] input, byte[] output, int inputSize);

    public static void main(String[] arguments) {
        byte[] input = new byte[192];
        byte[] output = new byte[64];
        output[31] = 77;
        input[31] = 1;
        input[63] = 2;
        int pairing = eip196altbn128Pairing(input, output, input.length);
        System.out.println(pairing + " " + output[31]);
        System.out.println(eip196altbn128G1Mul(input, output, 64) + " " + output[63]);
        input[63] = 3;
        System.out.println(eip196altbn128G1Add(input, output, 128) + " " + output[63]);
    }
}
