// The half-turn cylinder in cross-section, per pixel. Twin of Surface.swift: same names, same
// order, same constants. x is the distance from the fold line along its normal, s the arc length.

const float pi = 3.14159265358979;

// atan(x / w) for x >= 0 and w >= 0, written out because GLSL bounds no error of its own.
float arctangent(float x, float w) {
  float z = min(x, w) / max(max(x, w), 1e-30);
  float u = z * z;
  float p = 0.0028340641874819994;
  p = p * u - 0.016005029901862144;
  p = p * u + 0.042587608098983765;
  p = p * u - 0.07495445758104324;
  p = p * u + 0.10636754333972931;
  p = p * u - 0.14202570915222168;
  p = p * u + 0.19992484152317047;
  p = p * u - 0.3333306610584259;
  p = p * u + 1.0;
  float a = z * p;
  return x > w ? pi / 2.0 - a : a;
}

// sin and cos of an angle in 0...pi.
vec2 sineCosine(float angle) {
  float y = angle - pi / 2.0;
  float u = y * y;
  float s = 2.6051661734527443e-06;
  s = s * u - 0.00019809046352747828;
  s = s * u + 0.008333050645887852;
  s = s * u - 0.16666658222675323;
  s = s * u + 1.0;
  float c = -2.6051077384181553e-07;
  c = c * u + 2.4760134692769498e-05;
  c = c * u - 0.0013888360699638724;
  c = c * u + 0.04166663438081741;
  c = c * u - 0.5;
  c = c * u + 1.0;
  return vec2(c, -y * s);
}

// Roll angle 0...pi/2 of the lower half at distance x in 0...radius.
float rollAngle(float x, float radius) {
  return arctangent(x, sqrt((radius - x) * (radius + x)));
}

// Arc length of the lower side of the sheet, flat and then up to the silhouette; x <= radius.
float lowerArc(float x, float radius) {
  return x <= 0.0 ? x : radius * rollAngle(x, radius);
}

// Arc length of the upper side, from the silhouette back over the flap; x <= radius.
float upperArc(float x, float radius) {
  return x <= 0.0 ? pi * radius - x : radius * (pi - rollAngle(x, radius));
}

// |ds/dx| at x <= radius, held at its mean over the last 2 * reach before the silhouette.
float compression(float x, float radius, float reach) {
  if (x <= 0.0) return 1.0;
  return radius / sqrt(max((radius - x) * (radius + x), radius * reach));
}

// The gradient of a page coordinate with axis `axis` across the output, where arc length changes
// by `slope` per page pixel along the normal.
vec2 pageGradient(vec2 axis, float slope, vec2 n) {
  return axis + ((slope - 1.0) * dot(axis, n)) * n;
}

// The share of a box of a x b on the positive side of a line whose signed distance is d, measured
// so that it changes by a and b across the box: the exact area.
float halfPlaneCoverage(float d, float a, float b) {
  float far = (a + b) / 2.0;
  if (d >= far) return 1.0;
  if (d <= -far) return 0.0;
  if (abs(d) <= abs(a - b) / 2.0) return 0.5 + d / max(a, b);
  float rest = far - abs(d);
  float corner = rest * rest / (2.0 * a * b);
  return d > 0.0 ? 1.0 - corner : corner;
}

// 0 to 1 over 0...1 with level ends.
float smoothRamp(float x) {
  return x * x * (3.0 - 2.0 * x);
}

// The share of a box inside the page, from its page point and how the page's x and y change across
// the box (absolute page pixels along each side).
float outlineCoverage(vec2 p, vec2 size, vec2 dx, vec2 dy) {
  float across = halfPlaneCoverage(p.x, dx.x, dx.y) + halfPlaneCoverage(size.x - p.x, dx.x, dx.y) - 1.0;
  float down = halfPlaneCoverage(p.y, dy.x, dy.y) + halfPlaneCoverage(size.y - p.y, dy.x, dy.y) - 1.0;
  return max(across, 0.0) * max(down, 0.0);
}
