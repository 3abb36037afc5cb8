// One pixel of the sheet over the page: twin of Sheet.swift and FramePainter.swift, which explain it.
// Variants: LIT; BACK_PICTURE or BACK_COLOUR (else the mirrored front); BASE_SHADOW or BASE_NOTHING (else
// the next page); BACKGROUND_PICTURE; THICK; SIDE_LOWER or SIDE_UPPER (else both); those of Frame.glsl.

float share(Footprint at) {
  return outlineCoverage(at.point, page, cornerRadius, at.dx, at.dy);
}

vec4 frontColour(Footprint at) {
  return opacity * boxMean(frontPicture, frontTexels, at.point, extent(at));
}

// The point of the back picture that lies behind a point of the page.
vec2 flipped(vec2 point) {
  return turnsOver > 0.0 ? vec2(point.x, page.y - point.y) : vec2(page.x - point.x, point.y);
}

// The back's colour at a page point: contents, then show-through, then tint. `front` and `back` are the
// pictures' colours, `through` is the share of the front's light that comes through.
vec4 backOf(vec4 front, vec4 back, float through) {
  float tintAmount = tint.w;
  float shown = showThrough * through;
#if defined(BACK_PICTURE)
  vec4 colour = shining(back, front, false, shown);
  if (showThrough == 0.0) tintAmount = 1.0 - (1.0 - tintAmount) * through;
#elif defined(BACK_COLOUR)
  vec4 colour = shining(front.w * backPaper, front, true, shown);
#else
  vec4 colour = front;
  tintAmount = 1.0 - (1.0 - tintAmount) * through;
#endif
  return opacity * tinted(colour, tint.xyz, tintAmount);
}

// The back's colour over a footprint.
vec4 backColour(Footprint at, float through) {
  vec2 size = extent(at);
#if defined(BACK_PICTURE)
  vec4 back = boxMean(backPicture, backTexels, flipped(at.point), size);
  vec4 front = showThrough > 0.0 ? boxMean(frontPicture, frontTexels, at.point, size) : vec4(0.0);
#else
  vec4 back = vec4(0.0);
  vec4 front = boxMean(frontPicture, frontTexels, at.point, size);
#endif
  return backOf(front, back, through);
}

// The paper's cut edge, with the alpha of the front.
vec4 edgeColour(Footprint at) {
  float alpha = opacity * boxMean(frontPicture, frontTexels, at.point, extent(at)).w;
  return alpha * vec4(cutEdgeColour, 1.0);
}

// Share of a pixel on the page.
float pageShare(vec2 q) {
  if (cornerRadius == 0.0 && within.x * within.y == 1.0) return 1.0;
  // Along an axis where the canvas stays within the page, only round corners can cut a pixel.
  vec2 middle = page / 2.0;
  vec2 inside = middle + (1.0 - within) * (q - middle);
  vec2 dx = vec2(pixelStep.x, 0.0);
  vec2 dy = vec2(0.0, pixelStep.y);
  float square = outlineCoverage(inside, page, 0.0, dx, dy);
  if (cornerRadius == 0.0 || square == 0.0) return square;
  return min(square, cornerCoverage(q, page, cornerRadius, dx, dy));
}

// The background; `pixel` counts output pixels.
vec4 backgroundColour(vec2 pixel) {
#ifdef BACKGROUND_PICTURE
  vec2 size = backgroundSize;
  return boxMean(backgroundPicture, backgroundTexels, pixel * size / canvas, size / canvas);
#else
  return background;
#endif
}

// The plane in one pixel: the page over the background in the page's share of the pixel, the background in
// the rest. `flat_` is the colour of a flat sheet on the page, with the page's outline. `taken` is the share
// of the pixel in which the sheet hides only the page. `front` is the light of `flatLight`.
vec4 groundColour(vec2 q, vec2 at, vec2 pixel, vec4 flat_, float taken, float front) {
  vec4 beside = backgroundColour(pixel);
  float inside = max(pageShare(q) - taken, 0.0) / (1.0 - taken);
#ifdef BASE_NOTHING
  vec4 seen = vec4(0.0);
#else
  if (inside <= 0.0 && hasGround == 0.0) return beside;
  float light = baseLight(at, front);
  if (hasGround > 0.0) beside = lit(beside, light);
  if (inside <= 0.0) return beside;
#ifdef BASE_SHADOW
  vec4 seen = vec4(0.0, 0.0, 0.0, 1.0 - light);
#else
  vec4 seen = lit(boxMean(nextPicture, nextTexels, q, pixelStep), light);
#endif
#endif
  return composite(inside * composite(flat_, seen), beside);
}

vec4 baseColour(vec2 q, vec2 at, vec2 pixel) {
  return groundColour(q, at, pixel, vec4(0.0), 0.0, flatLight(at));
}

// Whether the sheet is flat in the whole pixel. Before any corner lifts, it is flat everywhere, also in the
// pixel of the corner that lifts first.
bool isFlat(vec2 at, vec2 halfExtent) {
  return at.x <= -halfExtent.x || furthestArc <= 1e-6;
}

// Visible parts of the sheet: the back, the paper's cut edge, the front.
struct Sides {
  vec4 upper;
  vec4 edge;
  vec4 lower;
};

#ifdef THICK
// Largest share of a tap on the page between the two skins of a thick sheet, sampled at six depths.
float slabShare(Footprint from, Footprint to) {
  float most = 0.0;
  for (int i = 1; i <= 6; i++) {
    float t = float(i) / 6.0;
    most = max(most, share(Footprint(mix(from.point, to.point, t), mix(from.dx, to.dx, t),
        mix(from.dy, to.dy, t))));
  }
  return most;
}
#endif

// Adds the parts that one tap sees, highest first.
void addTap(Taps taps, vec2 tap, bool hasUpper, bool hasLower, float through, inout Sides sides) {
  vec2 side = taps.alongNormal;
  float inside = halfPlaneCoverage(outerSkin.y - tap.x, side.x, side.y);
  if (inside <= 0.0) return;
  vec2 w = viewTilt(upToSilhouette(outerSkin, tap));
  float rest = 1.0;
  if (hasUpper) {
    Spot spot = tapSpot(outerSkin, tap, taps.halfExtent, true);
    Footprint foot = footprint(spot, w, taps.box);
    float part = spot.z <= highest ? share(foot) : 0.0;
    if (part > 0.0) {
      vec4 seen = part * backColour(foot, through);
      sides.upper += inside * seen;
      rest = 1.0 - seen.w;
    }
#ifdef THICK
    // A ray that meets the inside of the sheet, but not its skin, sees the cut edge.
    Spot deep = tapSpot(innerSkin, tap, taps.halfExtent, true);
    Footprint deepFoot = footprint(deep, w, taps.box);
    float cut = deep.z <= highest ? slabShare(foot, deepFoot) - part : 0.0;
    if (cut > 0.0) {
      vec4 seen = cut * edgeColour(deepFoot);
      sides.edge += inside * seen;
      rest -= seen.w;
    }
#endif
  }
  if (rest <= 0.0 || !hasLower) return;
  Spot spot = tapSpot(innerSkin, tap, taps.halfExtent, false);
  if (spot.z > highest) return;
  Footprint foot = footprint(spot, w, taps.box);
  float front = share(foot);
#ifdef THICK
  front *= halfPlaneCoverage(innerSkin.y - tap.x, side.x, side.y);
#else
  front *= inside;
#endif
  if (front > 0.0) sides.lower += (rest * front) * frontColour(foot);
#ifdef THICK
  if (tap.x > 0.0) {
    Footprint under = footprint(tapSpot(outerSkin, tap, taps.halfExtent, false), w, taps.box);
    float cut = inside * slabShare(foot, under) - front;
    if (cut > 0.0) sides.edge += (rest * cut) * edgeColour(under);
  }
#endif
}

// Whether something on the plane is visible below the sheet.
#ifdef BASE_NOTHING
const bool hasPlane = false;
#else
const bool hasPlane = true;
#endif

// The sheet over the next page over the background. Flat and lifted sheets share the calls of large
// functions, because software GL compiles each call anew.
vec4 sheetColour(vec2 q, vec2 at, vec2 pixel, bool hasUpper) {
  vec2 halfExtent = pixelHalfExtent();
  bool flatHere = isFlat(at, halfExtent);
  // A sheet without a lifted part has no upper side.
  hasUpper = hasUpper && furthestArc > 1e-6;
  Sides sides = Sides(vec4(0.0), vec4(0.0), vec4(0.0));
  if (hasUpper || !flatHere) {
    Taps taps = tapsOf(at, halfExtent);
    Spot above = upperSpot(outerSkin, upToSilhouette(outerSkin, at), halfExtent.x);
    float through = hasUpper ? throughLight(above) : 1.0;
    int j = 0;
    do {
      int i = 0;
      do {
        addTap(taps, tapPlace(taps, at, i, j), hasUpper, !flatHere, through, sides);
      } while (++i < taps.count.x);
    } while (++j < taps.count.y);
    sides.upper *= taps.weight;
    sides.lower *= taps.weight;
    sides.edge *= taps.weight;
    if (sides.upper.w > 0.0) sides.upper = backLit(sides.upper, above, at);
    if (sides.edge.w > 0.0) sides.edge = lit(sides.edge, edgeLight(above));
  }
  vec4 over = sides.upper + sides.edge;
#ifdef SIDE_UPPER
  return over;
#endif
#ifdef SIDE_LOWER
  vec4 sheet = vec4(0.0);
#else
  vec4 sheet = over;
  if (flatHere && sheet.w >= 1.0) return sheet;
#endif
  Spot spot = lowerSpot(innerSkin, upToSilhouette(innerSkin, at), halfExtent.x);
  vec4 front = flatHere ? opacity * boxMean(frontPicture, frontTexels, q, pixelStep) : sides.lower;
  float light = 1.0;
  if (front.w > 0.0 || (hasPlane && at.x <= 0.0)) light = frontLight(spot);
  if (front.w > 0.0) front = frontLit(front, light, spot, at);
  float taken = 0.0;
  if (flatHere) {
    // Under the flap, the flat part of the sheet is another page with the next page's outline.
    if (front.w >= 1.0 && pageShare(q) >= 1.0) return composite(sheet, front);
  } else {
#ifdef SIDE_LOWER
    // Drawn alone, the lower side includes the share that the upper side will cover.
    return over.w < 1.0 ? front / (1.0 - over.w) : vec4(0.0);
#endif
    sheet = over + front;
    if (sheet.w >= 1.0) return sheet;
    // A barely lifted sheet still has the page's outline, and hides nothing beside the page.
    vec2 away = (fold + spot.arc * normal + spot.tau * ruling() - q) / pixelStep;
    float near = max(1.0 - sqrt(dot(away, away)), 0.0);
    float rest = 1.0 - sides.upper.w - sides.edge.w;
    taken = min(near * front.w / max(rest, 1e-6), 0.999);
    front = vec4(0.0);
  }
  // Up to the fold, the sheet's front has the light of the plane.
  if (isTranslucent && at.x > 0.0) light = flatLight(at);
  return composite(sheet, groundColour(q, at, pixel, front, taken, light));
}
