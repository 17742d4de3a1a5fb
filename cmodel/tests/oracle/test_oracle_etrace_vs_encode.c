/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * Random ingress through the functional encoder and the oracle of E-Trace: the same bytes.
 * RVT_SEED=n runs one seed; RVT_SEEDS=n runs n seeds, from RVT_FIRST_SEED on.
 */

#include <stdlib.h>
#include <string.h>

#include "oracle/etrace/etrace.h"
#include "oracle/row.h"
#include "oracle_random.h"
#include "rvt/prng.h"
#include "rvt/unit/encode.h"
#include "tests/support/test.h"

enum { FULL, IMPLICIT_EXCEPTION, SEQUENTIAL, RETURN, PREDICTION, CACHE, ALL, MODES };
enum { CLOCKS = 1500, SEEDS = 400, BYTES = 1 << 20, WAITING = 64 };

struct compare {
  uint64_t seed;
  struct oracle_random gen;
  struct rvt_encode encode;
  struct oracle *oracle;
  uint64_t draws;
  enum rvt_loss loss;
  bool hole; /* the clock opens an overflow by itself */
  bool lost; /* after the encoder */
  unsigned clock, still;
  uint8_t sync_mode, sync_max;
  size_t same;
  struct oracle_te_build build;
  uint8_t ours[BYTES], theirs[BYTES];
  size_t our_size, their_size;
  struct oracle_te_packet waiting[WAITING]; /* of the oracle, for the encoder's header */
  size_t waits;
  struct rvt_config kept; /* what may change once the encoder has settled */
  unsigned timed, silent; /* packets with a time; without one though trTsEnable is 1 */
  unsigned kinds[ORACLE_TE_SUPPORT + 1];
  unsigned depths;                   /* packets with an irdepth */
  uint64_t insns, insns_with[MODES]; /* all, and with each mode on */
  bool steady;                       /* branches go on as before */
};

static unsigned number(const char *name, unsigned otherwise) {
  const char *text = getenv(name);
  return text == NULL ? otherwise : (unsigned)strtoul(text, NULL, 0);
}

/* What E-Trace is built with: the rest of the generator's build stays. */
static void make_build(struct compare *c) {
  struct rvt_params *p = &c->gen.params;
  p->format = RVT_PROTOCOL_ETRACE;
  p->framing = 1;
  p->btm = p->all_jumps = p->repeat_branch = p->extend_addr = p->fifo_bytes = false;
  p->htm = p->iaddr_on_int = true;
  const bool modes = rvt_prng_below(&c->draws, 4) != 0;
  p->stack_depth = modes && p->itype_width == 4 ? (uint8_t)(2u << rvt_prng_below(&c->draws, 5)) : 0;
  p->bpred_size = modes ? (uint8_t)rvt_prng_below(&c->draws, 8) : 0;
  p->cache_size = modes ? (uint8_t)rvt_prng_below(&c->draws, 8) : 0;
  p->iret_ext = p->stack_depth != 0 && rvt_prng_below(&c->draws, 3) == 0;
  p->ts_width = p->ts_width / 8 * 8; /* ETR:DC-11 */
  if (p->ts_width != 0) p->src_bits_max = p->src_bits_max / 8 * 8;
  p->flow_blocks = 1;
  p->hcontext_width = 0;
  if (p->context_width > 32) p->context_width = 32;
  p->priv_bits = 2 + (uint8_t)rvt_prng_below(&c->draws, 2);
  c->build =
      (struct oracle_te_build){.iaddress_width = p->xlen < p->addr_bits ? p->xlen : p->addr_bits,
                               .iaddress_lsb = 1,
                               .privilege_width = p->priv_bits,
                               .context_width = p->context == 2 ? p->context_width : 0,
                               .ecause_width = p->xlen == 32 ? 5 : 6,
                               .f0s_width = p->bpred_size != 0 && p->cache_size != 0,
                               .cache_size = p->cache_size,
                               .iret_ext = p->iret_ext,
                               .bpred_size = p->bpred_size};
  for (unsigned n = p->stack_depth; n > 1; n /= 2) c->build.return_stack_size++;
  if (p->stack_depth != 0)
    c->build.irdepth_width = p->iret_ext ? 8 : c->build.return_stack_size + 1;
  c->steady = p->bpred_size != 0 && rvt_prng_below(&c->draws, 2) != 0;
  if (c->steady) {
    c->gen.style.trigger = c->gen.style.context = c->gen.style.expire = 0;
    c->gen.style.halt = c->gen.style.power = c->gen.style.reset = 0;
    c->gen.style.flicker = 2;
  }
}

/* A steady hart takes few branches, so predictions are right many times in a row, and few jumps and
 * traps; any hart comes to some places again. */
static void make_steady(struct compare *c) {
  uint8_t itype = 0;
  for (unsigned i = 0; i < c->gen.slots; i++) {
    struct rvt_block *b = &c->gen.ingress.block[i];
    if (!c->gen.slot[i].valid) continue;
    itype = b->itype;
    if (c->steady && c->gen.slot[i].insns != 0 && rvt_prng_below(&c->draws, 64) != 0) {
      const bool branch = itype == RVT_IT_TAKEN || itype == RVT_IT_NOT_TAKEN;
      const bool stays =
          itype == RVT_IT_DIRECT_CALL ||
          (itype == RVT_IT_RETURN && c->gen.config.ir_en && c->gen.config.ir_mode != 0);
      b->itype = c->gen.slot[i].itype = branch ? RVT_IT_NOT_TAKEN : stays ? itype : RVT_IT_NONE;
    }
  }
  if (itype >= RVT_IT_INDIRECT && itype != RVT_IT_RETURN && rvt_prng_below(&c->draws, 2) == 0)
    c->gen.pc = 0x1000 + UINT64_C(0x10002) * rvt_prng_below(&c->draws, 6);
}

/* The generator knows N-Trace's options. */
static void finish_config(struct compare *c) {
  struct rvt_config *f = &c->gen.config;
  f->mode = RVT_MODE_HTM;
  f->all_jumps = f->repeat_branch = false;
  if (c->gen.params.ts_width == 0) f->ts_en = false;
  if (c->still > 3 || c->clock == 0) {
    c->kept = *f;
    if (c->gen.params.ts_width != 0) c->kept.src_bits &= 8; /* ETR:DC-11 */
    if (c->gen.params.ts_width == 0) c->kept.ts_suppress = 0;
  }
  f->src_bits = c->kept.src_bits;
  f->src_id = c->kept.src_id;
  f->inhibit_src = c->kept.inhibit_src;
  f->ts_suppress = c->kept.ts_suppress;
  /* A change within a session counts from one of the next blocks on (TCI:SYNC-07): not compared. */
  if (c->still > 3) {
    c->sync_mode = f->sync_mode;
    c->sync_max = f->sync_max | (c->steady ? 8 : 0);
  }
  f->sync_mode = c->sync_mode;
  f->sync_max = c->sync_max;
  c->still = f->enable ? 0 : c->still + 1; /* options change once the encoder has settled */
  if (c->clock == 0 || (c->still > 3 && rvt_prng_below(&c->draws, 4) == 0)) {
    f->no_addr_diff = rvt_prng_below(&c->draws, 3) == 0;
    f->no_trap_addr = rvt_prng_below(&c->draws, 3) == 0;
    f->branch_prediction = rvt_prng_below(&c->draws, 4) != 0;
    f->jump_target_cache = rvt_prng_below(&c->draws, 4) != 0;
  }
  const struct oracle_te_options options = {.full_address = f->no_addr_diff,
                                            .implicit_exception = f->no_trap_addr,
                                            .implicit_return = f->ir_en ? f->ir_mode : 0,
                                            .branch_prediction = f->branch_prediction,
                                            .jump_target_cache = f->jump_target_cache};
  oracle_te_set_options(c->oracle, &options);
  c->gen.ingress.cause = rvt_prng_next(&c->draws);
  c->gen.ingress.tval = rvt_prng_next(&c->draws);
  for (unsigned i = 0; i < RVT_BLOCKS_MAX; i++) {
    c->gen.slot[i].config = *f;
    c->gen.slot[i].cause = c->gen.ingress.cause;
    c->gen.slot[i].tval = c->gen.ingress.tval;
  }
}

static void choose_loss(struct compare *c, bool allowed) {
  const bool behind = c->lost && c->loss == RVT_LOSS_NONE && !c->hole && c->gen.config.active;
  c->lost = allowed && c->gen.config.enable && rvt_prng_below(&c->draws, 200) == 0;
  if (!c->gen.config.active) {
    c->loss = RVT_LOSS_NONE;
    c->hole = false;
    return;
  }
  if (c->loss == RVT_LOSS_REFUSE || c->hole) {
    c->hole = false;
    c->loss = rvt_prng_below(&c->draws, 6) == 0 || !allowed ? RVT_LOSS_END : RVT_LOSS_REFUSE;
    return;
  }
  const bool opens = behind || (allowed && oracle_random_qualified(&c->gen) &&
                                rvt_prng_below(&c->draws, 100) == 0);
  c->loss = opens ? RVT_LOSS_REFUSE : RVT_LOSS_NONE;
  c->hole = !opens && oracle_random_hole(&c->gen);
}

static void tell_oracle(struct compare *c) {
  for (unsigned i = 0; i < c->gen.slots || i == 0; i++) {
    c->gen.slot[i].overflow = c->loss != RVT_LOSS_NONE || c->hole;
    c->gen.slot[i].overflow_end = c->loss == RVT_LOSS_END;
    c->gen.slot[i].lost = c->lost;
    oracle_clock(c->oracle, &c->gen.slot[i]);
  }
  size_t count;
  const struct oracle_te_packet *p = oracle_te_packets(c->oracle, &count);
  assert_true(c->waits + count <= WAITING);
  if (count != 0) memcpy(c->waiting + c->waits, p, count * sizeof *p);
  c->waits += count;
  oracle_take(c->oracle);
}

/* The bytes of the oracle's packets: whether one has a time that may, the encoder's header says. */
static void write_oracle(struct compare *c, bool all) {
  size_t i = 0;
  for (; i < c->waits && (all || c->their_size < c->our_size); i++) {
    const struct oracle_te_packet *p = &c->waiting[i];
    bool extend = c->their_size < c->our_size && (c->ours[c->their_size] & 0x80) != 0;
    if (!oracle_te_may_have(p, extend, p->around.time)) extend = p->around.extend;
    assert_true(c->their_size + ORACLE_TE_PACKET_MAX <= BYTES);
    c->their_size +=
        oracle_te_bytes(&c->build, p, extend, p->around.time, c->theirs + c->their_size);
    c->kinds[p->kind]++;
    c->depths += p->irreport;
    c->timed += extend;
    c->silent += !extend && c->gen.config.ts_en;
  }
  c->waits -= i;
  memmove(c->waiting, c->waiting + i, c->waits * sizeof *c->waiting);
}

static void tell_encoder(struct compare *c) {
  struct rvt_encode_bytes out = {c->ours, BYTES, c->our_size};
  if (c->lost) rvt_encode_lost(&c->encode);
  for (unsigned i = 0; i < c->gen.slots; i++) {
    if (!c->gen.slot[i].expired) continue;
    rvt_encode_due(&c->encode, i);
    break;
  }
  assert_int_equal(rvt_encode_push(&c->encode, &c->gen.config, &c->gen.ingress, c->loss, &out),
                   RVT_OK);
  c->our_size = out.used;
}

static void show(const char *who, const uint8_t *bytes, size_t from, size_t size) {
  print_error("%s at byte %zu:", who, from);
  for (size_t i = from; i < size && i < from + 24; i++) print_error(" %02x", bytes[i]);
  print_error("\n");
}

static void show_clock(const struct compare *c) {
  const struct rvt_ingress *in = &c->gen.ingress;
  const struct rvt_config *f = &c->gen.config;
  print_error("%5u: act %d en %d trc %d halt %d priv %u pow %d rst %d trig %02x/%x sync %u/%u loss "
              "%d hole %d lost "
              "%d ctype %u ctx %llx full %d iex %d out %zu/%zu\n",
              c->clock, f->active, f->enable, f->tracing, in->halted, in->priv, in->lowpower,
              in->hart_reset, in->trigger, in->ext_trigger, f->sync_mode, f->sync_max, c->loss,
              c->hole, c->lost, in->ctype, (unsigned long long)in->context, f->no_addr_diff,
              f->no_trap_addr, c->our_size, c->their_size);
  for (unsigned i = 0; i < c->gen.slots; i++) {
    const struct rvt_block *b = &in->block[i];
    print_error("       itype %2u iretire %3u ilast %u sij %d iaddr 0x%llx expired %d insns %u "
                "cause %llx tval %llx\n",
                b->itype, b->iretire, b->ilastsize, b->sijump, (unsigned long long)b->iaddr,
                c->gen.slot[i].expired, c->gen.slot[i].insns, (unsigned long long)in->cause,
                (unsigned long long)in->tval);
  }
}

/* Whether all that both have written is the same as far as it goes. */
static bool agree(struct compare *c) {
  while (c->same < c->our_size && c->same < c->their_size) {
    if (c->ours[c->same] != c->theirs[c->same]) return false;
    c->same++;
  }
  return true;
}

static void count_insns(struct compare *c) {
  const struct rvt_config *f = &c->gen.config;
  const unsigned insns = oracle_random_insns(&c->gen);
  const bool on[] = {
      [FULL] = f->no_addr_diff,
      [IMPLICIT_EXCEPTION] = f->no_trap_addr,
      [SEQUENTIAL] = f->seq_en,
      [RETURN] = c->gen.params.stack_depth != 0 && f->ir_en && f->ir_mode != 0,
      [PREDICTION] = c->gen.params.bpred_size != 0 && f->branch_prediction,
      [CACHE] = c->gen.params.cache_size != 0 && f->jump_target_cache,
  };
  c->insns += insns;
  for (unsigned i = 0; i < ALL; i++) c->insns_with[i] += on[i] ? insns : 0;
  if (on[RETURN] && on[PREDICTION] && on[CACHE]) c->insns_with[ALL] += insns;
}

static bool compare_seed(struct compare *c, uint64_t seed) {
  memset(c, 0, sizeof *c);
  c->seed = seed;
  c->draws = seed ^ 0x5eed;
  oracle_random_init(&c->gen, seed);
  make_build(c);
  struct rvt_error e;
  if (rvt_encode_init(&c->encode, &c->gen.params, &e) != RVT_OK) fail_msg("%s", e.text);
  c->oracle = oracle_new(&oracle_of_etrace, &c->gen.params);
  assert_non_null(c->oracle);
  oracle_te_set_build(c->oracle, &c->build);
  const bool loud = getenv("RVT_LOUD") != NULL;
  bool good = true;
  for (c->clock = 0; good && c->clock < CLOCKS + 12; c->clock++) {
    const bool goes = c->clock < CLOCKS;
    if (goes)
      oracle_random_next(&c->gen);
    else
      oracle_random_disable(&c->gen);
    make_steady(c);
    finish_config(c);
    choose_loss(c, goes && !(c->steady && rvt_prng_below(&c->draws, 16) != 0));
    tell_oracle(c);
    tell_encoder(c);
    write_oracle(c, false);
    good = agree(c);
    if (loud) show_clock(c);
    count_insns(c);
  }
  write_oracle(c, true);
  good = good && agree(c) && c->our_size == c->their_size;
  if (!good) {
    print_error("seed %llu, clock %u, byte %zu of %zu and %zu; repeat: RVT_SEED=%llu "
                "build/tests/test_oracle_etrace_vs_encode\n",
                (unsigned long long)seed, c->clock, c->same, c->our_size, c->their_size,
                (unsigned long long)seed);
    show("encoder", c->ours, c->same < 8 ? 0 : c->same - 8, c->our_size);
    show("oracle ", c->theirs, c->same < 8 ? 0 : c->same - 8, c->their_size);
  }
  oracle_free(c->oracle);
  return good;
}

static void test_random(void **state) {
  (void)state;
  static struct compare c;
  unsigned kinds[ORACLE_TE_SUPPORT + 1] = {0};
  const unsigned one = number("RVT_SEED", 0);
  const unsigned first = one != 0 ? one : number("RVT_FIRST_SEED", 1);
  const unsigned seeds = one != 0 ? 1 : number("RVT_SEEDS", SEEDS);
  unsigned bad = 0, timed = 0, silent = 0, depths = 0;
  uint64_t insns = 0, with[MODES] = {0};
  for (unsigned seed = first; seed < first + seeds; seed++) {
    bad += !compare_seed(&c, seed);
    insns += c.insns;
    for (unsigned i = 0; i < MODES; i++) with[i] += c.insns_with[i];
    timed += c.timed;
    silent += c.silent;
    depths += c.depths;
    for (unsigned k = 0; k <= ORACLE_TE_SUPPORT; k++) kinds[k] += c.kinds[k];
  }
  print_message(
      "%llu instructions, with full addresses, implicit exception, sequential jumps, return "
      "stack, predictor, cache, the last three:",
      (unsigned long long)insns);
  for (unsigned i = 0; i < MODES; i++) print_message(" %llu", (unsigned long long)with[i]);
  print_message("; %u seeds differ; packets by kind:", bad);
  for (unsigned k = 0; k <= ORACLE_TE_SUPPORT; k++) print_message(" %u", kinds[k]);
  print_message("; %u with a time, %u without one beside trTsEnable, %u with a depth\n", timed,
                silent, depths);
  assert_int_equal(bad, 0);
  if (one == 0) assert_true(timed != 0 && silent != 0 && depths != 0);
  for (unsigned k = 0; one == 0 && k <= ORACLE_TE_SUPPORT; k++) assert_int_not_equal(kinds[k], 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
