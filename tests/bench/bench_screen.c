/* How soon the screen is there, and what it costs while nothing happens. */
#include "../support/bench.h"
#include "../vt/vt.h"

#include <stdlib.h>

enum { STARTS = 21, SETTLE_MS = 200, IDLE_MS = 3000 };

/* The footer's fixed part is written last. */
static const char painted[] = "? help";

static const char *const no_arguments[] = {NULL};

static struct vt *start_painted(void)
{
	struct vt *vt = vt_start_fstui(no_arguments, NULL);

	if (!vt_wait_text(vt, painted, VT_SOON_MS))
		exit(EXIT_FAILURE);
	return vt;
}

static double first_paint_ms(void)
{
	double start_s = bench_now_s();
	struct vt *vt = start_painted();
	double elapsed_ms = (bench_now_s() - start_s) * 1e3;

	vt_free(vt);
	return elapsed_ms;
}

static void measure_idle(void)
{
	struct vt *vt = start_painted();
	size_t bytes_before, bytes_after;
	long wakeups;

	if (!vt_wait_quiet(vt, SETTLE_MS, VT_SOON_MS))
		exit(EXIT_FAILURE);
	vt_output(vt, &bytes_before);
	wakeups = vt_count_wakeups(vt);
	vt_observe(vt, IDLE_MS);
	vt_output(vt, &bytes_after);
	bench_print("idle_wakeups", (double)(vt_count_wakeups(vt) - wakeups), "count",
		"none, in %d s without a key", IDLE_MS / 1000);
	bench_print("idle_output", (double)(bytes_after - bytes_before), "B",
		"none, in the same %d s", IDLE_MS / 1000);
	bench_print("first_screen_output", (double)bytes_before, "B",
		"80x24 cells = 1920 characters, opening the samples");
	vt_free(vt);
}

int main(void)
{
	double paints_ms[STARTS];
	double median_ms;

	first_paint_ms();
	for (int i = 0; i < STARTS; i++)
		paints_ms[i] = first_paint_ms();
	median_ms = bench_median(paints_ms, STARTS);
	bench_print("first_paint", median_ms, "ms",
		"100 ms at most, from fork to footer with the samples (%.1f..%.1f in %d starts): "
		"%s",
		paints_ms[0], paints_ms[STARTS - 1], STARTS, median_ms <= 100 ? "met" : "MISSED");
	measure_idle();
	return EXIT_SUCCESS;
}
