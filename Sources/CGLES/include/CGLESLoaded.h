// Shared objects of the process.
#ifndef CGLES_LOADED_H
#define CGLES_LOADED_H

#include <stddef.h>

// Opens a library by name and leaves it open. Writes the library's real path and returns 1, or writes the
// loader's message and returns 0. `size` is the size of `text`, bytes. Thread-safe.
int cgles_find_library(const char *name, char *text, size_t size);

// Number of shared objects in the process now.
int cgles_loaded_count(void);

// Calls `body` with the real path of every shared object in the process.
void cgles_each_loaded(void (*body)(const char *path, void *context), void *context);

#endif
