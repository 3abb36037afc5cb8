#define _GNU_SOURCE
#include "CGLESLoaded.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>

int cgles_find_library(const char *name, char *text, size_t size) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *words = dlerror();
    snprintf(text, size, "%s", words ? words : "unknown reason");
    return 0;
  }
  struct link_map *map = NULL;
  char path[PATH_MAX];
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) || !map || !realpath(map->l_name, path))
    snprintf(path, sizeof path, "%s", map ? map->l_name : name);
  snprintf(text, size, "%s", path);
  return 1;
}

struct visit {
  void (*body)(const char *path, void *context);
  void *context;
};

static int visit(struct dl_phdr_info *info, size_t size, void *pointer) {
  (void)size;
  struct visit *visit = pointer;
  char path[PATH_MAX];
  // Skip the entry without a name, the program itself, and the one without a file, the kernel's vDSO.
  if (info->dlpi_name && info->dlpi_name[0] && realpath(info->dlpi_name, path))
    visit->body(path, visit->context);
  return 0;
}

void cgles_each_loaded(void (*body)(const char *path, void *context), void *context) {
  struct visit both = {body, context};
  dl_iterate_phdr(visit, &both);
}

static int count(struct dl_phdr_info *info, size_t size, void *pointer) {
  (void)info, (void)size;
  ++*(int *)pointer;
  return 0;
}

int cgles_loaded_count(void) {
  int number = 0;
  dl_iterate_phdr(count, &number);
  return number;
}
