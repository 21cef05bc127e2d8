// SPDX-License-Identifier: Apache-2.0 OR MIT
package org.limbsmith;

/**
 * What a call returns: the values of {@code lsm_status} in limbsmith/status.h, which never change, and two of Java's own,
 * which are negative. A contract treats 1 to 4 as failure; every other value but {@link #OK} is an error of the call or of
 * this process and says nothing about the input.
 */
public final class Status {
    /** The result was written. */
    public static final int OK = 0;
    /** invalid_length: the input of a pairing is no multiple of 192 bytes. */
    public static final int LENGTH = 1;
    /** not_canonical: a coordinate is p or more. */
    public static final int NOT_CANONICAL = 2;
    /** not_on_curve: the curve equation does not hold. */
    public static final int NOT_ON_CURVE = 3;
    /** not_in_subgroup: a point of the twist that is not of order r. */
    public static final int NOT_IN_SUBGROUP = 4;
    /** argument: a null, an offset or length outside the array, an output that is read-only, a buffer moved meanwhile. */
    public static final int ARGUMENT = 5;
    /** output: there is less room for the result than it needs. */
    public static final int OUTPUT = 6;
    /** engine: the arithmetic of the native library failed its self-test. */
    public static final int ENGINE = 7;
    /** unavailable: the native library is not loaded; see {@link Limbsmith#loadError()}. */
    public static final int UNAVAILABLE = -1;
    /** memory: the JVM could not copy a large input. */
    public static final int MEMORY = -2;

    private Status() {}

    /**
     * The machine code of a status.
     *
     * @param status any number
     * @return the code, as "not_on_curve"; "unknown" for a number that is no status
     */
    public static String name(int status) {
        switch (status) {
            case OK: return "ok";
            case LENGTH: return "invalid_length";
            case NOT_CANONICAL: return "not_canonical";
            case NOT_ON_CURVE: return "not_on_curve";
            case NOT_IN_SUBGROUP: return "not_in_subgroup";
            case ARGUMENT: return "argument";
            case OUTPUT: return "output";
            case ENGINE: return "engine";
            case UNAVAILABLE: return "unavailable";
            case MEMORY: return "memory";
            default: return "unknown";
        }
    }

    /**
     * Whether a status blames the input, so that a contract called with it fails.
     *
     * @param status a status
     * @return true for 1 to 4
     */
    public static boolean isBadInput(int status) {
        return status >= LENGTH && status <= NOT_IN_SUBGROUP;
    }

    /** What is wrong, for a person. */
    static String explain(int status) {
        switch (status) {
            case LENGTH: return "the input is no multiple of 192 bytes";
            case NOT_CANONICAL: return "a coordinate is p or more";
            case NOT_ON_CURVE: return "the point is not on its curve";
            case NOT_IN_SUBGROUP: return "the point of G2 is not in the subgroup of order r";
            case ARGUMENT: return "a null, an offset or length outside the array, or a read-only output";
            case OUTPUT: return "too little room for the result";
            case ENGINE: return "the arithmetic failed its self-test";
            case UNAVAILABLE: return "the native library is not loaded";
            case MEMORY: return "no memory for a copy of the input";
            default: return "unknown status " + status;
        }
    }
}
