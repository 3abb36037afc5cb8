// One flat leaf: twin of PlatePainter.swift, which explains it. frontPicture is the paper,
// backPicture shines through it or cuts it, nextPicture is seen through its transparent parts.
// Variants: PAPER_PICTURE, PAPER_GRADIENT (else one colour); THROUGH or CUT; BENEATH.
layout(std140) uniform Plate {
  vec4 inverseX;        // the way from the page plane to the page, row by row
  vec4 inverseY;
  vec4 inverseW;
  vec2 platePage;       // the page's size
  float plateCorner;    // radius of its corners
  float plateOpacity;
  vec2 plateLow;        // the part of the page that the plate is
  vec2 plateHigh;
  vec4 plateTint;       // the amount in w
  float paperFlip;      // 0 not, 1 across the vertical axis, 2 across the horizontal one
  float otherFlip;
  float plateThrough;
  float isMoved;        // whether the map only moves the page
  vec4 paperFrom;       // the colour, or where the ramp starts
  vec4 paperTo;
  vec2 rampOrigin;
  vec2 rampAlong;
  vec3 plateSeam;       // a x + b y - c: distance beyond the seam, in pixels along its normal
  float plateBeneath;   // how much is seen of the picture beneath
  float plateBeyond;    // what is there beyond the seam; negative where the plate ends at it
  float encodesTint;    // whether the tint is mixed in encoded values
};

// Largest third component of the inverse map: a tenth of the distance to the eye.
const float farthest = 10.0;
// The least share of a pixel on the plate's side of its seam that is drawn.
const float leastRest = 1.0 / 1024.0;

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
  vec2 halfExtent = vec2(abs(foot.dx.x) + abs(foot.dx.y), abs(foot.dy.x) + abs(foot.dy.y)) / 2.0;
  return spot.w > 0.0 && spot.w <= farthest && all(greaterThan(foot.point + halfExtent, plateLow))
      && all(lessThan(foot.point - halfExtent, plateHigh));
}

float plateShare(Footprint foot) {
  float square = outlineCoverage(
      foot.point - plateLow, plateHigh - plateLow, 0.0, foot.dx, foot.dy);
  if (square == 0.0 || plateCorner == 0.0) return square;
  return min(square, cornerCoverage(foot.point, platePage, plateCorner, foot.dx, foot.dy));
}

vec4 platePicture(highp sampler2D image, Footprint foot, float flip) {
  // A footprint ends where the plate does: the rest of the page isn't mixed in.
  vec2 half_ = extent(foot) / 2.0;
  vec2 low = max(foot.point - half_, plateLow);
  vec2 high = min(foot.point + half_, plateHigh);
  vec2 p = (low + high) / 2.0;
  if (flip == 1.0) p.x = platePage.x - p.x;
  if (flip == 2.0) p.y = platePage.y - p.y;
  return boxMean(image, platePage, p, max(high - low, vec2(0.0)));
}

// Paper, then show-through, then tint.
vec4 plateInk(Footprint foot) {
#if defined(PAPER_PICTURE)
  vec4 colour = platePicture(frontPicture, foot, paperFlip);
#elif defined(PAPER_GRADIENT)
  float t = clamp(dot(foot.point - rampOrigin, rampAlong), 0.0, 1.0);
  vec4 colour = paperFrom + t * (paperTo - paperFrom);
#else
  vec4 colour = paperFrom;
#endif
#if defined(CUT)
  colour *= platePicture(backPicture, foot, otherFlip).w;
#endif
#if defined(THROUGH)
  vec4 other = platePicture(backPicture, foot, otherFlip);
#if defined(CUT)
  colour = shining(colour, other, true, plateThrough);
#else
  colour = shining(colour, other, false, plateThrough);
#endif
#endif
  if (encodesTint == 0.0) colour = tinted(colour, plateTint.xyz, plateTint.w);
#if defined(BENEATH)
  colour += (1.0 - colour.w) * plateBeneath * platePicture(nextPicture, foot, 0.0);
#endif
  return colour;
}

// The share of a pixel on the plate's side of its seam.
float restAtSeam(vec2 q) {
  return clamp(0.5 - (plateSeam.x * q.x + plateSeam.y * q.y - plateSeam.z), 0.0, 1.0);
}

vec4 plateColour(vec2 q) {
  PlateSpot middle = plateSpot(q, pixelStep);
  if (!isNear(middle)) return vec4(0.0);
  ivec2 count = ivec2(1);
  if (isMoved == 0.0) {
    float narrow = max(1.0, min(pixelStep.x, pixelStep.y));
    vec2 stretch = vec2(length(vec2(middle.foot.dx.x, middle.foot.dy.x)),
        length(vec2(middle.foot.dx.y, middle.foot.dy.y)));
    count = ivec2(tapCount(stretch.x / narrow, 2), tapCount(stretch.y / narrow, 2));
  }
  vec2 box = pixelStep / vec2(count);
  float rest = restAtSeam(q);
  float there = plateOpacity;
  if (plateBeyond >= 0.0) {
    there *= plateBeyond + (1.0 - plateBeyond) * rest;
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
