/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A JNI library of the right version whose arithmetic is wrong: the loader must refuse it. */
#include <jni.h>

JNIEXPORT jstring JNICALL Java_org_limbsmith_Native_version(JNIEnv *env, jclass self) {
    (void)self;
    return (*env)->NewStringUTF(env, VERSION);
}

JNIEXPORT jstring JNICALL Java_org_limbsmith_Native_engineName(JNIEnv *env, jclass self) {
    (void)self;
    return (*env)->NewStringUTF(env, "wrong");
}

JNIEXPORT jint JNICALL Java_org_limbsmith_Native_selftest(JNIEnv *env, jclass self) {
    (void)env, (void)self;
    return 7; /* LSM_ERR_ENGINE */
}
