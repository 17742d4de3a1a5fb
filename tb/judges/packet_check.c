/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "rvt/etrace.h"
#include "trace_check.h"

/* What of tb_trace_check is E-Trace's. */

void tb_packet_check_build(struct tb_trace_check *c) {
  const struct rvt_params *p = &c->p;
  c->etrace.build = (struct oracle_te_build){
      .iaddress_width = p->xlen < p->addr_bits ? p->xlen : p->addr_bits,
      .iaddress_lsb = 1,
      .privilege_width = p->priv_bits,
      .context_width = p->context == 2 ? p->context_width : 0,
      .ecause_width = p->xlen == 32 ? 5 : 6,
      .f0s_width = p->bpred_size != 0 && p->cache_size != 0, /* ETR:DC-04 */
      .cache_size = p->cache_size,
      .iret_ext = p->iret_ext,
      .bpred_size = p->bpred_size};
  for (unsigned n = p->stack_depth; n > 1; n /= 2) c->etrace.build.return_stack_size++;
  if (p->stack_depth != 0) /* D of ETR:F2-03 */
    c->etrace.build.irdepth_width = p->iret_ext ? 8 : c->etrace.build.return_stack_size + 1;
  oracle_te_set_build(c->oracle, &c->etrace.build);
}

void tb_packet_check_ask(struct tb_trace_check *c, struct tb *tb) {
  const struct rvt_config *config = &c->clock.config;
  const struct oracle_te_options options = {.full_address = config->no_addr_diff,
                                            .implicit_exception = config->no_trap_addr,
                                            .implicit_return = config->ir_en ? config->ir_mode : 0,
                                            .branch_prediction = config->branch_prediction,
                                            .jump_target_cache = config->jump_target_cache};
  size_t count;
  oracle_te_set_options(c->oracle, &options);
  oracle_clock(c->oracle, &c->clock);
  const struct oracle_te_packet *packet = oracle_te_packets(c->oracle, &count);
  if (c->put - c->taken + count > TB_CHECK_MESSAGES) {
    tb_fail(tb, "trace check: %u packets are owed and none comes", c->put - c->taken);
    return;
  }
  for (size_t i = 0; i < count; i++) c->etrace.expected[c->put++ % TB_CHECK_MESSAGES] = packet[i];
  if (count != 0) oracle_take(c->oracle);
}

/* Bytes of the packet that is coming in, as its header and the widths say (ETR:E-01, E-02). */
static size_t length_of(const struct oracle_te_encapsulation *around, uint8_t header) {
  return 1u + around->src_bits / 8u + ((header & RVT_ETRACE_EXTEND) != 0 ? around->t_bytes : 0u) +
         (header & RVT_ETRACE_LENGTH);
}

static uint64_t time_of(const struct tb_trace_check *c,
                        const struct oracle_te_encapsulation *around) {
  uint64_t time = 0;
  for (unsigned i = 0; i < around->t_bytes; i++)
    time |= (uint64_t)c->etrace.partial[1u + around->src_bits / 8u + i] << 8 * i;
  return time;
}

static void text_of(const uint8_t *bytes, size_t size, char *text) {
  for (size_t i = 0; i < size; i++) snprintf(text + 3 * i, 4, " %02x", bytes[i]);
}

/* What widths and options do to a packet around its fields. */
static void prove_around(const struct oracle_te_packet *p, bool extend) {
  const struct oracle_te_encapsulation *around = &p->around;
  PROVED("ETR:E-03");
  if (around->src_bits != 0) PROVED("ETR:E-04");
  if (around->src_bits % 8 != 0) {
    PROVED("ETR:E-02");
    PROVED("ETR:E-07");
    PROVED("ETR:AMB-22");
  }
  if (!extend) return;
  PROVED("ETR:E-01");
  PROVED("ETR:DC-11");
  if (around->t_bytes < 8) PROVED("ETR:E-08");
}

/* Each kind that was judged in a run; a full map is of 31 branches. */
static void prove(const struct oracle_te_build *build, const struct oracle_te_packet *p,
                  size_t payload) {
  switch (p->kind) {
  case ORACLE_TE_BRANCH_COUNT:
    PROVED("ETR:F0-02");
    if (p->branch_fmt != 0) PROVED("ETR:DC-18");
    break;
  case ORACLE_TE_JUMP_TARGET_INDEX:
    PROVED("ETR:M-JTC");
    if (p->irreport) PROVED("ETR:F2-02");
    break;
  case ORACLE_TE_BRANCH_MAP:
    PROVED("ETR:P-06");
    if (p->branches == 0) PROVED("ETR:F1-01");
    if (p->branches != 0 && (p->branches & (p->branches + 1)) != 0) { /* bits that are unused */
      PROVED("ETR:P-07");
      PROVED("ETR:DC-17");
    }
    break;
  case ORACLE_TE_ADDRESS: PROVED("ETR:F2-04"); break;
  case ORACLE_TE_START:
    PROVED("ETR:F3-01");
    PROVED("ETR:P-04");
    break;
  case ORACLE_TE_TRAP:
    PROVED("ETR:F3-02");
    PROVED("ETR:P-01");
    if (payload > 10) PROVED("ETR:P-03");
    break;
  case ORACLE_TE_CONTEXT: PROVED("ETR:F3-04"); break;
  case ORACLE_TE_SUPPORT:
    PROVED("ETR:F3-05");
    if (p->qual_status == ORACLE_TE_ENDED_NTR) PROVED("ETR:F3-06");
    if (p->ioptions != 0 || build->iret_ext) PROVED("ETR:AMB-13");
    if (build->iret_ext) PROVED("ETR:AMB-7");
    break;
  }
  if (build->f0s_width != 0 && p->kind <= ORACLE_TE_JUMP_TARGET_INDEX) {
    PROVED("ETR:F0-01");
    PROVED("ETR:DC-04");
  }
  if (p->irreport) {
    if (build->iret_ext)
      PROVED("ETR:A-06");
    else
      PROVED("ETR:A-05");
    PROVED("ETR:F2-03");
    PROVED("ETR:AMB-7");
  }
  if (p->notify || p->updiscon) PROVED("ETR:F2-01");
  if (payload == 1) PROVED("ETR:P-02");
}

static void end_of_packet(struct tb_trace_check *c, struct tb *tb,
                          const struct oracle_te_packet *want) {
  const uint8_t header = c->etrace.partial[0];
  const bool extend = (header & RVT_ETRACE_EXTEND) != 0;
  const uint64_t time = extend ? time_of(c, &want->around) : 0;
  uint8_t bytes[ORACLE_TE_PACKET_MAX];
  size_t size =
      oracle_te_may_have(want, extend, time)
          ? oracle_te_bytes(&c->etrace.build, want, extend, time, bytes)
          : oracle_te_bytes(&c->etrace.build, want, want->around.extend, want->around.time, bytes);
  if (size != c->partial_size || memcmp(bytes, c->etrace.partial, size) != 0) {
    char sent[3 * ORACLE_TE_PACKET_MAX + 1] = "", wanted[3 * ORACLE_TE_PACKET_MAX + 1] = "";
    text_of(c->etrace.partial, c->partial_size, sent);
    text_of(bytes, size, wanted);
    tb_fail(tb, "packet %" PRIu64 ": sent%s, the oracle expects%s", c->messages, sent, wanted);
    return;
  }
  prove(&c->etrace.build, want, header & RVT_ETRACE_LENGTH);
  prove_around(want, extend);
  /* What a 3.2 leaves is what the next difference and map go on with. */
  if (c->etrace.before == ORACLE_TE_CONTEXT && want->kind <= ORACLE_TE_ADDRESS) PROVED("ETR:P-05");
  c->etrace.before = want->kind;
}

void tb_packet_check_byte(struct tb_trace_check *c, struct tb *tb, uint8_t byte) {
  if (c->taken == c->put) {
    tb_fail(tb, "packet %" PRIu64 ": a byte 0x%02x, the oracle expects no packet", c->messages,
            byte);
    return;
  }
  const struct oracle_te_packet *want = &c->etrace.expected[c->taken % TB_CHECK_MESSAGES];
  if (c->partial_size == 0 && rvt_etrace_is_null(byte)) {
    tb_fail(tb, "packet %" PRIu64 ": a null packet from the encoder (ETR:E-05)", c->messages);
    return;
  }
  c->etrace.partial[c->partial_size++] = byte;
  if (c->partial_size < length_of(&want->around, c->etrace.partial[0])) return;
  c->taken++;
  end_of_packet(c, tb, want);
  c->messages++;
  c->partial_size = 0;
}
