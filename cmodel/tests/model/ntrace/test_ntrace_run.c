/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Where runs end, what is put aside, and in which clock: docs/units/flow.md. */

#include <string.h>

#include "rvt/unit/ntrace_run.h"
#include "tests/support/test.h"

enum { RUNS_MAX = 32, FAR = 16 };

struct bench {
  struct rvt_ntrace_runs dut;
  struct rvt_params p;
  struct rvt_config config;
  struct rvt_ntrace_runs_in in;
  struct rvt_entry entry[8];
  unsigned put, taken, clocks;
  uint64_t addr;
  struct rvt_ntrace_run run[RUNS_MAX]; /* as they came ... */
  unsigned runs, at[RUNS_MAX];         /* ... with the edge of which clock */
};

static struct bench *build(uint8_t flow_blocks) {
  static struct bench b;
  memset(&b, 0, sizeof b);
  b.p = build_of("Blocks=4 StackDepth=2");
  b.p.flow_blocks = flow_blocks;
  b.config = (struct rvt_config){.active = true, .mode = RVT_MODE_HTM, .ir_en = true, .ir_mode = 3};
  b.in = (struct rvt_ntrace_runs_in){.cfg = &b.config, .ready = true};
  b.addr = 0x80;
  return &b;
}

/**
 * An entry for the queue, a letter each block, of 2 half-words: P plain, T a transfer, N notified,
 * U without an address, S a sequential jump, B a taken branch, b one not taken, C a call, R a
 * return; s before them: the entry begins a session.
 */
static struct rvt_entry *put(struct bench *b, const char *blocks) {
  struct rvt_entry *e = &b->entry[b->put++];
  const bool start = *blocks == 's';
  e->blocks = (uint8_t)strlen(blocks + start);
  for (unsigned i = 0; i < e->blocks; i++) {
    struct rvt_head *h = &e->head[i];
    *h =
        (struct rvt_head){.known = true, .halfwords = 2, .addr = b->addr, .abs_time = 10u * b->put};
    switch (blocks[start + i]) {
    case 'T': h->itype = RVT_IT_INDIRECT; break;
    case 'N': h->notify = true; break;
    case 'U': h->known = false; break;
    case 'S':
      h->seq = RVT_SEQ_WITHIN;
      h->itype = RVT_IT_INDIRECT_JUMP;
      break;
    case 'B': h->itype = RVT_IT_TAKEN; break;
    case 'b': h->itype = RVT_IT_NOT_TAKEN; break;
    case 'C': h->itype = RVT_IT_DIRECT_CALL; break;
    case 'R': h->itype = RVT_IT_RETURN; break;
    default: break;
    }
    b->addr += 2;
  }
  if (start) {
    e->head[0].kind = RVT_ENTRY_START;
    e->head[0].sub = RVT_START_ENABLE;
  }
  b->addr += FAR;
  return e;
}

static void clock_once(struct bench *b) {
  if (b->clocks == 0) rvt_ntrace_runs_init(&b->dut, &b->p);
  struct rvt_ntrace_runs_out out;
  memset(&out, 0x5A, sizeof out);
  b->in.entry = b->taken < b->put ? &b->entry[b->taken] : NULL;
  rvt_ntrace_runs_tick(&b->dut, &b->in, &out);
  if (out.taken) b->taken++;
  if (out.load) {
    b->run[b->runs] = b->dut.run_q;
    b->at[b->runs++] = b->clocks;
  }
  b->clocks++;
}

/** Clocks until nothing is left; a digit for each run, the number of its blocks. */
static void expect(struct bench *b, const char *sizes) {
  char found[RUNS_MAX + 1] = "";
  for (unsigned i = 0; i < RUNS_MAX; i++) clock_once(b);
  assert_true(rvt_ntrace_runs_empty(&b->dut));
  assert_int_equal(rvt_ntrace_runs_held(&b->dut), 0);
  for (unsigned i = 0; i < b->runs; i++) found[i] = (char)('0' + b->run[i].blocks);
  assert_string_equal(found, sizes);
}

/** Clocks from the first run to the last. */
static unsigned span(const struct bench *b) { return b->at[b->runs - 1] - b->at[0]; }

static void a_run_ends_where_something_may_happen(void **state) {
  (void)state;
  static const struct {
    const char *blocks, *sizes;
    uint8_t flow_blocks, hist_width;
    bool btm, no_ir;
  } cases[] = {
      {"PPPP", "4", .flow_blocks = 4},
      {"PPPP", "31", .flow_blocks = 3},
      {"PPPP", "22", .flow_blocks = 2},
      {"PTP", "21", .flow_blocks = 4},
      {"PNP", "21", .flow_blocks = 4},
      {"PUP", "111", .flow_blocks = 4},
      {"PSP", "111", .flow_blocks = 4},
      {"bBP", "3", .flow_blocks = 4},
      {"bBP", "21", .flow_blocks = 4, .btm = true},
      {"CPCP", "22", .flow_blocks = 4},
      {"CPCP", "4", .flow_blocks = 4, .no_ir = true},
      {"CPRP", "211", .flow_blocks = 4},
      {"CPRP", "31", .flow_blocks = 4, .no_ir = true},
      /* A run takes what is seen of the entry, and puts aside nothing that is not. */
      {"TPPP", "13", .flow_blocks = 4},
      {"TPPP", "13", .flow_blocks = 3},
      {"TPPP", "121", .flow_blocks = 2},
      {"TCP", "12", .flow_blocks = 4},
      {"TNP", "111", .flow_blocks = 4},
      /* Outcomes: four at most, and one less than HIST has bits. */
      {"BbBb", "4", .flow_blocks = 4},
      {"BbBb", "22", .flow_blocks = 4, .hist_width = 3},
      {"BbBb", "31", .flow_blocks = 4, .hist_width = 4},
      {"TBbB", "121", .flow_blocks = 4, .hist_width = 3},
      {"TBbB", "13", .flow_blocks = 4, .hist_width = 4},
      {"BPPb", "4", .flow_blocks = 4, .hist_width = 3},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct bench *b = build(cases[i].flow_blocks);
    if (cases[i].hist_width != 0) b->p.hist_width = cases[i].hist_width;
    if (cases[i].btm) b->config.mode = RVT_MODE_BTM;
    b->config.ir_en = !cases[i].no_ir;
    put(b, cases[i].blocks);
    expect(b, cases[i].sizes);
    assert_int_equal(b->at[0], 2); /* entry -> plan -> run */
  }
}

static void a_run_has_what_its_blocks_have(void **state) {
  (void)state;
  struct bench *b = build(4);
  struct rvt_entry *e = put(b, "sBbCN");
  e->head[3].addr = 0x7FFFFFFE; /* the last half-words of the address space */
  expect(b, "4");
  const struct rvt_ntrace_run *run = &b->run[0];
  assert_int_equal(run->kind, RVT_ENTRY_START);
  assert_int_equal(run->sub, RVT_START_ENABLE);
  assert_true(run->known && run->push && run->notify);
  assert_int_equal(run->addr, 0x80);
  assert_int_equal(run->halfwords, 8);
  assert_int_equal(run->outcomes, 2);
  assert_int_equal(run->taken, 2);
  assert_int_equal(run->link, 0x86);
  assert_int_equal(run->behind, 0);
  assert_int_equal(run->itype, RVT_IT_NONE);
  assert_int_equal(run->first_time, 10);
  assert_int_equal(run->abs_time, 10);
  b = build(4);
  b->config.ir_en = false;
  put(b, "sNPU"); /* kind and `sub` are the first run's; what is left behind it has none */
  expect(b, "111");
  assert_int_equal(b->run[0].kind, RVT_ENTRY_START);
  for (unsigned i = 1; i < 3; i++) {
    assert_int_equal(b->run[i].kind, RVT_ENTRY_BLOCK);
    assert_int_equal(b->run[i].sub, 0);
  }
  assert_false(b->run[2].known);
  assert_false(b->run[0].push);
  b = build(4);
  put(b, "P");
  b->entry[0].head[0].kind = RVT_ENTRY_STOP;
  b->entry[0].head[0].sub = RVT_ENDED_DISABLED;
  expect(b, "1");
  assert_int_equal(b->run[0].kind, RVT_ENTRY_STOP);
  assert_int_equal(b->run[0].sub, RVT_ENDED_DISABLED);
}

static void what_is_aside_begins_the_next_run(void **state) {
  (void)state;
  struct bench *b = build(4);
  put(b, "TBP");
  put(b, "bTP");
  expect(b, "141");
  const struct rvt_ntrace_run *run = &b->run[1];
  assert_int_equal(run->addr, 0x82);
  assert_int_equal(run->halfwords, 8);
  assert_int_equal(run->outcomes, 2);
  assert_int_equal(run->taken, 2);
  assert_int_equal(run->itype, RVT_IT_INDIRECT);
  assert_int_equal(run->first_time, 10);
  assert_int_equal(run->abs_time, 20);
  assert_int_equal(run->kind, RVT_ENTRY_BLOCK);
  assert_true(run->known);
  assert_int_equal(b->run[2].addr, 0x86 + FAR + 4);
  assert_int_equal(b->run[2].first_time, 20);
  assert_int_equal(span(b), 2);
  /* Entries with one transfer each leave one in each clock. */
  b = build(3);
  for (unsigned i = 0; i < 8; i++) put(b, "bTP");
  expect(b, "233333331");
  assert_int_equal(span(b), 8);
  /* With FlowBlocks 2 the third block is not seen beside the first one. */
  b = build(2);
  for (unsigned i = 0; i < 4; i++) put(b, "bTP");
  expect(b, "21212121");
  /* A call behind a transfer is not put aside: its entry takes two clocks. */
  b = build(4);
  for (unsigned i = 0; i < 4; i++) put(b, "TCP");
  expect(b, "12121212");
  assert_int_equal(span(b), 7);
}

/** Two entries; their runs come in consecutive clocks. */
static void two(struct bench *b, const char *first, const char *second, const char *sizes) {
  put(b, first);
  put(b, second);
  expect(b, sizes);
  assert_int_equal(span(b), strlen(sizes) - 1);
}

static void what_is_aside_may_be_a_run_alone(void **state) {
  (void)state;
  two(build(4), "TBP", "sP", "121");
  two(build(4), "TBP", "U", "121");
  two(build(4), "TBP", "S", "121");
  two(build(4), "TBP", "bBbB", "124"); /* five outcomes */
  two(build(4), "TBP", "bBbP", "16");
  struct bench *b = build(4);
  b->p.hist_width = 3;
  two(b, "TBP", "bB", "122"); /* two are a run's in a HIST of 3 bits */
  b = build(4);
  b->p.ts_width = 32;
  two(b, "TBP", "P", "121"); /* its outcome has the time before */
  b = build(4);
  b->p.ts_width = 32;
  two(b, "TPP", "P", "13");
  static const struct {
    uint8_t kind, sub;
  } others[] = {{RVT_ENTRY_BLOCK, RVT_BEFORE_NOTIFY},
                {RVT_ENTRY_STOP, 0},
                {RVT_ENTRY_OVERFLOW, RVT_LOST_BLOCKS}};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    b = build(4);
    put(b, "TPP");
    struct rvt_head *head = put(b, "P")->head;
    head->kind = others[i].kind;
    head->sub = others[i].sub;
    expect(b, "121");
    assert_int_equal(b->run[2].kind, others[i].kind);
    assert_int_equal(b->run[2].sub, others[i].sub);
    assert_int_equal(span(b), 2);
  }
  for (unsigned fresh = 0; fresh < 2; fresh++) { /* what Ownership tells stands before a run */
    b = build(4);
    put(b, "TPP")->head[0].hart_context = 5;
    struct rvt_head *head = put(b, "P")->head;
    head->context_new = fresh != 0;
    head->hart_context = 6;
    expect(b, fresh ? "121" : "13");
    assert_int_equal(b->run[1].hart_context, 0); /* of its first block */
    assert_false(b->run[1].context_new);
    if (fresh) assert_true(b->run[2].context_new);
  }
  b = build(4); /* nothing comes: it does not wait */
  put(b, "TPP");
  expect(b, "12");
  assert_int_equal(span(b), 1);
}

static void every_block_is_a_run_near_a_limit(void **state) {
  (void)state;
  struct bench *b = build(4);
  b->in.period_near = true;
  put(b, "PPP");
  expect(b, "111");
  b = build(4); /* it is looked at in each clock */
  put(b, "PPPP");
  clock_once(b);
  b->in.period_near = true;
  clock_once(b);
  b->in.period_near = false;
  expect(b, "13");
  for (unsigned more = 0; more < 2; more++) {
    b = build(4);
    b->p.icnt_width = 8;
    b->in.icnt = 121 + more; /* 127 half-words with the entry */
    put(b, "PPP");
    expect(b, more ? "111" : "3");
    b = build(4); /* what is on its way counts, too */
    b->p.icnt_width = 8;
    b->in.icnt = 115 + more;
    put(b, "PPP");
    put(b, "PPP");
    expect(b, more ? "3111" : "33");
    b = build(4); /* ... up to the run that flow looks at */
    b->p.icnt_width = 8;
    b->in.icnt = 115 + more;
    b->in.ready = false;
    put(b, "PPP");
    for (unsigned i = 0; i < 5; i++) clock_once(b);
    assert_int_equal(rvt_ntrace_runs_held(&b->dut), 6); /* with those of the run */
    put(b, "PPP");
    for (unsigned i = 0; i < 5; i++) clock_once(b);
    b->in.ready = true;
    expect(b, more ? "3111" : "33");
  }
  b = build(4); /* such a run is not joined to what is aside, nor is what is behind it put there */
  put(b, "TPP");
  put(b, "TP");
  put(b, "P");
  clock_once(b);
  clock_once(b);
  b->in.period_near = true;
  clock_once(b);
  b->in.period_near = false;
  expect(b, "12111");
}

static void a_run_waits_until_flow_is_ready(void **state) {
  (void)state;
  struct bench *b = build(4);
  b->in.ready = false;
  for (unsigned i = 0; i < 6; i++) put(b, "PP");
  static const unsigned taken[] = {1, 2, 3, 4, 4, 4}; /* run, next, plan, entry */
  for (unsigned i = 0; i < sizeof taken / sizeof taken[0]; i++) {
    clock_once(b);
    assert_int_equal(b->taken, taken[i]);
  }
  assert_int_equal(b->runs, 1);
  assert_int_equal(rvt_ntrace_runs_run(&b->dut)->addr, 0x80);
  assert_int_equal(rvt_ntrace_runs_held(&b->dut), 16);
  b->in.ready = true;
  expect(b, "222222");
  for (unsigned i = 0; i < 6; i++) assert_int_equal(b->run[i].addr, 0x80 + i * (4 + FAR));
  for (unsigned i = 1; i < 6; i++) assert_int_equal(b->at[i], 5 + i); /* one in each clock */
}

static void inactive_drops_what_is_held(void **state) {
  (void)state;
  struct bench *b = build(4);
  b->in.ready = false;
  for (unsigned i = 0; i < 5; i++) put(b, "TPP");
  for (unsigned i = 0; i < 6; i++) clock_once(b);
  assert_true(b->dut.aside_valid_q && b->dut.next_valid_q && b->dut.plan_entry_valid_q);
  b->config.active = false;
  clock_once(b);
  assert_true(rvt_ntrace_runs_empty(&b->dut));
  assert_null(rvt_ntrace_runs_run(&b->dut));
  assert_int_equal(rvt_ntrace_runs_held(&b->dut), 0);
  b = build(2);
  put(b, "TPPP");
  put(b, "PP");
  for (unsigned i = 0; i < 2; i++) clock_once(b); /* a block of the first entry has left */
  assert_int_equal(b->dut.plan_gone_q, 1);
  b->config.active = false;
  clock_once(b);
  b->config.active = true;
  b->runs = 0;
  b->taken = 1;
  expect(b, "2");
  assert_int_equal(b->run[0].addr, 0x88 + FAR);
}

static void one_block_is_a_run_in_the_next_clock(void **state) {
  (void)state;
  struct bench *b = build(1);
  b->p.blocks = 1;
  put(b, "C");
  put(b, "B");
  put(b, "P");
  clock_once(b);
  assert_int_equal(b->runs, 1);
  assert_true(b->run[0].push); /* whatever the settings: flow asks */
  assert_int_equal(b->run[0].link, 0x82);
  b->in.ready = false;
  clock_once(b);
  clock_once(b);
  assert_int_equal(b->taken, 1);
  b->in.ready = true;
  clock_once(b);
  assert_int_equal(b->run[1].outcomes, 1);
  assert_int_equal(b->run[1].taken, 1);
  expect(b, "111");
  assert_int_equal(b->at[2], 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_run_ends_where_something_may_happen),
      cmocka_unit_test(a_run_has_what_its_blocks_have),
      cmocka_unit_test(what_is_aside_begins_the_next_run),
      cmocka_unit_test(what_is_aside_may_be_a_run_alone),
      cmocka_unit_test(every_block_is_a_run_near_a_limit),
      cmocka_unit_test(a_run_waits_until_flow_is_ready),
      cmocka_unit_test(inactive_drops_what_is_held),
      cmocka_unit_test(one_block_is_a_run_in_the_next_clock),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
