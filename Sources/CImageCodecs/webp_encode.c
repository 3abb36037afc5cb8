// Writes WebP. Of an animation, WebPEncode compresses the frames and libwebpmux assembles them.
//
// WebPAnimEncoder isn't used: in lossy films it doesn't update pixels that differ little from the frame
// before, so under slowly changing light the error grows from frame to frame.
#include "CImageCodecs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webp/encode.h>
#include <webp/mux.h>

// Compresses straight RGBA into `writer`, which the caller clears.
static int encode(const WebPConfig *config, const uint8_t *pixels, int width, int height,
                  WebPMemoryWriter *writer, char *message, size_t capacity) {
  WebPPicture picture;
  if (!WebPPictureInit(&picture)) return CI_NO_MEMORY;
  picture.width = width;
  picture.height = height;
  picture.use_argb = 1;
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = writer;
  int status = CI_OK;
  if (!WebPPictureImportRGBA(&picture, pixels, width * 4)) {
    snprintf(message, capacity, "no memory for the frame");
    status = CI_NO_MEMORY;
  } else if (!WebPEncode(config, &picture)) {
    snprintf(message, capacity, "libwebp's encoder gave up with error %d", picture.error_code);
    status = CI_NO_MEMORY;
  }
  WebPPictureFree(&picture);
  return status;
}

int ci_webp_encode(const uint8_t *pixels, int width, int height, float quality, int lossless, int method,
                   uint8_t **file, size_t *count, char *message, size_t capacity) {
  WebPConfig config;
  if (!WebPConfigInit(&config)) return CI_NO_MEMORY;
  config.lossless = lossless;
  config.quality = quality;
  config.method = method;
  WebPMemoryWriter writer;
  WebPMemoryWriterInit(&writer);
  int status = encode(&config, pixels, width, height, &writer, message, capacity);
  if (status == CI_OK) {
    // libwebp's allocator is its own: the caller's `free` needs libc's.
    *file = malloc(writer.size);
    if (*file == NULL) {
      snprintf(message, capacity, "no memory for the file");
      status = CI_NO_MEMORY;
    } else {
      memcpy(*file, writer.mem, writer.size);
      *count = writer.size;
    }
  }
  WebPMemoryWriterClear(&writer);
  return status;
}

struct ci_webp_film {
  WebPMux *mux;
  WebPConfig config;
  WebPData file;
};

struct ci_webp_film *ci_webp_film_open(int width, int height, float quality, int lossless,
                                       int method) {
  struct ci_webp_film *film = calloc(1, sizeof *film);
  if (film == NULL) return NULL;
  film->mux = WebPMuxNew();
  // Loops forever over a transparent background, which viewers may ignore.
  const WebPMuxAnimParams params = {0, 0};
  if (film->mux != NULL && WebPConfigInit(&film->config)) {
    film->config.lossless = lossless;
    film->config.quality = quality;
    film->config.method = method;
    if (WebPValidateConfig(&film->config) &&
        WebPMuxSetCanvasSize(film->mux, width, height) == WEBP_MUX_OK &&
        WebPMuxSetAnimationParams(film->mux, &params) == WEBP_MUX_OK)
      return film;
  }
  ci_webp_film_close(film);
  return NULL;
}

int ci_webp_film_add(struct ci_webp_film *film, const uint8_t *pixels,
                     const struct ci_webp_frame *frame, char *message, size_t capacity) {
  WebPMemoryWriter writer;
  WebPMemoryWriterInit(&writer);
  // Transparent pixels of a blended frame hold colours of opaque neighbours, which must stay. In other frames
  // libwebp may choose their colours.
  film->config.exact = frame->is_over && !film->config.lossless;
  int status =
      encode(&film->config, pixels, frame->width, frame->height, &writer, message, capacity);
  if (status == CI_OK) {
    const WebPMuxFrameInfo info = {
        .bitstream = {writer.mem, writer.size},
        .x_offset = frame->x,
        .y_offset = frame->y,
        .duration = frame->duration,
        .id = WEBP_CHUNK_ANMF,
        .dispose_method = WEBP_MUX_DISPOSE_NONE,
        .blend_method = frame->is_over ? WEBP_MUX_BLEND : WEBP_MUX_NO_BLEND,
    };
    const WebPMuxError error = WebPMuxPushFrame(film->mux, &info, 1);
    if (error != WEBP_MUX_OK) {
      snprintf(message, capacity, "libwebp's muxer gave up with error %d", error);
      status = CI_NO_MEMORY;
    }
  }
  WebPMemoryWriterClear(&writer);
  return status;
}

int ci_webp_film_end(struct ci_webp_film *film, const uint8_t **bytes, size_t *count,
                     char *message, size_t capacity) {
  WebPDataClear(&film->file);
  const WebPMuxError error = WebPMuxAssemble(film->mux, &film->file);
  if (error != WEBP_MUX_OK) {
    snprintf(message, capacity, "libwebp's muxer gave up with error %d", error);
    return error == WEBP_MUX_MEMORY_ERROR ? CI_NO_MEMORY : CI_UNSUPPORTED;
  }
  *bytes = film->file.bytes;
  *count = film->file.size;
  return CI_OK;
}

void ci_webp_film_close(struct ci_webp_film *film) {
  if (film == NULL) return;
  WebPMuxDelete(film->mux);
  WebPDataClear(&film->file);
  free(film);
}
