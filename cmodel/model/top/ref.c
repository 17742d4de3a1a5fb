/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/ref.h"

#include <stdlib.h>
#include <string.h>

#include "base/range.h"

#define COUNT_CLOCK(port, member, bits) +1
#define COUNT_SLOT(port, member, bits)  +1
enum { PORTS = 0 RVT_TOP_INPUTS(COUNT_CLOCK, COUNT_SLOT) RVT_TOP_OUTPUTS(COUNT_CLOCK) };

struct rvt_ref {
  uint32_t params[RVT_REF_PARAMS];
  struct rvt_ref_port ports[PORTS];
  struct rvt_top reset, top;
  struct rvt_ntrace_tap tap;
};

static const struct rvt_ref_param_info infos[RVT_REF_PARAMS] = {
#define INFO(Name, least, greatest, preset) {#Name, least, greatest, preset},
    RVT_TOP_PARAMS(INFO)
#undef INFO
};

const struct rvt_ref_param_info *rvt_ref_param(unsigned index) { return &infos[index]; }

/* ---- Parameters ------------------------------------------------------------------------------ */

static enum rvt_status check(const uint32_t *v, struct rvt_error *e) {
  for (unsigned i = 0; i < RVT_REF_PARAMS; i++)
    RVT_TRY(rvt_range(e, infos[i].name, v[i], infos[i].least, infos[i].greatest, ""));
  return rvt_range(e, "ContextWidth", v[RVT_REF_ContextWidth], 1, v[RVT_REF_Xlen], ": 1..Xlen");
}

enum rvt_status rvt_ref_params(const uint32_t *v, struct rvt_top_params *p, struct rvt_error *e) {
  RVT_TRY(check(v, e));
  struct rvt_top_params made = {
      .te = {.plain_sync = v[RVT_REF_PlainSync] != 0},
      .sinks.has_ram = v[RVT_REF_Ram] != 0,
      .sinks.has_pib = v[RVT_REF_Pib] != 0,
      .sinks.ram = {.lanes = (uint8_t)v[RVT_REF_Lanes],
                    .sram_words_log2 = (uint8_t)v[RVT_REF_SramWordsLog2],
                    .sram_width = (uint8_t)v[RVT_REF_SramWidth]},
      .sinks.pib = {.pib = {.lanes = (uint8_t)v[RVT_REF_Lanes],
                            .pins = (uint8_t)v[RVT_REF_Pins],
                            .div_width = (uint8_t)v[RVT_REF_DivWidth],
                            .buffer_bytes = (uint16_t)v[RVT_REF_BufferBytes],
                            .clk_center = v[RVT_REF_ClkCenter] != 0,
                            .calibrate = v[RVT_REF_Calibrate] != 0},
                    .safe_div = (uint16_t)v[RVT_REF_SafeDiv]}};
#define FLAG(value) (value) != 0
#define BYTE(value) (uint8_t)(value)
#define HALF(value) (uint16_t)(value)
#define SET(Name, field, kind, least, greatest, preset)                                            \
  made.te.encoder.field = kind(v[RVT_REF_##Name]);
  RVT_PARAMS(SET)
#undef SET
  struct rvt_top probe;
  RVT_TRY(rvt_top_init(&probe, &made, e));
  *p = made;
  return RVT_OK;
}

/* ---- Ports ----------------------------------------------------------------------------------- */

static unsigned clog2(unsigned n) {
  unsigned bits = 0;
  while ((1u << bits) < n) bits++;
  return bits;
}

/* The names that widths are expressions of; not every one is used in each function. */
#define PARAM(Name, least, greatest, preset)                                                       \
  const unsigned Name = params[RVT_REF_##Name];                                                    \
  (void)Name;
#define MADE(Name, value)                                                                          \
  const unsigned Name = (value);                                                                   \
  (void)Name;
#define NAMES RVT_TOP_PARAMS(PARAM) RVT_TOP_DERIVED(MADE, clog2)

static void lay_out(const uint32_t *params, struct rvt_ref_port *port) {
  NAMES
  unsigned at = 0;
#define CLOCK(name, member, bits)                                                                  \
  *port++ = (struct rvt_ref_port){#name, false, (uint16_t)at, (uint16_t)(bits)};                   \
  at += (bits);
#define SLOT(name, member, bits) CLOCK(name, member, Blocks *(bits))
  RVT_TOP_INPUTS(CLOCK, SLOT)
#undef CLOCK
#undef SLOT
  at = 0;
#define CLOCK(name, member, bits)                                                                  \
  *port++ = (struct rvt_ref_port){#name, true, (uint16_t)at, (uint16_t)(bits)};                    \
  at += (bits);
  RVT_TOP_OUTPUTS(CLOCK)
#undef CLOCK
}

/** The next `width` bits, 1..64. */
static uint64_t take(const uint32_t *bits, unsigned *at, unsigned width) {
  uint64_t value = 0;
  for (unsigned got = 0; got < width;) {
    const unsigned low = *at % 32, count = 32 - low < width - got ? 32 - low : width - got;
    value |= (uint64_t)(bits[*at / 32] >> low & (UINT32_MAX >> (32 - count))) << got;
    got += count;
    *at += count;
  }
  return value;
}

static void put(uint32_t *bits, unsigned *at, unsigned width, uint64_t value) {
  for (unsigned done = 0; done < width;) {
    const unsigned low = *at % 32, count = 32 - low < width - done ? 32 - low : width - done;
    bits[*at / 32] |= (uint32_t)(value >> done & (UINT32_MAX >> (32 - count))) << low;
    done += count;
    *at += count;
  }
}

#define STORE(to, value)                                                                           \
  to = _Generic((to), bool                                                                         \
                : (value) != 0, uint8_t                                                            \
                : (uint8_t)(value), uint16_t                                                       \
                : (uint16_t)(value), uint32_t                                                      \
                : (uint32_t)(value), uint64_t                                                      \
                : (value))

static void unpack(const uint32_t *params, const uint32_t *bits, struct rvt_top_in *in) {
  NAMES
  unsigned at = 0;
  uint64_t value;
  memset(in, 0, sizeof *in);
#define CLOCK(name, member, width)                                                                 \
  value = take(bits, &at, (width));                                                                \
  STORE(in->member, value);
#define SLOT(name, member, width)                                                                  \
  for (unsigned i = 0; i < Blocks; i++) {                                                          \
    value = take(bits, &at, (width));                                                              \
    STORE(in->ingress.block[i].member, value);                                                     \
  }
  RVT_TOP_INPUTS(CLOCK, SLOT)
#undef CLOCK
#undef SLOT
}

static void pack(const uint32_t *params, const struct rvt_top_out *out, uint32_t *bits) {
  NAMES
  unsigned at = 0;
  memset(bits, 0, sizeof *bits * RVT_TOP_OUTPUT_WORDS);
#define CLOCK(name, member, width) put(bits, &at, (width), out->member);
  RVT_TOP_OUTPUTS(CLOCK)
#undef CLOCK
}

/* ---- An instance ----------------------------------------------------------------------------- */

enum rvt_status rvt_ref_new(const uint32_t *params, struct rvt_ref **ref, struct rvt_error *e) {
  struct rvt_top_params p;
  RVT_TRY(rvt_ref_params(params, &p, e));
  struct rvt_ref *made = calloc(1, sizeof *made);
  if (made == NULL) return rvt_error_set(e, RVT_ERR_NO_MEMORY, "expected memory, found none left");
  const enum rvt_status status = rvt_top_init(&made->reset, &p, e);
  if (status != RVT_OK) {
    free(made);
    return status;
  }
  memcpy(made->params, params, sizeof made->params);
  lay_out(params, made->ports);
  made->top = made->reset;
  made->tap.xlen = p.te.encoder.xlen;
  *ref = made;
  return RVT_OK;
}

void rvt_ref_free(struct rvt_ref *ref) { free(ref); }

const struct rvt_ref_port *rvt_ref_ports(const struct rvt_ref *ref, size_t *count) {
  *count = PORTS;
  return ref->ports;
}

void rvt_ref_reset(struct rvt_ref *ref) {
  ref->top = ref->reset;
  ref->tap.size = 0;
}

void rvt_ref_outputs(const struct rvt_ref *ref, const uint32_t *in, uint32_t *out) {
  struct rvt_top_in now;
  struct rvt_top_out made;
  unpack(ref->params, in, &now);
  rvt_top_outputs(&ref->top, &now, &made);
  pack(ref->params, &made, out);
}

void rvt_ref_tick(struct rvt_ref *ref, const uint32_t *in) {
  struct rvt_top_in now;
  struct rvt_top_out out;
  unpack(ref->params, in, &now);
  rvt_top_outputs(&ref->top, &now, &out);
  if (ref->tap.sink != NULL) /* an encoder's own bytes are messages */
    (void)!rvt_ntrace_tap_clock(&ref->tap, &out.te.cfg, &out.te.m,
                                out.te.m.valid && out.sinks.fork.s_ready, NULL);
  rvt_top_tick(&ref->top, &now, &out);
}

void rvt_ref_on_message(struct rvt_ref *ref, rvt_ntrace_tap_sink *sink, void *user) {
  ref->tap.sink = sink;
  ref->tap.user = user;
}

const struct rvt_top *rvt_ref_state(const struct rvt_ref *ref) { return &ref->top; }

/* ---- Snapshots ------------------------------------------------------------------------------- */

/** What a message has so far goes with the state: the tap gets its rest after a restore. */
struct saved {
  uint32_t params[RVT_REF_PARAMS];
  struct rvt_ntrace_tap tap;
};

size_t rvt_ref_snapshot_size(void) { return rvt_top_snapshot_size() + sizeof(struct saved); }

void rvt_ref_save(const struct rvt_ref *ref, void *out) {
  struct saved saved = {.tap = ref->tap};
  memcpy(saved.params, ref->params, sizeof saved.params);
  saved.tap.sink = NULL; /* of this process */
  saved.tap.user = NULL;
  rvt_top_save(&ref->top, out);
  memcpy((uint8_t *)out + rvt_top_snapshot_size(), &saved, sizeof saved);
}

enum rvt_status rvt_ref_restore(struct rvt_ref *ref, const void *bytes, size_t size,
                                struct rvt_error *e) {
  const size_t top = rvt_top_snapshot_size();
  struct rvt_top state;
  struct saved saved;
  RVT_TRY(rvt_top_restore(&state, bytes, size < top ? size : top, e));
  if (size != rvt_ref_snapshot_size())
    return rvt_error_set(e, RVT_ERR_FORMAT, "expected %zu bytes as they were saved, found %zu",
                         rvt_ref_snapshot_size(), size);
  memcpy(&saved, (const uint8_t *)bytes + top, sizeof saved);
  for (unsigned i = 0; i < RVT_REF_PARAMS; i++)
    if (saved.params[i] != ref->params[i])
      return rvt_error_set(e, RVT_ERR_MISMATCH, "expected a snapshot with %s=%u, found %u",
                           infos[i].name, ref->params[i], saved.params[i]);
  if (saved.tap.size >= RVT_MSG_BYTES_MAX)
    return rvt_error_set(e, RVT_ERR_FORMAT,
                         "expected bytes as they were saved, found altered ones");
  saved.tap.sink = ref->tap.sink;
  saved.tap.user = ref->tap.user;
  ref->top = state;
  ref->tap = saved.tap;
  return RVT_OK;
}
