/*
 * Measurements that never change, for tests of the screen: what fstui would
 * measure on three disks whose calls cost a fixed time plus time per byte.
 */
#ifndef FSTUI_TESTS_SUPPORT_SWEEP_ROWS_H
#define FSTUI_TESTS_SUPPORT_SWEEP_ROWS_H

#include "model/dataset.h"

/*
 * write, read and random_read of files of 1M, 16M and 64M in records of 4K..16M on
 * ext4, vboxsf and sshfs, with the crossover rule, one failed row and one doubtful.
 * The caller owns the result.
 */
struct dataset *sweep_rows(void);

/* The same rows as a result file at PATH. Aborts when it cannot be written. */
void sweep_rows_save(const char *path);

#endif
