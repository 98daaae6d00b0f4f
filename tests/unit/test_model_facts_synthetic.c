/*
 * Facts of machines that are not here: the SYNTHETIC trees of tests/synthetic, whose README says
 * what they are and how they are written.
 */
#include "../support/test.h"
#include "../support/support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "base/number.h"
#include "base/strbuf.h"
#include "model/facts.h"

struct tree {
	char *root;
	char *signature; /* NULL: the processor does not tell */
	const char *name;
	struct facts facts; /* that were asked for last */
	uint64_t expected; /* columns that were named */
	size_t asked;
};

static char *make_parent(const char *root, struct text path)
{
	char *full = xasprintf("%s%.*s", root, TEXT_ARGS(path));
	char *folder = xstrdup(full);

	*strrchr(folder, '/') = '\0';
	assert_int_equal(fileio_make_folders(folder, 0755, NULL), FST_OK);
	free(folder);
	return full;
}

static void put_link(const struct tree *tree, struct text path, struct text target)
{
	char *full = make_parent(tree->root, path), *to = xasprintf("%.*s", TEXT_ARGS(target));

	assert_int_equal(symlink(to, full), 0);
	free(to);
	free(full);
}

/* Up to the next line that begins something; returns what is left. */
static struct text put_file(const struct tree *tree, struct text path, struct text rest)
{
	char *full = make_parent(tree->root, path);
	struct strbuf contents = STRBUF_INIT;
	struct text line, behind = rest;

	while (text_next_part(&behind, '\n', &line)) {
		if (line.len && (line.ptr[0] == '@' || line.ptr[0] == '?'))
			break;
		strbuf_add_text(
			&contents, line.len && line.ptr[0] == '|' ? text_skip(line, 1) : line);
		strbuf_add_char(&contents, '\n');
		rest = behind;
	}
	assert_int_equal(fileio_replace(full, strbuf_text(&contents), NULL), FST_OK);
	strbuf_free(&contents);
	free(full);
	return rest;
}

static void set_probe(struct place_probe *probe, struct text word)
{
	struct text value = word, key;
	uint64_t number;

	text_next_part(&value, '=', &key);
	if (text_is(key, "nocow"))
		probe->no_copy_on_write = true;
	else if (text_is(key, "sync"))
		probe->synchronous = true;
	else if (text_is(key, "mount_id") && number_parse_u64(value, &number))
		probe->mount_id = number;
	else if (text_is(key, "magic"))
		probe->magic = (uint32_t)strtoul(value.ptr, NULL, 16);
	else if (text_is(key, "device"))
		assert_int_equal(
			sscanf(value.ptr, "%u:%u", &probe->major_number, &probe->minor_number), 2);
	else
		fail_msg("unknown key %.*s", TEXT_ARGS(word));
}

static void end_question(struct tree *tree)
{
	if (!tree->facts.texts)
		return;
	for (int i = 0; i < COLUMN_COUNT_FILE; i++)
		if (tree->facts.row.have & ~tree->expected & UINT64_C(1) << i)
			fail_msg("%s: question %zu: %s is known: %.*s", tree->name, tree->asked,
				column_table[i].name,
				TEXT_ARGS(column_table[i].type == COLUMN_TEXT
						  ? tree->facts.row.value[i].text
						  : TEXT("a number")));
	facts_end(&tree->facts);
}

static void ask(struct tree *tree, struct text line)
{
	const struct facts_source source = {.root = tree->root, .signature = tree->signature};
	struct text word;
	struct place_probe probe = {0};
	char *path;

	end_question(tree);
	facts_start(&tree->facts);
	tree->expected = 0;
	tree->asked++;
	assert_true(text_next_word(&line, &word));
	path = xasprintf("%.*s", TEXT_ARGS(word));
	probe.path = path;
	while (text_next_word(&line, &word))
		set_probe(&probe, word);
	if (strcmp(path, "machine") == 0)
		facts_add_machine(&tree->facts, &source);
	else
		facts_add_folder(&tree->facts, &source, &probe);
	free(path);
}

static void expect(struct tree *tree, struct text line)
{
	struct text value = line, name, found;
	struct strbuf number = STRBUF_INIT;
	enum column column;

	assert_true(text_next_part(&value, ':', &name));
	value = text_trim(value);
	column = column_find(name);
	if (column == COLUMN_COUNT_ALL)
		fail_msg("%s: no column is called %.*s", tree->name, TEXT_ARGS(name));
	tree->expected |= UINT64_C(1) << column;
	if (column_table[column].type == COLUMN_TEXT) {
		found = measurement_text(&tree->facts.row, column);
	} else {
		if (measurement_has(&tree->facts.row, column))
			number_add(&number, measurement_number(&tree->facts.row, column, 0));
		found = strbuf_text(&number);
	}
	if (!text_equal(found, value))
		fail_msg("%s: question %zu: %.*s\n  expected: %.*s\n  found:    %.*s", tree->name,
			tree->asked, TEXT_ARGS(name), TEXT_ARGS(value), TEXT_ARGS(found));
	strbuf_free(&number);
}

static void take_head(struct tree *tree, struct text line, struct text *rest)
{
	struct text path, arrow, target;
	bool file = line.ptr[0] == '@';

	line = text_skip(line, 1);
	if (!file) {
		ask(tree, line);
		return;
	}
	assert_true(text_next_word(&line, &path));
	if (text_next_word(&line, &arrow) && text_next_word(&line, &target))
		put_link(tree, path, target);
	else
		*rest = put_file(tree, path, *rest);
}

static void check_tree(const char *folder, const char *name)
{
	struct tree tree = {.root = test_folder_create(), .name = name};
	struct strbuf contents = STRBUF_INIT;
	char *path = fileio_join(folder, name);
	struct text rest, line;

	assert_int_equal(fileio_read(path, 1u << 20, &contents, NULL), FST_OK);
	rest = strbuf_text(&contents);
	assert_true(text_starts(rest, "# SYNTHETIC"));
	while (text_next_part(&rest, '\n', &line)) {
		if (line.len == 0 || line.ptr[0] == '#')
			continue;
		if (line.ptr[0] == '@' || line.ptr[0] == '?')
			take_head(&tree, line, &rest);
		else if (text_starts(line, "signature"))
			tree.signature = xasprintf(
				"%.*s", TEXT_ARGS(text_trim(text_skip(line, strlen("signature")))));
		else
			expect(&tree, line);
	}
	end_question(&tree);
	assert_true(tree.asked > 1);
	free(tree.signature);
	strbuf_free(&contents);
	free(path);
	test_folder_remove(tree.root);
}

static void synthetic_machines_are_described(void **state)
{
	char *folder = test_source_path("tests/synthetic");
	struct dirent **names = NULL;
	int count = scandir(folder, &names, NULL, alphasort), trees = 0;

	(void)state;
	for (int i = 0; i < count; i++) {
		if (text_ends(text_of(names[i]->d_name), ".tree")) {
			check_tree(folder, names[i]->d_name);
			trees++;
		}
		free(names[i]);
	}
	free(names);
	free(folder);
	assert_true(trees >= 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(synthetic_machines_are_described),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
