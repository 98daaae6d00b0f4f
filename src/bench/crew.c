#include "bench/crew.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/rng.h"

fst_status crew_start(
	struct crew *crew, unsigned count, size_t record_max, bool zero, struct fst_error *error)
{
	fst_status status = FST_OK;

	*crew = (struct crew){
		.count = count,
		.data = xcalloc(count, sizeof(*crew->data)),
		.kept = xcalloc(count, sizeof(*crew->kept)),
	};
	for (unsigned i = 0; i + 1 < count && status == FST_OK; i++)
		status = data_start(&crew->data[i], record_max, zero, rng_fresh_seed(), error);
	return status;
}

void crew_end(struct crew *crew)
{
	for (unsigned i = 0; i + 1 < crew->count; i++)
		data_end(&crew->data[i]);
	free(crew->data);
	free(crew->kept);
	*crew = (struct crew){0};
}

enum gate {
	GATE_SHUT,
	GATE_OPEN,
	GATE_CANCELLED,
};

struct shared {
	void (*work)(void *context, unsigned index);
	void *context;
	enum gate gate; /* atomic */
	unsigned waiting; /* atomic: at the gate */
};

struct member {
	struct shared *shared;
	pthread_t thread;
	unsigned index;
};

static void *run_member(void *context)
{
	const struct member *member = context;
	struct shared *shared = member->shared;
	enum gate gate;

	__atomic_fetch_add(&shared->waiting, 1, __ATOMIC_RELEASE);
	while ((gate = __atomic_load_n(&shared->gate, __ATOMIC_ACQUIRE)) == GATE_SHUT)
		sched_yield(); /* awake: a sleeper would start late */
	if (gate == GATE_OPEN)
		shared->work(shared->context, member->index);
	return NULL;
}

int crew_run(const struct crew *crew, void (*work)(void *context, unsigned index), void *context)
{
	struct shared shared = {.work = work, .context = context};
	struct member members[crew->count];
	unsigned made;
	int error_number = 0;

	for (made = 1; made < crew->count; made++) {
		members[made] = (struct member){.shared = &shared, .index = made};
		error_number = pthread_create(
			&members[made].thread, NULL, run_member, &members[made]);
		if (error_number)
			break;
	}
	while (__atomic_load_n(&shared.waiting, __ATOMIC_ACQUIRE) < made - 1)
		sched_yield();
	__atomic_store_n(&shared.gate, error_number ? GATE_CANCELLED : GATE_OPEN, __ATOMIC_RELEASE);
	if (!error_number)
		work(context, 0);
	for (unsigned i = 1; i < made; i++)
		pthread_join(members[i].thread, NULL);
	return error_number;
}
