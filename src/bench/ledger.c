#include "bench/ledger.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/rng.h"

static const char magic[8] = {'F', 'S', 'T', 'U', 'I', 'L', 'D', 'G'};

/* What a record begins with; the rest is random numbers of a seed made from it. */
struct record_head {
	char magic[sizeof(magic)];
	uint64_t session, number;
	uint32_t record_bytes, slots;
};

struct ledger {
	struct ledger_shape shape;
	struct ledger_mode mode;
	int fd;
	uint64_t number; /* the last one written */
	unsigned char *record;
};

/* What record @number must look like, into @out. */
static void make_record(const struct ledger_shape *shape, uint64_t number, unsigned char *out)
{
	struct record_head head = {.session = shape->session,
		.number = number,
		.record_bytes = shape->record_bytes,
		.slots = shape->slots};
	struct rng rng;

	memcpy(head.magic, magic, sizeof(magic));
	memcpy(out, &head, sizeof(head));
	rng_seed(&rng, shape->session ^ (number * UINT64_C(0x9E3779B97F4A7C15)));
	rng_fill(&rng, out + sizeof(head), shape->record_bytes - sizeof(head));
}

static off_t offset_of(const struct ledger_shape *shape, uint64_t number)
{
	return (off_t)((number - 1) % shape->slots * shape->record_bytes);
}

fst_status ledger_create(struct ledger **ledger, struct workdir *workdir,
	const struct ledger_shape *shape, struct ledger_mode mode, struct fst_error *error)
{
	struct ledger *l = xcalloc(1, sizeof(*l));
	int flags = O_WRONLY | (mode.direct ? O_DIRECT : 0) | (mode.o_sync ? O_SYNC : 0);
	int fd = workdir_create_file(workdir, LEDGER_FILE);
	fst_status status;

	*ledger = NULL;
	*l = (struct ledger){.shape = *shape, .mode = mode, .fd = -1};
	if (fd < 0 || fsync(fd) != 0) {
		status = fst_error_errno(error, errno, "cannot make the ledger");
		goto out;
	}
	l->fd = workdir_open_file(workdir, LEDGER_FILE, flags);
	if (l->fd < 0) {
		status = fst_error_errno(error, errno,
			mode.direct ? "cannot open the ledger with O_DIRECT, which this file "
				      "system may not have"
				    : "cannot open the ledger");
		goto out;
	}
	/* The largest alignment that O_DIRECT asks for anywhere is a page or the record itself. */
	if (posix_memalign((void **)&l->record, LEDGER_RECORD_MAX, shape->record_bytes) != 0) {
		status = fst_error_set(error, FST_FAILED, "no memory for a record");
		goto out;
	}
	status = workdir_sync(workdir, error);
out:
	if (fd >= 0)
		close(fd);
	if (status == FST_OK)
		*ledger = l;
	else
		ledger_free(l);
	return status;
}

fst_status ledger_append(struct ledger *ledger, uint64_t *number, struct fst_error *error)
{
	uint64_t next = ledger->number + 1;
	off_t offset = offset_of(&ledger->shape, next);
	size_t size = ledger->shape.record_bytes, done = 0;

	make_record(&ledger->shape, next, ledger->record);
	while (done < size) {
		ssize_t n = pwrite(
			ledger->fd, ledger->record + done, size - done, offset + (off_t)done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return fst_error_errno(error, n < 0 ? errno : ENOSPC,
				"cannot write record %llu", (unsigned long long)next);
		done += (size_t)n;
	}
	if (!ledger->mode.o_sync)
		while (fdatasync(ledger->fd) != 0)
			if (errno != EINTR)
				return fst_error_errno(error, errno,
					"cannot make record %llu durable",
					(unsigned long long)next);
	*number = ledger->number = next;
	return FST_OK;
}

void ledger_free(struct ledger *ledger)
{
	if (!ledger)
		return;
	if (ledger->fd >= 0)
		close(ledger->fd);
	free(ledger->record);
	free(ledger);
}

/* Read up to @size bytes; what is behind the end of the file stays as it is. */
static fst_status read_at(
	int fd, unsigned char *out, size_t size, off_t offset, struct fst_error *error)
{
	size_t done = 0;

	while (done < size) {
		ssize_t n = pread(fd, out + done, size - done, offset + (off_t)done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return fst_error_errno(error, errno, "cannot read the ledger");
		if (n == 0)
			break;
		done += (size_t)n;
	}
	return FST_OK;
}

static bool is_shape(const struct record_head *head)
{
	return memcmp(head->magic, magic, sizeof(magic)) == 0 && head->slots > 0 &&
	       head->record_bytes >= LEDGER_RECORD_MIN && head->record_bytes <= LEDGER_RECORD_MAX &&
	       head->record_bytes % LEDGER_RECORD_MIN == 0 && head->number > 0;
}

bool ledger_read_shape(int fd, struct ledger_shape *shape)
{
	off_t end = lseek(fd, 0, SEEK_END);
	struct record_head head = {.number = 0};

	/* Whatever the record's size is, its head stands at a multiple of the least one. */
	for (off_t offset = 0; offset < end; offset += LEDGER_RECORD_MIN) {
		if (read_at(fd, (unsigned char *)&head, sizeof(head), offset, NULL) != FST_OK)
			return false;
		if (!is_shape(&head) ||
			offset_of(&(struct ledger_shape){.record_bytes = head.record_bytes,
					  .slots = head.slots},
				head.number) != offset)
			continue;
		*shape = (struct ledger_shape){.session = head.session,
			.record_bytes = head.record_bytes,
			.slots = head.slots};
		return true;
	}
	return false;
}

enum found { FOUND_NOTHING, FOUND_WHOLE, FOUND_TORN };

/* What stands in a slot; *@number: of the record, 0 when its head is not readable. */
static enum found look(const struct ledger_shape *shape, const unsigned char *bytes,
	unsigned char *expected, uint64_t *number)
{
	struct record_head head;
	size_t i = 0;

	memcpy(&head, bytes, sizeof(head));
	*number = is_shape(&head) && head.session == shape->session ? head.number : 0;
	if (*number > 0) {
		make_record(shape, *number, expected);
		if (memcmp(bytes, expected, shape->record_bytes) == 0)
			return FOUND_WHOLE;
		return FOUND_TORN;
	}
	while (i < shape->record_bytes && bytes[i] == 0)
		i++;
	return i == shape->record_bytes ? FOUND_NOTHING : FOUND_TORN;
}

/* The newest acknowledged number whose place is @slot; 0 when there is none. */
static uint64_t newest_in(const struct ledger_shape *shape, uint64_t acknowledged, uint64_t slot)
{
	if (acknowledged < slot + 1)
		return 0;
	return acknowledged - (acknowledged - slot - 1) % shape->slots;
}

/* Numbers that were lost or torn, to be compared with the latest survivor. */
struct missing {
	uint64_t *numbers;
	size_t count;
};

static void judge(struct ledger_check *check, struct missing *missing, uint64_t expected,
	enum found found, uint64_t number)
{
	bool newer = number > check->acknowledged;

	check->later += found == FOUND_WHOLE && newer;
	check->in_flight += found == FOUND_TORN && newer;
	if (expected == 0 || newer)
		return;
	check->checked++;
	if (found == FOUND_WHOLE && number == expected) {
		check->intact++;
		return;
	}
	check->torn += found == FOUND_TORN;
	check->lost += found != FOUND_TORN;
	missing->numbers[missing->count++] = expected;
}

fst_status ledger_check(int fd, const struct ledger_shape *shape, uint64_t acknowledged,
	struct ledger_check *check, struct fst_error *error)
{
	unsigned char *bytes = xcalloc(1, shape->record_bytes);
	unsigned char *expected = xcalloc(1, shape->record_bytes);
	struct missing missing = {.numbers = xcalloc(shape->slots, sizeof(*missing.numbers))};
	uint64_t latest = 0, number = 0;
	fst_status status = FST_OK;

	*check = (struct ledger_check){.acknowledged = acknowledged};
	for (uint64_t slot = 0; slot < shape->slots && status == FST_OK; slot++) {
		enum found found;

		memset(bytes, 0, shape->record_bytes);
		if (fd >= 0)
			status = read_at(fd, bytes, shape->record_bytes,
				(off_t)(slot * shape->record_bytes), error);
		found = look(shape, bytes, expected, &number);
		if (found == FOUND_WHOLE && number > latest)
			latest = number;
		judge(check, &missing, newest_in(shape, acknowledged, slot), found, number);
	}
	for (size_t i = 0; i < missing.count; i++)
		check->reordered += missing.numbers[i] < latest;
	free(missing.numbers);
	free(expected);
	free(bytes);
	return status;
}
