#include "bench/transfer.h"

#include <errno.h>
#include <unistd.h>

int transfer_finish(struct pass *pass, unsigned char *read_to, const unsigned char *write_from,
	uint64_t offset, ssize_t done)
{
	size_t moved = done > 0 ? (size_t)done : 0;

	for (;;) {
		ssize_t n;

		if (done == 0)
			return read_to ? ENODATA
				       : EIO; /* the file ended early; nothing was taken */
		if (done < 0 && errno != EINTR)
			return errno;
		if (moved == pass->record_bytes)
			return 0;
		if (live_requests(pass->live) & LIVE_STOP)
			return EINTR;
		if (read_to)
			n = pread(pass->fd, read_to + moved, pass->record_bytes - moved,
				(off_t)(offset + moved));
		else
			n = pwrite(pass->fd, write_from + moved, pass->record_bytes - moved,
				(off_t)(offset + moved));
		done = n;
		moved += n > 0 ? (size_t)n : 0;
	}
}

int transfer_attach(struct pass *pass, bool writing)
{
	(void)pass;
	(void)writing;
	return 0;
}

int transfer_sync(struct pass *pass)
{
	return fsync(pass->fd) == 0 ? 0 : errno;
}

int transfer_close(struct pass *pass)
{
	int result = close(pass->fd) == 0 ? 0 : errno;

	pass->fd = -1;
	return result;
}

/* A rate, or a sync every so often, stands between two records of any test. */
static bool is_plain(const struct pass *pass)
{
	return pass->load.fsync_every == 0 && pass->load.rate_bps <= 0;
}

void transfer_run_read(struct pass *pass)
{
	pass->read_percent = 100;
	if (is_plain(pass))
		pass->engine->read(pass);
	else
		pass->engine->mix(pass);
}

void transfer_run_write(struct pass *pass)
{
	pass->read_percent = 0;
	if (is_plain(pass))
		pass->engine->write(pass);
	else
		pass->engine->mix(pass);
}

void transfer_run_mixed(struct pass *pass)
{
	pass->read_percent = pass->load.read_percent;
	pass->engine->mix(pass);
}
