// How one side of a leaf is inked. Twin of Colour.swift, which explains it.
#pragma once

#include "filter.h"

INLINE quad shining(quad paper, quad other, int is_cut, float share) {
  if (is_cut) return paper + share * (other - paper);
  quad seen = paper[3] * other + (1 - other[3]) * paper;
  seen[3] = paper[3];
  return paper + share * (seen - paper);
}

// Tints a colour, whose alpha is `cover`, or a sum of opaque colours over `cover` of a pixel.
INLINE quad tinted_sum(quad colour, const float *tint, float amount, float cover) {
  return colour + amount * (cover * (quad){tint[0], tint[1], tint[2], 1} - colour);
}

INLINE quad tinted(quad colour, const float *tint, float amount) {
  return tinted_sum(colour, tint, amount, colour[3]);
}
