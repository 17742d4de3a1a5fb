/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "state.h"

#define FORMAT(NAME, name, text, format, major) [RVT_PROTOCOL_##NAME] = &rvt_decoder_##name,
static const struct rvt_decoder_format *const formats[RVT_PROTOCOLS] = {RVT_PROTOCOL_LIST(FORMAT)};

static enum rvt_status check(const struct rvt_decoder_config *config, const struct rvt_image *image,
                             struct rvt_error *e) {
  const struct {
    const char *what;
    unsigned found, max;
    const char *row;
  } limits[] = {
      {"ts_width", config->ts_width, RVT_TIME_CEIL, "NT:TSP-05"},
      {"implicit_return", config->implicit_return, 3, "NT:IRT-01"},
      {"addr_bits", config->addr_bits, 64, "NT:ADR-15"},
  };
  if ((unsigned)config->protocol >= RVT_PROTOCOLS) {
    char built[64];
    rvt_protocol_names(built, sizeof built);
    return rvt_error_set(e, RVT_ERR_ARG, "expected a protocol that is built (%s), found number %d",
                         built, (int)config->protocol);
  }
  for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
    if (limits[i].found > limits[i].max)
      return rvt_error_set(e, RVT_ERR_ARG, "expected %s 0..%u, found %u (%s)", limits[i].what,
                           limits[i].max, limits[i].found, limits[i].row);
  if (image->xlen == 0)
    return rvt_error_set(e, RVT_ERR_ARG,
                         "expected an image that knows its XLEN, found one without an ELF file, "
                         "for which rvt_image_new() was told none");
  return formats[config->protocol]->check(config, e);
}

enum rvt_status rvt_decoder_new(const struct rvt_decoder_config *config,
                                const struct rvt_image *image, rvt_decoder_sink *sink, void *user,
                                struct rvt_decoder **decoder, struct rvt_error *e) {
  const enum rvt_status status = check(config, image, e);
  if (status != RVT_OK) return status;
  const struct rvt_decoder_format *format = formats[config->protocol];
  size_t sources = (size_t)1 << format->src_bits(config);
  const size_t head = sizeof(struct rvt_decoder) + sources * sizeof(struct rvt_source);
  const size_t memo = format->walk != NULL ? sizeof(struct rvt_memo) : 0;
  struct rvt_decoder *d = calloc(1, head + memo);
  if (d == NULL)
    return rvt_error_set(e, RVT_ERR_NO_MEMORY, "expected memory for the decoder, found none left");
  d->config = *config;
  d->format = format;
  d->program = d->image = image;
  d->sink = sink;
  d->user = user;
  d->sources = sources;
  d->current = d->source;
  if (memo != 0) d->memo = (struct rvt_memo *)((char *)d + head);
  for (size_t i = 0; i < sources; i++) d->source[i].image = image;
  format->begin(d);
  *decoder = d;
  return RVT_OK;
}

void rvt_decoder_free(struct rvt_decoder *decoder) { free(decoder); }

enum rvt_status rvt_decoder_step(struct rvt_decoder *decoder, struct rvt_bytes *in) {
  return decoder->format->step(decoder, in);
}

enum rvt_status rvt_decoder_feed(struct rvt_decoder *decoder, struct rvt_bytes *in) {
  enum rvt_status status;
  do status = decoder->format->step(decoder, in);
  while (status == RVT_OK);
  return status;
}

void rvt_decoder_finish(struct rvt_decoder *decoder, size_t rest) {
  decoder->format->finish(decoder, rest);
}

void rvt_decoder_pcs_begin(struct rvt_decoder_pcs *pcs, const struct rvt_image *image,
                           const struct rvt_decoder_run *run) {
  *pcs = (struct rvt_decoder_pcs){.image = image, .run = *run, .times = run->times};
}

/* The pass that is being walked, or the next one; false: none is left. */
static inline bool has_pass(struct rvt_decoder_pcs *pcs) {
  if (pcs->left != 0) return true;
  if (pcs->times == 0) return false;
  pcs->times--;
  pcs->left = pcs->run.insns;
  pcs->next = pcs->run.pc;
  return true;
}

bool rvt_decoder_pcs_next(struct rvt_decoder_pcs *pcs) {
  if (!has_pass(pcs)) return false;
  const struct rvt_parcel *parcel = rvt_image_parcel(pcs->image, &pcs->hint, pcs->next);
  if (parcel == NULL) return false;
  pcs->pc = pcs->next;
  pcs->next = rvt_insn_address(pcs->next + 2U * parcel->size, pcs->image->xlen);
  pcs->left--;
  return true;
}

/* One look-up for what is left of a pass: the instructions of a run lie in one segment. */
size_t rvt_decoder_pcs_take(struct rvt_decoder_pcs *pcs, uint64_t *list, size_t max) {
  size_t count = 0;
  while (count < max && has_pass(pcs)) {
    const struct rvt_parcel *parcel = rvt_image_parcel(pcs->image, &pcs->hint, pcs->next);
    if (parcel == NULL) break;
    const uint64_t base = pcs->hint->base, bytes = 2 * pcs->hint->count;
    const uint64_t most = pcs->left < max - count ? pcs->left : max - count;
    uint64_t pc = pcs->next, done = 0;
    do {
      list[count + done++] = pc;
      pc += 2U * parcel->size;
      if (pc - base >= bytes) break; /* the last one may end in the next segment */
      parcel += parcel->size;
    } while (done < most && parcel->size != 0);
    count += done;
    pcs->pc = list[count - 1];
    pcs->next = rvt_insn_address(pc, pcs->image->xlen);
    pcs->left -= done;
  }
  return count;
}
