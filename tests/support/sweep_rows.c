#include "sweep_rows.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/attributes.h"
#include "base/fileio.h"
#include "store/result.h"

static const struct disk {
	const char *name, *filesystem, *options;
	double call_s; /* what a call costs whatever it moves */
	double bytes_per_s; /* what moving costs */
} disks[] = {
	{"ext4", "ext4", "rw,relatime", 0.7e-6, 9e9},
	{"vboxsf", "vboxsf", "rw,uid=1000", 41e-6, 1.1e8},
	{"sshfs", "fuse.sshfs", "rw,nosuid", 95e-6, 2.6e8},
};

static const struct {
	const char *name, *direction;
	double slower;
} tests[] = {{"write", "write", 1.9}, {"read", "read", 1}, {"random_read", "read", 1.3}};

static const double file_sizes[] = {0x1p20, 0x1p24, 0x1p26};

static void add_facts(struct measurement *m, const struct disk *disk)
{
	measurement_set_string(m, COL_ENVIRONMENT, disk->name);
	measurement_set_string(m, COL_RUN, "20261130T201405-1");
	measurement_set_string(m, COL_STARTED, "2026-11-30T20:14:05+00:00");
	measurement_set_string(m, COL_TOOL, "fstui");
	measurement_set_string(m, COL_TOOL_VERSION, "0.1.0");
	measurement_set_string(m, COL_FILESYSTEM, disk->filesystem);
	measurement_set_string(m, COL_MOUNT_OPTIONS, disk->options);
	measurement_set_string(m, COL_HYPERVISOR, "kvm");
	measurement_set_string(m, COL_KERNEL, "6.1.0");
	measurement_set_number(m, COL_MEMORY_BYTES, 0x1p33);
}

static void add_figures(struct measurement *m, double record, double call_s)
{
	measurement_set_number(m, COL_BYTES_PER_S, record / call_s);
	measurement_set_number(m, COL_OPS_PER_S, 1 / call_s);
	measurement_set_number(m, COL_SPREAD, 0.02);
	measurement_set_number(m, COL_CACHED_BEFORE, 1);
	measurement_set_number(m, COL_LAT_P50_S, call_s * 0.97);
	measurement_set_number(m, COL_LAT_P99_S, call_s * 1.6);
	measurement_set_number(m, COL_LAT_MAX_S, call_s * 12);
}

/* A bulk around the median, a tail, and a stall halfway through. */
static void add_distribution(struct measurement *m, double call_s, struct strbuf *text)
{
	static const struct {
		double factor, share;
	} buckets[] = {{0.8, 90}, {0.9, 300}, {0.97, 400}, {1.1, 150}, {1.3, 45}, {1.6, 12}, {4, 2},
		{12, 1}};
	size_t histogram;

	strbuf_clear(text);
	for (size_t i = 0; i < FST_COUNT(buckets); i++)
		strbuf_printf(text, "%s%.4g:%.0f", i ? " " : "", buckets[i].factor * call_s,
			buckets[i].share);
	histogram = text->len;
	for (int i = 1; i <= 20; i++)
		strbuf_printf(text, "%s%.1f:%.5g:%.5g:%.4g:%.4g:%.4g", i > 1 ? " " : "", i / 10.0,
			1e3 / call_s, 1 / call_s, call_s * (i == 11 ? 3 : 0.97), call_s * 1.6,
			call_s * (i == 11 ? 12 : 2 + i % 3));
	measurement_set_text(m, COL_LAT_HISTOGRAM, text_make(text->ptr, histogram));
	measurement_set_text(
		m, COL_SERIES, text_make(text->ptr + histogram, text->len - histogram));
}

static void add_row(struct dataset *dataset, size_t d, size_t t, double file, double record)
{
	struct measurement m = {0};
	const struct disk *disk = &disks[d];
	struct strbuf text = STRBUF_INIT;

	add_facts(&m, disk);
	measurement_set_string(&m, COL_TEST, tests[t].name);
	measurement_set_string(&m, COL_DIRECTION, tests[t].direction);
	measurement_set_number(&m, COL_FILE_SIZE, file);
	measurement_set_number(&m, COL_RECORD_SIZE, record);
	measurement_set_number(&m, COL_THREADS, 1);
	measurement_set_string(&m, COL_ENGINE, "psync");
	measurement_set_string(&m, COL_STATUS, "ok");
	if (file > 0x1p24 && record < 0x1p16) {
		measurement_set_string(&m, COL_STATUS, "skipped");
		measurement_set_string(&m, COL_NOTE, "crossover rule");
	} else if (d == 1 && t == 0 && file == 0x1p26 && record == 0x1p20) {
		measurement_set_string(&m, COL_STATUS, "failed");
		measurement_set_string(&m, COL_NOTE, "ENOSPC");
	} else {
		add_figures(
			&m, record, (disk->call_s + record / disk->bytes_per_s) * tests[t].slower);
		add_distribution(
			&m, (disk->call_s + record / disk->bytes_per_s) * tests[t].slower, &text);
		if (d == 2 && t == 2 && record == 0x1p12) {
			measurement_set_string(&m, COL_STATUS, "doubtful");
			measurement_set_string(&m, COL_NOTE, "the clock was too coarse");
		}
	}
	dataset_add(dataset, &m);
	strbuf_free(&text);
}

struct dataset *sweep_rows(void)
{
	struct dataset *dataset = dataset_new();

	for (size_t d = 0; d < FST_COUNT(disks); d++)
		for (size_t t = 0; t < FST_COUNT(tests); t++)
			for (size_t f = 0; f < FST_COUNT(file_sizes); f++)
				for (double record = 0x1p12;
					record <= 0x1p24 && record <= file_sizes[f]; record *= 2)
					add_row(dataset, d, t, file_sizes[f], record);
	return dataset;
}

void sweep_rows_save(const char *path)
{
	struct dataset *dataset = sweep_rows();
	struct strbuf text = STRBUF_INIT;

	result_render(dataset, 0, &text);
	if (fileio_replace(path, strbuf_text(&text), NULL) != FST_OK) {
		fprintf(stderr, "cannot write %s\n", path);
		abort();
	}
	strbuf_free(&text);
	dataset_free(dataset);
}
