#define _GNU_SOURCE
#include "CWorkerLinkSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int worker_link_no_new_privileges(void) {
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ? errno : 0;
}

int worker_link_not_dumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) ? errno : 0; }

void worker_link_share_heaps(void) {
#if defined(__GLIBC__)
  mallopt(M_ARENA_MAX, 2);
  // Set, these don't grow with the largest block that has ever been freed.
  mallopt(M_MMAP_THRESHOLD, 256 << 10);
  mallopt(M_TRIM_THRESHOLD, 1 << 20);
#endif
}

void worker_link_trim_heaps(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

int worker_link_limit(enum worker_link_limit limit, uint64_t value) {
  static const int resources[] = {
      [WORKER_LINK_ADDRESSES] = RLIMIT_AS,     [WORKER_LINK_FILES] = RLIMIT_NOFILE,
      [WORKER_LINK_PROCESSES] = RLIMIT_NPROC,  [WORKER_LINK_FILE_SIZE] = RLIMIT_FSIZE,
      [WORKER_LINK_CORE] = RLIMIT_CORE};
  struct rlimit now;
  if (getrlimit(resources[limit], &now)) return errno;
  rlim_t lower = value < now.rlim_max ? value : now.rlim_max;
  return setrlimit(resources[limit], &(struct rlimit){lower, lower}) ? errno : 0;
}

int worker_link_drop_capabilities(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3];
  if (syscall(SYS_capget, &header, sets)) return errno;
  const uint32_t kept[] = {
      1U << CAP_CHOWN | 1U << CAP_DAC_OVERRIDE | 1U << CAP_DAC_READ_SEARCH | 1U << CAP_FOWNER, 0};
  for (int i = 0; i < _LINUX_CAPABILITY_U32S_3; i++) {
    sets[i].permitted &= kept[i];
    sets[i].effective &= kept[i];
    sets[i].inheritable &= kept[i];
  }
  return syscall(SYS_capset, &header, sets) ? errno : 0;
}

int worker_link_threads(void) {
  struct stat status;
  // The folder has a link for each thread, one from its parent and one from itself.
  return stat("/proc/self/task", &status) || status.st_nlink < 3 ? 0 : (int)status.st_nlink - 2;
}

// Landlock. Debian 12's <linux/landlock.h> describes version 2.

#define FS_EXECUTE (1ULL << 0)
#define FS_WRITE_FILE (1ULL << 1)
#define FS_READ_FILE (1ULL << 2)
#define FS_READ_DIR (1ULL << 3)
#define FS_MAKE_CHAR (1ULL << 6)
#define FS_MAKE_BLOCK (1ULL << 11)
#define FS_TRUNCATE (1ULL << 14)
#define FS_IOCTL_DEV (1ULL << 15)
// Rights that a rule for a file may have.
#define FS_OF_FILE (FS_EXECUTE | FS_WRITE_FILE | FS_READ_FILE | FS_TRUNCATE | FS_IOCTL_DEV)

#define NET_BIND_TCP (1ULL << 0)
#define NET_CONNECT_TCP (1ULL << 1)
#define SCOPE_ABSTRACT_SOCKET (1ULL << 0)
#define SCOPE_SIGNAL (1ULL << 1)

#define CREATE_VERSION (1U << 0)
#define RULE_PATH_BENEATH 1
#define RESTRICT_ALL_THREADS (1U << 3)

struct rules {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

struct path_rule {
  uint64_t allowed;
  int32_t parent;
} __attribute__((packed));

// Rights that a version knows.
static uint64_t file_rights(int version) {
  int bits = version < 2 ? 13 : version < 3 ? 14 : version < 5 ? 15 : 16;
  return (1ULL << bits) - 1;
}

int worker_link_landlock_version(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, CREATE_VERSION);
  return version < 0 ? -errno : (int)version;
}

int worker_link_landlock_begin(int version) {
  struct rules rules = {
      .files = file_rights(version),
      .network = version < 4 ? 0 : NET_BIND_TCP | NET_CONNECT_TCP,
      .scopes = version < 6 ? 0 : SCOPE_ABSTRACT_SOCKET | SCOPE_SIGNAL};
  // Older kernels take a longer structure, if what they don't know is 0.
  return (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
}

int worker_link_landlock_allow(int rules, int version, const char *path, int rights) {
  uint64_t allowed = 0;
  if (rights & (WORKER_LINK_READ | WORKER_LINK_EXECUTE)) allowed |= FS_READ_FILE | FS_READ_DIR;
  if (rights & WORKER_LINK_EXECUTE) allowed |= FS_EXECUTE;
  if (rights & WORKER_LINK_WRITE)
    allowed |= ~(FS_EXECUTE | FS_MAKE_CHAR | FS_MAKE_BLOCK | FS_IOCTL_DEV);
  if (rights & WORKER_LINK_DEVICE)
    allowed |= FS_READ_FILE | FS_READ_DIR | FS_WRITE_FILE | FS_TRUNCATE | FS_IOCTL_DEV;
  allowed &= file_rights(version);
  int parent = open(path, O_PATH | O_CLOEXEC);
  if (parent < 0) return errno;
  struct stat status;
  int failure = fstat(parent, &status) ? errno : 0;
  if (!failure) {
    if (!S_ISDIR(status.st_mode)) allowed &= FS_OF_FILE;
    struct path_rule rule = {allowed, parent};
    if (syscall(SYS_landlock_add_rule, rules, RULE_PATH_BENEATH, &rule, 0)) failure = errno;
  }
  close(parent);
  return failure;
}

int worker_link_landlock_enter(int rules, int version) {
  unsigned flags = version < 8 ? 0 : RESTRICT_ALL_THREADS;
  return syscall(SYS_landlock_restrict_self, rules, flags) ? errno : 0;
}

// seccomp. Numbers from 424 on are the same for all architectures; Debian 12's headers lack the newest.

#define NR_CLONE3 435

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

// Flags of clone that make namespaces. CLONE_NEWTIME is none of them: to clone it means a signal.
#define NEW_NAMESPACES 0x7E020000U

#define LOAD(field) \
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offsetof(struct seccomp_data, field))
#define RETURN(value) BPF_STMT(BPF_RET | BPF_K, value)
#define REFUSE(code) RETURN(SECCOMP_RET_ERRNO | (code))
// Skips the next `count` instructions unless the loaded number is `value`.
#define UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, count)
#define DENY(number) UNLESS(number, 1), REFUSE(EPERM)

static const struct sock_filter filter[] = {
    LOAD(arch),
    // Calls of another architecture, such as by int 0x80, have other numbers.
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    REFUSE(EPERM),
    LOAD(nr),
#ifdef __x86_64__
    // x32 has the numbers of x86-64 with this bit.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000U, 0, 1),
    REFUSE(EPERM),
#endif

    // New connections. A worker has its own; a socket of a session's bus could start any program.
    DENY(SYS_socket), DENY(SYS_connect), DENY(SYS_bind), DENY(SYS_listen),
    DENY(SYS_accept), DENY(SYS_accept4),
    // Other processes' memory and descriptors.
    DENY(SYS_ptrace), DENY(SYS_process_vm_readv), DENY(SYS_process_vm_writev),
    DENY(440 /* process_madvise */), DENY(438 /* pidfd_getfd */), DENY(SYS_kcmp),
    // Mounts and roots.
    DENY(SYS_mount), DENY(SYS_umount2), DENY(SYS_pivot_root), DENY(SYS_chroot),
    DENY(428 /* open_tree */), DENY(429 /* move_mount */), DENY(430 /* fsopen */),
    DENY(431 /* fsconfig */), DENY(432 /* fsmount */), DENY(433 /* fspick */),
    DENY(442 /* mount_setattr */), DENY(467 /* open_tree_attr */),
    DENY(SYS_open_by_handle_at),
    // Namespaces.
    DENY(SYS_setns), DENY(SYS_unshare),
    // The kernel's code.
    DENY(SYS_init_module), DENY(SYS_finit_module), DENY(SYS_delete_module),
    DENY(SYS_kexec_load),
#ifdef SYS_kexec_file_load
    DENY(SYS_kexec_file_load),
#endif
    DENY(SYS_bpf),
    // Parts of the kernel that are large, rarely needed and often broken into.
    DENY(SYS_perf_event_open), DENY(SYS_userfaultfd), DENY(SYS_add_key),
    DENY(SYS_request_key), DENY(SYS_keyctl), DENY(425 /* io_uring_setup */),
    DENY(426 /* io_uring_enter */), DENY(427 /* io_uring_register */),
    DENY(SYS_fanotify_init), DENY(SYS_personality),
    // The machine's state.
    DENY(SYS_reboot), DENY(SYS_swapon), DENY(SYS_swapoff), DENY(SYS_quotactl),
    DENY(443 /* quotactl_fd */), DENY(SYS_acct), DENY(SYS_settimeofday),
    DENY(SYS_clock_settime), DENY(SYS_clock_adjtime), DENY(SYS_adjtimex),
    DENY(SYS_sethostname), DENY(SYS_setdomainname), DENY(SYS_syslog), DENY(SYS_vhangup),
#ifdef SYS_nfsservctl
    DENY(SYS_nfsservctl),
#endif
#ifdef __x86_64__
    DENY(SYS_ioperm), DENY(SYS_iopl), DENY(SYS_modify_ldt), DENY(SYS_uselib),
    DENY(SYS_ustat), DENY(SYS_sysfs), DENY(SYS__sysctl), DENY(SYS_create_module),
#endif

    // Its flags are in memory, where a filter can't look; glibc then calls clone.
    UNLESS(NR_CLONE3, 1), REFUSE(ENOSYS),
    // Each call below ends the filter, because it loads an argument. Both architectures have the flags of
    // clone in the first one. All arguments have 32 bits; both architectures are little-endian.
    UNLESS(SYS_clone, 4), LOAD(args[0]),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NEW_NAMESPACES, 0, 1), REFUSE(EPERM),
    RETURN(SECCOMP_RET_ALLOW),
    // Local sockets, not those of clusters.
    UNLESS(SYS_socketpair, 4), LOAD(args[0]), UNLESS(AF_UNIX, 1),
    RETURN(SECCOMP_RET_ALLOW), REFUSE(EPERM),
    // Limits of another process.
    UNLESS(SYS_prlimit64, 4), LOAD(args[0]), UNLESS(0, 1), RETURN(SECCOMP_RET_ALLOW),
    REFUSE(EPERM),
    // Typing into the server's terminal: TIOCSTI, TIOCLINUX.
    UNLESS(SYS_ioctl, 5), LOAD(args[1]), DENY(TIOCSTI), DENY(TIOCLINUX),

    RETURN(SECCOMP_RET_ALLOW),
};

int worker_link_deny_system_calls(void) {
  struct sock_fprog program = {
      .len = sizeof filter / sizeof *filter, .filter = (struct sock_filter *)filter};
  // Without this flag, kernels before 5.16 slow down the whole process against Spectre.
  unsigned flags = SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_SPEC_ALLOW;
  long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
  // A positive result is a thread that has another filter.
  return result < 0 ? errno : result > 0 ? EBUSY : 0;
}

#else

int worker_link_deny_system_calls(void) { return ENOTSUP; }

#endif
