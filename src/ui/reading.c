#include "ui/reading.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "import/input.h"

struct reading {
	pthread_t thread;
	int over[2]; /* a pipe; the thread closes its end */
	atomic_bool stop;
	struct import *import;
	char *text, *path, *source;
	size_t text_length;
	struct dataset *dataset;
	struct import_report report;
	struct fst_error error;
	fst_status status;
};

static void *reading_main(void *context)
{
	struct reading *reading = context;
	struct import_options options = {.source = reading->source, .stop = &reading->stop};
	struct result_warnings warnings = {0};

	if (reading->path)
		reading->status = input_read(reading->import, reading->path, &options,
			reading->dataset, &reading->report, &warnings, &reading->error);
	else
		reading->status = import_text(reading->import,
			text_make(reading->text, reading->text_length), &options, reading->dataset,
			&reading->report, &reading->error);
	close(reading->over[1]);
	return NULL;
}

static void reading_free(struct reading *reading)
{
	free(reading->text);
	free(reading->path);
	free(reading->source);
	free(reading);
}

struct reading *reading_start(struct import *import, struct text text, const char *path,
	const char *source, struct fst_error *error)
{
	struct reading *reading = xcalloc(1, sizeof(*reading));
	sigset_t all, before;
	int error_number;

	if (pipe2(reading->over, O_CLOEXEC) != 0) {
		fst_error_errno(error, errno, "cannot make a pipe");
		free(reading);
		return NULL;
	}
	reading->import = import;
	reading->path = path ? xstrdup(path) : NULL;
	reading->text = path ? NULL : xmemdup0(text.ptr, text.len);
	reading->text_length = text.len;
	reading->source = xstrdup(source);
	reading->dataset = dataset_new();
	sigfillset(&all); /* signals are the screen's */
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error_number = pthread_create(&reading->thread, NULL, reading_main, reading);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (error_number == 0)
		return reading;
	fst_error_errno(error, error_number, "cannot start a thread");
	close(reading->over[0]);
	close(reading->over[1]);
	dataset_free(reading->dataset);
	reading_free(reading);
	return NULL;
}

int reading_fd(const struct reading *reading)
{
	return reading->over[0];
}

fst_status reading_end(struct reading *reading, struct dataset **dataset,
	struct import_report *report, struct fst_error *error)
{
	fst_status status;

	pthread_join(reading->thread, NULL);
	close(reading->over[0]);
	*dataset = reading->dataset;
	*report = reading->report;
	*error = reading->error;
	status = reading->status;
	reading_free(reading);
	return status;
}

void reading_cancel(struct reading *reading)
{
	struct import_report report;
	struct dataset *dataset;
	struct fst_error error;

	if (!reading)
		return;
	atomic_store(&reading->stop, true);
	reading_end(reading, &dataset, &report, &error);
	dataset_free(dataset);
	import_report_free(&report);
}
