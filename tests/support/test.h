/*
 * cmocka for the C tests. Each test_X.c is a program with one group of tests that ends with
 * `return cmocka_run_group_tests(tests, NULL, NULL);`. The harness has it print TAP.
 */
#ifndef FSTUI_TESTS_SUPPORT_TEST_H
#define FSTUI_TESTS_SUPPORT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

#endif
