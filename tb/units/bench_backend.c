/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "agents/messages.h"
#include "agents/records.h"
#include "harness/bench.h"
#include "harness/pace.h"
#include "judges/pin_check.h"
#include "judges/stream_check.h"
#include "rvt/unit/msg_fifo.h"
#include "rvt/unit/ntrace_packer.h"
#include "rvt/unit/pib.h"

enum cover {
  COVER_TCODES, /* one counter per TCODE */
  COVER_MESSAGES = TB_TCODES,
  COVER_LONGEST_BYTES,
  COVER_BACK_TO_BACK,
  COVER_SYNC_WAIT,
  COVER_DRAINED_DISABLED,
  COVER_FIFO_FULL,
  COVER_RESUME_FALL,
  COVER_PIB_FULL,
  COVER_PACKER_STALL,
  COVER_CLR_BUSY,
  COVER_SETUPS,
  COVER_MODE_4BIT,
  COVER_MODE_8BIT,
  COVERS
};
static const char *const covers[COVERS] = {
    TB_TCODE_COVERS,    "messages",  "longest_bytes", "back_to_back", "sync_wait",
    "drained_disabled", "fifo_full", "resume_fall",   "pib_full",     "packer_stall",
    "clr_busy",         "setups",    "mode_4bit",     "mode_8bit"};

/* What the player does with the control inputs. */
enum plan { PLAN_RUN, PLAN_PAUSE, PLAN_DRAIN, PLAN_OFF };

struct backend_bench {
  struct rvt_ntrace_packer packer;
  struct rvt_msg_fifo fifo;
  struct rvt_pib pib;
  struct rvt_ntrace_packer_params packer_p;
  struct rvt_msg_fifo_params fifo_p;
  struct rvt_pib_params pib_p;
  struct rvt_ntrace_packer_in packer_in;
  struct rvt_msg_fifo_in fifo_in;
  struct rvt_pib_in pib_in;
  struct rvt_ntrace_packer_out packer_out;
  uint8_t data_mask[RVT_LANES_MAX]; /* with one lane no data is specified while none is offered */
  struct rvt_msg_fifo_out fifo_out;
  struct rvt_pib_out pib_out;
  uint32_t rec_bits[TB_RECORD_WORDS];
  struct tb_messages messages;
  struct tb_message message;
  struct tb_pace offer;
  struct tb_stream_check packer_check, fifo_check;
  struct tb_pin_check pins;
  FILE *bytes;
  uint64_t count, taken; /* records to send (0: no end) and sent */
  uint32_t config_every, off_every;
  uint64_t fixed_mode, fixed_divider;
  enum plan plan;
  uint32_t plan_left;
  bool begun, restart, resume_before, source_ended;
};

#define T struct backend_bench
static const struct tb_bind binds[] = {
    TB_IN(T, "clr_i", packer_in.clr),
    TB_IN(T, "src_bits_i", packer_in.src_bits),
    TB_IN(T, "src_id_i", packer_in.src_id),
    TB_IN(T, "ts_en_i", packer_in.ts_en),
    TB_IN(T, "rec_valid_i", packer_in.rec_valid),
    TB_IN(T, "rec_i", rec_bits),
    TB_IN(T, "active_i", pib_in.active),
    TB_IN(T, "enable_i", pib_in.enable),
    TB_IN(T, "mode_i", pib_in.mode),
    TB_IN(T, "divider_i", pib_in.divider),
    TB_OUT(T, "packer", "p_valid_o", packer_out.m.valid),
    TB_OUT_MASKED(T, "packer", "p_data_o", packer_out.m.data, data_mask),
    TB_OUT(T, "packer", "p_bytes_o", packer_out.m.bytes),
    TB_OUT(T, "packer", "p_eom_o", packer_out.m.eom),
    TB_OUT(T, "packer", "busy_o", packer_out.busy),
    TB_OUT(T, "msg_fifo", "p_ready_o", fifo_out.s_ready),
    TB_OUT(T, "packer", "rec_ready_o", packer_out.rec_ready),
    TB_OUT(T, "msg_fifo", "f_valid_o", fifo_out.m.valid),
    TB_OUT(T, "msg_fifo", "f_data_o", fifo_out.m.data),
    TB_OUT(T, "msg_fifo", "f_bytes_o", fifo_out.m.bytes),
    TB_OUT(T, "msg_fifo", "f_eom_o", fifo_out.m.eom),
    TB_OUT(T, "msg_fifo", "resume_o", fifo_out.resume),
    TB_OUT(T, "msg_fifo", "fifo_empty_o", fifo_out.empty),
    TB_OUT(T, "pib", "f_ready_o", pib_out.s_ready),
    TB_OUT(T, "pib", "pib_empty_o", pib_out.empty),
    TB_OUT(T, "pib", "trc_clk_o", pib_out.trc_clk),
    TB_OUT(T, "pib", "trc_data_o", pib_out.trc_data),
};
#undef T

static bool all_empty(const struct backend_bench *b) {
  return !b->packer_out.busy && b->fifo_out.empty && b->pib_out.empty;
}

static void configure(struct backend_bench *b, struct tb *tb) {
  static const uint8_t dividers[] = {0, 0, 0, 0, 1, 3, 3, 255};
  b->pib_in.mode = b->pib_p.pins == 8 && tb_rng_one_in(&tb->rng, 2) ? RVT_PIB_8BIT : RVT_PIB_4BIT;
  b->pib_in.divider = dividers[tb_rng_below(&tb->rng, sizeof dividers)];
  if (b->fixed_mode != 0) b->pib_in.mode = (uint8_t)b->fixed_mode;
  if (b->fixed_divider != UINT16_MAX) b->pib_in.divider = (uint16_t)b->fixed_divider;
  b->pib_in.active = b->pib_in.enable = true;
  b->restart = true;
  tb->cover[COVER_SETUPS]++;
}

static bool init_models(struct backend_bench *b) {
  return rvt_ntrace_packer_init(&b->packer, &b->packer_p, NULL) == RVT_OK &&
         rvt_msg_fifo_init(&b->fifo, &b->fifo_p, NULL) == RVT_OK &&
         rvt_pib_init(&b->pib, &b->pib_p, NULL) == RVT_OK;
}

static void read_params(struct backend_bench *b, struct tb *tb) {
  tb_packer_params(tb, &b->packer_p);
  b->fifo_p.depth = (uint16_t)tb_param(tb, "FifoDepth");
  b->fifo_p.resume_level = (uint16_t)tb_param(tb, "ResumeLevel");
  b->pib_p.lanes = (uint8_t)tb_param(tb, "Lanes");
  b->pib_p.pins = (uint8_t)tb_param(tb, "Pins");
  b->pib_p.div_width = (uint8_t)tb_param(tb, "DivWidth");
  b->pib_p.buffer_bytes = (uint16_t)tb_param(tb, "BufferBytes");
}

static bool init(void *self, struct tb *tb) {
  struct backend_bench *b = self;
  read_params(b, tb);
  tb_pace_init(&b->offer, tb, "offer", "mixed");
  b->count = tb_option(tb, "count", 0);
  b->config_every = (uint32_t)tb_option_in(tb, "config", 2000, 0, UINT32_MAX);
  b->off_every = (uint32_t)tb_option_in(tb, "off", 4, 0, UINT32_MAX);
  b->fixed_mode = tb_option_in(tb, "mode", 0, 0, 15);
  b->fixed_divider = tb_option_in(tb, "divider", UINT16_MAX, 0, UINT16_MAX);
  const char *bytes = tb_option_text(tb, "bytes", NULL);
  if (bytes != NULL && (b->bytes = fopen(bytes, "wb")) == NULL)
    tb_fail(tb, "%s: cannot be written", bytes);
  b->packer_check =
      (struct tb_stream_check){.unit = "packer", .lanes = b->packer_p.lanes, .framing = true};
  b->fifo_check =
      (struct tb_stream_check){.unit = "msg_fifo", .lanes = b->packer_p.lanes, .framing = true};
  if (!tb_messages_open(&b->messages, tb, &b->packer_p)) return false;
  /* A list is a whole: nothing may be lost on its way. */
  if (b->messages.path != NULL || b->count != 0) b->off_every = 0;
  if (!init_models(b)) tb_fail(tb, "backend: a parameter is out of range");
  return tb->error[0] == 0;
}

static void next_message(struct backend_bench *b, struct tb *tb) {
  b->source_ended =
      (b->count != 0 && b->taken == b->count) || !tb_messages_next(&b->messages, tb, &b->message);
  if (b->source_ended) return;
  b->packer_in.rec = b->message.rec;
  tb_record_bits(&b->message.rec, b->rec_bits);
}

/* Everything on its way is gone. */
static void restart(struct backend_bench *b, struct tb *tb) {
  tb_stream_check_clear(&b->packer_check);
  tb_stream_check_clear(&b->fifo_check);
  tb_pin_check_stop(&b->pins);
  tb_messages_clear(&b->messages);
  b->packer_in.rec_valid = false;
  b->resume_before = true;
  /* Of a list nothing may be skipped. */
  if (b->off_every != 0 || !b->begun) next_message(b, tb);
  b->begun = true;
}

static void reset(void *self, struct tb *tb) {
  struct backend_bench *b = self;
  if (!init_models(b)) tb_fail(tb, "backend: init failed");
  if (tb->clock != 0 && b->off_every == 0 && b->taken != 0)
    tb_fail(tb, "a list of messages needs a run without resets: -o resets=0");
  if (tb->clock == 0 || b->off_every != 0) restart(b, tb);
  tb_pin_check_reset(&b->pins, tb);
  b->packer_in.clr = false;
  b->packer_in.src_bits = b->messages.format.src_bits;
  b->packer_in.src_id = b->messages.src_id;
  b->packer_in.ts_en = b->messages.format.ts;
  b->plan = PLAN_RUN;
  configure(b, tb);
}

static void next_plan(struct backend_bench *b, struct tb *tb) {
  if (tb_rng_one_in(&tb->rng, b->off_every)) {
    b->plan = PLAN_OFF;
    b->plan_left = 1 + tb_rng_below(&tb->rng, 4);
    b->packer_in.clr = true;
    b->pib_in.active = false;
    tb->cover[COVER_CLR_BUSY] += b->packer_out.busy;
  } else if (tb_rng_one_in(&tb->rng, 2)) {
    b->plan = PLAN_PAUSE;
    b->plan_left = 1 + tb_rng_below(&tb->rng, tb_rng_one_in(&tb->rng, 2) ? 16 : 600);
    b->pib_in.enable = false;
  } else {
    b->plan = PLAN_DRAIN;
    b->plan_left = 0;
  }
}

static void drive_control(struct backend_bench *b, struct tb *tb) {
  if (b->plan == PLAN_RUN) {
    if (tb_rng_one_in(&tb->rng, b->config_every)) next_plan(b, tb);
    return;
  }
  if (b->plan_left != 0 && --b->plan_left != 0) return;
  if (b->plan == PLAN_DRAIN && (!all_empty(b) || b->packer_in.rec_valid)) return;
  b->packer_in.clr = false;
  b->pib_in.active = b->pib_in.enable = true;
  if (b->plan != PLAN_PAUSE) configure(b, tb);
  b->plan = PLAN_RUN;
}

static void drive(void *self, struct tb *tb) {
  struct backend_bench *b = self;
  drive_control(b, tb);
  bool offer = tb_pace_next(&b->offer, &tb->rng);
  bool may = !b->source_ended && b->plan != PLAN_DRAIN && !b->restart && b->pins.watching &&
             b->pins.monitor.in_phase;
  if (!b->packer_in.rec_valid) b->packer_in.rec_valid = offer && may;
}

/* Ready goes backward and data forward; only the packer's record port needs both. */
static void outputs(void *self) {
  struct backend_bench *b = self;
  rvt_pib_outputs(&b->pib, &b->pib_in, &b->pib_out);
  rvt_msg_fifo_outputs(&b->fifo, &b->fifo_out);
  b->packer_in.m_ready = b->fifo_out.s_ready;
  rvt_ntrace_packer_outputs(&b->packer, &b->packer_in, &b->packer_out);
  memset(b->data_mask, b->packer_out.m.valid || b->packer_p.lanes > 1 ? 0xff : 0,
         sizeof b->data_mask);
  b->fifo_in = (struct rvt_msg_fifo_in){
      .clr = b->packer_in.clr, .s = b->packer_out.m, .m_ready = b->pib_out.s_ready};
  b->pib_in.s = b->fifo_out.m;
}

static void count(struct backend_bench *b, uint64_t *cover) {
  const struct tb_pin_seen *s = &b->pins.seen;
  cover[COVER_MESSAGES] = s->messages;
  cover[COVER_BACK_TO_BACK] = s->back_to_back;
  cover[COVER_SYNC_WAIT] = s->idle_exact;
  cover[COVER_DRAINED_DISABLED] = s->drained_disabled;
  cover[COVER_FIFO_FULL] += !b->fifo_out.s_ready;
  cover[COVER_PACKER_STALL] += b->packer_out.m.valid && !b->fifo_out.s_ready;
  cover[COVER_PIB_FULL] += b->pib_in.enable && b->pib_in.active && !b->pib_out.s_ready;
  cover[COVER_RESUME_FALL] += b->resume_before && !b->fifo_out.resume;
  b->resume_before = b->fifo_out.resume;
  if (b->pins.event == PIN_MESSAGE_END)
    cover[b->pib_in.mode == RVT_PIB_4BIT ? COVER_MODE_4BIT : COVER_MODE_8BIT]++;
}

static void record_taken(struct backend_bench *b, struct tb *tb) {
  uint8_t bytes[RVT_MSG_BYTES_MAX];
  size_t size;
  tb_messages_taken(&b->messages, tb, &b->message, bytes, &size);
  for (size_t i = 0; i < size; i++) tb_pin_check_expect_byte(&b->pins, bytes[i], tb);
  unsigned tcode = tb_tcode_index(b->message.rec.tcode);
  if (tcode < TB_TCODES) tb->cover[COVER_TCODES + tcode]++;
  if (size > tb->cover[COVER_LONGEST_BYTES]) tb->cover[COVER_LONGEST_BYTES] = size;
  b->taken++;
  b->packer_in.rec_valid = false;
  next_message(b, tb);
}

static void check(struct backend_bench *b, struct tb *tb) {
  if (b->pib_in.active && b->restart) {
    b->restart = false;
    tb_pin_check_start(&b->pins, b->pib_in.mode, false, &b->pib_out);
  }
  tb_stream_check_clock(&b->packer_check, &b->packer_out.m, b->fifo_out.s_ready, tb);
  tb_stream_check_clock(&b->fifo_check, &b->fifo_out.m, b->pib_out.s_ready, tb);
  /* The PIB's own emptiness says nothing about bytes still before it. */
  struct rvt_pib_out pins = b->pib_out;
  pins.empty = all_empty(b);
  tb_pin_check_clock(&b->pins, &b->pib_in, &pins, tb);
  /* With SRC on, an idle beat still is all ones: no field of any width is in it. */
  if (b->pins.event == PIN_IDLE && b->packer_in.src_bits != 0 && b->pins.seen.messages != 0)
    PROVED("NT:SRC-06");
  if (b->bytes != NULL && (b->pins.event == PIN_BYTE || b->pins.event == PIN_MESSAGE_END))
    fputc(b->pins.byte, b->bytes);
  if (b->pins.seen.messages != 0 && tb->cover[COVER_PACKER_STALL] != 0 && tb->error[0] == 0) {
    PROVED("TCI:LINK-01");
    PROVED("TCI:LINK-02");
  }
}

static void tick(void *self, struct tb *tb) {
  struct backend_bench *b = self;
  check(b, tb);
  count(b, tb->cover);
  bool taken = b->packer_in.rec_valid && b->packer_out.rec_ready && !b->packer_in.clr;
  rvt_ntrace_packer_tick(&b->packer, &b->packer_in);
  rvt_msg_fifo_tick(&b->fifo, &b->fifo_in);
  rvt_pib_tick(&b->pib, &b->pib_in);
  if (b->packer_in.clr) restart(b, tb);
  if (taken) record_taken(b, tb);
  tb->done =
      b->source_ended && b->plan == PLAN_RUN && all_empty(b) && tb_pin_check_open(&b->pins) == 0;
}

static bool finish(void *self, struct tb *tb) {
  struct backend_bench *b = self;
  bool is_list = b->messages.path != NULL || b->count != 0;
  if (is_list && !tb->done) tb_fail(tb, "the list was not through after the last clock");
  return tb->error[0] == 0;
}

static void close_files(void *self) {
  struct backend_bench *b = self;
  tb_messages_close(&b->messages);
  if (b->bytes != NULL) fclose(b->bytes);
}

const struct tb_bench tb_bench_backend = {
    .name = "backend",
    .bytes = sizeof(struct backend_bench),
    .binds = binds,
    .bind_count = sizeof binds / sizeof *binds,
    .covers = covers,
    .cover_count = COVERS,
    .init = init,
    .reset = reset,
    .drive = drive,
    .outputs = outputs,
    .tick = tick,
    .finish = finish,
    .close = close_files,
};
