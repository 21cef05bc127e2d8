/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The native half of org.limbsmith.Native, whose Java callers have checked every argument. It allocates nothing, keeps
 * nothing and leaves no exception pending. Its buffers and the library's stack (LSM_STACK_BYTES) stay below the 80 KiB
 * that HotSpot keeps free for a native call.
 */
#include <limbsmith/evm.h>
#include <limbsmith/version.h>

#include "org_limbsmith_Native.h"

#define MEMORY (-2) /* Status.MEMORY */

/* Longer inputs, which only pairings have, are copied by the JVM into memory of its own. */
#define COPIED_PAIRS 64
#define COPIED_BYTES (COPIED_PAIRS * LSM_EVM_BN254_PAIRING_INPUT)

static jlong pack(int status, size_t item) {
    const uint64_t index = item == LSM_NO_ITEM ? UINT64_MAX : item; /* a Java array has less than 2^31 bytes */
    return (jlong)(index << 32 | (uint32_t)status);
}

static jlong run(jint operation, uint8_t *out, const uint8_t *in, size_t in_len) {
    size_t item = LSM_NO_ITEM;
    lsm_status status;
    switch (operation) {
    case org_limbsmith_Native_ADD:
        status = lsm_evm_bn254_add_on(NULL, out, LSM_EVM_BN254_ADD_OUTPUT, in, in_len, &item);
        break;
    case org_limbsmith_Native_MUL:
        status = lsm_evm_bn254_mul_on(NULL, out, LSM_EVM_BN254_MUL_OUTPUT, in, in_len, &item);
        break;
    default:
        status = lsm_evm_bn254_pairing_on(NULL, out, LSM_EVM_BN254_PAIRING_OUTPUT, in, in_len, &item);
        break;
    }
    return pack(status, item);
}

/* The bytes of in_array that the operation looks at: in copy, or, if it has no room, in *elements, to be released. */
static const uint8_t *read_array(JNIEnv *env, jbyteArray in_array, jint in_offset, jint in_len, uint8_t *copy,
                                 jbyte **elements) {
    if (in_len <= COPIED_BYTES) {
        (*env)->GetByteArrayRegion(env, in_array, in_offset, in_len, (jbyte *)copy);
        return copy;
    }
    *elements = (*env)->GetByteArrayElements(env, in_array, NULL);
    if (*elements == NULL) {
        (*env)->ExceptionClear(env);
        return NULL;
    }
    return (const uint8_t *)*elements + in_offset;
}

JNIEXPORT jlong JNICALL Java_org_limbsmith_Native_call(JNIEnv *env, jclass self, jint operation, jbyteArray in_array,
                                                       jobject in_buffer, jint in_offset, jint in_len,
                                                       jbyteArray out_array, jobject out_buffer, jint out_offset) {
    uint8_t copy[COPIED_BYTES], local[LSM_EVM_BN254_ADD_OUTPUT];
    const jsize out_len =
        operation == org_limbsmith_Native_PAIRING ? LSM_EVM_BN254_PAIRING_OUTPUT : LSM_EVM_BN254_ADD_OUTPUT;
    const uint8_t *in;
    uint8_t *out = local;
    jbyte *elements = NULL;
    jlong packed;
    (void)self;

    if (out_array == NULL) {
        out = (*env)->GetDirectBufferAddress(env, out_buffer);
        if (out == NULL) return pack(LSM_ERR_ARGUMENT, LSM_NO_ITEM); /* a JVM without access to direct buffers */
        out += out_offset;
    }
    if (in_array == NULL) {
        in = (*env)->GetDirectBufferAddress(env, in_buffer);
        if (in == NULL && in_len > 0) return pack(LSM_ERR_ARGUMENT, LSM_NO_ITEM);
        if (in != NULL) in += in_offset;
    } else {
        if (operation != org_limbsmith_Native_PAIRING && in_len > LSM_EVM_BN254_ADD_INPUT) {
            in_len = LSM_EVM_BN254_ADD_INPUT; /* ecMul looks at less */
        }
        in = read_array(env, in_array, in_offset, in_len, copy, &elements);
        if (in == NULL) return pack(MEMORY, LSM_NO_ITEM);
    }
    packed = run(operation, out, in, (size_t)in_len);
    if (elements != NULL) (*env)->ReleaseByteArrayElements(env, in_array, elements, JNI_ABORT); /* not written back */
    if (out_array != NULL) (*env)->SetByteArrayRegion(env, out_array, out_offset, out_len, (const jbyte *)local);
    return packed;
}

JNIEXPORT jstring JNICALL Java_org_limbsmith_Native_version(JNIEnv *env, jclass self) {
    (void)self;
    return (*env)->NewStringUTF(env, lsm_version());
}

JNIEXPORT jstring JNICALL Java_org_limbsmith_Native_engineName(JNIEnv *env, jclass self) {
    (void)self;
    return (*env)->NewStringUTF(env, lsm_engine_name());
}

JNIEXPORT jstring JNICALL Java_org_limbsmith_Native_engineReason(JNIEnv *env, jclass self) {
    (void)self;
    return (*env)->NewStringUTF(env, lsm_engine_reason());
}

JNIEXPORT jint JNICALL Java_org_limbsmith_Native_selftest(JNIEnv *env, jclass self) {
    (void)env;
    (void)self;
    return lsm_selftest_on(NULL);
}
