/* A line of a run's event stream, which may come from another version or another machine. */
#include "fuzz.h"

#include "feed/event.h"

#include <stdlib.h>

const char *const fuzz_seeds[] = {
	"{\"event\":\"begin\",\"v\":1,\"run\":\"a\",\"t_s\":0,\"cells\":3,\"bytes_planned\":1e6}",
	"{\"event\":\"cell\",\"v\":1,\"run\":\"a\",\"t_s\":1.5,\"cell\":1,\"cells\":3,\"repeat\":2,"
	"\"environment\":\"root\",\"test\":\"random_read\",\"file_size\":65536,\"record_size\":"
	"4096}",
	"{\"event\":\"sample\",\"v\":1,\"t_s\":2,\"cell\":1,\"bytes_per_s\":1e9,\"lat_p50_s\":1e-6,"
	"\"progress\":0.5}",
	"{\"event\":\"measurement\",\"v\":1,\"cell\":1,\"test\":\"read\",\"status\":\"ok\","
	"\"lat_histogram\":\"1e-6:5 2e-6:1\"}",
	"{\"event\":\"note\",\"v\":1,\"level\":\"warning\",\"text\":\"caf\\u00e9 \\u0000\"}",
	"{\"event\":\"end\",\"v\":1,\"outcome\":\"done\",\"ok\":1,\"failed\":0,\"skipped\":0}",
	NULL,
};
const char *const fuzz_seed_folder = NULL;

/* What was understood is written in a form that is understood again. */
static void check_round_trip(const struct feed_event *event)
{
	struct strbuf line = STRBUF_INIT;
	struct feed_event again;
	struct fst_error error = {0};

	feed_event_write(&line, event);
	if (line.len == 0 || line.ptr[line.len - 1] != '\n' ||
		text_find_char(text_make(line.ptr, line.len - 1), '\n') != SIZE_MAX)
		abort();
	if (feed_event_parse(text_make(line.ptr, line.len - 1), &again, &error) != FST_OK)
		abort();
	if (again.kind != event->kind || again.cell != event->cell)
		abort();
	feed_event_free(&again);
	strbuf_free(&line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct feed_event event;
	struct fst_error error = {0};

	if (feed_event_parse(text_make((const char *)data, size), &event, &error) != FST_OK)
		return 0;
	check_round_trip(&event);
	feed_event_free(&event);
	return 0;
}
