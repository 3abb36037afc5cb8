/// C side of ImageFiles: libpng, TurboJPEG, libwebp, Little CMS and ISA-L behind a few functions
/// without callbacks.
///
/// No function here keeps anything between calls and all are safe from any thread. Those that can
/// fail copy a sentence of at most `capacity` bytes, its final zero included, into `message`.
#ifndef CIMAGECODECS_H
#define CIMAGECODECS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// How a call ended.
enum ci_status {
  /// All went well.
  CI_OK = 0,
  /// The data is damaged, truncated or not of this format.
  CI_MALFORMED = 1,
  /// The data is right, but says something that the decoder can't turn into RGBA.
  CI_UNSUPPORTED = 2,
  /// No memory.
  CI_NO_MEMORY = 3,
};

/// What the four channels of a decoded pixel are.
enum ci_channels {
  /// Red, green, blue and straight alpha.
  CI_RGB = 0,
  /// Grey three times, and straight alpha.
  CI_GREY = 1,
  /// Four inks as they are in the file.
  CI_CMYK = 2,
};

/// What a picture's header promises.
struct ci_header {
  /// Pixels in a row.
  uint32_t width;
  /// Rows.
  uint32_t height;
  /// Bits of a decoded channel: 8 or 16.
  uint32_t bits;
  /// One of `ci_channels`.
  uint32_t channels;
};

/// What a PNG's chunks say about its colours.
struct ci_png_colours {
  /// Bytes of the ICC profile, 0 if there is none.
  size_t profile;
  /// Whether they are sRGB's by a chunk of that name.
  int is_srgb;
  /// Whether `gamma` is given.
  int has_gamma;
  /// The exponent from light to stored values, in 1/100000.
  int32_t gamma;
  /// Whether `primaries` are given.
  int has_primaries;
  /// x and y of white, red, green and blue, in 1/100000.
  int32_t primaries[8];
};

/// A piece of a file.
struct ci_range {
  size_t start;
  size_t count;
};

/// Reads a PNG up to its first picture data. Its ICC profile is copied to `profile` if it fits
/// into `profile_capacity`; `colours` says how large it is.
int ci_png_header(const uint8_t *bytes, size_t count, struct ci_header *header,
                  struct ci_png_colours *colours, uint8_t *profile, size_t profile_capacity,
                  char *message, size_t capacity);

/// Decodes a whole PNG into `pixels`: straight RGBA, rows from the top without padding, 16-bit
/// channels in this machine's byte order. `header` is what `ci_png_header` gave and `size` the
/// bytes at `pixels`, at least width · height · bits / 2.
int ci_png_decode(const uint8_t *bytes, size_t count, const struct ci_header *header, void *pixels,
                  size_t size, char *message, size_t capacity);

/// Reads a JPEG up to its first picture data.
int ci_jpeg_header(const uint8_t *bytes, size_t count, struct ci_header *header, char *message,
                   size_t capacity);

/// Counts the scans of a JPEG from `start`, where a segment begins, to the end of the image. Other
/// pictures may stand behind it.
size_t ci_jpeg_scans(const uint8_t *bytes, size_t count, size_t start);

/// Decodes a whole JPEG into `pixels` as 8-bit RGBA, alpha 255, or as CMYK. Data about which the
/// decoder has to warn counts as malformed: it would go on with a partial picture.
int ci_jpeg_decode(const uint8_t *bytes, size_t count, const struct ci_header *header,
                   void *pixels, size_t size, char *message, size_t capacity);

/// Reads a WebP's chunks, and says where its ICC profile and its EXIF block lie; a range of no
/// bytes if there is none.
int ci_webp_header(const uint8_t *bytes, size_t count, struct ci_header *header,
                   struct ci_range *profile, struct ci_range *exif, char *message,
                   size_t capacity);

/// Decodes a whole WebP into `pixels` as straight 8-bit RGBA. Of an animation it is the first
/// frame on a clear canvas.
int ci_webp_decode(const uint8_t *bytes, size_t count, const struct ci_header *header,
                   void *pixels, size_t size, char *message, size_t capacity);

/// Turns pixels into straight sRGB in place, relative colorimetric with black point compensation:
/// RGB and grey of 8 or 16 bits keep their alpha, CMYK of 8 bits (0 no ink) leaves garbage in it.
/// Pixels of a profile that is sRGB's within a step of 255 aren't touched. CI_UNSUPPORTED, and
/// untouched pixels, if the profile is damaged or isn't for such channels.
int ci_to_srgb(const uint8_t *profile, size_t size, int channels, int bits, void *pixels,
               size_t count);

/// Chromaticities, x and y, of a white and three primaries, and the curve between them.
struct ci_primaries {
  /// The exponent from stored values to light; 0 is sRGB's curve.
  double exponent;
  double white[2];
  double red[2];
  double green[2];
  double blue[2];
};

/// Writes an RGB profile and returns its size, or 0 if there is none such or `capacity` is too
/// small; 4096 are enough.
size_t ci_rgb_profile(const struct ci_primaries *primaries, uint8_t *output, size_t capacity);

/// Bytes that `ci_deflate` may need for `count` bytes of input.
size_t ci_deflate_bound(size_t count);

/// Compresses into a zlib stream with ISA-L at `level` 0 or 1 and returns the stream's size, or 0
/// if there is no memory or `capacity` is too small. `checksum` is the bytes' Adler-32 where it is
/// known, which saves reading them once more; else 0.
size_t ci_deflate(int level, const uint8_t *bytes, size_t count, uint32_t checksum,
                  uint8_t *output, size_t capacity);

/// Writes rows of 8-bit RGBA as a PNG's rows of RGB: the UP filter's number, then the difference to
/// the row above, which is `above` for the first one; NULL there is a row of zeros. `target` has
/// room for rows · (3 · width + 1) bytes, which `checksum`, an Adler-32, goes on with. Returns 0 where
/// a pixel's alpha isn't 255.
int ci_filter_opaque(const uint8_t *pixels, const uint8_t *above, size_t width, size_t rows,
                     uint8_t *target, uint32_t *checksum);

/// The CRC-32 of PNG and zip, going on from `seed` (0 at the start).
uint32_t ci_crc32(uint32_t seed, const uint8_t *bytes, size_t count);

/// The Adler-32 of zlib, going on from `seed` (1 at the start).
uint32_t ci_adler32(uint32_t seed, const uint8_t *bytes, size_t count);

/// The luma of `count` pixels, 0xAABBGGRR each: BT.709, limited range.
void ci_bt709_luma(const uint32_t *words, uint8_t *plane, size_t count);

/// The chroma of `count` squares of 2 × 2 pixels, from the words of two rows.
void ci_bt709_chroma(const uint32_t *upper, const uint32_t *lower, uint8_t *blue, uint8_t *red,
                     size_t count);

/// `write`, without the signal that a reader's end would raise: that is EPIPE here, whatever the
/// program does about SIGPIPE. Not restarted after EINTR.
ssize_t ci_write(int descriptor, const void *bytes, size_t count);

/// A pipe whose ends aren't inherited, of about `capacity` bytes where the system allows it; writing
/// to it doesn't wait.
/// Returns 0, or -1 with `errno` set.
int ci_pipe(int *reading, int *writing, int capacity);

/// Has `free` keep pieces of up to `largest` bytes, `most` of them together, for the next `malloc`, of
/// all threads in one place, which the system fills by large pages where it has such. To be called
/// before there are threads; `most` is at least a large page.
void ci_keep_freed_memory(size_t largest, size_t most);

/// A file in memory that isn't inherited, or -1 with `errno` set.
int ci_memory_file(const char *name);

/// Starts the program at `path` with the open files `input` and `errors` as its standard input and
/// standard error, nothing as its standard output and none of this process's other files. Signals
/// are at their defaults there. Returns 0 and the process's number, or what `errno` would say.
int ci_spawn(const char *path, char *const arguments[], int input, int errors, pid_t *process);

/// Whether a child has ended, without collecting it: until `ci_collect` its number stays its own.
/// Also if somebody else has collected it.
int ci_has_ended(pid_t process);

/// Collects a child that has ended: its exit status, 256 + the signal that ended it, or -1 if
/// somebody else has collected it.
int ci_collect(pid_t process);

/// Bytes that lie in a pipe, asked at either end, or -1.
int ci_unread(int pipe);

// Animated WebP, written.

/// An animation that is being made, for one thread at a time: the one thing that is kept between
/// calls.
struct ci_webp_film;

/// Begins an animation, played for ever; NULL where there is no memory or the size is none that the
/// format holds. `quality` is 0…100 and `method` 0…6, slower and smaller; with `lossless`, `quality`
/// too only trades time for size.
struct ci_webp_film *ci_webp_film_open(int width, int height, float quality, int lossless,
                                       int method);

/// Where and how a frame is shown.
struct ci_webp_frame {
  /// Its left end in pixels, even.
  int x;
  /// Its upper end in pixels, even.
  int y;
  /// Its pixels in a row.
  int width;
  /// Its rows.
  int height;
  /// Milliseconds for which it is shown.
  int duration;
  /// Whether it is laid over what was shown, rather than taking its place.
  int is_over;
};

/// Compresses a frame of straight RGBA and adds it.
int ci_webp_film_add(struct ci_webp_film *film, const uint8_t *pixels,
                     const struct ci_webp_frame *frame, char *message, size_t capacity);

/// Puts the film together and lets `bytes` and `count` be the file, which goes with the film.
int ci_webp_film_end(struct ci_webp_film *film, const uint8_t **bytes, size_t *count,
                     char *message, size_t capacity);

/// Frees a film; NULL is none.
void ci_webp_film_close(struct ci_webp_film *film);

#endif
