#include "model/facts.h"

#include <string.h>

#include "base/attributes.h"
#include "base/number.h"
#include "base/strbuf.h"
#include "base/units.h"
#include "model/cgroup.h"
#include "model/filesystem.h"
#include "model/rootfile.h"

void facts_start(struct facts *facts)
{
	memset(facts, 0, sizeof(*facts));
	facts->texts = pool_new();
}

void facts_end(struct facts *facts)
{
	pool_free(facts->texts);
	memset(facts, 0, sizeof(*facts));
}

static void set_text(struct facts *facts, enum column column, struct text value)
{
	uint32_t id = pool_add(facts->texts, value);

	measurement_set_text(&facts->row, column, pool_text(facts->texts, id));
}

/* What follows `NAME<blanks>:` in a line of /proc/cpuinfo or /proc/meminfo. */
static struct text named_value(const struct strbuf *sb, const char *name)
{
	struct text rest = strbuf_text(sb), line;

	while (text_next_part(&rest, '\n', &line)) {
		struct text key;

		if (text_next_part(&line, ':', &key) && text_is(text_trim(key), name))
			return text_trim(line);
	}
	return (struct text){0};
}

/* Of what the machine has a control group may allow less, for the page cache as well. */
static void add_memory(struct facts *facts, const char *root, struct strbuf *sb)
{
	uint64_t kib, limit;
	struct text word, rest;

	if (!rootfile_read(root, sb, "/proc/meminfo"))
		return;
	rest = named_value(sb, "MemTotal");
	if (!text_next_word(&rest, &word) || !number_parse_u64(word, &kib))
		return;
	if (cgroup_read_memory(root, &limit) && limit < kib * 1024)
		kib = limit / 1024;
	measurement_set_number(&facts->row, COL_MEMORY_BYTES, (double)kib * 1024);
}

static void add_cpu(struct facts *facts, const char *root, struct strbuf *sb)
{
	/* Architectures name it differently; what none of them says is unknown. */
	static const char *const names[] = {"model name", "Model", "cpu model", "uarch"};

	if (!rootfile_read(root, sb, "/proc/cpuinfo"))
		return;
	for (size_t i = 0; i < FST_COUNT(names); i++)
		if (!measurement_has(&facts->row, COL_CPU))
			set_text(facts, COL_CPU, named_value(sb, names[i]));
}

void facts_add_machine(struct facts *facts, const struct facts_source *source)
{
	const char *root = source->root;
	struct strbuf sb = STRBUF_INIT;

	if (rootfile_read(root, &sb, "/proc/sys/kernel/hostname"))
		set_text(facts, COL_HOST, rootfile_line(&sb));
	if (rootfile_read(root, &sb, "/proc/sys/kernel/osrelease"))
		set_text(facts, COL_KERNEL, rootfile_line(&sb));
	add_cpu(facts, root, &sb);
	add_memory(facts, root, &sb);
	strbuf_clear(&sb);
	hypervisor_add_name(root, source->signature, &sb);
	set_text(facts, COL_HYPERVISOR, strbuf_text(&sb));
	if (rootfile_read(
		    root, &sb, "/sys/devices/system/clocksource/clocksource0/current_clocksource"))
		set_text(facts, COL_CLOCK_SOURCE, rootfile_line(&sb));
	strbuf_free(&sb);
}

/* `mq-deadline` of "none [mq-deadline] kyber". */
static struct text chosen_word(struct text line)
{
	size_t open = text_find_char(line, '['), close = text_find_char(line, ']');

	if (open == SIZE_MAX || close == SIZE_MAX || close < open)
		return line;
	return text_make(line.ptr + open + 1, close - open - 1);
}

static void add_detail(struct strbuf *out, const char *name, const char *value)
{
	strbuf_printf(out, "%s%s=%s",
		out->len == 0                           ? ""
		: text_contains(strbuf_text(out), "; ") ? " "
							: "; ",
		name, value);
}

/* Read-ahead belongs to the mount, which need not be on a block device. */
static void add_read_ahead(const char *root, const struct place *place, struct strbuf *out)
{
	const struct mount *mount = place_mount(place);
	struct strbuf sb = STRBUF_INIT;
	char size[UNITS_SIZE];
	uint64_t kib;

	if ((rootfile_read(root, &sb, "/sys/class/bdi/%u:%u/read_ahead_kb", mount->major_number,
		     mount->minor_number) ||
		    blockstack_read(&place->stack, "queue/read_ahead_kb", false, &sb)) &&
		number_parse_u64(rootfile_line(&sb), &kib))
		add_detail(out, "read_ahead", units_format_size(size, (double)kib * 1024, true));
	strbuf_free(&sb);
}

static void add_limits(const char *root, const struct blockstack *stack, struct strbuf *out)
{
	struct strbuf limits = STRBUF_INIT;
	unsigned numbers[2];

	/* A limit is set on a whole disk, or on what is mapped onto disks. */
	for (int disk = 0; disk < 2 && limits.len == 0; disk++)
		if (blockstack_read_numbers(stack, disk, &numbers[0], &numbers[1]))
			cgroup_add_io_limits(root, numbers[0], numbers[1], &limits);
	if (limits.len)
		add_detail(out, "limits", limits.ptr);
	strbuf_free(&limits);
}

static void add_block_device(
	struct facts *facts, const char *root, const struct blockstack *stack, struct strbuf *disk)
{
	struct strbuf sb = STRBUF_INIT;
	uint64_t number;

	if (blockstack_read(stack, "queue/rotational", false, &sb) &&
		number_parse_u64(rootfile_line(&sb), &number))
		measurement_set_number(&facts->row, COL_ROTATIONAL, (double)number);
	if (blockstack_read(stack, "queue/scheduler", true, &sb))
		set_text(facts, COL_SCHEDULER, chosen_word(rootfile_line(&sb)));
	if (blockstack_read(stack, "queue/write_cache", false, &sb))
		set_text(facts, COL_CACHE_MODE, rootfile_line(&sb));
	if (blockstack_read(stack, "device/model", true, &sb))
		set_text(facts, COL_DEVICE_MODEL, rootfile_line(&sb));
	if (blockstack_read(stack, "queue/discard_max_bytes", false, &sb) &&
		number_parse_u64(rootfile_line(&sb), &number))
		add_detail(disk, "discard", number ? "on" : "off");
	add_limits(root, stack, disk);
	strbuf_free(&sb);
}

static void add_options(
	struct facts *facts, const struct place_probe *probe, const struct mount *mount)
{
	struct strbuf options = STRBUF_INIT;

	strbuf_add_string(&options, mount->options);
	if (probe->no_copy_on_write && !text_contains(strbuf_text(&options), "nodatacow"))
		strbuf_add_string(&options, ",nodatacow");
	if (probe->synchronous)
		strbuf_add_string(&options, ",chattr=sync");
	set_text(facts, COL_MOUNT_OPTIONS, strbuf_text(&options));
	strbuf_free(&options);
}

/* Without a mount's line there is still what the kernel says of the folder itself. */
static void add_unlisted(
	struct facts *facts, const struct place *place, const struct place_probe *probe)
{
	struct strbuf device = STRBUF_INIT;

	if (probe->magic)
		set_text(facts, COL_FILESYSTEM, text_of(filesystem_name(probe->magic)));
	if (place->has_disk) {
		strbuf_printf(&device, "/dev/%s", strrchr(place->stack.top, '/') + 1);
		set_text(facts, COL_DEVICE, strbuf_text(&device));
	}
	strbuf_free(&device);
}

void facts_add_folder(
	struct facts *facts, const struct facts_source *source, const struct place_probe *probe)
{
	struct strbuf disk = STRBUF_INIT;
	struct place place;

	place_find(&place, source->root, probe);
	if (place.listed) {
		set_text(facts, COL_FILESYSTEM, text_of(place.mount.filesystem));
		add_options(facts, probe, &place.mount);
		set_text(facts, COL_DEVICE, text_of(place.mount.source));
	} else {
		add_unlisted(facts, &place, probe);
	}
	if (place.has_under)
		strbuf_printf(&disk, "%s %s%s", place.under.filesystem, place.under.source,
			place.has_disk ? " on " : "");
	if (place.has_disk)
		strbuf_add_text(&disk, strbuf_text(&place.stack.description));
	add_read_ahead(source->root, &place, &disk);
	if (place.has_disk)
		add_block_device(facts, source->root, &place.stack, &disk);
	set_text(facts, COL_VIRTUAL_DISK, strbuf_text(&disk));
	place_free(&place);
	strbuf_free(&disk);
}

bool facts_find_block_device(const struct facts_source *source, const struct place_probe *probe,
	unsigned *major_number, unsigned *minor_number)
{
	struct place place;
	bool found;

	place_find(&place, source->root, probe);
	found = place.has_disk &&
		blockstack_read_numbers(&place.stack, false, major_number, minor_number);
	place_free(&place);
	return found;
}
