/*
 * The fixed parts of an HTML report: its style and its script. One self-contained
 * page, light and dark, from a phone's width upwards.
 */
#ifndef FST_REPORT_PAGE_H
#define FST_REPORT_PAGE_H

extern const char page_style[];

/* Sorts tables of class `sortable` by the column whose heading is clicked. */
extern const char page_script[];

#endif
