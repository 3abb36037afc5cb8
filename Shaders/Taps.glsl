// Division of a pixel into taps, and the parts of the sheet that each sees. Twin of Taps.swift.

struct Footprint {
  vec2 point;   // page point
  vec2 dx;      // how far the page's x changes along the tap's two sides
  vec2 dy;      // the same of y
};

vec2 extent(Footprint at) {
  return vec2(sqrt(dot(at.dx, at.dx)), sqrt(dot(at.dy, at.dy)));
}

// The footprint of a tap with sides `box` at a spot seen through a place with tilt w.
Footprint footprint(Spot spot, vec2 w, vec2 box) {
  vec2 n = normal;
  vec2 t = ruling();
  float scale = 1.0 - spot.z * nearness;
  vec2 across = (scale * spot.slope) * n * box;
  vec2 along = scale * (t * box + (w.y * spot.rise) * n * box);
  return Footprint(fold + spot.arc * n + spot.tau * t, n.x * across + t.x * along,
      n.y * across + t.y * along);
}

vec2 foldPoint(vec2 q) {
  return vec2(dot(q - fold, normal), dot(q - fold, ruling()));
}

// Half of a pixel's extent along the fold's normal and along the rulings.
vec2 pixelHalfExtent() {
  vec2 n = abs(normal);
  return vec2(dot(n, pixelStep), n.y * pixelStep.x + n.x * pixelStep.y) / 2.0;
}

struct Taps {
  ivec2 count;        // across and down
  vec2 box;           // a tap's sides
  vec2 alongNormal;   // how far x changes along them
  float halfExtent;        // half of a tap's extent along the normal
  float weight;
};

// Where the sheet is stretched by `slope` across its rulings.
Taps tapsOf(float slope) {
  vec2 n = abs(normal);
  // A footprint that stays parallel to the page's sides needs no second tap.
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

// Of a pixel at `at` that a roll may cross.
Taps tapsOf(vec2 at, vec2 halfExtent) {
  return tapsOf(stretchAround(at.x, halfExtent.x));
}

vec2 tapPlace(Taps taps, vec2 at, int i, int j) {
  vec2 offset = (vec2(i, j) + 0.5) * taps.box - pixelStep / 2.0;
  return at + vec2(dot(offset, normal), dot(offset, ruling()));
}
