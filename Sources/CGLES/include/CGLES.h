// The C headers of EGL, GLES and GBM for Swift, and the few libc calls that Swift can't import or mustn't
// inline. The program opens all libraries at run time and links none (CGLESProcs.h).
#ifndef CGLES_H
#define CGLES_H

// No X11 headers. No prototypes either: a call of a library's own function would link the library.
#define EGL_NO_X11 1
#define MESA_EGL_NO_X11_HEADERS 1
#define EGL_EGL_PROTOTYPES 0
#define GL_GLES_PROTOTYPES 0

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl31.h>
#include <GLES2/gl2ext.h>
#include <gbm.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "CGLESLoaded.h"
#include "CGLESProcs.h"

// Constants that older distributions' headers lack (EGL_EXT_device_type and others).
#define CGLES_DEVICE_TYPE 0x3590
#define CGLES_DEVICE_TYPE_INTEGRATED 0x3592
#define CGLES_DEVICE_TYPE_DISCRETE 0x3593
#define CGLES_DEVICE_TYPE_CPU 0x3594
#define CGLES_RENDERER_NAME 0x335F
#define CGLES_DEVICE_UUID 0x335C
#define CGLES_CUDA_DEVICE 0x323A
#define CGLES_DRM_RENDER_NODE_FILE 0x3377
#define CGLES_BAD_DEVICE 0x322B

// The kernel's id of the calling thread, by a real call each time. pthread_self is declared const: an
// optimiser may reuse its value after a suspension point, on another thread.
pid_t cgles_thread_id(void);

// Flushes standard output and standard error, except a stream that another thread has locked.
void cgles_flush_output(void);

// Starts a joinable thread. `name` is cut at 15 bytes. Returns 0 or an errno.
int cgles_thread_start(
    pthread_t *thread, size_t stack_bytes, const char *name, void (*body)(void *), void *argument);

// Whether all functions of GL_EXT_disjoint_timer_query were found.
static inline int cgles_has_timer_queries(void) {
  return cgles_gl_table.BeginQueryEXT && cgles_gl_table.DeleteQueriesEXT &&
         cgles_gl_table.EndQueryEXT && cgles_gl_table.GenQueriesEXT &&
         cgles_gl_table.GetQueryObjectui64vEXT && cgles_gl_table.GetQueryObjectuivEXT &&
         cgles_gl_table.GetQueryivEXT && cgles_gl_table.IsQueryEXT;
}

#endif
