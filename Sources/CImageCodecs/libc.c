// Calls of the C library that Swift can't see, or that need a signal mask around them.
#define _GNU_SOURCE
#include "CImageCodecs.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

ssize_t ci_write(int descriptor, const void *bytes, size_t count) {
  // SIGPIPE goes to the writing thread: blocked here, taken back if this call raised it.
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
    // It comes with EPIPE, but also with a count when the reader goes in the middle.
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
  // Only speed depends on it.
  (void)fcntl(ends[1], F_SETPIPE_SZ, capacity);
  *reading = ends[0];
  *writing = ends[1];
  return 0;
}

int ci_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }
