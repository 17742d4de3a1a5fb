/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "agents/records.h"
#include "codec/ntrace_layout.h"
#include "harness/bench.h"
#include "harness/pace.h"
#include "judges/stream_check.h"
#include "rvt/unit/ntrace_packer.h"

enum { POSITIONS_MAX = 64 };

enum cover {
  COVER_TCODES, /* one counter per TCODE */
  COVER_MESSAGES = TB_TCODES,
  COVER_BACK_TO_BACK,
  COVER_STALL_POSITIONS,
  COVER_LONGEST,
  COVER_LONGEST_BYTES,
  COVER_TIME_ON,
  COVER_TIME_OFF,
  COVER_TIME_SILENT, /* a message without TSTAMP because of its kind ... */
  COVER_TIME_FORGOT, /* ... because the base of time has changed */
  COVER_SRC_NONE,
  COVER_SRC_WIDEST,
  COVER_CLR_BUSY,
  COVER_IDLE,
  COVER_EXTEND_LOW,  /* lengths of an extended address whose upper bits are 0 */
  COVER_EXTEND_HIGH, /* ... are 1 */
  COVER_EXTEND_ZERO, /* of the former, with a byte of zeros for its top bit */
  COVER_EXTEND_ALL,  /* of the latter, all bits sent and zeros above them */
  COVER_EXTEND_OFF,
  COVERS
};
static const char *const covers[COVERS] = {
    TB_TCODE_COVERS, "messages", "back_to_back", "stall_positions", "longest",     "longest_bytes",
    "time_on",       "time_off", "time_silent",  "time_forgot",     "src_none",    "src_widest",
    "clr_busy",      "idle",     "extend_low",   "extend_high",     "extend_zero", "extend_all",
    "extend_off"};

struct packer_bench {
  struct rvt_ntrace_packer_params p;
  struct rvt_ntrace_packer model;
  struct rvt_ntrace_packer_in in;
  struct rvt_ntrace_packer_out out;
  uint32_t rec_bits[TB_RECORD_WORDS];
  uint8_t data_mask[RVT_LANES_MAX]; /* with one lane no data is specified while none is offered */
  struct tb_pace offer, ready;
  struct tb_stream_check check;
  uint32_t clr_every, config_every;
  bool repeats; /* the build takes RCODE 2 */
  uint64_t now;
  bool forgot;      /* ts_forget came after the last time sent */
  uint64_t stalled; /* bit n: a beat n of a message has waited */
  unsigned beat, bytes;
  /* The record whose message comes next, and the one after it; its bytes so far. */
  struct {
    bool extend;
    struct rvt_ntrace_record rec;
  } owed[2];
  unsigned owes;
  uint8_t sent[RVT_PACKER_BYTES];
  uint16_t low, high; /* bit n: an address of n bytes has been seen */
};

static const struct tb_bind binds[] = {
    TB_IN(struct packer_bench, "clr_i", in.clr),
    TB_IN(struct packer_bench, "src_bits_i", in.src_bits),
    TB_IN(struct packer_bench, "src_id_i", in.src_id),
    TB_IN(struct packer_bench, "ts_en_i", in.ts_en),
    TB_IN(struct packer_bench, "extend_addr_i", in.extend_addr),
    TB_IN(struct packer_bench, "ts_suppress_i", in.ts_suppress),
    TB_IN(struct packer_bench, "ts_forget_i", in.ts_forget),
    TB_IN(struct packer_bench, "rec_valid_i", in.rec_valid),
    TB_IN(struct packer_bench, "rec_i", rec_bits),
    TB_IN(struct packer_bench, "m_ready_i", in.m_ready),
    TB_OUT(struct packer_bench, NULL, "rec_ready_o", out.rec_ready),
    TB_OUT(struct packer_bench, NULL, "busy_o", out.busy),
    TB_OUT(struct packer_bench, NULL, "m_valid_o", out.m.valid),
    TB_OUT_MASKED(struct packer_bench, NULL, "m_data_o", out.m.data, data_mask),
    TB_OUT(struct packer_bench, NULL, "m_bytes_o", out.m.bytes),
    TB_OUT(struct packer_bench, NULL, "m_eom_o", out.m.eom),
};

static void random_config(struct packer_bench *b, struct tb_rng *rng) {
  b->in.src_bits = (uint8_t)tb_rng_below(rng, b->p.src_bits_max + 1u);
  if (tb_rng_one_in(rng, 4)) b->in.src_bits = tb_rng_one_in(rng, 2) ? 0 : b->p.src_bits_max;
  const uint64_t bits = tb_rng_next(rng);
  b->in.src_id = (uint16_t)(bits & 0xfff);
  b->in.ts_suppress = (bits >> 12 & 3) != 0 ? 0 : (uint8_t)(bits >> 14 & 0xf);
  b->in.ts_en = b->p.ts_width != 0 && tb_rng_one_in(rng, 2);
  if (b->p.extend_addr) b->in.extend_addr = !tb_rng_one_in(rng, 4);
}

static void new_record(struct packer_bench *b, struct tb_rng *rng) {
  if (tb_rng_one_in(rng, 32)) {
    tb_record_longest(&b->p, &b->now, &b->in.rec);
  } else {
    do tb_record_random(rng, &b->p, &b->now, &b->in.rec);
    while (!b->repeats && b->in.rec.tcode == RVT_TC_RESOURCE_FULL &&
           b->in.rec.sub == RVT_RC_HIST_REPEAT);
  }
  tb_record_bits(&b->in.rec, b->rec_bits);
}

static bool init(void *self, struct tb *tb) {
  struct packer_bench *b = self;
  tb_packer_params(tb, &b->p);
  b->p.extend_addr = tb_param(tb, "ExtendAddr") != 0;
  b->repeats = tb_param(tb, "Repeat") != 0;
  tb_pace_init(&b->offer, tb, "offer", "mixed");
  tb_pace_init(&b->ready, tb, "ready", "mixed");
  b->clr_every = (uint32_t)tb_option_in(tb, "clr", 1000, 0, UINT32_MAX);
  b->config_every = (uint32_t)tb_option_in(tb, "config", 50, 0, UINT32_MAX);
  b->check = (struct tb_stream_check){.unit = "packer", .lanes = b->p.lanes, .framing = true};
  if (rvt_ntrace_packer_init(&b->model, &b->p, NULL) != RVT_OK)
    tb_fail(tb, "packer: a parameter is out of range");
  random_config(b, &tb->rng);
  return tb->error[0] == 0;
}

static void reset(void *self, struct tb *tb) {
  struct packer_bench *b = self;
  if (rvt_ntrace_packer_init(&b->model, &b->p, NULL) != RVT_OK) tb_fail(tb, "packer: init failed");
  tb_stream_check_clear(&b->check);
  b->in.rec_valid = false;
  b->beat = b->bytes = b->owes = 0;
  new_record(b, &tb->rng);
}

static void drive(void *self, struct tb *tb) {
  struct packer_bench *b = self;
  b->in.clr = tb_rng_one_in(&tb->rng, b->clr_every);
  b->in.m_ready = tb_pace_next(&b->ready, &tb->rng);
  if (!b->in.rec_valid) b->in.rec_valid = tb_pace_next(&b->offer, &tb->rng);
  if (tb_rng_one_in(&tb->rng, b->config_every)) random_config(b, &tb->rng);
  if (b->p.ts_width != 0) b->in.ts_forget = tb_rng_one_in(&tb->rng, 60);
}

static void outputs(void *self) {
  struct packer_bench *b = self;
  rvt_ntrace_packer_outputs(&b->model, &b->in, &b->out);
  memset(b->data_mask, b->out.m.valid || b->p.lanes > 1 ? 0xff : 0, sizeof b->data_mask);
}

static void cover_load(const struct packer_bench *b, uint64_t *cover) {
  unsigned tcode = tb_tcode_index(b->in.rec.tcode);
  if (tcode < TB_TCODES) cover[COVER_TCODES + tcode]++;
  if (b->out.busy) cover[COVER_BACK_TO_BACK]++;
  const bool sync = rvt_ntrace_is_sync(b->in.rec.tcode);
  cover[b->in.ts_en ? COVER_TIME_ON : COVER_TIME_OFF]++;
  if (b->in.ts_en && b->model.base_q &&
      (b->in.ts_suppress & rvt_ntrace_time_kind(b->in.rec.tcode)) != 0)
    cover[COVER_TIME_SILENT]++;
  if (b->in.ts_en && (b->forgot || (b->in.ts_forget && b->model.base_q)) && !sync)
    cover[COVER_TIME_FORGOT]++;
  if (b->in.src_bits == 0) cover[COVER_SRC_NONE]++;
  if (b->in.src_bits == b->p.src_bits_max) cover[COVER_SRC_WIDEST]++;
}

static void cover_beat(struct packer_bench *b, uint64_t *cover) {
  if (!b->in.m_ready) {
    b->stalled |= (uint64_t)1 << (b->beat < POSITIONS_MAX ? b->beat : POSITIONS_MAX - 1);
    cover[COVER_STALL_POSITIONS] = (uint64_t)__builtin_popcountll(b->stalled);
    return;
  }
  b->beat++;
  b->bytes += b->out.m.bytes;
  if (!b->out.m.eom) return;
  cover[COVER_MESSAGES]++;
  if (b->bytes == cover[COVER_LONGEST_BYTES]) cover[COVER_LONGEST]++;
  if (b->bytes > cover[COVER_LONGEST_BYTES]) {
    cover[COVER_LONGEST_BYTES] = b->bytes;
    cover[COVER_LONGEST] = 1;
  }
  b->beat = b->bytes = 0;
}

/* The bytes of an address, as NT:ADR-14 reads them. */
static uint64_t read_address(const uint8_t *at, unsigned bytes, unsigned width, bool extend) {
  uint64_t value = extend && at[bytes - 1] >> 7 != 0 ? UINT64_MAX : 0;
  for (unsigned i = bytes; i-- > 0;) value = value << 6 | at[i] >> 2;
  return value & tb_ones(width);
}

static void cover_extended(struct packer_bench *b, struct tb *tb, const uint8_t *at, unsigned bytes,
                           uint64_t addr) {
  const unsigned all = (b->p.addr_width + 5u) / 6u;
  const bool high = (addr >> (b->p.addr_width - 1) & 1) != 0;
  uint16_t *lengths = high ? &b->high : &b->low;
  *lengths = (uint16_t)(*lengths | 1u << bytes);
  tb->cover[high ? COVER_EXTEND_HIGH : COVER_EXTEND_LOW] = (uint64_t)__builtin_popcount(*lengths);
  PROVED("NT:ADR-10");
  if (bytes < all && bytes > 1) PROVED("NT:ADR-11");
  if (!high && bytes > 1 && at[bytes - 1] >> 2 == 0) {
    tb->cover[COVER_EXTEND_ZERO]++;
    PROVED("NT:ADR-12");
  }
  if (high && bytes == all && b->p.addr_width % 6 != 0) {
    tb->cover[COVER_EXTEND_ALL]++;
    if (at[bytes - 1] >> (2 + b->p.addr_width % 6) != 0)
      tb_fail(tb, "packer: %u bits of an address are sent with ones above them (NT:ADR-13)",
              b->p.addr_width);
    PROVED("NT:ADR-13");
  }
}

/* A whole message: its address must be the record's, read by the setting that it was loaded with.
 */
static void judge_address(struct packer_bench *b, struct tb *tb) {
  const struct rvt_ntrace_record *rec = &b->owed[0].rec;
  const bool extend = b->owed[0].extend;
  if (rec->tcode == RVT_TC_OWNERSHIP || (rvt_layout_parts(rec) & RVT_PARTS_ADDR) == 0) return;
  unsigned begin = 0;
  while ((b->sent[begin] & 3) != RVT_MSEO_END_VAR) begin++; /* of I-CNT */
  unsigned end = ++begin;
  while ((b->sent[end] & 3) == RVT_MSEO_NORMAL) end++;
  const uint8_t *at = b->sent + begin;
  const unsigned bytes = end + 1 - begin;
  const uint64_t addr = rec->addr & tb_ones(b->p.addr_width);
  const uint64_t found = read_address(at, bytes, b->p.addr_width, extend);
  const bool longer = bytes > 1 && read_address(at, bytes - 1, b->p.addr_width, extend) == addr;
  if (found != addr || longer)
    tb_fail(tb,
            "packer: an address of %u bytes is 0x%" PRIx64 ", the record has 0x%" PRIx64
            "%s (NT:ADR-11, ADR-15)",
            bytes, found, addr, longer ? "; fewer bytes do" : "");
  if (extend && !longer) PROVED("NT:ADR-16"); /* it allows more */
  if (extend)
    cover_extended(b, tb, at, bytes, addr);
  else
    tb->cover[COVER_EXTEND_OFF]++;
}

static void judge_beat(struct packer_bench *b, struct tb *tb) {
  if (b->bytes + b->out.m.bytes <= sizeof b->sent)
    memcpy(b->sent + b->bytes, b->out.m.data, b->out.m.bytes);
  if (!b->out.m.eom || b->owes == 0) return;
  judge_address(b, tb);
  b->owed[0] = b->owed[1];
  b->owes--;
}

static void tick(void *self, struct tb *tb) {
  struct packer_bench *b = self;
  tb_stream_check_clock(&b->check, &b->out.m, b->in.m_ready, tb);
  if (b->out.m.valid && b->in.m_ready && !b->in.clr) judge_beat(b, tb);
  if (b->out.m.valid) cover_beat(b, tb->cover);
  if (!b->out.busy && !b->in.rec_valid) tb->cover[COVER_IDLE]++;
  bool taken = b->in.rec_valid && b->out.rec_ready;
  if (b->in.clr) {
    if (b->out.busy) tb->cover[COVER_CLR_BUSY]++;
    tb_stream_check_clear(&b->check);
    b->beat = b->bytes = b->owes = 0;
  } else if (taken) {
    cover_load(b, tb->cover);
    b->owed[b->owes].extend = b->p.extend_addr && b->in.extend_addr;
    b->owed[b->owes++].rec = b->in.rec;
  }
  if (b->model.base_q && b->in.ts_forget) b->forgot = true;
  rvt_ntrace_packer_tick(&b->model, &b->in);
  if (b->model.base_q) b->forgot = false;
  if (taken) {
    b->in.rec_valid = false;
    new_record(b, &tb->rng);
  }
}

const struct tb_bench tb_bench_packer = {
    .name = "packer",
    .bytes = sizeof(struct packer_bench),
    .binds = binds,
    .bind_count = sizeof binds / sizeof *binds,
    .covers = covers,
    .cover_count = COVERS,
    .init = init,
    .reset = reset,
    .drive = drive,
    .outputs = outputs,
    .tick = tick,
};
