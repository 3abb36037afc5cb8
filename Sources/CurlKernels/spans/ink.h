// How one side of a leaf is inked. Twin of Colour.swift, which explains it.
#pragma once

#include "filter.h"

INLINE quad shining(quad own, quad other, int is_cut, float share) {
  if (is_cut) return own + share * (other - own);
  quad seen = own[3] * other + (1 - other[3]) * own;
  seen[3] = own[3];
  return own + share * (seen - own);
}

// Tints a colour, whose alpha is `cover`, or a sum of opaque colours over `cover` of a pixel.
INLINE quad tinted_sum(quad colour, const float *tint, float amount, float cover) {
  return colour + amount * (cover * (quad){tint[0], tint[1], tint[2], 1} - colour);
}

INLINE quad tinted(quad colour, const float *tint, float amount) {
  return tinted_sum(colour, tint, amount, colour[3]);
}
