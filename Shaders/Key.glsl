// The key light, in closed form. Twin of KeyLight.swift, which explains it. Variants: KEY;
// SHEET_ALPHA.
#ifdef KEY

const int keySlices = 8;

// Share of a disc of radius 1 below height a, -1...1.
float discShare(float a) {
  float chord = sqrt(max(1.0 - a * a, 0.0));
  float angle = rollAngle(abs(a), chord);
  return 0.5 + (a * chord + (a < 0.0 ? -angle : angle)) / pi;
}

// Sine and cosine of the elevation, in the cross-section, of the key light's slice at height a, -1...1. The
// light is a disc of half-angle `sigma` with its centre at the sine and cosine `middle`.
vec2 sliceTurn(vec2 middle, float sigma, float a) {
  float sine = clamp(sigma * a / keyAcross, -0.95, 0.95);
  float cosine = sqrt(1.0 - sine * sine);
  return vec2(max(middle.x * cosine + middle.y * sine, 0.02), middle.y * cosine - middle.x * sine);
}

// Tangent of an angle plus `offset`; `lean` is the angle's tangent.
float leanBeside(float lean, float offset) {
  float tangent = offset * (1.0 + offset * offset / 3.0);
  return (lean + tangent) / max(1.0 - lean * tangent, 0.02);
}

// The strip of the sheet that hides a slice at height a: the share of the strip that is on the page, and its
// alpha. `from` and `to` are the slice's edges: the arc length where an edge meets the sheet, and the
// distance to that point in the cross-section.
vec2 sliceCover(float tau, float sigma, float a, vec2 from, vec2 to) {
  float lean = keyDirection.y / keyAcross;
  float dist = (from.y + to.y) / 2.0;
  float s = (from.x + to.x) / 2.0;
  float chord = sigma * sqrt(max(1.0 - a * a, 0.0));
  vec2 n = normal;
  vec2 t = ruling();
  int parts = sigma * (1.0 + lean * lean) > 0.3 ? 4 : 1;
  float total = 0.0;
  float alpha = 0.0;
  float low = leanBeside(lean, -chord);
  for (int i = 1; i <= parts; i++) {
    float high = leanBeside(lean, chord * (2.0 * float(i) / float(parts) - 1.0));
    vec2 sides = vec2(abs(to.x - from.x), dist * (high - low));
    Footprint spot = Footprint(fold + s * n + (tau + dist * (low + high) / 2.0) * t,
        vec2(n.x, t.x) * sides, vec2(n.y, t.y) * sides);
    float part = outlineCoverage(spot.point, page, cornerRadius, spot.dx, spot.dy);
    total += part;
#ifdef SHEET_ALPHA
    if (part > 0.0) alpha += part * boxMean(frontPicture, page, spot.point, extent(spot)).w;
#else
    alpha += part;
#endif
    low = high;
  }
  return vec2(total / float(parts), opacity * alpha / max(total, 1e-6));
}

// Share of the key light that the sheet takes from a point of the next page beyond the fold. `halfExtent` is
// half a pixel; no penumbra is narrower.
float keyHiddenFromBase(vec2 at, float halfExtent) {
  float r = casterRadius;
  float x = max(at.x - casterFoot, 1e-4 * r);
  // Elevations are measured from the sheet's side.
  vec2 middle = vec2(keyDirection.z, -keyDirection.x) / keyAcross;
  float sigma = min(max(keyHalfAngle, halfExtent * middle.x / max(x, r)), 0.5);
  // The elevation of the roll's silhouette is 2 atan(r / x).
  vec2 tangent = vec2(2.0 * x * r, x * x - r * r) / (x * x + r * r);
  float sine = keyAcross * (tangent.x * middle.y - tangent.y * middle.x);
  float end = clamp(sine / sigma, -1.0, 1.0);
  if (tangent.x * middle.x + tangent.y * middle.y < 0.0) end = sine > 0.0 ? 1.0 : -1.0;
  if (end <= -1.0) return 0.0;
  float hidden = 0.0;
  float below = 0.0;
  float last = -1.0;
  vec2 outside = vec2(0.0);
  vec2 behind = vec2(0.0);
  for (int i = 0; i <= keySlices; i++) {
    float a = -1.0 + (end + 1.0) * float(i) / float(keySlices);
    vec2 turn = sliceTurn(middle, sigma, a);
    float p = x * turn.y + r * turn.x;
    float beyond = p + sqrt(max(p * p - x * x, 0.0));
    float near = x * x / max(beyond, 1e-6 * r);
    vec2 newOutside = vec2(casterArc(near * turn.x / r), near);
    float place = x - 2.0 * r * turn.y / turn.x;
    vec2 newBehind;
    if (place < 0.0) {
      newBehind = vec2(rollLength - place, 2.0 * r / turn.x);
    } else {
      newBehind = vec2(casterArc(beyond * turn.x / r), beyond);
    }
    float part = discShare(a);
    if (i > 0) {
      float centre = (a + last) / 2.0;
      vec2 first = sliceCover(at.y, sigma, centre, outside, newOutside);
      vec2 second = sliceCover(at.y, sigma, centre, behind, newBehind);
      // The page's end cuts both crossings in the same way, so the smaller share lies within the larger.
      float both = min(first.x, second.x);
      hidden += (part - below)
          * (first.x * first.y + second.x * second.y - both * first.y * second.y);
    }
    below = part;
    last = a;
    outside = newOutside;
    behind = newBehind;
  }
  return hidden;
}

// Share of the key light that the sheet takes from a spot of its front.
float keyHiddenFromFront(Spot spot, float halfExtent) {
  float r = casterRadius;
  vec2 place = casterPlace(spot);
  vec2 middle = vec2(keyDirection.z, keyDirection.x) / keyAcross;
  float sigma = min(max(keyHalfAngle, halfExtent * middle.x * middle.x / (2.0 * r)), 0.5);
  float q = spot.turn.x > 0.0 ? 0.0 : place.x * place.x;
  float hidden = 0.0;
  float below = 0.0;
  float last = -1.0;
  vec2 edge = vec2(0.0);
  for (int i = 0; i <= keySlices; i++) {
    float a = -1.0 + 2.0 * float(i) / float(keySlices);
    vec2 turn = sliceTurn(middle, sigma, a);
    vec2 next = vec2(0.0, (2.0 * r - place.y) / turn.x);
    float x = place.x + next.y * turn.y;
    if (x < 0.0) {
      next.x = rollLength - x;
    } else {
      float p = (r - place.y) * turn.x - place.x * turn.y;
      next.y = p + sqrt(max(p * p - q, 0.0));
      next.x = casterArc((place.y + next.y * turn.x) / r);
    }
    float part = discShare(a);
    if (i > 0) {
      vec2 cover = sliceCover(spot.tau, sigma, (a + last) / 2.0, edge, next);
      hidden += (part - below) * cover.x * cover.y;
    }
    below = part;
    last = a;
    edge = next;
  }
  return hidden;
}

// Share of the key light on an unobstructed surface, 0...1; 1 on a flat one. The surface's normal is `lean`
// along the fold's normal and `rise` up.
float keyFacing(float lean, float rise) {
  float sine = lean * keyDirection.x + rise * keyDirection.z;
  float sigma = keyHalfAngle;
  if (sine >= sigma) return min(sine / keyDirection.z, 1.0);
  if (sine <= -sigma) return 0.0;
  // The disc sets below the surface: at a right angle to its centre, about half of it still gives light.
  return min((sine + sigma) * (sine + sigma) / (4.0 * sigma * keyDirection.z), 1.0);
}

// Strength of the key light's reflection on bent paper, 0...1; 0 on a flat page.
float keyGlint(vec2 at, float lean, float rise) {
  vec2 w = viewTilt(at);
  vec3 view = vec3(w, 1.0) / sqrt(1.0 + dot(w, w));
  vec3 bisector = keyDirection + view;
  float size = sqrt(max(dot(bisector, bisector), 1e-12));
  float flat_ = bisector.z / size;
  float g = max((lean * bisector.x + rise * bisector.z) / size - flat_, 0.0) / max(1.0 - flat_, 1e-3);
  return g * g * g * g;
}
#endif
