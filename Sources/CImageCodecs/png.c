// PNG through libpng's full API. setjmp and longjmp stay in this file: no Swift frame is ever
// jumped over.
#include "CImageCodecs.h"

#include <png.h>
#include <stdio.h>
#include <string.h>

// A chunk may be as large as this when unpacked.
enum { CHUNK_BYTES = 8 << 20 };

// The side that libpng accepts; the caller's limit on pixels is narrower and comes afterwards.
enum { LARGEST_SIDE = 0x7fffffff };

// What libpng's callbacks see.
struct source {
  const uint8_t *bytes;
  size_t left;
  char *message;
  size_t capacity;
  int status;
};

static void read_bytes(png_structp png, png_bytep into, size_t count) {
  struct source *source = png_get_io_ptr(png);
  if (count > source->left) png_error(png, "the file ends in the middle of the picture");
  memcpy(into, source->bytes, count);
  source->bytes += count;
  source->left -= count;
}

static void fail(png_structp png, png_const_charp text) {
  struct source *source = png_get_error_ptr(png);
  snprintf(source->message, source->capacity, "%s", text);
  source->status = CI_MALFORMED;
  png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

// Chunks that say nothing about the pixels aren't parsed at all.
static const png_byte skipped[] =
    "bKGD\0cHRM\0eXIf\0gAMA\0hIST\0iCCP\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0sPLT\0sRGB\0tEXt\0"
    "tIME\0zTXt";

static png_structp reader(struct source *source) {
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, source, fail, ignore);
  if (png == NULL) {
    snprintf(source->message, source->capacity, "no memory for the decoder");
    source->status = CI_NO_MEMORY;
  }
  return png;
}

static void configure(png_structp png, struct source *source, png_uint_32 width,
                      png_uint_32 height) {
  png_set_user_limits(png, width, height);
  png_set_chunk_malloc_max(png, CHUNK_BYTES);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, skipped, sizeof skipped / 5);
  png_set_read_fn(png, source, read_bytes);
}

int ci_png_header(const uint8_t *bytes, size_t count, struct ci_header *header, char *message,
                  size_t capacity) {
  struct source source = {bytes, count, message, capacity, CI_OK};
  png_structp png = reader(&source);
  if (png == NULL) return source.status;
  png_infop info = png_create_info_struct(png);
  if (info == NULL) {
    png_destroy_read_struct(&png, NULL, NULL);
    snprintf(message, capacity, "no memory for the decoder");
    return CI_NO_MEMORY;
  }
  if (setjmp(png_jmpbuf(png)) == 0) {
    configure(png, &source, LARGEST_SIDE, LARGEST_SIDE);
    png_read_info(png, info);
    header->width = png_get_image_width(png, info);
    header->height = png_get_image_height(png, info);
    header->bits = png_get_bit_depth(png, info) == 16 ? 16 : 8;
  }
  png_destroy_read_struct(&png, &info, NULL);
  return source.status;
}

// Has libpng turn every colour type into RGBA.
static void expand(png_structp png, png_infop info) {
  const int one = 1;
  png_set_expand(png);
  png_set_gray_to_rgb(png);
  if (*(const char *)&one == 1) png_set_swap(png);
  if (png_get_bit_depth(png, info) == 16)
    png_set_add_alpha(png, 0xffff, PNG_FILLER_AFTER);
  else
    png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
}

int ci_png_decode(const uint8_t *bytes, size_t count, const struct ci_header *header, void *pixels,
                  size_t size, char *message, size_t capacity) {
  struct source source = {bytes, count, message, capacity, CI_OK};
  const size_t stride = (size_t)header->width * 4 * (header->bits / 8);
  if (size / stride < header->height) {
    snprintf(message, capacity, "the buffer is smaller than the picture");
    return CI_NO_MEMORY;
  }
  png_structp png = reader(&source);
  if (png == NULL) return source.status;
  png_infop info = png_create_info_struct(png);
  if (info == NULL) {
    png_destroy_read_struct(&png, NULL, NULL);
    snprintf(message, capacity, "no memory for the decoder");
    return CI_NO_MEMORY;
  }
  if (setjmp(png_jmpbuf(png)) == 0) {
    configure(png, &source, header->width, header->height);
    png_read_info(png, info);
    expand(png, info);
    const int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    if (png_get_rowbytes(png, info) != stride || png_get_image_height(png, info) != header->height)
      png_error(png, "the header changed while it was read");
    for (int pass = 0; pass < passes; pass += 1)
      for (uint32_t row = 0; row < header->height; row += 1)
        png_read_row(png, (png_bytep)pixels + row * stride, NULL);
    png_read_end(png, NULL);
  }
  png_destroy_read_struct(&png, &info, NULL);
  return source.status;
}
