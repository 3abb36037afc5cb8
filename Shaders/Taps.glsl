// Division of a pixel into taps, and the part of the sheet that each tap sees. Twin of Taps.swift.

struct Footprint {
  vec2 point;   // page point of the centre
  vec2 dx;      // change of the page's x along the tap's two sides, page pixels
  vec2 dy;      // change of the page's y along them
};

vec2 extent(Footprint at) {
  return vec2(sqrt(dot(at.dx, at.dx)), sqrt(dot(at.dy, at.dy)));
}

// The footprint of a tap with sides `box` on a spot; w is the tilt of the tap's ray.
Footprint footprint(Spot spot, vec2 w, vec2 box) {
  vec2 n = normal;
  vec2 t = ruling();
  float scale = 1.0 - spot.z * nearness;
  vec2 across = (scale * spot.slope) * n * box;
  vec2 along = scale * (t * box + (w.y * spot.rise) * n * box);
  return Footprint(fold + spot.arc * n + spot.tau * t, n.x * across + t.x * along,
      n.y * across + t.y * along);
}

// Distance from the fold and tau of a point of the page plane.
vec2 foldPoint(vec2 q) {
  return vec2(dot(q - fold, normal), dot(q - fold, ruling()));
}

// Half-extent of a pixel along the fold's normal and along the rulings, page pixels.
vec2 pixelHalfExtent() {
  vec2 n = abs(normal);
  return vec2(dot(n, pixelStep), n.y * pixelStep.x + n.x * pixelStep.y) / 2.0;
}

struct Taps {
  ivec2 count;        // across and down
  vec2 box;           // a tap's sides, page pixels
  vec2 alongNormal;   // change of x along the sides, >= 0
  float halfExtent;        // of a tap along the normal
  float weight;       // a tap's share of the pixel
};

// Taps of a pixel that sees `slope` times as much of the sheet across its rulings.
Taps tapsOf(float slope) {
  vec2 n = abs(normal);
  // One tap per side is enough if footprints are parallel to the page's sides.
  bool isUpright = n.x * n.y == 0.0 && viewOffset.y == 0.0 && nearness == 0.0;
  int least = isUpright ? 1 : 2;
  vec2 stretch = pixelStep * sqrt(1.0 + (slope * slope - 1.0) * n * n);
  float narrow = max(1.0, min(pixelStep.x, pixelStep.y));
  Taps taps;
  taps.count = ivec2(tapCount(stretch.x / narrow, least), tapCount(stretch.y / narrow, least));
  taps.box = pixelStep / vec2(taps.count);
  taps.alongNormal = n * taps.box;
  taps.halfExtent = (taps.alongNormal.x + taps.alongNormal.y) / 2.0;
  taps.weight = 1.0 / float(taps.count.x * taps.count.y);
  return taps;
}

// Taps of a pixel at `at` that a roll may cross.
Taps tapsOf(vec2 at, vec2 halfExtent) {
  return tapsOf(stretchAround(at.x, halfExtent.x));
}

// Distance from the fold and tau of tap (i, j) of a pixel at `at`.
vec2 tapPlace(Taps taps, vec2 at, int i, int j) {
  vec2 offset = (vec2(i, j) + 0.5) * taps.box - pixelStep / 2.0;
  return at + vec2(dot(offset, normal), dot(offset, ruling()));
}
