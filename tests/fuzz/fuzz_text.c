/* Text on its way to the terminal, and numbers out of it. */
#include "fuzz.h"

#include "base/number.h"
#include "base/units.h"
#include "base/utf8.h"

#include <math.h>
#include <stdlib.h>

const char *const fuzz_seeds[] = {"plain", "4K,64K..16M", "1.5e300", "18446744073709551615",
	"caf\xc3\xa9 \xe7\xa3\x81\xe7\x9b\x98", "\033[2J", "1h30m", NULL};
const char *const fuzz_seed_folder = NULL;

static void require(bool condition)
{
	if (!condition)
		abort();
}

static void check_printable(const char *shown, size_t length)
{
	struct text rest = text_make(shown, length);

	require(utf8_valid(rest));
	while (rest.len > 0) {
		size_t used;

		require(utf8_width(utf8_decode(rest, &used)) >= 0);
		rest = text_skip(rest, used);
	}
}

static void check_escapes(struct text t)
{
	size_t size = 4 * t.len + 1;
	char *out = malloc(size);
	size_t cells = t.len / 2;

	require(out != NULL);
	check_printable(out, utf8_escape(out, size, t.ptr, t.len));
	require(utf8_fit(out, size, t, cells, false) <= cells);
	check_printable(out, strlen(out));
	require(utf8_fit(out, size, t, cells, true) <= cells);
	free(out);
}

static void check_numbers(struct text t)
{
	uint64_t sizes[16], whole;
	size_t count, used;
	double value, again;
	char shown[NUMBER_SIZE];

	if (number_parse(t, &value)) {
		require(isfinite(value));
		require(number_parse(text_make(shown, number_format(shown, value)), &again));
		require(again == value);
	}
	number_parse_u64(t, &whole);
	used = number_scan(t, true, &value);
	require(used <= t.len && (used == 0 || isfinite(value)));
	units_parse_size(t, &whole);
	if (units_parse_sizes("--sizes", t, sizes, 16, &count, NULL) == FST_OK)
		require(count > 0 && count <= 16);
	if (units_parse_duration(t, &value))
		require(isfinite(value) && value >= 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text t = text_make((const char *)data, size);

	check_escapes(t);
	check_numbers(t);
	return 0;
}
