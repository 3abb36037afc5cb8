// Prints what this machine computes: a line a number, behind that of its part. With a `curl_width` as
// its argument, writes frames' bytes instead; exits with 3 if this machine lacks such registers.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "CurlSpans.h"

int32_t compute(int32_t part);
double number(int32_t place);
int32_t draw(int32_t frame, int32_t width);
uint8_t byte(int32_t place);

// The standard library of Embedded Swift leaves it to its host.
const char *_swift_stdlib_strtod_clocale(const char *text, double *value) {
  char *end;
  *value = strtod(text, &end);
  return end;
}

int main(int count, char **arguments) {
  if (count > 1) {
    const int32_t width = atoi(arguments[1]);
    if (width > curl_widest()) return 3;
    for (int32_t frame = 0, bytes; (bytes = draw(frame, width)) > 0; frame++)
      for (int32_t i = 0; i < bytes; i++) putchar(byte(i));
    return 0;
  }
  for (int32_t part = 0, numbers; (numbers = compute(part)) > 0; part++)
    for (int32_t i = 0; i < numbers; i++) printf("%d %.17g\n", part, number(i));
}
