// SPDX-License-Identifier: Apache-2.0 OR MIT
package org.limbsmith;

import java.nio.file.Path;

/**
 * The native library: whether it is there, which one it is, and how to name another. It is loaded by the first call that
 * needs it; nothing is thrown at class initialisation, and one line goes to the logger {@code org.limbsmith} of
 * java.util.logging.
 *
 * <p>What is loaded: the file that the system property {@code limbsmith.library} names; else the one in this jar for the
 * machine at hand, extracted to a new folder in {@code limbsmith.tmpdir} (by default {@code java.io.tmpdir}) and deleted
 * there at once; else, where the jar has none, {@code limbsmith_jni} on {@code java.library.path}. It must be of the jar's
 * version and pass its self-test.
 */
public final class Limbsmith {
    private Limbsmith() {}

    /**
     * Whether the native library is loaded and sound. Loads it if nothing has tried yet. Never throws.
     *
     * @return true if calls of this package can work
     */
    public static boolean isAvailable() {
        return Loader.available();
    }

    /**
     * Why {@link #isAvailable()} is false.
     *
     * @return the reason, its message made for a log; null if the library is loaded
     */
    public static Throwable loadError() {
        return Loader.error();
    }

    /**
     * Loads this JNI library instead of the one in the jar. To be called before anything else of this package; allowed also
     * after a failed attempt.
     *
     * @param library the file
     * @throws IllegalStateException if a library is loaded already: a JVM cannot exchange it
     * @throws LimbsmithException with {@link Status#UNAVAILABLE} if this one does not work; {@link #loadError()} keeps the reason
     */
    public static void load(Path library) {
        Loader.load(library);
    }

    /**
     * The version of the native library.
     *
     * @return as "0.1.0"; null if it is not available
     */
    public static String version() {
        return Loader.available() ? Native.version() : null;
    }

    /**
     * The engine in use.
     *
     * @return its name, as "adx"; null if the library is not available
     */
    public static String engine() {
        return Loader.available() ? Native.engineName() : null;
    }

    /**
     * Why this engine was chosen.
     *
     * @return a few words; null if the library is not available
     */
    public static String engineReason() {
        return Loader.available() ? Native.engineReason() : null;
    }
}
