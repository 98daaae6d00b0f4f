/*
 * Files handled so that nothing is lost or half written: whole reads with a
 * limit, replacing a file atomically, appending durably, making folders.
 */
#ifndef FST_BASE_FILEIO_H
#define FST_BASE_FILEIO_H

#include <stddef.h>
#include <stdbool.h>

#include "base/error.h"
#include "base/strbuf.h"
#include "base/text.h"

/* Read all of @fd (a file, pipe or terminal) behind @out's contents; FST_LIMIT over @limit bytes.
 */
fst_status fileio_read_fd(int fd, size_t limit, struct strbuf *out, struct fst_error *error);

/* Open the regular file or pipe @path; directories and devices are refused with a message. */
fst_status fileio_open_input(const char *path, int *fd, struct fst_error *error);

/*
 * FST_UNSUPPORTED with a message where reading @path might wait for somebody or never end: a
 * pipe, a device, a file of /proc or /sys. For those who must not stand still.
 */
fst_status fileio_refuse_waiting(const char *path, struct fst_error *error);

/* Read all of such a file, or (path "-") of standard input. */
fst_status fileio_read(const char *path, size_t limit, struct strbuf *out, struct fst_error *error);

/* write() until all of @length bytes are out, through EINTR and short writes. */
fst_status fileio_write_all(int fd, const void *bytes, size_t length, struct fst_error *error);

/*
 * Replace @path by @contents: a temporary file beside it, with the old one's mode (a new
 * one gets 0666 less the umask), written, fsynced, renamed, the folder fsynced. On failure the old
 * file stays as it was.
 */
fst_status fileio_replace(const char *path, struct text contents, struct fst_error *error);

/* Bring the entry of @path in its folder to the device, where the file system can. */
void fileio_sync_folder_of(const char *path);

/* mkdir -p with @mode for what is made. */
fst_status fileio_make_folders(const char *path, unsigned mode, struct fst_error *error);

/* @folder/@name as a new string that the caller owns. */
char *fileio_join(const char *folder, const char *name);

/* The last part of @path, without its last suffix (".txt") when @stem. A slice of @path. */
struct text fileio_base_name(const char *path, bool stem);

#endif
