// The sky's light that remains on each side of the sheet and on the page, in closed form. Twin of
// Light.swift, which explains it.

// cos and sin of e0 = 2 atan(1/5), the elevation where the sky begins.
const float skyCosine = 12.0 / 13.0;
const float skySine = 5.0 / 13.0;

// Distance from the caster's axis, and height, of the sheet at arc length s; the fold for s <= 0.
vec2 sheetEdge(float s) {
  vec2 unit = sineCosine(clamp(s / lengthPerRadian, 0.0, pi));
  return vec2(casterRadius * unit.x - max(s - rollLength, 0.0), casterRadius * (1.0 - unit.y));
}

// Arc length of the sheet where the caster's circle has the height z * casterRadius.
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
  if (size == 0.0 || d <= -share || d >= share * slope) return max(slope * v, -v / slope);
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

// Arc lengths of the sheet's free edge (the largest one) and near edge (the smallest one) at tau.
float lastArc(float tau) {
  return farCorner.x - cornerFall(tau - farCorner.y, 1.0 / outlineSlope, casterCorner,
      casterCornerShare * outlineSlope);
}

float firstArc(float tau) {
  return nearCorner.x + cornerFall(nearCorner.y - tau, 1.0 / outlineSlope, casterCorner,
      casterCornerShare * outlineSlope);
}

// Arc lengths at which the sheet's silhouette bends for a receiver at tau, as in Light.swift.
float[5] bendingArcs(float tau) {
  float beside = clamp(tau, bottomCorner.y, topCorner.y);
  return float[5](nearCorner.x, firstArc(beside), min(topCorner.x, bottomCorner.x), lastArc(beside),
      furthestArc);
}

// The greatest of the bends, cosines of elevations: the lowest elevation.
float firstBend(float bends[5]) {
  return max(max(max(bends[0], bends[1]), max(bends[2], bends[3])), bends[4]);
}

// The greatest of the bends below `from`, but at least `end`.
float nextBend(float bends[5], float from, float end) {
  float next = end;
  for (int i = 0; i < 5; i++) {
    if (bends[i] < from - 1e-5) next = max(next, bends[i]);
  }
  return next;
}

// cos of the elevation of a point of the sheet, seen from the page, x from the axis.
float elevationCosine(float x, vec2 point) {
  float d = x - point.x;
  return d / sqrt(d * d + point.y * point.y + 1e-20);
}

// The same, but `rollCosine`, the roll's own silhouette, if the roll hides the point.
float silhouetteCosine(float x, vec2 point, float rollCosine) {
  return 1.0 - point.y / casterRadius <= -rollCosine ? rollCosine : elevationCosine(x, point);
}

// Azimuths, 0...2, hidden at the elevation with cosine c: by the first and the second crossing of a ray with
// the sheet. Azimuths that both hide count once.
float azimuthsFromBase(float x, float tau, float c) {
  float r = casterRadius;
  float sine = sqrt(1.0 - c * c);
  float chordMiddle = x * c + r * sine;
  float secondDistance = chordMiddle + sqrt(max(chordMiddle * chordMiddle - x * x, 0.0));
  float firstDistance = x * x / secondDistance;
  vec2 firstSpan = rulingSpan(casterArc(firstDistance * sine / r), tau, firstDistance);
  float flapX = x - 2.0 * r * c / sine;
  bool isFlap = flapX < 0.0;
  vec2 secondSpan = rulingSpan(isFlap ? rollLength - flapX : casterArc(secondDistance * sine / r), tau,
      isFlap ? 2.0 * r / sine : secondDistance);
  float overlap = azimuthShare(min(firstSpan.y, secondSpan.y))
      - azimuthShare(max(firstSpan.x, secondSpan.x));
  return azimuthShare(firstSpan.y) - azimuthShare(firstSpan.x) + azimuthShare(secondSpan.y)
      - azimuthShare(secondSpan.x) - max(overlap, 0.0);
}

// The sky hidden from the lowest elevation at which the silhouette bends up to that with the cosine `end`: two
// nodes between two bends. One loop over all nodes, because software GL compiles each call anew.
float hiddenFromBase(float x, float tau, float bends[5], float end) {
  float hidden = 0.0;
  float from = firstBend(bends);
  float to = from;
  for (int i = 0; i < 10; i++) {
    bool isSecond = (i & 1) == 1;
    if (!isSecond) to = nextBend(bends, from, end);
    if (from - to < 1e-5) break;
    float half_ = (from - to) / 2.0;
    float node = half_ * 0.57735027;
    hidden += half_ * azimuthsFromBase(x, tau, (from + to) / 2.0 + (isSecond ? -node : node));
    if (isSecond) from = to;
  }
  return hidden;
}

// Share of the sky, 0...1, that the next page sees at distance `dist` > 0 from the fold line.
float skyOverBase(float dist, float tau) {
  float r = casterRadius;
  float x = max(dist - casterAxisX, 1e-4 * r);
  float rollCosine = (x * x - r * r) / (x * x + r * r);
  if (rollCosine >= skyCosine) return 1.0;
  // The sheet's highest elevation in any cross-section.
  float end = clamp(silhouetteCosine(x, furthestPoint, rollCosine), -skyCosine, skyCosine);
  float bends[5] = bendingArcs(tau);
  for (int i = 0; i < 5; i++) {
    bends[i] = bends[i] > 0.0 ? clamp(elevationCosine(x, sheetEdge(bends[i])), end, skyCosine) : skyCosine;
  }
  float hidden = hiddenFromBase(x, tau, bends, end);
  return clamp(1.0 - hidden / (4.0 * skyCosine), 0.0, 1.0);
}

// Azimuths, 0...2, hidden from a spot of the front at the elevation with cosine c.
float azimuthsFromFront(vec2 place, vec2 sineCosine, float tau, float c) {
  float r = casterRadius;
  float slant = sqrt(max(1.0 - c * c, 0.0));
  float cosine = c * sineCosine.y - slant * sineCosine.x;
  float sine = max(slant * sineCosine.y + c * sineCosine.x, 0.3);
  float toFlap = (2.0 * r - place.y) / sine;
  float flapX = place.x + toFlap * cosine;
  float chordMiddle = (r - place.y) * sine - place.x * cosine;
  float power = sineCosine.x > 0.0 ? 0.0 : place.x * place.x;
  float toRoll = chordMiddle + sqrt(max(chordMiddle * chordMiddle - power, 0.0));
  bool isFlap = flapX < 0.0;
  vec2 span = rulingSpan(isFlap ? rollLength - flapX : casterArc((place.y + toRoll * sine) / r), tau,
      isFlap ? toFlap : toRoll);
  return azimuthShare(span.y) - azimuthShare(span.x);
}

// The sky hidden from a spot of the front, as hiddenFromBase.
float hiddenFromFront(vec2 place, vec2 sineCosine, float tau, float bends[5], float end) {
  float hidden = 0.0;
  float from = firstBend(bends);
  float to = from;
  for (int i = 0; i < 10; i++) {
    bool isSecond = (i & 1) == 1;
    if (!isSecond) to = nextBend(bends, from, end);
    if (from - to < 1e-5) break;
    float half_ = (from - to) / 2.0;
    float node = half_ * 0.57735027;
    hidden += half_
        * azimuthsFromFront(place, sineCosine, tau, (from + to) / 2.0 + (isSecond ? -node : node));
    if (isSecond) from = to;
  }
  return hidden;
}

// cos of the angle above the tangent plane at which a spot of the front sees a point of the sheet.
float frontCosine(vec2 point, vec2 place, vec2 sineCosine, float low, float high) {
  vec2 d = point - place;
  float size = sqrt(dot(d, d));
  if (size <= 1e-5 * casterRadius) return low;
  return clamp((d.x * sineCosine.y + d.y * sineCosine.x) / size, high, low);
}

// A spot of the sheet's front, moved onto the caster: distance from the caster's axis, and height.
vec2 casterPlace(Spot spot) {
  if (spot.sineCosine.x == 0.0 && spot.sineCosine.y > 0.0) return vec2(min(spot.x - casterAxisX, 0.0), 0.0);
  return casterRadius * vec2(spot.sineCosine.x, 1.0 - spot.sineCosine.y);
}

// Share of the sky, 0...1, that a spot of the front sees, flat or inside the roll.
float skyOverFront(Spot spot) {
  float r = casterRadius;
  vec2 sineCosine = spot.sineCosine;
  float tau = spot.tau;
  vec2 place = casterPlace(spot);
  float angle = rollAngle(sineCosine.x, sineCosine.y);
  float low = sineCosine.y > skyCosine ? skyCosine * sineCosine.y + skySine * sineCosine.x : 1.0;
  float high = min(skySine * sineCosine.x - skyCosine * sineCosine.y, low);
  float arc = angle * lengthPerRadian;
  float bends[5] = bendingArcs(tau);
  for (int i = 0; i < 5; i++) {
    bends[i] = bends[i] > arc ? frontCosine(sheetEdge(bends[i]), place, sineCosine, low, high) : low;
  }
  float hidden = hiddenFromFront(place, sineCosine, tau, bends, bends[4]);
  return clamp((2.0 * (low - high) - hidden) / (4.0 * skyCosine), 0.0, 1.0);
}

// Share of the sky, 0...1, that an unobstructed surface sees; its normal is `rise` up and `lean` aside.
float openSky(float rise, float lean) {
  if (rise >= skyCosine) return rise;
  if (rise <= -skyCosine) return 0.0;
  return (1.0 + skyCosine * rise - skySine * lean) / (2.0 * skyCosine);
}

// Share of the largest reflection that a surface shows of the windows around it, 0...1; its normal is `rise` up.
float sheenShare(float rise) {
  float up = max(rise, 0.0) * max(rise, 0.0);
  return 6.75 * (1.0 - up) * up * up;
}

// A colour under light, of which the surface reflects the share `gleam` like a mirror.
vec4 gleaming(vec4 colour, float light, float gleam) {
  return lit(colour, light * (1.0 - gleam)) + vec4(vec3(light * gleam * colour.w), 0.0);
}

// Arc length of the sheet's silhouette, seen from the page beyond the fold: the tangent point of the roll,
// or the free edge minus half the radius, so that alpha is read on the sheet and not beyond its edge.
float silhouetteArc(float dist, float tau) {
  float angle = 2.0 * arctangent(max(dist - casterAxisX, 0.0), casterRadius);
  return min(angle * lengthPerRadian, lastArc(tau) - casterRadius / 2.0);
}

// Arc length of the sheet straight above its front, but at most that of the free edge minus half the radius.
float overheadArc(float dist, float tau) {
  return min(rollLength - (dist - casterAxisX), lastArc(tau) - casterRadius / 2.0);
}
