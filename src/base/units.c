#include "base/units.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"

static const char size_letters[] = "KMGTPE";

bool units_parse_size(struct text t, uint64_t *bytes)
{
	double number, factor = 1;
	size_t used = number_scan(t, false, &number);
	struct text unit = text_skip(t, used);

	if (used == 0 || number < 0)
		return false;
	if (unit.len) {
		static const char lower[] = "kmgtpe";
		const char *upper = strchr(size_letters, unit.ptr[0]);
		const char *letter = strchr(lower, unit.ptr[0]);
		ptrdiff_t power = upper ? upper - size_letters : letter ? letter - lower : -1;

		if (unit.ptr[0] == '\0')
			return false;
		if (power >= 0) {
			factor = ldexp(1, 10 * ((int)power + 1));
			unit = text_skip(unit, 1);
		}
		if (unit.len && !text_is(unit, "B") && !(power >= 0 && text_is(unit, "iB")))
			return false;
	}
	number *= factor;
	if (number >= 0x1p63 || number != floor(number))
		return false;
	*bytes = (uint64_t)number;
	return true;
}

static fst_status add_size(const char *what, uint64_t size, uint64_t *sizes, size_t capacity,
	size_t *count, struct fst_error *error)
{
	if (*count == capacity)
		return fst_error_set(error, FST_USAGE, "%s: more than %zu sizes", what, capacity);
	sizes[(*count)++] = size;
	return FST_OK;
}

fst_status units_parse_sizes(const char *what, struct text t, uint64_t *sizes, size_t capacity,
	size_t *count, struct fst_error *error)
{
	struct text rest = t, part;
	fst_status status = FST_OK;

	*count = 0;
	while (status == FST_OK && text_next_part(&rest, ',', &part)) {
		size_t dots = text_find(part, "..");
		struct text first = dots == SIZE_MAX ? part : text_make(part.ptr, dots);
		struct text last = dots == SIZE_MAX ? part : text_skip(part, dots + 2);
		uint64_t from, to;

		if (!units_parse_size(first, &from) || !units_parse_size(last, &to) || from == 0 ||
			from > to)
			return fst_error_set(error, FST_USAGE,
				"%s: \"%.*s\" is no size: expected sizes such as 4K, a list 4K,64K "
				"or a range 4K..16M",
				what, TEXT_ARGS(part));
		for (uint64_t size = from; status == FST_OK && size <= to; size *= 2)
			status = add_size(what, size, sizes, capacity, count, error);
	}
	if (status == FST_OK && *count == 0)
		return fst_error_set(
			error, FST_USAGE, "%s: expected at least one size such as 4K", what);
	return status;
}

bool units_parse_duration(struct text t, double *seconds)
{
	static const struct {
		const char *name;
		double factor;
	} units[] = {{"ms", 1e-3}, {"us", 1e-6}, {"s", 1}, {"m", 60}, {"h", 3600}, {"d", 86400}};
	double total = 0;

	if (t.len == 0)
		return false;
	while (t.len) {
		double number, factor = 0;
		size_t used = number_scan(t, false, &number);

		if (used == 0 || number < 0)
			return false;
		t = text_skip(t, used);
		if (t.len == 0)
			factor = 1;
		for (size_t i = 0; factor == 0 && i < FST_COUNT(units); i++)
			if (text_starts(t, units[i].name)) {
				factor = units[i].factor;
				t = text_skip(t, strlen(units[i].name));
			}
		if (factor == 0)
			return false;
		total += number * factor;
	}
	*seconds = total;
	return true;
}

const char *units_format_size(char out[UNITS_SIZE], double bytes, bool rounded)
{
	int power = 0;
	double scaled = bytes;

	/* What would be rounded to 1024 is one of the next unit. */
	while (scaled >= (rounded ? 1023.5 : 1024) && power < (int)sizeof(size_letters) - 1 &&
		(rounded || scaled / 1024 == floor(scaled / 1024))) {
		scaled /= 1024;
		power++;
	}
	if (scaled == floor(scaled))
		snprintf(out, UNITS_SIZE, "%.0f%.*s", scaled, power > 0,
			&size_letters[power ? power - 1 : 0]);
	else
		snprintf(out, UNITS_SIZE, "%.*f%.*s", scaled < 9.95 ? 1 : 0, scaled, power > 0,
			&size_letters[power ? power - 1 : 0]);
	return out;
}

const char *units_format_time(char out[UNITS_SIZE], double seconds)
{
	static const struct {
		double limit, factor;
		const char *name;
	} units[] = {{999.5e-9, 1e9, "ns"}, {999.5e-6, 1e6, "us"}, {999.5e-3, 1e3, "ms"},
		{59.5, 1, "s"}};
	long whole;

	for (size_t i = 0; i < FST_COUNT(units); i++)
		if (seconds < units[i].limit) {
			double value = seconds * units[i].factor;

			snprintf(out, UNITS_SIZE, "%.*f %s",
				value < 9.95 && value > 0 && i > 0 ? 1 : 0, value, units[i].name);
			return out;
		}
	if (seconds >= 1e9) {
		snprintf(out, UNITS_SIZE, "%.3g s", seconds);
		return out;
	}
	whole = (long)(seconds + 0.5);
	if (whole < 3600)
		snprintf(out, UNITS_SIZE, "%ld:%02ld", whole / 60, whole % 60);
	else
		snprintf(out, UNITS_SIZE, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60,
			whole % 60);
	return out;
}

/* Put a comma before every third digit of the whole part, counted from its end. */
static void add_separators(char *out, const char *plain)
{
	size_t whole = strcspn(plain, "."), at = 0;

	for (size_t i = 0; plain[i] && at + 2 < UNITS_SIZE; i++) {
		if (i > 0 && i < whole && (whole - i) % 3 == 0 && plain[i - 1] != '-')
			out[at++] = ',';
		out[at++] = plain[i];
	}
	out[at] = '\0';
}

const char *units_format_number(char out[UNITS_SIZE], double value)
{
	char plain[UNITS_SIZE];
	double size = fabs(value);
	int decimals = 0;

	if (size >= 1e15 || (size > 0 && size < 1e-4)) {
		snprintf(out, UNITS_SIZE, "%.3g", value);
		return out;
	}
	if (size > 0 && size < 99.95)
		decimals = size < 9.995 ? 2 : 1;
	if (size > 0 && size < 0.9995)
		decimals = 2 - (int)floor(log10(size) + 1e-9);
	snprintf(plain, sizeof(plain), "%.*f", decimals, value);
	add_separators(out, plain);
	return out;
}

const char *units_format_count(char out[UNITS_SIZE], double value)
{
	char plain[UNITS_SIZE];

	snprintf(plain, sizeof(plain), value < 1e15 ? "%.0f" : "%.3g", value);
	add_separators(out, plain);
	return out;
}

const char *units_format_rate(char out[UNITS_SIZE], double bytes_per_s)
{
	static const char *const names[] = {"B/s", "KiB/s", "MiB/s"};
	char number[UNITS_SIZE];
	size_t power = bytes_per_s >= 0x1p20 ? 2 : bytes_per_s >= 1024 ? 1 : 0;

	units_format_number(number, ldexp(bytes_per_s, -10 * (int)power));
	snprintf(out, UNITS_SIZE, "%.20s %s", number, names[power]);
	return out;
}
