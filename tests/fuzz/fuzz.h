/*
 * A fuzz_X.c feeds bytes to one parser. fuzz_main.c makes it a test that always runs the same
 * inputs: the seeds as they are, and seeded mutations of them; more in `make check-long`. The same
 * file is a libFuzzer target: clang -fsanitize=fuzzer,address,undefined -include config.h -Isrc
 * tests/fuzz/fuzz_X.c libfstui.a
 */
#ifndef FSTUI_TESTS_FUZZ_FUZZ_H
#define FSTUI_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Feeds one input, which is readable for SIZE bytes only. Aborts on a wrong result; returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Inputs to start from, of the kind that the parser likes; NULL ends them. */
extern const char *const fuzz_seeds[];

/* A folder of the source tree whose files are seeds too, or NULL. */
extern const char *const fuzz_seed_folder;

#endif
