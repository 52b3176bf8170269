/* A heap that leaves nothing: a program that links this target zeroes every block that it frees.
 *
 * Takes the place of the C library's free() and realloc() for the whole program, with all that it links: Swift's
 * runtime, NIO, SQLite. All else of malloc stays the C library's, which gives and takes the blocks. Needs glibc; the
 * sanitizers bring their own heap, and then this is absent.
 *
 * What was copied to a stack or to another process is not a block of the heap. */
#ifndef SEAM_CWIPINGHEAP_H
#define SEAM_CWIPINGHEAP_H

#include <stdbool.h>

/* Whether the program's blocks are wiped: false if something else has taken free()'s place. True under a sanitizer. */
bool seam_heap_is_wiping(void);

#endif
