#define _GNU_SOURCE
#include "CGLES.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct cgles_egl_procs cgles_egl_table;
struct cgles_gl_procs cgles_gl_table;
struct cgles_gbm_procs cgles_gbm_table;

static _Thread_local char missing[256];
static _Thread_local char message[512];
static _Thread_local EGLint message_error;
static _Thread_local char taken[512];

// The reverse of dlsym's conversion, which POSIX guarantees; ISO C has no cast between function and object
// pointers.
static void *object_pointer(void (*function)(void)) {
  void *object;
  memcpy(&object, &function, sizeof object);
  return object;
}

static const char *loader_says(void) {
  const char *text = dlerror();
  snprintf(missing, sizeof missing, "%s", text ? text : "unknown reason");
  return missing;
}

static const char *lacks(const char *library, const char *function) {
  snprintf(missing, sizeof missing, "%s has no %s", library, function);
  return missing;
}

#define STORE(table, name, pointer) \
  do { \
    void *found = (pointer); \
    memcpy(&(table).name, &found, sizeof found); \
  } while (0)

const char *cgles_load_egl(void) {
  void *library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return loader_says();
#define LOAD(result, name, parameters, arguments) \
  STORE(cgles_egl_table, name, dlsym(library, "egl" #name)); \
  if (!cgles_egl_table.name) return lacks("libEGL.so.1", "egl" #name);
  CGLES_EGL_CORE(LOAD)
#undef LOAD
#define LOAD(result, name, parameters, arguments) \
  STORE(cgles_egl_table, name, object_pointer(cgles_egl_table.GetProcAddress("egl" #name)));
  CGLES_EGL_OPTIONAL(LOAD)
#undef LOAD
  return NULL;
}

const char *cgles_load_gl(void) {
  void *library = dlopen("libGLESv2.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) return loader_says();
#define LOAD(result, name, parameters, arguments) \
  STORE(cgles_gl_table, name, object_pointer(cgles_egl_table.GetProcAddress("gl" #name))); \
  if (!cgles_gl_table.name) STORE(cgles_gl_table, name, dlsym(library, "gl" #name)); \
  if (!cgles_gl_table.name) return lacks("libGLESv2.so.2", "gl" #name);
  CGLES_GL_CORE(LOAD)
#undef LOAD
#define LOAD(result, name, parameters, arguments) \
  STORE(cgles_gl_table, name, object_pointer(cgles_egl_table.GetProcAddress("gl" #name)));
  CGLES_GL_OPTIONAL(LOAD)
#undef LOAD
  return NULL;
}

const char *cgles_load_gbm(void) {
  void *library = dlopen("libgbm.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return loader_says();
#define LOAD(result, name, parameters, arguments) \
  STORE(cgles_gbm_table, name, dlsym(library, "gbm_" #name)); \
  if (!cgles_gbm_table.name) return lacks("libgbm.so.1", "gbm_" #name);
  CGLES_GBM_CORE(LOAD)
#undef LOAD
  return NULL;
}

static void keep_message(
    EGLenum error, const char *command, EGLint type, EGLLabelKHR thread, EGLLabelKHR object,
    const char *text) {
  (void)type, (void)thread, (void)object;
  message_error = (EGLint)error;
  snprintf(
      message, sizeof message, "%s: %s", command ? command : "EGL", text ? text : "no words");
}

void cgles_collect_egl_messages(void) {
  if (!cgles_egl_table.DebugMessageControlKHR || !cgles_egl_table.QueryDebugKHR) return;
  EGLAttrib theirs = 0;
  if (!cgles_eglQueryDebugKHR(EGL_DEBUG_CALLBACK_KHR, &theirs) || theirs) return;
  const EGLAttrib levels[] = {
      EGL_DEBUG_MSG_CRITICAL_KHR, EGL_TRUE, EGL_DEBUG_MSG_ERROR_KHR, EGL_TRUE,
      EGL_DEBUG_MSG_WARN_KHR,     EGL_TRUE, EGL_NONE};
  cgles_eglDebugMessageControlKHR(keep_message, levels);
}

const char *cgles_take_egl_message(EGLint error) {
  taken[0] = 0;
  if (error == EGL_SUCCESS || error == message_error) memcpy(taken, message, sizeof taken);
  message[0] = 0;
  return taken;
}

void cgles_flush_output(void) {
  FILE *files[] = {stdout, stderr};
  for (int i = 0; i < 2; i++) {
    if (ftrylockfile(files[i]) != 0) continue;
    fflush_unlocked(files[i]);
    funlockfile(files[i]);
  }
}

pid_t cgles_thread_id(void) { return (pid_t)syscall(SYS_gettid); }

struct start {
  void (*body)(void *);
  void *argument;
};

static void *run(void *pointer) {
  struct start start = *(struct start *)pointer;
  free(pointer);
  start.body(start.argument);
  return NULL;
}

int cgles_thread_start(
    pthread_t *thread, size_t stack_bytes, const char *name, void (*body)(void *),
    void *argument) {
  struct start *start = malloc(sizeof *start);
  if (!start) return ENOMEM;
  *start = (struct start){body, argument};
  pthread_attr_t attributes;
  int failure = pthread_attr_init(&attributes);
  if (!failure) {
    failure = pthread_attr_setstacksize(&attributes, stack_bytes);
    if (!failure) failure = pthread_create(thread, &attributes, run, start);
    pthread_attr_destroy(&attributes);
  }
  if (failure) {
    free(start);
    return failure;
  }
  char shortened[16];
  snprintf(shortened, sizeof shortened, "%s", name);
  pthread_setname_np(*thread, shortened);
  return 0;
}
