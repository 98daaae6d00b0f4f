#include "ui/run_order.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/attributes.h"
#include "base/units.h"
#include "bench/plan.h"

static const char *const precisions[] = {"5%", "2%", "1%", "10%", "off", NULL};

const char *run_order_suite(size_t index)
{
	return suite_names[index];
}

const char *run_order_precision(size_t index)
{
	return precisions[index];
}

size_t run_order_next(size_t index, int by, const char *(*choices)(size_t index))
{
	size_t count = 0;

	while (choices(count))
		count++;
	return (index + (by < 0 ? count - 1 : 1)) % count;
}

bool run_order_has_sizes(const struct run_form *form)
{
	return form->suite == SUITE_SWEEP;
}

static void add(struct run_order *order, const char *word)
{
	order->words = xreallocarray(order->words, order->count + 2, sizeof(*order->words));
	order->words[order->count++] = word;
	order->words[order->count] = NULL;
}

static const char *own(struct run_order *order, struct text word)
{
	char *copy = xmemdup0(word.ptr, word.len);

	order->owned = xreallocarray(order->owned, order->owned_count + 1, sizeof(*order->owned));
	order->owned[order->owned_count++] = copy;
	return copy;
}

/* The next word of the folders' line: its name (NULL: none) and path. */
static bool next_folder(
	struct run_order *order, struct text *rest, const char **name, const char **path)
{
	struct text word;
	size_t equals;

	*name = NULL;
	if (!text_next_word(rest, &word))
		return false;
	equals = text_find_char(word, '=');
	if (equals != SIZE_MAX && equals > 0 && word.ptr[0] != '/' && word.ptr[0] != '.') {
		*name = own(order, text_make(word.ptr, equals));
		word = text_skip(word, equals + 1);
	}
	*path = own(order, word);
	if (word.len && word.ptr[0] == '-') { /* a folder, no option of the worker */
		char *safe = xasprintf("./%s", *path);

		*path = own(order, text_of(safe));
		free(safe);
	}
	return true;
}

void run_order_make(struct run_order *order, const struct run_form *form)
{
	struct text rest = strbuf_text(&form->folders);
	const char *name, *path;

	*order = (struct run_order){0};
	add(order, "--suite");
	add(order, run_order_suite(form->suite));
	if (form->precision) {
		add(order, "--precision");
		add(order, precisions[form->precision]);
	}
	if (run_order_has_sizes(form) && form->files.len) {
		add(order, "--file-size");
		add(order, strbuf_string(&form->files));
	}
	if (run_order_has_sizes(form) && form->records.len) {
		add(order, "--record-size");
		add(order, strbuf_string(&form->records));
	}
	while (next_folder(order, &rest, &name, &path)) {
		if (name) {
			add(order, "--name");
			add(order, name);
		}
		add(order, path);
	}
}

void run_order_free(struct run_order *order)
{
	for (size_t i = 0; i < order->owned_count; i++)
		free(order->owned[i]);
	free(order->owned);
	free(order->words);
}

static bool is_plain(const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "-_./,%+=:@";

	return word[0] && strspn(word, plain) == strlen(word);
}

void run_order_add_command(const struct run_form *form, struct strbuf *out)
{
	struct run_order order;

	run_order_make(&order, form);
	strbuf_add_string(out, "fstui run");
	for (size_t i = 0; i < order.count; i++) {
		strbuf_add_char(out, ' ');
		if (is_plain(order.words[i])) {
			strbuf_add_string(out, order.words[i]);
			continue;
		}
		strbuf_add_char(out, '\'');
		for (const char *c = order.words[i]; *c; c++)
			strbuf_add_string(out, *c == '\'' ? "'\\''" : (char[]){*c, '\0'});
		strbuf_add_char(out, '\'');
	}
	run_order_free(&order);
}

struct request {
	struct plan_request plan;
	struct plan_folder *folders;
	uint64_t files[PLAN_SIZES_MAX], records[PLAN_SIZES_MAX];
	struct run_order texts; /* owns names and paths */
};

static fst_status parse_sizes(const char *what, const struct strbuf *text, uint64_t *sizes,
	size_t *count, struct fst_error *error)
{
	if (text->len == 0)
		return FST_OK;
	return units_parse_sizes(what, strbuf_text(text), sizes, PLAN_SIZES_MAX, count, error);
}

static fst_status make_request(
	struct request *request, const struct run_form *form, struct fst_error *error)
{
	struct plan_request *plan = &request->plan;
	struct text rest = strbuf_text(&form->folders);
	const char *name, *path;
	fst_status status = FST_OK;

	while (next_folder(&request->texts, &rest, &name, &path)) {
		request->folders = xreallocarray(
			request->folders, plan->folder_count + 1, sizeof(*request->folders));
		request->folders[plan->folder_count++] = (struct plan_folder){
			.environment = name ? name : path, .path = path};
	}
	plan->suite = (enum suite)form->suite;
	plan->folders = request->folders;
	plan->once = strcmp(precisions[form->precision], "off") == 0;
	plan->file_sizes = request->files;
	plan->record_sizes = request->records;
	if (plan->folder_count == 0)
		return fst_error_set(error, FST_USAGE, "no folder is given");
	if (run_order_has_sizes(form))
		status = parse_sizes(
			"File sizes", &form->files, request->files, &plan->file_size_count, error);
	if (status == FST_OK && run_order_has_sizes(form))
		status = parse_sizes("Record sizes", &form->records, request->records,
			&plan->record_size_count, error);
	/* Who names file sizes wants them measured as well as any. */
	plan->sparing = form->precision == 0 && plan->file_size_count == 0;
	return status;
}

static void add_plan(const struct plan *plan, struct strbuf *out)
{
	char count[UNITS_SIZE], bytes[UNITS_SIZE], file[UNITS_SIZE], time[UNITS_SIZE];

	strbuf_printf(out, "%s cells, about %s to write, at most %s in a folder at a time, ",
		units_format_count(count, (double)plan->runs),
		units_format_size(bytes, plan->bytes, true),
		units_format_size(file, plan->space, true));
	strbuf_printf(out, "about %s where the page cache serves it.",
		units_format_time(time, plan->estimate_s));
	if (plan->left_out)
		strbuf_printf(out, " %s cells are left out: small records of large files.",
			units_format_count(count, (double)plan->left_out));
}

bool run_order_add_cost(const struct run_form *form, struct strbuf *out)
{
	struct request request = {0};
	struct plan plan = {0};
	struct fst_error error = {.status = FST_OK};
	fst_status status = make_request(&request, form, &error);

	if (status == FST_OK)
		status = plan_make(&plan, &request.plan, &error);
	if (status == FST_OK)
		add_plan(&plan, out);
	else
		strbuf_add_string(out, error.message);
	plan_free(&plan);
	run_order_free(&request.texts);
	free(request.folders);
	return status == FST_OK;
}
