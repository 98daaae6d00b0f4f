/*
 * Line charts as SVG: the same struct linechart that is drawn on a canvas, with
 * the same axes. Colours are classes, so that a page and a file of its own can give
 * them for light and dark.
 */
#ifndef FST_REPORT_SVG_H
#define FST_REPORT_SVG_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "report/curves.h"

/* The rules for the classes that charts use, for inside of a <style>. */
void svg_add_style(struct strbuf *out);

/*
 * Add the chart of @curves as an <svg> element. @id is unique in the page. With
 * @alone it is a whole file: with its name space, style and a legend in the picture.
 */
void svg_add_chart(struct strbuf *out, const struct curves *curves, const char *id, bool alone);

#endif
