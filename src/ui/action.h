/*
 * Everything that a key can do, as one table: it feeds the keys, the command line,
 * the footer, the help, the config file, --list-keys and the man page.
 */
#ifndef FST_UI_ACTION_H
#define FST_UI_ACTION_H

#include "base/text.h"

/* id, name as --view takes it, title of the tab ("" for what lies over the tabs), what opens it */
#define VIEW_TABLE(_)                                      \
	_(LIBRARY, "library", "Library", VIEW_LIBRARY)     \
	_(SIZES, "sizes", "Sizes", VIEW_SIZES)             \
	_(SURFACE, "surface", "Surface", VIEW_SURFACE)     \
	_(COMPARE, "compare", "Compare", VIEW_COMPARE)     \
	_(LATENCY, "latency", "Latency", VIEW_LATENCY)     \
	_(FINDINGS, "findings", "Findings", VIEW_FINDINGS) \
	_(RUN, "run", "Run", VIEW_RUN)                     \
	_(PREVIEW, "preview", "", NONE)                    \
	_(OPTIONS, "options", "", OPTIONS)                 \
	_(HELP, "help", "", HELP)

enum view_id {
#define VIEW_ENUM(id, name, title, action) VIEW_##id,
	VIEW_TABLE(VIEW_ENUM)
#undef VIEW_ENUM
		VIEW_COUNT
};

/* Sets of views, for the column `views` below. */
#define ACTION_IN(view) (1u << VIEW_##view)
#define ACTION_IN_CUBE \
	(ACTION_IN(SIZES) | ACTION_IN(SURFACE) | ACTION_IN(COMPARE) | ACTION_IN(LATENCY))
#define ACTION_IN_TABS  (ACTION_IN(LIBRARY) | ACTION_IN_CUBE | ACTION_IN(FINDINGS) | ACTION_IN(RUN))
#define ACTION_IN_LISTS (ACTION_IN_TABS | ACTION_IN(PREVIEW) | ACTION_IN(OPTIONS) | ACTION_IN(HELP))
#define ACTION_IN_ALL   ((1u << VIEW_COUNT) - 1)

enum action_group {
	ACTION_GROUP_MOVE,
	ACTION_GROUP_STEP,
	ACTION_GROUP_PICTURE,
	ACTION_GROUP_WORK,
	ACTION_GROUP_PROGRAM,
	ACTION_GROUP_COUNT
};

/* id, name, default keys, views, group, label for the footer, help */
#define ACTION_TABLE(_)                                                                            \
	_(LEFT, "left", "h Left", ACTION_IN_LISTS, MOVE, "left",                                   \
		"move left; in Sizes: smaller record")                                             \
	_(DOWN, "down", "j Down", ACTION_IN_LISTS, MOVE, "down",                                   \
		"move down; in Sizes: next environment")                                           \
	_(UP, "up", "k Up", ACTION_IN_LISTS, MOVE, "up",                                           \
		"move up; in Sizes: previous environment")                                         \
	_(RIGHT, "right", "l Right", ACTION_IN_LISTS, MOVE, "right",                               \
		"move right; in Sizes: larger record")                                             \
	_(FIRST, "first", "g Home", ACTION_IN_LISTS, MOVE, "first", "go to the first one")         \
	_(LAST, "last", "G End", ACTION_IN_LISTS, MOVE, "last", "go to the last one")              \
	_(PAGE_UP, "page-up", "C-u PgUp", ACTION_IN_LISTS, MOVE, "page up", "a page up")           \
	_(PAGE_DOWN, "page-down", "C-d PgDn", ACTION_IN_LISTS, MOVE, "page down", "a page down")   \
	_(OPEN, "open", "Enter", ACTION_IN_LISTS, MOVE, "open",                                    \
		"open what is under the cursor; in the preview: save it")                          \
	_(FILE_DOWN, "smaller-file", "[", ACTION_IN_CUBE, STEP, "file", "smaller file")            \
	_(FILE_UP, "larger-file", "]", ACTION_IN_CUBE, STEP, "file", "larger file")                \
	_(RECORD_DOWN, "smaller-record", "{", ACTION_IN_CUBE, STEP, "record", "smaller record")    \
	_(RECORD_UP, "larger-record", "}", ACTION_IN_CUBE, STEP, "record", "larger record")        \
	_(TEST_DOWN, "previous-test", ",", ACTION_IN_CUBE, STEP, "test", "previous test")          \
	_(TEST_UP, "next-test", ".", ACTION_IN_CUBE, STEP, "test", "next test")                    \
	_(ENVIRONMENT_DOWN, "previous-environment", "<", ACTION_IN_CUBE, STEP, "environment",      \
		"previous environment")                                                            \
	_(ENVIRONMENT_UP, "next-environment", ">", ACTION_IN_CUBE, STEP, "environment",            \
		"next environment")                                                                \
	_(SLICE_LEFT, "slice-left", "H", ACTION_IN_CUBE, STEP, "slice",                            \
		"step the first sliced dimension back; in Sizes: file")                            \
	_(SLICE_RIGHT, "slice-right", "L", ACTION_IN_CUBE, STEP, "slice", "the same, on")          \
	_(SLICE_UP, "slice-up", "K", ACTION_IN_CUBE, STEP, "slice",                                \
		"step the second sliced dimension back; in Sizes: test")                           \
	_(SLICE_DOWN, "slice-down", "J", ACTION_IN_CUBE, STEP, "slice", "the same, on")            \
	_(METRIC, "metric", "m", ACTION_IN_CUBE | ACTION_IN(RUN), PICTURE, "metric",               \
		"show the next figure: throughput, operations, latency")                           \
	_(PICTURE, "picture", "v", ACTION_IN_CUBE, PICTURE, "picture",                             \
		"show the next picture of the same figures")                                       \
	_(SCALE, "scale", "s", ACTION_IN_CUBE | ACTION_IN(RUN), PICTURE, "scale",                  \
		"linear or logarithmic scale; in Compare: sort by the column")                     \
	_(RATIO, "ratio", "%", ACTION_IN(SURFACE) | ACTION_IN(COMPARE), PICTURE, "ratio",          \
		"show values, or ratios to the baseline")                                          \
	_(FREEZE, "freeze", "p", ACTION_IN(RUN), PICTURE, "freeze",                                \
		"freeze the display; the run goes on")                                             \
	_(GLYPHS, "glyphs", "U", ACTION_IN_ALL, PICTURE, "glyphs",                                 \
		"draw with braille, blocks or plain ASCII")                                        \
	_(THEME, "theme", "T", ACTION_IN_ALL, PICTURE, "theme", "use the next theme")              \
	_(MARK, "mark", "Space", ACTION_IN(LIBRARY), WORK, "mark",                                 \
		"mark: the other views then show only what is marked")                             \
	_(BASELINE, "baseline", "b", ACTION_IN(LIBRARY) | ACTION_IN_CUBE, WORK, "baseline",        \
		"compare all with this environment")                                               \
	_(SWAP, "swap", "x", ACTION_IN_CUBE, WORK, "swap", "swap with the baseline")               \
	_(RUN, "run", "r", ACTION_IN_TABS, WORK, "run", "set up and start a run")                  \
	_(STOP, "stop", "X", ACTION_IN_TABS, WORK, "stop", "stop the run (asks)")                  \
	_(PAUSE, "pause", "z", ACTION_IN_TABS, WORK, "pause", "pause the run, or go on")           \
	_(SKIP, "skip", "Z", ACTION_IN_TABS, WORK, "skip cell", "skip the cell under way")         \
	_(IMPORT, "import", "i", ACTION_IN_TABS, WORK, "import", "import a log file")              \
	_(PASTE, "paste", "P", ACTION_IN_TABS, WORK, "paste",                                      \
		"take a paste up to ^D, where none is announced")                                  \
	_(COPY, "copy", "y", ACTION_IN_LISTS, WORK, "copy",                                        \
		"copy the view as text through the terminal (OSC 52)")                             \
	_(EXPORT, "export", "e", ACTION_IN_TABS, WORK, "export",                                   \
		"write what the view shows to a file")                                             \
	_(SEARCH, "search", "/", ACTION_IN(HELP), WORK, "search", "search")                        \
	_(NEXT_MATCH, "next-match", "n", ACTION_IN(HELP), WORK, "next", "go to the next match")    \
	_(PREVIOUS_MATCH, "previous-match", "N", ACTION_IN(HELP), WORK, "previous",                \
		"go to the previous match")                                                        \
	_(RENAME, "rename", "R", ACTION_IN(PREVIEW) | ACTION_IN(LIBRARY), WORK, "rename",          \
		"give the environment another name")                                               \
	_(DROP, "drop", "d", ACTION_IN(PREVIEW) | ACTION_IN(LIBRARY), WORK, "drop",                \
		"leave the environment out, or take it in; in the Library: delete (asks)")         \
	_(ANNOTATE, "annotate", "a", ACTION_IN(LIBRARY), WORK, "note", "add a note to its rows")   \
	_(UNDO, "undo", "u", ACTION_IN(LIBRARY), WORK, "undo",                                     \
		"undo the last deletion, renaming or note")                                        \
	_(FILTER, "filter", "\\", ACTION_IN(LIBRARY), WORK, "filter",                              \
		"show only what matches a pattern (PCRE2); empty: all")                            \
	_(VIEW_LIBRARY, "view-library", "1", ACTION_IN_TABS | ACTION_IN(HELP), PROGRAM, "library", \
		"view Library: environments and runs")                                             \
	_(VIEW_SIZES, "view-sizes", "2", ACTION_IN_TABS | ACTION_IN(HELP), PROGRAM, "sizes",       \
		"view Sizes: environments over record sizes")                                      \
	_(VIEW_SURFACE, "view-surface", "3", ACTION_IN_TABS | ACTION_IN(HELP), PROGRAM, "surface", \
		"view Surface: file sizes by record sizes as a heatmap")                           \
	_(VIEW_COMPARE, "view-compare", "4", ACTION_IN_TABS | ACTION_IN(HELP), PROGRAM, "compare", \
		"view Compare: tests by environments, with ratios to the baseline")                \
	_(VIEW_LATENCY, "view-latency", "5", ACTION_IN_TABS | ACTION_IN(HELP), PROGRAM, "latency", \
		"view Latency: percentiles, histogram, over time")                                 \
	_(VIEW_FINDINGS, "view-findings", "6", ACTION_IN_TABS | ACTION_IN(HELP), PROGRAM,          \
		"findings", "view Findings: what stands out, in sentences")                        \
	_(VIEW_RUN, "view-run", "7", ACTION_IN_TABS | ACTION_IN(HELP), PROGRAM, "run",             \
		"view Run: benchmark folders and watch it")                                        \
	_(COMMAND, "command", ":", ACTION_IN_ALL, PROGRAM, "command",                              \
		"type a command; Tab completes it")                                                \
	_(MOUSE, "mouse", "M", ACTION_IN_ALL, PROGRAM, "mouse",                                    \
		"mouse on or off; Shift-drag selects text anyway")                                 \
	_(OPTIONS, "options", "o", ACTION_IN_TABS, PROGRAM, "options",                             \
		"look at the screen's options and change them")                                    \
	_(HELP, "help", "? F1", ACTION_IN_ALL, PROGRAM, "help", "this help")                       \
	_(BACK, "back", "q Esc", ACTION_IN_ALL, PROGRAM, "back",                                   \
		"back; from the Library: leave the program")                                       \
	_(QUIT, "quit", "Q", ACTION_IN_ALL, PROGRAM, "quit",                                       \
		"leave the program (asks while a run is under way)")                               \
	_(CANCEL, "cancel", "C-c", ACTION_IN_ALL, PROGRAM, "cancel",                               \
		"cancel; stop a run; leave the program")                                           \
	_(REPAINT, "repaint", "C-l", ACTION_IN_ALL, PROGRAM, "repaint", "repaint the screen")      \
	_(SUSPEND, "suspend", "C-z", ACTION_IN_ALL, PROGRAM, "suspend",                            \
		"suspend the program; a run goes on")

enum action {
#define ACTION_ENUM(id, name, keys, views, group, label, help) ACTION_##id,
	ACTION_TABLE(ACTION_ENUM)
#undef ACTION_ENUM
		ACTION_COUNT,
	ACTION_NONE = ACTION_COUNT,
};

struct action_info {
	const char *name; /* in the config file, in --list-keys */
	const char *keys; /* names of keys, separated by blanks; the first one is shown */
	unsigned views; /* 1 << enum view_id each */
	enum action_group group;
	const char *label;
	const char *help;
};

struct view_info {
	const char *name;
	const char *title;
	enum action action; /* that opens it; ACTION_NONE: none does */
};

extern const struct view_info view_table[VIEW_COUNT];
extern const struct action_info action_table[ACTION_COUNT];
extern const char *const action_group_titles[ACTION_GROUP_COUNT];

/* The action called @name, or ACTION_NONE. */
enum action action_find(struct text name);

#endif
