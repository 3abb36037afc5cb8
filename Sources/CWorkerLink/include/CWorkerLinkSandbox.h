// Kernel features that limit what a worker process can do. Functions return 0 or an errno unless they say
// otherwise.
#ifndef CWORKERLINK_SANDBOX_H
#define CWORKERLINK_SANDBOX_H

#include <stdint.h>

// Rights to a file, or to a folder and all below it. WRITE includes creating and removing; DEVICE means to
// read, write and use ioctl.
#define WORKER_LINK_READ 1
#define WORKER_LINK_EXECUTE 2
#define WORKER_LINK_WRITE 4
#define WORKER_LINK_DEVICE 8

enum worker_link_limit {
  WORKER_LINK_ADDRESSES,
  WORKER_LINK_FILES,
  WORKER_LINK_PROCESSES,
  WORKER_LINK_FILE_SIZE,
  WORKER_LINK_CORE,
};

// No program that this process executes gets more rights than it, such as by a setuid bit.
int worker_link_no_new_privileges(void);

// Other processes of the user can't trace this one; it leaves no core dump. Ends at execve.
int worker_link_not_dumpable(void);

// Lets the threads of a process with many of them share two heaps: one for each thread keeps what its
// busiest moment took.
void worker_link_share_heaps(void);

// Gives whole pages that are free inside heaps back to the system.
void worker_link_trim_heaps(void);

// Lowers a limit; a hard limit below `value` stays.
int worker_link_limit(enum worker_link_limit limit, uint64_t value);

// Drops the calling thread's capabilities, except those of an owner of all files. Of use to root: its
// CAP_PERFMON shows other processes' memory in spite of Landlock.
int worker_link_drop_capabilities(void);

// Number of this process's threads; 0 if /proc doesn't tell.
int worker_link_threads(void);

// Landlock's version in this kernel, 1 or more; or a negated errno: ENOSYS if the kernel lacks it,
// EOPNOTSUPP if it is off.
int worker_link_landlock_version(void);

// Begins rules that deny all access to files, and from version 4 TCP, and from version 6 signals and abstract
// sockets to other processes than this one and its children. Returns a descriptor, or -1 and sets errno.
int worker_link_landlock_begin(int version);

// Allows rights to a path, which must exist.
int worker_link_landlock_allow(int rules, int version, const char *path, int rights);

// Applies the rules: to all threads from version 8, else to the calling thread and threads that it starts
// later. worker_link_no_new_privileges must come first.
int worker_link_landlock_enter(int rules, int version);

// Denies system calls that no worker needs, for all threads; the calls fail with EPERM. ENOTSUP: unknown
// processor architecture. worker_link_no_new_privileges must come first.
int worker_link_deny_system_calls(void);

#endif
