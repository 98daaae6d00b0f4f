/*
 * Sizes, rates and times for people: reading `4K 64M 1G` (1024-based), lists and
 * ranges of them, and writing values with few digits and a unit.
 */
#ifndef FST_BASE_UNITS_H
#define FST_BASE_UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

/* Room for every text that this module writes. */
#define UNITS_SIZE 32

/*
 * `4096` `4K` `64k` `1.5M` `1G` `2T`, with an optional `B` or `iB` behind the
 * letter. False for anything else, a fraction of a byte, or 2^63 and more.
 */
bool units_parse_size(struct text t, uint64_t *bytes);

/*
 * A list of sizes and doubling ranges: `4K,64K` or `4K..16M`. @sizes gets up to
 * @capacity of them in the order given; @count how many. FST_USAGE with a message
 * otherwise (@what names the option in it).
 */
fst_status units_parse_sizes(const char *what, struct text t, uint64_t *sizes, size_t capacity,
	size_t *count, struct fst_error *error);

/* `90` `90s` `2m` `1h30m` `500ms` as seconds. */
bool units_parse_duration(struct text t, double *seconds);

/*
 * @bytes as a short 1024-based size: `4K`, `1.5M`, `512`. Exact sizes stay
 * exact (`65537`) unless they need more than 3 significant digits and @rounded.
 */
const char *units_format_size(char out[UNITS_SIZE], double bytes, bool rounded);

/* @seconds as `850 ns` `12 us` `3.4 ms` `2.0 s` `1:52` `2:03:10`: 2 to 3 digits. */
const char *units_format_time(char out[UNITS_SIZE], double seconds);

/* @value with at least 3 significant digits, and thousands separators: `7,830` `85.2` `0.00690`. */
const char *units_format_number(char out[UNITS_SIZE], double value);

/* The whole number @value with thousands separators: `16,384`. */
const char *units_format_count(char out[UNITS_SIZE], double value);

/*
 * @bytes_per_s as `7,830 MiB/s`, `85.2 KiB/s` ...: the unit is the largest that
 * keeps at least one digit before the point.
 */
const char *units_format_rate(char out[UNITS_SIZE], double bytes_per_s);

#endif
