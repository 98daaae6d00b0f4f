/* Logs, mails and wiki pages that people paste, however mangled. */
#include "fuzz.h"

#include "import/import.h"
#include "store/result.h"

#include <stdlib.h>

const char *const fuzz_seeds[] = {
	"Version  1.97       ------Sequential Output------ --Sequential Input- --Random-\n"
	"Concurrency   1     -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"
	"Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n"
	"host           128M   706  99 446777  99 446777 99  2096  99 +++++ +++ 175009 99\n"
	"Latency             11us    226ms   2024ms    1s  3916us   10us\n",
	"1.97,1.97,host,1,1378913658,128M,,706,99,446777,99,446777,99,2096,99,+++++,+++,175009,99,"
	"16,,,,,19405,99,+++++,+++,22621,99,6385,99,+++++,+++,10944,99,11us,226ms,2024ms,1s,"
	"3916us,10us,1us,2us,3us,4us,5us,6us\n",
	"/dev/sda:\n Timing cached reads:   12540 MB in  2.00 seconds = 6277.55 MB/sec\n"
	" Timing buffered disk reads: 394 MB in  3.01 seconds = 130.96 MB/sec\n",
	"$ dd if=/dev/zero of=test bs=1M count=1024 oflag=dsync\n1024+0 records in\n"
	"1024+0 records out\n1073741824 bytes (1.1 GB) copied, 8.2 s, 130 MB/s\n",
	"sysbench 0.4.12:  multi-threaded system evaluation benchmark\n\nNumber of threads: 1\n"
	"Extra file open flags: 0\n128 files, 16Mb each\n2Gb total file size\nBlock size 16Kb\n"
	"Operations performed:  6000 Read, 4000 Write, 12800 Other = 22800 Total\n"
	"Read 93.75Mb  Written 62.5Mb  Total transferred 156.25Mb  (1.9Mb/sec)\n"
	"  121.6 Requests/sec executed\n",
	"| host | write, MB/s | time, s |\n|------|-----:|---:|\n| a | 12.5 | 3 |\n| b | 7 | 1 |\n",
	NULL,
};
const char *const fuzz_seed_folder = "tests/corpus";

static void require(bool condition)
{
	if (!condition)
		abort();
}

static bool is_printable(struct text t)
{
	for (size_t i = 0; i < t.len; i++)
		if ((unsigned char)t.ptr[i] < 0x20 && t.ptr[i] != '\n')
			return false;
	return true;
}

/* Rows that are kept before the datasets are emptied: making new ones takes longer than reading. */
#define MOST_ROWS 5000

struct machine {
	struct import *import; /* its patterns are compiled once */
	struct dataset *dataset, *again;
	struct strbuf csv, shown;
};

static void machine_fill(struct machine *machine)
{
	if (!machine->import)
		machine->import = import_new();
	if (machine->dataset && dataset_count(machine->dataset) < MOST_ROWS)
		return;
	dataset_free(machine->dataset);
	dataset_free(machine->again);
	machine->dataset = dataset_new();
	machine->again = dataset_new();
}

/* Every row from @first on survives being kept. */
static void check_rows(struct machine *machine, uint32_t first)
{
	uint32_t before = dataset_count(machine->again);
	struct fst_error error = {0};

	strbuf_clear(&machine->csv);
	result_render(machine->dataset, first, &machine->csv);
	require(result_read_text(strbuf_text(&machine->csv), "again", machine->again, NULL,
			&error) == FST_OK);
	require(dataset_count(machine->again) - before == dataset_count(machine->dataset) - first);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct machine machine;
	const struct import_options options = {.source = "fuzz.txt"};
	struct import_report report = IMPORT_REPORT_INIT;
	struct fst_error error = {0};
	fst_status status;
	uint32_t first;

	machine_fill(&machine);
	first = dataset_count(machine.dataset);
	status = import_text(machine.import, text_make((const char *)data, size), &options,
		machine.dataset, &report, &error);
	require(status == FST_OK || error.message[0] != '\0');
	require((status == FST_OK) == (dataset_count(machine.dataset) > first));
	require(report.row_count == dataset_count(machine.dataset) - first);
	if (status == FST_OK)
		check_rows(&machine, first);
	strbuf_clear(&machine.shown);
	import_report_render(&report, &machine.shown);
	require(is_printable(strbuf_text(&machine.shown)));
	import_report_free(&report);
	return 0;
}
