#include "model/facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include "base/alloc.h"
#include "base/attributes.h"
#include "base/fileio.h"
#include "base/number.h"
#include "base/strbuf.h"
#include "model/mounts.h"

#define SMALL_FILE_LIMIT (4u << 20)

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

/* A file of /proc or /sys below the root; false, and nothing added, when it cannot be read. */
static bool read_file(const struct facts_source *source, struct strbuf *out, const char *format,
	...) FST_PRINTF(3, 4);

static bool read_file(
	const struct facts_source *source, struct strbuf *out, const char *format, ...)
{
	struct strbuf path = STRBUF_INIT;
	va_list ap;
	bool done;

	strbuf_clear(out);
	strbuf_add_string(&path, source->root);
	va_start(ap, format);
	strbuf_vprintf(&path, format, ap);
	va_end(ap);
	done = fileio_read(path.ptr, SMALL_FILE_LIMIT, out, NULL) == FST_OK;
	strbuf_free(&path);
	return done;
}

static struct text first_line(const struct strbuf *sb)
{
	struct text rest = strbuf_text(sb), line = {0};

	text_next_part(&rest, '\n', &line);
	return text_trim(line);
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

/* By firmware, which tells products apart that share a CPUID signature. */
static const struct {
	const char *vendor; /* start of sys_vendor or product_name */
	const char *name;
} firmware[] = {
	{"innotek GmbH", "VirtualBox"},
	{"VirtualBox", "VirtualBox"},
	{"VMware", "VMware"},
	{"Parallels", "Parallels"},
	{"QEMU", "QEMU/KVM"},
	{"KVM", "QEMU/KVM"},
	{"Red Hat", "QEMU/KVM"},
	{"OpenStack", "QEMU/KVM"},
	{"Virtual Machine", "Hyper-V"},
	{"Xen", "Xen"},
	{"Amazon EC2", "Amazon EC2"},
	{"Google Compute Engine", "Google Compute Engine"},
	{"Apple Virtualization", "Apple Virtualization"},
};

static const struct {
	const char *signature;
	const char *name;
} signatures[] = {
	{"KVMKVMKVM", "KVM"},
	{"VBoxVBoxVBox", "VirtualBox"},
	{"VMwareVMware", "VMware"},
	{"Microsoft Hv", "Hyper-V"},
	{"XenVMMXenVMM", "Xen"},
	{"prl hyperv", "Parallels"},
	{" lrpepyh vr", "Parallels"},
	{"TCGTCGTCGTCG", "QEMU"},
	{"bhyve bhyve", "bhyve"},
	{"ACRNACRNACRN", "ACRN"},
};

const char *facts_read_signature(char out[16])
{
#if defined(__x86_64__) || defined(__i386__)
	unsigned a, b, c, d;

	memset(out, 0, 16);
	if (!__get_cpuid(1, &a, &b, &c, &d))
		return NULL;
	if (!(c & 1u << 31))
		return out;
	__cpuid(0x40000000, a, b, c, d);
	memcpy(out, &b, 4);
	memcpy(out + 4, &c, 4);
	memcpy(out + 8, &d, 4);
	return out;
#else
	(void)out;
	return NULL;
#endif
}

static const char *hypervisor_name(const struct facts_source *source, struct strbuf *sb)
{
	static const char *const files[] = {"sys_vendor", "product_name"};

	for (size_t f = 0; f < FST_COUNT(files); f++)
		if (read_file(source, sb, "/sys/class/dmi/id/%s", files[f]))
			for (size_t i = 0; i < FST_COUNT(firmware); i++)
				if (text_starts(first_line(sb), firmware[i].vendor))
					return firmware[i].name;
	if (!source->signature)
		return "";
	for (size_t i = 0; i < FST_COUNT(signatures); i++)
		if (text_starts(text_of(source->signature), signatures[i].signature))
			return signatures[i].name;
	return source->signature[0] ? "unknown" : "none";
}

void facts_add_machine(struct facts *facts, const struct facts_source *source)
{
	struct strbuf sb = STRBUF_INIT;
	struct text word, rest;
	uint64_t kib;

	if (read_file(source, &sb, "/proc/sys/kernel/hostname"))
		set_text(facts, COL_HOST, first_line(&sb));
	if (read_file(source, &sb, "/proc/sys/kernel/osrelease"))
		set_text(facts, COL_KERNEL, first_line(&sb));
	if (read_file(source, &sb, "/proc/cpuinfo"))
		set_text(facts, COL_CPU, named_value(&sb, "model name"));
	if (read_file(source, &sb, "/proc/meminfo")) {
		rest = named_value(&sb, "MemTotal");
		if (text_next_word(&rest, &word) && number_parse_u64(word, &kib))
			measurement_set_number(&facts->row, COL_MEMORY_BYTES, (double)kib * 1024);
	}
	set_text(facts, COL_HYPERVISOR, text_of(hypervisor_name(source, &sb)));
	if (read_file(source, &sb,
		    "/sys/devices/system/clocksource/clocksource0/current_clocksource"))
		set_text(facts, COL_CLOCK_SOURCE, first_line(&sb));
	strbuf_free(&sb);
}

/* The sysfs folder of a block device as `/sys/...` below the root; false when it is none. */
static bool block_folder(
	const struct facts_source *source, const struct mount *mount, struct strbuf *out)
{
	struct stat st;

	for (int attempt = 0; attempt < 2; attempt++) {
		size_t skip = strlen(source->root);
		struct strbuf path = STRBUF_INIT;
		bool there;

		strbuf_add_string(&path, source->root);
		/* btrfs and others have a number of their own: then the name has to do. */
		if (attempt == 0)
			strbuf_printf(&path, "/sys/dev/block/%u:%u", mount->major_number,
				mount->minor_number);
		else
			strbuf_printf(&path, "/sys/class/block/%s",
				strrchr(mount->source, '/') ? strrchr(mount->source, '/') + 1
							    : mount->source);
		there = stat(path.ptr, &st) == 0 && S_ISDIR(st.st_mode);
		strbuf_clear(out);
		strbuf_add_string(out, path.ptr + skip);
		strbuf_free(&path);
		if (there)
			return true;
	}
	return false;
}

/* A file of the device's, or of the disk's that it is a partition of. */
static bool read_block(const struct facts_source *source, const struct strbuf *folder,
	const char *name, struct strbuf *out)
{
	return read_file(source, out, "%s/%s", folder->ptr, name) ||
	       read_file(source, out, "%s/../%s", folder->ptr, name);
}

/* `mq-deadline` of "none [mq-deadline] kyber". */
static struct text chosen_word(struct text line)
{
	size_t open = text_find_char(line, '['), close = text_find_char(line, ']');

	if (open == SIZE_MAX || close == SIZE_MAX || close < open)
		return line;
	return text_make(line.ptr + open + 1, close - open - 1);
}

static void add_block_device(
	struct facts *facts, const struct facts_source *source, const struct strbuf *folder)
{
	struct strbuf sb = STRBUF_INIT;
	uint64_t rotational;

	if (read_block(source, folder, "queue/rotational", &sb) &&
		number_parse_u64(first_line(&sb), &rotational))
		measurement_set_number(&facts->row, COL_ROTATIONAL, (double)rotational);
	if (read_block(source, folder, "queue/scheduler", &sb))
		set_text(facts, COL_SCHEDULER, chosen_word(first_line(&sb)));
	if (read_block(source, folder, "queue/write_cache", &sb))
		set_text(facts, COL_CACHE_MODE, first_line(&sb));
	if (read_block(source, folder, "device/model", &sb))
		set_text(facts, COL_DEVICE_MODEL, first_line(&sb));
	strbuf_free(&sb);
}

static bool find_mount(const struct facts_source *source, const char *folder, struct mount *mount)
{
	struct strbuf sb = STRBUF_INIT;
	bool found = read_file(source, &sb, "/proc/self/mountinfo") &&
		     mount_find(strbuf_text(&sb), folder, mount);

	strbuf_free(&sb);
	return found;
}

void facts_add_folder(struct facts *facts, const struct facts_source *source, const char *folder)
{
	struct strbuf block = STRBUF_INIT;
	struct mount mount;

	if (!find_mount(source, folder, &mount))
		return;
	set_text(facts, COL_FILESYSTEM, text_of(mount.filesystem));
	set_text(facts, COL_MOUNT_OPTIONS, text_of(mount.options));
	set_text(facts, COL_DEVICE, text_of(mount.source));
	if (block_folder(source, &mount, &block))
		add_block_device(facts, source, &block);
	strbuf_free(&block);
	mount_free(&mount);
}

bool facts_find_block_device(const struct facts_source *source, const char *folder,
	unsigned *major_number, unsigned *minor_number)
{
	struct strbuf block = STRBUF_INIT, sb = STRBUF_INIT;
	struct mount mount;
	bool found = false;

	if (!find_mount(source, folder, &mount))
		return false;
	if (block_folder(source, &mount, &block) && read_file(source, &sb, "%s/dev", block.ptr))
		found = sscanf(strbuf_string(&sb), "%u:%u", major_number, minor_number) == 2;
	strbuf_free(&block);
	strbuf_free(&sb);
	mount_free(&mount);
	return found;
}
