#include "bench/owner.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "base/number.h"
#include "model/jsonl.h"

#define FORMAT_VERSION 1

/* The first line of @path into @out, "" when there is none. */
static void read_line(const char *path, char *out, size_t size)
{
	struct strbuf sb = STRBUF_INIT;
	struct text line, rest;

	out[0] = '\0';
	if (fileio_read(path, 65536, &sb, NULL) == FST_OK) {
		rest = strbuf_text(&sb);
		if (text_next_part(&rest, '\n', &line))
			snprintf(out, size, "%.*s", TEXT_ARGS(line));
	}
	strbuf_free(&sb);
}

/* Field 22 of /proc/PID/stat; the name in field 2 may hold blanks and brackets. 0: no such process.
 */
static uint64_t process_start(uint64_t pid)
{
	char path[64], line[1024];
	struct text rest, word = {0};
	const char *bracket;
	uint64_t start = 0;

	snprintf(path, sizeof(path), "/proc/%llu/stat", (unsigned long long)pid);
	read_line(path, line, sizeof(line));
	bracket = strrchr(line, ')');
	if (!bracket)
		return 0;
	rest = text_of(bracket + 1);
	for (int field = 3; field <= 22; field++)
		if (!text_next_word(&rest, &word))
			return 0;
	return number_parse_u64(word, &start) ? start : 0;
}

void owner_of_this_process(struct owner *owner)
{
	ssize_t n;

	memset(owner, 0, sizeof(*owner));
	owner->pid = (uint64_t)getpid();
	owner->pid_start = process_start(owner->pid);
	read_line("/proc/sys/kernel/random/boot_id", owner->boot, sizeof(owner->boot));
	read_line("/etc/machine-id", owner->machine, sizeof(owner->machine));
	n = readlink("/proc/self/ns/pid", owner->pid_namespace, sizeof(owner->pid_namespace) - 1);
	owner->pid_namespace[n > 0 ? n : 0] = '\0';
}

void owner_write(struct strbuf *out, const struct owner *owner, const char *path)
{
	struct jsonl object = jsonl_begin(out);

	jsonl_add_number(&object, "fstui_work", FORMAT_VERSION);
	jsonl_add_number(&object, "pid", (double)owner->pid);
	jsonl_add_number(&object, "pid_start", (double)owner->pid_start);
	jsonl_add_string(&object, "boot", owner->boot);
	jsonl_add_string(&object, "machine", owner->machine);
	jsonl_add_string(&object, "pid_namespace", owner->pid_namespace);
	if (owner->device)
		jsonl_add_number(&object, "device", (double)owner->device);
	if (path)
		jsonl_add_string(&object, "path", path);
	jsonl_end(&object);
}

static bool copy_member(json_t *object, const char *key, char *out, size_t size)
{
	const char *value = json_string_value(json_object_get(object, key));

	if (!value || strlen(value) >= size)
		return false;
	strcpy(out, value);
	return true;
}

fst_status owner_parse(struct text line, struct owner *owner, char **path, struct fst_error *error)
{
	json_t *object = json_loadb(line.ptr ? line.ptr : "", line.len, 0, NULL);
	json_int_t pid = json_integer_value(json_object_get(object, "pid"));
	json_int_t start = json_integer_value(json_object_get(object, "pid_start"));
	double device = json_number_value(json_object_get(object, "device"));
	const char *where = json_string_value(json_object_get(object, "path"));
	fst_status status = FST_OK;

	memset(owner, 0, sizeof(*owner));
	if (json_integer_value(json_object_get(object, "fstui_work")) != FORMAT_VERSION ||
		pid <= 0 || start < 0 ||
		!copy_member(object, "boot", owner->boot, sizeof(owner->boot)) ||
		!copy_member(object, "machine", owner->machine, sizeof(owner->machine)) ||
		!copy_member(object, "pid_namespace", owner->pid_namespace,
			sizeof(owner->pid_namespace))) {
		status = fst_error_set(error, FST_SYNTAX, "it is no complete marker of a run");
		goto out;
	}
	owner->pid = (uint64_t)pid;
	owner->pid_start = (uint64_t)start;
	owner->device = device > 0 ? (uint64_t)device : 0;
	if (path)
		*path = xstrdup(where ? where : "");
out:
	json_decref(object);
	return status;
}

enum owner_state owner_check(const struct owner *owner)
{
	struct owner here;
	uint64_t start;

	owner_of_this_process(&here);
	if (strcmp(owner->machine, here.machine) != 0)
		return OWNER_ELSEWHERE;
	if (strcmp(owner->boot, here.boot) != 0)
		/* Machines without an id are all alike: another boot may be another machine. */
		return here.machine[0] ? OWNER_DEAD : OWNER_ELSEWHERE;
	if (strcmp(owner->pid_namespace, here.pid_namespace) != 0)
		return OWNER_ELSEWHERE;
	start = process_start(owner->pid);
	return start && (start == owner->pid_start || !owner->pid_start) ? OWNER_ALIVE : OWNER_DEAD;
}
