#define _GNU_SOURCE
#include "CWipingHeap.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define HAS_SANITIZER
#endif
#endif

#ifdef HAS_SANITIZER

bool seam_heap_is_wiping(void) { return true; }

#else

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* The C library's own, under the names that it keeps for programs like this. */
extern void __libc_free(void *block);
extern void *__libc_malloc(size_t size);

void free(void *block) {
    if (block == NULL) return;
    int before = errno;
    explicit_bzero(block, malloc_usable_size(block));
    __libc_free(block);
    errno = before;
}

/* A block that has room, and is not much too large, stays where it is; its end is wiped when it is freed. The C library
 * would move a block that grows, or give a part of it back, without wiping what it leaves. */
void *realloc(void *block, size_t size) {
    if (block == NULL) return __libc_malloc(size);
    if (size == 0) {
        free(block);
        return NULL;
    }
    size_t room = malloc_usable_size(block);
    if (size <= room && size >= room / 2) return block;
    void *moved = __libc_malloc(size);
    if (moved == NULL) return NULL;
    memcpy(moved, block, size < room ? size : room);
    free(block);
    return moved;
}

bool seam_heap_is_wiping(void) { return dlsym(RTLD_DEFAULT, "free") == (void *)free; }

#endif
