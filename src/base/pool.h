/*
 * A pool of distinct strings: each text is kept once and has a small number.
 * Strings never move and live as long as the pool.
 */
#ifndef FST_BASE_POOL_H
#define FST_BASE_POOL_H

#include <stdint.h>

#include "base/text.h"

struct pool;

/* Number 0 is always the empty text. */
struct pool *pool_new(void);
void pool_free(struct pool *pool);

/* The number of @text, which is added when new. */
uint32_t pool_add(struct pool *pool, struct text text);

/*
 * The number of a copy of @text that is not looked for: neither pool_add() nor pool_find()
 * return it. For texts that hardly ever repeat, because looking for them is what costs.
 */
uint32_t pool_append(struct pool *pool, struct text text);

/* The number of @text, or UINT32_MAX when it is not there. */
uint32_t pool_find(const struct pool *pool, struct text text);

/* The text with number @id (< pool_count()); NUL-terminated behind its length. */
struct text pool_text(const struct pool *pool, uint32_t id);

uint32_t pool_count(const struct pool *pool);

/* Bytes of memory that the pool holds. */
size_t pool_bytes(const struct pool *pool);

#endif
