/* What watching a run costs: the run, and the line to the terminal. */
#include "../support/bench.h"
#include "../support/support.h"
#include "../vt/vt.h"

#include "base/alloc.h"
#include "store/result.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAIRS = 31, WATCH_S = 8, SETTLE_MS = 1000 };

struct live {
	char *folder; /* where it measures, on the disk that the tests lie on */
	char *result;
};

/* A run of one cell, cached reads of 4 KiB, for so long that no precision ends it earlier. */
#define RUN_ARGUMENTS(live, time)                                                                \
	"run", "--suite", "sweep", "--tests", "reread", "--file-size", "64M", "--record-size",   \
		"4K", "--precision", "0.001%", "--max-time", (time), "--output", (live)->result, \
		(live)->folder

static void die(const char *what)
{
	fprintf(stderr, "bench_live: %s\n", what);
	exit(EXIT_FAILURE);
}

/* The throughput of the one row that the run wrote. */
static double take_result(const struct live *live)
{
	struct dataset *dataset = dataset_new();
	struct fst_error error;
	double bytes_per_s;

	if (result_read(live->result, dataset, NULL, &error) != FST_OK)
		die(error.message);
	if (dataset_count(dataset) != 1 ||
		!dataset_number(dataset, 0, COL_BYTES_PER_S, &bytes_per_s))
		die("the run did not give one figure");
	dataset_free(dataset);
	unlink(live->result);
	return bytes_per_s;
}

static double with_screen(void *context)
{
	const struct live *live = context;
	const char *const arguments[] = {RUN_ARGUMENTS(live, "1s"), NULL};
	struct vt *vt = vt_start_fstui(arguments, NULL);

	if (!vt_wait_text(vt, "DONE", VT_SOON_MS))
		die("the run with the screen did not end");
	vt_free(vt);
	return take_result(live);
}

static double without_screen(void *context)
{
	const struct live *live = context;
	const char *program = getenv("FSTUI");
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		int null = open("/dev/null", O_RDWR);

		dup2(null, STDIN_FILENO);
		dup2(null, STDOUT_FILENO);
		execl(program != NULL ? program : FSTUI_BUILDDIR "/fstui", "fstui",
			RUN_ARGUMENTS(live, "1s"), "--stream", (char *)NULL);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
		die("the run without a screen failed");
	return take_result(live);
}

static void measure_output(const struct live *live)
{
	const char *const arguments[] = {RUN_ARGUMENTS(live, "20s"), NULL};
	struct vt *vt = vt_start_fstui(arguments, NULL);
	size_t before, after;
	double rate;

	if (!vt_wait_text(vt, "RUNNING", VT_SOON_MS))
		die("the run did not start");
	vt_observe(vt, SETTLE_MS);
	vt_output(vt, &before);
	vt_observe(vt, WATCH_S * 1000);
	vt_output(vt, &after);
	rate = (double)(after - before) / WATCH_S;
	bench_print("live_output", rate, "B/s", "3 KB/s at most at 80x24, over %d s: %s", WATCH_S,
		rate <= 3000 ? "met" : "MISSED");
	vt_signal(vt, SIGTERM);
	vt_wait_exit(vt, VT_SOON_MS, &(int){0});
	vt_free(vt);
	unlink(live->result);
}

int main(void)
{
	struct live live = {.folder = test_folder_create()};
	struct bench_ratio ratio;

	live.result = xasprintf("%s/result.csv", live.folder);
	ratio = bench_compare(with_screen, without_screen, &live, PAIRS);
	bench_print_ratio("live_screen_cost", &ratio, 0.97,
		"run --stream >/dev/null, cached reads of 4 KiB for 1 s each");
	measure_output(&live);
	free(live.result);
	test_folder_remove(live.folder);
	return EXIT_SUCCESS;
}
