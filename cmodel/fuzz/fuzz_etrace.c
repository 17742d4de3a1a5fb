/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * Packets of E-Trace <-> bytes <-> text, and the decoder over any stream of them. Input: a byte of
 * format (bits 1:0 srcID of 0, 3, 7, 8 bits; 2: time; 3: context; 4: optional modes; 5: RV32; 6:
 * full addresses; 7: blind), with the modes two bytes of sizes (0: predictor and cache of 2^bits
 * 2:0 and 5:3, return mode 7:6; 1: stack of 2^bits 2:0, 3: no sequential jumps, 4: implicit
 * exceptions), then the bytes.
 */

#include <string.h>

#include "fuzz.h"
#include "rvt/decoder.h"
#include "rvt/etrace_text.h"

/* Calls, loops, a return, jumps with and without their register set before, a trap and its handler.
 */
static const uint8_t code[] = {
    0x01, 0x00, 0x7d, 0x15, 0x7d, 0xfd, 0xef, 0x00, 0x40, 0x01, 0xef, 0x00, 0x00, 0x01, 0x97,
    0x02, 0x00, 0x00, 0x93, 0x82, 0xa2, 0x00, 0x82, 0x82, 0x01, 0xa0, 0x82, 0x80, 0x17, 0x03,
    0x00, 0x00, 0x67, 0x00, 0x43, 0x00, 0x73, 0x00, 0x20, 0x30, 0x73, 0x00, 0x00, 0x00, 0x01,
    0x00, 0xef, 0xf0, 0x3f, 0xfd, 0x63, 0x08, 0x05, 0xfc, 0x01, 0x00, 0x82, 0x80};
enum { BASE = 0x1000, COUNT_MAX = 64 };

struct watch {
  size_t size;
  uint64_t hash, events, insns, message;
};

static void mix(struct watch *w, uint64_t value) {
  w->hash = (w->hash ^ value) * UINT64_C(0x100000001b3);
  w->hash ^= w->hash >> 29;
}

static void check_run(struct watch *w, const struct rvt_decoder_event *e) {
  struct rvt_decoder_pcs pcs;
  uint64_t insns = 0;
  FUZZ_CHECK(e->u.run.insns > 0 && e->u.run.times == 1);
  rvt_decoder_pcs_begin(&pcs, e->image, &e->u.run);
  while (rvt_decoder_pcs_next(&pcs)) insns++;
  FUZZ_CHECK(insns == e->u.run.insns && pcs.next == e->u.run.pc + 2 * e->u.run.halfwords);
  w->insns += insns;
  mix(w, e->u.run.pc);
  mix(w, insns);
}

static void sink(void *user, const struct rvt_decoder_event *e) {
  struct watch *w = user;
  FUZZ_CHECK(e->offset < w->size || w->size == 0);
  /* the way back to an address that was met too early is of the packet that reported it */
  const bool again = e->kind == RVT_DE_RUN || e->kind == RVT_DE_TRANSFER ||
                     e->kind == RVT_DE_WARNING || e->kind == RVT_DE_ERROR;
  FUZZ_CHECK((again || e->message >= w->message) && e->protocol == RVT_PROTOCOL_ETRACE);
  if (e->message > w->message) w->message = e->message;
  w->events++;
  mix(w, (uint64_t)e->kind << 32 | e->src);
  mix(w, e->offset);
  switch (e->kind) {
  case RVT_DE_RUN: check_run(w, e); break;
  case RVT_DE_TRANSFER: mix(w, e->u.transfer.to); break;
  case RVT_DE_TRAP:
    mix(w, e->u.trap.to ^ e->u.trap.epc << 1 ^ e->u.trap.cause << 2);
    FUZZ_CHECK(e->u.trap.cause_known && (e->u.trap.epc_known || e->u.trap.epc == 0));
    break;
  case RVT_DE_SYNC: mix(w, e->u.sync.pc << 1 | e->u.sync.continuous); break;
  case RVT_DE_WARNING:
  case RVT_DE_ERROR:
    FUZZ_CHECK(strncmp(e->u.problem.row, "ETR:", 4) == 0);
    FUZZ_CHECK(strncmp(e->u.problem.text, "expected ", 9) == 0);
    FUZZ_CHECK(e->kind != RVT_DE_ERROR || e->u.problem.lost);
    break;
  default: break;
  }
}

/* Bounded work: a packet walks no more than its branches allow, and the program is small. */
static struct watch decode(const struct rvt_decoder_config *config, const struct rvt_image *image,
                           const uint8_t *data, size_t size, size_t pieces) {
  struct watch w = {.size = size};
  struct rvt_decoder *d = NULL;
  struct rvt_bytes in = {.data = data};
  FUZZ_CHECK(rvt_decoder_new(config, image, sink, &w, &d, NULL) == RVT_OK);
  for (size_t i = 1; i <= pieces; i++) {
    in.size = size * i / pieces;
    const enum rvt_status status = rvt_decoder_feed(d, &in);
    FUZZ_CHECK(status == RVT_END ? in.pos == in.size : status == RVT_NEED_MORE);
    FUZZ_CHECK(in.size - in.pos <= RVT_ETRACE_PACKET_BYTES);
  }
  rvt_decoder_finish(d, size - in.pos);
  rvt_decoder_free(d);
  return w;
}

/* What is read is written in no more bytes, reads the same again, and so does its text. */
static void check_packet(const struct rvt_etrace_format *f, const struct rvt_etrace_packet *p,
                         size_t size, bool remarked) {
  uint8_t out[RVT_ETRACE_PACKET_BYTES];
  char text[RVT_ETRACE_TEXT_MAX];
  struct rvt_etrace_packet again;
  struct rvt_etrace_nulls nulls = {.any = false};
  struct rvt_etrace_note note;
  size_t made = 0;
  FUZZ_CHECK(rvt_etrace_packet_write(f, p, out, &made) == RVT_OK);
  /* the bits of srcID before it move a payload of whole bytes into one byte more */
  FUZZ_CHECK(remarked || made <= size + (f->src_bits % 8 != 0));
  FUZZ_CHECK(made <= rvt_etrace_longest(f));
  struct rvt_bytes in = {.data = out, .size = made};
  FUZZ_CHECK(rvt_etrace_packet_read(f, &in, &nulls, &again, &note) == RVT_OK && in.pos == made);
  FUZZ_CHECK(rvt_etrace_packet_equal(p, &again));
  FUZZ_CHECK(rvt_etrace_print(f, p, text) == RVT_OK && strlen(text) < sizeof text - 1);
  FUZZ_CHECK(rvt_etrace_parse(f, text, &again, NULL, NULL) == RVT_OK);
  FUZZ_CHECK(rvt_etrace_packet_equal(p, &again));
}

static void read_packets(const struct rvt_etrace_format *f, const uint8_t *data, size_t size) {
  struct rvt_bytes in = {.data = data, .size = size};
  struct rvt_etrace_nulls nulls = {.any = false};
  for (;;) {
    struct rvt_etrace_packet p = {.kind = 0x5a};
    struct rvt_etrace_note note;
    const size_t before = in.pos;
    const enum rvt_status status = rvt_etrace_packet_read(f, &in, &nulls, &p, &note);
    FUZZ_CHECK(in.pos >= before && in.pos <= size);
    if (status == RVT_OK) {
      FUZZ_CHECK(in.pos > note.offset && note.offset >= before);
      check_packet(f, &p, in.pos - note.offset, note.row != NULL);
      continue;
    }
    FUZZ_CHECK(p.kind == 0x5a);
    if (status == RVT_END || status == RVT_NEED_MORE) return;
    FUZZ_CHECK(note.row != NULL && note.text != NULL && note.offset == in.pos);
    if (rvt_etrace_resync(f, &in, &nulls) != RVT_OK) return;
  }
}

static void use_modes(struct rvt_decoder_config *config, const uint8_t *sizes) {
  struct rvt_etrace_format *f = &config->etrace.format;
  f->bpred_bits = sizes[0] & 7;
  f->cache_bits = sizes[0] >> 3 & 7;
  f->f0s_bits = f->bpred_bits != 0 && f->cache_bits != 0; /* ETR:DC-04 */
  config->implicit_return = sizes[0] >> 6;
  config->etrace.stack_bits = (uint8_t)((sizes[1] & 7) % 6);
  f->irdepth_bits = config->etrace.stack_bits != 0 ? (uint8_t)(config->etrace.stack_bits + 1) : 0;
  if ((sizes[1] & 0x20) != 0 && config->etrace.stack_bits != 0) rvt_etrace_format_irets(f);
  config->sequential_jump = (sizes[1] & 8) == 0;
  f->implicit_exception = (sizes[1] & 0x10) != 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 3) return 0;
  static const uint8_t src_bits[] = {0, 3, 7, 8};
  const unsigned bits = data[0], xlen = (bits & 0x20) != 0 ? 32 : 64;
  struct rvt_decoder_config config = {
      .protocol = RVT_PROTOCOL_ETRACE, .sequential_jump = true, .blind = (bits & 0x80) != 0};
  struct rvt_etrace_format *f = &config.etrace.format;
  *f = rvt_etrace_format_plain(xlen);
  f->src_bits = src_bits[bits & 3];
  if ((bits & 4) != 0) f->time_bytes = 2;
  if ((bits & 8) != 0) f->context_bits = 8;
  const size_t head = (bits & 0x10) != 0 ? 3 : 1;
  if (head != 1) use_modes(&config, data + 1);
  config.etrace.full_address = (bits & 0x40) != 0;
  config.etrace.count_max = COUNT_MAX;
  config.etrace.tvec_known[3] = true;
  config.etrace.tvec[3] = BASE + 0x24;
  read_packets(f, data + head, size - head);
  struct rvt_image *image = NULL;
  FUZZ_CHECK(rvt_image_new(xlen, &image) == RVT_OK);
  FUZZ_CHECK(rvt_image_add(image, BASE, code, sizeof code) == RVT_OK);
  const struct watch whole = decode(&config, image, data + head, size - head, 1);
  const struct watch cut = decode(&config, image, data + head, size - head, 3);
  FUZZ_CHECK(whole.hash == cut.hash && whole.events == cut.events);
  rvt_image_free(image);
  return 0;
}
