// One pixel of the sheet over the page: twin of Sheet.swift and FramePainter.swift, which explain
// it. Variants: LIT; BACK_PICTURE or BACK_COLOUR (else mirrored); BASE_SHADOW or BASE_NOTHING (else
// the next page); BACKGROUND_PICTURE.

float share(Footprint at) {
  return outlineCoverage(at.point, page, at.dx, at.dy);
}

vec4 frontColour(Footprint at) {
  return opacity * boxMean(frontPicture, page, at.point, extent(at));
}

// Paper, then show-through, then tint.
vec4 backColour(Footprint at) {
  vec2 size = extent(at);
#if defined(BACK_PICTURE)
  vec4 colour = boxMean(backPicture, page, vec2(page.x - at.point.x, at.point.y), size);
  if (showThrough > 0.0) {
    // Cut to the back's own alpha; where the front is clear, nothing shines through.
    vec4 front = boxMean(frontPicture, page, at.point, size);
    vec4 through = colour.w * front + (1.0 - front.w) * colour;
    colour += showThrough * (vec4(through.xyz, colour.w) - colour);
  }
#elif defined(BACK_COLOUR)
  vec4 front = boxMean(frontPicture, page, at.point, size);
  vec4 paper = front.w * backPaper;
  vec4 colour = paper + showThrough * (front - paper);
#else
  vec4 colour = boxMean(frontPicture, page, at.point, size);
#endif
  vec4 tinted = colour.w * vec4(tint.xyz, 1.0);
  return opacity * (colour + tint.w * (tinted - colour));
}

// The alpha of the sheet where its silhouette is seen from a place on the page.
float casterAlpha(vec2 at) {
#ifdef SHEET_ALPHA
  float s = silhouetteArc(at.x, at.y);
  vec2 p = fold + s * normal + at.y * ruling();
  return opacity * boxMean(frontPicture, page, p, pixelStep + casterRadius / 4.0).w;
#else
  return opacity;
#endif
}

// Light left on the sheet's front.
float frontLight(vec2 at) {
#ifdef LIT
  if (isLifted == 0.0 || at.x < frontLimit) return 1.0;
  float lost = 1.0 - skyOverFront(min(at.x, radius), at.y);
  return lost == 0.0 ? 1.0 : 1.0 - shadowAmount * lost * casterAlpha(at);
#else
  return 1.0;
#endif
}

// Light left on the sheet's back.
float backLight(vec2 at) {
#ifdef LIT
  return 1.0 - shading * (1.0 - skyOverBack(min(at.x, radius)));
#else
  return 1.0;
#endif
}

// Light left on the page plane.
float baseLight(vec2 at) {
#ifdef LIT
  if (at.x <= 0.0) return frontLight(at);
  if (isLifted == 0.0) return 1.0;
  float lost = 1.0 - skyOverBase(at.x, at.y);
  if (lost == 0.0) return 1.0;
  float alpha = casterAlpha(at);
  float light = 1.0 - shadowAmount * lost * alpha;
  // Through a translucent sheet the page is seen on both sides of the fold: its light must meet.
  float near = at.x / (radius / 2.0);
  if (alpha == 1.0 || near >= 1.0) return light;
  return light + (1.0 - alpha) * (1.0 - smoothRamp(near)) * (frontLight(vec2(0.0, at.y)) - light);
#else
  return 1.0;
#endif
}

// The share of a pixel that lies on the page.
float pageShare(vec2 q) {
  vec2 place = page / 2.0 + (1.0 - within) * (q - page / 2.0);
  float inside = outlineCoverage(place, page, vec2(pixelStep.x, 0.0), vec2(0.0, pixelStep.y));
  return within.x * within.y == 1.0 ? 1.0 : inside;
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

vec4 baseColour(vec2 q, vec2 at, vec2 pixel) {
  vec4 under = backgroundColour(pixel);
#ifdef BASE_NOTHING
  return under;
#else
  float inside = pageShare(q);
  if (inside <= 0.0) return under;
  float light = baseLight(at);
#ifdef BASE_SHADOW
  return composite(vec4(0.0, 0.0, 0.0, inside * (1.0 - light)), under);
#else
  return composite(inside * lit(boxMean(nextPicture, page, q, pixelStep), light), under);
#endif
#endif
}

// Whether the sheet lies flat all over a pixel: as long as no corner is lifted, it does even in the
// pixel of the corner that lifts first.
bool isFlat(vec2 at, vec2 reach) {
  return at.x <= -reach.x || farCorner.x <= 1e-6;
}

// The sheet over the next page over the background.
vec4 sheetColour(vec2 q, vec2 at, vec2 pixel, bool hasUpper) {
  vec2 reach = pixelReach();
  bool flatHere = isFlat(at, reach);
  vec4 upper = vec4(0.0);
  vec4 lower = vec4(0.0);
  if (hasUpper || !flatHere) {
    Taps taps = tapsOf(at, reach);
    for (int j = 0; j < taps.count.y; j++) {
      for (int i = 0; i < taps.count.x; i++) {
        vec2 tap = tapPlace(taps, at, i, j);
        float inside = halfPlaneCoverage(radius - tap.x, taps.alongNormal.x, taps.alongNormal.y);
        if (inside <= 0.0) continue;
        float rest = 1.0;
        if (hasUpper) {
          Footprint spot = upperFootprint(tap, taps);
          float part = share(spot);
          if (part > 0.0) {
            vec4 seen = part * backColour(spot);
            upper += inside * seen;
            rest = 1.0 - seen.w;
          }
        }
        if (rest > 0.0 && !flatHere) {
          Footprint spot = lowerFootprint(tap, taps);
          float part = share(spot);
          if (part > 0.0) lower += (inside * rest * part) * frontColour(spot);
        }
      }
    }
    upper *= taps.weight;
    lower *= taps.weight;
  }
  // Where the sheet lies flat it is one more page under the flap, seen as it is.
  if (flatHere && upper.w < 1.0) {
    Footprint spot = Footprint(q, vec2(pixelStep.x, 0.0), vec2(0.0, pixelStep.y));
    float part = pageShare(q);
    if (part > 0.0) lower = ((1.0 - upper.w) * part) * frontColour(spot);
  }
  if (upper.w > 0.0) upper = lit(upper, backLight(at));
  if (lower.w > 0.0) lower = lit(lower, frontLight(at));
  vec4 sheet = upper + lower;
  if (sheet.w >= 1.0) return sheet;
  return composite(sheet, baseColour(q, at, pixel));
}
