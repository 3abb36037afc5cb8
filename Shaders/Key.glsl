// The key light, in closed form. Twin of KeyLight.swift, which explains it. Variants: KEY, GLOSS,
// SHEET_ALPHA.
#if defined(KEY) || defined(GLOSS)

const int keySlices = 8;

// Share of the disc below a height in it: -1 at its lower edge ... 1 at its upper edge.
float discShare(float height) {
  float halfChord = sqrt(max(1.0 - height * height, 0.0));
  float angle = rollAngle(abs(height), halfChord);
  return 0.5 + (height * halfChord + (height < 0.0 ? -angle : angle)) / pi;
}

// Sine and cosine of the elevation, in the cross-section, of the rays towards a height in the disc; `centre`
// is that of the disc's centre.
vec2 sliceElevation(vec2 centre, float halfAngle, float height) {
  float sine = clamp(halfAngle * height / keyAcross, -0.95, 0.95);
  float cosine = sqrt(1.0 - sine * sine);
  return vec2(max(centre.x * cosine + centre.y * sine, 0.02), centre.y * cosine - centre.x * sine);
}

// Skew, the tangent of a ray's angle to the cross-section, at an angle `offset` from the ray with the skew
// `skew`.
float skewBeside(float skew, float offset) {
  float tangent = offset * (1.0 + offset * offset / 3.0);
  return (skew + tangent) / max(1.0 - skew * tangent, 0.02);
}

// Cover of a slice's strip by the sheet: the share of the strip that lies on the page, and the sheet's mean
// alpha there. `height` is that of the slice's middle; rays at the slice's edges hit the sheet at `from` and
// `to`: arc length, and distance in the cross-section.
vec2 sliceCover(float tau, float halfAngle, float height, vec2 from, vec2 to) {
  float skew = keyDirection.y / keyAcross;
  float dist = (from.y + to.y) / 2.0;
  float arc = (from.x + to.x) / 2.0;
  float halfChord = halfAngle * sqrt(max(1.0 - height * height, 0.0));
  vec2 n = normal;
  vec2 t = ruling();
  int parts = halfAngle * (1.0 + skew * skew) > 0.3 ? 4 : 1;
  float total = 0.0;
  float alpha = 0.0;
  float lowSkew = skewBeside(skew, -halfChord);
  for (int i = 1; i <= parts; i++) {
    float highSkew = skewBeside(skew, halfChord * (2.0 * float(i) / float(parts) - 1.0));
    vec2 sides = vec2(abs(to.x - from.x), dist * (highSkew - lowSkew));
    Footprint part = Footprint(fold + arc * n + (tau + dist * (lowSkew + highSkew) / 2.0) * t,
        vec2(n.x, t.x) * sides, vec2(n.y, t.y) * sides);
    float coverage = outlineCoverage(part.point, page, cornerRadius, part.dx, part.dy);
    total += coverage;
#ifdef SHEET_ALPHA
    if (coverage > 0.0) {
      // Near the fold the parts are narrower than a pixel: a box is wider by one.
      alpha += coverage * boxMean(frontPicture, frontTexels, part.point, pixelStep + extent(part)).w;
    }
#else
    alpha += coverage;
#endif
    lowSkew = highSkew;
  }
  return vec2(total / float(parts), opacity * alpha / max(total, 1e-6));
}

// Share of the key light that the sheet hides from a point of the next page beyond the fold. `halfExtent` is
// half a pixel; no penumbra is narrower.
float keyHiddenFromBase(vec2 at, float halfExtent) {
  float r = casterRadius;
  float x = max(at.x - casterAxisX, 1e-4 * r);
  // Elevations are sine and cosine, measured from the sheet's side.
  vec2 centre = vec2(keyDirection.z, -keyDirection.x) / keyAcross;
  float halfAngle = min(max(keyHalfAngle, halfExtent * centre.x / max(x, r)), 0.5);
  // The elevation of the roll's silhouette is 2 atan(r / x).
  vec2 silhouette = vec2(2.0 * x * r, x * x - r * r) / (x * x + r * r);
  // Height of the silhouette in the disc: the roll hides nothing of the disc above it.
  float sine = keyAcross * (silhouette.x * centre.y - silhouette.y * centre.x);
  float silhouetteHeight = clamp(sine / halfAngle, -1.0, 1.0);
  if (silhouette.x * centre.x + silhouette.y * centre.y < 0.0) silhouetteHeight = sine > 0.0 ? 1.0 : -1.0;
  if (silhouetteHeight <= -1.0) return 0.0;
  float hidden = 0.0;
  float previousShare = 0.0;
  float previousHeight = -1.0;
  vec2 previousFirst = vec2(0.0);
  vec2 previousSecond = vec2(0.0);
  for (int i = 0; i <= keySlices; i++) {
    float height = -1.0 + (silhouetteHeight + 1.0) * float(i) / float(keySlices);
    vec2 elevation = sliceElevation(centre, halfAngle, height);
    float chordMiddle = x * elevation.y + r * elevation.x;
    float secondDistance = chordMiddle + sqrt(max(chordMiddle * chordMiddle - x * x, 0.0));
    float firstDistance = x * x / max(secondDistance, 1e-6 * r);
    vec2 first = vec2(casterArc(firstDistance * elevation.x / r), firstDistance);
    float flapX = x - 2.0 * r * elevation.y / elevation.x;
    vec2 second;
    if (flapX < 0.0) {
      second = vec2(rollLength - flapX, 2.0 * r / elevation.x);
    } else {
      second = vec2(casterArc(secondDistance * elevation.x / r), secondDistance);
    }
    float share = discShare(height);
    if (i > 0) {
      float middle = (height + previousHeight) / 2.0;
      vec2 firstCover = sliceCover(at.y, halfAngle, middle, previousFirst, first);
      vec2 secondCover = sliceCover(at.y, halfAngle, middle, previousSecond, second);
      // The page's end cuts both strips in the same way, so the smaller share lies within the larger.
      float overlap = min(firstCover.x, secondCover.x);
      hidden += (share - previousShare) * (firstCover.x * firstCover.y + secondCover.x * secondCover.y
          - overlap * firstCover.y * secondCover.y);
    }
    previousShare = share;
    previousHeight = height;
    previousFirst = first;
    previousSecond = second;
  }
  return hidden;
}

// Share of the key light that the sheet hides from a spot of its front.
float keyHiddenFromFront(Spot spot, float halfExtent) {
  float r = casterRadius;
  vec2 place = casterPlace(spot);
  vec2 centre = vec2(keyDirection.z, keyDirection.x) / keyAcross;
  float halfAngle = min(max(keyHalfAngle, halfExtent * centre.x * centre.x / (2.0 * r)), 0.5);
  float power = spot.sineCosine.x > 0.0 ? 0.0 : place.x * place.x;
  float hidden = 0.0;
  float previousShare = 0.0;
  float previousHeight = -1.0;
  vec2 previousHit = vec2(0.0);
  for (int i = 0; i <= keySlices; i++) {
    float height = -1.0 + 2.0 * float(i) / float(keySlices);
    vec2 elevation = sliceElevation(centre, halfAngle, height);
    vec2 hit = vec2(0.0, (2.0 * r - place.y) / elevation.x);
    float flapX = place.x + hit.y * elevation.y;
    if (flapX < 0.0) {
      hit.x = rollLength - flapX;
    } else {
      float chordMiddle = (r - place.y) * elevation.x - place.x * elevation.y;
      hit.y = chordMiddle + sqrt(max(chordMiddle * chordMiddle - power, 0.0));
      hit.x = casterArc((place.y + hit.y * elevation.x) / r);
    }
    float share = discShare(height);
    if (i > 0) {
      float middle = (height + previousHeight) / 2.0;
      vec2 cover = sliceCover(spot.tau, halfAngle, middle, previousHit, hit);
      hidden += (share - previousShare) * cover.x * cover.y;
    }
    previousShare = share;
    previousHeight = height;
    previousHit = hit;
  }
  return hidden;
}

// Share of the key light on an unobstructed surface, 0...1; 1 on a flat one. The surface's normal is `lean`
// along the fold's normal and `rise` up.
float keyFacing(float lean, float rise) {
  float sine = lean * keyDirection.x + rise * keyDirection.z;
  float halfAngle = keyHalfAngle;
  if (sine >= halfAngle) return min(sine / keyDirection.z, 1.0);
  if (sine <= -halfAngle) return 0.0;
  // The disc sets below the surface: at a right angle to its centre, about half of it still gives light.
  return min((sine + halfAngle) * (sine + halfAngle) / (4.0 * halfAngle * keyDirection.z), 1.0);
}

// Strength of the key light's reflection on bent paper, 0...1; 0 on a flat page.
float keyGlint(vec2 at, float lean, float rise) {
  vec2 w = viewTilt(at);
  vec3 view = vec3(w, 1.0) / sqrt(1.0 + dot(w, w));
  vec3 bisector = keyDirection + view;
  float size = sqrt(max(dot(bisector, bisector), 1e-12));
  float flat_ = bisector.z / size;
  float over = max((lean * bisector.x + rise * bisector.z) / size - flat_, 0.0);
  // Rounding would pass 1.
  float gain = min(over / max(1.0 - flat_, 1e-3), 1.0);
  return gain * gain * gain * gain;
}
#endif
