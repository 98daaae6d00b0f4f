/* What others did while a cell was measured. */
#include "bench/witness.h"

#include "base/attributes.h"
#include "base/units.h"

/* Below these nothing is told: every machine does a little all the time. */
#define OTHERS_LEAST_BYTES (8u << 20)
#define OTHERS_LEAST_SHARE 0.1 /* of what this process moved itself */
#define SWAP_LEAST_BYTES   (1u << 20)
#define DIRTY_LEAST_BYTES  (256u << 20)
#define DIRTY_LEAST_SHARE  0.05 /* of the memory */
#define STEAL_LEAST        5.0 /* % */

/*
 * File systems add to what is written: journals, trees, twice over. With each sync they do so in
 * small requests, where writing in bulk takes large ones.
 */
#define ADDED_BY_REQUEST_BYTES (64u << 10)

static void add_part(struct strbuf *note, const char *format, ...) FST_PRINTF(2, 3);

static void add_part(struct strbuf *note, const char *format, ...)
{
	va_list ap;

	if (note->len)
		strbuf_add_string(note, "; ");
	va_start(ap, format);
	strbuf_vprintf(note, format, ap);
	va_end(ap);
}

static uint64_t growth(uint64_t from, uint64_t to)
{
	return to > from ? to - from : 0;
}

static bool is_much(uint64_t others, uint64_t own)
{
	return others >= OTHERS_LEAST_BYTES && (double)others > OTHERS_LEAST_SHARE * (double)own;
}

/*
 * What the device wrote beyond all that this process made dirty since the first reading. Own pages
 * are counted when they become dirty and reach the device later, so only the sum tells.
 */
static uint64_t excess_writes(const struct witness *witness, const struct witness_reading *reading)
{
	return growth(reading->own_write_bytes - witness->first.own_write_bytes,
		growth(witness->first.write_bytes, reading->write_bytes));
}

static void add_others(const struct witness *witness, const struct witness_reading *before,
	const struct witness_reading *after, struct strbuf *note)
{
	uint64_t own_read = growth(before->read_bytes, after->read_bytes);
	uint64_t own_written = growth(before->own_write_bytes, after->own_write_bytes);
	uint64_t read = growth(
		own_read, growth(before->device_read_bytes, after->device_read_bytes));
	uint64_t written = growth(excess_writes(witness, before), excess_writes(witness, after));
	uint64_t added = growth(before->device_writes, after->device_writes) *
			 ADDED_BY_REQUEST_BYTES;
	char size[UNITS_SIZE];

	if (is_much(read, own_read))
		add_part(note, "others read %s from the device meanwhile",
			units_format_size(size, (double)read, true));
	if (is_much(growth(added, written), own_written))
		add_part(note, "others wrote %s to the device meanwhile",
			units_format_size(size, (double)written, true));
}

void witness_add_disturbance(const struct witness *witness, const struct witness_reading *before,
	const struct witness_reading *after, struct strbuf *note)
{
	uint64_t swapped = growth(before->swap_in_bytes, after->swap_in_bytes) +
			   growth(before->swap_out_bytes, after->swap_out_bytes);
	uint64_t ticks = growth(before->cpu_ticks, after->cpu_ticks);
	uint64_t stolen = growth(before->steal_ticks, after->steal_ticks);
	char size[UNITS_SIZE];

	if (before->has_io && before->has_device && after->has_device)
		add_others(witness, before, after, note);
	if (swapped >= SWAP_LEAST_BYTES)
		add_part(note, "the machine swapped %s meanwhile",
			units_format_size(size, (double)swapped, true));
	if (before->has_cpu && after->has_cpu && ticks &&
		100 * (double)stolen > STEAL_LEAST * (double)ticks)
		add_part(note, "the hypervisor took %.0f %% of the processors",
			100 * (double)stolen / (double)ticks);
	if (before->has_memory && before->dirty_bytes >= DIRTY_LEAST_BYTES &&
		(double)before->dirty_bytes > DIRTY_LEAST_SHARE * (double)before->memory_bytes)
		add_part(note, "%s of dirty pages waited when it began",
			units_format_size(size, (double)before->dirty_bytes, true));
}
