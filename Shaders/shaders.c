// Embeds the GLSL files in the program, so that it needs no files at run time.
#include "CShaders.h"

#include <stddef.h>
#include <string.h>

static const char precision_glsl[] = {
#embed "Precision.glsl"
    , 0};
static const char frame_glsl[] = {
#embed "Frame.glsl"
    , 0};
static const char surface_glsl[] = {
#embed "Surface.glsl"
    , 0};
static const char filter_glsl[] = {
#embed "Filter.glsl"
    , 0};
static const char colour_glsl[] = {
#embed "Colour.glsl"
    , 0};
static const char noise_glsl[] = {
#embed "Noise.glsl"
    , 0};
static const char light_glsl[] = {
#embed "Light.glsl"
    , 0};
static const char key_glsl[] = {
#embed "Key.glsl"
    , 0};
static const char taps_glsl[] = {
#embed "Taps.glsl"
    , 0};
static const char shade_glsl[] = {
#embed "Shade.glsl"
    , 0};
static const char sheet_glsl[] = {
#embed "Sheet.glsl"
    , 0};
static const char section_glsl[] = {
#embed "Section.glsl"
    , 0};
static const char sheet_vert[] = {
#embed "sheet.vert"
    , 0};
static const char canvas_vert[] = {
#embed "canvas.vert"
    , 0};
static const char page_frag[] = {
#embed "page.frag"
    , 0};
static const char aov_frag[] = {
#embed "aov.frag"
    , 0};
static const char plate_glsl[] = {
#embed "Plate.glsl"
    , 0};
static const char layer_frag[] = {
#embed "layer.frag"
    , 0};
static const char light_frag[] = {
#embed "light.frag"
    , 0};
static const char resolve_frag[] = {
#embed "resolve.frag"
    , 0};
static const char pack_frag[] = {
#embed "pack.frag"
    , 0};


static const struct {
  const char *name;
  const char *text;
} files[] = {
    {"Precision.glsl", precision_glsl},
    {"Frame.glsl", frame_glsl},
    {"Surface.glsl", surface_glsl},
    {"Filter.glsl", filter_glsl},
    {"Colour.glsl", colour_glsl},
    {"Noise.glsl", noise_glsl},
    {"Light.glsl", light_glsl},
    {"Key.glsl", key_glsl},
    {"Taps.glsl", taps_glsl},
    {"Shade.glsl", shade_glsl},
    {"Sheet.glsl", sheet_glsl},
    {"Section.glsl", section_glsl},
    {"sheet.vert", sheet_vert},
    {"canvas.vert", canvas_vert},
    {"page.frag", page_frag},
    {"aov.frag", aov_frag},
    {"resolve.frag", resolve_frag},
    {"pack.frag", pack_frag},
    {"light.frag", light_frag},
    {"layer.frag", layer_frag},
    {"Plate.glsl", plate_glsl},
};

const char *cshaders_text(const char *name) {
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    if (strcmp(files[i].name, name) == 0) return files[i].text;
  }
  return NULL;
}
