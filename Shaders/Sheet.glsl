// One pixel of the sheet over the page: twin of Sheet.swift and FramePainter.swift, which explain
// it. Variants: LIT; BACK_PICTURE or BACK_COLOUR (else mirrored); BASE_SHADOW or BASE_NOTHING (else
// the next page); BACKGROUND_PICTURE; KEY; THICK.

float share(Footprint at) {
  return outlineCoverage(at.point, page, cornerRadius, at.dx, at.dy);
}

vec4 frontColour(Footprint at) {
  return opacity * boxMean(frontPicture, page, at.point, extent(at));
}

// Paper, then show-through, then tint; `through` is the light that comes through from the front.
vec4 backColour(Footprint at, float through) {
  vec2 size = extent(at);
  float tintAmount = tint.w;
  float shining = showThrough * through;
#if defined(BACK_PICTURE)
  vec4 colour = boxMean(backPicture, page, vec2(page.x - at.point.x, at.point.y), size);
  if (shining > 0.0) {
    // Cut to the back's own alpha; where the front is clear, nothing shines through.
    vec4 front = boxMean(frontPicture, page, at.point, size);
    vec4 seen = colour.w * front + (1.0 - front.w) * colour;
    colour += shining * (vec4(seen.xyz, colour.w) - colour);
  }
#elif defined(BACK_COLOUR)
  vec4 front = boxMean(frontPicture, page, at.point, size);
  vec4 paper = front.w * backPaper;
  vec4 colour = paper + shining * (front - paper);
#else
  vec4 colour = boxMean(frontPicture, page, at.point, size);
  tintAmount = 1.0 - (1.0 - tintAmount) * through;
#endif
  vec4 tinted = colour.w * vec4(tint.xyz, 1.0);
  return opacity * (colour + tintAmount * (tinted - colour));
}

// The paper's cut edge: there as far as the front is.
vec4 edgeColour(Footprint at) {
  float alpha = opacity * boxMean(frontPicture, page, at.point, extent(at)).w;
  return alpha * vec4(edgePaper, 1.0);
}

float casterAlpha(float s, float tau, float width) {
#ifdef SHEET_ALPHA
  vec2 p = fold + s * normal + tau * ruling();
  return opacity * boxMean(frontPicture, page, p, pixelStep + width).w;
#else
  return opacity;
#endif
}

// The alpha of the sheet where its silhouette is seen from a place beyond the fold.
float silhouetteAlpha(vec2 at) {
  return casterAlpha(silhouetteArc(at.x, at.y), at.y, casterRadius / 2.0);
}

// The alpha of what the sheet has above its own front: a hole there lets the sky in.
float overheadAlpha(Spot spot) {
  return casterAlpha(overheadArc(spot.x, spot.tau), spot.tau, 2.0 * casterRadius);
}

// The share of all light that is lost, of what is lost of the sky and of the key light.
float lost(float sky, float key) {
  return sky + keyShare * (key - sky);
}

// Light left on a spot of the sheet's front.
float frontLight(Spot spot) {
#ifdef LIT
  if (isLifted == 0.0 || spot.x < frontLimit) return 1.0;
  float sky = 1.0 - skyOverFront(spot);
  if (sky > 0.0) sky *= overheadAlpha(spot);
#ifdef KEY
  if (keyShare > 0.0) {
    float facing = keyFacing(-spot.turn.x, spot.turn.y);
    float seen = facing > 0.0 ? facing * (1.0 - keyHiddenFromFront(spot, pixelReach().x)) : 0.0;
    sky = lost(sky, 1.0 - seen);
  }
#endif
  return sky == 0.0 ? 1.0 : 1.0 - shadowAmount * sky;
#else
  return 1.0;
#endif
}

// The share of the front that is seen through the sheet at a spot of its back: half is light from
// above, half what the front gets straight below.
float throughLight(Spot spot) {
#ifdef LIT
  if (fades > 0.0) return 0.5 + frontLight(frontOver(spot.x, spot.tau)) / 2.0;
#endif
  return 1.0;
}

// Light left on a spot of the sheet's back.
float backLight(Spot spot) {
#ifdef LIT
  float lean = spot.turn.x;
  float rise = -spot.turn.y;
  float gone = 1.0 - min(openSky(rise, lean) + bounce * (1.0 - rise) / 2.0, 1.0);
#ifdef KEY
  if (keyShare > 0.0) gone = lost(gone, 1.0 - keyFacing(lean, rise));
#endif
  return 1.0 - shading * gone;
#else
  return 1.0;
#endif
}

// Light on the paper's cut edge, which faces along the sheet.
float edgeLight(Spot spot) {
#ifdef LIT
  return 1.0 - shading * (1.0 - openSky(spot.turn.x, abs(spot.turn.y)));
#else
  return 1.0;
#endif
}

// Light left on the page plane.
float baseLight(vec2 at) {
#ifdef LIT
  if (at.x <= 0.0) return frontLight(frontOver(at.x, at.y));
  if (isLifted == 0.0) return 1.0;
  float sky = 1.0 - skyOverBase(at.x, at.y);
  float key = 0.0;
#ifdef KEY
  if (keyShare > 0.0) key = keyHiddenFromBase(at, pixelReach().x);
#endif
  if (sky == 0.0 && key == 0.0) return 1.0;
  float alpha = silhouetteAlpha(at);
  float light = 1.0 - shadowAmount * lost(sky * alpha, key);
  // Through a translucent sheet the page is seen on both sides of the fold: its light must meet.
  float near = at.x / max(radius / 2.0, 1e-12);
  if (alpha == 1.0 || near >= 1.0) return light;
  float front = frontLight(frontOver(0.0, at.y));
  return light + (1.0 - alpha) * (1.0 - smoothRamp(near)) * (front - light);
#else
  return 1.0;
#endif
}

// The share of a pixel that lies on the page.
float pageShare(vec2 q) {
  if (cornerRadius == 0.0 && within.x * within.y == 1.0) return 1.0;
  // An axis along which the canvas stays on the page has no edge, only round corners.
  vec2 middle = page / 2.0;
  vec2 inside = middle + (1.0 - within) * (q - middle);
  vec2 dx = vec2(pixelStep.x, 0.0);
  vec2 dy = vec2(0.0, pixelStep.y);
  float square = outlineCoverage(inside, page, 0.0, dx, dy);
  if (cornerRadius == 0.0 || square == 0.0) return square;
  return min(square, cornerCoverage(q, page, cornerRadius, dx, dy));
}

// The background, then the next page over it; `pixel` counts output pixels.
vec4 backgroundColour(vec2 pixel) {
#ifdef BACKGROUND_PICTURE
  vec2 size = backgroundSize;
  return boxMean(backgroundPicture, size, pixel * size / canvas, size / canvas);
#else
  return background;
#endif
}

// What lies on the plane in one pixel, with a sheet `flat_` that lies flat on the page and ends where
// it does: the page over the background in its share of the pixel, the background in the rest.
// `taken` is the share of the pixel that the sheet takes of the page's alone.
vec4 groundColour(vec2 q, vec2 at, vec2 pixel, vec4 flat_, float taken) {
  vec4 beside = backgroundColour(pixel);
  float inside = max(pageShare(q) - taken, 0.0) / (1.0 - taken);
#ifdef BASE_NOTHING
  vec4 seen = vec4(0.0);
#else
  if (inside <= 0.0 && hasGround == 0.0) return beside;
  float light = baseLight(at);
  if (hasGround > 0.0) beside = lit(beside, light);
  if (inside <= 0.0) return beside;
#ifdef BASE_SHADOW
  vec4 seen = vec4(0.0, 0.0, 0.0, 1.0 - light);
#else
  vec4 seen = lit(boxMean(nextPicture, page, q, pixelStep), light);
#endif
#endif
  return inside * composite(flat_, composite(seen, beside)) + (1.0 - inside) * beside;
}

vec4 baseColour(vec2 q, vec2 at, vec2 pixel) {
  return groundColour(q, at, pixel, vec4(0.0), 0.0);
}

// Whether the sheet lies flat all over a pixel: as long as no corner is lifted, it does even in the
// pixel of the corner that lifts first.
bool isFlat(vec2 at, vec2 reach) {
  return at.x <= -reach.x || furthestArc <= 1e-6;
}

// Mixed towards white as far as the paper mirrors the key light.
vec4 glossed(vec4 colour, float glint) {
  return colour + gloss * glint * (vec4(colour.w) - colour);
}

vec4 backLit(vec4 colour, Spot spot, vec2 at) {
  vec4 seen = lit(colour, backLight(spot));
#if defined(LIT) && defined(KEY)
  if (gloss > 0.0) seen = glossed(seen, keyGlint(at, spot.turn.x, -spot.turn.y));
#endif
  return seen;
}

vec4 frontLit(vec4 colour, Spot spot, vec2 at) {
  vec4 seen = lit(colour, frontLight(spot));
#if defined(LIT) && defined(KEY)
  if (gloss > 0.0) {
    float glint = keyGlint(at, -spot.turn.x, spot.turn.y);
    if (glint > 0.0) {
      seen = glossed(seen, glint * (1.0 - keyHiddenFromFront(spot, pixelReach().x)));
    }
  }
#endif
  return seen;
}

// What is seen of the sheet: its back, the paper's cut edge, its front.
struct Sides {
  vec4 upper;
  vec4 edge;
  vec4 lower;
};

#ifdef THICK
// The most of a tap that lies on the page on its way from one surface of a thick sheet to the other,
// found at six places.
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

// Adds what one tap sees, the highest first.
void addTap(Taps taps, vec2 tap, bool hasUpper, bool hasLower, float through, inout Sides sides) {
  vec2 side = taps.alongNormal;
  float inside = halfPlaneCoverage(outerSkin.y - tap.x, side.x, side.y);
  if (inside <= 0.0) return;
  vec2 w = viewTilt(upToSilhouette(outerSkin, tap));
  float rest = 1.0;
  if (hasUpper) {
    Spot spot = tapSpot(outerSkin, tap, taps.reach, true);
    Footprint foot = footprint(spot, w, taps.box);
    float part = spot.z <= highest ? share(foot) : 0.0;
    if (part > 0.0) {
      vec4 seen = part * backColour(foot, through);
      sides.upper += inside * seen;
      rest = 1.0 - seen.w;
    }
#ifdef THICK
    // Through the slab: where it is met further in, but not on its surface, its edge is seen.
    Spot deep = tapSpot(innerSkin, tap, taps.reach, true);
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
  Spot spot = tapSpot(innerSkin, tap, taps.reach, false);
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
    Footprint under = footprint(tapSpot(outerSkin, tap, taps.reach, false), w, taps.box);
    float cut = inside * slabShare(foot, under) - front;
    if (cut > 0.0) sides.edge += (rest * cut) * edgeColour(under);
  }
#endif
}

// The sheet over the next page over the background.
vec4 sheetColour(vec2 q, vec2 at, vec2 pixel, bool hasUpper) {
  vec2 reach = pixelReach();
  bool flatHere = isFlat(at, reach);
  // Nothing lifted has no upper side.
  hasUpper = hasUpper && furthestArc > 1e-6;
  Sides sides = Sides(vec4(0.0), vec4(0.0), vec4(0.0));
  if (hasUpper || !flatHere) {
    Taps taps = tapsOf(at, reach);
    Spot above = upperSpot(outerSkin, upToSilhouette(outerSkin, at), reach.x);
    float through = hasUpper ? throughLight(above) : 1.0;
    for (int j = 0; j < taps.count.y; j++) {
      for (int i = 0; i < taps.count.x; i++) {
        addTap(taps, tapPlace(taps, at, i, j), hasUpper, !flatHere, through, sides);
      }
    }
    sides.upper *= taps.weight;
    sides.lower *= taps.weight;
    sides.edge *= taps.weight;
    if (sides.upper.w > 0.0) sides.upper = backLit(sides.upper, above, at);
    if (sides.edge.w > 0.0) sides.edge = lit(sides.edge, edgeLight(above));
  }
  Spot spot = lowerSpot(innerSkin, upToSilhouette(innerSkin, at), reach.x);
  if (flatHere) {
    // Where the sheet lies flat it is one more page under the flap, and ends with the next one.
    vec4 sheet = sides.upper + sides.edge;
    if (sheet.w >= 1.0) return sheet;
    vec4 front = frontLit(opacity * boxMean(frontPicture, page, q, pixelStep), spot, at);
    if (front.w >= 1.0 && pageShare(q) >= 1.0) return composite(sheet, front);
    return composite(sheet, groundColour(q, at, pixel, front, 0.0));
  }
  if (sides.lower.w > 0.0) sides.lower = frontLit(sides.lower, spot, at);
  vec4 sheet = sides.upper + sides.edge + sides.lower;
  if (sheet.w >= 1.0) return sheet;
  // Hardly lifted, the sheet still ends where the page does, and covers nothing beside it.
  vec2 away = (fold + spot.arc * normal + spot.tau * ruling() - q) / pixelStep;
  float near = max(1.0 - sqrt(dot(away, away)), 0.0);
  float rest = 1.0 - sides.upper.w - sides.edge.w;
  float taken = min(near * sides.lower.w / max(rest, 1e-6), 0.999);
  return composite(sheet, groundColour(q, at, pixel, vec4(0.0), taken));
}
