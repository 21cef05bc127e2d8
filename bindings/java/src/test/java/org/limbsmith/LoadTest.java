// SPDX-License-Identifier: Apache-2.0 OR MIT
package org.limbsmith;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Many threads, many calls, little stack. */
class LoadTest {
    @Test
    void sixteenThreads() throws Exception {
        int threads = 16;
        CountDownLatch together = new CountDownLatch(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            long seed = i;
            Callable<Integer> work = () -> {
                Random random = new Random(seed);
                Face[] faces = Face.values();
                together.countDown();
                together.await();
                for (int call = 0; call < 400; call++) {
                    Vector vector = Vector.all().get(random.nextInt(Vector.all().size()));
                    Face face = faces[random.nextInt(faces.length)];
                    byte[] output = new byte[vector.operation.size];
                    assertEquals(vector.status, face.call(vector.operation, vector.input, output), vector.name);
                    assertArrayEquals(vector.output, output, vector.name);
                }
                return 400;
            };
            results.add(pool.submit(work));
        }
        int calls = 0;
        for (Future<Integer> result : results) {
            calls += result.get();
        }
        pool.shutdown();
        assertEquals(16 * 400, calls);
    }

    /**
     * A buffer that another thread moves: some status, never an exception. The position of one state with the room of the
     * other would lie outside the buffer.
     */
    @Test
    void buffersThatMoveMeanwhile() throws Exception {
        for (boolean direct : new boolean[] {false, true}) {
            ByteBuffer memory = direct ? ByteBuffer.allocateDirect(256) : ByteBuffer.allocate(192);
            for (int at = 192; at < memory.capacity(); at++) { // behind the slice, where no array ends
                memory.put(at, (byte) 0x5a);
            }
            memory.position(64).limit(192);
            ByteBuffer buffer = memory.slice();
            ByteBuffer readOnly = buffer.asReadOnlyBuffer();
            AtomicBoolean done = new AtomicBoolean();
            Thread mover = new Thread(() -> {
                for (int end = 64; !done.get(); end = 192 - end) { // the volatile read keeps both states from becoming one
                    for (ByteBuffer each : new ByteBuffer[] {buffer, readOnly}) {
                        each.clear().position(end == 64 ? 0 : 128).limit(end);
                    }
                }
            });
            mover.start();
            try {
                byte[] out = new byte[64];
                for (int call = 0; call < 50000; call++) {
                    ByteBuffer in = call % 2 == 0 ? buffer : readOnly;
                    int read = EvmBn254.add(in, ByteBuffer.wrap(out));
                    assertTrue(read == Status.OK || read == Status.ARGUMENT, "status " + read);
                    int written = EvmBn254.add(ByteBuffer.allocate(0), buffer);
                    assertTrue(written == Status.OK || written == Status.ARGUMENT || written == Status.OUTPUT, "status " + written);
                }
            } finally {
                done.set(true);
                mover.join();
            }
            memory.clear();
            for (int at = 192; at < memory.capacity(); at++) {
                assertEquals(0x5a, memory.get(at), "byte " + at);
            }
        }
    }

    /** Resident memory after a warm-up and at the end. The heap is fixed, so only what leaks outside it can grow. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void memoryStaysFlat() throws Exception {
        int rounds = Integer.getInteger("limbsmith.leak.rounds");
        leakRounds(200);
        long before = resident();
        leakRounds(rounds);
        long grown = resident() - before;
        System.out.println("leak test: " + rounds + " thousand calls, resident memory grew by " + grown + " KiB");
        // The JVM's own noise (code cache, thread buffers) is some MiB; one leaked reference or byte array a call is far more.
        assertTrue(grown < 6 * 1024, "resident memory grew by " + grown + " KiB in " + rounds + " thousand calls");
    }

    private static void leakRounds(int rounds) {
        byte[] out = new byte[64];
        byte[] infinity = new byte[128];
        byte[] invalid = new byte[128];
        invalid[31] = 1;
        byte[] pairs = new byte[70 * 192]; // more than the native code copies by itself
        ByteBuffer direct = ByteBuffer.allocateDirect(128);
        ByteBuffer readOnly = ByteBuffer.allocate(128).asReadOnlyBuffer();
        ByteBuffer directOut = ByteBuffer.allocateDirect(64);
        int bad = 0;
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < 199; i++) {
                bad += EvmBn254.add(infinity, 0, 128, out, 0);
                bad += EvmBn254.mul(invalid, 0, 96, out, 0) - Status.NOT_ON_CURVE;
                bad += EvmBn254.add(direct, directOut);
                bad += EvmBn254.add(readOnly, directOut);
                bad += EvmBn254.pairing(infinity, 0, 0, out, 0);
            }
            for (int i = 0; i < 4; i++) {
                bad += EvmBn254.pairing(pairs, 0, pairs.length, out, 0);
            }
            bad += Limbsmith.engine().isEmpty() ? 1 : 0;
        }
        assertEquals(0, bad);
    }

    private static long resident() throws IOException {
        byte[] status = Files.readAllBytes(Paths.get("/proc/self/status"));
        for (String line : new String(status, StandardCharsets.US_ASCII).split("\n")) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        throw new IOException("no VmRSS");
    }

    /** At whatever depth the stack ends, it ends with StackOverflowError in Java, never inside the library. */
    @Test
    void littleStackIsNoCrash() throws Exception {
        byte[] in = Vector.some(Vector.Operation.PAIRING).input;
        int[] calls = new int[1];
        Throwable[] end = new Throwable[1];
        Thread thread = new Thread(null, () -> {
            try {
                deeper(in, calls);
            } catch (Throwable reason) {
                end[0] = reason;
            }
        }, "little stack", 256 * 1024);
        thread.start();
        thread.join();
        assertTrue(end[0] instanceof StackOverflowError, String.valueOf(end[0]));
        assertTrue(calls[0] > 10, calls[0] + " calls");
    }

    private static void deeper(byte[] in, int[] calls) {
        assertEquals(Status.OK, EvmBn254.pairing(in, 0, in.length, new byte[32], 0));
        calls[0]++;
        deeper(in, calls);
    }
}
