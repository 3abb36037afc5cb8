/// C side of ImageFiles: libpng, TurboJPEG, libwebp, Little CMS and ISA-L behind a few functions
/// without callbacks.
///
/// Functions are thread-safe and, except those of animated WebP, keep no state between calls. A function
/// that fails copies a sentence of at most `capacity` bytes, including the final zero, into `message`.
#ifndef CIMAGECODECS_H
#define CIMAGECODECS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Status of a call.
enum ci_status {
  /// Success.
  CI_OK = 0,
  /// The data is damaged, truncated or not of this format.
  CI_MALFORMED = 1,
  /// The data is valid, but the decoder can't convert it to RGBA.
  CI_UNSUPPORTED = 2,
  /// Out of memory.
  CI_NO_MEMORY = 3,
};

/// Meaning of the four channels of a decoded pixel.
enum ci_channels {
  /// Red, green, blue and straight alpha.
  CI_RGB = 0,
  /// Grey in three equal channels, and straight alpha.
  CI_GREY = 1,
  /// Four inks, with the values of the file.
  CI_CMYK = 2,
};

/// Size and format of a picture, from its header.
struct ci_header {
  /// Width, pixels.
  uint32_t width;
  /// Height, pixels.
  uint32_t height;
  /// Bits per decoded channel, 8 or 16.
  uint32_t bits;
  /// One of `ci_channels`.
  uint32_t channels;
};

/// Colour information of a PNG's chunks.
struct ci_png_colours {
  /// Size of the ICC profile, bytes; 0 without one.
  size_t profile;
  /// Whether an sRGB chunk declares the colours as sRGB.
  int is_srgb;
  /// Whether `gamma` is given.
  int has_gamma;
  /// Exponent from linear light to stored values, in units of 1/100000.
  int32_t gamma;
  /// Whether `primaries` are given.
  int has_primaries;
  /// Chromaticities x and y of white, red, green and blue, in units of 1/100000.
  int32_t primaries[8];
};

/// A byte range of a file.
struct ci_range {
  size_t start;
  size_t count;
};

/// Reads a PNG up to its first picture data. Copies the ICC profile to `profile` if it fits into
/// `profile_capacity` bytes; `colours` holds its size.
int ci_png_header(const uint8_t *bytes, size_t count, struct ci_header *header,
                  struct ci_png_colours *colours, uint8_t *profile, size_t profile_capacity,
                  char *message, size_t capacity);

/// Decodes a whole PNG into `pixels`: straight RGBA, rows from the top without padding, 16-bit
/// channels in this machine's byte order. `header` is the result of `ci_png_header`; `size` is
/// the capacity of `pixels`, at least width · height · bits / 2 bytes.
int ci_png_decode(const uint8_t *bytes, size_t count, const struct ci_header *header, void *pixels,
                  size_t size, char *message, size_t capacity);

/// Reads a JPEG up to its first picture data.
int ci_jpeg_header(const uint8_t *bytes, size_t count, struct ci_header *header, char *message,
                   size_t capacity);

/// Counts the scans of a JPEG from `start`, the first byte of a segment, to the end of the image. Data
/// after the image is ignored.
size_t ci_jpeg_scans(const uint8_t *bytes, size_t count, size_t start);

/// Decodes a whole JPEG into `pixels` as 8-bit RGBA, alpha 255, or as CMYK. A decoder warning counts as
/// malformed data, because the decoder would return a partial picture.
int ci_jpeg_decode(const uint8_t *bytes, size_t count, const struct ci_header *header,
                   void *pixels, size_t size, char *message, size_t capacity);

/// Finds the ICC profile and the EXIF block of a WebP; an empty range stands for a missing one.
int ci_webp_header(const uint8_t *bytes, size_t count, struct ci_header *header,
                   struct ci_range *profile, struct ci_range *exif, char *message,
                   size_t capacity);

/// Decodes a whole WebP into `pixels` as straight 8-bit RGBA. An animation yields its first frame on a
/// transparent canvas.
int ci_webp_decode(const uint8_t *bytes, size_t count, const struct ci_header *header,
                   void *pixels, size_t size, char *message, size_t capacity);

/// Converts pixels to straight sRGB in place, relative colorimetric with black point compensation. RGB and
/// grey of 8 or 16 bits keep their alpha; in CMYK of 8 bits (0 is no ink) the fourth channel keeps the ink.
/// Pixels stay unchanged if the profile equals sRGB within 1/255. Returns CI_UNSUPPORTED, with unchanged
/// pixels, if the profile is damaged or has other channels.
int ci_to_srgb(const uint8_t *profile, size_t size, int channels, int bits, void *pixels,
               size_t count);

/// Chromaticities x and y of white and three primaries, and the transfer curve.
struct ci_primaries {
  /// Exponent from stored values to linear light; 0 selects sRGB's curve.
  double exponent;
  double white[2];
  double red[2];
  double green[2];
  double blue[2];
};

/// Writes an RGB profile and returns its size in bytes; 0 if no such profile exists or `capacity` is too
/// small. 4096 bytes suffice.
size_t ci_rgb_profile(const struct ci_primaries *primaries, uint8_t *output, size_t capacity);

/// Largest output of `ci_deflate` for `count` bytes of input, bytes.
size_t ci_deflate_bound(size_t count);

/// Compresses into a zlib stream with ISA-L at `level` 0 or 1 and returns the stream's size, or 0 if memory
/// is short or `capacity` is too small. `checksum` is the input's Adler-32 if known, which saves a pass over
/// the input; else 0.
size_t ci_deflate(int level, const uint8_t *bytes, size_t count, uint32_t checksum,
                  uint8_t *output, size_t capacity);

/// Converts rows of 8-bit RGBA to a PNG's RGB rows: the UP filter's number, then the difference from the
/// row above. `above` is the row above the first one; NULL stands for zeros. Writes
/// rows · (3 · width + 1) bytes to `target` and continues `checksum`, an Adler-32, over them. Returns 0
/// if a pixel's alpha isn't 255.
int ci_filter_opaque(const uint8_t *pixels, const uint8_t *above, size_t width, size_t rows,
                     uint8_t *target, uint32_t *checksum);

/// CRC-32 of PNG and zip, continued from `seed` (0 at the start).
uint32_t ci_crc32(uint32_t seed, const uint8_t *bytes, size_t count);

/// Adler-32 of zlib, continued from `seed` (1 at the start).
uint32_t ci_adler32(uint32_t seed, const uint8_t *bytes, size_t count);

/// The luma of `count` pixels, 0xAABBGGRR each: BT.709, limited range. `noise` and `noise_step`: the row's
/// hashes, as in Noise.swift.
void ci_bt709_luma(const uint32_t *words, uint8_t *plane, size_t count, uint32_t noise,
                   uint32_t noise_step);

/// The chroma of `count` squares of 2 × 2 pixels, from the words of two rows.
void ci_bt709_chroma(const uint32_t *upper, const uint32_t *lower, uint8_t *blue, uint8_t *red,
                     size_t count);

/// `write` without SIGPIPE: a closed reader causes the error EPIPE, whatever the program's handler of
/// SIGPIPE. Isn't restarted after EINTR.
ssize_t ci_write(int descriptor, const void *bytes, size_t count);

/// Opens a pipe that child processes don't inherit, with a buffer of about `capacity` bytes if the
/// system allows that. Its write end is non-blocking.
/// Returns 0, or -1 with `errno` set.
int ci_pipe(int *reading, int *writing, int capacity);

/// Makes `free` keep blocks of up to `largest` bytes, at most `most` bytes in all, for later `malloc`
/// calls. All threads share one arena, of huge pages if the system has them. Under a limit on address
/// space it only makes threads share one arena; without glibc it does nothing. Call it before threads
/// exist; `most` is at least the size of a huge page.
void ci_keep_freed_memory(size_t largest, size_t most);

/// Opens a file in memory that child processes don't inherit; -1 with `errno` set on failure.
int ci_memory_file(const char *name);

/// Starts the program at `path` with the open files `input`, `output` and `errors` as its standard input,
/// output and error, and no other open file; without an `output`, -1, that is /dev/null. Signals have
/// their default actions in the child. Its process group is its own, or with `joins` this process's.
/// Returns 0 and the child's process id, or an error number of `errno`.
int ci_spawn(const char *path, char *const arguments[], int input, int output, int errors, int joins,
             pid_t *process);

/// Whether a child has ended, without reaping it: its process id isn't reused before `ci_collect`. Also
/// true if other code has reaped it.
int ci_has_ended(pid_t process);

/// Reaps a child that has ended. Returns its exit status, 256 + the number of the signal that ended it,
/// or -1 if other code has reaped it.
int ci_collect(pid_t process);

/// Number of unread bytes in a pipe, asked at either end; -1 on failure.
int ci_unread(int pipe);

/// Compresses straight 8-bit RGBA, rows from the top without padding, into a WebP. `quality` is 0…100;
/// with `lossless`, it trades time for size. `method` is 0…6; larger values are slower and give smaller
/// files. On success the caller frees `*file` with `free`.
int ci_webp_encode(const uint8_t *pixels, int width, int height, float quality, int lossless, int method,
                   uint8_t **file, size_t *count, char *message, size_t capacity);

/// Compresses 8-bit RGBA, whose alpha is ignored, into a JPEG. `quality` is 1…100; from 90 on, chroma keeps
/// its resolution. On success the caller frees `*file` with `free`.
int ci_jpeg_encode(const uint8_t *pixels, int width, int height, int quality, uint8_t **file,
                   size_t *count, char *message, size_t capacity);

// Animated WebP, written.

/// An animation under construction, for one thread at a time.
struct ci_webp_film;

/// Begins an animation that repeats forever; NULL if memory is lacking or the format doesn't allow the
/// size. `quality` is 0…100. `method` is 0…6; larger values are slower and give smaller files. With
/// `lossless`, `quality` trades time for size, too.
struct ci_webp_film *ci_webp_film_open(int width, int height, float quality, int lossless,
                                       int method);

/// Rectangle, duration and compositing of a frame.
struct ci_webp_frame {
  /// Left edge, pixels, even.
  int x;
  /// Top edge, pixels, even.
  int y;
  /// Width, pixels.
  int width;
  /// Height, pixels.
  int height;
  /// Duration, milliseconds.
  int duration;
  /// Whether the frame is composited over the previous canvas; else it replaces its rectangle.
  int is_over;
};

/// Compresses a frame of straight 8-bit RGBA and appends it.
int ci_webp_film_add(struct ci_webp_film *film, const uint8_t *pixels,
                     const struct ci_webp_frame *frame, char *message, size_t capacity);

/// Assembles the file. `bytes` and `count` describe it; they are valid until the film is freed or this is
/// called again.
int ci_webp_film_end(struct ci_webp_film *film, const uint8_t **bytes, size_t *count,
                     char *message, size_t capacity);

/// Frees a film; NULL is allowed.
void ci_webp_film_close(struct ci_webp_film *film);

#endif
