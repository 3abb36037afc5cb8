// A vendor's EGL that has no device and says why, as one without its kernel driver does: libEGL
// (libglvnd) loads it beside others where a vendor's file names it. For tests alone.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// As libglvnd has them (libeglabi.h): the few that are needed.
struct imports {
  void *(*display)(unsigned platform, void *native, const intptr_t *attributes);
  unsigned (*supports)(unsigned api);
  const char *(*text)(int name);
  void *(*function)(const char *name);
  void *(*dispatch)(const char *name);
  void (*index)(const char *name, int index);
  void *rest[5];
};

enum { extensions = 0x3055, bad_alloc = 0x3003, critical = 0x33B9 };

typedef void (*listener)(
    unsigned error, const char *command, int type, void *thread, void *object, const char *text);
static listener told;

static void *no(void) { return NULL; }
static void *no_display(unsigned platform, void *native, const intptr_t *attributes) {
  (void)platform, (void)native, (void)attributes;
  return NULL;
}
static unsigned any_api(unsigned api) { (void)api; return 1; }
static const char *query(void *display, int name) {
  return !display && name == extensions
             ? "EGL_EXT_client_extensions EGL_EXT_platform_base EGL_EXT_device_base "
               "EGL_EXT_platform_device EGL_KHR_debug"
             : NULL;
}
static int listen(listener callback, const intptr_t *attributes) {
  (void)attributes;
  told = callback;
  return 0x3000;
}
static unsigned devices(int size, void **list, int *count) {
  (void)size, (void)list;
  *count = 0;
  if (told) told(bad_alloc, "eglQueryDevicesEXT", critical, NULL, NULL, "no kernel driver answers");
  return 0;
}
static int error(void) { return bad_alloc; }

static void *function(const char *name) {
  static const struct { const char *name; void (*function)(void); } known[] = {
      {"eglQueryString", (void (*)(void))query},
      {"eglDebugMessageControlKHR", (void (*)(void))listen},
      {"eglQueryDevicesEXT", (void (*)(void))devices},
      {"eglGetError", (void (*)(void))error},
  };
  void (*found)(void) = (void (*)(void))no;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(name, known[i].name) == 0) found = known[i].function;
  void *pointer;
  memcpy(&pointer, &found, sizeof pointer);
  return strncmp(name, "egl", 3) == 0 ? pointer : NULL;
}
static void *no_dispatch(const char *name) { (void)name; return NULL; }
static void set_index(const char *name, int index) { (void)name, (void)index; }

unsigned __egl_Main(uint32_t version, const void *exports, void *vendor, struct imports *imports);

unsigned __egl_Main(uint32_t version, const void *exports, void *vendor, struct imports *imports) {
  (void)version, (void)exports, (void)vendor;
  imports->display = no_display;
  imports->supports = any_api;
  imports->function = function;
  imports->dispatch = no_dispatch;
  imports->index = set_index;
  return 1;
}
