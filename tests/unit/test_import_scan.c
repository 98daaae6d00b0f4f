/* The scanner: pages made plain, line numbers kept, anchors found, commands taken apart. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/attributes.h"
#include "base/rng.h"
#include "base/strbuf.h"
#include "import/command.h"
#include "import/document.h"
#include "import/encoding.h"
#include "import/figures.h"
#include "import/multisearch.h"
#include "import/section.h"

static void assert_text(struct text found, const char *expected)
{
	char *copy = malloc(found.len + 1);

	memcpy(copy, found.ptr ? found.ptr : "", found.len);
	copy[found.len] = '\0';
	assert_string_equal(copy, expected);
	free(copy);
}

/* @page, whose text must become @text; the repair @repair must be counted (REPAIR_COUNT: none). */
static void assert_mended(const char *page, const char *text, enum repair repair)
{
	struct document doc = {0};

	document_read(&doc, text_of(page), 1);
	assert_text(strbuf_text(&doc.text), text);
	for (int i = 0; i < REPAIR_COUNT; i++)
		if ((doc.repairs[i].count > 0) != (i == (int)repair))
			fail_msg("%s: %zu times \"%s\"", page, doc.repairs[i].count,
				repair_names[i]);
	document_free(&doc);
}

static void test_plain_text_stays(void **state)
{
	(void)state;
	assert_mended("a  b\tc\n\n  d <root@host> [ 1s ] [W(1)][50%]\n",
		"a  b\tc\n\n  d <root@host> [ 1s ] [W(1)][50%]\n", REPAIR_COUNT);
	assert_mended("x = 29.5 =29.91 C:\\Documents R&D +++++ *",
		"x = 29.5 =29.91 C:\\Documents R&D +++++ *\n", REPAIR_COUNT);
	assert_mended("", "", REPAIR_COUNT);
}

static void test_repairs(void **state)
{
	(void)state;
	assert_mended("> > a\n>b\n", "a\nb\n", REPAIR_QUOTE);
	assert_mended("| quoted\n", "quoted\n", REPAIR_QUOTE);
	assert_mended("| a | table |\n", "| a | table |\n", REPAIR_COUNT);
	assert_mended("12:00:00 DEBUG| [stdout] a\n12:00:00 DEBUG| [stdout] b\n"
		      "12:00:01 DEBUG| [stdout]   c\n12:00:01 DEBUG| [stdout] d\n",
		"a\nb\n  c\nd\n", REPAIR_PREFIX);
	assert_mended("2024-05-01 12:00:00,123 INFO: a\n2024-05-01 12:00:00,124 INFO: b\n"
		      "2024-05-01 12:00:00,125 WARNING: c\n2024-05-01 12:00:00,126 INFO: d\n",
		"a\nb\nc\nd\n", REPAIR_PREFIX);
	assert_mended("fio-1  | a\nfio-1  | b\nfio-1  |   c\nfio-1  | d\n", "a\nb\n  c\nd\n",
		REPAIR_PREFIX);
	/* Three lines may be a table. */
	assert_mended("fio-1  | a\nfio-1  | b\nfio-1  | c\n",
		"fio-1  | a\nfio-1  | b\nfio-1  | c\n", REPAIR_COUNT);
	/* A shell's backslash ends the line, not the tag. */
	assert_mended("<b>fio \\</b>\n", "fio \n", REPAIR_TAG);
	assert_mended("AB> a\n", "a\n", REPAIR_QUOTE);
	assert_mended("# a\n# b\n# c\n", " a\n b\n c\n", REPAIR_COMMENT);
	assert_mended("# a\n\n# b\n", "# a\n\n# b\n", REPAIR_COUNT);
	assert_mended("a\rb\n", "a\nb\n", REPAIR_CARRIAGE_RETURN);
	assert_mended("a\r\n", "a\n", REPAIR_COUNT);
	assert_mended("\033[1;31mred\033[0m \033]0;title\007x\n", "red x\n", REPAIR_CONTROL);
	assert_mended("ab\b\bc\001\n", "c\n", REPAIR_CONTROL);
	assert_mended(
		"a&nbsp;&lt;b&#62;&#x3e;&amp;c &unknown;\n", "a <b>>&c &unknown;\n", REPAIR_ENTITY);
	assert_mended("<td class=\"x\">1</td><td>2</td><br/>3\n", "1\t2\t\n3\n", REPAIR_TAG);
	assert_mended("<td\nclass=\"x\">1</td>\n", "\n1\t\n", REPAIR_TAG);
	assert_mended("<style>a{}\nb{}</style>c\n", "\nc\n", REPAIR_TAG);
	assert_mended("[code]a[/code] [SIZE=\"5\"]b[/SIZE]\n", "a b\n", REPAIR_BBCODE);
	assert_mended("**5** \\[x\\] \\_\n", "5 [x] _\n", REPAIR_MARKDOWN);
	assert_mended("a =3D b=\nc d\ne\n", "a = bc d\ne\n", REPAIR_QUOTED_PRINTABLE);
	assert_mended("a =3D\n====\nb\n", "a =\n====\nb\n", REPAIR_QUOTED_PRINTABLE);
	assert_mended("b=\n", "b=\n", REPAIR_COUNT);
	assert_mended("a =3D b=20\nmax=92, avg=20.5\n", "a = b \nmax=92, avg=20.5\n",
		REPAIR_QUOTED_PRINTABLE);
	assert_mended("min=1.5, samples=20\nmax=83797\n", "min=1.5, samples=20\nmax=83797\n",
		REPAIR_COUNT);
	assert_mended("out: \"a\\n\\tb\\n \\\"c\\\" \\nd\\n\"\n", "out: \"a\n\tb\n \"c\" \nd\n\"\n",
		REPAIR_ESCAPE);
	assert_mended("C:\\new\\net\\no\\na\\nb\n", "C:\\new\\net\\no\\na\\nb\n", REPAIR_COUNT);
	assert_mended("a\xC2\xA0"
		      "b\xE2\x80\x8B\n",
		"a b\n", REPAIR_BLANK);
	assert_mended("\xE2\x80\x93test \xE2\x80\x9Cq\xE2\x80\x9D \xE2\x80\xA6\n",
		"-test \"q\" ...\n", REPAIR_TYPOGRAPHY);
	assert_mended("\xEF\xBC\x9A\xEF\xBC\x91\xEF\xBC\x8C\n", ":1,\n", REPAIR_FULLWIDTH);
	assert_mended("caf\xE9\n", "caf\xC3\xA9\n", REPAIR_ENCODING);
	assert_mended("```sh\na\n```\n", "\na\n\n", REPAIR_COUNT);
	assert_mended("cmd \\\n", "cmd \n", REPAIR_COUNT);
}

static void test_lines_keep_their_numbers(void **state)
{
	struct document doc = {0};

	(void)state;
	document_read(&doc, TEXT("first\n\n> second\nthird\rfourth\n<br>fifth"), 10);
	assert_text(strbuf_text(&doc.flow), "first second third fourth fifth");
	assert_int_equal(document_number_at_flow(&doc, 0), 10);
	assert_int_equal(document_number_at_flow(&doc, 6), 12);
	assert_int_equal(document_number_at_flow(&doc, 13), 13);
	assert_int_equal(document_number_at_flow(&doc, 19), 13);
	assert_int_equal(document_number_at_flow(&doc, 26), 14);
	assert_text(document_line(&doc, document_line_at_flow(&doc, 26)), "fifth");
	assert_text(document_line_flow(&doc, 1), "");
	assert_text(document_line_flow(&doc, 2), "second");
	assert_int_equal(doc.lines[2].depth, 1);
	document_free(&doc);
}

static void test_utf16(void **state)
{
	struct strbuf sb = STRBUF_INIT;

	(void)state;
	assert_int_equal(encoding_detect(TEXT("\xFF\xFE"
					      "a\0")),
		ENCODING_UTF16LE);
	assert_int_equal(encoding_detect(TEXT("\0a\0b\0c\0d\0e")), ENCODING_UTF16BE);
	assert_int_equal(encoding_detect(TEXT("plain text")), ENCODING_BYTES);
	assert_int_equal(encoding_detect(TEXT("")), ENCODING_BYTES);
	assert_int_equal(
		encoding_decode(ENCODING_UTF16LE, TEXT("a\0\xE9\0\x3D\xD8\x00\xDEx"), &sb), 8);
	assert_string_equal(strbuf_string(&sb), "a\xC3\xA9\xF0\x9F\x98\x80");
	strbuf_free(&sb);
}

/* The same answers as looking everywhere for each word. */
static void test_multisearch(void **state)
{
	static const struct text words[] = {
		{"abca", 4}, {"abcabc", 6}, {"bbbbb", 5}, {"cabb", 4}, {"accab\xC3\xA9", 7}};
	struct multisearch *search = multisearch_new(words, FST_COUNT(words));
	struct rng rng;
	char text[200];

	(void)state;
	rng_seed(&rng, 1);
	for (int round = 0; round < 2000; round++) {
		size_t length = (size_t)rng_below(&rng, sizeof(text)), at = 0, word = 0;

		for (size_t i = 0; i < length; i++)
			text[i] = "aAbBcC"[rng_below(&rng, 6)];
		for (size_t i = 0; i <= length; i++) {
			size_t longest = SIZE_MAX;

			for (size_t w = 0; w < FST_COUNT(words) && i < length; w++)
				if (text_starts_nocase(
					    text_make(text + i, length - i), words[w].ptr) &&
					(longest == SIZE_MAX || words[w].len > words[longest].len))
					longest = w;
			if (longest == SIZE_MAX)
				continue;
			at = multisearch_next(search, text_make(text, length), at, &word);
			assert_int_equal(at, i);
			assert_int_equal(word, longest);
			at++;
		}
		assert_true(
			multisearch_next(search, text_make(text, length), at, &word) == SIZE_MAX);
	}
	multisearch_free(search);
}

static void test_figures(void **state)
{
	double v;

	(void)state;
	assert_true(figure_number(TEXT("12.5"), &v) && v == 12.5);
	assert_true(figure_number(TEXT("836,52"), &v) && v == 836.52);
	assert_false(figure_number(TEXT("1,234,567"), &v));
	assert_false(figure_number(TEXT("-1"), &v));
	assert_false(figure_number(TEXT("12k"), &v));
	assert_false(figure_number(TEXT("5,"), &v));
	assert_false(figure_number(TEXT(""), &v));
	assert_true(figure_time(TEXT("3916us"), &v) && v == 3916 * 1e-6);
	assert_true(figure_time(TEXT("132s"), &v) && v == 132);
	assert_false(figure_time(TEXT("132"), &v));
	assert_true(figure_binary_size(TEXT("1.5Gb"), &v) && v == 1.5 * 1024 * 1024 * 1024);
	assert_true(figure_binary_size(TEXT("16KiB"), &v) && v == 16384);
	assert_false(figure_binary_size(TEXT("16x"), &v));
	assert_true(figure_decimal_unit(TEXT("MB")) == 1e6);
	assert_true(figure_decimal_unit(TEXT("")) == 1);
	assert_true(figure_binary_unit(TEXT("z")) == 0);
}

static void read_command(
	const char *page, const char *tool, struct document *doc, struct command *command)
{
	document_read(doc, text_of(page), 1);
	if (!command_find(doc, tool, 0, doc->flow.len, command))
		command->count = SIZE_MAX;
}

static void test_commands(void **state)
{
	struct document doc = {0};
	struct command command;
	bool given;

	(void)state;
	read_command("root@vm:~# bonnie++ -bD -s128M:16k -d . -m 'a b'\nUsing uid:0\n", "bonnie++",
		&doc, &command);
	assert_text(command_letter(&command, 's', "sdm", NULL), "128M:16k");
	assert_text(command_letter(&command, 'm', "sdm", NULL), "a b");
	command_letter(&command, 'D', "sdm", &given);
	assert_true(given);
	command_letter(&command, 'f', "sdm", &given);
	assert_false(given);

	read_command(
		"dd if=/dev/zero of=/t \\\n count=10 bs=1M; sync\n1+0 in\n", "dd", &doc, &command);
	assert_int_equal(command.count, 4);
	assert_text(command_operand(&command, "bs"), "1M");
	assert_text(command_operand(&command, "of"), "/t");
	assert_text(command_operand(&command, "conv"), "");

	/* Typography made one dash of two; the page wrapped the line. */
	read_command("$ sysbench \xE2\x80\x93test=cpu\n\xE2\x80\x93"
		     "cpu-max-prime=20000 run sysbench 0.4.12: x",
		"sysbench", &doc, &command);
	assert_text(command_option(&command, "test", &given), "cpu");
	assert_true(given);
	assert_text(command_option(&command, "cpu-max-prime", NULL), "20000");

	read_command("One should run dd with care, and hdparm too.\n", "dd", &doc, &command);
	assert_int_equal(command.count, SIZE_MAX);
	document_free(&doc);
}

static void test_command_lines(void **state)
{
	static const char *const commands[] = {"$ ls", "# hdparm -t /dev/sda",
		"root@vm:~# anything", "[root@vm data]# x", "C:\\Users>hdparm -t hda",
		"sudo apt-get install fio", "dd if=/dev/zero of=x", "./iozone -a"};
	static const char *const prose[] = {"Host SSD", "# SSD drive",
		"dd should be used with care", "VM Disc", "time is given in seconds",
		"2.6.20-rc3, SATA"};

	(void)state;
	for (size_t i = 0; i < FST_COUNT(commands); i++)
		if (!command_is_line(text_of(commands[i])))
			fail_msg("no command: %s", commands[i]);
	for (size_t i = 0; i < FST_COUNT(prose); i++)
		if (command_is_line(text_of(prose[i])))
			fail_msg("a command: %s", prose[i]);
}

/* A column of numbers alone is no numbering, and reading it takes a moment, not hours. */
static void test_a_long_column_of_numbers(void **state)
{
	struct document doc = {0};
	struct strbuf page = STRBUF_INIT;

	(void)state;
	for (int i = 1; i <= 300000; i++)
		strbuf_printf(&page, "%d\n", i);
	document_read(&doc, strbuf_text(&page), 1);
	assert_int_equal(doc.line_count, 300000);
	assert_int_equal(doc.repairs[REPAIR_PREFIX].count, 0);
	document_free(&doc);
	strbuf_free(&page);
}

static void assert_section(const char *page, const char *expected)
{
	struct section_memo memo = {0};
	struct document doc = {0};

	document_read(&doc, text_of(page), 1);
	assert_text(section_above(&doc, doc.line_count, NULL, &memo), expected);
	document_free(&doc);
}

static void test_sections(void **state)
{
	(void)state;
	assert_section("Prose.\n## NVMe Disk ##\n```\n$ hdparm -t /dev/sda\n\n", "NVMe Disk");
	assert_section("============ IDE ============\n", "IDE");
	assert_section("Kernel 2.5.43\n==============\nUsing uid:0, gid:0.\nRewriting...done\n",
		"Kernel 2.5.43");
	assert_section("Before:\n\xE2\x80\xA2 dd if=/dev/zero of=/tmp/x bs=1M\n", "Before");
	assert_section("h2. Comparison\n", "Comparison");
	assert_section("12 34 56\n", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_plain_text_stays),
		cmocka_unit_test(test_repairs),
		cmocka_unit_test(test_lines_keep_their_numbers),
		cmocka_unit_test(test_utf16),
		cmocka_unit_test(test_multisearch),
		cmocka_unit_test(test_figures),
		cmocka_unit_test(test_commands),
		cmocka_unit_test(test_command_lines),
		cmocka_unit_test(test_sections),
		cmocka_unit_test(test_a_long_column_of_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
