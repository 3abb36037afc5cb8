// One flat leaf: twin of PlatePainter.swift, which explains it. frontPicture is the contents. backPicture
// shines through the contents, cuts them, or both. nextPicture shows through the contents' transparent parts.
// Variants: CONTENTS_PICTURE, CONTENTS_GRADIENT (else one colour); THROUGH; CUT; BENEATH.
layout(std140) uniform Plate {
  vec4 inverseX;        // map from the page plane to the page, row by row
  vec4 inverseY;
  vec4 inverseW;
  vec2 platePage;       // the page's size, page pixels
  float plateCorner;    // radius of the page's corners
  float plateOpacity;
  vec2 plateLow;        // corners of the plate's part of the page
  vec2 plateHigh;
  vec4 plateTint;       // the amount in w
  float contentsFlip;      // 0 none, 1 across the vertical axis, 2 across the horizontal axis
  float otherFlip;      // of backPicture
  float plateThrough;   // share of show-through
  float isTranslation;        // whether the map is a pure translation
  vec4 contentsFrom;       // the colour, or the gradient's start
  vec4 contentsTo;         // the gradient's end
  vec2 rampOrigin;
  vec2 rampAlong;
  vec3 plateSeam;       // a x + b y - c: distance beyond the seam along its normal, output pixels
  float beneathShare;   // share of nextPicture seen through transparent parts
  float opacityBeyondSeam; // negative if the plate ends there
  float encodesTint;    // whether the tint is mixed in encoded values
};

// Largest third component of the inverse map: a tenth of the distance to the eye.
const float farthest = 10.0;
// Smallest drawn share of a pixel on the plate's side of its seam.
const float leastRest = 1.0 / 1024.0;
// Share of a footprint's extent by which it reaches from its centre: half, less rounding errors, so that a
// leaf doesn't touch the row of pixels beyond its edge.
const float reach = 0.5 - 1.0 / 4096.0;

struct PlateSpot {
  Footprint foot;
  float w;
};

PlateSpot plateSpot(vec2 q, vec2 box) {
  vec3 p = vec3(q, 1.0);
  float w = dot(inverseW.xyz, p);
  vec2 point = vec2(dot(inverseX.xyz, p), dot(inverseY.xyz, p)) / w;
  vec2 dx = (inverseX.xy - point.x * inverseW.xy) / w;
  vec2 dy = (inverseY.xy - point.y * inverseW.xy) / w;
  return PlateSpot(Footprint(point, dx * box, dy * box), w);
}

// Whether a footprint is in front of the eye and touches the plate.
bool isNear(PlateSpot spot) {
  Footprint foot = spot.foot;
  vec2 halfExtent = reach * vec2(abs(foot.dx.x) + abs(foot.dx.y), abs(foot.dy.x) + abs(foot.dy.y));
  return spot.w > 0.0 && spot.w <= farthest && all(greaterThan(foot.point + halfExtent, plateLow))
      && all(lessThan(foot.point - halfExtent, plateHigh));
}

float plateShare(Footprint foot) {
  float square = outlineCoverage(
      foot.point - plateLow, plateHigh - plateLow, 0.0, foot.dx, foot.dy);
  if (square == 0.0 || plateCorner == 0.0) return square;
  return min(square, cornerCoverage(foot.point, platePage, plateCorner, foot.dx, foot.dy));
}

vec4 platePicture(highp sampler2D image, Texels texels, Footprint foot, float flip) {
  // Clip the footprint to the plate, so that the rest of the page isn't mixed in.
  vec2 half_ = extent(foot) / 2.0;
  vec2 low = max(foot.point - half_, plateLow);
  vec2 high = min(foot.point + half_, plateHigh);
  vec2 p = (low + high) / 2.0;
  if (flip == 1.0) p.x = platePage.x - p.x;
  if (flip == 2.0) p.y = platePage.y - p.y;
  return boxMean(image, texels, p, max(high - low, vec2(0.0)));
}

// Contents, then show-through, then tint, then the picture beneath.
vec4 plateInk(Footprint foot) {
#if defined(CONTENTS_PICTURE)
  vec4 colour = platePicture(frontPicture, frontTexels, foot, contentsFlip);
#elif defined(CONTENTS_GRADIENT)
  float t = clamp(dot(foot.point - rampOrigin, rampAlong), 0.0, 1.0);
  vec4 colour = contentsFrom + t * (contentsTo - contentsFrom);
#else
  vec4 colour = contentsFrom;
#endif
#if defined(CUT) || defined(THROUGH)
  vec4 other = platePicture(backPicture, backTexels, foot, otherFlip);
#endif
#if defined(CUT)
  colour *= other.w;
#endif
#if defined(THROUGH)
#if defined(CONTENTS_PICTURE) || defined(CONTENTS_GRADIENT)
  colour = shining(colour, other, false, plateThrough);
#else
  // One colour has the other side's shape.
  colour = shining(colour, other, true, plateThrough);
#endif
#endif
  if (encodesTint == 0.0) colour = tinted(colour, plateTint.xyz, plateTint.w);
#if defined(BENEATH)
  colour += (1.0 - colour.w) * beneathShare * platePicture(nextPicture, nextTexels, foot, 0.0);
#endif
  return colour;
}

// Share of a pixel on the plate's side of its seam.
float restAtSeam(vec2 q) {
  return clamp(0.5 - (plateSeam.x * q.x + plateSeam.y * q.y - plateSeam.z), 0.0, 1.0);
}

vec4 plateColour(vec2 q) {
  PlateSpot middle = plateSpot(q, pixelStep);
  if (!isNear(middle)) return vec4(0.0);
  ivec2 count = ivec2(1);
  if (isTranslation == 0.0) {
    float narrow = max(1.0, min(pixelStep.x, pixelStep.y));
    vec2 stretch = vec2(length(vec2(middle.foot.dx.x, middle.foot.dy.x)),
        length(vec2(middle.foot.dx.y, middle.foot.dy.y)));
    count = ivec2(tapCount(stretch.x / narrow, 2), tapCount(stretch.y / narrow, 2));
  }
  vec2 box = pixelStep / vec2(count);
  float rest = restAtSeam(q);
  float there = plateOpacity;
  if (opacityBeyondSeam >= 0.0) {
    there *= opacityBeyondSeam + (1.0 - opacityBeyondSeam) * rest;
    rest = 1.0;
  }
  if (rest < leastRest) return vec4(0.0);
  vec4 sum = vec4(0.0);
  float covered = 0.0;
  int j = 0;
  do {
    int i = 0;
    do {
      PlateSpot tap = plateSpot(q + (vec2(i, j) + 0.5) * box - pixelStep / 2.0, box);
      if (isNear(tap)) {
        float part = plateShare(tap.foot);
        if (part > 0.0) {
          sum += part * plateInk(tap.foot);
          covered += part;
        }
      }
    } while (++i < count.x);
  } while (++j < count.y);
  if (encodesTint != 0.0 && sum.w > 0.0) {
    sum = sum.w * compositeEncoded(
        plateTint.w * vec4(plateTint.xyz, 1.0), vec4(sum.xyz / sum.w, 1.0));
  }
  return there / max(rest * float(count.x * count.y), covered) * sum;
}
