/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "agents/apb_bus.h"
#include "cover/sinks_cross.h"
#include "harness/bench.h"
#include "harness/pace.h"
#include "judges/ram_check.h"
#include "judges/ram_packets.h"
#include "rvt/ntrace.h"
#include "rvt/regs.h"

/* After these stand the points of struct ram_seen, in its order, and the cross points. */
enum cover {
  COVER_SESSIONS,
  COVER_MESSAGES,
  COVER_PROBES,
  COVER_REFUSED,  /* a beat waits for room */
  COVER_HELD_OFF, /* a message waits for Enable */
  COVER_CUT,      /* a source was reset inside a message */
  COVER_SEEN
};
static const char *const covers[] = {"sessions",
                                     "messages",
                                     "probes",
                                     "refused",
                                     "held_off",
                                     "cut",
                                     "words",
                                     "wraps",
                                     "limit_0",
                                     "outside",
                                     "odd_words",
                                     "pad_0",
                                     "pad_1",
                                     "pad_2",
                                     "pad_3",
                                     "closed_message",
                                     "stops",
                                     "stops_kept",
                                     "stops_mid",
                                     "stops_disabled",
                                     "resumes",
                                     "resumes_kept",
                                     "discards",
                                     "reads",
                                     "reads_wrapped",
                                     "reads_outside",
                                     "reads_busy",
                                     "reads_stopped",
                                     "reads_around",
                                     "refused_wp",
                                     "refused_limit",
                                     "refused_rp",
                                     "wrap_cleared",
                                     "clamped",
                                     "sessions_continued",
                                     "polled_full",
                                     "polled_empty",
                                     "deactivated_held",
                                     "deactivated_mid",
                                     "cut_by_source",
                                     "ends",
                                     "left",
                                     "packets",
                                     "packet_wraps",
                                     "filled",
                                     "exact",
                                     "aligned",
                                     "at_start",
                                     "sequences",
                                     "dropped",
                                     "packet_stops",
                                     "flushed",
                                     TB_RAM_CROSS_NAMES};
enum {
  COVERS = sizeof covers / sizeof *covers,
  COVER_PACKETS = COVER_SEEN + sizeof(struct ram_seen) / sizeof(uint64_t),
  COVER_CROSS = COVER_PACKETS + sizeof(struct ram_packets_seen) / sizeof(uint64_t)
};
_Static_assert(COVERS == COVER_CROSS + TB_RAM_CROSSES, "a name for each count");

/* What software does next; each step queues accesses and is over when they are. */
enum step { STEP_SETUP, STEP_RUN, STEP_STOP, STEP_READ };

enum { CONTROL_ON = RVT_TR_RAM_ACTIVE_MASK, CONTROL_RUN = CONTROL_ON | RVT_TR_RAM_ENABLE_MASK };
enum { ACCESSES = 48 /* in the queue at once */ };

struct ram_bench {
  struct rvt_ram_sink model;
  struct rvt_ram_sink_params p;
  struct rvt_ram_sink_in in;
  struct rvt_ram_sink_out out;
  struct ram_check check;
  struct ram_packets packets; /* of a framing with lengths, in place of `check` */
  struct tb_bus_cross cross;
  struct tb_apb bus;
  struct tb_pace offer;
  enum step step;
  uint32_t wait_left;
  uint32_t switch_wait; /* mean clocks that the power switch needs; 0: there is none */
  bool ends;            /* pointers are set near powers of two and near the last word */
  uint8_t sweep;        /* whom accesses by chance like: software, all alike, Active */
  bool was_read;
  uint64_t read_data;
  uint8_t msg[RVT_MSG_BYTES_MAX];
  unsigned len, pos;
};

#define OUT(port, member) TB_OUT(struct ram_bench, NULL, port, member)
static const struct tb_bind binds[] = {
    TB_APB_BINDS(struct ram_bench, bus),
    TB_IN(struct ram_bench, "active_ack_i", in.active_ack),
    TB_IN(struct ram_bench, "s_valid_i", in.s.valid),
    TB_IN(struct ram_bench, "s_data_i", in.s.data),
    TB_IN(struct ram_bench, "s_bytes_i", in.s.bytes),
    TB_IN(struct ram_bench, "s_eom_i", in.s.eom),
    TB_IN(struct ram_bench, "s_length_i", in.s.length),
    TB_IN(struct ram_bench, "s_cut_i", in.s_cut),
    TB_IN(struct ram_bench, "ram_rdata_i", in.ram_rdata),
    OUT("prdata_o", out.prdata),
    OUT("pready_o", out.pready),
    OUT("pslverr_o", out.pslverr),
    OUT("active_req_o", out.active_req),
    OUT("s_ready_o", out.s_ready),
    OUT("s_dn_on_o", out.s_dn_on),
    OUT("s_dn_stopped_o", out.s_dn_stopped),
    OUT("s_dn_lost_o", out.s_dn_lost),
    OUT("ram_cs_o", out.ram_cs),
    OUT("ram_we_o", out.ram_we),
    OUT("ram_addr_o", out.ram_addr),
    OUT("ram_wdata_o", out.ram_wdata),
    OUT("ram_be_o", out.ram_be),
};

/* Accesses by chance: mostly such that a session goes on. */
static const struct tb_apb_word words[] = {
    {.offset = RVT_TR_RAM_CONTROL_OFFSET, .weight = 6, .likely = CONTROL_RUN, .rare = 12},
    {.offset = RVT_TR_RAM_IMPL_OFFSET, .weight = 1},
    {.offset = RVT_TR_RAM_START_LOW_OFFSET, .weight = 1, .repeat = 2, .stride = 4},
    {.offset = RVT_TR_RAM_LIMIT_LOW_OFFSET, .weight = 2, .unlikely = ~UINT32_C(0x1F), .rare = 4},
    {.offset = RVT_TR_RAM_LIMIT_HIGH_OFFSET, .weight = 1},
    {.offset = RVT_TR_RAM_WP_LOW_OFFSET, .weight = 4, .unlikely = ~UINT32_C(0x3F)},
    {.offset = RVT_TR_RAM_RP_LOW_OFFSET, .weight = 3, .unlikely = ~UINT32_C(0x3F)},
    {.offset = RVT_TR_RAM_DATA_OFFSET, .weight = 10},
};

/* Every word alike, also those that are not there: option sweep=1. */
static const struct tb_apb_word sweep[] = {
    {.offset = RVT_TR_RAM_CONTROL_OFFSET, .weight = 1, .likely = CONTROL_RUN, .rare = 6},
    {.offset = RVT_TR_RAM_CONTROL_OFFSET,
     .weight = 6,
     .repeat = 17,
     .stride = 4,
     .likely = CONTROL_ON},
};

/* Active on and off without a pause: option sweep=2. */
static const struct tb_apb_word turns[] = {
    {.offset = RVT_TR_RAM_CONTROL_OFFSET, .weight = 2, .unlikely = CONTROL_ON, .rare = 3},
    {.offset = RVT_TR_RAM_CONTROL_OFFSET,
     .weight = 2,
     .repeat = 17,
     .stride = 4,
     .likely = CONTROL_ON},
};

static bool init(void *self, struct tb *tb) {
  struct ram_bench *b = self;
  b->p.lanes = (uint8_t)tb_param(tb, "Lanes");
  b->p.sram_words_log2 = (uint8_t)tb_param(tb, "SramWordsLog2");
  b->p.sram_width = (uint8_t)tb_param(tb, "SramWidth");
  b->p.framing = (uint8_t)tb_param(tb, "Framing");
  tb_pace_init(&b->offer, tb, "offer", "mixed");
  b->sweep = (uint8_t)tb_option_in(tb, "sweep", 0, 0, 2);
  if (b->sweep == 2)
    tb_apb_init(&b->bus, tb, 12, turns, sizeof turns / sizeof *turns);
  else if (b->sweep == 1)
    tb_apb_init(&b->bus, tb, 12, sweep, sizeof sweep / sizeof *sweep);
  else
    tb_apb_init(&b->bus, tb, 12, words, sizeof words / sizeof *words);
  b->ends = tb_option_in(tb, "ends", 0, 0, 1) != 0;
  if (rvt_ram_sink_init(&b->model, &b->p, NULL) != RVT_OK)
    tb_fail(tb, "ram_sink: a parameter is out of range");
  b->check.p = b->p;
  for (size_t i = 0; i < sizeof b->check.memory; i++)
    b->check.memory[i] = (uint8_t)tb_rng_next(&tb->rng);
  return tb->error[0] == 0;
}

static void new_message(struct ram_bench *b, struct tb_rng *rng) {
  const bool headed = b->model.framing->headed;
  b->len = 1 + headed + tb_rng_below(rng, tb_rng_one_in(rng, 8) ? RVT_MSG_BYTES_MAX : 7);
  b->pos = 0;
  for (unsigned i = 0; i < b->len; i++) b->msg[i] = (uint8_t)tb_rng_next(rng);
  if (headed && (b->msg[0] & 0x1F) == 0) b->msg[0]++; /* no null */
}

static void reset(void *self, struct tb *tb) {
  struct ram_bench *b = self;
  if (rvt_ram_sink_init(&b->model, &b->p, NULL) != RVT_OK) tb_fail(tb, "ram_sink: init failed");
  ram_check_reset(&b->check);
  ram_packets_reset(&b->packets);
  tb_apb_reset(&b->bus);
  memset(&b->in.s, 0, sizeof b->in.s);
  new_message(b, &tb->rng);
  b->in.active_ack = false;
  b->was_read = false;
  b->step = STEP_SETUP;
  b->wait_left = 0;
  b->switch_wait = tb_rng_one_in(&tb->rng, 2) ? 0 : 1 + tb_rng_below(&tb->rng, 6);
  if (b->sweep == 2) b->switch_wait = 1 + tb_rng_below(&tb->rng, 12);
}

/* ---- Software ----------------------------------------------------------------------------------
 */

static uint32_t top(const struct ram_bench *b) { return (1u << b->p.sram_words_log2) - 1; }

static uint32_t control(const struct ram_bench *b, uint32_t bits, struct tb_rng *rng) {
  /* Software reads, changes and writes back; Empty is written as it was read. */
  const bool stop = tb_rng_one_in(rng, 8) ? tb_rng_one_in(rng, 2) : b->model.regs.stop_on_wrap_q;
  if (b->model.framing->headed) {
    const uint32_t freq = tb_rng_one_in(rng, 4) ? tb_rng_below(rng, 8) : b->model.regs.async_freq_q;
    bits |= freq << RVT_TR_RAM_ASYNC_FREQ_LSB;
  }
  return bits | (stop ? RVT_TR_RAM_STOP_ON_WRAP_MASK : 0) |
         (tb_rng_one_in(rng, 2) ? RVT_TR_RAM_EMPTY_MASK : 0);
}

/** A word before a power of two, or the last one but a few: all bits of a pointer count. */
static uint32_t near_an_end(const struct ram_bench *b, struct tb_rng *rng) {
  const uint32_t end = UINT32_C(1) << (1 + tb_rng_below(rng, b->p.sram_words_log2));
  const uint32_t back = 1 + tb_rng_below(rng, 12);
  return end > back ? end - back : 0;
}

/** How drivers find the size of the buffer and set it up, in both orders. */
static void queue_pointers(struct ram_bench *b, struct tb *tb) {
  struct tb_rng *rng = &tb->rng;
  uint32_t limit = tb_rng_one_in(rng, 3) ? tb_rng_below(rng, top(b) + 1) : tb_rng_below(rng, 8);
  if (limit > top(b) || tb_rng_one_in(rng, 8)) limit = top(b);
  const bool ends = b->ends && !tb_rng_one_in(rng, 4);
  if (ends) limit = tb_rng_one_in(rng, 2) ? top(b) : near_an_end(b, rng);
  const bool limit_first = tb_rng_one_in(rng, 2);
  if (tb_rng_one_in(rng, 3)) {
    tb->cover[COVER_PROBES]++;
    tb_apb_write(&b->bus, RVT_TR_RAM_START_LOW_OFFSET, 0);
    tb_apb_read(&b->bus, RVT_TR_RAM_START_LOW_OFFSET, 0);
    tb_apb_write(&b->bus, RVT_TR_RAM_LIMIT_LOW_OFFSET, UINT32_MAX);
    tb_apb_read(&b->bus, RVT_TR_RAM_LIMIT_LOW_OFFSET, 0);
    tb_apb_read(&b->bus, RVT_TR_RAM_LIMIT_HIGH_OFFSET, 0);
    /* Any one bit is too large, if it is written. */
    const struct tb_apb_access bit = {.write = true,
                                      .paddr = RVT_TR_RAM_LIMIT_LOW_OFFSET,
                                      .data = UINT32_C(1) << tb_rng_below(rng, 32),
                                      .strb = (uint8_t)tb_rng_below(rng, 16)};
    tb_apb_write(&b->bus, RVT_TR_RAM_LIMIT_LOW_OFFSET, 0);
    tb_apb_queue(&b->bus, &bit);
    tb_apb_read(&b->bus, RVT_TR_RAM_LIMIT_LOW_OFFSET, 0);
  }
  if (limit_first) tb_apb_write(&b->bus, RVT_TR_RAM_LIMIT_LOW_OFFSET, limit << 2);
  switch (ends ? 4 : tb_rng_below(rng, 4)) {
  case 4: tb_apb_write(&b->bus, RVT_TR_RAM_WP_LOW_OFFSET, near_an_end(b, rng) << 2); break;
  case 0: break; /* goes on where the last session ended */
  case 1: tb_apb_write(&b->bus, RVT_TR_RAM_WP_LOW_OFFSET, tb_rng_below(rng, 2)); break;
  case 2: tb_apb_write(&b->bus, RVT_TR_RAM_WP_LOW_OFFSET, tb_rng_below(rng, limit + 1) << 2); break;
  default: tb_apb_write(&b->bus, RVT_TR_RAM_WP_LOW_OFFSET, tb_rng_below(rng, top(b) + 1) << 2);
  }
  if (!limit_first) tb_apb_write(&b->bus, RVT_TR_RAM_LIMIT_LOW_OFFSET, limit << 2);
  tb_apb_read(&b->bus, RVT_TR_RAM_LIMIT_LOW_OFFSET, 0);
  tb_apb_read(&b->bus, RVT_TR_RAM_WP_LOW_OFFSET, 0);
}

static void queue_enable(struct ram_bench *b, struct tb *tb) {
  tb_apb_write(&b->bus, RVT_TR_RAM_CONTROL_OFFSET, control(b, CONTROL_RUN, &tb->rng));
  tb_apb_read(&b->bus, RVT_TR_RAM_WP_LOW_OFFSET, 0); /* TCI:RAM-07 */
  tb_apb_read(&b->bus, RVT_TR_RAM_CONTROL_OFFSET, 0);
  static const uint32_t longest[] = {8, 40, 400, 400, 2000};
  b->wait_left = tb_rng_below(&tb->rng, longest[tb_rng_below(&tb->rng, 5)]);
  b->step = STEP_RUN;
}

static void queue_reads(struct ram_bench *b, struct tb_rng *rng) {
  const uint32_t limit = b->check.now.limit;
  static const uint8_t clocks[] = {0, 0, 1, 5};
  const uint16_t pause = clocks[tb_rng_below(rng, sizeof clocks)];
  uint32_t from = tb_rng_one_in(rng, 2) ? 0 : tb_rng_below(rng, limit + 1);
  if (tb_rng_one_in(rng, 8)) from = tb_rng_below(rng, top(b) + 1);
  if (b->ends) from = near_an_end(b, rng);
  if (tb_rng_one_in(rng, 8)) from = limit; /* the probe of trRamData (TCI:RAM-24) */
  tb_apb_write(&b->bus, RVT_TR_RAM_RP_LOW_OFFSET, from << 2);
  uint32_t count = 2 * limit + 4; /* twice around */
  if (count > ACCESSES) count = 1 + tb_rng_below(rng, ACCESSES);
  for (uint32_t i = 0; i < count; i++) {
    const struct tb_apb_access read = {.paddr = RVT_TR_RAM_DATA_OFFSET, .pause = pause};
    tb_apb_queue(&b->bus, &read);
  }
  tb_apb_read(&b->bus, RVT_TR_RAM_RP_LOW_OFFSET, 0);
}

static void setup(struct ram_bench *b, struct tb *tb) {
  tb->cover[COVER_SESSIONS]++;
  const uint32_t stop = tb_rng_below(&tb->rng, 2) * RVT_TR_RAM_STOP_ON_WRAP_MASK;
  tb_apb_write(&b->bus, RVT_TR_RAM_CONTROL_OFFSET, CONTROL_ON | stop);
  queue_pointers(b, tb);
  queue_enable(b, tb);
}

/** The buffer is full or the session long enough. */
static void end_session(struct ram_bench *b, struct tb *tb) {
  struct tb_rng *rng = &tb->rng;
  b->step = STEP_STOP;
  if (b->out.s_dn_stopped && !tb_rng_one_in(rng, 4)) {
    if (tb_rng_one_in(rng, 2)) queue_reads(b, rng);
    queue_enable(b, tb); /* without a loss (TCI:RAM-13) */
    return;
  }
  if (tb_rng_one_in(rng, 12)) {
    tb_apb_write(&b->bus, RVT_TR_RAM_CONTROL_OFFSET, 0);
    return;
  }
  tb_apb_write(&b->bus, RVT_TR_RAM_CONTROL_OFFSET, control(b, CONTROL_ON, rng));
  const uint32_t polls = tb_rng_below(rng, 6);
  for (uint32_t i = 0; i < polls; i++) tb_apb_read(&b->bus, RVT_TR_RAM_CONTROL_OFFSET, 0);
  if (tb_rng_one_in(rng, 8)) queue_enable(b, tb); /* some do not wait */
  b->wait_left = 400;
}

static void next_step(struct ram_bench *b, struct tb *tb) {
  switch (b->step) {
  case STEP_RUN: end_session(b, tb); break;
  case STEP_STOP:
    queue_reads(b, &tb->rng);
    b->step = STEP_READ;
    break;
  case STEP_READ: b->step = STEP_SETUP; break;
  default: setup(b, tb); break;
  }
}

static void drive_software(struct ram_bench *b, struct tb *tb) {
  const struct rvt_regs_active *life = &b->model.regs.active;
  if (!tb_apb_idle(&b->bus)) return;
  if (b->wait_left != 0) b->wait_left--;
  if (b->step == STEP_STOP && rvt_ram_sink_empty(&b->model)) b->wait_left = 0;
  if (b->step == STEP_RUN && b->out.s_dn_stopped && tb_rng_one_in(&tb->rng, 8)) b->wait_left = 0;
  if (b->wait_left != 0) return;
  if (rvt_regs_active_on(life))
    next_step(b, tb);
  else if (!life->want_q)
    tb_apb_write(&b->bus, RVT_TR_RAM_CONTROL_OFFSET, tb_rng_one_in(&tb->rng, 2) ? CONTROL_ON : 3);
}

/* ---- Inputs ------------------------------------------------------------------------------------
 */

static void drive_switch(struct ram_bench *b, struct tb_rng *rng) {
  const bool req = rvt_regs_active_req(&b->model.regs.active);
  if (b->switch_wait == 0 || tb_rng_one_in(rng, b->switch_wait)) b->in.active_ack = req;
}

static void drive_source(struct ram_bench *b, struct tb *tb) {
  struct tb_rng *rng = &tb->rng;
  struct rvt_ram_sink_out now;
  rvt_ram_sink_outputs(&b->model, &b->in, &now); /* who listens does not depend on the stream */
  b->in.s_cut = false;
  /* A source in reset takes back what it offers, but only from a sink that does not listen; one
   * that leaves a message does so in the first clock without a listener. */
  const bool leaves = b->pos != 0 && b->out.s_dn_on && !now.s_dn_on && !now.s_dn_stopped;
  /* Nobody hands on the rest of a message to who has its length no more. */
  const bool must = b->model.framing->headed && b->pos != 0;
  if (!now.s_dn_on && tb_rng_one_in(rng, must ? 1 : leaves ? 2 : 500)) {
    memset(&b->in.s, 0, sizeof b->in.s);
    if (b->pos != 0) tb->cover[COVER_CUT]++;
    b->in.s_cut = b->pos != 0;
    new_message(b, rng);
  }
  if (b->in.s.valid || b->in.s_cut || !tb_pace_next(&b->offer, rng)) return;
  const unsigned left = b->len - b->pos;
  unsigned bytes = b->p.lanes;
  if (tb_rng_one_in(rng, 4)) bytes = 1 + tb_rng_below(rng, b->p.lanes);
  if (bytes > left) bytes = left;
  b->in.s = (struct rvt_beat){.valid = true, .bytes = (uint8_t)bytes, .eom = bytes == left};
  if (b->model.framing->headed) b->in.s.length = (uint8_t)b->len;
  memcpy(b->in.s.data, b->msg + b->pos, bytes);
}

static void drive(void *self, struct tb *tb) {
  struct ram_bench *b = self;
  drive_software(b, tb);
  tb_apb_next(&b->bus, &tb->rng);
  b->in.apb = b->bus.pins;
  drive_switch(b, &tb->rng);
  drive_source(b, tb);
  b->in.ram_rdata = tb_rng_next(&tb->rng);
  if (b->was_read) b->in.ram_rdata = b->read_data;
  if (b->p.sram_width == 32) b->in.ram_rdata &= UINT32_MAX;
}

static void outputs(void *self) {
  struct ram_bench *b = self;
  rvt_ram_sink_outputs(&b->model, &b->in, &b->out);
}

static void count(struct ram_bench *b, uint64_t *cover) {
  memcpy(cover + COVER_SEEN, &b->check.seen, sizeof b->check.seen);
  memcpy(cover + COVER_PACKETS, &b->packets.seen, sizeof b->packets.seen);
  if (!b->in.s.valid || b->out.s_ready) return;
  if (b->out.s_dn_on) cover[COVER_REFUSED]++;
  if (rvt_regs_active_on(&b->model.regs.active) && b->pos == 0) {
    cover[COVER_HELD_OFF]++;
    PROVED("TCI:LINK-07");
  }
}

static void tick(void *self, struct tb *tb) {
  struct ram_bench *b = self;
  tb_apb_clock(&b->bus, tb, b->out.pready, b->out.prdata, b->out.pslverr);
  if (b->model.framing->headed)
    ram_packets_clock(&b->packets, &b->model, &b->in, &b->out, tb);
  else
    ram_check_clock(&b->check, &b->model, &b->in, &b->out, tb);
  count(b, tb->cover);
  b->was_read = b->out.ram_cs && !b->out.ram_we;
  if (b->was_read) b->read_data = ram_check_read(&b->check, &b->out);
  const bool taken = b->in.s.valid && b->out.s_ready;
  const struct rvt_ram_sink before = b->model;
  rvt_ram_sink_tick(&b->model, &b->in);
  tb_ram_cross(&b->cross, &before, &b->in, &b->out, &b->model, tb->cover + COVER_CROSS);
  if (!taken) return;
  b->pos += b->in.s.bytes;
  memset(&b->in.s, 0, sizeof b->in.s);
  if (b->pos < b->len) return;
  tb->cover[COVER_MESSAGES]++;
  new_message(b, &tb->rng);
}

const struct tb_bench tb_bench_ram_sink = {
    .name = "ram_sink",
    .bytes = sizeof(struct ram_bench),
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
