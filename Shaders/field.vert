// A cell of the coarse field as a point over the places in it, unless light is straight enough there
// to be looked up. In: the cell. Variants: FIELD_FRONT, FIELD_BASE, see field.frag.
layout(location = 0) in vec2 corner;
uniform vec2 scale;    // from places to those of the target, and
uniform vec2 offset;   // what is added there; in units of half the target's size

// How far four values in a row are from a straight line between the inner two: the lesser of what
// the outer ones tell, since a crease at an inner one is none between them.
vec2 bend(vec2 a, vec2 b, vec2 c, vec2 d) {
  return min(abs(a - 2.0 * b + c), abs(b - 2.0 * c + d));
}

void main() {
  ivec2 cell = ivec2(corner);
  vec2 a = coarseScale(cell, 0, 0);
  vec2 b = coarseScale(cell, 1, 0);
  vec2 c = coarseScale(cell, 0, 1);
  vec2 d = coarseScale(cell, 1, 1);
  vec2 bent = bend(coarseScale(cell, -1, 0), a, b, coarseScale(cell, 2, 0));
  bent = max(bent, bend(coarseScale(cell, -1, 1), c, d, coarseScale(cell, 2, 1)));
  bent = max(bent, bend(coarseScale(cell, 0, -1), a, c, coarseScale(cell, 0, 2)));
  bent = max(bent, bend(coarseScale(cell, 1, -1), b, d, coarseScale(cell, 1, 2)));
#if defined(FIELD_FRONT)
  bent.x = bent.y;
#elif defined(FIELD_BASE)
  bent.y = bent.x;
#endif
  bool isStraight = max(bent.x, bent.y) <= fieldGrid.w;
  vec2 place = 4.0 * corner + 2.0;
  gl_Position = vec4(isStraight ? vec2(2.0) : place * scale + offset, 0.0, 1.0);
  gl_PointSize = 4.0;
}
