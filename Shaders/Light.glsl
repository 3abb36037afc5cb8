// The sky's light that remains on each side of the sheet and on the page, in closed form. Twin of
// Light.swift, which explains it.

// cos and sin of e0 = 2 atan(1/5), the elevation where the sky begins.
const float skyCosine = 12.0 / 13.0;
const float skySine = 5.0 / 13.0;

// Distance from the caster's foot, and height, of the sheet at arc length s; the fold for s <= 0.
vec2 sheetEdge(float s) {
  vec2 turn = sineCosine(clamp(s / lengthPerRadian, 0.0, pi));
  return vec2(casterRadius * turn.x - max(s - rollLength, 0.0), casterRadius * (1.0 - turn.y));
}

// Arc length on the caster's circle at height z, in radii: acos(1 - z) * lengthPerRadian.
float casterArc(float z) {
  float y = clamp(min(z, 2.0 - z), 0.0, 1.0);
  float x = 1.0 - y;
  float p = sqrt(y) * (1.5707288 + x * (-0.2121144 + x * (0.0742610 - x * 0.0187293)));
  return lengthPerRadian * (z > 1.0 ? pi - p : p);
}

// (2/pi)(asin sigma + sigma sqrt(1 - sigma^2)) for sigma in -1...1.
float azimuthShare(float sigma) {
  float q = sigma * sigma;
  return sigma * (1.25942414 - q * (0.13587249 + q * 0.12355165));
}

// Distance of the page's outline below the tip of its corner, at offset v from the tip. The sides fall by
// `slope` and by 1 / slope; the corner's radius is `size`; `share` is size / sqrt(1 + slope^2).
float cornerFall(float v, float slope, float size, float share) {
  float d = v + share * (slope - 1.0);
  if (d <= -share || d >= share * slope) return max(slope * v, -v / slope);
  return share * (1.0 + slope) - sqrt(max(size * size - d * d, 0.0));
}

// Sines of the azimuths of both ends of the ruling at s, seen from tau at distance d.
vec2 rulingSpan(float s, float tau, float d) {
  float m = outlineSlope;
  float k = casterCornerShare;
  float high = topCorner.y - cornerFall(s - topCorner.x, m, casterCorner, k) - tau;
  float low = bottomCorner.y + cornerFall(bottomCorner.x - s, m, casterCorner, k) - tau;
  float top = max(high, low);
  float d2 = d * d + 1e-12;
  return vec2(low / sqrt(low * low + d2), top / sqrt(top * top + d2));
}

// The last and the first arc length of the sheet at tau.
float lastArc(float tau) {
  return farCorner.x - cornerFall(tau - farCorner.y, 1.0 / outlineSlope, casterCorner,
      casterCornerShare * outlineSlope);
}

float firstArc(float tau) {
  return nearCorner.x + cornerFall(nearCorner.y - tau, 1.0 / outlineSlope, casterCorner,
      casterCornerShare * outlineSlope);
}

// cos of the elevation of a point of the sheet, seen from x on the page.
float elevationCosine(float x, vec2 point) {
  float d = x - point.x;
  return d / sqrt(d * d + point.y * point.y + 1e-20);
}

// The same, but `tangent`, the roll's silhouette, if the roll hides the point.
float silhouetteCosine(float x, vec2 point, float tangent) {
  return 1.0 - point.y / casterRadius <= -tangent ? tangent : elevationCosine(x, point);
}

// Azimuths, 0...2, hidden at the elevation with cosine c: by the roll's outside, and by the part of the sheet
// that the same ray meets behind it. Azimuths that both hide count once.
float hiddenFromBase(float x, float tau, float c) {
  float r = casterRadius;
  float sine = sqrt(1.0 - c * c);
  float p = x * c + r * sine;
  float beyond = p + sqrt(max(p * p - x * x, 0.0));
  float near = x * x / beyond;
  vec2 outside = rulingSpan(casterArc(near * sine / r), tau, near);
  float place = x - 2.0 * r * c / sine;
  vec2 behind;
  if (place < 0.0) {
    behind = rulingSpan(rollLength - place, tau, 2.0 * r / sine);
  } else {
    behind = rulingSpan(casterArc(beyond * sine / r), tau, beyond);
  }
  float both = azimuthShare(min(outside.y, behind.y)) - azimuthShare(max(outside.x, behind.x));
  return azimuthShare(outside.y) - azimuthShare(outside.x) + azimuthShare(behind.y)
      - azimuthShare(behind.x) - max(both, 0.0);
}

// The sky hidden between two elevations with cosines `from` and `to`.
float hiddenFromBase(float x, float tau, float from, float to) {
  if (from - to < 1e-5) return 0.0;
  float half_ = (from - to) / 2.0;
  float node = half_ * 0.57735027;
  return half_ * (hiddenFromBase(x, tau, (from + to) / 2.0 + node)
      + hiddenFromBase(x, tau, (from + to) / 2.0 - node));
}

// Share of the sky, 0...1, that the next page sees at distance `dist` > 0 from the fold line.
float skyOverBase(float dist, float tau) {
  float r = casterRadius;
  float x = max(dist - casterFoot, 1e-4 * r);
  float tangent = (x * x - r * r) / (x * x + r * r);
  if (tangent >= skyCosine) return 1.0;
  vec2 end = sheetEdge(lastArc(tau));
  float own = elevationCosine(x, end);
  float top = clamp(silhouetteCosine(x, end, tangent), -skyCosine, skyCosine);
  float furthest = clamp(silhouetteCosine(x, casterEnd, tangent), -skyCosine, skyCosine);
  float first = firstArc(tau);
  float start = skyCosine;
  if (first > 0.0) {
    start = clamp(silhouetteCosine(x, sheetEdge(first), tangent), top, skyCosine);
  }
  // The sheet's end may be lower than its beginning, below the roll's silhouette.
  float free = clamp(own, start, skyCosine);
  float hidden = hiddenFromBase(x, tau, skyCosine, free) + hiddenFromBase(x, tau, free, start)
      + hiddenFromBase(x, tau, start, top) + hiddenFromBase(x, tau, top, min(top, furthest));
  return clamp(1.0 - hidden / (4.0 * skyCosine), 0.0, 1.0);
}

float hiddenFromFront(vec2 place, vec2 turn, float tau, float c) {
  float r = casterRadius;
  float slant = sqrt(max(1.0 - c * c, 0.0));
  float cosine = c * turn.y - slant * turn.x;
  float sine = max(slant * turn.y + c * turn.x, 0.3);
  float toFlap = (2.0 * r - place.y) / sine;
  float x = place.x + toFlap * cosine;
  vec2 span;
  if (x < 0.0) {
    span = rulingSpan(rollLength - x, tau, toFlap);
  } else {
    float p = (r - place.y) * sine - place.x * cosine;
    float q = turn.x > 0.0 ? 0.0 : place.x * place.x;
    float toRoll = p + sqrt(max(p * p - q, 0.0));
    span = rulingSpan(casterArc((place.y + toRoll * sine) / r), tau, toRoll);
  }
  return azimuthShare(span.y) - azimuthShare(span.x);
}

float hiddenFromFront(vec2 place, vec2 turn, float tau, float from, float to) {
  if (from - to < 1e-5) return 0.0;
  float half_ = (from - to) / 2.0;
  float node = half_ * 0.57735027;
  return half_ * (hiddenFromFront(place, turn, tau, (from + to) / 2.0 + node)
      + hiddenFromFront(place, turn, tau, (from + to) / 2.0 - node));
}

// cos of the angle above the tangent plane at which a spot of the front sees a point of the sheet.
float frontCosine(vec2 point, vec2 place, vec2 turn, float low, float high) {
  vec2 d = point - place;
  float size = sqrt(dot(d, d));
  if (size <= 1e-5 * casterRadius) return low;
  return clamp((d.x * turn.y + d.y * turn.x) / size, high, low);
}

// A spot of the sheet's front, moved onto the caster: distance from the caster's foot, and height.
vec2 casterPlace(Spot spot) {
  if (spot.turn.x == 0.0 && spot.turn.y > 0.0) return vec2(min(spot.x - casterFoot, 0.0), 0.0);
  return casterRadius * vec2(spot.turn.x, 1.0 - spot.turn.y);
}

// Share of the sky, 0...1, that a spot of the front sees, flat or inside the roll.
float skyOverFront(Spot spot) {
  float r = casterRadius;
  vec2 turn = spot.turn;
  float tau = spot.tau;
  vec2 place = casterPlace(spot);
  float angle = rollAngle(turn.x, turn.y);
  float low = turn.y > skyCosine ? skyCosine * turn.y + skySine * turn.x : 1.0;
  float high = min(skySine * turn.x - skyCosine * turn.y, low);
  float last = lastArc(tau);
  float own = low;
  if (last > angle * lengthPerRadian) own = frontCosine(sheetEdge(last), place, turn, low, high);
  float furthest = own;
  if (furthestArc > angle * lengthPerRadian) {
    furthest = min(own, frontCosine(casterEnd, place, turn, low, high));
  }
  float hidden = hiddenFromFront(place, turn, tau, low, own)
      + hiddenFromFront(place, turn, tau, own, furthest);
  return clamp((2.0 * (low - high) - hidden) / (4.0 * skyCosine), 0.0, 1.0);
}

// Share of the sky, 0...1, that an unobstructed surface sees; its normal is `rise` up and `lean` aside.
float openSky(float rise, float lean) {
  if (rise >= skyCosine) return rise;
  if (rise <= -skyCosine) return 0.0;
  return (1.0 + skyCosine * rise - skySine * lean) / (2.0 * skyCosine);
}

// Arc length of the sheet's silhouette, seen from the page beyond the fold: the tangent point of the roll,
// or the free edge minus half the radius, so that alpha is read on the sheet and not beyond its edge.
float silhouetteArc(float dist, float tau) {
  float turn = 2.0 * arctangent(max(dist - casterFoot, 0.0), casterRadius);
  return min(turn * lengthPerRadian, lastArc(tau) - casterRadius / 2.0);
}

// Arc length of the sheet straight above its front, but at most that of the free edge minus half the radius.
float overheadArc(float dist, float tau) {
  return min(rollLength - (dist - casterFoot), lastArc(tau) - casterRadius / 2.0);
}
