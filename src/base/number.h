/*
 * The one place where numbers are read and written. Reading is strict: no NaN,
 * no infinity, no silent overflow, no locale, no blanks, no hexadecimal.
 * Writing gives the shortest decimal that reads back as the same value.
 */
#ifndef FST_BASE_NUMBER_H
#define FST_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/text.h"

/* Room for any number that number_format() writes, with its NUL. */
#define NUMBER_SIZE 32

/* The whole of @t as a decimal: [+-]digits[.digits][e[+-]digits], or .digits. */
bool number_parse(struct text t, double *value);

/* The whole of @t as an unsigned integer: digits only. */
bool number_parse_u64(struct text t, uint64_t *value);

/*
 * The number at the start of @t, as long as it goes; returns the bytes used, 0
 * when there is none or it does not fit a double. An exponent counts only when
 * @exponent is set (else "1e5" is 1 followed by "e5").
 */
size_t number_scan(struct text t, bool exponent, double *value);

/*
 * Shortest round-trip form of finite @value into @out; returns its length. Whole
 * numbers below 2^53 are written out in full.
 */
size_t number_format(char out[NUMBER_SIZE], double value);

void number_add(struct strbuf *sb, double value);

/* @value rounded to @digits significant decimal digits, in its shortest form. */
void number_add_rounded(struct strbuf *sb, double value, int digits);

#endif
