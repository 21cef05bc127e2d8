// SPDX-License-Identifier: Apache-2.0 OR MIT
package org.limbsmith;

import com.google.gson.Gson;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** A call and what it must give, from the JSON files of tests/data and, where it is set, of the folder LSM_VECTORS. */
final class Vector {
    final String name;
    final Operation operation;
    final byte[] input;
    final byte[] output;
    final int status;
    final long gas;

    /** The calls under test, by the names that the files give them. */
    enum Operation {
        ADD("bn254_add", Native.ADD, 64), MUL("bn254_mul", Native.MUL, 64), PAIRING("bn254_pairing", Native.PAIRING, 32);

        final String file;
        final int number;
        final int size;

        Operation(String file, int number, int size) {
            this.file = file;
            this.number = number;
            this.size = size;
        }
    }

    /** The fields of the files. */
    private static final class Entry {
        String Name;
        String Op;
        String Input;
        String Expected;
        String ExpectedError;
        long Gas = -1;
    }

    private static List<Vector> all;

    private Vector(String file, Entry entry) {
        String op = entry.Op != null ? entry.Op : file.replace(".json", "");
        name = file + ": " + entry.Name;
        operation = Arrays.stream(Operation.values()).filter(o -> o.file.equals(op)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException(name + ": unknown operation " + op));
        input = hex(entry.Input);
        gas = entry.Gas;
        if (entry.Expected != null) {
            status = Status.OK;
            output = hex(entry.Expected);
        } else {
            output = new byte[operation.size];
            status = Arrays.asList("ok", "invalid_length", "not_canonical", "not_on_curve", "not_in_subgroup")
                .indexOf(entry.ExpectedError);
        }
        if (status < 0 || output.length != operation.size) {
            throw new IllegalArgumentException(name + ": neither a result nor a known error");
        }
    }

    static synchronized List<Vector> all() {
        if (all == null) {
            List<Vector> read = new ArrayList<>();
            read(Paths.get(System.getProperty("limbsmith.root"), "tests", "data"), read);
            String more = System.getenv("LSM_VECTORS");
            if (more != null) {
                read(Paths.get(more), read);
            }
            if (read.size() < 100) {
                throw new IllegalStateException("only " + read.size() + " vectors found");
            }
            all = Collections.unmodifiableList(read);
        }
        return all;
    }

    private static void read(Path folder, List<Vector> into) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "bn254_*.json")) {
            for (Path file : files) {
                try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
                    for (Entry entry : new Gson().fromJson(reader, Entry[].class)) {
                        into.add(new Vector(file.getFileName().toString(), entry));
                    }
                }
            }
        } catch (IOException reason) {
            throw new UncheckedIOException(reason);
        }
    }

    static byte[] hex(String text) {
        byte[] bytes = new byte[text.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(text.substring(2 * i, 2 * i + 2), 16);
        }
        return bytes;
    }

    /** A valid vector of the operation whose output is not all zeros. */
    static Vector some(Operation operation) {
        return all().stream().filter(v -> v.operation == operation && v.status == Status.OK
            && !Arrays.equals(v.output, new byte[operation.size])).findFirst().get();
    }

    @Override
    public String toString() {
        return name;
    }
}
