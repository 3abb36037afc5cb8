// The kernel `curl_roll` in registers of BITS bits.
#pragma once

#include "means.h"

// Largest number of groups in a queue: their texels are prefetched, then all weights are computed, then the
// texels are read. A multiple of eight, as queues are filled by eights.
#define MOST_GROUPS 32

// Groups of taps of a row's pixels: where each begins on the page, the inputs of its weights, and its
// weights.
struct queue {
  int64_t count;
  // First texels, and places within them: x in the lower half, y in the upper one.
  int32_t texels[MOST_GROUPS + 8], within[MOST_GROUPS + 8];
  int32_t parts[MOST_GROUPS + 8], lanes[MOST_GROUPS + 8];
  wide weights[MOST_GROUPS / TWO + 2];
};

// The i-th vector of lanes of PARTS groups.
INLINE wide lanes_of(const int16_t *const groups[PARTS], int i) {
#define PART(k) _mm_loadu_si128((const __m128i *)(groups[k] + 8 * i))
#if BITS == 512
  const __m512i two = _mm512_inserti32x4(_mm512_castsi128_si512(PART(0)), PART(1), 1);
  return _mm512_inserti32x4(_mm512_inserti32x4(two, PART(2), 2), PART(3), 3);
#else
  return _mm256_inserti128_si256(_mm256_castsi128_si256(PART(0)), PART(1), 1);
#endif
#undef PART
}

// One vector of lanes of one group, in all parts.
INLINE wide same(const int16_t *lanes, int i) {
  return repeated(_mm_loadu_si128((const __m128i *)(lanes + 8 * i)));
}

INLINE wide between(const int16_t *const groups[PARTS], int i, wide part) {
  return W(add_epi16)(lanes_of(groups, i), W(mulhrs_epi16)(lanes_of(groups, i + 1), part));
}

INLINE wide along(const int16_t *lanes, int i, wide part) {
  return W(add_epi16)(same(lanes, i), W(mulhrs_epi16)(same(lanes, i + 1), part));
}

// Computes the weights of all groups, PARTS at a time.
INLINE void weigh_all(struct queue *it, const int16_t *lanes, int rows, int snaps, int bits) {
#define PART(x, y) x, x + 1, x, x + 1, x, x + 1, x, x + 1, y, y + 1, y, y + 1, y, y + 1, y, y + 1
  static const uint8_t spread[64] = {PART(0, 2), PART(4, 6), PART(8, 10), PART(12, 14)};
#undef PART
  const wide order = loaded(spread);
  // What fills up the last register is any group.
  for (int64_t i = it->count; i % PARTS != 0; i++) {
    it->lanes[i] = it->lanes[it->count - 1];
    it->parts[i] = it->within[i] = 0;
  }
  for (int64_t i = 0; i < it->count; i += PARTS) {
    const int16_t *groups[PARTS];
    int areSame = 1;
    for (int k = 0; k < PARTS; k++) {
      groups[k] = lanes + 72 * (int64_t)it->lanes[i + k];
      areSame &= groups[k] == groups[0];
    }
    const __m128i parts = _mm_loadu_si128((const __m128i *)(it->parts + i));
    const __m128i within = _mm_loadu_si128((const __m128i *)(it->within + i));
    const wide part = W(shuffle_epi8)(repeated(parts), order);
    const wide edge = W(shuffle_epi8)(repeated(within), order);
    wide *weights = it->weights + i / TWO;
    if (areSame) {
      const struct groups these = {W(sub_epi16)(along(groups[0], 0, part), edge),
                                   along(groups[0], 2, part), same(groups[0], 4),
                                   along(groups[0], 5, part), same(groups[0], 7)};
      weigh(&these, weights, rows, snaps, bits);
      continue;
    }
    const struct groups these = {W(sub_epi16)(between(groups, 0, part), edge),
                                 between(groups, 2, part), lanes_of(groups, 4),
                                 between(groups, 5, part), lanes_of(groups, 7)};
    weigh(&these, weights, rows, snaps, bits);
  }
}

// The sums of texels times weights of the groups of one register from the i-th on, each in two parts.
INLINE wide sum(const struct queue *it, int64_t i, const struct curl_page *page, int rows) {
  const uint16_t *at[TWO];
  for (int k = 0; k < TWO; k++) at[k] = page->texels + 4 * (int64_t)it->texels[i + k];
  return mean(at, page->stride, it->weights[i / TWO], rows);
}

// Stores the linear light of a pixel, whose sum has two parts.
INLINE void store(__m256i sum, uint16_t *linear) {
  __m128i total = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
  total = _mm_srai_epi32(_mm_add_epi32(total, _mm_set1_epi32(1 << 14)), 15);
  _mm_storel_epi64((__m128i *)linear, _mm_packs_epi32(total, total));
}

// The low halves of eight 64-bit numbers.
INLINE __m256i low_halves(__m256i a, __m256i b) {
  const __m256 both =
      _mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), _MM_SHUFFLE(2, 0, 2, 0));
  return _mm256_permute4x64_epi64(_mm256_castps_si256(both), _MM_SHUFFLE(3, 1, 2, 0));
}

// The low 32 bits of (a · b) >> bits, of 32-bit numbers.
INLINE __m256i scaled(__m256i a, __m256i b, int bits) {
  const __m256i even = _mm256_srli_epi64(_mm256_mul_epi32(a, b), bits);
  const __m256i odd = _mm256_slli_epi64(
      _mm256_mul_epi32(_mm256_srli_epi64(a, 32), _mm256_srli_epi64(b, 32)), 32 - bits);
  return _mm256_blend_epi32(even, odd, 0xaa);
}

// The low halves of (`first` + k · `step`) >> `bits` for k = 0…7; exact at least for positive numbers.
INLINE __m256i ramp(int64_t first, int64_t step, int bits) {
  const __m256i near = _mm256_add_epi64(_mm256_set1_epi64x(first),
                                        _mm256_setr_epi64x(0, step, 2 * step, 3 * step));
  const __m256i far = _mm256_add_epi64(near, _mm256_set1_epi64x(4 * step));
  return low_halves(_mm256_srli_epi64(near, bits), _mm256_srli_epi64(far, bits));
}

// Eight pixels of a row: the cell of each, the first of its groups and their number, and the pixel's place
// in the cell, 1/2^15.
struct places {
  int32_t cells[8], groups[8], counts[8], parts[8];
  // Whether any pixel has more than one group.
  int64_t areMany;
};

// The places of eight pixels in one piece; the first one has the distance `from`, and `step` lies between
// neighbours.
INLINE struct places locate_all(const struct curl_piece *piece, int64_t from, int64_t step) {
  const __m256i zero = _mm256_setzero_si256();
  const __m256i high = _mm256_set1_epi64x((piece->cells << piece->shift) - 1);
  const __m128i shift = _mm_cvtsi64_si128(piece->shift - 15);
  __m256i at = _mm256_add_epi64(_mm256_set1_epi64x(from - piece->low),
                                _mm256_setr_epi64x(0, step, 2 * step, 3 * step));
  __m256i found[2];
  for (int k = 0; k < 2; k++) {
    const __m256i held = _mm256_andnot_si256(_mm256_cmpgt_epi64(zero, at), at);
    found[k] = _mm256_srl_epi64(
        _mm256_blendv_epi8(held, high, _mm256_cmpgt_epi64(held, high)), shift);
    at = _mm256_add_epi64(at, _mm256_set1_epi64x(4 * step));
  }
  const __m256i place = low_halves(found[0], found[1]), cell = _mm256_srli_epi32(place, 15);
  const __m256i groups = _mm256_set1_epi32((int32_t)piece->groups);
  struct places places;
  _mm256_storeu_si256((__m256i *)places.cells,
                      _mm256_add_epi32(cell, _mm256_set1_epi32((int32_t)piece->first_cell)));
  _mm256_storeu_si256((__m256i *)places.groups,
                      _mm256_add_epi32(_mm256_mullo_epi32(cell, groups),
                                       _mm256_set1_epi32((int32_t)piece->first_group)));
  _mm256_storeu_si256((__m256i *)places.counts, groups);
  _mm256_storeu_si256((__m256i *)places.parts,
                      _mm256_and_si256(place, _mm256_set1_epi32(0x7fff)));
  places.areMany = piece->groups > 1;
  return places;
}

// The places of `count` pixels from the `i`-th on; the rest of the eight are valid places, too. `piece` is
// the piece of an earlier pixel, and is updated.
INLINE struct places locate(const struct curl_bend *bend, const struct curl_piece **piece,
                            const struct curl_bent_walk *walk, int64_t i, int64_t count) {
  const struct curl_piece *it = *piece, *first = bend->pieces, *last = first + bend->count - 1;
  int64_t at = walk->distance + i * walk->step;
  while (it < last && at >= it->end) it++;
  while (it > first && at < it[-1].end) it--;
  *piece = it;
  const int64_t end = at + 7 * walk->step;
  if ((it == last || end < it->end) && (it == first || end >= it[-1].end)) {
    return locate_all(it, at, walk->step);
  }
  struct places places;
  places.areMany = 0;
  for (int64_t k = 0; k < 8; k++) {
    while (it < last && at >= it->end) it++;
    while (it > first && at < it[-1].end) it--;
    const int64_t high = (it->cells << it->shift) - 1;
    int64_t distance = at - it->low;
    distance = distance < 0 ? 0 : distance > high ? high : distance;
    const int64_t place = distance >> (it->shift - 15), cell = place >> 15;
    places.cells[k] = (int32_t)(it->first_cell + cell);
    places.parts[k] = (int32_t)(place & 0x7fff);
    places.groups[k] = (int32_t)(it->first_group + it->groups * cell);
    places.counts[k] = (int32_t)it->groups;
    places.areMany |= it->groups > 1;
    if (k + 1 < count) at += walk->step;
  }
  *piece = it;
  return places;
}

// The pixels' points on the page, 1/2^16 texel, and the light on each and the white that it adds.
struct spots {
  __m256i x, y;
  __m128i light, white;
};

// Numbers of eight cells, each and its change.
INLINE __m128i lit(__m256i at, __m256i change, __m256i part) {
  const __m256i v = _mm256_add_epi32(at, _mm256_srai_epi32(_mm256_mullo_epi32(change, part), 15));
  return _mm_packus_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
}

INLINE struct spots find(const struct curl_bend *bend, const struct curl_bent_walk *walk, int64_t i,
                         const struct places *places) {
  // Transpose eight cells of eight numbers each.
  __m256i rows[8], pairs[8];
  for (int k = 0; k < 8; k++) {
    rows[k] = _mm256_loadu_si256((const __m256i *)(bend->cells + 8 * (int64_t)places->cells[k]));
  }
  for (int k = 0; k < 8; k += 2) {
    pairs[k] = _mm256_unpacklo_epi32(rows[k], rows[k + 1]);
    pairs[k + 1] = _mm256_unpackhi_epi32(rows[k], rows[k + 1]);
  }
  for (int k = 0; k < 8; k += 4) {
    rows[k] = _mm256_unpacklo_epi64(pairs[k], pairs[k + 2]);
    rows[k + 1] = _mm256_unpackhi_epi64(pairs[k], pairs[k + 2]);
    rows[k + 2] = _mm256_unpacklo_epi64(pairs[k + 1], pairs[k + 3]);
    rows[k + 3] = _mm256_unpackhi_epi64(pairs[k + 1], pairs[k + 3]);
  }
  const __m256i first = _mm256_permute2x128_si256(rows[0], rows[4], 0x20);
  const __m256i second = _mm256_permute2x128_si256(rows[1], rows[5], 0x20);
  const __m256i third = _mm256_permute2x128_si256(rows[2], rows[6], 0x20);
  const __m256i light = _mm256_permute2x128_si256(rows[3], rows[7], 0x20);
  const __m256i light_change = _mm256_permute2x128_si256(rows[0], rows[4], 0x31);
  const __m256i white = _mm256_permute2x128_si256(rows[1], rows[5], 0x31);
  const __m256i white_change = _mm256_permute2x128_si256(rows[2], rows[6], 0x31);
  const __m256i part = _mm256_loadu_si256((const __m256i *)places->parts);
  __m256i arc = _mm256_add_epi32(second, scaled(third, part, 15));
  arc = _mm256_add_epi32(first, scaled(arc, part, 15));
  // Sums that wrap here wrap back: the final points lie on the page.
  const struct curl_walk *along = &walk->along;
  return (struct spots){
      _mm256_add_epi32(ramp(along->x + i * along->dx, along->dx, 16),
                       scaled(arc, _mm256_set1_epi32((int32_t)bend->normal_x), 30)),
      _mm256_add_epi32(ramp(along->y + i * along->dy, along->dy, 16),
                       scaled(arc, _mm256_set1_epi32((int32_t)bend->normal_y), 30)),
      lit(light, light_change, part), lit(white, white_change, part)};
}

// Adds one group for each of the first `count` of eight pixels, and prefetches its texels.
INLINE void put(struct queue *it, const struct curl_page *page, const struct curl_bend *bend,
                const struct places *places, const struct spots *spots, int64_t count, int bits) {
  const int64_t at = it->count;
  __m128i anchors[4];
  for (int k = 0; k < 4; k++) {
    const int32_t *a = bend->anchors + 2 * (int64_t)places->groups[2 * k];
    const int32_t *b = bend->anchors + 2 * (int64_t)places->groups[2 * k + 1];
    anchors[k] = _mm_unpacklo_epi32(_mm_loadl_epi64((const __m128i *)a),
                                    _mm_loadl_epi64((const __m128i *)b));
  }
  const __m256i x = _mm256_add_epi32(
      spots->x, _mm256_setr_m128i(_mm_unpacklo_epi64(anchors[0], anchors[1]),
                                  _mm_unpacklo_epi64(anchors[2], anchors[3])));
  const __m256i y = _mm256_add_epi32(
      spots->y, _mm256_setr_m128i(_mm_unpackhi_epi64(anchors[0], anchors[1]),
                                  _mm_unpackhi_epi64(anchors[2], anchors[3])));
  const __m256i stride = _mm256_set1_epi32((int32_t)page->stride);
  const __m256i texels = _mm256_add_epi32(_mm256_mullo_epi32(_mm256_srai_epi32(y, 16), stride),
                                          _mm256_srai_epi32(x, 16));
  _mm256_storeu_si256((__m256i *)(it->texels + at), texels);
  _mm256_storeu_si256(
      (__m256i *)(it->within + at),
      _mm256_or_si256(
          _mm256_and_si256(_mm256_srli_epi32(x, 16 - bits), _mm256_set1_epi32(0xffff >> (16 - bits))),
          _mm256_slli_epi32(_mm256_srli_epi32(_mm256_slli_epi32(y, 16), 32 - bits), 16)));
  const __m256i part = _mm256_loadu_si256((const __m256i *)places->parts);
  _mm256_storeu_si256((__m256i *)(it->parts + at),
                      _mm256_or_si256(part, _mm256_slli_epi32(part, 16)));
  _mm256_storeu_si256((__m256i *)(it->lanes + at),
                      _mm256_loadu_si256((const __m256i *)places->groups));
  for (int k = 0; k < 8; k++) {
    const uint16_t *texel = page->texels + 4 * (int64_t)it->texels[at + k];
    _mm_prefetch((const char *)texel, _MM_HINT_T0);
    _mm_prefetch((const char *)(texel + 8 * page->stride), _MM_HINT_T0);
  }
  it->count += count;
}

// Draws the pixels of a queue, of one group each.
INLINE void draw(struct queue *it, const struct curl_page *page, const struct curl_bend *bend,
                 uint16_t *linear, int rows, int snaps, int bits) {
  const int64_t count = it->count;
  if (count == 0) return;
  weigh_all(it, bend->lanes, rows, snaps, bits);
  for (int64_t i = count; i % PARTS != 0; i++) it->texels[i] = it->texels[count - 1];
  for (int64_t p = 0; p < count; p += PARTS) {
    const wide a = sum(it, p, page, rows), b = sum(it, p + TWO, page, rows);
    if (count - p >= PARTS) {
      store_two(a, b, linear + 4 * p);
      continue;
    }
    uint16_t rest[4 * PARTS];
    store_two(a, b, rest);
    memcpy(linear + 4 * p, rest, 8 * (size_t)(count - p));
  }
  it->count = 0;
}

// Draws up to eight pixels with any numbers of groups; uses a queue that must be empty.
INLINE void draw_many(struct queue *it, const struct curl_page *page, const struct curl_bend *bend,
                      const struct places *places, const struct spots *spots, int64_t count,
                      uint16_t *linear, int rows, int snaps, int bits) {
  const uint16_t *texels = page->texels;
  const int64_t stride = page->stride;
  int32_t x[8], y[8], owners[MOST_GROUPS];
  __m256i totals[8];
  _mm256_storeu_si256((__m256i *)x, spots->x);
  _mm256_storeu_si256((__m256i *)y, spots->y);
  for (int p = 0; p < 8; p++) totals[p] = _mm256_setzero_si256();
  for (int64_t p = 0, g = 0;;) {
    if (it->count == MOST_GROUPS || p == count) {
      weigh_all(it, bend->lanes, rows, snaps, bits);
      for (int64_t k = it->count; k % TWO != 0; k++) it->texels[k] = it->texels[k - 1];
      for (int64_t k = 0; k < it->count; k += TWO) {
        __m256i sums[TWO];
        stored(sum(it, k, page, rows), sums);
        for (int64_t n = 0; n < TWO && k + n < it->count; n++) {
          totals[owners[k + n]] = _mm256_add_epi32(totals[owners[k + n]], sums[n]);
        }
      }
      it->count = 0;
      if (p == count) break;
    }
    const int64_t k = it->count++;
    const int32_t group = places->groups[p] + (int32_t)g;
    const int32_t *anchor = bend->anchors + 2 * (int64_t)group;
    const int32_t ax = x[p] + anchor[0], ay = y[p] + anchor[1];
    it->texels[k] = (ay >> 16) * (int32_t)stride + (ax >> 16);
    const uint16_t *texel = texels + 4 * (int64_t)it->texels[k];
    _mm_prefetch((const char *)texel, _MM_HINT_T0);
    _mm_prefetch((const char *)(texel + 8 * stride), _MM_HINT_T0);
    it->within[k] = (ax & 0xffff) >> (16 - bits) | (ay & 0xffff) >> (16 - bits) << 16;
    it->parts[k] = places->parts[p] * 0x10001;
    it->lanes[k] = group;
    owners[k] = (int32_t)p;
    if (++g == places->counts[p]) {
      g = 0;
      p++;
    }
  }
  for (int64_t p = 0; p < count; p++) store(totals[p], linear + 4 * p);
}

INLINE void roll_of(const struct curl_page *page, const struct curl_bend *bend,
                    const struct curl_bent_walk *walk, int64_t count, uint16_t *linear,
                    uint16_t *light, uint16_t *white, const int rows, const int snaps,
                    const int bits) {
  const struct curl_piece *piece = bend->pieces;
  struct queue queue;
  queue.count = 0;
  for (int64_t i = 0; i < count; i += 8) {
    const int64_t some = count - i < 8 ? count - i : 8;
    const struct places places = locate(bend, &piece, walk, i, some);
    const struct spots spots = find(bend, walk, i, &places);
    if (some == 8) {
      _mm_storeu_si128((__m128i *)(light + i), spots.light);
      _mm_storeu_si128((__m128i *)(white + i), spots.white);
    } else {
      memcpy(light + i, &spots.light, 2 * (size_t)some);
      memcpy(white + i, &spots.white, 2 * (size_t)some);
    }
    if (places.areMany) {
      draw(&queue, page, bend, linear + 4 * (i - queue.count), rows, snaps, bits);
      draw_many(&queue, page, bend, &places, &spots, some, linear + 4 * i, rows, snaps, bits);
      continue;
    }
    put(&queue, page, bend, &places, &spots, some, bits);
    if (queue.count == MOST_GROUPS) {
      draw(&queue, page, bend, linear + 4 * (i + some - MOST_GROUPS), rows, snaps, bits);
    }
  }
  draw(&queue, page, bend, linear + 4 * (count - queue.count), rows, snaps, bits);
}

TARGET void NAMED(curl_roll)(const struct curl_page *page, const struct curl_bend *bend,
                             const struct curl_bent_walk *walk, int64_t count, uint16_t *linear,
                             uint16_t *light, uint16_t *white) {
  if (bend->bits == 14) return roll_of(page, bend, walk, count, linear, light, white, 3, 0, 14);
  if (page->rows == 3) return roll_of(page, bend, walk, count, linear, light, white, 3, 0, 13);
  if (page->snaps) return roll_of(page, bend, walk, count, linear, light, white, 4, 1, 13);
  roll_of(page, bend, walk, count, linear, light, white, 4, 0, 13);
}
