// Rolls the flat mesh: arc length and place along the ruling become a place on the canvas.
// In: arc length, place along the ruling, and how far the vertex is pushed along the fold's normal
// so that the silhouette and the free edge keep the pixel that edge smoothing needs.
layout(location = 0) in vec3 vertex;

void main() {
  float s = vertex.x;
  float x = s <= 0.0 ? s : pi * radius - s;
  if (s > 0.0 && s < pi * radius) x = radius * sineCosine(s / radius).x;
  vec2 q = fold + (x + vertex.z) * normal + vertex.y * ruling();
  vec2 pixel = (q - origin) / pixelStep;
  gl_Position = vec4(2.0 * pixel / canvas - 1.0, 0.0, 1.0);
}
