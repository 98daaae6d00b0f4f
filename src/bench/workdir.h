/*
 * The private folder that holds a run's test files: made fresh (mode 0700) in the
 * folder under test, reached through its descriptor only, never through a link. A marker in it and
 * a line in the state file say whose it is, so that what a kill -9 leaves can be found.
 */
#ifndef FST_BENCH_WORKDIR_H
#define FST_BENCH_WORKDIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* Work folders are named WORKDIR_PREFIX PID '.' RANDOM; what is in them WORKDIR_FILE_PREFIX
 * something. */
#define WORKDIR_PREFIX      ".fstui-work."
#define WORKDIR_FILE_PREFIX "fstui-"
#define WORKDIR_MARKER      WORKDIR_FILE_PREFIX "marker"
#define WORKDIR_SCRATCH     WORKDIR_FILE_PREFIX "scratch"

struct workdir;

/*
 * Make one in @folder, which must be there and writable; the message of an error
 * names it. @state_folder: where the state file is, NULL for none.
 */
fst_status workdir_create(struct workdir **workdir, const char *folder, const char *state_folder,
	struct fst_error *error);

/* Its absolute path, for messages. */
const char *workdir_path(const struct workdir *workdir);

/*
 * A new file @name (which begins with WORKDIR_FILE_PREFIX) for reading and writing, mode
 * 0600. Returns a descriptor, or -1 with errno.
 */
int workdir_create_file(struct workdir *workdir, const char *name);

/* The existing regular file @name with @flags of open(2). Returns a descriptor, or -1 with errno.
 */
int workdir_open_file(struct workdir *workdir, const char *name, int flags);

/* 0, or an errno. A file that is not there is fine. */
int workdir_remove_file(struct workdir *workdir, const char *name);

/*
 * A folder in it for a program of somebody else's, which may put there what it likes:
 * all of it is removed with the work folder. Returns a descriptor, or -1 with errno.
 */
int workdir_create_scratch(struct workdir *workdir);

/* Make the folder, its marker and their names durable, so that a crash of the machine leaves them.
 */
fst_status workdir_sync(struct workdir *workdir, struct fst_error *error);

/* Let go of the folder and leave it as it is, a left-over for `clean`; frees @workdir. */
void workdir_leave(struct workdir *workdir);

/*
 * A new folder @name (which begins with WORKDIR_FILE_PREFIX, as must all that is put
 * into it), mode 0700. Returns a descriptor for it, or -1 with errno.
 */
int workdir_create_folder(struct workdir *workdir, const char *name);

/* Remove the folder @name, which @fd is open on, with all in it. 0, or an errno. */
int workdir_remove_folder(struct workdir *workdir, const char *name, int fd);

/*
 * Remove the folder with everything that the run made in it, and free @workdir.
 * What somebody else put there stays, with a message. NULL is fine.
 */
fst_status workdir_remove(struct workdir *workdir, struct fst_error *error);

/*
 * Open the regular file @name of each work folder in @folder for reading, whoever made
 * it, and hand on the descriptor, which is then @handler's.
 */
fst_status workdir_find_files(const char *folder, const char *name,
	void (*handler)(void *context, int fd), void *context, struct fst_error *error);

/*
 * Remove what is fstui's from the folder @name below @parent_fd, which @fd is open
 * on, then the folder itself. Links are never followed. Adds the bytes that the
 * files had to @bytes.
 */
fst_status workdir_empty(
	int parent_fd, const char *name, int fd, uint64_t *bytes, struct fst_error *error);

#endif
