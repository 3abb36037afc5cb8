// Fuzz targets for the C codecs, one program each: `run` builds them with CODEC set to PNG, JPEG,
// WEBP or PROFILE.
//
// They call what ImageFiles calls, in its order, and hold a header against a limit on pixels before
// they make room for them, as ImageFiles does.
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "CImageCodecs.h"

#define PNG 1
#define JPEG 2
#define WEBP 3
#define PROFILE 4

// The limit of the Swift tests: decoding takes milliseconds then.
enum { MOST_PIXELS = 1000000, LONGEST_SIDE = 65535 };

enum { MESSAGE = 256 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

#if CODEC == PROFILE

// The first byte chooses channels and depth; what follows is the profile.
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  enum { PIXELS = 300 };
  if (count == 0) return 0;
  uint16_t pixels[PIXELS][4];
  for (int at = 0; at < PIXELS; at += 1)
    for (int channel = 0; channel < 4; channel += 1)
      pixels[at][channel] = (uint16_t)(at * 40503 + channel * 9973);
  const int channels = bytes[0] % 3;
  const int bits = bytes[0] & 128 ? 16 : 8;
  ci_to_srgb(bytes + 1, count - 1, channels, bits, pixels, PIXELS);
  return 0;
}

#else

static int is_allowed(const struct ci_header *header) {
  return header->width > 0 && header->height > 0 && header->width <= LONGEST_SIDE &&
         header->height <= LONGEST_SIDE &&
         (uint64_t)header->width * header->height <= MOST_PIXELS;
}

// A failure without a sentence, or with one that doesn't end, is a failure of ours.
static void check(int status, const char *message) {
  if (status != CI_OK && (message[0] == 0 || memchr(message, 0, MESSAGE) == NULL)) abort();
}

static int read_header(const uint8_t *bytes, size_t count, struct ci_header *header,
                       char *message) {
#if CODEC == PNG
  struct ci_png_colours colours = {0};
  const int status = ci_png_header(bytes, count, header, &colours, NULL, 0, message, MESSAGE);
  if (status == CI_OK && colours.profile > 0) {
    uint8_t *profile = calloc(colours.profile, 1);
    if (profile == NULL) abort();
    const int again = ci_png_header(bytes, count, header, &colours, profile, colours.profile,
                                    message, MESSAGE);
    if (again != CI_OK) abort();
    free(profile);
  }
  return status;
#elif CODEC == JPEG
  const int status = ci_jpeg_header(bytes, count, header, message, MESSAGE);
  // A scan takes four bytes at least. What starts behind the file has none.
  if (ci_jpeg_scans(bytes, count, 2) > count / 4 || ci_jpeg_scans(bytes, count, count) > 0) abort();
  return status;
#else
  struct ci_range profile, exif;
  const int status =
      ci_webp_header(bytes, count, header, &profile, &exif, message, MESSAGE);
  if (status == CI_OK && (profile.start + profile.count > count || exif.start + exif.count > count))
    abort();
  return status;
#endif
}

#if CODEC == PNG

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t capacity);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t count, size_t capacity, unsigned seed);

// Mends the chunks' checksums: libpng would see little of what is behind a wrong one.
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t count, size_t capacity, unsigned seed) {
  count = LLVMFuzzerMutate(bytes, count, capacity);
  if (seed % 16 == 0) return count;
  for (size_t at = 8; at + 12 <= count;) {
    const size_t length = (size_t)bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 |
                          bytes[at + 3];
    if (length > count - at - 12) break;
    const uint32_t sum = (uint32_t)crc32(0, bytes + at + 4, (unsigned)length + 4);
    uint8_t *stored = bytes + at + 8 + length;
    for (int byte = 0; byte < 4; byte += 1) stored[byte] = (uint8_t)(sum >> (24 - 8 * byte));
    at += 12 + length;
  }
  return count;
}

#endif

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  struct ci_header header = {0};
  char message[MESSAGE] = {0};
  const int status = read_header(bytes, count, &header, message);
  check(status, message);
  if (status != CI_OK || !is_allowed(&header)) return 0;
  const size_t size = (size_t)header.width * header.height * 4 * (header.bits / 8);
  void *pixels = malloc(size);
  if (pixels == NULL) abort();
#if CODEC == PNG
  check(ci_png_decode(bytes, count, &header, pixels, size, message, MESSAGE), message);
#elif CODEC == JPEG
  check(ci_jpeg_decode(bytes, count, &header, pixels, size, message, MESSAGE), message);
#else
  check(ci_webp_decode(bytes, count, &header, pixels, size, message, MESSAGE), message);
#endif
  free(pixels);
  return 0;
}

#endif
