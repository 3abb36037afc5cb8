// Writes animated WebP: WebPEncode compresses the frames, libwebpmux assembles them.
//
// WebPAnimEncoder isn't used: in lossy films it doesn't update pixels that differ little from the frame
// before, so under slowly changing light the error grows from frame to frame.
#include "CImageCodecs.h"

#include <stdio.h>
#include <stdlib.h>
#include <webp/encode.h>
#include <webp/mux.h>

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
  WebPPicture picture;
  WebPMemoryWriter writer;
  WebPMemoryWriterInit(&writer);
  if (!WebPPictureInit(&picture)) return CI_NO_MEMORY;
  picture.width = frame->width;
  picture.height = frame->height;
  picture.use_argb = 1;
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = &writer;
  // Transparent pixels of a blended frame hold colours of opaque neighbours, which must stay. In other frames
  // libwebp may choose their colours.
  film->config.exact = frame->is_over && !film->config.lossless;
  int status = CI_NO_MEMORY;
  if (!WebPPictureImportRGBA(&picture, pixels, frame->width * 4)) {
    snprintf(message, capacity, "no memory for the frame");
  } else if (!WebPEncode(&film->config, &picture)) {
    snprintf(message, capacity, "libwebp's encoder gave up with error %d", picture.error_code);
  } else {
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
    if (error == WEBP_MUX_OK)
      status = CI_OK;
    else
      snprintf(message, capacity, "libwebp's muxer gave up with error %d", error);
  }
  WebPPictureFree(&picture);
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
