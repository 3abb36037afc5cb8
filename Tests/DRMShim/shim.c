// Answers the kernel's DRM calls for /dev/null, so that GBM's buffers can be had without a GPU:
// preloaded into a process (LD_PRELOAD), it makes of the null device one of a kernel's virtual
// drivers whose buffers are memory files. For tests alone.
//
// GLCURL_SHIM_FAIL=KIND:ERRNO lets every call of a kind fail: create, map, export or import;
// KIND:ERRNO:N only the Nth of them.
// GLCURL_SHIM_NODES=FOLDER stands for /dev/dri: links there to the null device, and to the full
// device, are as many devices. GLCURL_SHIM_BLANK lets imports to the full device find other memory
// than what was exported, as a broken driver would. GLCURL_SHIM_NO_GBM takes libgbm away from
// whoever opens it by name. GLCURL_SHIM_ALONE ends the process with status 86 where two threads make,
// import or destroy buffers at once, which Mesa's software doesn't stand.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

// As the kernel has them (include/uapi/drm/drm.h, drm_mode.h): the few that are asked for.
struct drm_version {
  int major, minor, patch;
  size_t name_length;
  char *name;
  size_t date_length;
  char *date;
  size_t text_length;
  char *text;
};
struct drm_get_cap { uint64_t capability, value; };
struct drm_gem_close { uint32_t handle, padding; };
struct drm_prime_handle { uint32_t handle, flags; int32_t fd; };
struct drm_create_dumb { uint32_t height, width, bits, flags, handle, pitch; uint64_t size; };
struct drm_map_dumb { uint32_t handle, padding; uint64_t offset; };
struct drm_destroy_dumb { uint32_t handle; };

#define DRM_VERSION _IOWR('d', 0x00, struct drm_version)
#define DRM_GEM_CLOSE _IOW('d', 0x09, struct drm_gem_close)
#define DRM_GET_CAP _IOWR('d', 0x0c, struct drm_get_cap)
#define DRM_PRIME_HANDLE_TO_FD _IOWR('d', 0x2d, struct drm_prime_handle)
#define DRM_PRIME_FD_TO_HANDLE _IOWR('d', 0x2e, struct drm_prime_handle)
#define DRM_CREATE_DUMB _IOWR('d', 0xb2, struct drm_create_dumb)
#define DRM_MAP_DUMB _IOWR('d', 0xb3, struct drm_map_dumb)
#define DRM_DESTROY_DUMB _IOWR('d', 0xb4, struct drm_destroy_dumb)
enum { CAP_DUMB_BUFFER = 1, CAP_PRIME = 5, PRIME_BOTH_WAYS = 3 };

enum { most = 1024 };
// A file, and the device that has it under this handle; no device, no buffer.
static struct { int file, device; } buffers[most];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

enum { no_device, null_device = 3, full_device = 7 };

// Which of the two devices a descriptor is of.
static int device_of(int fd) {
  struct stat status;
  if (fstat(fd, &status) != 0 || !S_ISCHR(status.st_mode) || major(status.st_rdev) != 1)
    return no_device;
  int number = (int)minor(status.st_rdev);
  return number == null_device || number == full_device ? number : no_device;
}

// Whether this call of a kind is to fail; errno is set then.
static int is_to_fail(const char *kind) {
  static atomic_int calls;
  const char *wish = getenv("GLCURL_SHIM_FAIL");
  size_t length = strlen(kind);
  if (!wish || strncmp(wish, kind, length) != 0 || wish[length] != ':') return 0;
  char *rest;
  int code = (int)strtol(wish + length + 1, &rest, 10);
  int call = atomic_fetch_add(&calls, 1) + 1;
  if (*rest == ':' && atoi(rest + 1) != call) return 0;
  errno = code;
  return 1;
}

static int keep(int file, int device) {
  for (int i = 1; i < most; i++) {
    if (buffers[i].device) continue;
    buffers[i].file = file;
    buffers[i].device = device;
    return i;
  }
  errno = ENOMEM;
  return -1;
}

static int known(uint32_t handle) {
  if (handle > 0 && handle < most && buffers[handle].device) return 1;
  errno = ENOENT;
  return 0;
}

static int drop(uint32_t handle) {
  if (!known(handle)) return -1;
  close(buffers[handle].file);
  buffers[handle].device = no_device;
  return 0;
}

static int version(struct drm_version *it) {
  const char *words[] = {"vgem", "20240101", "a shim for tests"};
  char *places[] = {it->name, it->date, it->text};
  size_t *lengths[] = {&it->name_length, &it->date_length, &it->text_length};
  for (int i = 0; i < 3; i++) {
    size_t length = strlen(words[i]);
    if (places[i]) memcpy(places[i], words[i], *lengths[i] < length ? *lengths[i] : length);
    *lengths[i] = length;
  }
  it->major = 1;
  it->minor = it->patch = 0;
  return 0;
}

static int create(struct drm_create_dumb *it, int device) {
  if (is_to_fail("create")) return -1;
  it->pitch = (it->width * ((it->bits + 7) / 8) + 63) / 64 * 64;
  it->size = ((uint64_t)it->pitch * it->height + 4095) / 4096 * 4096;
  int file = memfd_create("dumb buffer", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, (off_t)it->size) != 0) return -1;
  int handle = keep(file, device);
  if (handle < 0) { close(file); return -1; }
  it->handle = (uint32_t)handle;
  return 0;
}

static int export(struct drm_prime_handle *it) {
  if (is_to_fail("export") || !known(it->handle)) return -1;
  it->fd = fcntl(buffers[it->handle].file, F_DUPFD_CLOEXEC, 0);
  return it->fd < 0 ? -1 : 0;
}

// What a device has already it has under the same handle, which one call destroys, as in the kernel.
static int import(struct drm_prime_handle *it, int device) {
  struct stat wanted, own;
  if (is_to_fail("import")) return -1;
  if (fstat(it->fd, &wanted) != 0) return -1;
  if (device == full_device && getenv("GLCURL_SHIM_BLANK")) {
    int file = memfd_create("other memory", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, wanted.st_size) != 0) return -1;
    int handle = keep(file, device);
    if (handle < 0) return -1;
    it->handle = (uint32_t)handle;
    return 0;
  }
  for (uint32_t i = 1; i < most; i++) {
    if (buffers[i].device != device || fstat(buffers[i].file, &own) != 0) continue;
    if (own.st_ino != wanted.st_ino || own.st_dev != wanted.st_dev) continue;
    it->handle = i;
    return 0;
  }
  int file = fcntl(it->fd, F_DUPFD_CLOEXEC, 0);
  int handle = file < 0 ? -1 : keep(file, device);
  if (handle < 0) return -1;
  it->handle = (uint32_t)handle;
  return 0;
}

static int answer(unsigned long request, void *argument, int device) {
  switch (request) {
  case DRM_VERSION: return version(argument);
  case DRM_GET_CAP: {
    struct drm_get_cap *it = argument;
    it->value = it->capability == CAP_PRIME ? PRIME_BOTH_WAYS : it->capability == CAP_DUMB_BUFFER;
    return 0;
  }
  case DRM_CREATE_DUMB: return create(argument, device);
  case DRM_MAP_DUMB: {
    struct drm_map_dumb *it = argument;
    if (is_to_fail("map") || !known(it->handle)) return -1;
    it->offset = (uint64_t)it->handle << 32;
    return 0;
  }
  case DRM_DESTROY_DUMB: return drop(((struct drm_destroy_dumb *)argument)->handle);
  case DRM_GEM_CLOSE: return drop(((struct drm_gem_close *)argument)->handle);
  case DRM_PRIME_HANDLE_TO_FD: return export(argument);
  case DRM_PRIME_FD_TO_HANDLE: return import(argument, device);
  }
  errno = EINVAL;
  return -1;
}

// Stays in a call that changes what buffers there are for long enough to be found there.
static void change(unsigned long request, int is_begin) {
  static atomic_int inside;
  if (request != DRM_CREATE_DUMB && request != DRM_DESTROY_DUMB &&
      request != DRM_PRIME_FD_TO_HANDLE)
    return;
  if (!getenv("GLCURL_SHIM_ALONE")) return;
  if (!is_begin) {
    atomic_fetch_sub(&inside, 1);
    return;
  }
  if (atomic_fetch_add(&inside, 1) > 0) {
    static const char words[] = "two threads change a node's buffers at once\n";
    if (write(STDERR_FILENO, words, sizeof words - 1) < 0) _exit(87);
    _exit(86);
  }
  usleep(2000);
}

int ioctl(int fd, unsigned long request, ...) {
  static int (*real)(int, unsigned long, ...);
  va_list arguments;
  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  int device = _IOC_TYPE(request) == 'd' ? device_of(fd) : no_device;
  if (device) {
    change(request, 1);
    pthread_mutex_lock(&lock);
    int result = answer(request, argument, device);
    int reason = errno;
    pthread_mutex_unlock(&lock);
    change(request, 0);
    errno = reason;
    return result;
  }
  if (!real) real = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
  return real(fd, request, argument);
}

// A buffer is mapped through the device, at the offset that names it.
static int mapped_file(int fd, int64_t *offset) {
  if (fd < 0 || *offset >> 32 == 0 || !device_of(fd)) return fd;
  pthread_mutex_lock(&lock);
  int file = known((uint32_t)(*offset >> 32)) ? buffers[*offset >> 32].file : fd;
  pthread_mutex_unlock(&lock);
  *offset &= 0xffffffff;
  return file;
}

void *mmap(void *place, size_t size, int protection, int flags, int fd, off_t offset) {
  static void *(*real)(void *, size_t, int, int, int, off_t);
  if (!real) real = (void *(*)(void *, size_t, int, int, int, off_t))dlsym(RTLD_NEXT, "mmap");
  int64_t at = offset;
  fd = mapped_file(fd, &at);
  return real(place, size, protection, flags, fd, (off_t)at);
}

void *mmap64(void *place, size_t size, int protection, int flags, int fd, off64_t offset) {
  return mmap(place, size, protection, flags, fd, (off_t)offset);
}

// What a path leads to where a folder stands for /dev/dri; `room` has space for any path.
static const char *place(const char *path, char *room) {
  static const char nodes[] = "/dev/dri";
  const char *folder = getenv("GLCURL_SHIM_NODES");
  size_t length = sizeof nodes - 1;
  if (!folder || !path || strncmp(path, nodes, length) != 0) return path;
  if (path[length] != 0 && path[length] != '/') return path;
  snprintf(room, PATH_MAX, "%s%s", folder, path + length);
  return room;
}

DIR *opendir(const char *path) {
  static DIR *(*real)(const char *);
  if (!real) real = (DIR *(*)(const char *))dlsym(RTLD_NEXT, "opendir");
  char room[PATH_MAX];
  return real(place(path, room));
}

int access(const char *path, int rights) {
  static int (*real)(const char *, int);
  if (!real) real = (int (*)(const char *, int))dlsym(RTLD_NEXT, "access");
  char room[PATH_MAX];
  return real(place(path, room), rights);
}

int open(const char *path, int flags, ...) {
  static int (*real)(const char *, int, ...);
  if (!real) real = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = 0;
  if (flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE) mode = va_arg(arguments, mode_t);
  va_end(arguments);
  char room[PATH_MAX];
  return real(place(path, room), flags, mode);
}

void *dlopen(const char *name, int flags) {
  static void *(*real)(const char *, int);
  if (!real) real = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
  int is_taken = getenv("GLCURL_SHIM_NO_GBM") && name && strcmp(name, "libgbm.so.1") == 0;
  return real(is_taken ? "no-libgbm.so.1" : name, flags);
}
