#include "bench/direct.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "base/fileio.h"
#include "base/number.h"

#define SECTOR 512

static unsigned logical_block_bytes(dev_t device)
{
	/* A partition has no queue of its own: its disk is the folder above. */
	static const char *const places[] = {"queue", "../queue"};
	struct strbuf text = STRBUF_INIT;
	uint64_t bytes = 0;

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]) && bytes == 0; i++) {
		char path[96];

		snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/%s/logical_block_size",
			major(device), minor(device), places[i]);
		strbuf_clear(&text);
		if (fileio_read(path, 64, &text, NULL) != FST_OK ||
			!number_parse_u64(text_trim(strbuf_text(&text)), &bytes) || bytes > 65536)
			bytes = 0;
	}
	strbuf_free(&text);
	return (unsigned)bytes;
}

unsigned direct_alignment(int fd)
{
	struct stat st;
	unsigned bytes = 0;

#ifdef STATX_DIOALIGN
	struct statx stx;

	if (statx(fd, "", AT_EMPTY_PATH, STATX_DIOALIGN, &stx) == 0 &&
		(stx.stx_mask & STATX_DIOALIGN))
		bytes = stx.stx_dio_offset_align > stx.stx_dio_mem_align ? stx.stx_dio_offset_align
									 : stx.stx_dio_mem_align;
#endif
	if (bytes == 0 && fstat(fd, &st) == 0)
		bytes = logical_block_bytes(st.st_dev);
	return bytes ? bytes : SECTOR;
}
