// A sheet of any cross-section, alone over transparency, and its shadow on the plane. Twin of
// SectionSurface.swift, SectionLight.swift and SectionPainter.swift, which explain it: the same formulas and
// constants. Variants: those of Sheet.glsl without THICK, GLOSS and EDGES. Large functions are called in loops,
// because software GL compiles each call anew.

// The rows of Section.uniforms: 2 of counts and light, then 3 per piece, 3 per cell, 2 per lifted curve.
layout(std140) uniform Section {
  vec4 sectionRows[138];
};

const int mostCells = 24;
const int mostLayers = 8;
const int mostLiftedCurves = 8;
const int mostWindings = 64;
const int mostShadowWindings = 8;
const int pieceRow = 2;
const int cellRow = 50;
const int liftedCurveRow = 122;

// A part of the sheet that is seen from one side and that a ray meets once.
struct Piece {
  vec2 middle;      // distance from the fold line, and height
  vec2 tangent;     // cosine and sine of the tangent's angle at the middle
  float curvature;  // radians per page pixel; positive bends up, 0 is a line
  float arc;        // arc length at the middle
  float rootSign;   // -1 if the front is seen, else 1
  float windings;   // number of windings
  float period;     // arc length of a winding; negative if a ray meets the innermost first
  vec2 range;       // distances on the plane where the piece is seen
  vec2 run;         // the same range for the piece and the pieces that continue it
};

Piece pieceAt(int i) {
  vec4 a = sectionRows[pieceRow + 3 * i];
  vec4 b = sectionRows[pieceRow + 3 * i + 1];
  vec4 c = sectionRows[pieceRow + 3 * i + 2];
  return Piece(a.xy, a.zw, b.x, b.y, b.z < 0.0 ? -1.0 : 1.0, abs(b.z), b.w, c.xy, c.zw);
}

// The piece in a cell's layer.
int layerPiece(int cell, int layer) {
  vec4 row = sectionRows[cellRow + 3 * cell + 1 + layer / 4];
  int i = layer - 4 * (layer / 4);
  float found = i == 0 ? row.x : i == 1 ? row.y : i == 2 ? row.z : row.w;
  return int(found + 0.5);
}

// A lifted part of a curve, which hides a part of the sky. As Piece, but:
struct LiftedCurve {
  vec2 middle;
  vec2 tangent;
  float curvature;
  float arc;
  float halfLength; // of the first winding
  float windings;
};

LiftedCurve liftedCurveAt(int i) {
  vec4 a = sectionRows[liftedCurveRow + 2 * i];
  vec4 b = sectionRows[liftedCurveRow + 2 * i + 1];
  return LiftedCurve(a.xy, a.zw, b.x, b.y, b.z, b.w);
}

// A divisor kept away from 0.
float outOfZero(float x) {
  return abs(x) < 1e-12 ? (x < 0.0 ? -1e-12 : 1e-12) : x;
}

// Arc length from the middle of a curve of curvature k to a point: a is the point's coordinate along the
// middle's tangent, `sine` and `cosine` are of the turn from there.
float arcOf(float k, float a, float sine, float cosine) {
  if (k == 0.0) return a;
  float angle = rollAngle(abs(sine), cosine);
  return (sine < 0.0 ? -angle : angle) / k;
}

// The spot where the ray through distance x on the plane meets a piece, on the first winding; tau is left 0.
Spot sectionMeet(Piece piece, float x) {
  float w = viewOffset.x - nearness * x;
  float c = piece.tangent.x;
  float s = piece.tangent.y;
  float k = piece.curvature;
  float g = x + w * piece.middle.y - piece.middle.x;
  float half_ = k * g * w - (c - s * w);
  float rest = g * (k * g + 2.0 * s);
  float steep = k * (1.0 + w * w);
  float root = sqrt(max(half_ * half_ - steep * rest, 0.0)) * piece.rootSign;
  // Choose the form that isn't a small difference of large numbers.
  float rise;
  if (steep == 0.0 || half_ * root >= 0.0) {
    rise = -rest / outOfZero(half_ + root);
  } else {
    rise = (root - half_) / steep;
  }
  float a = c * g + (c * w + s) * rise;
  float b = (c - s * w) * rise - s * g;
  float sine = k * a;
  float cosine = 1.0 - k * b;
  vec2 sineCosine = vec2(s * cosine + c * sine, c * cosine - s * sine);
  float slope = 1.0 / outOfZero(sineCosine.y - sineCosine.x * w);
  float z = piece.middle.y + rise;
  return Spot(x + w * z, 0.0, z, sineCosine, piece.arc + arcOf(k, a, sine, cosine), slope,
      sineCosine.x * slope);
}

// The spot where the ray through distance x meets piece `index`, or a piece of its run.
Spot runMeet(int index, float x) {
  int i = index;
  Piece piece = pieceAt(i);
  for (int step = 0; step < 16; step++) {
    if (!(x < piece.range.x && piece.range.x > piece.run.x)) break;
    i += piece.rootSign < 0.0 ? -1 : 1;
    piece = pieceAt(i);
  }
  for (int step = 0; step < 16; step++) {
    if (!(x > piece.range.y && piece.range.y < piece.run.y)) break;
    i += piece.rootSign < 0.0 ? 1 : -1;
    piece = pieceAt(i);
  }
  return sectionMeet(piece, x);
}

// The spot that a tap sees of a piece and its run, between two limits on the plane: a mean, see
// SectionSurface.swift. `halfExtent` is the tap's along the normal.
Spot sectionSpot(int index, Piece piece, vec2 limits, vec2 tap, float halfExtent) {
  float low = clamp(tap.x - halfExtent, limits.x, limits.y);
  float high = clamp(tap.x + halfExtent, limits.x, limits.y);
  float x = (low + high) / 2.0;
  bool isStraight = piece.curvature == 0.0 && low >= piece.range.x && high <= piece.range.y;
  // Spots at both limits, unless the piece is straight there, and in the middle.
  Spot from = flatSpot(0.0, 0.0);
  Spot to = from;
  Spot spot = from;
  for (int i = isStraight ? 2 : 0; i < 3; i++) {
    from = to;
    to = spot;
    spot = runMeet(index, i == 0 ? low : i == 1 ? high : x);
  }
  if (isStraight) {
    float part = (high - low) / (2.0 * halfExtent);
    spot.slope *= part;
    spot.rise *= part;
  } else {
    float bend = spot.arc - (from.arc + to.arc) / 2.0;
    float climb = spot.z - (from.z + to.z) / 2.0;
    float span = to.arc - from.arc;
    float spread = max(abs(span) - 0.886 * abs(bend), 0.0);
    spot.arc = (from.arc + to.arc) / 2.0 + 0.8047 * bend;
    spot.z = (from.z + to.z) / 2.0 + 0.8047 * climb;
    float scale = max(1.0 - spot.z * nearness, 0.05);
    spot.slope = (span < 0.0 ? -spread : spread) / (2.0 * halfExtent * scale);
    spot.rise = spot.sineCosine.x * spot.slope;
  }
  spot.tau = tap.y + spot.z * (viewOffset.y - nearness * tap.y);
  return spot;
}

#ifdef LIT
// A point of the cross-section that gets light. c is the cosine of a direction's angle to `tangent`.
struct Receiver {
  vec2 place;     // distance from the fold line, and height
  vec2 tangent;   // cosine and sine of the tangent's angle; the sky is on the tangent's left
  float tau;
  float arc;      // arc length within the first winding
  float sheetCosine; // c where the sheet goes on ahead: 1 on the front, -1 on the back; 0 on the plane
};

bool isOnPlane(Receiver at) {
  return at.sheetCosine == 0.0;
}

// c of a direction of any length; for one below the tangent `sheet`, that of the sheet itself.
float receiverCosine(Receiver at, vec2 d, float sheet) {
  float size = sqrt(dot(d, d));
  float up = d.y * at.tangent.x - d.x * at.tangent.y;
  if (size < 1e-9 || (!isOnPlane(at) && up <= 0.0)) return sheet;
  return dot(d, at.tangent) / size;
}

// Whether a point of the sheet lies on a curve.
bool holds(LiftedCurve curve, Receiver at) {
  float end = curve.arc + (2.0 * curve.windings - 1.0) * curve.halfLength;
  return !isOnPlane(at) && at.arc >= curve.arc - curve.halfLength && at.arc <= end;
}

// A point of a curve's first winding.
vec2 curvePoint(LiftedCurve curve, float s) {
  float along = s - curve.arc;
  if (curve.curvature == 0.0) return curve.middle + along * curve.tangent;
  vec2 half_ = sineCosine(min(abs(curve.curvature * along) / 2.0, pi));
  float c = half_.y;
  vec2 t = curve.tangent;
  float sine = (curve.curvature < 0.0) == (along < 0.0) ? half_.x : -half_.x;
  float chord = 2.0 * (along < 0.0 ? -half_.x : half_.x) / abs(curve.curvature);
  return curve.middle + chord * vec2(t.x * c - t.y * sine, t.y * c + t.x * sine);
}

// The arc length of the point of the first winding that coincides with s.
float firstWinding(float s, float begin, float period) {
  return s - period * max(ceil((s - begin) / period - 1e-4) - 1.0, 0.0);
}

// Smallest and largest c that the sheet hides between two arc lengths; the smallest is the larger number if
// the sheet hides none. Of a receiver on the sheet, one of them is its own, and `sheet` is c of the paper that
// begins there.
vec2 sectionHiddenRange(Receiver at, float first, float last, float sheet) {
  vec2 found = isOnPlane(at) ? vec2(2.0, -2.0) : vec2(sheet);
  int count = int(sectionRows[0].y + 0.5);
  for (int i = 0; i < mostLiftedCurves; i++) {
    if (i >= count) break;
    LiftedCurve curve = liftedCurveAt(i);
    float begin = curve.arc - curve.halfLength;
    float period = 2.0 * curve.halfLength;
    float from = max(first, begin);
    float to = min(last, begin + period * curve.windings);
    if (to <= from) continue;
    float k = curve.curvature;
    if (holds(curve, at)) {
      // The ray to a point of the circle stands at half the angle to that point.
      if (k * at.sheetCosine > 0.0) {
        float c = sheet * sineCosine(min(abs(k) * (to - from) / 2.0, pi)).y;
        found = vec2(min(found.x, c), max(found.y, c));
      }
      continue;
    }
    bool isWhole = curve.windings > 1.0 && to - from >= period * 0.9999;
    float c = receiverCosine(at, curvePoint(curve, firstWinding(from, begin, period)) - at.place, sheet);
    found = vec2(min(found.x, c), max(found.y, c));
    c = receiverCosine(at, curvePoint(curve, firstWinding(to, begin, period)) - at.place, sheet);
    found = vec2(min(found.x, c), max(found.y, c));
    if (k == 0.0) continue;
    vec2 n = vec2(-curve.tangent.y, curve.tangent.x);
    vec2 centre = curve.middle + n / k - at.place;
    float away = dot(centre, centre);
    float r = 1.0 / abs(k);
    float square = away - r * r;
    if (square <= 1e-6 * away) continue;
    float sine = r / sqrt(away);
    float cosine = sqrt(square / away);
    for (int side = 0; side < 2; side++) {
      float signedSine = side == 0 ? sine : -sine;
      vec2 touch =
          cosine * vec2(centre.x * cosine - centre.y * signedSine, centre.y * cosine + centre.x * signedSine);
      vec2 d = touch + at.place - curve.middle;
      float a = dot(d, curve.tangent);
      float s = curve.arc + arcOf(k, a, k * a, 1.0 - k * dot(d, n));
      if (s < from && curve.windings > 1.0) s += period;
      if (isWhole || (s >= from && s <= to)) {
        c = receiverCosine(at, touch, sheet);
        found = vec2(min(found.x, c), max(found.y, c));
      }
    }
  }
  return found;
}

// The sheet's alpha around a point, averaged over a box that grows with the distance `dist` to the receiver.
float sheetAlpha(float s, float tau, float dist) {
#ifdef SHEET_ALPHA
  vec2 p = fold + s * normal + tau * ruling();
  return opacity * boxMean(frontPicture, frontTexels, p, pixelStep + dist / 4.0).w;
#else
  return opacity;
#endif
}

// Azimuths that the sheet hides at one elevation, 0...2; 2 is all.
float sectionCover(Receiver at, float c) {
  float sine = sqrt(max(1.0 - c * c, 0.0));
  vec2 t = at.tangent;
  vec2 ray = vec2(c * t.x - sine * t.y, c * t.y + sine * t.x);
  float covered = 0.0;
  // Range of the azimuths met so far, their size, and the share of light that still passes there.
  vec2 whole = vec2(2.0, -2.0);
  float width = 0.0;
  float open = 0.0;
  float end = farCorner.x;
  // The furthest place met so far. Where two curves join, both may find the same one.
  float reached = -1e30;
  int count = int(sectionRows[0].y + 0.5);
  for (int i = 0; i < mostLiftedCurves; i++) {
    if (i >= count) break;
    LiftedCurve curve = liftedCurveAt(i);
    float margin = curve.halfLength * 1e-4;
    float before = reached + margin;
    float k = curve.curvature;
    bool isOwn = holds(curve, at);
    // No ray goes back to its own line, or from outside to its own circle.
    if (isOwn && k * at.sheetCosine <= 0.0) continue;
    // Nearer crossings are the receiver's own place.
    float nearest = isOnPlane(at) ? 0.0 : isOwn ? 1e-3 / abs(k) : 2.0 * margin;
    vec2 n = vec2(-curve.tangent.y, curve.tangent.x);
    vec2 d = at.place - curve.middle;
    float a0 = dot(d, curve.tangent);
    float b0 = dot(d, n);
    float a1 = dot(ray, curve.tangent);
    float b1 = dot(ray, n);
    float half_ = k * (a0 * a1 + b0 * b1) - b1;
    float rest = k * (a0 * a0 + b0 * b0) - 2.0 * b0;
    float square = half_ * half_ - k * rest;
    if (square <= 0.0) continue;
    float sum = half_ < 0.0 ? half_ - sqrt(square) : half_ + sqrt(square);
    float windings = curve.windings;
#if defined(SHEET_ALPHA) || defined(TRANSLUCENT)
    // Whether the sheet ends on this arc: rays then also cross what would follow.
    bool isOpen = k != 0.0 && curve.arc + (2.0 * windings - 1.0) * curve.halfLength > end - 0.01;
    if (isOpen && windings > 1.0) windings += 1.0;
#endif
    for (int side = 0; side < 2; side++) {
      if (side == 1 && k == 0.0) continue;
      float dist = side == 0 ? -rest / outOfZero(sum) : -sum / outOfZero(k);
      if (dist <= nearest) continue;
      float a = a0 + dist * a1;
      float b = b0 + dist * b1;
      float s = curve.arc + arcOf(k, a, k * a, 1.0 - k * b);
      // How far before the sheet's end a crossing's mean no longer lies on the sheet as a whole.
      float reach = 0.0;
#if defined(SHEET_ALPHA) || defined(TRANSLUCENT)
      if (isOpen) reach = dist / 2.0;
#endif
      if (curve.arc - s > curve.halfLength * 1.0001) continue;
      if (s - curve.arc > curve.halfLength * 1.0001 + reach) continue;
      for (int winding = 0; winding < mostShadowWindings; winding++) {
        if (float(winding) >= windings || s >= end + 1.0 + reach) break;
        if (s > before) {
          reached = max(reached, s + margin);
          // First where the ray crosses the sheet, then, near the end, the mean around.
          bool isSoft = reach > 0.0 && s + reach > end;
          float place = s;
          float part = 0.0;
          float newlyHidden = 0.0;
          float again = 0.0;
          vec2 crossed = whole;
          for (int i = 0; i < 2; i++) {
            if (i == 1) {
              if (!isSoft) break;
              place = (s - reach + end) / 2.0;
            }
            vec2 span = rulingSpan(place, at.tau, dist * sectionRows[0].z);
            float both = azimuthShare(min(span.y, whole.y)) - azimuthShare(max(span.x, whole.x));
            again = whole.x < whole.y ? max(both, 0.0) : 0.0;
            if (i == 0) {
              part = max(azimuthShare(span.y) - azimuthShare(span.x), 0.0);
              newlyHidden = max(part - again, 0.0);
              if (part > 0.0) crossed = vec2(min(whole.x, span.x), max(whole.y, span.y));
            } else {
              again *= clamp((end - s) / dist + 0.5, 0.0, 1.0);
            }
          }
          if (newlyHidden + again > 0.0) {
            float alpha = sheetAlpha(place, at.tau, dist);
            covered += (newlyHidden + open * again) * alpha;
            float through = open * (width - again * alpha) + newlyHidden * (1.0 - alpha);
            width += newlyHidden;
            open = max(through, 0.0) / width;
            whole = crossed;
          }
        }
        s += 2.0 * curve.halfLength;
      }
    }
  }
  return covered;
}

// Sky that the sheet hides between consecutive values of c, from ends.x to ends.w: three nodes for each part.
float sectionParts(Receiver at, vec4 ends) {
  float hidden = 0.0;
  float total = 0.0;
  for (int i = 0; i < 9; i++) {
    int node = i % 3 - 1;
    float low = i < 3 ? ends.x : i < 6 ? ends.y : ends.z;
    float high = i < 3 ? ends.y : i < 6 ? ends.z : ends.w;
    if (high - low < 1e-5) continue;
    float middle = (low + high) / 2.0;
    float half_ = (high - low) / 2.0;
    if (node < 0) total = 0.0;
    total += sectionCover(at, middle + float(node) * (half_ * 0.77459667)) * (node == 0 ? 8.0 : 5.0);
    if (node > 0) hidden += half_ * total / 9.0;
  }
  return hidden;
}

// Sky that the sheet hides from a receiver between two values of c; 4 cos e0 is the whole sky.
float sectionHidden(Receiver at, float low, float high) {
  // The values of c between which the sheet covers the plane's sky or, over a point of the sheet, leaves it
  // open: of the whole sheet, and of its cross-section at the receiver's tau.
  vec2 whole = vec2(0.0);
  vec2 own = vec2(0.0);
  // On the sheet, first of what lies behind, then of what lies ahead.
  for (int i = isOnPlane(at) ? 1 : 0; i < 4; i += isOnPlane(at) ? 2 : 1) {
    bool isAhead = i % 2 == 1;
    float first = i < 2 ? nearCorner.x : max(firstArc(at.tau), nearCorner.x);
    float last = i < 2 ? farCorner.x : lastArc(at.tau);
    if (!isOnPlane(at) && isAhead) first = at.arc;
    if (!isAhead) last = at.arc;
    float sheet = isAhead ? at.sheetCosine : -at.sheetCosine;
    vec2 range = sectionHiddenRange(at, first, last, sheet);
    own = isOnPlane(at) ? range : sheet < 0.0 ? vec2(range.y, own.y) : vec2(own.x, range.x);
    if (i == 1) whole = own;
    if (isOnPlane(at) && whole.x > whole.y) return 0.0;
  }
  // On the plane the range itself, on the sheet from the first covered value to the last.
  float bottom = clamp(whole.x, low, high);
  float top = clamp(whole.y, low, high);
  if (!isOnPlane(at)) {
    float from = bottom;
    bottom = whole.x > low ? low : top;
    top = whole.y < high ? high : from;
  }
  if (top - bottom < 1e-5) return 0.0;
  // Beside the page's ends, the plane's tau has no cross-section; keep the number of nodes anyway. In a roll,
  // what lies ahead and what lies behind may overlap.
  float third = (top - bottom) / 3.0;
  bool isBeside = isOnPlane(at) && own.x > own.y;
  float lower = isBeside ? bottom + third : clamp(min(own.x, own.y), bottom, top);
  float upper = isBeside ? top - third : clamp(max(own.x, own.y), bottom, top);
  return sectionParts(at, vec4(bottom, lower, upper, top));
}

// A distance from the fold, moved out of the contact.
float outOfContact(float x) {
  vec2 contact = sectionRows[1].zw;
  float away = x - contact.x;
  return abs(away) < contact.y ? contact.x + (away > 0.0 ? contact.y : -contact.y) : x;
}

// A point of the page plane. A scaled shadow also falls proportionally further.
Receiver planeReceiver(vec2 at) {
  float x = outOfContact(at.x / max(sectionRows[0].z, 1e-3));
  return Receiver(vec2(x, 0.0), vec2(1.0, 0.0), at.y, 0.0, 0.0);
}

// Light that remains on the page plane where the sheet hides so much of the sky.
float planeShade(float hidden) {
  if (hidden <= 0.0) return 1.0;
  float sky = min(hidden / (4.0 * skyCosine), 1.0);
  return 1.0 - shadowAmount * (1.0 - keyShare) * sky;
}
#endif

// Light that remains on the page plane; the flat part of the sheet gets the same.
float planeLight(vec2 at) {
#ifdef LIT
  if (sectionRows[0].w == 0.0) return 1.0;
  return planeShade(sectionHidden(planeReceiver(at), -skyCosine, skyCosine));
#else
  return 1.0;
#endif
}

// Light that remains on one side of the sheet. The loss by the side's own slope is shading, the loss by the
// rest of the sheet is shadow.
float sectionSideLight(Spot spot, bool isFront) {
#ifdef LIT
  // Sine and cosine of the tangent's angle; the sky is on the tangent's left.
  float sine = isFront ? spot.sineCosine.x : -spot.sineCosine.x;
  float cosine = isFront ? spot.sineCosine.y : -spot.sineCosine.y;
  // Where the sheet is flat, its front gets the light of the page plane.
  bool isPlane = sine == 0.0 && cosine > 0.0 && spot.z < 1e-3;
  bool isShaded = (isFront ? sectionRows[1].x : sectionRows[1].y) > 0.0;
  float open = openSky(cosine, abs(sine));
  float low = sine < 0.0 || cosine > skyCosine ? skyCosine * cosine + skySine * sine : 1.0;
  float high = sine > 0.0 || cosine > skyCosine ? skySine * sine - skyCosine * cosine : -1.0;
  Receiver receiver = Receiver(vec2(spot.x, spot.z), vec2(cosine, sine), spot.tau, spot.arc,
      isFront ? 1.0 : -1.0);
  if (isPlane) {
    isShaded = sectionRows[0].w != 0.0;
    low = skyCosine;
    high = -skyCosine;
    receiver = planeReceiver(vec2(spot.x, spot.tau));
  }
  float hidden = 0.0;
  if (isShaded && low > high && open > 0.0) hidden = sectionHidden(receiver, high, low);
  if (isPlane) return planeShade(hidden);
  float sky = clamp(hidden / (4.0 * skyCosine), 0.0, open);
  if (!isShaded) open = min(open + bounce * (1.0 - cosine) / 2.0, 1.0);
  float gone = shading * (1.0 - open) + shadowAmount * sky;
#ifdef KEY
  if (keyShare > 0.0) {
    gone += keyShare * (shading * (1.0 - keyFacing(-sine, cosine)) - gone);
  }
#endif
  return 1.0 - min(gone, 1.0);
#else
  return 1.0;
#endif
}

// Arc length from the first winding to the i-th winding that a ray meets.
float windingArc(Piece piece, int i) {
  return (piece.period < 0.0 ? piece.windings - 1.0 - float(i) : float(i)) * abs(piece.period);
}

// Largest stretch of a part of a pixel on any piece of a cell.
float sectionStretch(int cell, int layers, vec2 part, float halfExtent) {
  float most = 1.0;
  float room = max(part.y - part.x, halfExtent);
  for (int layer = 0; layer < mostLayers; layer++) {
    if (layer >= layers) break;
    Piece piece = pieceAt(layerPiece(cell, layer));
    most = max(most, abs(sectionMeet(piece, part.y).arc - sectionMeet(piece, part.x).arc) / room);
  }
  return most;
}

// Light on a piece in a cell's part of a pixel, the factor of its show-through, and the share that its back
// reflects like a mirror.
vec3 pieceLight(Piece piece, vec2 part, float tau) {
#ifdef LIT
  Spot spot = sectionMeet(piece, (part.x + part.y) / 2.0);
  spot.tau = tau + spot.z * (viewOffset.y - nearness * tau);
  bool isFront = piece.rootSign < 0.0;
  // The front's light first, if show-through depends on it.
  float light = 1.0;
  float through = 1.0;
  int sides = fades > 0.0 && !isFront ? 2 : 1;
  for (int i = 0; i < sides; i++) {
    if (i == 1) through = 0.5 + light / 2.0;
    light = sectionSideLight(spot, isFront || i + 1 < sides);
  }
  return vec3(light, through, isFront ? 0.0 : sheen * sheenShare(-spot.sineCosine.y));
#else
  return vec3(1.0, 1.0, 0.0);
#endif
}

// The lit sheet's colour in the pixel at plane point q, premultiplied linear light.
vec4 sectionColour(vec2 q) {
  vec2 at = foldPoint(q);
  vec2 halfExtent = pixelHalfExtent();
  vec4 lower = vec4(0.0);
  vec4 upper = vec4(0.0);
  int count = int(sectionRows[0].x + 0.5);
  for (int cell = 0; cell < mostCells; cell++) {
    if (cell >= count) break;
    vec4 head = sectionRows[cellRow + 3 * cell];
    vec2 part = vec2(max(at.x - halfExtent.x, head.x), min(at.x + halfExtent.x, head.y));
    if (part.y <= part.x) continue;
    int layers = int(head.z + 0.5);
    Taps taps = tapsOf(sectionStretch(cell, layers, part, halfExtent.x));
    bool isTurned = taps.alongNormal.x * taps.alongNormal.y != 0.0;
    vec3 lights[mostLayers];
    for (int layer = 0; layer < mostLayers; layer++) lights[layer] = vec3(-1.0, 1.0, 0.0);
    int j = 0;
    do {
      int i = 0;
      do {
        vec2 tap = tapPlace(taps, at, i, j);
        if (min(tap.x + taps.halfExtent, head.y) <= max(tap.x - taps.halfExtent, head.x)) continue;
        vec2 side = taps.alongNormal;
        float inside = taps.weight * (halfPlaneCoverage(tap.x - head.x, side.x, side.y)
            - halfPlaneCoverage(tap.x - head.y, side.x, side.y));
        float rest = 1.0;
        for (int layer = 0; layer < mostLayers; layer++) {
          if (layer >= layers || rest <= 0.0) break;
          int index = layerPiece(cell, layer);
          Piece piece = pieceAt(index);
          Spot spot = sectionSpot(index, piece, isTurned ? piece.run : head.xy, tap, taps.halfExtent);
          float first = spot.arc;
          for (int winding = 0; winding < mostWindings; winding++) {
            if (float(winding) >= piece.windings || rest <= 0.0) break;
            spot.arc = first + windingArc(piece, winding);
            Footprint foot = footprint(spot, viewTilt(tap), taps.box);
            float on = share(foot);
            if (on <= 0.0) continue;
            if (lights[layer].x < 0.0) lights[layer] = pieceLight(piece, part, at.y);
            float room = inside * rest;
            if (piece.rootSign < 0.0) {
              vec4 seen = on * frontColour(foot);
              lower += room * lit(seen, lights[layer].x);
              rest *= 1.0 - seen.w;
            } else {
              vec4 seen = on * backColour(foot, lights[layer].y);
              upper += room * gleaming(seen, lights[layer].x, lights[layer].z);
              rest *= 1.0 - seen.w;
            }
          }
        }
      } while (++i < taps.count.x);
    } while (++j < taps.count.y);
  }
#if defined(SIDE_UPPER)
  return upper;
#elif defined(SIDE_LOWER)
  // Drawn alone, the lower side includes the share that the upper side will cover.
  return upper.w < 1.0 ? lower / (1.0 - upper.w) : vec4(0.0);
#else
  return upper + lower;
#endif
}

// Light that the sheet's shadow leaves on the page plane at q.
float sectionLight(vec2 q) {
  vec2 at = foldPoint(q);
#if defined(LIT) && defined(SHEET_ALPHA)
  // At the fold, the light that comes through the sheet differs on both sides: mix both by their shares of
  // the pixel.
  float halfExtent = pixelHalfExtent().x;
  if (abs(at.x) < halfExtent) {
    float beyond = (at.x + halfExtent) / (2.0 * halfExtent);
    return mix(planeLight(vec2((at.x - halfExtent) / 2.0, at.y)),
        planeLight(vec2((at.x + halfExtent) / 2.0, at.y)), beyond);
  }
#endif
  return planeLight(at);
}
