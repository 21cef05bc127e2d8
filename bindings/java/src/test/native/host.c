/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A host that stands in for the JVM where there is none: loads a JNI library, calls it through a function table of its own,
 * and compares. Shows that the library works with the C library and processor that this is compiled for, and what it does
 * when the JVM has no memory.
 *
 * usage: host LIBRARY VERSION
 */
#include <dlfcn.h>
#include <jni.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ADD, MUL, PAIRING, PAIRS = 65, PAIR = 192 };

typedef struct {
    jsize length;
    jbyte *bytes;
} array;

static int elements_held, memory_left = 1, exceptions_cleared, problems;

static void JNICALL get_region(JNIEnv *env, jbyteArray a, jsize start, jsize length, jbyte *to) {
    (void)env;
    if (start < 0 || length < 0 || start + length > ((array *)a)->length) abort();
    memcpy(to, ((array *)a)->bytes + start, (size_t)length);
}

static void JNICALL set_region(JNIEnv *env, jbyteArray a, jsize start, jsize length, const jbyte *from) {
    (void)env;
    if (start < 0 || length < 0 || start + length > ((array *)a)->length) abort();
    memcpy(((array *)a)->bytes + start, from, (size_t)length);
}

static jbyte *JNICALL get_elements(JNIEnv *env, jbyteArray a, jboolean *copied) {
    jbyte *copy;
    (void)env, (void)copied;
    if (!memory_left) return NULL;
    copy = malloc((size_t)((array *)a)->length);
    if (copy == NULL) abort();
    memcpy(copy, ((array *)a)->bytes, (size_t)((array *)a)->length);
    elements_held++;
    return copy;
}

static void JNICALL release_elements(JNIEnv *env, jbyteArray a, jbyte *elements, jint mode) {
    (void)env, (void)a;
    if (mode != JNI_ABORT) abort();
    free(elements);
    elements_held--;
}

static void JNICALL clear_exception(JNIEnv *env) {
    (void)env;
    exceptions_cleared++;
}

static void *JNICALL direct_address(JNIEnv *env, jobject buffer) {
    (void)env;
    return buffer; /* a "direct buffer" is its memory */
}

static jstring JNICALL new_string(JNIEnv *env, const char *text) {
    (void)env;
    return (jstring)(size_t)text;
}

static void expect(int fine, const char *what) {
    if (!fine) {
        fprintf(stderr, "host: wrong: %s\n", what);
        problems++;
    }
}

static void *symbol(void *library, const char *name) {
    void *found = dlsym(library, name);
    if (found == NULL) {
        fprintf(stderr, "host: the library has no %s\n", name);
        exit(1);
    }
    return found;
}

/* 1 if the 64 bytes are the small multiple of the generator that the caller knows: only the end of y is compared. */
static int y_ends(const jbyte *point, unsigned last) { return (unsigned char)point[63] == last; }

int main(int argc, char **argv) {
    typedef jlong(JNICALL * call_fn)(JNIEnv *, jclass, jint, jbyteArray, jobject, jint, jint, jbyteArray, jobject, jint);
    struct JNINativeInterface_ table = {0};
    const struct JNINativeInterface_ *env = &table;
    static jbyte in[PAIRS * PAIR + 7], out[128], direct[64];
    array in_array = {sizeof in, in}, out_array = {sizeof out, out};
    jbyteArray ins = (jbyteArray)&in_array, outs = (jbyteArray)&out_array;
    void *library;
    call_fn call;

    if (argc != 3) return 2;
    table.GetByteArrayRegion = get_region;
    table.SetByteArrayRegion = set_region;
    table.GetByteArrayElements = get_elements;
    table.ReleaseByteArrayElements = release_elements;
    table.GetDirectBufferAddress = direct_address;
    table.ExceptionClear = clear_exception;
    table.NewStringUTF = new_string;
    library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fprintf(stderr, "host: %s\n", dlerror());
        return 1;
    }
    *(void **)&call = symbol(library, "Java_org_limbsmith_Native_call");
    jstring(JNICALL * version)(JNIEnv *, jclass);
    jstring(JNICALL * engine)(JNIEnv *, jclass);
    jint(JNICALL * selftest)(JNIEnv *, jclass);
    *(void **)&version = symbol(library, "Java_org_limbsmith_Native_version");
    *(void **)&engine = symbol(library, "Java_org_limbsmith_Native_engineName");
    *(void **)&selftest = symbol(library, "Java_org_limbsmith_Native_selftest");
    expect(strcmp((const char *)version(&env, NULL), argv[2]) == 0, "the version");
    expect(selftest(&env, NULL) == 0, "the self-test");

    in[3 + 31] = in[3 + 95] = 1; /* twice the generator (1, 2), from offset 3; 2G ends in c4 */
    in[3 + 63] = in[3 + 127] = 2;
    expect(call(&env, NULL, ADD, ins, NULL, 3, 128, outs, NULL, 5) == -((jlong)1 << 32), "the status of add");
    expect(y_ends(out + 5, 0xc4) && out[4] == 0 && out[5 + 64] == 0, "the sum");
    expect(call(&env, NULL, ADD, NULL, (jobject)in, 3, 128, NULL, (jobject)direct, 0) >> 32 == -1, "a direct add");
    expect(memcmp(direct, out + 5, 64) == 0, "the sum in a direct buffer");
    in[3 + 127] = 3;
    expect(call(&env, NULL, ADD, ins, NULL, 3, 128, outs, NULL, 5) == ((jlong)1 << 32 | 3), "a bad second point");
    expect(y_ends(out + 5, 0), "zeros for a bad point");

    memset(in, 0, sizeof in);
    expect((jint)call(&env, NULL, PAIRING, ins, NULL, 7, PAIRS * PAIR, outs, NULL, 0) == 0 && out[31] == 1, "a long pairing");
    in[sizeof in - 1] = 1;
    expect(call(&env, NULL, PAIRING, ins, NULL, 7, PAIRS * PAIR, outs, NULL, 0) == ((jlong)(PAIRS - 1) << 32 | 3),
           "a bad last pair");
    expect(elements_held == 0, "what the JVM copied was given back");
    memory_left = 0;
    expect((jint)call(&env, NULL, PAIRING, ins, NULL, 7, PAIRS * PAIR, outs, NULL, 0) == -2, "no memory");
    expect(exceptions_cleared == 1, "the JVM's exception was cleared");
    if (problems == 0) printf("host: %s works, engine %s\n", argv[1], (const char *)engine(&env, NULL));
    return problems != 0;
}
