/*
 * Which runs of fio are one: the same run in several forms (--output-format=normal,
 * json), and status reports of a run that goes on (--status-interval, SIGUSR1), of
 * which the last one counts.
 */
#include <math.h>
#include <stdlib.h>

#include "import/fio.h"

/* Forms of a run follow each other: so many runs behind one are looked at. */
#define NEIGHBOURS 4

static bool same_number(double a, double b)
{
	return isnan(a) || isnan(b) || fabs(a - b) < 0.5;
}

/* Whether @a and @b differ by no more than the rounding of what is printed. */
static bool nearly(double a, double b, double relative, double absolute)
{
	return isnan(a) || isnan(b) || fabs(a - b) <= relative * fabs(a) + absolute;
}

static struct fio_row *find_row(struct fio *fio, const struct fio_job *job, enum fio_part part)
{
	for (size_t i = 0; job && i < job->row_count; i++)
		if (fio->rows[job->first_row + i].part == part)
			return &fio->rows[job->first_row + i];
	return NULL;
}

/* How two rows that may be one, printed with different roundings, compare. */
struct match {
	size_t same; /* at least two figures agree */
	size_t different; /* one does not */
};

static void match_rows(const struct fio_row *a, const struct fio_row *b, struct match *match)
{
	int known = !isnan(a->elapsed_s + b->elapsed_s) + !isnan(a->ops_per_s + b->ops_per_s) +
		    !isnan(a->bytes_per_s + b->bytes_per_s) +
		    2 * (a->part == FIO_SYNC && !isnan(a->lat.mean + b->lat.mean));

	if (!nearly(a->elapsed_s, b->elapsed_s, 0, 0.0015) ||
		!nearly(a->ops_per_s, b->ops_per_s, 0.01, 1) ||
		!nearly(a->bytes_per_s, b->bytes_per_s, 0.01, 1024) ||
		(a->part == FIO_SYNC && !nearly(a->lat.mean, b->lat.mean, 0.01, 1e-6)))
		match->different++;
	else if (known >= 2)
		match->same++;
}

static void match_jobs(
	struct fio *fio, const struct fio_job *a, const struct fio_job *b, struct match *match)
{
	for (size_t i = 0; i < a->row_count; i++) {
		const struct fio_row *row = &fio->rows[a->first_row + i];
		const struct fio_row *other = find_row(fio, b, row->part);

		if (other)
			match_rows(row, other, match);
	}
}

/* The job of @run that @job is; one whose name is cut off is known by its figures. */
static const struct fio_job *find_job(
	struct fio *fio, const struct fio_run *run, const struct fio_job *job)
{
	for (size_t i = 0; i < run->job_count && !job->summary; i++) {
		const struct fio_job *other = &fio->jobs[run->first_job + i];
		struct match match = {0};

		if (other->summary || !same_number(other->group, job->group) ||
			!same_number(other->pid, job->pid))
			continue;
		if (text_equal(other->name, job->name))
			return other;
		if (other->name.len && job->name.len)
			continue;
		match_jobs(fio, job, other, &match);
		if (match.same && !match.different)
			return other;
	}
	return NULL;
}

static bool has_header_between(const struct fio *fio, size_t from, size_t to)
{
	size_t i = fio_first_header(fio, from);

	return i < fio->header_count && fio->headers[i].at < to;
}

static bool started_together(const struct fio_run *a, const struct fio_run *b)
{
	double begin_a = a->finished_s - a->elapsed_s, begin_b = b->finished_s - b->elapsed_s;

	return nearly(begin_a, begin_b, 0, 2);
}

/* How the rows of a run compare with those of the next one. */
struct growth {
	size_t rows, missing;
	bool shrinks, grows;
	bool jumps; /* more is added than there was time for */
};

static void compare_jobs(struct fio *fio, const struct fio_job *job, const struct fio_job *later,
	struct growth *growth)
{
	for (size_t i = 0; i < job->row_count; i++) {
		const struct fio_row *row = &fio->rows[job->first_row + i];
		const struct fio_row *next = find_row(fio, later, row->part);
		double seconds, bytes;

		if (row->dropped)
			continue;
		growth->rows++;
		growth->missing += !next;
		if (!next)
			continue;
		seconds = next->elapsed_s - row->elapsed_s;
		bytes = next->bytes - row->bytes;
		growth->shrinks |= seconds < -0.0015 || bytes < 0 ||
				   next->operations < row->operations;
		growth->grows |= seconds > 0.0015;
		/* Three times as fast as it has been so far, give or take 5 ms. */
		growth->jumps |= bytes > 3 * (seconds + 0.005) * row->bytes_per_s;
	}
}

/* A report whose start is cut off, right above the next one: lines of the run status alone. */
#define CLOSE 400

/* The job of @next, the run below @run, that @job may have become. */
static const struct fio_job *find_later(struct fio *fio, const struct fio_run *run,
	const struct fio_run *next, const struct fio_job *job)
{
	const struct fio_job *only = &fio->jobs[next->first_job];
	bool is_only = run->job_count == 1 && only->name.len &&
		       (next->job_count == 1 || only[1].summary);

	if (job->summary)
		return is_only && next->start - run->end < CLOSE ? only : NULL;
	if (!job->name.len && run->form == FIO_JSON)
		return is_only ? only : NULL;
	return find_job(fio, next, job);
}

/*
 * Whether @run is a report that @next, which stands below it, brings up to date:
 * the same jobs, and nothing in it is more than in @next.
 */
static bool gives_way(struct fio *fio, struct fio_run *run, struct fio_run *next)
{
	struct growth growth = {0};

	if (run->form != next->form || has_header_between(fio, run->end, next->start) ||
		!started_together(run, next))
		return false;
	for (size_t i = 0; i < run->job_count; i++) {
		const struct fio_job *job = &fio->jobs[run->first_job + i];
		const struct fio_job *later = find_later(fio, run, next, job);

		if (job->summary && fio->rows[job->first_row].dropped)
			continue;
		if (later && !text_equal(later->started, job->started))
			return false;
		/* In text the process tells; without it two runs look like one. */
		if (run->form == FIO_TEXT && !job->summary &&
			(!later || isnan(job->pid) || isnan(later->pid)))
			return false;
		compare_jobs(fio, job, later, &growth);
	}
	/* Terse lines have neither time nor process: only the figures tell. */
	if (growth.rows == 0 || growth.shrinks || (growth.missing && !next->cut) ||
		(fio->jobs[run->first_job].summary && !growth.grows) ||
		(run->form == FIO_TERSE && (growth.jumps || !growth.grows)))
		return false;
	if (growth.missing) {
		/* The last report is the one that was cut off. */
		next->dropped = !run->cut;
		return run->cut;
	}
	return true;
}

/* Whether @a and @b, of different forms, tell of the same run. */
static bool is_same_run(struct fio *fio, const struct fio_run *a, const struct fio_run *b)
{
	struct match match = {0};

	for (size_t i = 0; i < a->job_count; i++) {
		const struct fio_job *job = &fio->jobs[a->first_job + i];
		const struct fio_job *other = find_job(fio, b, job);

		if (other)
			match_jobs(fio, job, other, &match);
	}
	return match.same && !match.different;
}

/* @less is the less exact form of @exact: what only it tells stays. */
static void join(struct fio *fio, size_t less, size_t exact)
{
	struct fio_run *from = &fio->runs[less], *to = &fio->runs[exact];

	for (size_t i = 0; i < to->job_count; i++) {
		struct fio_job *job = &fio->jobs[to->first_job + i];
		const struct fio_job *other = find_job(fio, from, job);

		if (!other)
			continue;
		if (isnan(job->jobs))
			job->jobs = other->jobs;
		for (size_t r = 0; r < job->row_count; r++) {
			struct fio_row *row = find_row(
				fio, other, fio->rows[job->first_row + r].part);

			if (row)
				row->dropped = true;
		}
	}
	if (to->cut)
		to->also = less + 1;
	from->dropped = true;
	if (from->start < to->start)
		to->start = from->start;
	if (from->end > to->end)
		to->end = from->end;
}

static int compare_runs(const void *a, const void *b)
{
	const struct fio_run *x = a, *y = b;

	return (x->start > y->start) - (x->start < y->start);
}

static void join_forms(struct fio *fio, size_t i)
{
	for (size_t j = i + 1; j < fio->run_count && j <= i + NEIGHBOURS; j++) {
		struct fio_run *a = &fio->runs[i], *b = &fio->runs[j];
		bool second_is_exact = b->form > a->form;

		if (a->dropped || b->dropped || a->form == b->form || !is_same_run(fio, a, b))
			continue;
		join(fio, second_is_exact ? i : j, second_is_exact ? j : i);
	}
}

/* The next run of the same form that still counts; SIZE_MAX: none. */
static size_t next_of_form(const struct fio *fio, size_t i)
{
	for (size_t j = i + 1; j < fio->run_count && j <= i + NEIGHBOURS; j++)
		if (!fio->runs[j].dropped && fio->runs[j].form == fio->runs[i].form)
			return j;
	return SIZE_MAX;
}

void fio_join_runs(struct fio *fio)
{
	if (fio->run_count)
		qsort(fio->runs, fio->run_count, sizeof(*fio->runs), compare_runs);
	for (size_t i = 0; i < fio->run_count; i++)
		join_forms(fio, i);
	for (size_t i = 0; i < fio->run_count; i++) {
		struct fio_run *run = &fio->runs[i];
		size_t next = run->dropped ? SIZE_MAX : next_of_form(fio, i);

		if (next == SIZE_MAX || !gives_way(fio, run, &fio->runs[next]))
			continue;
		run->dropped = true;
		fio->runs[next].start = run->start;
		collect_skip(fio->parse->out, "fio", run->start, run->end,
			"a status report of the run that is reported again below");
	}
	/* Joining may have moved starts. */
	if (fio->run_count)
		qsort(fio->runs, fio->run_count, sizeof(*fio->runs), compare_runs);
}
