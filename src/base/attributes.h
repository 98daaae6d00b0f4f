/*
 * Compiler attributes under short names, so that every printf-like function,
 * every owner-returning function and every never-returning one is checked.
 */
#ifndef FST_BASE_ATTRIBUTES_H
#define FST_BASE_ATTRIBUTES_H

#define FST_PRINTF(format_index, first_argument) \
	__attribute__((format(printf, format_index, first_argument)))
#define FST_NORETURN        __attribute__((noreturn))
#define FST_MUST_USE        __attribute__((warn_unused_result))
#define FST_RETURNS_NONNULL __attribute__((returns_nonnull))

#define FST_COUNT(array) (sizeof(array) / sizeof((array)[0]))

#endif
