#define _GNU_SOURCE
#include "CWorkerLinkFolder.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FOR_READING (O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)

int worker_link_folder(const char *path) { return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC); }

int worker_link_open_beneath(int folder, const char *path) {
  struct open_how how = {
      .flags = FOR_READING,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS};
  int file = (int)syscall(437 /* openat2 */, folder, path, &how, sizeof how);
  // Filters of old container runtimes answer EPERM to calls that they don't know.
  if (file >= 0 || (errno != ENOSYS && errno != EPERM)) return file;
  return worker_link_open_beneath_by_parts(folder, path);
}

int worker_link_open_beneath_by_parts(int folder, const char *path) {
  int parent = folder;
  while (1) {
    char part[256];
    size_t length = strcspn(path, "/");
    int is_last = path[length] == 0;
    int file = -1;
    if (length >= sizeof part) {
      errno = ENAMETOOLONG;
    } else {
      memcpy(part, path, length);
      part[length] = 0;
      int flags = is_last ? FOR_READING : O_PATH | O_DIRECTORY | O_CLOEXEC;
      file = openat(parent, part, flags | O_NOFOLLOW);
    }
    int failure = errno;
    if (parent != folder) close(parent);
    errno = failure;
    if (file < 0 || is_last) return file;
    parent = file;
    path += length + 1;
  }
}
