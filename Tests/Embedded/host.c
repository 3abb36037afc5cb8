// Prints what this machine computes: a line a number, behind that of its part.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int32_t compute(int32_t part);
double number(int32_t place);

// The standard library of Embedded Swift leaves it to its host.
const char *_swift_stdlib_strtod_clocale(const char *text, double *value) {
  char *end;
  *value = strtod(text, &end);
  return end;
}

int main(void) {
  for (int32_t part = 0, count; (count = compute(part)) > 0; part++)
    for (int32_t i = 0; i < count; i++) printf("%d %.17g\n", part, number(i));
}
