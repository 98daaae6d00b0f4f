/*
 * One escape sequence of ECMA-48, as terminals send them: xterm's, the VT's, the
 * Linux console's and rxvt's keys, the mouse in X10 and SGR form, answers to queries, and anything
 * else, which is recognised only to be swallowed whole.
 */
#ifndef FST_TERM_SEQUENCE_H
#define FST_TERM_SEQUENCE_H

#include "base/text.h"
#include "term/input.h"

enum sequence_kind {
	SEQUENCE_IGNORED,
	SEQUENCE_EVENT,
	SEQUENCE_PASTE, /* the opening bracket of a paste */
};

struct sequence {
	size_t length; /* bytes of it; 0: not complete yet */
	enum sequence_kind kind;
	struct event event; /* of SEQUENCE_EVENT */
};

/* The sequence at the start of @t, which starts with ESC. */
struct sequence sequence_parse(struct text t);

#endif
