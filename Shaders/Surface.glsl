// The roll and the flap of a half turn in cross-section, per pixel. Twin of Surface.swift:
// the same functions and constants. x is the distance from the fold line along its normal, s the arc length.

const float pi = 3.14159265358979;

// atan(x / w) for x >= 0 and w >= 0. A polynomial, because GLSL doesn't bound the error of its own atan.
float arctangent(float x, float w) {
  float z = min(x, w) / max(max(x, w), 1e-30);
  float u = z * z;
  float p = 0.0028340641874819994;
  p = p * u - 0.016005029901862144;
  p = p * u + 0.042587608098983765;
  p = p * u - 0.07495445758104324;
  p = p * u + 0.10636754333972931;
  p = p * u - 0.14202570915222168;
  p = p * u + 0.19992484152317047;
  p = p * u - 0.3333306610584259;
  p = p * u + 1.0;
  float a = z * p;
  return x > w ? pi / 2.0 - a : a;
}

// sin and cos of an angle in 0...pi.
vec2 sineCosine(float angle) {
  float y = angle - pi / 2.0;
  float u = y * y;
  float s = 2.6051661734527443e-06;
  s = s * u - 0.00019809046352747828;
  s = s * u + 0.008333050645887852;
  s = s * u - 0.16666658222675323;
  s = s * u + 1.0;
  float c = -2.6051077384181553e-07;
  c = c * u + 2.4760134692769498e-05;
  c = c * u - 0.0013888360699638724;
  c = c * u + 0.04166663438081741;
  c = c * u - 0.5;
  c = c * u + 1.0;
  return vec2(c, -y * s);
}

// Roll angle 0...pi of a direction from the axis; `sine` and `cosine` may have a common positive factor.
float rollAngle(float sine, float cosine) {
  float angle = arctangent(sine, abs(cosine));
  return cosine >= 0.0 ? angle : pi - angle;
}

// Sine and cosine of the angle between the sheet's upper side and the page, as light sees it: the roll eases
// out into the flap, and a sharp fold has a crease.
vec2 easedRoll(float arc) {
  // Arc length from the roll's silhouette, in radii.
  float u = (arc - pi / 2.0 * radius) / easedRadius;
  float left = max(pi / 2.0 + 1.0 - u, 0.0) / 2.0;
  return sineCosine(clamp(u < pi / 2.0 - 1.0 ? pi / 2.0 - u : left * left, 0.0, pi));
}

// A point of the sheet that a ray meets.
struct Spot {
  float x;      // distance from the fold line
  float tau;
  float z;      // height
  vec2 sineCosine; // sine and cosine of the tangent's angle: 0 and 1 flat, 0 and -1 on the flap
  float arc;    // arc length past the fold line
  float slope;  // change of arc length, and
  float rise;   // change of height in the cross-section, per distance on the plane
};

// A spot of the sheet's front where it is flat on the page.
Spot flatSpot(float x, float tau) {
  return Spot(x, tau, 0.0, vec2(0.0, 1.0), x, 1.0, 0.0);
}

// Tilt w of the ray through a point of the plane: its shift per height, along normal and ruling.
vec2 viewTilt(vec2 at) {
  return viewOffset - nearness * at;
}

// A point of the plane, moved back to the silhouette of a skin if it is beyond it.
vec2 upToSilhouette(vec3 skin, vec2 at) {
  return vec2(min(at.x, skin.y), at.y);
}

// Square of half the chord that a ray cuts from the roll, times 1 + w^2.
float chordSquare(vec3 skin, float x, float w) {
  float slanted = w == 0.0 ? skin.x : skin.x * sqrt(1.0 + w * w);
  float offset = w * radius + x;
  return (slanted - offset) * (slanted + offset);
}

// Root of a chordSquare, at least its harmonic mean over the last 2 * halfExtent before the silhouette, so
// that a spot's slope stays finite.
float heldChord(float square, vec3 skin, float halfExtent) {
  return sqrt(max(max(square, skin.z * halfExtent / 2.0), 1e-12));
}

// The spot of the roll at `place`, a vector from the roll's axis: right, down.
Spot rollSpot(vec3 skin, vec2 at, vec2 w, vec2 place, float chord) {
  float x = max(place.x, 0.0);
  float z = radius - place.y;
  vec2 sineCosine = vec2(x, place.y) / max(skin.x, 1e-12);
  return Spot(x, at.y + z * w.y, z, sineCosine, radius * rollAngle(x, place.y), radius / chord,
      sineCosine.x * skin.x / chord);
}

// The spot where the ray through a point of the plane, up to the silhouette, meets the upper side of a
// skin: the flap or the roll. `halfExtent` is the footprint's half-extent along the normal.
Spot upperSpot(vec3 skin, vec2 at, float halfExtent) {
  vec2 w = viewTilt(at);
  float flap = radius + skin.x;
  float beyond = at.x + flap * w.x;
  if (beyond <= 0.0) {
    return Spot(beyond, at.y + flap * w.y, flap, vec2(0.0, -1.0), pi * radius - beyond, -1.0, 0.0);
  }
  float square = chordSquare(skin, at.x, w.x);
  float root = sqrt(max(square, 0.0));
  float offset = w.x * radius + at.x;
  float steep = 1.0 + w.x * w.x;
  return rollSpot(skin, at, w, vec2((offset + w.x * root) / steep, (w.x * offset - root) / steep),
      -heldChord(square, skin, halfExtent));
}

// The spot where the ray meets the lower side of a skin: the flat part or the roll.
Spot lowerSpot(vec3 skin, vec2 at, float halfExtent) {
  if (at.x <= 0.0) return flatSpot(at.x, at.y);
  vec2 w = viewTilt(at);
  float square = chordSquare(skin, at.x, w.x);
  float root = sqrt(max(square, 0.0));
  float offset = w.x * radius + at.x;
  vec2 place = vec2(offset, root);
  if (w.x != 0.0) {
    // Use the conjugate root: else a large roll's height is a small difference of large numbers.
    float beyond = at.x * at.x + (radius - skin.x) * (radius + skin.x);
    float z = beyond / max(radius - at.x * w.x + root, 1e-12);
    place = vec2(at.x + z * w.x, radius - z);
  }
  if (place.y > radius) {
    // A thick sheet's outside would be below the plane here: the ray ends at the plane.
    float away = at.x * at.x + radius * radius;
    return Spot(at.x, at.y, 0.0, vec2(at.x, radius) / sqrt(away),
        radius * rollAngle(at.x, radius), radius * radius / away, 0.0);
  }
  return rollSpot(skin, at, w, place, heldChord(square, skin, halfExtent));
}

// The spot of a skin's upper or lower side that a tap sees: a mean if the tap extends over the silhouette,
// see Surface.swift. `halfExtent` is the tap's along the normal.
Spot tapSpot(vec3 skin, vec2 tap, float halfExtent, bool isUpper) {
  bool isOver = tap.x + halfExtent > skin.y;
  vec2 low = isOver ? vec2(min(tap.x - halfExtent, skin.y), tap.y) : tap;
  Spot spot;
  if (isUpper) {
    spot = upperSpot(skin, low, halfExtent);
  } else {
    spot = lowerSpot(skin, low, halfExtent);
  }
  if (!isOver) return spot;
  vec2 w = viewTilt(vec2(skin.y, tap.y));
  float top = radius * rollAngle(1.0, w.x);
  float peak = radius - skin.x * w.x / sqrt(1.0 + w.x * w.x);
  float thinning = min(radius / (2.0 * halfExtent), 1.0);
  float span = abs(spot.arc - top);
  float mean = 0.5 + thinning / 6.0;
  spot.arc = top + (spot.arc - top) * mean;
  spot.z = peak + (spot.z - peak) * mean;
  spot.tau = tap.y + spot.z * w.y;
  float scale = 1.0 - spot.z * nearness;
  float slope = span * (1.0 - 0.1835034 * thinning) / (2.0 * halfExtent * scale);
  spot.slope = isUpper ? -slope : slope;
  spot.rise = spot.sineCosine.x * spot.slope;
  return spot;
}

// The spot of the sheet's front straight above a point of the plane, at most one radius from the fold line.
Spot frontOver(float x, float tau) {
  float r = radius;
  x = min(x, r);
  if (x <= 0.0) return flatSpot(x, tau);
  vec2 sineCosine = vec2(x, sqrt((r - x) * (r + x))) / r;
  float arc = r * rollAngle(sineCosine.x, sineCosine.y);
  return Spot(x, tau, r * (1.0 - sineCosine.y), sineCosine, arc, 1.0, 0.0);
}

// Largest ratio of a step on the sheet to its step on the plane around x, >= 1.
float stretchAround(float x, float halfExtent) {
  x = min(x, outerSkin.y);
  float w = viewOffset.x - nearness * x;
  if (x <= 0.0 && x + (radius + outerSkin.x) * w <= 0.0) return 1.0;
  return max(outerSkin.x / heldChord(chordSquare(outerSkin, x, w), outerSkin, halfExtent), 1.0);
}

// Share of an a x b box on the positive side of a line: the exact area. d is the signed distance of the
// box's centre, in units such that d changes by a and b along the box's sides.
float halfPlaneCoverage(float d, float a, float b) {
  float far = (a + b) / 2.0;
  float rest = far - abs(d);
  float corner = rest * rest / (2.0 * a * b);
  float beside = d > 0.0 ? 1.0 - corner : corner;
  float between = abs(d) <= abs(a - b) / 2.0 ? 0.5 + d / max(a, b) : beside;
  return d >= far ? 1.0 : d <= -far ? 0.0 : between;
}

// Ramp from 0 to 1 over 0...1 with zero slope at both ends.
float smoothRamp(float x) {
  return x * x * (3.0 - 2.0 * x);
}

// Whether a point is on a page with round corners.
bool isInside(vec2 p, vec2 size, float corner) {
  if (any(lessThan(p, vec2(0.0))) || any(greaterThan(p, size))) return false;
  vec2 out_ = max(abs(p - size / 2.0) - (size / 2.0 - corner), 0.0);
  return corner == 0.0 || dot(out_, out_) <= corner * corner;
}

// Share of a box on the page that a round corner leaves; 1 away from corners.
float cornerCoverage(vec2 p, vec2 size, float corner, vec2 dx, vec2 dy) {
  vec2 side = p - size / 2.0;
  vec2 out_ = abs(side) - (size / 2.0 - corner);
  // Ignore a corner that is smaller than the box.
  float widest = max(abs(dx.x) + abs(dx.y), abs(dy.x) + abs(dy.y));
  if (out_.x <= 0.0 || out_.y <= 0.0 || 2.0 * corner <= widest) return 1.0;
  float size_ = sqrt(dot(out_, out_));
  vec2 n = vec2(side.x < 0.0 ? -out_.x : out_.x, side.y < 0.0 ? -out_.y : out_.y) / size_;
  return halfPlaneCoverage(corner - size_, abs(n.x * dx.x + n.y * dy.x), abs(n.x * dx.y + n.y * dy.y));
}

// Share of a box inside the page. p is the page point of the box's centre; dx and dy are the changes of the
// page's x and y along the box's two sides, page pixels; `corner` is the radius of the page's corners.
float outlineCoverage(vec2 p, vec2 size, float corner, vec2 dx, vec2 dy) {
  vec2 ax = abs(dx);
  vec2 ay = abs(dy);
  float across = halfPlaneCoverage(p.x, ax.x, ax.y) + halfPlaneCoverage(size.x - p.x, ax.x, ax.y) - 1.0;
  float down = halfPlaneCoverage(p.y, ay.x, ay.y) + halfPlaneCoverage(size.y - p.y, ay.x, ay.y) - 1.0;
  float square = max(across, 0.0) * max(down, 0.0);
  return square == 0.0 || corner == 0.0
      ? square : min(square, cornerCoverage(p, size, corner, dx, dy));
}
