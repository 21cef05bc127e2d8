/* SPDX-License-Identifier: Apache-2.0 OR MIT */
unsigned char double_generator(void);

int main(void) {
    return double_generator() != 196;
}
