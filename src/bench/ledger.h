/*
 * A ledger: a file of numbered records, each of which can be told whole from torn,
 * to see what a crash leaves of what fsync promised. The records go round in the
 * file: number n stands in slot (n - 1) % slots.
 */
#ifndef FST_BENCH_LEDGER_H
#define FST_BENCH_LEDGER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "bench/workdir.h"

#define LEDGER_FILE WORKDIR_FILE_PREFIX "ledger"

/* A record holds this many bytes at least and at most, and a multiple of the former. */
#define LEDGER_RECORD_MIN 512u
#define LEDGER_RECORD_MAX (1u << 20)

struct ledger_shape {
	uint64_t session; /* a random number: which write it is of */
	uint32_t record_bytes;
	uint32_t slots;
};

/* How a record is made durable. */
struct ledger_mode {
	bool direct; /* O_DIRECT */
	bool o_sync; /* O_SYNC in place of an fdatasync after each record */
};

struct ledger;

/*
 * A new ledger in @workdir. It is durable itself, with the names of all folders up to
 * the one under test, when this returns.
 */
fst_status ledger_create(struct ledger **ledger, struct workdir *workdir,
	const struct ledger_shape *shape, struct ledger_mode mode, struct fst_error *error);

/* Write the next record; when this returns FST_OK the system said that it is durable. */
fst_status ledger_append(struct ledger *ledger, uint64_t *number, struct fst_error *error);

void ledger_free(struct ledger *ledger);

/* What is found of the records up to the last acknowledged one. */
struct ledger_check {
	uint64_t acknowledged; /* the greatest number */
	uint64_t checked; /* of these the newest, whose places no later record took */
	uint64_t intact;
	uint64_t lost; /* an older one in their place, or nothing */
	uint64_t torn; /* neither whole */
	uint64_t reordered; /* lost or torn although a later record survived */
	uint64_t later; /* whole records beyond the last acknowledged one */
	uint64_t in_flight; /* torn ones beyond it: one at most is what a crash may leave */
};

/*
 * The shape of the ledger in @fd, from any of its records; false when there is no
 * record in it that tells.
 */
bool ledger_read_shape(int fd, struct ledger_shape *shape);

/* Check the ledger in @fd (-1: it is gone) of @shape against @acknowledged, the last number. */
fst_status ledger_check(int fd, const struct ledger_shape *shape, uint64_t acknowledged,
	struct ledger_check *check, struct fst_error *error);

#endif
