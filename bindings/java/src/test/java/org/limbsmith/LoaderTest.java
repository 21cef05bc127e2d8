// SPDX-License-Identifier: Apache-2.0 OR MIT
package org.limbsmith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each test loads the classes anew, in a class loader of its own: the JVM then loads the native library anew, too. */
class LoaderTest {
    @TempDir
    Path folder;

    private final Map<String, String> properties = new HashMap<>();
    private final List<LogRecord> log = new ArrayList<>();
    private final Logger logger = Logger.getLogger("org.limbsmith");
    private Callable<?> calling = () -> null;
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            log.add(record);
            try {
                calling.call();
            } catch (Exception reason) {
                throw new AssertionError(reason);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
    }

    @AfterEach
    void restore() {
        logger.removeHandler(handler);
        properties.forEach((name, value) -> {
            if (value == null) {
                System.clearProperty(name);
            } else {
                System.setProperty(name, value);
            }
        });
    }

    private void property(String name, String value) {
        String old = System.setProperty(name, value);
        if (!properties.containsKey(name)) {
            properties.put(name, old);
        }
    }

    private static Path library() {
        return Paths.get(System.getProperty("limbsmith.build"), Loader.platform(), "bindings", "java",
            System.mapLibraryName("limbsmith_jni"));
    }

    /** The classes of the package, seen through reflection. */
    private static final class Fresh {
        private final ClassLoader loader;

        Fresh(Path... before) throws Exception {
            List<URL> urls = new ArrayList<>();
            for (Path path : before) {
                urls.add(path.toUri().toURL());
            }
            urls.add(Limbsmith.class.getProtectionDomain().getCodeSource().getLocation());
            loader = new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getSystemClassLoader().getParent());
        }

        Class<?> type(String name) throws Exception {
            return Class.forName("org.limbsmith." + name, true, loader);
        }

        Object call(String method) throws Exception {
            return type("Limbsmith").getMethod(method).invoke(null);
        }

        boolean available() throws Exception {
            return (Boolean) call("isAvailable");
        }

        String error() throws Exception {
            return ((Throwable) call("loadError")).getMessage();
        }

        int add() throws Exception {
            return (Integer) type("EvmBn254").getMethod("add", byte[].class, int.class, int.class, byte[].class, int.class)
                .invoke(null, new byte[0], 0, 0, new byte[64], 0);
        }

        void load(Path file) throws Throwable {
            try {
                type("Limbsmith").getMethod("load", Path.class).invoke(null, file);
            } catch (InvocationTargetException reason) {
                throw reason.getCause();
            }
        }
    }

    @Test
    void oneLineOfLogNamesVersionAndEngine() throws Exception {
        Fresh fresh = new Fresh();
        assertTrue(fresh.available(), () -> String.valueOf(log));
        assertTrue(fresh.available());
        assertEquals(Status.OK, fresh.add());
        assertNull(fresh.call("loadError"));
        assertEquals(1, log.size());
        assertEquals(Level.INFO, log.get(0).getLevel());
        assertEquals("limbsmith " + fresh.call("version") + ", engine " + fresh.call("engine") + " (" + fresh.call("engineReason")
            + "), " + Loader.platform() + " of the jar", log.get(0).getMessage());
    }

    /** A host's log may name the engine in every line. */
    @Test
    void aHandlerOfTheLogMayCall() throws Exception {
        Fresh fresh = new Fresh();
        List<Object> seen = new ArrayList<>();
        calling = () -> seen.add(fresh.call("engine"));
        assertTrue(fresh.available());
        assertEquals(1, log.size());
        assertEquals(Arrays.asList(fresh.call("engine")), seen);
    }

    @Test
    void theVersionIsThatOfTheHeader() throws Exception {
        String header = new String(Files.readAllBytes(Paths.get(System.getProperty("limbsmith.root"),
            "include/limbsmith/version.h")), StandardCharsets.UTF_8);
        String version = (String) new Fresh().call("version");
        String[] parts = version.split("\\.");
        assertEquals(3, parts.length);
        assertTrue(header.contains("LSM_VERSION_MAJOR " + parts[0] + "\n"));
        assertTrue(header.contains("LSM_VERSION_MINOR " + parts[1] + "\n"));
        assertTrue(header.contains("LSM_VERSION_PATCH " + parts[2] + "\n"));
    }

    @Test
    void extractsWhereItIsToldAndLeavesNothing() throws Exception {
        property("limbsmith.tmpdir", folder.toString());
        assertTrue(new Fresh().available());
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(0, left.count());
        }
    }

    @Test
    void aFailureIsAStatusAndCanBeMendedByLoad() throws Throwable {
        property("limbsmith.tmpdir", folder.resolve("absent").toString());
        Fresh fresh = new Fresh();
        assertEquals(Status.UNAVAILABLE, fresh.add());
        assertTrue(!fresh.available());
        assertTrue(fresh.error().contains("-Dlimbsmith.tmpdir"), fresh.error());
        assertNull(fresh.call("version"));
        assertNull(fresh.call("engine"));
        assertEquals(1, log.size());
        assertEquals(Level.WARNING, log.get(0).getLevel());
        assertTrue(log.get(0).getMessage().startsWith("limbsmith is not available: "), log.get(0).getMessage());

        // The calls that cannot return a status throw, and say why.
        InvocationTargetException thrown = assertThrows(InvocationTargetException.class,
            () -> fresh.type("EvmBn254").getMethod("add", byte[].class).invoke(null, new byte[0]));
        assertTrue(thrown.getCause().getMessage().contains("-Dlimbsmith.tmpdir"), thrown.getCause().getMessage());
        Class<?> tron = fresh.type("TronPrecompile");
        BiFunction<Boolean, byte[], Object> pair = (success, bytes) -> success;
        thrown = assertThrows(InvocationTargetException.class, () -> tron.getMethod("execute", byte[].class, BiFunction.class)
            .invoke(tron.getEnumConstants()[0], new byte[0], pair));
        assertEquals("LimbsmithException", thrown.getCause().getClass().getSimpleName());

        fresh.load(library());
        assertTrue(fresh.available());
        assertEquals(Status.OK, fresh.add());
        assertNull(fresh.call("loadError"));
        assertThrows(IllegalStateException.class, () -> fresh.load(library()));
        assertTrue(fresh.available());
    }

    @Test
    void aNamedLibrary() throws Throwable {
        Path copy = Files.copy(library(), folder.resolve("a copy"));
        property("limbsmith.library", copy.toString());
        assertTrue(new Fresh().available(), () -> String.valueOf(log));
        assertTrue(log.get(0).getMessage().endsWith(", " + copy), log.get(0).getMessage());

        property("limbsmith.library", folder.resolve("absent").toString());
        Fresh fresh = new Fresh();
        assertTrue(!fresh.available());
        assertTrue(fresh.error().startsWith("cannot load " + folder.resolve("absent")), fresh.error());

        Path text = Files.write(folder.resolve("text"), new byte[] {1, 2, 3});
        Throwable thrown = assertThrows(RuntimeException.class, () -> fresh.load(text));
        assertTrue(thrown.getMessage().contains("cannot load " + text), thrown.getMessage());
        assertNotNull(fresh.error());
    }

    @Test
    void aLibraryOfAnotherVersionIsRefused() throws Exception {
        Path file = folder.resolve("org/limbsmith/version.properties");
        Files.createDirectories(file.getParent());
        Files.write(file, "version = 99.0.0".getBytes(StandardCharsets.US_ASCII));
        Fresh fresh = new Fresh(folder);
        assertTrue(!fresh.available());
        assertTrue(fresh.error().endsWith("the jar of version 99.0.0"), fresh.error());
        assertEquals(Status.UNAVAILABLE, fresh.add());
    }

    @Test
    void aMachineTheJarHasNothingFor() throws Exception {
        property("os.arch", "pdp11");
        Fresh fresh = new Fresh();
        assertTrue(!fresh.available());
        assertTrue(fresh.error().startsWith("the jar holds no library for "), fresh.error());
        assertTrue(fresh.error().contains("pdp11"), fresh.error());
    }
}
