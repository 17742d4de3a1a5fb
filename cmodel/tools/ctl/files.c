/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ctl.h"
#include "rvt/regs.h"
#include "rvt/sidecar.h"

/* Commands of `rvt ctl` that write captures. */

enum { CHUNK = 4096 };

/** What is being written. */
struct capture {
  struct rvt_tool_output out, side;
  uint64_t bytes;
  bool wrapped, needs_xlen;
};

/** What the build is to a decoder, which rvtTeSizes says (ETR:D-01). An encoder of others may read
 * 0 there: then nothing is known. */
static void take_sizes(uint32_t sizes, struct rvt_sidecar *s) {
  struct rvt_etrace_format *f = &s->etrace.format;
  const uint8_t stack = (uint8_t)RVT_FIELD(sizes, RVT_RVT_TE_RETURN_STACK_SIZE);
  const unsigned address = RVT_FIELD(sizes, RVT_RVT_TE_IADDRESS_WIDTH) + 1u;
  if (address > 1 && s->xlen == 0) s->xlen = address > 32 ? 64 : 32;
  *f = rvt_etrace_format_plain(s->xlen);
  if (address == 1) return;
  f->addr_bits = (uint8_t)address;
  f->priv_bits = (uint8_t)(RVT_FIELD(sizes, RVT_RVT_TE_PRIVILEGE_WIDTH) + 1u);
  f->context_bits = (uint8_t)RVT_FIELD(sizes, RVT_RVT_TE_CONTEXT_WIDTH);
  f->bpred_bits = (uint8_t)RVT_FIELD(sizes, RVT_RVT_TE_BPRED_SIZE);
  f->cache_bits = (uint8_t)RVT_FIELD(sizes, RVT_RVT_TE_CACHE_SIZE);
  f->f0s_bits = f->bpred_bits != 0 && f->cache_bits != 0; /* ETR:DC-04 */
  f->irdepth_bits = stack != 0 ? stack + 1 : 0;           /* ETR:F2-03 */
  s->stack_depth = stack != 0 ? (uint8_t)(1u << stack) : 0;
  if (RVT_FIELD(sizes, RVT_RVT_TE_IRET_EXT) != 0) rvt_etrace_format_irets(f);
}

/** What the decoder has to know, as the encoder is configured now (docs/reference/side-car.md). */
static enum rvt_ctl_end make_sidecar(struct rvt_ctl *ctl, bool wrapped, struct rvt_sidecar *s) {
  struct rvt_drv_component te;
  uint32_t control, features, times, sizes;
  const enum rvt_ctl_end end = rvt_ctl_attach(ctl, RVT_CTL_TE, &te);
  if (end != RVT_CTL_GOOD) return end;
  if (!rvt_ctl_get(ctl, te.base + RVT_TR_TE_CONTROL_OFFSET, &control) ||
      !rvt_ctl_get(ctl, te.base + RVT_TR_TE_INST_FEATURES_OFFSET, &features) ||
      !rvt_ctl_get(ctl, te.base + RVT_TR_TS_CONTROL_OFFSET, &times) ||
      !rvt_ctl_get(ctl, te.base + RVT_RVT_TE_SIZES_OFFSET, &sizes))
    return rvt_ctl_link_failed(ctl);
  const bool inhibit = RVT_FIELD(control, RVT_TR_TE_INHIBIT_SRC) != 0;
  const bool returns = RVT_FIELD(features, RVT_TR_TE_INST_EN_IMPLICIT_RETURN) != 0;
  const bool timed = RVT_FIELD(times, RVT_TR_TS_ACTIVE) != 0 &&
                     RVT_FIELD(times, RVT_TR_TS_ENABLE) != 0 &&
                     RVT_FIELD(times, RVT_TR_TS_MODE) != 0; /* TCI:TS-17 */
  *s = (struct rvt_sidecar){
      .xlen = ctl->xlen,
      .ts_width = timed ? (uint8_t)RVT_FIELD(times, RVT_TR_TS_WIDTH) : 0,
      .src_id = (uint16_t)RVT_FIELD(features, RVT_TR_TE_SRC_ID),
      .implicit_return =
          returns ? (uint8_t)RVT_FIELD(features, RVT_TR_TE_INST_IMPLICIT_RETURN_MODE) : 0,
      .sequential_jump = RVT_FIELD(features, RVT_TR_TE_INST_EN_SEQUENTIAL_JUMP) != 0,
      .blind = wrapped,
      .ntrace = {
          .format = {.src_bits = inhibit ? 0 : (uint8_t)RVT_FIELD(features, RVT_TR_TE_SRC_BITS),
                     .ts = timed},
          .mode = (uint8_t)RVT_FIELD(control, RVT_TR_TE_INST_MODE),
          .all_jumps = RVT_FIELD(features, RVT_TR_TE_INST_EN_ALL_JUMPS) != 0,
          .extend_addr = RVT_FIELD(features, RVT_TR_TE_INST_EXTEND_ADDR_MSB) != 0}};
  s->has_src_id = s->ntrace.format.src_bits != 0;
  if (RVT_FIELD(control, RVT_TR_TE_FORMAT) == rvt_protocols[RVT_PROTOCOL_ETRACE].format) {
    struct rvt_etrace_format *f = &s->etrace.format;
    s->protocol = RVT_PROTOCOL_ETRACE;
    s->ntrace.extend_addr = false;
    take_sizes(sizes, s);
    f->src_bits = s->ntrace.format.src_bits;
    f->time_bytes = s->ts_width / 8;
    f->implicit_exception = RVT_FIELD(features, RVT_TR_TE_INST_NO_TRAP_ADDR) != 0;
    s->etrace.full_address = RVT_FIELD(features, RVT_TR_TE_INST_NO_ADDR_DIFF) != 0;
  }
  return RVT_CTL_GOOD;
}

/** The side-car's file, for a capture that is a regular file. */
static enum rvt_ctl_end write_sidecar(struct rvt_ctl *ctl, struct capture *c, const char *name) {
  struct rvt_sidecar s;
  const enum rvt_ctl_end end = make_sidecar(ctl, c->wrapped, &s);
  if (end != RVT_CTL_GOOD) return end;
  char *side = rvt_sidecar_name(name);
  const bool opened = rvt_output_open(&c->side, side);
  free(side);
  if (!opened) return RVT_CTL_BAD;
  c->needs_xlen = s.ntrace.extend_addr && s.xlen == 0;
  return rvt_sidecar_put(&c->side, &s) ? RVT_CTL_GOOD : RVT_CTL_BAD;
}

/** Give both files their names, or leave nothing behind. */
static enum rvt_ctl_end finish(struct rvt_ctl *ctl, struct capture *c, const char *name,
                               enum rvt_ctl_end end) {
  const bool beside = c->out.target != NULL;
  if (end == RVT_CTL_GOOD && beside) end = write_sidecar(ctl, c, name);
  if (end == RVT_CTL_GOOD &&
      !rvt_outputs_commit((struct rvt_tool_output *[]){&c->side, &c->out}, 2))
    end = RVT_CTL_BAD;
  rvt_output_abort(&c->side);
  rvt_output_abort(&c->out);
  if (end != RVT_CTL_GOOD || strcmp(name, "-") == 0) return end;
  if (c->needs_xlen)
    rvt_ctl_complain(ctl, end,
                     "%s: warning: addresses are extended, and its side-car has no XLEN: rvt ctl "
                     "--xlen=32 or --xlen=64",
                     name);
  if (ctl->json)
    printf("{\"bytes\": %" PRIu64 ", \"wrapped\": %s}\n", c->bytes, c->wrapped ? "true" : "false");
  else
    printf("%" PRIu64 " bytes%s\n", c->bytes, c->wrapped ? ", the oldest are overwritten" : "");
  return end;
}

static enum rvt_ctl_end copy_memory(struct rvt_ctl *ctl, const struct rvt_drv_component *ram,
                                    struct rvt_drv_readout *r, const struct rvt_framing *framing,
                                    FILE *file) {
  uint8_t bytes[CHUNK];
  uint64_t rest = r->wrapped ? r->to_start : 0;
  size_t count;
  do {
    const size_t size = rest != 0 && rest < sizeof bytes ? (size_t)rest : sizeof bytes;
    if (rvt_drv_readout_next(&ctl->drv, ram, r, bytes, size, &count) != RVT_DRV_OK)
      return rvt_ctl_driver_failed(ctl);
    fwrite(bytes, 1, count, file); /* rvt_output_commit() sees a failure */
    if (rest != 0 && count == rest) rvt_put_sync_sequence(file, framing);
    rest -= rest < count ? rest : count;
  } while (count != 0);
  return RVT_CTL_GOOD;
}

/** The framing of what the encoder sends. */
static enum rvt_ctl_end framing_of(struct rvt_ctl *ctl, const struct rvt_framing **framing) {
  struct rvt_drv_component te;
  uint32_t control;
  const enum rvt_ctl_end end = rvt_ctl_attach(ctl, RVT_CTL_TE, &te);
  if (end != RVT_CTL_GOOD) return end;
  if (!rvt_ctl_get(ctl, te.base + RVT_TR_TE_CONTROL_OFFSET, &control))
    return rvt_ctl_link_failed(ctl);
  const bool etrace =
      RVT_FIELD(control, RVT_TR_TE_FORMAT) == rvt_protocols[RVT_PROTOCOL_ETRACE].format;
  *framing = rvt_framing_of_protocol(etrace ? RVT_PROTOCOL_ETRACE : RVT_PROTOCOL_NTRACE);
  return RVT_CTL_GOOD;
}

/**
 * With stop on wrap a memory that has wrapped stands at its start, but after rvt_drv_resume(): so
 * the device itself tells, also to one that connects later.
 */
static enum rvt_drv_status begin_readout(struct rvt_ctl *ctl, const struct rvt_drv_component *ram,
                                         struct rvt_drv_readout *r) {
  struct rvt_drv_state s;
  uint32_t control;
  enum rvt_drv_status status = rvt_drv_get_state(&ctl->drv, ram, &s);
  if (status != RVT_DRV_OK) return status;
  if (!s.wrapped || s.wp == s.start ||
      !rvt_ctl_get(ctl, ram->base + RVT_TR_RAM_CONTROL_OFFSET, &control) ||
      RVT_FIELD(control, RVT_TR_RAM_STOP_ON_WRAP) == 0)
    return rvt_drv_readout_begin(&ctl->drv, ram, r);
  return rvt_drv_readout_resumed(&ctl->drv, ram, r);
}

enum rvt_ctl_end rvt_ctl_readout(struct rvt_ctl *ctl, char **word, size_t words) {
  (void)words;
  struct rvt_drv_component ram;
  struct rvt_drv_readout r;
  struct capture c = {.bytes = 0};
  const struct rvt_framing *framing = NULL;
  enum rvt_ctl_end end = rvt_ctl_attach(ctl, RVT_CTL_RAM, &ram);
  if (end == RVT_CTL_GOOD) end = framing_of(ctl, &framing);
  if (end != RVT_CTL_GOOD) return end;
  if (begin_readout(ctl, &ram, &r) != RVT_DRV_OK) return rvt_ctl_driver_failed(ctl);
  c.bytes = r.left;
  c.wrapped = r.wrapped;
  if (!rvt_output_open(&c.out, word[1])) return RVT_CTL_BAD;
  return finish(ctl, &c, word[1], copy_memory(ctl, &ram, &r, framing, c.out.file));
}

static enum rvt_ctl_end copy_pins(struct rvt_ctl *ctl, struct capture *c) {
  uint8_t bytes[RVT_DEVICE_PINS_MAX];
  size_t count;
  do {
    if (rvt_device_pins(&ctl->client, bytes, &count) != RVT_OK) return rvt_ctl_link_failed(ctl);
    fwrite(bytes, 1, count, c->out.file);
    c->bytes += count;
  } while (count != 0);
  return RVT_CTL_GOOD;
}

enum rvt_ctl_end rvt_ctl_pins(struct rvt_ctl *ctl, char **word, size_t words) {
  (void)words;
  struct rvt_device_status s;
  struct capture c = {.bytes = 0};
  if (!rvt_ctl_simulated(ctl, word[0])) return RVT_CTL_BAD;
  if (rvt_device_get_status(&ctl->client, &s) != RVT_OK) return rvt_ctl_link_failed(ctl);
  if (s.pins_lost)
    return rvt_ctl_complain(ctl, RVT_CTL_FAILED,
                            "pins: expected at most %d bytes since the last time, found more",
                            RVT_DEVICE_PINS_KEPT);
  if (!rvt_output_open(&c.out, word[1])) return RVT_CTL_BAD;
  return finish(ctl, &c, word[1], copy_pins(ctl, &c));
}
