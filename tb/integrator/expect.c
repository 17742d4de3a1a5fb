/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "rvt/decoder.h"
#include "rvt/encoder.h"
#include "rvt/version.h"

/*
 * What acme_soc_tb has to print, by the golden model, and the PCs that these bytes report: model
 * and decoder of an installed rvtrace in one program.
 */

enum { CLOCKS = 60, TRACED = 20, ROOM = 64 };

/** The bytes of acme_hart's four instructions; their number. */
static size_t model(uint8_t bytes[ROOM]) {
  struct rvt_params params;
  rvt_params_init(&params, NULL);
  static struct rvt_encoder encoder;
  struct rvt_error error;
  size_t size = 0;
  if (rvt_encoder_init(&encoder, &params, &error) != RVT_OK) {
    fprintf(stderr, "%s\n", error.text);
    return 0;
  }
  for (unsigned clock = 0; clock < CLOCKS; clock++) {
    struct rvt_encoder_in in;
    struct rvt_encoder_out out;
    memset(&in, 0, sizeof in);
    in.cfg.active = in.cfg.enable = true;
    in.cfg.mode = RVT_MODE_HTM;
    in.cfg.tracing = clock < TRACED;
    in.m_ready = true;
    struct rvt_block *block = &in.ingress.block[0];
    if (clock == 8 || clock == 9) block->iretire = 4;
    if (clock == 8) block->itype = RVT_IT_INDIRECT_JUMP;
    if (block->iretire != 0) block->iaddr = clock == 8 ? 0x8000 : 0x9000;
    rvt_encoder_outputs(&encoder, &in.cfg, &out);
    if (out.m.valid && size < ROOM) bytes[size++] = out.m.data[0];
    rvt_encoder_tick(&encoder, &in);
  }
  return size;
}

static void see(void *user, const struct rvt_decoder_event *event) {
  const struct rvt_image *image = user;
  if (event->kind != RVT_DE_RUN) return;
  struct rvt_decoder_pcs pcs;
  rvt_decoder_pcs_begin(&pcs, image, &event->u.run);
  while (rvt_decoder_pcs_next(&pcs)) printf("pc %llx\n", (unsigned long long)pcs.pc);
}

/** Prints the PCs that the bytes report. */
static enum rvt_status decode(const uint8_t *data, size_t size) {
  static const uint8_t jumps[] = {0x13, 0, 0, 0, 0x67, 0x80, 0, 0}; /* NOP, JR ra */
  static const uint8_t rests[] = {0x13, 0, 0, 0, 0x13, 0, 0, 0};
  const struct rvt_decoder_config config = {.ntrace.mode = RVT_MODE_HTM};
  struct rvt_image *image = NULL;
  struct rvt_decoder *decoder = NULL;
  struct rvt_bytes bytes = {.data = data, .size = size};
  enum rvt_status status = rvt_image_new(32, &image);
  if (status == RVT_OK) status = rvt_image_add(image, 0x8000, jumps, sizeof jumps);
  if (status == RVT_OK) status = rvt_image_add(image, 0x9000, rests, sizeof rests);
  if (status == RVT_OK) status = rvt_decoder_new(&config, image, see, image, &decoder, NULL);
  if (status == RVT_OK) {
    status = rvt_decoder_feed(decoder, &bytes);
    rvt_decoder_finish(decoder, size - bytes.pos);
  }
  rvt_decoder_free(decoder);
  rvt_image_free(image);
  return status;
}

int main(void) {
  uint8_t bytes[ROOM];
  const size_t size = model(bytes);
  for (size_t i = 0; i < size; i++) printf("byte %02x\n", bytes[i]);
  if (size == 0 || strcmp(rvt_version(), RVT_VERSION) != 0) return 1;
  const enum rvt_status status = decode(bytes, size);
  if (status != RVT_END) fprintf(stderr, "%s\n", rvt_status_text(status));
  return status != RVT_END;
}
