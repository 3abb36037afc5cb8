// What SamplePages needs of Pango and Cairo, whose libraries pkg-config names.
#ifndef CPANGO_SHIM_H
#define CPANGO_SHIM_H

#include <pango/pangocairo.h>

/// Pango's units in a pixel.
static const int cpango_scale = PANGO_SCALE;

/// Gives up a GObject, whatever its type.
static inline void cpango_release(void *object) { g_object_unref(object); }

/// Spaces all letters of a layout by `spacing` Pango units.
static inline void cpango_set_letter_spacing(PangoLayout *layout, int spacing) {
  PangoAttrList *list = pango_attr_list_new();
  pango_attr_list_insert(list, pango_attr_letter_spacing_new(spacing));
  pango_layout_set_attributes(layout, list);
  pango_attr_list_unref(list);
}

#endif
