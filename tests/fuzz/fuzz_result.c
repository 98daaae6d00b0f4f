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
const char *const fuzz_seed_folder = "tests/corpus/fuzzed";

static void require(bool condition)
{
	if (!condition)
		abort();
}

/* Rows that are kept before the datasets are emptied: making new ones takes longer than reading. */
#define MOST_ROWS 5000

struct machine {
	struct dataset *dataset, *again;
	struct strbuf csv;
};

static void machine_fill(struct machine *machine)
{
	if (machine->dataset && dataset_count(machine->dataset) < MOST_ROWS)
		return;
	dataset_free(machine->dataset);
	dataset_free(machine->again);
	machine->dataset = dataset_new();
	machine->again = dataset_new();
}

/* What was read, from @first on, is written so that it reads as the same rows. */
static void check_round_trip(struct machine *machine, uint32_t first)
{
	uint32_t first_again = dataset_count(machine->again);
	uint32_t count = dataset_count(machine->dataset) - first;
	struct result_warnings warnings = {0};
	struct fst_error error = {0};

	strbuf_clear(&machine->csv);
	result_render(machine->dataset, first, &machine->csv);
	require(result_read_text(strbuf_text(&machine->csv), "again", machine->again, &warnings,
			&error) == FST_OK);
	require(warnings.count == 0);
	require(dataset_count(machine->again) - first_again == count);
	for (uint32_t row = 0; row < count; row++) {
		struct measurement before, after;

		dataset_get(machine->dataset, first + row, &before);
		dataset_get(machine->again, first_again + row, &after);
		/* The columns that nobody knows may come back in another order. */
		require(measurement_text(&before, COL_EXTRA).len ==
			measurement_text(&after, COL_EXTRA).len);
		measurement_clear(&before, COL_EXTRA);
		measurement_clear(&after, COL_EXTRA);
		require(measurement_equal(&before, &after));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct machine machine;
	struct text text = text_make((const char *)data, size);
	struct result_warnings warnings = {0};
	struct fst_error error = {0};
	uint32_t first;

	machine_fill(&machine);
	first = dataset_count(machine.dataset);
	result_recognise(text);
	if (result_read_text(text, "fuzz", machine.dataset, &warnings, &error) == FST_OK &&
		dataset_count(machine.dataset) > first)
		check_round_trip(&machine, first);
	return 0;
}
