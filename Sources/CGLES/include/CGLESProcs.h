// The functions of EGL, GLES and GBM that glcurl calls. Each is resolved at run time into a table, and has
// an inline function of the same name with the prefix cgles_. Functions without pointers need no `unsafe` in
// Swift.
#ifndef CGLES_PROCS_H
#define CGLES_PROCS_H

// Each list calls X(result, name, parameters, arguments) for every function.

// From libEGL.so.1 by dlsym: eglGetProcAddress need not know the core functions before EGL 1.5.
#define CGLES_EGL_CORE(X) \
  X(EGLBoolean, BindAPI, (EGLenum api), (api)) \
  X(EGLBoolean, ChooseConfig, \
    (EGLDisplay display, const EGLint *wanted, EGLConfig *configs, EGLint size, EGLint *count), \
    (display, wanted, configs, size, count)) \
  X(EGLContext, CreateContext, \
    (EGLDisplay display, EGLConfig config, EGLContext share, const EGLint *attributes), \
    (display, config, share, attributes)) \
  X(EGLSurface, CreatePbufferSurface, \
    (EGLDisplay display, EGLConfig config, const EGLint *attributes), \
    (display, config, attributes)) \
  X(EGLBoolean, DestroyContext, (EGLDisplay display, EGLContext context), (display, context)) \
  X(EGLBoolean, DestroySurface, (EGLDisplay display, EGLSurface surface), (display, surface)) \
  X(EGLContext, GetCurrentContext, (void), ()) \
  X(EGLint, GetError, (void), ()) \
  X(__eglMustCastToProperFunctionPointerType, GetProcAddress, (const char *name), (name)) \
  X(EGLBoolean, Initialize, (EGLDisplay display, EGLint *major, EGLint *minor), \
    (display, major, minor)) \
  X(EGLBoolean, MakeCurrent, \
    (EGLDisplay display, EGLSurface draw, EGLSurface read, EGLContext context), \
    (display, draw, read, context)) \
  X(const char *, QueryString, (EGLDisplay display, EGLint name), (display, name)) \
  X(EGLBoolean, ReleaseThread, (void), ())

// By eglGetProcAddress; may be missing. Call one only if its extension is listed.
#define CGLES_EGL_OPTIONAL(X) \
  X(EGLImageKHR, CreateImageKHR, \
    (EGLDisplay display, EGLContext context, EGLenum target, EGLClientBuffer buffer, \
     const EGLint *attributes), \
    (display, context, target, buffer, attributes)) \
  X(EGLBoolean, DestroyImageKHR, (EGLDisplay display, EGLImageKHR image), (display, image)) \
  X(EGLBoolean, ExportDMABUFImageMESA, \
    (EGLDisplay display, EGLImageKHR image, int *files, EGLint *strides, EGLint *offsets), \
    (display, image, files, strides, offsets)) \
  X(EGLBoolean, ExportDMABUFImageQueryMESA, \
    (EGLDisplay display, EGLImageKHR image, int *format, int *planes, EGLuint64KHR *modifiers), \
    (display, image, format, planes, modifiers)) \
  X(EGLint, DebugMessageControlKHR, (EGLDEBUGPROCKHR callback, const EGLAttrib *attributes), \
    (callback, attributes)) \
  X(const char *, GetDisplayDriverName, (EGLDisplay display), (display)) \
  X(EGLDisplay, GetPlatformDisplayEXT, \
    (EGLenum platform, void *native, const EGLint *attributes), (platform, native, attributes)) \
  X(EGLBoolean, QueryDebugKHR, (EGLint attribute, EGLAttrib *value), (attribute, value)) \
  X(EGLBoolean, QueryDeviceAttribEXT, (EGLDeviceEXT device, EGLint attribute, EGLAttrib *value), \
    (device, attribute, value)) \
  X(EGLBoolean, QueryDeviceBinaryEXT, \
    (EGLDeviceEXT device, EGLint name, EGLint size, void *value, EGLint *count), \
    (device, name, size, value, count)) \
  X(const char *, QueryDeviceStringEXT, (EGLDeviceEXT device, EGLint name), (device, name)) \
  X(EGLBoolean, QueryDevicesEXT, (EGLint size, EGLDeviceEXT *devices, EGLint *count), \
    (size, devices, count))

// By eglGetProcAddress, else from libGLESv2.so.2 by dlsym; all are part of ES 3.0.
#define CGLES_GL_CORE(X) \
  X(void, ActiveTexture, (GLenum unit), (unit)) \
  X(void, AttachShader, (GLuint program, GLuint shader), (program, shader)) \
  X(void, BlendFunc, (GLenum source, GLenum target), (source, target)) \
  X(void, BindBuffer, (GLenum target, GLuint buffer), (target, buffer)) \
  X(void, BindBufferBase, (GLenum target, GLuint index, GLuint buffer), (target, index, buffer)) \
  X(void, BindBufferRange, \
    (GLenum target, GLuint index, GLuint buffer, GLintptr offset, GLsizeiptr size), \
    (target, index, buffer, offset, size)) \
  X(void, BindFramebuffer, (GLenum target, GLuint framebuffer), (target, framebuffer)) \
  X(void, BindRenderbuffer, (GLenum target, GLuint renderbuffer), (target, renderbuffer)) \
  X(void, BindTexture, (GLenum target, GLuint texture), (target, texture)) \
  X(void, BindVertexArray, (GLuint array), (array)) \
  X(void, BlitFramebuffer, \
    (GLint x0, GLint y0, GLint x1, GLint y1, GLint u0, GLint v0, GLint u1, GLint v1, \
     GLbitfield mask, GLenum filter), \
    (x0, y0, x1, y1, u0, v0, u1, v1, mask, filter)) \
  X(void, BufferData, (GLenum target, GLsizeiptr size, const void *data, GLenum usage), \
    (target, size, data, usage)) \
  X(void, BufferSubData, (GLenum target, GLintptr offset, GLsizeiptr size, const void *data), \
    (target, offset, size, data)) \
  X(GLenum, CheckFramebufferStatus, (GLenum target), (target)) \
  X(void, ClearBufferfv, (GLenum buffer, GLint index, const GLfloat *value), \
    (buffer, index, value)) \
  X(GLenum, ClientWaitSync, (GLsync sync, GLbitfield flags, GLuint64 nanoseconds), \
    (sync, flags, nanoseconds)) \
  X(void, CompileShader, (GLuint shader), (shader)) \
  X(GLuint, CreateProgram, (void), ()) \
  X(GLuint, CreateShader, (GLenum stage), (stage)) \
  X(void, DeleteBuffers, (GLsizei count, const GLuint *names), (count, names)) \
  X(void, DeleteFramebuffers, (GLsizei count, const GLuint *names), (count, names)) \
  X(void, DeleteProgram, (GLuint program), (program)) \
  X(void, DeleteRenderbuffers, (GLsizei count, const GLuint *names), (count, names)) \
  X(void, DeleteShader, (GLuint shader), (shader)) \
  X(void, DeleteSync, (GLsync sync), (sync)) \
  X(void, DeleteTextures, (GLsizei count, const GLuint *names), (count, names)) \
  X(void, DeleteVertexArrays, (GLsizei count, const GLuint *names), (count, names)) \
  X(void, DepthRangef, (GLfloat near, GLfloat far), (near, far)) \
  X(void, DetachShader, (GLuint program, GLuint shader), (program, shader)) \
  X(void, Disable, (GLenum capability), (capability)) \
  X(void, DrawArrays, (GLenum mode, GLint first, GLsizei count), (mode, first, count)) \
  X(void, DrawBuffers, (GLsizei count, const GLenum *buffers), (count, buffers)) \
  X(void, Enable, (GLenum capability), (capability)) \
  X(void, EnableVertexAttribArray, (GLuint location), (location)) \
  X(GLsync, FenceSync, (GLenum condition, GLbitfield flags), (condition, flags)) \
  X(void, Flush, (void), ()) \
  X(void, FramebufferRenderbuffer, \
    (GLenum target, GLenum attachment, GLenum kind, GLuint renderbuffer), \
    (target, attachment, kind, renderbuffer)) \
  X(void, FramebufferTexture2D, \
    (GLenum target, GLenum attachment, GLenum kind, GLuint texture, GLint level), \
    (target, attachment, kind, texture, level)) \
  X(void, GenBuffers, (GLsizei count, GLuint *names), (count, names)) \
  X(void, GenFramebuffers, (GLsizei count, GLuint *names), (count, names)) \
  X(void, GenRenderbuffers, (GLsizei count, GLuint *names), (count, names)) \
  X(void, GenTextures, (GLsizei count, GLuint *names), (count, names)) \
  X(void, GenVertexArrays, (GLsizei count, GLuint *names), (count, names)) \
  X(void, GetActiveUniformBlockiv, (GLuint program, GLuint block, GLenum name, GLint *value), \
    (program, block, name, value)) \
  X(GLenum, GetError, (void), ()) \
  X(void, GetIntegerv, (GLenum name, GLint *value), (name, value)) \
  X(void, GetProgramBinary, \
    (GLuint program, GLsizei size, GLsizei *length, GLenum *format, void *binary), \
    (program, size, length, format, binary)) \
  X(void, GetProgramInfoLog, (GLuint program, GLsizei size, GLsizei *length, GLchar *text), \
    (program, size, length, text)) \
  X(void, GetProgramiv, (GLuint program, GLenum name, GLint *value), (program, name, value)) \
  X(void, GetShaderInfoLog, (GLuint shader, GLsizei size, GLsizei *length, GLchar *text), \
    (shader, size, length, text)) \
  X(void, GetShaderiv, (GLuint shader, GLenum name, GLint *value), (shader, name, value)) \
  X(const GLubyte *, GetString, (GLenum name), (name)) \
  X(const GLubyte *, GetStringi, (GLenum name, GLuint index), (name, index)) \
  X(GLuint, GetUniformBlockIndex, (GLuint program, const GLchar *name), (program, name)) \
  X(GLint, GetUniformLocation, (GLuint program, const GLchar *name), (program, name)) \
  X(GLboolean, IsBuffer, (GLuint name), (name)) \
  X(GLboolean, IsFramebuffer, (GLuint name), (name)) \
  X(GLboolean, IsProgram, (GLuint name), (name)) \
  X(GLboolean, IsRenderbuffer, (GLuint name), (name)) \
  X(GLboolean, IsShader, (GLuint name), (name)) \
  X(GLboolean, IsTexture, (GLuint name), (name)) \
  X(GLboolean, IsVertexArray, (GLuint name), (name)) \
  X(void, LinkProgram, (GLuint program), (program)) \
  X(void *, MapBufferRange, \
    (GLenum target, GLintptr offset, GLsizeiptr size, GLbitfield access), \
    (target, offset, size, access)) \
  X(void, PixelStorei, (GLenum name, GLint value), (name, value)) \
  X(void, ProgramBinary, \
    (GLuint program, GLenum format, const void *binary, GLsizei size), \
    (program, format, binary, size)) \
  X(void, ProgramParameteri, (GLuint program, GLenum name, GLint value), (program, name, value)) \
  X(void, ReadBuffer, (GLenum source), (source)) \
  X(void, ReadPixels, \
    (GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels), \
    (x, y, width, height, format, type, pixels)) \
  X(void, RenderbufferStorage, (GLenum target, GLenum format, GLsizei width, GLsizei height), \
    (target, format, width, height)) \
  X(void, Scissor, (GLint x, GLint y, GLsizei width, GLsizei height), (x, y, width, height)) \
  X(void, ShaderSource, \
    (GLuint shader, GLsizei count, const GLchar *const *strings, const GLint *lengths), \
    (shader, count, strings, lengths)) \
  X(void, TexParameteri, (GLenum target, GLenum name, GLint value), (target, name, value)) \
  X(void, TexStorage2D, \
    (GLenum target, GLsizei levels, GLenum format, GLsizei width, GLsizei height), \
    (target, levels, format, width, height)) \
  X(void, TexSubImage2D, \
    (GLenum target, GLint level, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, \
     GLenum type, const void *pixels), \
    (target, level, x, y, width, height, format, type, pixels)) \
  X(void, Uniform1f, (GLint location, GLfloat x), (location, x)) \
  X(void, Uniform1i, (GLint location, GLint x), (location, x)) \
  X(void, Uniform2f, (GLint location, GLfloat x, GLfloat y), (location, x, y)) \
  X(void, Uniform2i, (GLint location, GLint x, GLint y), (location, x, y)) \
  X(void, Uniform4f, (GLint location, GLfloat x, GLfloat y, GLfloat z, GLfloat w), \
    (location, x, y, z, w)) \
  X(void, UniformBlockBinding, (GLuint program, GLuint block, GLuint binding), \
    (program, block, binding)) \
  X(GLboolean, UnmapBuffer, (GLenum target), (target)) \
  X(void, UseProgram, (GLuint program), (program)) \
  X(void, VertexAttribPointer, \
    (GLuint location, GLint components, GLenum type, GLboolean normalised, GLsizei stride, \
     const void *offset), \
    (location, components, type, normalised, stride, offset)) \
  X(void, Viewport, (GLint x, GLint y, GLsizei width, GLsizei height), (x, y, width, height))

// By eglGetProcAddress; may be missing or a stub. Call one only if the version or an extension has it.
#define CGLES_GL_OPTIONAL(X) \
  X(void, BeginQueryEXT, (GLenum target, GLuint query), (target, query)) \
  X(void, DebugMessageControlKHR, \
    (GLenum source, GLenum type, GLenum severity, GLsizei count, const GLuint *ids, \
     GLboolean enabled), \
    (source, type, severity, count, ids, enabled)) \
  X(void, DeleteQueriesEXT, (GLsizei count, const GLuint *names), (count, names)) \
  X(void, EGLImageTargetTexture2DOES, (GLenum target, GLeglImageOES image), (target, image)) \
  X(void, EndQueryEXT, (GLenum target), (target)) \
  X(void, GenQueriesEXT, (GLsizei count, GLuint *names), (count, names)) \
  X(GLuint, GetDebugMessageLogKHR, \
    (GLuint count, GLsizei size, GLenum *sources, GLenum *types, GLuint *ids, \
     GLenum *severities, GLsizei *lengths, GLchar *text), \
    (count, size, sources, types, ids, severities, lengths, text)) \
  X(GLenum, GetGraphicsResetStatus, (void), ()) \
  X(GLenum, GetGraphicsResetStatusKHR, (void), ()) \
  X(GLenum, GetGraphicsResetStatusEXT, (void), ()) \
  X(void, GetQueryObjectui64vEXT, (GLuint query, GLenum name, GLuint64 *value), \
    (query, name, value)) \
  X(void, GetQueryObjectuivEXT, (GLuint query, GLenum name, GLuint *value), (query, name, value)) \
  X(void, GetQueryivEXT, (GLenum target, GLenum name, GLint *value), (target, name, value)) \
  X(GLboolean, IsQueryEXT, (GLuint name), (name))

// From libgbm.so.1 by dlsym.
#define CGLES_GBM_CORE(X) \
  X(struct gbm_device *, create_device, (int fd), (fd)) \
  X(void, device_destroy, (struct gbm_device *device), (device)) \
  X(const char *, device_get_backend_name, (struct gbm_device *device), (device)) \
  X(struct gbm_bo *, bo_create, \
    (struct gbm_device *device, uint32_t width, uint32_t height, uint32_t format, \
     uint32_t usage), \
    (device, width, height, format, usage)) \
  X(void, bo_destroy, (struct gbm_bo *buffer), (buffer)) \
  X(int, bo_get_fd, (struct gbm_bo *buffer), (buffer)) \
  X(uint64_t, bo_get_modifier, (struct gbm_bo *buffer), (buffer)) \
  X(uint32_t, bo_get_offset, (struct gbm_bo *buffer, int plane), (buffer, plane)) \
  X(int, bo_get_plane_count, (struct gbm_bo *buffer), (buffer)) \
  X(uint32_t, bo_get_stride, (struct gbm_bo *buffer), (buffer)) \
  X(void *, bo_map, \
    (struct gbm_bo *buffer, uint32_t x, uint32_t y, uint32_t width, uint32_t height, \
     uint32_t flags, uint32_t *stride, void **mapping), \
    (buffer, x, y, width, height, flags, stride, mapping)) \
  X(void, bo_unmap, (struct gbm_bo *buffer, void *mapping), (buffer, mapping))

#define CGLES_FIELD(result, name, parameters, arguments) result(*name) parameters;
struct cgles_egl_procs { CGLES_EGL_CORE(CGLES_FIELD) CGLES_EGL_OPTIONAL(CGLES_FIELD) };
struct cgles_gl_procs { CGLES_GL_CORE(CGLES_FIELD) CGLES_GL_OPTIONAL(CGLES_FIELD) };
struct cgles_gbm_procs { CGLES_GBM_CORE(CGLES_FIELD) };
#undef CGLES_FIELD

extern struct cgles_egl_procs cgles_egl_table;
extern struct cgles_gl_procs cgles_gl_table;
extern struct cgles_gbm_procs cgles_gbm_table;

#define CGLES_CALL_EGL(result, name, parameters, arguments) \
  static inline result cgles_egl##name parameters { return cgles_egl_table.name arguments; }
CGLES_EGL_CORE(CGLES_CALL_EGL)
CGLES_EGL_OPTIONAL(CGLES_CALL_EGL)
#undef CGLES_CALL_EGL

#define CGLES_CALL_GL(result, name, parameters, arguments) \
  static inline result cgles_gl##name parameters { return cgles_gl_table.name arguments; }
CGLES_GL_CORE(CGLES_CALL_GL)
CGLES_GL_OPTIONAL(CGLES_CALL_GL)
#undef CGLES_CALL_GL

#define CGLES_CALL_GBM(result, name, parameters, arguments) \
  static inline result cgles_gbm_##name parameters { return cgles_gbm_table.name arguments; }
CGLES_GBM_CORE(CGLES_CALL_GBM)
#undef CGLES_CALL_GBM

// Open a library and fill its table. Return NULL on success, else a message about the missing library or
// function, valid until the next call on this thread. Not thread-safe: call each once.
const char *cgles_load_egl(void);
const char *cgles_load_gl(void);
const char *cgles_load_gbm(void);

// Records EGL's last message on each thread, unless the process already has a debug callback. Call it if
// EGL_KHR_debug is listed, before creating a display.
void cgles_collect_egl_messages(void);
// Clears EGL's last message on this thread; returns it if it is about `error`, else "". EGL_SUCCESS accepts
// any message. A mismatch happens because successful calls may leave messages about other errors. The text
// is valid until the next call on this thread.
const char *cgles_take_egl_message(EGLint error);

#endif
