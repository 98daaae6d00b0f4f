/*
 * Text for HTML, SVG and Markdown: nothing in it is taken for markup, and control
 * bytes and what is not UTF-8 come out as visible escapes.
 */
#ifndef FST_REPORT_MARKUP_H
#define FST_REPORT_MARKUP_H

#include "base/strbuf.h"
#include "base/text.h"

/* As the text of an element or an attribute in double quotes. */
void markup_add_xml(struct strbuf *out, struct text text);

/* As a cell of a Markdown table, or anywhere in its text; always one line. */
void markup_add_markdown(struct strbuf *out, struct text text);

/*
 * As a cell of a CSV file that a spreadsheet opens: texts that it would take for a
 * formula (they start with = + - @, a tab or a carriage return) get a `'` in front.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
void markup_add_spreadsheet(struct strbuf *out, struct text text);

#endif
