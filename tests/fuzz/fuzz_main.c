#include "fuzz.h"

#include "../support/support.h"
#include "base/alloc.h"
#include "base/fileio.h"
#include "base/rng.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	INPUT_MAX = 256 << 10,
	INPUTS = 3000,
	INPUTS_LONG = 100000,
	INPUT_TIME_S = 20,
};

struct seed {
	char *bytes;
	size_t length;
};

struct fuzz {
	struct seed *seeds;
	size_t seed_count;
	struct rng rng;
	char input[INPUT_MAX];
	size_t length;
};

/* What the handler of a crash keeps: the input under test, and where to put it. */
static struct fuzz fuzz_state;
static char crash_path[64];

static void fuzz_add_seed(struct fuzz *fuzz, const char *bytes, size_t length)
{
	if (length > INPUT_MAX)
		length = INPUT_MAX;
	fuzz->seeds = xreallocarray(fuzz->seeds, fuzz->seed_count + 1, sizeof(*fuzz->seeds));
	fuzz->seeds[fuzz->seed_count++] = (struct seed){xmemdup0(bytes, length), length};
}

static void fuzz_add_file(struct fuzz *fuzz, const char *path)
{
	struct strbuf contents = STRBUF_INIT;

	if (fileio_read(path, INPUT_MAX, &contents, NULL) == FST_OK)
		fuzz_add_seed(fuzz, contents.ptr, contents.len);
	strbuf_free(&contents);
}

/* The files below FOLDER, in the same order everywhere. */
static void fuzz_add_folder(struct fuzz *fuzz, const char *folder)
{
	struct dirent **entries = NULL;
	int count = scandir(folder, &entries, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		char *path = fileio_join(folder, entries[i]->d_name);
		struct stat st;

		if (entries[i]->d_name[0] != '.' && stat(path, &st) == 0) {
			if (S_ISDIR(st.st_mode))
				fuzz_add_folder(fuzz, path);
			else
				fuzz_add_file(fuzz, path);
		}
		free(path);
		free(entries[i]);
	}
	free(entries);
}

static void keep_input(int signal_number)
{
	static const char message[] = "# the input was kept in the current folder, as NAME.input\n";
	int fd = open(crash_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (fd >= 0 && write(fd, fuzz_state.input, fuzz_state.length) >= 0 &&
		write(STDOUT_FILENO, message, sizeof(message) - 1) >= 0)
		close(fd);
	signal(signal_number, SIG_DFL);
	raise(signal_number);
}

static void catch_crashes(const char *program)
{
	static const int signals[] = {SIGABRT, SIGALRM, SIGBUS, SIGFPE, SIGILL, SIGSEGV};
	const char *slash = strrchr(program, '/');

	snprintf(crash_path, sizeof(crash_path), "%s.input", slash != NULL ? slash + 1 : program);
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		signal(signals[i], keep_input);
}

/* ---- mutations ---- */

static const char *const tokens[] = {"\n", "\r\n", "\t", " ", ",", "\"", "-", "0", "1e400", "-1",
	"nan", "inf", "18446744073709551616", "999999999999999999999999999999", "0.0", "0x7f",
	"\033[2J", "\033]52;c;AAAA\a", "\xff", "\xc0\x80", "\xf4\x90\x80\x80", "\xe2\x80\xae", "K",
	"MB/s", "%s%n", "+++++"};

/* Replaces REMOVED bytes at OFFSET by LENGTH others, as far as there is room. */
static void input_splice(
	struct fuzz *fuzz, size_t offset, size_t removed, const char *bytes, size_t length)
{
	size_t rest = fuzz->length - offset - removed;

	if (offset + length + rest > INPUT_MAX)
		return;
	memmove(fuzz->input + offset + length, fuzz->input + offset + removed, rest);
	memcpy(fuzz->input + offset, bytes, length);
	fuzz->length = offset + length + rest;
}

static void input_mutate(struct fuzz *fuzz)
{
	struct rng *rng = &fuzz->rng;
	const struct seed *other = &fuzz->seeds[rng_below(rng, fuzz->seed_count)];
	size_t offset = rng_below(rng, fuzz->length + 1);
	size_t length = rng_below(rng, rng_below(rng, fuzz->length - offset + 1) + 1);
	size_t from, taken;
	char copy[256];

	switch (rng_below(rng, 6)) {
	case 0:
		if (offset < fuzz->length)
			fuzz->input[offset] ^= (char)(1 << rng_below(rng, 8));
		break;
	case 1: {
		const char *token = tokens[rng_below(rng, sizeof(tokens) / sizeof(tokens[0]))];

		input_splice(fuzz, offset, 0, token, strlen(token));
		break;
	}
	case 2:
		input_splice(fuzz, offset, length, "", 0);
		break;
	case 3:
		taken = length < sizeof(copy) ? length : sizeof(copy);
		memcpy(copy, fuzz->input + offset, taken);
		input_splice(fuzz, rng_below(rng, fuzz->length + 1), 0, copy, taken);
		break;
	case 4:
		from = rng_below(rng, other->length + 1);
		taken = rng_below(rng, rng_below(rng, other->length - from + 1) + 1);
		input_splice(fuzz, offset, length, other->bytes + from, taken);
		break;
	default:
		fuzz->length = offset;
		break;
	}
}

/* ---- running ---- */

static void fuzz_run_input(struct fuzz *fuzz)
{
	/* An exact copy, so that a sanitizer sees every byte read beyond the end. */
	uint8_t *copy = xmalloc(fuzz->length > 0 ? fuzz->length : 1);

	memcpy(copy, fuzz->input, fuzz->length);
	alarm(INPUT_TIME_S);
	LLVMFuzzerTestOneInput(copy, fuzz->length);
	alarm(0);
	free(copy);
}

static void fuzz_load_seed(struct fuzz *fuzz, const struct seed *seed)
{
	memcpy(fuzz->input, seed->bytes, seed->length);
	fuzz->length = seed->length;
}

int main(int argc, char **argv)
{
	struct fuzz *fuzz = &fuzz_state;
	int inputs = test_is_long() ? INPUTS_LONG : INPUTS;

	(void)argc;
	setvbuf(stdout, NULL, _IOLBF, 0);
	printf("1..2\n");
	rng_seed(&fuzz->rng, 1);
	catch_crashes(argv[0]);
	for (const char *const *seed = fuzz_seeds; *seed != NULL; seed++)
		fuzz_add_seed(fuzz, *seed, strlen(*seed));
	if (fuzz_seed_folder != NULL) {
		char *folder = test_source_path(fuzz_seed_folder);

		fuzz_add_folder(fuzz, folder);
		free(folder);
	}

	for (size_t i = 0; i < fuzz->seed_count; i++) {
		fuzz_load_seed(fuzz, &fuzz->seeds[i]);
		fuzz_run_input(fuzz);
	}
	printf("ok 1 - %zu seeds\n", fuzz->seed_count);

	for (int i = 0; i < inputs; i++) {
		fuzz_load_seed(fuzz, &fuzz->seeds[rng_below(&fuzz->rng, fuzz->seed_count)]);
		for (uint64_t n = rng_below(&fuzz->rng, 5) + 1; n > 0; n--)
			input_mutate(fuzz);
		fuzz_run_input(fuzz);
	}
	printf("ok 2 - %d mutations\n", inputs);

	for (size_t i = 0; i < fuzz->seed_count; i++)
		free(fuzz->seeds[i].bytes);
	free(fuzz->seeds);
	return EXIT_SUCCESS;
}
