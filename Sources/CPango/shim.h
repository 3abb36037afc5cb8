// The headers of Pango and Cairo for SamplePages; pkg-config supplies the libraries.
#ifndef CPANGO_SHIM_H
#define CPANGO_SHIM_H

#include <pango/pangocairo.h>

/// Pango units per pixel.
static const int cpango_scale = PANGO_SCALE;

/// Releases one reference of a GObject of any type.
static inline void cpango_release(void *object) { g_object_unref(object); }

/// Adds `spacing` Pango units between all letters of a layout.
static inline void cpango_set_letter_spacing(PangoLayout *layout, int spacing) {
  PangoAttrList *list = pango_attr_list_new();
  pango_attr_list_insert(list, pango_attr_letter_spacing_new(spacing));
  pango_layout_set_attributes(layout, list);
  pango_attr_list_unref(list);
}

#endif
