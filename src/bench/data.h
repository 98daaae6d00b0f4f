/*
 * What is written and where reads go: a pool of random bytes, 1 MiB (which stays in the
 * processor's cache) or one record, whichever is more. Before each write every 4 KiB of the record
 * gets a number of its own, so that no storage can compress or deduplicate it.
 */
#ifndef FST_BENCH_DATA_H
#define FST_BENCH_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/error.h"

#define DATA_POOL_BYTES  (1u << 20)
#define DATA_STAMP_EVERY 4096u

struct data {
	unsigned char *pool; /* page-aligned */
	size_t size;
	size_t position; /* where the next record is taken */
	uint64_t stamp; /* the last one given */
	bool zero; /* write zeros, without stamps */
	unsigned char *target; /* where reads go, page-aligned, of @size bytes */
};

/* Room for records of up to @record_max bytes. */
fst_status data_start(
	struct data *data, size_t record_max, bool zero, uint64_t seed, struct fst_error *error);
void data_end(struct data *data);

/* Give each 4 KiB of @record bytes a number of its own. */
static inline void data_stamp(struct data *data, unsigned char *out, size_t record)
{
	for (size_t i = 0; i < record && !data->zero; i += DATA_STAMP_EVERY) {
		size_t room = record - i < sizeof(uint64_t) ? record - i : sizeof(uint64_t);

		data->stamp++;
		if (room == sizeof(uint64_t))
			memcpy(out + i, &data->stamp, sizeof(uint64_t));
		else
			memcpy(out + i, &data->stamp, room);
	}
}

/* The next @record bytes to write, valid until the next call. */
static inline unsigned char *data_next(struct data *data, size_t record)
{
	/* Small records stay within 1 MiB though the run may have larger ones. */
	size_t size = record > DATA_POOL_BYTES ? data->size : DATA_POOL_BYTES;
	unsigned char *out;

	if (data->position + record > size)
		data->position = 0;
	out = data->pool + data->position;
	data->position += record;
	data_stamp(data, out, record);
	return out;
}

#endif
