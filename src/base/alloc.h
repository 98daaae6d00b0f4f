/*
 * Allocation that cannot fail: when memory is out the program says so and
 * aborts (the only condition that does). All results are freed with free().
 */
#ifndef FST_BASE_ALLOC_H
#define FST_BASE_ALLOC_H

#include <stddef.h>

#include "base/attributes.h"

void *xmalloc(size_t size) FST_RETURNS_NONNULL FST_MUST_USE;
void *xcalloc(size_t count, size_t size) FST_RETURNS_NONNULL FST_MUST_USE;
void *xrealloc(void *old, size_t size) FST_RETURNS_NONNULL FST_MUST_USE;

/* xrealloc of @count items of @size bytes; aborts on overflow of the product. */
void *xreallocarray(void *old, size_t count, size_t size) FST_RETURNS_NONNULL FST_MUST_USE;

char *xstrdup(const char *string) FST_RETURNS_NONNULL FST_MUST_USE;

/* A NUL-terminated copy of @length bytes at @bytes. */
char *xmemdup0(const void *bytes, size_t length) FST_RETURNS_NONNULL FST_MUST_USE;

/* A new string made by printf's rules. */
char *xasprintf(const char *format, ...) FST_PRINTF(1, 2) FST_RETURNS_NONNULL FST_MUST_USE;

#endif
