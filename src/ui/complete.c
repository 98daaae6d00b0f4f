#include "ui/complete.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/strbuf.h"

/* Nobody reads a longer list, and a folder may have millions of files. */
#define CANDIDATES_MAX 1000

void candidates_add(struct candidates *candidates, struct text prefix, const char *word)
{
	struct text whole = text_of(word);

	if (candidates->count >= CANDIDATES_MAX || whole.len < prefix.len ||
		!text_equal(text_make(word, prefix.len), prefix))
		return;
	for (size_t i = 0; i < candidates->count; i++)
		if (strcmp(candidates->words[i], word) == 0)
			return;
	candidates->words = xreallocarray(
		candidates->words, candidates->count + 1, sizeof(*candidates->words));
	candidates->words[candidates->count++] = xstrdup(word);
}

/* The folder that @prefix names, up to its last `/`, as the system knows it. */
static char *folder_of(struct text prefix, struct text *folder)
{
	const char *home = getenv("HOME");
	size_t length = prefix.len;

	while (length > 0 && prefix.ptr[length - 1] != '/')
		length--;
	*folder = text_make(prefix.ptr, length);
	if (length == 0)
		return xstrdup(".");
	if (text_starts(*folder, "~/") && home)
		return xasprintf("%s/%.*s", home, TEXT_ARGS(text_skip(*folder, 2)));
	return xmemdup0(folder->ptr, folder->len);
}

static bool is_folder(DIR *entries, const struct dirent *entry)
{
	struct stat st;

	if (entry->d_type != DT_UNKNOWN && entry->d_type != DT_LNK)
		return entry->d_type == DT_DIR;
	return fstatat(dirfd(entries), entry->d_name, &st, 0) == 0 && S_ISDIR(st.st_mode);
}

void candidates_add_files(struct candidates *candidates, struct text prefix)
{
	struct text shown;
	char *folder = folder_of(prefix, &shown);
	bool hidden = prefix.len > shown.len && prefix.ptr[shown.len] == '.';
	DIR *entries = opendir(folder);
	struct dirent *entry;

	while (entries && (entry = readdir(entries))) {
		char *path;

		if (entry->d_name[0] == '.' && !hidden)
			continue;
		path = xasprintf("%.*s%s%s", TEXT_ARGS(shown), entry->d_name,
			is_folder(entries, entry) ? "/" : "");
		candidates_add(candidates, prefix, path);
		free(path);
	}
	if (entries)
		closedir(entries);
	free(folder);
}

static int compare_words(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void candidates_sort(struct candidates *candidates)
{
	if (candidates->count)
		qsort(candidates->words, candidates->count, sizeof(*candidates->words),
			compare_words);
}

struct text candidates_common(const struct candidates *candidates)
{
	struct text common = {0};

	if (candidates->count == 0)
		return common;
	common = text_of(candidates->words[0]);
	for (size_t i = 1; i < candidates->count; i++)
		while (strncmp(candidates->words[i], common.ptr, common.len) != 0)
			common.len--;
	/* Never half a character. */
	while (common.len && candidates->count > 1 &&
		((unsigned char)common.ptr[common.len] & 0xC0) == 0x80)
		common.len--;
	return common;
}

void candidates_free(struct candidates *candidates)
{
	for (size_t i = 0; i < candidates->count; i++)
		free(candidates->words[i]);
	free(candidates->words);
	*candidates = (struct candidates){0};
}
