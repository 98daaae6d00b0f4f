/*
 * How a fio job was set up, as options say it: on a command line, in a job file,
 * in JSON. Sizes of options are fio's own (kb_base=1024): k is 1024, KiB is 1000.
 */
#ifndef FST_IMPORT_FIO_SETUP_H
#define FST_IMPORT_FIO_SETUP_H

#include "import/document.h"
#include "import/fio.h"

#define FIO_SECTIONS 32

/* Options that hold for all jobs, and those of each section of a job file or command. */
struct fio_sections {
	struct fio_setup global;
	struct text names[FIO_SECTIONS];
	struct fio_setup setups[FIO_SECTIONS];
	size_t count;
	size_t start, end; /* in the flow; equal: there is neither command nor job file */
	bool found, is_command;
};

void fio_setup_init(struct fio_setup *setup);

/* Whether the option called @name is one that matters. */
bool fio_setup_knows(struct text name);

/* Set the option called @name unless it is set already; false when it is none that matters. */
bool fio_setup_set(struct fio_setup *setup, struct text name, struct text value);

/* Take from @more what @setup does not have. */
void fio_setup_fill(struct fio_setup *setup, const struct fio_setup *more);

/* Keep what @other has as well: a job of a group may be either. */
void fio_setup_agree(struct fio_setup *setup, const struct fio_setup *other);

/* `4k`, `16MiB`, `1g` as an option has it, in bytes; false for percentages and the like. */
bool fio_setup_size(const struct fio_setup *setup, struct text value, double *bytes);

/*
 * The test that the option rw makes of @part: TEST_COUNT when it says none. False
 * when such a job does not do @part at all.
 */
bool fio_setup_test(const struct fio_setup *setup, enum fio_part part, enum test *test);

/* The command or job file that stands between @from and @to. */
void fio_sections_read(
	const struct document *doc, size_t from, size_t to, struct fio_sections *sections);

/* The section called @name with what holds for all; false when there are other sections only. */
bool fio_sections_find(
	const struct fio_sections *sections, struct text name, struct fio_setup *setup);

#endif
