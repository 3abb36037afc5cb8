// Decodes PNGs with libpng's full API. setjmp and longjmp stay in this file: no jump crosses a Swift frame.
#include "CImageCodecs.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Largest unpacked chunk, bytes.
enum { CHUNK_BYTES = 8 << 20 };

// Largest side for libpng, pixels; the caller checks its narrower limits afterwards.
enum { LARGEST_SIDE = 0x7fffffff };

// Most bytes of the file that may follow the last row's data, including chunk headers and libpng's
// read-ahead. libpng unpacks such bytes, up to a thousandfold, and drops them.
enum { MOST_TRAILING_BYTES = 1 << 16 };

// State of libpng's callbacks.
struct source {
  const uint8_t *bytes;
  size_t left;
  // Bytes that libpng may still read.
  size_t most;
  char *message;
  size_t capacity;
  int status;
  int is_out_of_memory;
};

static void read_bytes(png_structp png, png_bytep into, size_t count) {
  struct source *source = png_get_io_ptr(png);
  if (count > source->left) png_error(png, "the file ends in the middle of the picture");
  if (count > source->most) png_error(png, "it has more data than pixels");
  memcpy(into, source->bytes, count);
  source->bytes += count;
  source->left -= count;
  source->most -= count;
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

// Chunks that libpng skips; the first four are parsed if the caller asks for colours.
static const png_byte skipped[] =
    "cHRM\0gAMA\0iCCP\0sRGB\0bKGD\0eXIf\0hIST\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0sPLT\0tEXt\0"
    "tIME\0zTXt";
enum { NAME_BYTES = 5, COLOUR_CHUNKS = 4, SKIPPED_CHUNKS = sizeof skipped / NAME_BYTES };

static int no_memory(char *message, size_t capacity) {
  snprintf(message, capacity, "no memory for the decoder");
  return CI_NO_MEMORY;
}

// libpng and zlib call a file damaged that they lack memory for, and libpng drops a chunk that it can't
// unpack: what failed is remembered here.
static png_voidp allocate(png_structp png, png_alloc_size_t size) {
  struct source *source = png_get_mem_ptr(png);
  void *bytes = malloc(size);
  if (bytes == NULL) source->is_out_of_memory = 1;
  return bytes;
}

static void release(png_structp png, png_voidp bytes) {
  (void)png;
  free(bytes);
}

static png_structp reader(struct source *source) {
  png_structp png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, source, fail, ignore, source,
                                             allocate, release);
  if (png == NULL) source->is_out_of_memory = 1;
  return png;
}

// Closes the decoder and returns how reading ended.
static int end(png_structp *png, png_infop *info, struct source *source) {
  png_destroy_read_struct(png, info, NULL);
  return source->is_out_of_memory ? no_memory(source->message, source->capacity) : source->status;
}

static void configure(png_structp png, struct source *source, png_uint_32 width,
                      png_uint_32 height, int colours) {
  const int first = colours ? COLOUR_CHUNKS : 0;
  png_set_user_limits(png, width, height);
  png_set_chunk_malloc_max(png, CHUNK_BYTES);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, skipped + first * NAME_BYTES,
                              SKIPPED_CHUNKS - first);
  png_set_read_fn(png, source, read_bytes);
}

// Reads the colour chunks; libpng has dropped damaged and contradictory ones.
static void read_colours(png_structp png, png_infop info, struct ci_png_colours *colours,
                         uint8_t *profile, size_t capacity) {
  png_charp name;
  int method;
  png_bytep content;
  png_uint_32 count;
  colours->profile = 0;
  if (png_get_iCCP(png, info, &name, &method, &content, &count) != 0) {
    colours->profile = count;
    if (profile != NULL && count <= capacity) memcpy(profile, content, count);
  }
  int intent;
  colours->is_srgb = png_get_sRGB(png, info, &intent) != 0;
  png_fixed_point gamma, at[8];
  colours->has_gamma = png_get_gAMA_fixed(png, info, &gamma) != 0;
  if (colours->has_gamma) colours->gamma = gamma;
  colours->has_primaries = png_get_cHRM_fixed(png, info, &at[0], &at[1], &at[2], &at[3], &at[4],
                                              &at[5], &at[6], &at[7]) != 0;
  if (colours->has_primaries)
    for (int i = 0; i < 8; i += 1) colours->primaries[i] = at[i];
}

int ci_png_header(const uint8_t *bytes, size_t count, struct ci_header *header,
                  struct ci_png_colours *colours, uint8_t *profile, size_t profile_capacity,
                  char *message, size_t capacity) {
  struct source source = {bytes, count, SIZE_MAX, message, capacity, CI_OK, 0};
  png_structp png = reader(&source);
  png_infop info = png == NULL ? NULL : png_create_info_struct(png);
  if (info == NULL) return end(&png, &info, &source);
  if (setjmp(png_jmpbuf(png)) == 0) {
    configure(png, &source, LARGEST_SIDE, LARGEST_SIDE, 1);
    png_read_info(png, info);
    header->width = png_get_image_width(png, info);
    header->height = png_get_image_height(png, info);
    header->bits = png_get_bit_depth(png, info) == 16 ? 16 : 8;
    header->channels =
        (png_get_color_type(png, info) & PNG_COLOR_MASK_COLOR) != 0 ? CI_RGB : CI_GREY;
    read_colours(png, info, colours, profile, profile_capacity);
  }
  return end(&png, &info, &source);
}

// Makes libpng convert every colour type to RGBA.
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
  struct source source = {bytes, count, SIZE_MAX, message, capacity, CI_OK, 0};
  const size_t stride = (size_t)header->width * 4 * (header->bits / 8);
  if (size / stride < header->height) {
    snprintf(message, capacity, "the buffer is smaller than the picture");
    return CI_NO_MEMORY;
  }
  png_structp png = reader(&source);
  png_infop info = png == NULL ? NULL : png_create_info_struct(png);
  if (info == NULL) return end(&png, &info, &source);
  if (setjmp(png_jmpbuf(png)) == 0) {
    configure(png, &source, header->width, header->height, 0);
    png_read_info(png, info);
    expand(png, info);
    const int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    if (png_get_rowbytes(png, info) != stride || png_get_image_height(png, info) != header->height)
      png_error(png, "the header changed while it was read");
    for (int pass = 0; pass < passes; pass += 1)
      for (uint32_t row = 0; row < header->height; row += 1) {
        if (pass == passes - 1 && row == header->height - 1) source.most = stride + MOST_TRAILING_BYTES;
        png_read_row(png, (png_bytep)pixels + row * stride, NULL);
      }
    source.most = SIZE_MAX;
    png_read_end(png, NULL);
  }
  return end(&png, &info, &source);
}
