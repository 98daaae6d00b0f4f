/*
 * Direct I/O: what offsets, sizes and memory must be multiples of.
 */
#ifndef FST_BENCH_DIRECT_H
#define FST_BENCH_DIRECT_H

/*
 * The alignment for direct I/O on file @fd: as statx(2) tells (Linux 6.1), else the logical block
 * size of its device, else 512, which the system may still refuse.
 */
unsigned direct_alignment(int fd);

#endif
