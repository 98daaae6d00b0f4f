/* Result files, CSV or JSON Lines, that other hands have been at. */
#include "fuzz.h"

#include "store/result.h"

#include <stdlib.h>

const char *const fuzz_seeds[] = {
	"environment,run,tool,test,file_size,record_size,bytes_per_s,status\n"
	"root,a1,fstui,read,65536,4096,1234567.5,ok\n"
	"\"a,\"\"b\"\"\",a1,fstui,write,65536,8192,,failed\n",
	"environment,test,note,color\nx,read,line\\nbreak \\x1b \\\\,blue\n"
	"environment,test,bytes_per_s\ny,write,1e9\n",
	"{\"environment\":\"root\",\"test\":\"read\",\"bytes_per_s\":12.5,\"status\":\"ok\"}\n",
	"environment,lat_histogram,series\nx,1e-06:5 2e-06:9,0:1:2:3:4:5 1::2\n",
	"\xef\xbb\xbf"
	"environment,test\r\nroot,read\r\n",
	NULL,
};
const char *const fuzz_seed_folder = NULL;

static void require(bool condition)
{
	if (!condition)
		abort();
}

/* What was read is written so that it reads as the same rows. */
static void check_round_trip(const struct dataset *dataset)
{
	struct dataset *again = dataset_new();
	struct strbuf csv = STRBUF_INIT;
	struct result_warnings warnings = {0};
	struct fst_error error = {0};

	result_render(dataset, 0, &csv);
	require(result_read_text(text_make(csv.ptr, csv.len), "again", again, &warnings, &error) ==
		FST_OK);
	require(warnings.count == 0);
	require(dataset_count(again) == dataset_count(dataset));
	for (uint32_t row = 0; row < dataset_count(dataset); row++) {
		struct measurement before, after;

		dataset_get(dataset, row, &before);
		dataset_get(again, row, &after);
		/* The columns that nobody knows may come back in another order. */
		require(measurement_text(&before, COL_EXTRA).len ==
			measurement_text(&after, COL_EXTRA).len);
		measurement_clear(&before, COL_EXTRA);
		measurement_clear(&after, COL_EXTRA);
		require(measurement_equal(&before, &after));
	}
	strbuf_free(&csv);
	dataset_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text text = text_make((const char *)data, size);
	struct dataset *dataset = dataset_new();
	struct result_warnings warnings = {0};
	struct fst_error error = {0};

	result_recognise(text);
	if (result_read_text(text, "fuzz", dataset, &warnings, &error) == FST_OK &&
		dataset_count(dataset) > 0)
		check_round_trip(dataset);
	dataset_free(dataset);
	return 0;
}
