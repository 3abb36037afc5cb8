// Light on each side of the sheet and on the plane, put together. Twin of
// FramePainter+Light.swift. Variants: LIT; SHEET_ALPHA; TRANSLUCENT; FADES; KEY;
// GLOSS.

// Whether light comes through the sheet.
#if defined(SHEET_ALPHA) || defined(TRANSLUCENT)
const bool isTranslucent = true;
#else
const bool isTranslucent = false;
#endif

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
    float seen = facing > 0.0 ? facing * (1.0 - keyHiddenFromFront(spot, pixelHalfExtent().x)) : 0.0;
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

// Light left on the sheet's front where it lies flat, at a place or, beyond the fold, at the fold
// beside it: what the light on the page plane needs of it.
float flatLight(vec2 at) {
  if (at.x > 0.0 && !(isTranslucent && at.x < radius / 2.0)) return 1.0;
  return frontLight(flatSpot(min(at.x, 0.0), at.y));
}

// Light left on the page plane, with that of `flatLight`.
float baseLight(vec2 at, float flat_) {
#ifdef LIT
  if (at.x <= 0.0) return flat_;
  if (isLifted == 0.0) return 1.0;
  float sky = 1.0 - skyOverBase(at.x, at.y);
  float key = 0.0;
#ifdef KEY
  key = keyHiddenFromBase(at, pixelHalfExtent().x);
#endif
  if (sky == 0.0 && key == 0.0) return 1.0;
  float alpha = silhouetteAlpha(at);
  float light = 1.0 - shadowAmount * lost(sky * alpha, key);
  // Through a translucent sheet the page is seen on both sides of the fold: its light must meet.
  float near = at.x / max(radius / 2.0, 1e-12);
  if (alpha == 1.0 || near >= 1.0) return light;
  return light + (1.0 - alpha) * (1.0 - smoothRamp(near)) * (flat_ - light);
#else
  return 1.0;
#endif
}

float baseLight(vec2 at) {
  return baseLight(at, flatLight(at));
}

// Mixed towards white as far as the paper mirrors the key light.
vec4 glossed(vec4 colour, float glint) {
  return colour + gloss * glint * (vec4(colour.w) - colour);
}

vec4 backLit(vec4 colour, Spot spot, vec2 at) {
  vec4 seen = lit(colour, backLight(spot));
#if defined(LIT) && defined(GLOSS)
  if (gloss > 0.0) seen = glossed(seen, keyGlint(at, spot.turn.x, -spot.turn.y));
#endif
  return seen;
}

// `light` is that of `frontLight`.
vec4 frontLit(vec4 colour, float light, Spot spot, vec2 at) {
  vec4 seen = lit(colour, light);
#if defined(LIT) && defined(GLOSS)
  if (gloss > 0.0) {
    float glint = keyGlint(at, -spot.turn.x, spot.turn.y);
    if (glint > 0.0) {
      seen = glossed(seen, glint * (1.0 - keyHiddenFromFront(spot, pixelHalfExtent().x)));
    }
  }
#endif
  return seen;
}
