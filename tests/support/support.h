/* What tests and benchmarks share: folders of their own, files of the source tree. */
#ifndef FSTUI_TESTS_SUPPORT_SUPPORT_H
#define FSTUI_TESTS_SUPPORT_SUPPORT_H

#include <stdbool.h>

/*
 * Makes an empty folder, mode 0700, that nobody else uses. Aborts when it cannot.
 * The caller frees the path and removes the folder with test_folder_remove().
 */
char *test_folder_create(void);

/* Removes PATH, made by test_folder_create(), with all that is in it, and frees PATH. NULL is fine.
 */
void test_folder_remove(char *path);

/* The path of a file of the source tree, such as "tests/corpus/x.txt". The caller frees it. */
char *test_source_path(const char *relative);

/* Whether this is `make check-long`, which wants the greater counts. */
bool test_is_long(void);

#endif
