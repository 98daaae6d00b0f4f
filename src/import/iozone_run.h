/*
 * One run of IOzone while it is read: what its command and its preamble say, and
 * its cells. Cells are kept until the run ends, because a report below the table
 * repeats them and a warning below everything makes some of them doubtful.
 */
#ifndef FST_IMPORT_IOZONE_RUN_H
#define FST_IMPORT_IOZONE_RUN_H

#include "import/command.h"
#include "import/importer.h"

/* Figures that a row of the table can have, in iozone's order. */
#define IOZONE_COLUMNS 21
#define IOZONE_BASIC   13 /* without -E */

extern const enum test iozone_columns[IOZONE_COLUMNS];

/* Bits of the columns that the tests of -i (bit N for `-i N`) fill. */
uint32_t iozone_columns_of(unsigned tests);

enum iozone_flag {
	IOZONE_CLOSE = 1 << 0, /* close counted */
	IOZONE_FSYNC = 1 << 1, /* fsync counted */
	IOZONE_DIRECT = 1 << 2,
	IOZONE_O_SYNC = 1 << 3,
	IOZONE_O_DSYNC = 1 << 4,
	IOZONE_MMAP = 1 << 5,
	IOZONE_AIO = 1 << 6,
	IOZONE_COLD = 1 << 7, /* unmounted between tests */
	IOZONE_INVALID = 1 << 8, /* it says itself that the figures are */
	IOZONE_NO_CROSSOVER = 1 << 9, /* small records are not skipped */
	IOZONE_SEQUENTIAL_MIX = 1 << 10,
	IOZONE_NO_RETEST = 1 << 11, /* rewrite and reread are printed as 0 */
};

enum iozone_unit {
	IOZONE_UNIT_UNKNOWN,
	IOZONE_KIB_PER_S,
	IOZONE_OPS_PER_S,
	IOZONE_USEC_PER_OP,
};

/* 0 and empty: unknown. */
struct iozone_settings {
	unsigned flags;
	unsigned tests; /* of -i */
	enum iozone_unit unit;
	double file_kib, record_kib; /* of each process */
	double threads, least_threads, most_threads;
	double queue_depth, read_percent;
};

/* What a command line asks for. Sources: iozone's getopt string and its -+ options. */
struct iozone_settings iozone_settings_of(const struct command *command);

/* `64` `64k` `4m` `1G` as iozone reads it, in KiB; 0 when it is no size. */
double iozone_size_kib(struct text t);

struct iozone_cell {
	uint8_t test; /* enum test */
	bool skipped; /* by the crossover rule: no figure */
	bool too_quick; /* the tool says so below it */
	double file_kib, record_kib, threads; /* 0: unknown; file_kib of all threads */
	double value; /* in the run's unit */
	double cpu_percent; /* negative: unknown */
	size_t at; /* in the flow */
	struct text reported;
	struct text note; /* empty: none */
};

enum iozone_kind {
	IOZONE_NOTHING,
	IOZONE_TABLE,
	IOZONE_THROUGHPUT,
};

struct iozone_run {
	struct collect *out;
	struct text name; /* of the machine that stands in front of the lines; empty: none */
	struct iozone_settings asked, printed; /* by the command; in the output */
	struct text version, started, host, kernel;
	struct text title; /* that stands within the header of its table */
	struct text label; /* that stands in front of its rows: the environment */
	unsigned told; /* bits of the preamble's lines that were seen */
	bool begun; /* start and end are known */
	size_t start, end; /* in the flow */
	size_t command_start, command_end;
	double coarse_kib; /* the clock was too coarse for files up to this size */
	enum iozone_kind kind;
	unsigned reports; /* titles of the report that were read */
	struct iozone_cell *cells;
	size_t count, capacity;
	uint32_t *index; /* cells by what they measure: number + 1, 0 is free */
	size_t index_size; /* a power of two */
};

void iozone_run_free(struct iozone_run *run);

/* What holds: what the output prints, and where it is silent what the command asks for. */
struct iozone_settings iozone_run_settings(const struct iozone_run *run);

/* The run's output reaches from @start to @end too. */
void iozone_run_touch(struct iozone_run *run, size_t start, size_t end);

/*
 * Give the cells to the importer's results and begin another run: with the same
 * settings when it @inherits them (a second table below one command), else with none.
 */
void iozone_run_next(struct iozone_run *run, bool inherits);

/* The cell with @like's test, sizes and threads, or NULL. */
struct iozone_cell *iozone_run_find(struct iozone_run *run, const struct iozone_cell *like);

/*
 * Add @count cells that were printed together. What is there is not added again;
 * when most of them are there with other figures they begin a run that inherits. A
 * figure of zero is no figure.
 */
void iozone_run_add(struct iozone_run *run, enum iozone_kind kind, const struct iozone_cell *cells,
	size_t count);

#endif
