#include "import/command.h"

#include <stdint.h>

#include "base/attributes.h"

/* A command further above belongs to something else. */
#define FURTHEST 16384

/* So long can a command be that is looked at for another in it. */
#define LONGEST 1024

static bool is_word_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || c == '+' || c == '-' || c == '.';
}

static bool ends_command(struct text word)
{
	return word.len == 0 || strchr("|;&<>()#$`", word.ptr[0]) || text_starts(word, "2>") ||
	       text_starts(word, "\\");
}

/* Words that can only be an argument, so that they may stand on the next line. */
static bool is_argument(struct text word)
{
	size_t equals = text_find_char(word, '=');

	if (word.len > 1 && word.ptr[0] == '-')
		return text_starts(word, "--") || word.ptr[1] != '-';
	return equals != SIZE_MAX && equals > 0 && equals < 20 && word.ptr[0] >= 'a' &&
	       word.ptr[0] <= 'z';
}

static struct text next_word(struct text flow, size_t at)
{
	struct text rest = text_skip(flow, at), word;
	char quote;
	size_t close;

	if (!text_next_word(&rest, &word))
		return TEXT("");
	quote = word.ptr[0];
	if (quote != '"' && quote != '\'')
		return word;
	rest = text_skip(flow, (size_t)(word.ptr - flow.ptr) + 1);
	close = text_find_char(rest, quote);
	return close != SIZE_MAX && close < 200 ? text_make(word.ptr, close + 2) : word;
}

static struct text without_quotes(struct text word)
{
	static const char marks[] = "\"'`";

	while (word.len && strchr(marks, word.ptr[0]))
		word = text_skip(word, 1);
	while (word.len && strchr(marks, word.ptr[word.len - 1]))
		word.len--;
	return word;
}

void command_read(
	const struct document *doc, size_t start, size_t end, size_t to, struct command *command)
{
	struct text flow = strbuf_text(&doc->flow);
	size_t line = document_line_at_flow(doc, start);

	command->start = start;
	command->end = end;
	command->count = 0;
	while (command->count < COMMAND_WORDS) {
		struct text word = next_word(flow, command->end), plain;
		size_t first, on_line, stop;

		if (ends_command(word))
			break;
		first = (size_t)(word.ptr - flow.ptr);
		if (first + word.len > to)
			break;
		on_line = document_line_at_flow(doc, first);
		if (on_line != line && !is_argument(word))
			break;
		line = on_line;
		plain = without_quotes(word);
		stop = text_find_char(plain, ';');
		if (stop == SIZE_MAX)
			stop = text_find_char(plain, '`');
		if (stop != SIZE_MAX)
			plain.len = stop;
		command->words[command->count++] = plain;
		command->end = first + word.len;
		if (stop != SIZE_MAX)
			break;
	}
}

/* "fileio" in "sysbench fileio --file-num=1 run": an argument or what to do comes next. */
static bool is_subcommand(struct text flow, struct text word)
{
	struct text next = next_word(flow, (size_t)(word.ptr + word.len - flow.ptr));

	for (size_t i = 0; i < word.len; i++)
		if (!(word.ptr[i] >= 'a' && word.ptr[i] <= 'z') && word.ptr[i] != '_')
			return false;
	return text_starts(next, "--") || text_is(next, "run");
}

void command_split(struct text text, struct command *command)
{
	struct text word;
	size_t at = 0;

	command->count = 0;
	while (command->count < COMMAND_WORDS && (word = next_word(text, at)).len) {
		if (at)
			command->words[command->count++] = without_quotes(word);
		at = (size_t)(word.ptr - text.ptr) + word.len;
	}
}

/* What follows a tool's name on its line when it is run, not written about. */
static bool is_run(const struct document *doc, size_t start, size_t end)
{
	struct text flow = strbuf_text(&doc->flow);
	struct text word = next_word(flow, end);
	size_t next = word.len ? (size_t)(word.ptr - flow.ptr) : flow.len;

	if (word.len == 0 ||
		(document_line_at_flow(doc, next) != document_line_at_flow(doc, start) &&
			!is_argument(word)))
		return false;
	return word.ptr[0] == '-' || is_argument(word) || word.ptr[0] == '/' ||
	       word.ptr[0] == '.' || is_subcommand(flow, word);
}

/* Whether a command that runs @tool starts at @at. */
static bool is_command_at(const struct document *doc, struct text tool, size_t at)
{
	struct text flow = strbuf_text(&doc->flow);
	size_t end = at + tool.len;

	return memcmp(flow.ptr + at, tool.ptr, tool.len) == 0 &&
	       (at == 0 || !is_word_char(flow.ptr[at - 1])) &&
	       (end == flow.len || !is_word_char(flow.ptr[end])) && is_run(doc, at, end);
}

bool command_find(const struct document *doc, const char *tool, size_t from, size_t to,
	struct command *command)
{
	struct text flow = strbuf_text(&doc->flow), name = text_of(tool);
	bool found = false;

	if (to > flow.len)
		to = flow.len;
	if (to < name.len)
		return false;
	if (to > FURTHEST && from < to - FURTHEST)
		from = to - FURTHEST;
	for (size_t end = to - name.len + 1; end > from;) {
		const char *hit = memrchr(flow.ptr + from, name.ptr[0], end - from);
		struct command earlier;

		if (!hit)
			break;
		end = (size_t)(hit - flow.ptr);
		if (found && command->start - end > LONGEST)
			break;
		if (!is_command_at(doc, name, end))
			continue;
		/* The name may also be that of a file that the command is given. */
		command_read(doc, end, end + name.len, to, &earlier);
		if (!found || earlier.end > command->start)
			*command = earlier;
		found = true;
	}
	return found;
}

static void set_given(bool *given, bool value)
{
	if (given)
		*given = value;
}

struct text command_option(const struct command *command, const char *name, bool *given)
{
	size_t length = strlen(name);

	set_given(given, false);
	for (size_t i = 0; i < command->count; i++) {
		struct text word = command->words[i];

		if (word.len < 2 || word.ptr[0] != '-')
			continue;
		while (word.len && word.ptr[0] == '-')
			word = text_skip(word, 1);
		if (!text_starts(word, name))
			continue;
		word = text_skip(word, length);
		if (word.len && word.ptr[0] != '=')
			continue;
		set_given(given, true);
		if (word.len)
			return text_skip(word, 1);
		if (i + 1 < command->count && command->words[i + 1].len &&
			command->words[i + 1].ptr[0] != '-')
			return command->words[i + 1];
		return TEXT("");
	}
	return TEXT("");
}

struct text command_letter(
	const struct command *command, char letter, const char *with_value, bool *given)
{
	set_given(given, false);
	for (size_t i = 0; i < command->count; i++) {
		struct text word = command->words[i];

		if (word.len < 2 || word.ptr[0] != '-' || word.ptr[1] == '-')
			continue;
		for (size_t at = 1; at < word.len; at++) {
			bool takes_value = strchr(with_value, word.ptr[at]) != NULL;
			struct text value = text_skip(word, at + 1);

			if (takes_value && !value.len && i + 1 < command->count)
				value = command->words[++i];
			if (word.ptr[at] == letter) {
				set_given(given, true);
				return takes_value ? value : TEXT("");
			}
			if (takes_value)
				break;
		}
	}
	return TEXT("");
}

struct text command_operand(const struct command *command, const char *name)
{
	size_t length = strlen(name);

	for (size_t i = 0; i < command->count; i++) {
		struct text word = command->words[i];

		if (text_starts(word, name) && word.len > length && word.ptr[length] == '=')
			return without_quotes(text_skip(word, length + 1));
	}
	return TEXT("");
}

/* The rest of @line behind a shell's prompt, or @line. */
static struct text behind_prompt(struct text line, bool *prompt)
{
	struct text rest = line, word;
	size_t at = 0;

	*prompt = false;
	if (line.len > 1 && strchr("$%", line.ptr[0]) && line.ptr[1] == ' ') {
		*prompt = true;
		return text_trim(text_skip(line, 1));
	}
	/* C:\folder> */
	if (line.len > 3 && line.ptr[1] == ':' && line.ptr[2] == '\\') {
		at = text_find_char(line, '>');
		*prompt = at != SIZE_MAX;
		return *prompt ? text_trim(text_skip(line, at + 1)) : line;
	}
	/* [user@host folder]# , user@host:folder$ , host# */
	for (int words = 0; words < 4 && text_next_word(&rest, &word); words++) {
		char last = word.ptr[word.len - 1];

		if (strchr("#$%>", last) && word.len > 1 &&
			(text_contains(line, "@") || text_contains(word, ":") ||
				text_contains(word, "]") || text_contains(word, "~"))) {
			*prompt = true;
			return text_trim(rest);
		}
		/* user@host:folder$command */
		at = (size_t)(word.ptr - line.ptr);
		if (at == 0 && !text_contains(word, "@") && word.ptr[0] != '[')
			break;
	}
	if (line.len && line.ptr[0] == '#' && (line.len == 1 || line.ptr[1] != '#'))
		return text_trim(text_skip(line, 1));
	return line;
}

bool command_is_line(struct text line)
{
	static const char *const names[] = {"apt", "apt-get", "aptitude", "bonnie", "bonnie++",
		"btrfs", "cat", "cd", "cp", "curl", "dbench", "dd", "df", "dnf", "do", "docker",
		"done", "echo", "elbencho", "export", "fio", "for", "free", "fs_mark", "grep",
		"hdparm", "if", "ioping", "ior", "iozone", "ls", "lsblk", "make", "mdtest", "mkdir",
		"mkfs", "modprobe", "mount", "mpirun", "mv", "nice", "numactl", "pv", "rm", "ssh",
		"su", "sudo", "sync", "sysbench", "sysctl", "taskset", "tee", "time", "umount",
		"uname", "wget", "yum", "zfs", "zpool"};
	bool prompt;
	struct text rest, word, base;

	line = text_trim(line);
	rest = behind_prompt(line, &prompt);
	if (prompt)
		return true;
	if (!text_next_word(&rest, &word))
		return false;
	while (word.len && strchr("`'\"(", word.ptr[0]))
		word = text_skip(word, 1);
	if (text_starts(word, "./") || text_starts(word, "/usr/") || text_starts(word, "/bin/") ||
		text_starts(word, "/sbin/") || text_starts(word, "/opt/"))
		return true;
	base = word;
	while (base.len && strchr("`'\";,:.", base.ptr[base.len - 1]))
		base.len--;
	for (size_t i = 0; i < FST_COUNT(names); i++) {
		if (!text_is(base, names[i]) && !(text_starts(base, "mkfs.")))
			continue;
		/* "dd should be used with..." is prose: an argument tells. */
		if (!rest.len || base.len != word.len)
			return !rest.len && base.len == word.len;
		return text_contains(rest, "-") || text_contains(rest, "/") ||
		       text_contains(rest, "=") || text_contains(rest, ">") ||
		       text_find_char(text_trim(rest), ' ') == SIZE_MAX;
	}
	return false;
}
