#include "bench/data.h"

#include <errno.h>
#include <sys/mman.h>

#include "base/rng.h"

static unsigned char *map(size_t size)
{
	/* Touched at once: no page fault falls into a timed loop. */
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

fst_status data_start(
	struct data *data, size_t record_max, bool zero, uint64_t seed, struct fst_error *error)
{
	size_t size = record_max > DATA_POOL_BYTES ? record_max : DATA_POOL_BYTES;
	struct rng rng;

	*data = (struct data){.size = size, .zero = zero};
	data->pool = map(size);
	data->target = map(size);
	if (!data->pool || !data->target) {
		fst_status status = fst_error_errno(
			error, errno, "cannot get 2 x %zu bytes of memory for a record", size);

		data_end(data);
		return status;
	}
	rng_seed(&rng, seed);
	data->stamp = rng_next(&rng);
	if (!zero)
		rng_fill(&rng, data->pool, size);
	return FST_OK;
}

void data_end(struct data *data)
{
	if (data->pool)
		munmap(data->pool, data->size);
	if (data->target)
		munmap(data->target, data->size);
	*data = (struct data){0};
}
