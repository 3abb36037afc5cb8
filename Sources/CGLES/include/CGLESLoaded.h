// What the loader has loaded, for reports.
#ifndef CGLES_LOADED_H
#define CGLES_LOADED_H

#include <stddef.h>

// Opens a library by the name that the tables use and keeps it open. Writes the path of its file,
// links resolved, and returns 1; or the loader's words, and returns 0. Thread-safe.
int cgles_find_library(const char *name, char *text, size_t size);

// How many shared objects the process has now.
int cgles_loaded_count(void);

// Calls `body` with the file of every shared object in the process, links resolved.
void cgles_each_loaded(void (*body)(const char *path, void *context), void *context);

#endif
