// Rolls the flat mesh and projects it onto the canvas. In, page pixels: arc length; tau; displacement
// along the fold's normal after rolling, which grows silhouette and free edge for edge smoothing; radius
// of the vertex's skin.
layout(location = 0) in vec4 vertex;

void main() {
  float s = vertex.x;
  float skin = vertex.w;
  float x = s;
  float z = 0.0;
  if (s >= pi * radius && s > 0.0) {
    x = pi * radius - s;
    z = radius + skin;
  } else if (s > 0.0) {
    vec2 unit = sineCosine(s / radius);
    x = skin * unit.x;
    z = radius - skin * unit.y;
  }
  vec2 at = (vec2(x, vertex.y) - z * viewOffset) / (1.0 - z * nearness);
  vec2 q = fold + (at.x + vertex.z) * normal + at.y * ruling();
  vec2 pixel = (q - origin) / pixelStep;
  gl_Position = vec4(2.0 * pixel / canvas - 1.0, 0.0, 1.0);
}
