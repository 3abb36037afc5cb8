// C library calls that Swift can't import, or that need a signal mask around them.
#define _GNU_SOURCE
#include "CImageCodecs.h"

#include <errno.h>
#include <fcntl.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

ssize_t ci_write(int descriptor, const void *bytes, size_t count) {
  // The writing thread receives SIGPIPE: block it, and consume it if this call raised it.
  sigset_t broken, pending, before;
  sigemptyset(&broken);
  sigaddset(&broken, SIGPIPE);
  sigemptyset(&pending);
  sigpending(&pending);
  const int was_pending = sigismember(&pending, SIGPIPE);
  if (!was_pending) pthread_sigmask(SIG_BLOCK, &broken, &before);
  const ssize_t written = write(descriptor, bytes, count);
  const int error = errno;
  if (!was_pending) {
    // SIGPIPE comes with EPIPE, or with a partial count if the reader closes during the write.
    if (written < 0 ? error == EPIPE : (size_t)written < count) {
      const struct timespec now = {0, 0};
      while (sigtimedwait(&broken, NULL, &now) < 0 && errno == EINTR) {}
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
  }
  errno = error;
  return written;
}

int ci_pipe(int *reading, int *writing, int capacity) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  // May fail: only speed depends on the capacity.
  (void)fcntl(ends[1], F_SETPIPE_SZ, capacity);
  // Only the write end becomes non-blocking; reads from the other end still block.
  (void)fcntl(ends[1], F_SETFL, O_NONBLOCK);
  *reading = ends[0];
  *writing = ends[1];
  return 0;
}

#if defined(__GLIBC__)
// Usual size of a huge page, bytes; a different size only costs speed.
enum { HUGE_PAGE = 2 << 20 };
#endif

void ci_keep_freed_memory(size_t largest, size_t most) {
#if defined(__GLIBC__)
  // Under a limit on address space, kept memory would be missing elsewhere.
  struct rlimit room;
  if (getrlimit(RLIMIT_AS, &room) == 0 && room.rlim_cur != RLIM_INFINITY) {
    mallopt(M_ARENA_MAX, 1);
    return;
  }
  // Older versions of glibc accept at most half of an arena's heap.
  if (!mallopt(M_MMAP_THRESHOLD, (int)largest)) mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, (int)most);
  // Otherwise threads would use arenas of their own, which can't be advised in advance.
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TOP_PAD, (int)(most - HUGE_PAGE));
  char *first = malloc(HUGE_PAGE / 2);
  // Keep `largest` bytes when the rest is trimmed: the next pictures get huge pages again.
  mallopt(M_TOP_PAD, (int)largest);
  if (first == NULL) return;
  char *start = (char *)(((uintptr_t)first + HUGE_PAGE - 1) & ~(uintptr_t)(HUGE_PAGE - 1));
  char *end = sbrk(0);
  // If the heap couldn't grow, the block isn't in it.
  const int is_there = first < end && start < end && (size_t)(end - start) <= most;
  if (is_there) madvise(start, (size_t)(end - start), MADV_HUGEPAGE);
  free(first);
#else
  (void)largest;
  (void)most;
#endif
}

int ci_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }
