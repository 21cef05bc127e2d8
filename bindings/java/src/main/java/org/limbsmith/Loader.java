// SPDX-License-Identifier: Apache-2.0 OR MIT
package org.limbsmith;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Locale;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Finds and loads the JNI library, once. Our own, although loader libraries exist: the jar promises to bring no dependency
 * into its host, and since the library needs no particular libc (bindings/java/CMakeLists.txt) the choice is by operating
 * system and processor alone.
 */
final class Loader {
    private static final String NAME = "limbsmith_jni";
    private static final Logger LOG = Logger.getLogger("org.limbsmith");

    private static volatile boolean available;
    private static volatile boolean tried;
    private static volatile Throwable error;

    private interface Source {
        /** Loads the library and says from where. */
        String load() throws IOException;
    }

    private Loader() {}

    static boolean available() {
        if (!tried) {
            synchronized (Loader.class) {
                if (!tried) {
                    attempt(Loader::loadDefault);
                }
            }
        }
        return available;
    }

    static Throwable error() {
        return available() ? null : error;
    }

    static synchronized void load(Path library) {
        if (available) {
            throw new IllegalStateException("limbsmith is loaded already; load(Path) must come before any other call");
        }
        attempt(() -> loadFile(library.toAbsolutePath()));
        if (!available) {
            throw new LimbsmithException("load", Status.UNAVAILABLE, -1, error);
        }
    }

    private static void attempt(Source source) {
        Level level = Level.INFO;
        String line;
        try {
            String from = source.load();
            String wanted = jarVersion();
            if (!Native.version().equals(wanted)) {
                throw new UnsatisfiedLinkError("the library " + from + " is of version " + Native.version()
                    + ", the jar of version " + wanted);
            }
            int status = Native.selftest();
            if (status != Status.OK) {
                throw new UnsatisfiedLinkError("the library " + from + " gives wrong answers in its self-test ("
                    + Status.name(status) + ", engine " + Native.engineName() + ")");
            }
            line = "limbsmith " + wanted + ", engine " + Native.engineName() + " (" + Native.engineReason() + "), " + from;
            error = null;
            available = true;
        } catch (Throwable reason) { // whatever it is, the host goes on without us
            error = reason;
            level = Level.WARNING;
            line = "limbsmith is not available: " + reason.getMessage();
        }
        tried = true; // before the log: its handlers may call us
        LOG.log(level, line);
    }

    private static String loadDefault() throws IOException {
        String file = System.getProperty("limbsmith.library");
        if (file != null) {
            return loadFile(Paths.get(file).toAbsolutePath());
        }
        String platform = platform();
        String resource = "native/" + platform + "/" + System.mapLibraryName(NAME);
        try (InputStream in = Loader.class.getResourceAsStream(resource)) {
            if (in == null) {
                return loadByName(platform);
            }
            String folder = System.getProperty("limbsmith.tmpdir", System.getProperty("java.io.tmpdir"));
            try {
                return loadExtracted(in, Paths.get(folder)) + " of the jar";
            } catch (IOException | UnsatisfiedLinkError reason) {
                throw withReason("cannot load a library from " + folder + " (name a folder that exists, is writable and is "
                    + "not mounted noexec with -Dlimbsmith.tmpdir, or the library itself with -Dlimbsmith.library)", reason);
            }
        }
    }

    /** Extracts, loads, and deletes what it extracted: the mapping stays, and no later file can take its place. */
    private static String loadExtracted(InputStream in, Path parent) throws IOException {
        Path folder = Files.createTempDirectory(parent, "limbsmith"); // for this user only
        Path file = folder.resolve(System.mapLibraryName(NAME));
        try {
            Files.copy(in, file);
            System.load(file.toAbsolutePath().toString());
        } finally {
            if (!file.toFile().delete() || !folder.toFile().delete()) { // Windows keeps a file that is mapped
                folder.toFile().deleteOnExit(); // in reverse order
                file.toFile().deleteOnExit();
            }
        }
        return platform();
    }

    private static String loadFile(Path file) {
        try {
            System.load(file.toString());
        } catch (UnsatisfiedLinkError reason) {
            throw withReason("cannot load " + file, reason);
        }
        return file.toString();
    }

    private static String loadByName(String platform) {
        try {
            System.loadLibrary(NAME);
        } catch (UnsatisfiedLinkError reason) {
            throw withReason("the jar holds no library for " + platform + ", and java.library.path has no " + NAME
                + " (build it and name it with -Dlimbsmith.library; see the README of the Java binding)", reason);
        }
        return NAME + " of java.library.path";
    }

    private static UnsatisfiedLinkError withReason(String text, Throwable reason) {
        UnsatisfiedLinkError error = new UnsatisfiedLinkError(text + ": " + reason);
        error.initCause(reason);
        return error;
    }

    /** As the folders in the jar are named: linux-x86_64, linux-aarch64, macos-aarch64, windows-x86_64.. */
    static String platform() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return (os.startsWith("mac") ? "macos" : os.startsWith("windows") ? "windows" : os) + "-"
            + (arch.equals("amd64") ? "x86_64" : arch.equals("arm64") ? "aarch64" : arch);
    }

    private static String jarVersion() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Loader.class.getResourceAsStream("version.properties")) {
            if (in == null) {
                throw new IOException("the jar is incomplete: it has no version.properties");
            }
            properties.load(in);
        }
        return properties.getProperty("version");
    }
}
