#define _GNU_SOURCE
#include "CWorkerLink.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

// Linux 6.3; Debian 12's headers lack it.
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

#define CONSTANT (F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW)

union control {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(WORKER_LINK_DESCRIPTORS * sizeof(int))];
};

int worker_link_pair(int *first, int *second) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) return errno;
  *first = fcntl(ends[0], F_DUPFD_CLOEXEC, 10);
  *second = *first < 0 ? -1 : fcntl(ends[1], F_DUPFD_CLOEXEC, 10);
  int failure = *second < 0 ? errno : 0;
  if (failure && *first >= 0) close(*first);
  close(ends[0]);
  close(ends[1]);
  return failure;
}

int worker_link_send(
    int socket, uint8_t kind, const void *bytes, size_t count, const int *descriptors,
    int descriptor_count) {
  if (descriptor_count < 0 || descriptor_count > WORKER_LINK_DESCRIPTORS) return EINVAL;
  struct iovec parts[2] = {{&kind, 1}, {(void *)bytes, count}};
  struct msghdr packet = {.msg_iov = parts, .msg_iovlen = count ? 2 : 1};
  union control control;
  if (descriptor_count) {
    size_t size = (size_t)descriptor_count * sizeof(int);
    memset(&control, 0, sizeof control);
    packet.msg_control = &control;
    packet.msg_controllen = CMSG_SPACE(size);
    struct cmsghdr *header = CMSG_FIRSTHDR(&packet);
    *header = (struct cmsghdr){
        .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(size)};
    memcpy(CMSG_DATA(header), descriptors, size);
  }
  ssize_t sent;
  do sent = sendmsg(socket, &packet, MSG_NOSIGNAL | MSG_DONTWAIT);
  while (sent < 0 && errno == EINTR);
  return sent < 0 ? errno : 0;
}

int worker_link_receive(
    int socket, uint8_t *kind, void *bytes, size_t size, size_t *count, int *descriptors,
    int *descriptor_count) {
  struct iovec parts[2] = {{kind, 1}, {bytes, size}};
  union control control;
  struct msghdr packet;
  ssize_t received;
  do {
    packet = (struct msghdr){
        .msg_iov = parts,
        .msg_iovlen = 2,
        .msg_control = &control,
        .msg_controllen = sizeof control};
    received = recvmsg(socket, &packet, MSG_CMSG_CLOEXEC);
    // ECONNRESET comes once, before the last packets, if the other end closed with packets unread.
  } while (received < 0 && (errno == EINTR || errno == ECONNRESET));
  if (received < 0) return errno;
  *descriptor_count = 0;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&packet); header;
       header = CMSG_NXTHDR(&packet, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t all = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < all && *descriptor_count < WORKER_LINK_DESCRIPTORS; i++)
      memcpy(
          &descriptors[(*descriptor_count)++], CMSG_DATA(header) + i * sizeof(int), sizeof(int));
  }
  if (packet.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) {
    for (int i = 0; i < *descriptor_count; i++) close(descriptors[i]);
    *descriptor_count = 0;
    return packet.msg_flags & MSG_TRUNC ? EBADMSG : EMFILE;
  }
  if (received == 0) return WORKER_LINK_END;
  *count = (size_t)received - 1;
  return 0;
}

int worker_link_wait_to_send(int socket, int milliseconds) {
  struct pollfd waiting = {.fd = socket, .events = POLLOUT};
  int ready = poll(&waiting, 1, milliseconds);
  return ready < 0 ? errno : ready == 0 ? ETIMEDOUT : 0;
}

int worker_link_maker(int socket, pid_t *process) {
  struct ucred maker;
  socklen_t size = sizeof maker;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &maker, &size)) return errno;
  *process = maker.pid;
  return 0;
}

int worker_link_is_packet_socket(int descriptor) {
  int type = 0;
  socklen_t size = sizeof type;
  return !getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) && type == SOCK_SEQPACKET;
}

int worker_link_memory_file(const char *name) {
  int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
  // Kernels before 6.3 reject the unknown flag.
  if (descriptor < 0 && errno == EINVAL)
    descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  return descriptor;
}

int worker_link_pipe(int *reading, int *writing, int capacity) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) return errno;
  fcntl(ends[1], F_SETPIPE_SZ, capacity);
  *reading = ends[0];
  *writing = ends[1];
  return 0;
}

int worker_link_seal(int descriptor) {
  return fcntl(descriptor, F_ADD_SEALS, CONSTANT | F_SEAL_SEAL) ? errno : 0;
}

int worker_link_is_sealed(int descriptor) {
  int seals = fcntl(descriptor, F_GET_SEALS);
  return seals >= 0 && (seals & CONSTANT) == CONSTANT;
}

// One call of worker_link_spawn.
struct job {
  pid_t *process;
  const char *path;
  const posix_spawn_file_actions_t *actions;
  const posix_spawnattr_t *attributes;
  char *const *arguments;
  char *const *environment;
  int failure;
  int is_done;
};

static pthread_mutex_t spawn_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t spawn_change = PTHREAD_COND_INITIALIZER;
static struct job *spawn_job;
static int spawner_runs;

static void *run_spawner(void *unused) {
  pthread_mutex_lock(&spawn_lock);
  for (;;) {
    while (!spawn_job) pthread_cond_wait(&spawn_change, &spawn_lock);
    struct job *job = spawn_job;
    job->failure = posix_spawn(
        job->process, job->path, job->actions, job->attributes, job->arguments,
        job->environment);
    job->is_done = 1;
    spawn_job = NULL;
    pthread_cond_broadcast(&spawn_change);
  }
  return unused;
}

// Starts the thread once; its signals are blocked, so that handlers run on other threads.
static int start_spawner(void) {
  if (spawner_runs) return 0;
  pthread_attr_t attributes;
  int failure = pthread_attr_init(&attributes);
  if (failure) return failure;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  failure = pthread_create(&thread, &attributes, run_spawner, NULL);
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!failure) {
    spawner_runs = 1;
    pthread_setname_np(thread, "worker-spawner");
  }
  return failure;
}

int worker_link_spawn(
    pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *attributes, char *const *arguments, char *const *environment) {
  struct job job = {process, path, actions, attributes, arguments, environment, 0, 0};
  pthread_mutex_lock(&spawn_lock);
  job.failure = start_spawner();
  if (!job.failure) {
    while (spawn_job) pthread_cond_wait(&spawn_change, &spawn_lock);
    spawn_job = &job;
    pthread_cond_broadcast(&spawn_change);
    while (!job.is_done) pthread_cond_wait(&spawn_change, &spawn_lock);
  }
  pthread_mutex_unlock(&spawn_lock);
  return job.failure;
}

int worker_link_set_descriptors(posix_spawn_file_actions_t *actions, int socket) {
  int failure = posix_spawn_file_actions_adddup2(actions, socket, 3);
  if (!failure)
    failure = posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (!failure)
    failure = posix_spawn_file_actions_adddup2(actions, STDERR_FILENO, STDOUT_FILENO);
  // A descriptor copied to itself loses its flag FD_CLOEXEC.
  if (!failure)
    failure = posix_spawn_file_actions_adddup2(actions, STDERR_FILENO, STDERR_FILENO);
  if (!failure) failure = posix_spawn_file_actions_addclosefrom_np(actions, 4);
  return failure;
}

int worker_link_die_with_parent(void) {
  return prctl(PR_SET_PDEATHSIG, SIGKILL) ? errno : 0;
}

static void *reap(void *process) {
  while (waitpid((pid_t)(intptr_t)process, NULL, 0) < 0 && errno == EINTR) {}
  return NULL;
}

void worker_link_reap(pid_t process) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, reap, (void *)(intptr_t)process) == 0) pthread_detach(thread);
}
