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

#include "base/strbuf.h"

/* Feeds one input, which is readable for SIZE bytes only. Aborts on a wrong result; returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Inputs to start from, of the kind that the parser likes; NULL ends them. */
extern const char *const fuzz_seeds[];

/* A folder of the source tree whose files are seeds too, or NULL. */
extern const char *const fuzz_seed_folder;

#if defined(__SANITIZE_ADDRESS__)
#define FUZZ_ADDRESSES 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FUZZ_ADDRESSES 1
#endif
#endif

#ifdef FUZZ_ADDRESSES
#include <sanitizer/asan_interface.h>
#endif

/*
 * Let AddressSanitizer see reads of what @sb holds behind its text and the NUL there, as if
 * the memory ended there; and take that back, before @sb grows or is freed.
 */
static inline void fuzz_poison(const struct strbuf *sb)
{
#ifdef FUZZ_ADDRESSES
	if (sb->size > sb->len + 1)
		__asan_poison_memory_region(sb->ptr + sb->len + 1, sb->size - sb->len - 1);
#else
	(void)sb;
#endif
}

static inline void fuzz_unpoison(const struct strbuf *sb)
{
#ifdef FUZZ_ADDRESSES
	if (sb->size)
		__asan_unpoison_memory_region(sb->ptr, sb->size);
#else
	(void)sb;
#endif
}

#endif
