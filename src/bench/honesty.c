#include "bench/honesty.h"

#include "base/attributes.h"
#include "base/units.h"

const char *const sync_verdict_words[] = {
#define VERDICT_WORD(id, word) [SYNC_##id] = (word),
	VERDICT_WORDS(VERDICT_WORD)
#undef VERDICT_WORD
};

/*
 * A disk turns at most 15,000 times a minute, 4 ms each time: half of that on average
 * until its place comes by. Below a quarter of a turn nothing was waited for.
 */
#define ROTATING_LEAST_S 0.001

/*
 * The fastest flash with capacitors acknowledges a flush in some 10 us, Optane in 7 us
 * (vendors' data sheets); with the system call and the file system's journal it is more.
 */
#define FLASH_LEAST_S 8e-6

/*
 * A call to the hypervisor and back takes some 50 us, whatever it does with the flush (KVM, VMware
 * and Hyper-V, measured by many). Beyond this something was waited for.
 */
#define VIRTUAL_LEAST_S 0.0003

/* No device takes more; PCIe 5.0 x4 has 16 GB/s. */
#define DEVICE_MOST_BPS 20e9

/* A sync of dirty data that takes hardly longer than one of none. */
#define LIKE_CLEAN 1.5

static bool is_one_of(struct text word, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (text_is(word, words[i]))
			return true;
	return false;
}

/* Nothing here outlives the machine. */
static bool is_memory(struct text filesystem)
{
	static const char *const names[] = {"tmpfs", "ramfs", "devtmpfs", "zram"};

	return is_one_of(filesystem, names, FST_COUNT(names));
}

/* Another machine, or the host, has the disk. */
static bool is_remote(struct text filesystem)
{
	static const char *const names[] = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p",
		"virtiofs", "vboxsf", "vmhgfs", "prl_fs", "ceph", "glusterfs", "afs", "lustre"};

	return is_one_of(filesystem, names, FST_COUNT(names)) || text_starts(filesystem, "fuse");
}

static bool has_option(struct text options, const char *wanted)
{
	struct text option;

	while (text_next_part(&options, ',', &option))
		if (text_is(option, wanted))
			return true;
	return false;
}

static void add_reason(struct strbuf *why, const char *format, ...) FST_PRINTF(2, 3);

static void add_reason(struct strbuf *why, const char *format, ...)
{
	va_list ap;

	strbuf_add_string(why, why->len ? ", " : "");
	va_start(ap, format);
	strbuf_vprintf(why, format, ap);
	va_end(ap);
}

static void add_figures(const struct sync_evidence *e, struct strbuf *why)
{
	const struct {
		const char *what;
		double seconds;
	} figures[] = {
		{"fdatasync of a small write", e->small_s},
		{"of nothing", e->clean_s},
		{"O_DSYNC", e->o_dsync_s},
		{"O_DIRECT", e->direct_s},
	};
	char time[UNITS_SIZE], size[UNITS_SIZE];

	for (size_t i = 0; i < FST_COUNT(figures); i++)
		if (figures[i].seconds > 0)
			add_reason(why, "%s %s", figures[i].what,
				units_format_time(time, figures[i].seconds));
	if (e->large_s > 0)
		add_reason(why, "of %s %s", units_format_size(size, e->large_bytes, true),
			units_format_time(time, e->large_s));
}

/* Does it cost nothing to bring dirty data to the device? */
static bool costs_nothing(const struct sync_evidence *e)
{
	return e->small_s < LIKE_CLEAN * e->clean_s && e->small_s < FLASH_LEAST_S &&
	       (e->large_s <= 0 || e->large_bytes / e->large_s > DEVICE_MOST_BPS);
}

enum sync_verdict sync_judge(
	const struct sync_evidence *evidence, const struct measurement *facts, struct strbuf *why)
{
	struct text filesystem = measurement_text(facts, COL_FILESYSTEM);
	struct text mounted = measurement_text(facts, COL_MOUNT_OPTIONS);
	bool rotational = measurement_number(facts, COL_ROTATIONAL, 0) == 1;
	struct text hypervisor = measurement_text(facts, COL_HYPERVISOR);
	bool is_virtual = hypervisor.len > 0 && !text_is(hypervisor, "none");
	enum sync_verdict verdict = SYNC_HONEST;
	char time[UNITS_SIZE], rate[UNITS_SIZE];

	if (evidence->small_s <= 0) {
		add_reason(why, "no durable write was measured");
		return SYNC_UNKNOWN;
	}
	if (is_memory(filesystem)) {
		add_reason(why, "%.*s is memory: nothing of it is durable", TEXT_ARGS(filesystem));
		return SYNC_UNKNOWN;
	}
	if (costs_nothing(evidence)) {
		add_reason(why, "syncs of dirty data take as long as syncs of none");
		verdict = SYNC_IGNORED;
	} else if (evidence->large_s > 0 &&
		   evidence->large_bytes / evidence->large_s > DEVICE_MOST_BPS) {
		add_reason(why, "%s were made durable, more than any device takes",
			units_format_rate(rate, evidence->large_bytes / evidence->large_s));
		verdict = SYNC_SUSPICIOUS;
	} else if (is_virtual && evidence->small_s < VIRTUAL_LEAST_S) {
		add_reason(why, "a flush costs hardly more than the way to the hypervisor, which "
				"may keep it in a cache");
		verdict = SYNC_UNKNOWN;
	} else if (rotational && !is_virtual && evidence->small_s < ROTATING_LEAST_S) {
		add_reason(why, "the disk turns, and a sync does not wait for it (%s)",
			units_format_time(time, evidence->small_s));
		verdict = SYNC_SUSPICIOUS;
	} else if (evidence->small_s < FLASH_LEAST_S) {
		add_reason(why, "faster than any flash acknowledges");
		verdict = SYNC_SUSPICIOUS;
	} else if (has_option(mounted, "nobarrier") || has_option(mounted, "barrier=0")) {
		add_reason(why, "mounted without barriers");
		verdict = SYNC_SUSPICIOUS;
	} else if (is_remote(filesystem)) {
		add_reason(why, "%.*s: whether the other side has it on a disk cannot be told",
			TEXT_ARGS(filesystem));
		verdict = SYNC_UNKNOWN;
	} else if (!measurement_has(facts, COL_ROTATIONAL)) {
		add_reason(why, "what the device is cannot be told");
		verdict = SYNC_UNKNOWN;
	}
	add_figures(evidence, why);
	return verdict;
}
