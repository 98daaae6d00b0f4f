/*
 * Faults on order: preloaded into fstui, it makes system calls on test files fail. FSTUI_FAULT is a
 * list, parts joined by commas, of
 *
 *	CALL:ERROR[:FIRST]	from the FIRST such call on (1) all fail with ERROR, such as ENOSPC
 *	CALL:EINTR		every second call is interrupted
 *	CALL:short		every transfer ends after half of its bytes
 *	cachestat:ENOSYS	the kernel is an old one
 *	clock:step		the wall clock is set an hour on and back all the time
 *
 * Only files in a work folder are meant, but for its marker.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#if defined(HAVE_LIBURING)
#include <liburing.h>
#endif

#define COUNT(array)  (sizeof(array) / sizeof((array)[0]))
#define FILE_PREFIX   "fstui-"
#define FILE_MARKER   "fstui-marker"
#define FOLDER_PREFIX "/.fstui-work."

/* Calls that faults can be ordered for; their counters are atomic. */
enum call {
	CALL_openat,
	CALL_pread,
	CALL_pwrite,
	CALL_preadv,
	CALL_pwritev,
	CALL_fsync,
	CALL_fdatasync,
	CALL_syncfs,
	CALL_ftruncate,
	CALL_unlinkat,
	CALL_mkdirat,
	CALL_mmap,
	CALL_msync,
	CALL_fread,
	CALL_fwrite,
	CALL_fflush,
	CALL_close,
	CALL_uring,
	CALLS
};

static const char *const call_names[CALLS] = {"openat", "pread", "pwrite", "preadv", "pwritev",
	"fsync", "fdatasync", "syncfs", "ftruncate", "unlinkat", "mkdirat", "mmap", "msync",
	"fread", "fwrite", "fflush", "close", "uring"};

static const struct {
	const char *name;
	int number;
} errors[] = {{"ENOSPC", ENOSPC}, {"EDQUOT", EDQUOT}, {"EIO", EIO}, {"EROFS", EROFS},
	{"EINTR", EINTR}, {"ENOSYS", ENOSYS}, {"EMFILE", EMFILE}, {"ENOMEM", ENOMEM},
	{"ESTALE", ESTALE}, {"ENOTCONN", ENOTCONN}};

static unsigned long counters[CALLS];

/* What is ordered for @name: its ERROR, @length long, and FIRST; NULL: nothing. */
static const char *find_order(const char *name, size_t *length, unsigned long *first)
{
	const char *at = getenv("FSTUI_FAULT");
	size_t n = strlen(name);

	for (; at && *at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
		const char *error = at + n + 1;

		if (strncmp(at, name, n) != 0 || at[n] != ':')
			continue;
		*length = strcspn(error, ":,");
		*first = error[*length] == ':' ? strtoul(error + *length + 1, NULL, 10) : 1;
		return error;
	}
	return NULL;
}

static bool is_word(const char *text, size_t length, const char *word)
{
	return strlen(word) == length && strncmp(text, word, length) == 0;
}

static int error_number(const char *text, size_t length)
{
	for (size_t i = 0; i < COUNT(errors); i++)
		if (is_word(text, length, errors[i].name))
			return errors[i].number;
	return 0;
}

static bool is_test_file(int fd)
{
	char link[64], path[4096];
	ssize_t n;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, path, sizeof(path) - 1);
	path[n > 0 ? n : 0] = '\0';
	return strstr(path, FOLDER_PREFIX) && strstr(path, "/" FILE_PREFIX) &&
	       !strstr(path, "/" FILE_MARKER);
}

static bool is_test_name(const char *name)
{
	return strncmp(name, FILE_PREFIX, strlen(FILE_PREFIX)) == 0 &&
	       strcmp(name, FILE_MARKER) != 0;
}

/* Whether this call, which is meant, fails: errno is set then. */
static bool fails(enum call call)
{
	unsigned long first, number;
	size_t length;
	const char *error = find_order(call_names[call], &length, &first);
	int code = error ? error_number(error, length) : 0;

	if (code == 0)
		return false;
	number = __atomic_add_fetch(&counters[call], 1, __ATOMIC_RELAXED);
	if (number < first || (code == EINTR && number % 2 == 0))
		return false;
	errno = code;
	return true;
}

static size_t shortened(enum call call, size_t count)
{
	unsigned long first;
	size_t length;
	const char *error = find_order(call_names[call], &length, &first);

	return error && is_word(error, length, "short") && count > 1 ? count / 2 : count;
}

/* The next one of a function, which C cannot convert to from a plain pointer. */
#define NEXT(name)                                                    \
	static __typeof__(&name) next;                                \
	do {                                                          \
		void *symbol = next ? NULL : dlsym(RTLD_NEXT, #name); \
		if (!next)                                            \
			memcpy(&next, &symbol, sizeof(next));         \
	} while (0)

int openat(int folder, const char *path, int flags, ...)
{
	mode_t mode = 0;
	va_list ap;

	NEXT(openat);
	if (flags & (O_CREAT | O_TMPFILE)) {
		va_start(ap, flags);
		mode = va_arg(ap, mode_t);
		va_end(ap);
	}
	return is_test_name(path) && fails(CALL_openat) ? -1 : next(folder, path, flags, mode);
}

ssize_t pread(int fd, void *bytes, size_t count, off_t offset)
{
	NEXT(pread);
	return is_test_file(fd) && fails(CALL_pread)
		       ? -1
		       : next(fd, bytes, shortened(CALL_pread, count), offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset)
{
	NEXT(pwrite);
	return is_test_file(fd) && fails(CALL_pwrite)
		       ? -1
		       : next(fd, bytes, shortened(CALL_pwrite, count), offset);
}

/* A short vector is its first part, or half of the only one. */
static int shorten_vector(enum call call, const struct iovec *parts, int count, struct iovec *first)
{
	*first = parts[0];
	if (shortened(call, 2) == 2)
		return count;
	if (count == 1)
		first->iov_len = shortened(call, first->iov_len);
	return 1;
}

ssize_t preadv(int fd, const struct iovec *parts, int count, off_t offset)
{
	struct iovec first;
	int kept = shorten_vector(CALL_preadv, parts, count, &first);

	NEXT(preadv);
	if (is_test_file(fd) && fails(CALL_preadv))
		return -1;
	return next(fd, shortened(CALL_preadv, 2) == 2 ? parts : &first, kept, offset);
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset)
{
	struct iovec first;
	int kept = shorten_vector(CALL_pwritev, parts, count, &first);

	NEXT(pwritev);
	if (is_test_file(fd) && fails(CALL_pwritev))
		return -1;
	return next(fd, shortened(CALL_pwritev, 2) == 2 ? parts : &first, kept, offset);
}

#define OF_A_FILE(name)                                                        \
	int name(int fd)                                                       \
	{                                                                      \
		NEXT(name);                                                    \
		return is_test_file(fd) && fails(CALL_##name) ? -1 : next(fd); \
	}

OF_A_FILE(fsync)
OF_A_FILE(fdatasync)
OF_A_FILE(syncfs)

/* Whatever close(2) returns, the descriptor is gone. */
int close(int fd)
{
	bool failed = is_test_file(fd) && fails(CALL_close);
	int number = errno, result;

	NEXT(close);
	result = next(fd);
	if (!failed)
		return result;
	errno = number;
	return -1;
}

int ftruncate(int fd, off_t length)
{
	NEXT(ftruncate);
	return is_test_file(fd) && fails(CALL_ftruncate) ? -1 : next(fd, length);
}

int unlinkat(int folder, const char *path, int flags)
{
	NEXT(unlinkat);
	return is_test_name(path) && fails(CALL_unlinkat) ? -1 : next(folder, path, flags);
}

int mkdirat(int folder, const char *path, mode_t mode)
{
	NEXT(mkdirat);
	return is_test_name(path) && fails(CALL_mkdirat) ? -1 : next(folder, path, mode);
}

void *mmap(void *at, size_t length, int protection, int flags, int fd, off_t offset)
{
	NEXT(mmap);
	return fd >= 0 && is_test_file(fd) && fails(CALL_mmap)
		       ? MAP_FAILED
		       : next(at, length, protection, flags, fd, offset);
}

int msync(void *at, size_t length, int flags)
{
	NEXT(msync);
	return fails(CALL_msync) ? -1 : next(at, length, flags);
}

size_t fread(void *bytes, size_t size, size_t count, FILE *stream)
{
	NEXT(fread);
	return is_test_file(fileno(stream)) && fails(CALL_fread) ? 0
								 : next(bytes, size, count, stream);
}

size_t fwrite(const void *bytes, size_t size, size_t count, FILE *stream)
{
	NEXT(fwrite);
	return is_test_file(fileno(stream)) && fails(CALL_fwrite)
		       ? 0
		       : next(bytes, size, count, stream);
}

int fflush(FILE *stream)
{
	NEXT(fflush);
	return stream && is_test_file(fileno(stream)) && fails(CALL_fflush) ? EOF : next(stream);
}

#if defined(HAVE_LIBURING)
/* The ring's completions tell what became of reads and writes. */
int io_uring_submit_and_wait(struct io_uring *ring, unsigned wanted)
{
	struct io_uring_cqe *cqe;
	unsigned head;
	int result;

	NEXT(io_uring_submit_and_wait);
	result = next(ring, wanted);
	io_uring_for_each_cqe(ring, head, cqe)
	{
		if (cqe->res > 0 && fails(CALL_uring))
			cqe->res = -errno;
		else if (cqe->res > 0)
			cqe->res = (int)shortened(CALL_uring, (size_t)cqe->res);
	}
	return result;
}
#endif

/* Since Linux 6.5; the same number on every architecture. */
#ifndef SYS_cachestat
#define SYS_cachestat 451
#endif

long syscall(long number, ...)
{
	unsigned long first;
	size_t length;
	long arguments[6];
	va_list ap;

	NEXT(syscall);
	va_start(ap, number);
	for (size_t i = 0; i < COUNT(arguments); i++)
		arguments[i] = va_arg(ap, long);
	va_end(ap);
	if (number == SYS_cachestat && find_order("cachestat", &length, &first)) {
		errno = ENOSYS;
		return -1;
	}
	return next(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4],
		arguments[5]);
}

int clock_gettime(clockid_t clock, struct timespec *ts)
{
	static unsigned long calls;
	unsigned long first;
	size_t length;
	int result;

	NEXT(clock_gettime);
	result = next(clock, ts);
	if (clock == CLOCK_REALTIME && find_order("clock", &length, &first))
		ts->tv_sec += __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED) % 2 ? 3600 : -3600;
	return result;
}
