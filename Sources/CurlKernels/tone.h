// The kernel `curl_tone` in registers of BITS bits.
#pragma once

#include "means.h"

// Pixels of four channels in a register.
#define PIXELS (SHORTS / 4)

// One number of each of PIXELS pixels, for all their channels; 32768 counts as 32767.
INLINE wide for_channels(const uint16_t *values) {
#define PART(x) x, x + 1, x, x + 1, x, x + 1, x, x + 1, x + 2, x + 3, x + 2, x + 3, x + 2, x + 3, x + 2, x + 3
  static const uint8_t spread[64] = {PART(0), PART(4), PART(8), PART(12)};
#undef PART
  __m128i some = _mm_setzero_si128();
  memcpy(&some, values, 2 * PIXELS);
  const wide it = W(shuffle_epi8)(repeated(some), loaded(spread));
  return W(min_epu16)(it, W(set1_epi16)(32767));
}

TARGET void NAMED(curl_tone)(const struct curl_tone *tone, const uint16_t *linear, int64_t count,
                             uint8_t *bytes) {
  int64_t word;
  memcpy(&word, tone->shade, 8);
  const wide shade = W(set1_epi64x)(word), scale = W(set1_epi16)(tone->scale);
  memcpy(&word, tone->offset, 8);
  const wide offset = W(set1_epi64x)(word);
  const uint16_t *encoded = tone->encoded;
  uint32_t noise = tone->noise;
  for (int64_t from = 0; from < count; from += 16) {
    uint16_t block[64], through[16], light[16], white[16], copy[64];
    const int64_t rest = count - from < 16 ? count - from : 16;
    const uint16_t *source = linear + 4 * from;
    const uint16_t *throughs = tone->through ? tone->through + from : 0;
    const uint16_t *lights = tone->light ? tone->light + from : 0;
    const uint16_t *whites = tone->white ? tone->white + from : 0;
    if (rest < 16) {
      // Memory beyond the row must not be read.
      memcpy(copy, source, 8 * (size_t)rest);
      source = copy;
      if (throughs) throughs = memcpy(through, throughs, 2 * (size_t)rest);
      if (lights) lights = memcpy(light, lights, 2 * (size_t)rest);
      if (whites) whites = memcpy(white, whites, 2 * (size_t)rest);
    }
    for (int64_t i = 0; i < rest; i += PIXELS) {
      wide v = loaded(source + 4 * i);
      v = W(adds_epi16)(W(mulhrs_epi16)(v, scale), shade);
      if (throughs) v = W(mulhrs_epi16)(v, for_channels(throughs + i));
      v = W(adds_epi16)(v, offset);
      if (lights) v = W(mulhrs_epi16)(v, for_channels(lights + i));
      if (whites) v = W(adds_epi16)(v, for_channels(whites + i));
      stored(W(max_epi16)(v, zero()), block + 4 * i);
    }
    for (int64_t i = 0; i < rest; i++) {
      const uint32_t addend = 24 + (13 * (noise >> 24) >> 4);
      noise += tone->noise_step;
      const uint32_t pixel = (encoded[block[4 * i]] + addend) >> 8 |
                             ((encoded[block[4 * i + 1]] + addend) & 0xff00) |
                             ((encoded[block[4 * i + 2]] + addend) & 0xff00) << 8 | 0xff000000;
      memcpy(bytes + 4 * (from + i), &pixel, 4);
    }
  }
}
