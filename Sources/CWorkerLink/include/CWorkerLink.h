// The libc and kernel calls of worker processes that Swift can't import. No function here allocates memory
// or starts a thread, except worker_link_spawn. Functions return 0 or an errno unless they say otherwise.
#ifndef CWORKERLINK_H
#define CWORKERLINK_H

#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "CWorkerLinkFolder.h"
#include "CWorkerLinkSandbox.h"

// Most descriptors of one packet.
#define WORKER_LINK_DESCRIPTORS 65

// Result of worker_link_receive: the other end is closed.
#define WORKER_LINK_END (-1)

// Makes a pair of connected SOCK_SEQPACKET sockets, closed on exec, with numbers from 10 on, so that a
// socket is never one of a child's first descriptors.
int worker_link_pair(int *first, int *second);

// Sends one packet: a byte `kind`, then `count` bytes, with descriptors. Never waits, never raises SIGPIPE:
// EAGAIN if the other end must read first.
int worker_link_send(
    int socket, uint8_t kind, const void *bytes, size_t count, const int *descriptors,
    int descriptor_count);

// Waits for one packet and writes its parts; `descriptors` has room for WORKER_LINK_DESCRIPTORS. The
// received descriptors are closed on exec. EBADMSG: the packet has more than `size` bytes. EMFILE: a part
// of its descriptors is lost. Both discard the packet and close its descriptors.
int worker_link_receive(
    int socket, uint8_t *kind, void *bytes, size_t size, size_t *count, int *descriptors,
    int *descriptor_count);

// Waits until worker_link_send can succeed: 0, ETIMEDOUT, EINTR, or another errno.
int worker_link_wait_to_send(int socket, int milliseconds);

// The process that made the socket pair.
int worker_link_maker(int socket, pid_t *process);

// Whether the descriptor is a SOCK_SEQPACKET socket.
int worker_link_is_packet_socket(int descriptor);

// Makes a file in memory that is closed on exec, can be sealed and can't be executed where the kernel
// supports that. Returns the descriptor, or -1 and sets errno.
int worker_link_memory_file(const char *name);

// Makes a pipe that is closed on exec, of `capacity` bytes where the system allows that. Returns 0 or an
// errno.
int worker_link_pipe(int *reading, int *writing, int capacity);

// Makes contents and size of a file in memory constant.
int worker_link_seal(int descriptor);

// Whether contents and size of a file are constant.
int worker_link_is_sealed(int descriptor);

// posix_spawn on a thread that lives as long as this process: the kernel sends a child's parent-death signal
// when the thread that started the child ends, not when the process does.
int worker_link_spawn(
    pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *attributes, char *const *arguments, char *const *environment);

// Replaces the child's descriptors: 0 from /dev/null, 1 and 2 to standard error, 3 to `socket`, no others.
int worker_link_set_descriptors(posix_spawn_file_actions_t *actions, int socket);

// Kills this process when its parent ends.
int worker_link_die_with_parent(void);

/// Collects the end of a killed child on a thread of its own, however long it takes.
void worker_link_reap(pid_t process);

#endif
