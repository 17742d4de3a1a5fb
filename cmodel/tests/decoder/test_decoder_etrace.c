/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "oracle/row.h"
#include "tests/support/decoder_log.h"
#include "tests/support/test.h"

/* Packets of E-Trace and a program -> events, each a word:
 *   100            an instruction
 *   104>102        a jump that the program does not tell
 *   !104>400:c2v5  trap from, to, cause, tval; `i` an interrupt, `?` not known
 *   S100 S100c     sync; c: continuous
 *   P3 P0x12       privilege, with a context
 *   X104 G104 T5   stop, loss, time
 *   E:ROW W:ROW    error, warning */

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
static struct rvt_image *image;
static struct rvt_decoder_config config;
static char text[1 << 14];
static size_t used;

__attribute__((format(printf, 1, 2))) static void put(const char *form, ...) {
  va_list args;
  va_start(args, form);
  used += (size_t)vsnprintf(text + used, sizeof text - used, form, args);
  va_end(args);
  assert_true(used < sizeof text);
}

static void put_known(const char *before, bool known, uint64_t value) {
  if (known)
    put("%s%" PRIx64, before, value);
  else
    put("%s?", before);
}

static void put_trap(const struct rvt_decoder_trap *t) {
  put_known(" !", t->epc_known, t->epc);
  put_known(">", t->to_known, t->to);
  put_known(":c", t->cause_known, t->cause);
  if (t->kind == RVT_TRAP_INTERRUPT) put("i");
  if (t->tval_known) put("v%" PRIx64, t->tval);
}

static void take(void *user, const struct rvt_decoder_event *e) {
  struct rvt_decoder_pcs pcs;
  (void)user;
  assert_int_equal(e->protocol, RVT_PROTOCOL_ETRACE);
  switch (e->kind) {
  case RVT_DE_RUN:
    rvt_decoder_pcs_begin(&pcs, e->image, &e->u.run);
    for (uint64_t i = 0; i < e->u.run.insns; i++) {
      assert_true(rvt_decoder_pcs_next(&pcs));
      put(" %" PRIx64, pcs.pc);
    }
    assert_false(rvt_decoder_pcs_next(&pcs));
    assert_int_equal(pcs.next, e->u.run.pc + 2 * e->u.run.halfwords);
    break;
  case RVT_DE_TRANSFER: put(" %" PRIx64 ">%" PRIx64, e->u.transfer.from, e->u.transfer.to); break;
  case RVT_DE_TRAP: put_trap(&e->u.trap); break;
  case RVT_DE_SYNC: put(" S%" PRIx64 "%s", e->u.sync.pc, e->u.sync.continuous ? "c" : ""); break;
  case RVT_DE_STOP: put_known(" X", e->u.end.pc_known, e->u.end.pc); break;
  case RVT_DE_OVERFLOW: put_known(" G", e->u.end.pc_known, e->u.end.pc); break;
  case RVT_DE_CONTEXT:
    put(" P%u", e->u.context.priv);
    if (e->u.context.context.has_scontext) put("x%" PRIx64, e->u.context.context.scontext);
    break;
  case RVT_DE_TIME: put(" T%" PRIx64, e->u.time); break;
  case RVT_DE_NO_FLOW: put(" N"); break;
  case RVT_DE_WARNING:
  case RVT_DE_ERROR: put(" %c:%s", e->kind == RVT_DE_ERROR ? 'E' : 'W', e->u.problem.row); break;
  }
}

/* Decode bytes at once, and byte by byte: the same events. */
static const char *decode_bytes(const uint8_t *bytes, size_t size) {
  static char whole[sizeof text];
  for (unsigned piecewise = 0; piecewise < 2; piecewise++) {
    struct rvt_decoder *d = NULL;
    struct rvt_bytes in = {.data = bytes};
    used = 0;
    text[0] = '\0';
    assert_int_equal(rvt_decoder_new(&config, image, take, NULL, &d, NULL), RVT_OK);
    for (in.size = piecewise ? 1 : size; in.size <= size; in.size++)
      (void)!rvt_decoder_feed(d, &in);
    rvt_decoder_finish(d, size - in.pos);
    rvt_decoder_free(d);
    if (piecewise) assert_string_equal(text, whole);
    strcpy(whole, text);
  }
  return whole + (whole[0] == ' ');
}

static size_t write_all(const struct rvt_etrace_packet *p, size_t count, uint8_t *bytes) {
  size_t size = 0;
  for (size_t i = 0; i < count; i++) {
    size_t made = 0;
    if (rvt_etrace_packet_write(&config.etrace.format, &p[i], bytes + size, &made) != RVT_OK)
      fail_msg("packet %zu cannot be written", i);
    size += made;
  }
  return size;
}

static const char *decode(const struct rvt_etrace_packet *p, size_t count) {
  uint8_t bytes[1024];
  return decode_bytes(bytes, write_all(p, count, bytes));
}

#define CHECK(expected, ...)                                                                       \
  do {                                                                                             \
    const struct rvt_etrace_packet list[] = {__VA_ARGS__};                                         \
    assert_string_equal(decode(list, COUNT(list)), expected);                                      \
  } while (0)

#define START(at, ...)                                                                             \
  { .kind = RVT_ETRACE_START, .branch = true, .privilege = 3, .address = (at), __VA_ARGS__ }
#define SYNC(...)                                                                                  \
  { .kind = RVT_ETRACE_START, __VA_ARGS__ }
#define TRAP(at, ...)                                                                              \
  { .kind = RVT_ETRACE_TRAP, .branch = true, .privilege = 3, .address = (at), __VA_ARGS__ }
#define TO(difference, ...)                                                                        \
  { .kind = RVT_ETRACE_ADDRESS, .address = (difference), __VA_ARGS__ }
#define BRANCH(n, map, difference, ...)                                                            \
  {                                                                                                \
    .kind = RVT_ETRACE_BRANCH, .branches = (n), .branch_map = (map), .address = (difference),      \
    __VA_ARGS__                                                                                    \
  }
#define SUPPORT(q, ...)                                                                            \
  { .kind = RVT_ETRACE_SUPPORT, .qual_status = (q), __VA_ARGS__ }
#define ENDED   SUPPORT(RVT_ETRACE_ENDED_REP)
#define BACK(n) (UINT64_MAX - (n) + 1)

static void use(const struct rvt_code *code, size_t count) {
  rvt_image_free(image);
  image = rvt_code_image(64, code, count);
}

static int begin(void **state) {
  const struct rvt_code code[] = {{0x100, C_NOP},
                                  {0x102, C_NOP},
                                  {0x104, C_JR_X6},
                                  {0x106, rvt_c_j(0)},
                                  {0x110, C_NOP},
                                  {0x112, rvt_c_beqz(-2)},
                                  {0x114, C_NOP},
                                  {0x116, C_RET},
                                  {0x200, ECALL},
                                  {0x204, C_NOP},
                                  {0x206, C_JR_X6},
                                  {0x300, AUIPC_X6},
                                  {0x304, rvt_jalr(0, 6, 0x204 - 0x300)},
                                  {0x3fe, C_NOP},
                                  {0x400, C_NOP},
                                  {0x402, MRET},
                                  {0x500, rvt_jal(1, 0x10)},
                                  {0x504, rvt_jal(1, 0xc)},
                                  {0x508, C_NOP},
                                  {0x50a, C_JR_X6},
                                  {0x510, C_RET},
                                  {0x600, rvt_jal(1, 0x20)},
                                  {0x620, rvt_jal(1, 0x10)},
                                  {0x624, C_NOP},
                                  {0x626, rvt_jal(1, 0xa)},
                                  {0x62a, C_RET},
                                  {0x630, C_RET},
                                  {0x2504, C_NOP}};
  (void)state;
  config = (struct rvt_decoder_config){.protocol = RVT_PROTOCOL_ETRACE,
                                       .etrace.format = rvt_etrace_format_plain(64)};
  use(code, COUNT(code));
  return 0;
}

static void a_whole_program(void **state) {
  const struct rvt_code code[] = {{0x80000000, C_NOP},
                                  {0x80000002, C_NOP},
                                  {0x80000004, rvt_c_beqz(-2)},
                                  {0x80000006, rvt_jal(1, 0x14)},
                                  {0x8000000a, rvt_jal(1, 0x10)},
                                  {0x8000000e, NOP},
                                  {0x80000012, NOP},
                                  {0x80000016, C_JR_X6},
                                  {0x80000018, rvt_c_j(0)},
                                  {0x8000001a, C_RET}};
  static const uint8_t bytes[] = {0x01, 0x1f, 0x09, 0x73, 0,    0,    0,    0,    0,    0,    0,
                                  0x20, 0x02, 0x0d, 0x16, 0x01, 0x0a, 0x01, 0x16, 0x02, 0xcf, 0};
  (void)state;
  use(code, COUNT(code));
  config.etrace.format.context_bits = 32;
  config.etrace.format.ecause_bits = 5;
  assert_string_equal(
      decode_bytes(bytes, sizeof bytes),
      "S80000000 P3x0 80000000 80000002 80000004 80000002 80000004 80000002 80000004 80000006 "
      "8000001a 8000001a>8000000a 8000000a 8000001a 8000001a>8000000e 8000000e 80000012 80000016 "
      "80000016>80000018 80000018 X80000018");
  ROW("ETR:DEC-01");
}

/* The address 0x102 is passed on the way to the jump that leads to it. */
static void an_address_may_be_met_before_it_is_meant(void **state) {
  (void)state;
  CHECK("S100 P3 100 102 104 104>102 102 104 104>204 204 X206", START(0x100), TO(2), TO(0x102),
        ENDED);
  CHECK("S100 P3 100 102 X104", START(0x100), TO(2), ENDED);
  CHECK("S100 P3 100 102 104 104>102 102 X104", START(0x100), TO(2), SUPPORT(RVT_ETRACE_ENDED_NTR));
  ROW("ETR:F3-06");
  CHECK("S100 P3 100 102 104 104>102 102 !104>400:c2v0 400 X402", START(0x100),
        TO(2, .updiscon = true), TRAP(0x400, .ecause = 2, .thaddr = true), ENDED);
  CHECK("S100 P3 100 102 !104>400:c2v0 400 X402", START(0x100), TO(2),
        TRAP(0x400, .ecause = 2, .thaddr = true), ENDED);
  CHECK("S100 P3 100 102 104 104>102 102 X104", START(0x100), TO(2, .notify = true), TO(0), ENDED);
  ROW("ETR:F2-01");
  /* a sync that does not come next shows that a jump led there, */
  CHECK("S100 P3 100 102 104 104>102 102 104 104>204 S204c P3 204 X206", START(0x100), TO(2),
        START(0x204), ENDED);
  /* ... one that does shows nothing, */
  CHECK("S100 P3 100 102 S104c P3 104 X?", START(0x100), TO(2), START(0x104), ENDED);
  /* ... and after a jump whose target nothing says it may be next */
  CHECK("S102 P3 102 104 104>204 S204c P3 204 X206", START(0x102), TO(2), START(0x204), ENDED);
  /* the same address again is at least a step away */
  CHECK("S106 P3 106 106 106 X106", START(0x106), TO(0, .notify = true), TO(0, .notify = true),
        ENDED);
  /* the way to where it is meant is in its own time */
  config.etrace.format.time_bytes = 1;
  CHECK("T1 S100 P3 100 T2 102 104 104>102 102 T3 104 104>204 204 T4 X206",
        START(0x100, .has_time = true, .tstamp = 1), TO(2, .has_time = true, .tstamp = 2),
        TO(0x102, .has_time = true, .tstamp = 3),
        SUPPORT(RVT_ETRACE_ENDED_REP, .has_time = true, .tstamp = 4));
}

static void branches(void **state) {
  (void)state;
  CHECK("S110 P3 110 112 110 112 114 X116", START(0x110), BRANCH(2, 2, 4), ENDED);
  /* the outcome of a branch that a sync reports is its own */
  CHECK("S112 P3 112 110 112 114 116 116>204 204 X206", SYNC(.privilege = 3, .address = 0x112),
        BRANCH(1, 1, 0x204 - 0x112), ENDED);
  CHECK("S112 P3 112 114 S116c P3 116 X?", START(0x112), START(0x116), ENDED);
  /* a reported branch keeps its outcome to the next packet */
  CHECK("S110 P3 110 112 X110", START(0x110), BRANCH(1, 0, 2), ENDED);
  CHECK("S110 P3 110 112 110 112 114 X116", START(0x110), BRANCH(1, 0, 2, .notify = true),
        BRANCH(1, 1, 2), ENDED);
  CHECK("S110 P3 110 112 114 S116c P3 W:ETR:F3-01 116 X?", START(0x110), BRANCH(1, 1, 2),
        SYNC(.privilege = 3, .address = 0x116), ENDED);
}

static void a_full_map_has_no_address(void **state) {
  char expected[1024] = "S110 P3 110";
  (void)state;
  for (unsigned i = 0; i < 30; i++) strcat(expected, " 112 110");
  strcat(expected, " 112 114 116 116>204 204 X206");
  CHECK(expected, START(0x110), BRANCH(0, 0x40000000, 0), TO(0x204 - 0x110), ENDED);
  ROW("ETR:F1-01");
}

static void what_contradicts_the_program(void **state) {
  (void)state;
  CHECK("S110 P3 110 112 E:ETR:DEC-01 X?", START(0x110), TO(4), ENDED);
  CHECK("S100 P3 100 102 104 104>204 204 E:ETR:DEC-03 X?", START(0x100), BRANCH(1, 0, 0x104),
        ENDED);
  CHECK("S100 P3 100 102 104 E:ETR:DEC-03 X?", START(0x100), BRANCH(0, 0, 0), ENDED);
  CHECK("S106 P3 106 106 106 E:ETR:DEC-01 X?", START(0x106), TO(0x10), ENDED);
  CHECK("S106 P3 106 106 106 E:ETR:DEC-01 X?", START(0x106), BRANCH(0, 0, 0), ENDED);
  CHECK("S200 P3 200 E:ETR:DEC-02 X?", START(0x200), TO(4), ENDED);
  ROW("ETR:DEC-03");
}

static void traps(void **state) {
  (void)state;
  /* at an ordinary instruction, and back by MRET */
  CHECK("S100 P3 100 !102>400:c5v77 400 402 402>102 102 X104", START(0x100),
        TRAP(0x400, .ecause = 5, .thaddr = true, .tval = 0x77), TO(BACK(0x2fe)), ENDED);
  /* ... with a change of privilege */
  CHECK("S100 P0 100 !102>400:c7i P3 400 402 402>102 S102c P0 102 X104",
        SYNC(.branch = true, .address = 0x100),
        TRAP(0x400, .ecause = 7, .interrupt = true, .thaddr = true),
        SYNC(.branch = true, .address = 0x102), ENDED);
  /* at the target of a jump: nothing else could say the EPC */
  CHECK("S104 P3 104 !204>?:c1v204 S400c P3 400 X402", START(0x104),
        TRAP(0x204, .ecause = 1, .tval = 0x204), START(0x400), ENDED);
  /* ... an interrupt there: nobody says it */
  CHECK("S104 P3 104 !?>400:c7i 400 X402", START(0x104),
        TRAP(0x400, .ecause = 7, .interrupt = true, .thaddr = true), ENDED);
  /* of a hart that says neither cause nor value */
  config.etrace.no_cause = config.etrace.no_tval = true;
  CHECK("S100 P3 100 !102>400:c? 400 X402", START(0x100), TRAP(0x400, .thaddr = true), ENDED);
  config.etrace.no_cause = config.etrace.no_tval = false;
  /* as the first thing traced */
  CHECK("P3 !204>?:c1v204 S400c P3 400 X402", TRAP(0x204, .ecause = 1, .tval = 0x204), START(0x400),
        ENDED);
  CHECK("!?>400:c7i S400 P3 400 X402", TRAP(0x400, .ecause = 7, .interrupt = true, .thaddr = true),
        ENDED);
  /* three in a row: the first address is the second one's EPC */
  CHECK("S100 P3 100 !102>?:c2v9 !400>?:c1v8 !500>400:c3v0 400 X402", START(0x100),
        TRAP(0x400, .ecause = 2, .tval = 9), TRAP(0x500, .ecause = 1, .tval = 8),
        TRAP(0x400, .ecause = 3, .thaddr = true), ENDED);
  ROW("ETR:DEC-02");
  CHECK("S100 P3 100 !102>?:c2v9 E:ETR:F3-03 X?", START(0x100), TRAP(0x400, .ecause = 2, .tval = 9),
        TO(2), ENDED);
  /* a branch before the trap has its outcome in the packet that reports it */
  CHECK("S110 P3 110 112 !110>400:c2v0 400 X402", START(0x110), BRANCH(1, 0, 2),
        TRAP(0x400, .ecause = 2, .thaddr = true), ENDED);
}

static void implicit_exceptions(void **state) {
  (void)state;
  config.etrace.format.implicit_exception = true;
  const struct rvt_etrace_packet list[] = {
      SUPPORT(0, .ioptions = RVT_ETRACE_OPT_IMPLICIT_EXCEPTION),
      START(0x100),
      {.kind = RVT_ETRACE_TRAP,
       .branch = true,
       .privilege = 3,
       .ecause = 4,
       .interrupt = true,
       .thaddr = true},
      ENDED};
  assert_string_equal(decode(list, COUNT(list)), "S100 P3 100 E:ETR:M-IEX X?");
  config.etrace.tvec_known[3] = true;
  config.etrace.tvec[3] = 0x400;
  assert_string_equal(decode(list, COUNT(list)), "S100 P3 100 !102>400:c4i 400 X402");
  config.etrace.tvec[3] = 0x401 - 16;
  assert_string_equal(decode(list, COUNT(list)), "S100 P3 100 !102>400:c4i 400 X402");
  ROW("ETR:M-IEX");
}

static void loss_and_restart(void **state) {
  (void)state;
  CHECK("S100 P3 100 102 G104 S204 P3 204 X206", START(0x100), TO(2),
        SUPPORT(RVT_ETRACE_TRACE_LOST), START(0x204), ENDED);
  CHECK("S100 P3 100 G102 E:ETR:DEC-03 S204 P3 204 X206", START(0x100),
        SUPPORT(RVT_ETRACE_TRACE_LOST), TO(2), START(0x204), ENDED);
  CHECK("S100 P3 100 X102 S204 P3 204 X206", START(0x100), ENDED, START(0x204), ENDED);
  CHECK("S204 P3 204 X206", TO(2), START(0x204), ENDED);
  ROW("ETR:DC-08");
}

static void contexts(void **state) {
  (void)state;
  config.etrace.format.context_bits = 16;
  CHECK("S100 P3x1 100 102 S104c P3x2 104 X?", START(0x100, .context = 1), TO(2),
        START(0x104, .context = 2), ENDED);
  CHECK("S100 P3x1 100 102 S204 P3x2 204 X206", START(0x100, .context = 1), TO(2),
        START(0x204, .context = 2), ENDED);
  ROW("ETR:DC-02");
  CHECK("S100 P3x1 100 P3x5 102 X104", START(0x100, .context = 1),
        {.kind = RVT_ETRACE_CONTEXT, .privilege = 3, .context = 5}, TO(2), ENDED);
  ROW("ETR:F3-04");
}

static void sequential_jumps(void **state) {
  (void)state;
  config.sequential_jump = true;
  CHECK("S300 P3 300 304 204 206 206>100 100 X102", START(0x300), TO(BACK(0x200)), ENDED);
  CHECK("S300 P3 300 304 204 206 206>100 100 X102", START(0x300), TO(4, .notify = true),
        TO(BACK(0x204)), ENDED);
  /* what was before a sync is not known */
  CHECK("S304 P3 304 304>204 204 X206", START(0x304), TO(BACK(0x100)), ENDED);
  ROW("ETR:M-SIJ");
}

static void imply_returns(uint8_t mode) {
  config.implicit_return = mode;
  config.etrace.stack_bits = 3;
  config.etrace.format.irdepth_bits = 4;
}

static void implicit_returns(void **state) {
  (void)state;
  imply_returns(3);
  const struct rvt_etrace_packet on = SUPPORT(0, .ioptions = RVT_ETRACE_OPT_IMPLICIT_RETURN);
  CHECK("S500 P3 500 510 504 510 508 50a 50a>100 100 X102", on, START(0x500), TO(BACK(0x400)),
        ENDED);
  ROW("ETR:M-IRET");
  ROW("ETR:AMB-7");
  /* the stack is empty after a sync */
  CHECK("S510 P3 510 510>100 100 X102", START(0x510), TO(BACK(0x410)), ENDED);
  /* the call of a sync is on it (ETR:F3-08) */
  CHECK("S504 P3 504 510 508 50a 50a>100 100 X102", START(0x504), TO(BACK(0x404)), ENDED);
  ROW("ETR:F3-08");
  /* one that goes elsewhere, by its depth */
  CHECK("S504 P3 504 510 510>100 100 X102", START(0x504),
        TO(BACK(0x404), .irreport = true, .irdepth = 1), ENDED);
  CHECK("S600 P3 600 620 630 624 626 630 630>100 100 X102", START(0x600), TO(0x26, .notify = true),
        TO(BACK(0x526), .irreport = true, .irdepth = 2), ENDED);
  ROW("ETR:DC-05");
  /* no jump leads there, and what is on the stack says at which of two times it is */
  CHECK("S500 P3 500 510 504 510 508 50a X?", START(0x500), TO(10, .irreport = true), ENDED);
  CHECK("S500 P3 500 510 504 510 508 50a 50a>50a 50a X?", START(0x500), TO(10), ENDED);
  /* what mode 2 does not compare is no other address */
  imply_returns(2);
  CHECK("S500 P3 500 510 504 510 510>2504 2504 X2506", START(0x500),
        TO(0x2004, .irreport = true, .irdepth = 1), ENDED);
}

/* What strict 2.0 cannot tell apart, the number of implied returns does. */
static void irets(void **state) {
  (void)state;
  imply_returns(3);
  rvt_etrace_format_irets(&config.etrace.format);
#define STANDARD(q, size)                                                                          \
  SUPPORT(q, .standard = {.implicit_return = true, .iret_ext = true, .return_stack_size = (size)})
  const struct rvt_etrace_packet on = STANDARD(0, 3), ended = STANDARD(RVT_ETRACE_ENDED_REP, 3);
  CHECK("S500 P3 500 510 504 510 508 50a 50a>100 100 X102", on, START(0x500), TO(BACK(0x400)),
        ended);
  /* reported behind the first of two returns without a branch between them, behind the second, */
  CHECK("S500 P3 500 510 510>504 504 X510", on, START(0x500), TO(4, .irreport = true), ended);
  CHECK("S500 P3 500 510 504 510 510>508 508 X50a", on, START(0x500),
        TO(8, .irreport = true, .irdepth = 1), ended);
  /* and where both have been */
  CHECK("S500 P3 500 510 504 510 508 50a X?", on, START(0x500),
        TO(10, .irreport = true, .irdepth = 2), ended);
  /* the second goes elsewhere, and has popped: the next one finds an empty stack */
  CHECK("S500 P3 500 510 504 510 510>510 510 510>100 100 X102", on, START(0x500),
        TO(0x10, .irreport = true, .irdepth = 1), TO(BACK(0x410)), ended);
  /* the first time at its address no return leads there */
  CHECK("S504 P3 504 510 510>510 510 X?", START(0x504), TO(0xc, .irreport = true), ended);
  /* a report begins the count anew */
  CHECK("S500 P3 500 510 510>504 504 510 510>508 508 X50a", on, START(0x500),
        TO(4, .irreport = true), TO(4, .irreport = true), ended);
  /* sizes of another build */
  CHECK("W:ETR:AMB-13 S500 P3 500 X510", STANDARD(0, 2), START(0x500), ended);
  ROW("ETR:A-06");
  ROW("ETR:AMB-7");
}

/* A sync does not say that a return before it went elsewhere. */
static void a_return_leads_to_a_sync(void **state) {
  (void)state;
  imply_returns(3);
  CHECK("S504 P3 504 510 510>204 S204c P3 204 X206", START(0x504), START(0x204), ENDED);
  /* reported itself, it is what comes before the sync, */
  CHECK("S504 P3 504 510 510>204 S204c P3 204 X206", START(0x504), TO(0xc), START(0x204), ENDED);
  /* ... also where another way leads there; */
  CHECK("S504 P3 504 510 510>50a S50ac P3 50a X?", START(0x504), TO(0xc), START(0x50a), ENDED);
  /* a change of privilege is no return's */
  CHECK("S600 P3 600 620 630 624 626 630 62a E:ETR:DEC-03 S400 P1 400 X402", START(0x600),
        SYNC(.branch = true, .privilege = 1, .address = 0x400), ENDED);
  /* the trap at its target tells it, but one before a trap tells the next one's */
  CHECK("S504 P3 504 510 !204>?:c2v0 S204c P3 204 X206", START(0x504), TO(0xc),
        TRAP(0x204, .ecause = 2), START(0x204), ENDED);
  CHECK("S504 P3 504 510 !508>400:c2v0 400 X402", START(0x504), TO(0xc),
        TRAP(0x400, .ecause = 2, .thaddr = true), ENDED);
  /* what stands right behind a report has its privilege, unless the report is a jump's */
  CHECK("S3fe P3 3fe 400 402 402>400 400 402 402>402 S402c P1 402 X?", START(0x3fe), TO(2),
        SYNC(.branch = true, .privilege = 1, .address = 0x402), ENDED);
  /* mode 1 compares nothing, so every one is implied */
  imply_returns(1);
  CHECK("S500 P3 500 510 504 510 508 50a 50a>204 S204c P3 204 X206", START(0x500), START(0x204),
        ENDED);
}

/* ETR:DC-05: a remark stands before what may be wrong. */
static void ambiguous_returns(void **state) {
  (void)state;
  imply_returns(3);
  /* of two returns at this depth the first */
  CHECK("S500 P3 500 510 W:ETR:DC-05 510>100 100 X102", START(0x500),
        TO(BACK(0x400), .irreport = true, .irdepth = 1), ENDED);
  /* an instruction to which a return and a call lead back */
  CHECK("S500 P3 500 510 W:ETR:DC-05 X?", START(0x500), TO(0x10), ENDED);
  /* the address without a jump, or that of a later return */
  CHECK("S600 P3 600 620 630 624 W:ETR:DC-05 626 630 62a 62a>624 624 626 X630", START(0x600),
        TO(0x24, .irreport = true, .irdepth = 1), TO(2, .notify = true), ENDED);
  /* a sync at the target of either */
  CHECK("S500 P3 500 W:ETR:DC-05 510 510>204 S204c P3 204 X206", START(0x500), START(0x204), ENDED);
  ROW("ETR:DC-05");
}

static void predictions_and_indices(void **state) {
  (void)state;
  config.etrace.format.f0s_bits = 1;
  config.etrace.format.bpred_bits = 5;
  config.etrace.format.cache_bits = 5;
  const struct rvt_etrace_packet miss[] = {
      START(0x112),
      {.kind = RVT_ETRACE_COUNT, .branch_count = UINT32_MAX, .branch_fmt = 2, .address = 2}};
  config.etrace.count_max = 1000;
  assert_string_equal(decode(miss, 2), "S112 P3 112 E:ETR:F0-02");
  ROW("ETR:F0-02");
  /* 31 that the predictor has right, after it learned from two in the map */
  char expected[2048] = "S110 P3 110";
  for (unsigned i = 0; i < 2 + 31; i++) strcat(expected, " 112 110");
  strcat(expected, " 112 114 116 116>204 204 206 206>204 204 X206");
  CHECK(expected, START(0x110), BRANCH(2, 0, 2, .notify = true), {.kind = RVT_ETRACE_COUNT},
        TO(0x204 - 0x112), {.kind = RVT_ETRACE_INDEX, .index = 2}, ENDED);
  CHECK("S110 P3 110 E:ETR:M-JTC", START(0x110), {.kind = RVT_ETRACE_INDEX, .index = 2});
  ROW("ETR:M-JTC");
  ROW("ETR:M-BP");
}

static void streams(void **state) {
  uint8_t bytes[512];
  const struct rvt_etrace_packet session[] = {START(0x100), TO(2), ENDED};
  (void)state;
  /* another type is stepped over */
  config.etrace.format.type_bits = 1;
  bytes[0] = 1;
  bytes[1] = 3;
  size_t size = 2 + write_all(session, 3, bytes + 2);
  assert_string_equal(decode_bytes(bytes, size), "N W:ETR:E-03 S100 P3 100 102 X104");
  config.etrace.format.type_bits = 0;
  /* idle bytes without alignment */
  memset(bytes, 0, 3);
  size = 3 + write_all(session, 3, bytes + 3);
  assert_string_equal(decode_bytes(bytes, size), "W:ETR:DC-13 S100 P3 100 102 X104");
  /* damage, and the next sync sequence; the end of the last packet is missing */
  size = write_all(session, 2, bytes);
  bytes[size++] = 0x20;
  size += write_all(session, 3, bytes + size);
  memset(bytes + size, 0, 40);
  size += 40;
  bytes[size - 1] = 0x80;
  const size_t wrapped = size;
  size += write_all(session, 3, bytes + size) - 1;
  assert_string_equal(decode_bytes(bytes, size),
                      "S100 P3 100 102 E:ETR:E-05 S100 P3 100 102 W:ETR:E-02");
  config.blind = true;
  assert_string_equal(decode_bytes(bytes, size), "S100 P3 100 102 W:ETR:E-02");
  assert_string_equal(decode_bytes(bytes + 3, wrapped - 3), "");
  ROW("ETR:E-06");
}

static void times_and_sources(void **state) {
  (void)state;
  config.etrace.format.time_bytes = 2;
  config.etrace.format.src_bits = 2;
  CHECK("T7 S100 P3 100 T8 S204 P3 204 T9 102 X104 X206",
        START(0x100, .src = 1, .has_time = true, .tstamp = 7),
        START(0x204, .src = 2, .has_time = true, .tstamp = 8),
        TO(2, .src = 1, .has_time = true, .tstamp = 9), SUPPORT(1, .src = 1), SUPPORT(1, .src = 2));
  ROW("ETR:E-08");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(a_whole_program, begin),
      cmocka_unit_test_setup(an_address_may_be_met_before_it_is_meant, begin),
      cmocka_unit_test_setup(branches, begin),
      cmocka_unit_test_setup(a_full_map_has_no_address, begin),
      cmocka_unit_test_setup(what_contradicts_the_program, begin),
      cmocka_unit_test_setup(traps, begin),
      cmocka_unit_test_setup(implicit_exceptions, begin),
      cmocka_unit_test_setup(loss_and_restart, begin),
      cmocka_unit_test_setup(contexts, begin),
      cmocka_unit_test_setup(sequential_jumps, begin),
      cmocka_unit_test_setup(implicit_returns, begin),
      cmocka_unit_test_setup(irets, begin),
      cmocka_unit_test_setup(a_return_leads_to_a_sync, begin),
      cmocka_unit_test_setup(ambiguous_returns, begin),
      cmocka_unit_test_setup(predictions_and_indices, begin),
      cmocka_unit_test_setup(streams, begin),
      cmocka_unit_test_setup(times_and_sources, begin),
  };
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  rvt_image_free(image);
  return failed;
}
