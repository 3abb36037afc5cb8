// Child processes: calls that need macros and globals that Swift can't import.
#define _GNU_SOURCE
#include "CImageCodecs.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

int ci_spawn(const char *path, char *const arguments[], int input, int output, int errors,
             int joins, pid_t *process) {
  posix_spawn_file_actions_t files;
  int error = posix_spawn_file_actions_init(&files);
  if (error != 0) return error;
  posix_spawnattr_t attributes;
  error = posix_spawnattr_init(&attributes);
  if (error != 0) {
    posix_spawn_file_actions_destroy(&files);
    return error;
  }
  sigset_t none, defaults;
  sigemptyset(&none);
  sigfillset(&defaults);
  sigdelset(&defaults, SIGKILL);
  sigdelset(&defaults, SIGSTOP);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                            (joins ? 0 : POSIX_SPAWN_SETPGROUP));
  // A process group of its own: children of a wrapper script are killed with it.
  posix_spawnattr_setpgroup(&attributes, 0);
  error = posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  if (error == 0) error = posix_spawn_file_actions_adddup2(&files, errors, STDERR_FILENO);
  if (error == 0)
    error = output < 0 ? posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null",
                                                          O_WRONLY, 0)
                       : posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
#if defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 34)
  if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
#endif
#endif
  if (error == 0) error = posix_spawn(process, path, &files, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return error;
}

int ci_has_ended(pid_t process) {
  siginfo_t info;
  info.si_pid = 0;
  const int result = waitid(P_PID, (id_t)process, &info, WEXITED | WNOWAIT | WNOHANG);
  // Any error except EINTR means that other code has collected the child.
  return result == 0 ? info.si_pid != 0 : errno != EINTR;
}

int ci_collect(pid_t process) {
  int status;
  pid_t found;
  do found = waitpid(process, &status, 0);
  while (found < 0 && errno == EINTR);
  if (found != process) return -1;
  return WIFSIGNALED(status) ? 256 + WTERMSIG(status) : WEXITSTATUS(status);
}

int ci_unread(int pipe) {
  int count = 0;
  return ioctl(pipe, FIONREAD, &count) == 0 ? count : -1;
}
