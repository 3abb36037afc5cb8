#include "spans/field.h"

void curl_light_plain(LIGHT_PARAMETERS) {
  exact_light_of(f, kind, x, y, light);
}

int32_t curl_nodes_show_key_plain(CELL_PARAMETERS) {
  return field_shows_key_of(f, kind, x_low, x_high, tau_low, tau_high);
}

void curl_prepare(struct curl_frame *frame) {
  if (frame->key_share > 0 || frame->gloss > 0) prepare_key(frame);
}
