// zlib streams and checksums from ISA-L, which chooses its instructions at run time.
#include "CImageCodecs.h"

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#include <string.h>

// ISA-L counts in 32 bits: larger buffers are passed in pieces.
enum { PIECE = 1 << 30 };

// ISA-L leaves the upper halves of the vector registers in use, which slows down every later SSE instruction
// of the thread until they are cleared: drawing on the processor took twice as long after a PNG.
#if defined(__x86_64__)
__attribute__((target("avx"))) static void clear_upper_halves(void) { __builtin_ia32_vzeroupper(); }
static void clear_vector_state(void) {
  if (__builtin_cpu_supports("avx")) clear_upper_halves();
}
#else
static void clear_vector_state(void) {}
#endif

static uint32_t piece(size_t count) { return count < PIECE ? (uint32_t)count : PIECE; }

size_t ci_deflate_bound(size_t count) {
  // Blocks that don't shrink are stored, 5 bytes each; the slack is for headers and flushes.
  return count + count / 1024 + 4096;
}

// Compresses; ISA-L adds the header and trailer of `wrapper`. Returns 0 on failure.
static size_t compress(int level, uint16_t wrapper, const uint8_t *bytes, size_t count,
                       uint8_t *output, size_t capacity) {
  struct isal_zstream *stream = malloc(sizeof *stream);
  uint8_t *tables = malloc(ISAL_DEF_LVL1_DEFAULT);
  size_t written = 0;
  if (stream != NULL && tables != NULL) {
    isal_deflate_init(stream);
    stream->level = level > 0 ? 1 : 0;
    stream->level_buf = tables;
    stream->level_buf_size = ISAL_DEF_LVL1_DEFAULT;
    stream->gzip_flag = wrapper;
    stream->next_in = (uint8_t *)bytes;
    stream->next_out = output;
    size_t taken = 0;
    int status = COMP_OK;
    while (status == COMP_OK && stream->internal_state.state != ZSTATE_END) {
      stream->avail_in = piece(count - taken);
      stream->avail_out = piece(capacity - written);
      const uint32_t in = stream->avail_in, out = stream->avail_out;
      stream->end_of_stream = taken + in == count;
      if (out == 0) break;
      status = isal_deflate(stream);
      taken += in - stream->avail_in;
      written += out - stream->avail_out;
    }
    if (status != COMP_OK || stream->internal_state.state != ZSTATE_END) written = 0;
  }
  clear_vector_state();
  free(tables);
  free(stream);
  return written;
}

// A window of 32 KB; the two bytes together are a multiple of 31.
static const uint8_t zlib_header[] = {0x78, 0x01};
enum { HEADER = sizeof zlib_header, TRAILER = 4 };

size_t ci_deflate(int level, const uint8_t *bytes, size_t count, uint32_t checksum,
                  uint8_t *output, size_t capacity) {
  if (checksum == 0 || capacity < HEADER + TRAILER)
    return compress(level, IGZIP_ZLIB, bytes, count, output, capacity);
  const size_t written = compress(level, IGZIP_DEFLATE, bytes, count, output + HEADER,
                                  capacity - HEADER - TRAILER);
  if (written == 0) return 0;
  memcpy(output, zlib_header, HEADER);
  uint8_t *trailer = output + HEADER + written;
  for (int at = 0; at < TRAILER; at += 1) trailer[at] = (uint8_t)(checksum >> (24 - 8 * at));
  return HEADER + written + TRAILER;
}

uint32_t ci_crc32(uint32_t seed, const uint8_t *bytes, size_t count) {
  const uint32_t sum = crc32_gzip_refl(seed, (unsigned char *)bytes, count);
  clear_vector_state();
  return sum;
}

uint32_t ci_adler32(uint32_t seed, const uint8_t *bytes, size_t count) {
  const uint32_t sum = isal_adler32(seed, bytes, count);
  clear_vector_state();
  return sum;
}
