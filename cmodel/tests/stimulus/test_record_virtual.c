/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Virtualization: VU and VS, which Spike's log does not name, and hcontext. */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "oracle/row.h"
#include "record_run.h"
#include "tests/support/test.h"

/* An instruction that retires in a privilege as the log has it: 0 U or VU, 1 S or VS, 3 M. */
#define AT(level, pc, word, effects) T(pc, word) C level " 0x" pc " (0x" word ")" effects "\n"
#define S(pc)                        AT("1", pc, NOP, "")
#define SRET(pc, effect)             AT("1", pc, "10200073", " " effect)
#define ECALL(name, pc)              T(pc, "00000073") TRAP(name "_ecall", pc)
/* From M to a privilege, in two instructions at 80000004: what mstatus has before the MRET. */
#define TO(mstatus)                                                                                \
  CSR("80000004", "c768_mstatus 0x" mstatus)                                                       \
  AT("3", "80000008", "30200073", " c768_mstatus 0x0000000000000080")
#define TO_VS ENTRY TO("0000008000000800")
#define TO_VU ENTRY TO("0000008000000000")
#define TO_S  ENTRY TO("0000000000000800")
/* Delegations, written by what runs before the program. */
#define DELEGATE(csr, value) CSR("00000ffc", csr " 0x" value)
#define ECALLS               DELEGATE("c770_medeleg", "0000000000000500")  /* of VU and VS */
#define ECALLS_TO_VS         DELEGATE("c1538_hedeleg", "0000000000000100") /* of VU */
#define IRQS_TO_VS           DELEGATE("c1539_hideleg", "0000000000000444")

static const struct rvt_record_config rv64 = {.xlen = 64, .hypervisor = true, .entry = 0x80000000};

/* Each run of one privilege with the lower half of its addresses, a trap's with `!`. */
static void expect_ran(const char *log, const char *expected) {
  static const char *const names[] = {"U", "S", "?", "M", "?", "VU", "VS"};
  struct run run;
  char ran[512] = "";
  size_t used = 0;
  record(&run, &rv64, log);
  for (size_t i = 0; i < run.count; i++) {
    const struct rvt_step *s = &run.steps[i];
    if (s->kind == RVT_STEP_PRIV)
      used += (size_t)snprintf(ran + used, sizeof ran - used, "%s%s", used == 0 ? "" : " ",
                               names[s->value]);
    else
      used += (size_t)snprintf(ran + used, sizeof ran - used, " %s%" PRIx64,
                               s->kind == RVT_STEP_TRAP ? "!" : "", s->pc & 0xffff);
    assert_true(used < sizeof ran);
  }
  assert_string_equal(ran, expected);
}

static void mret_goes_where_mpv_and_mpp_say(void **state) {
  (void)state;
  expect_ran(TO_VS S("80000200"), "M 0 4 8 VS 200");
  expect_ran(TO_VU AT("0", "80000400", NOP, ""), "M 0 4 8 VU 400");
  expect_ran(TO_S S("80000200"), "M 0 4 8 S 200");
  expect_ran(ENTRY TO("0000008000001800") BOTH("80000200", NOP) ECALL("machine", "80000204"),
             "M 0 4 8 200 !204");
  /* MPV says nothing of M */
  expect_ran(ENTRY TO("0000008000001800") BOTH("80000200", NOP) ECALL("machine", "80000204"),
             "M 0 4 8 200 !204");
  ROW("NT:ING-18");
}

/* MPV is V before the trap, whatever it was before that. */
static void a_trap_to_machine_mode_keeps_v(void **state) {
  (void)state;
  expect_ran(TO_VS S("80000200") ECALL("virtual_supervisor", "80000204") MRET("80000100")
                 S("80000208"),
             "M 0 4 8 VS 200 !204 M 100 VS 208");
  expect_ran(TO_VU ECALL("user", "80000400") MRET("80000100") AT("0", "80000404", NOP, ""),
             "M 0 4 8 VU !400 M 100 VU 404");
  expect_ran(TO_VS IRQ("7", "80000200") MRET("80000100") S("80000200"),
             "M 0 4 8 VS !200 M 100 VS 200");
  expect_ran(ENTRY CSR("80000004", "c768_mstatus 0x0000008000000800") ECALL("machine", "80000008")
                 MRET("80000100") BOTH("8000000c", NOP),
             "M 0 4 !8 100 c");
  expect_ran(DELEGATE("c768_mstatus", "0000008000000800")
                 ENTRY AT("3", "80000004", "10200073", " c768_mstatus 0x0000008000000820")
                     AT("0", "80000400", NOP, "") ECALL("user", "80000404") MRET("80000100")
                         AT("0", "80000408", NOP, ""),
             "M 0 4 U 400 !404 M 100 U 408");
}

/* Without a bit of hedeleg a trap goes to HS, where V is 0, and SPV is V before the trap. */
static void a_trap_to_hypervisor_keeps_v(void **state) {
  (void)state;
  expect_ran(ECALLS TO_VS ECALL("virtual_supervisor", "80000200") S("80000300")
                 SRET("80000304", "c768_mstatus 0x20 c1536_hstatus 0x0") S("80000204"),
             "M 0 4 8 VS !200 S 300 304 VS 204");
  expect_ran(ECALLS TO_VU ECALL("user", "80000400") S("80000300")
                 SRET("80000304", "c768_mstatus 0x20 c1536_hstatus 0x0")
                     AT("0", "80000404", NOP, ""),
             "M 0 4 8 VU !400 S 300 304 VU 404");
  /* from HS itself, by SPV of a guest before it: SPV is 0 after it */
  expect_ran(DELEGATE("c770_medeleg", "0000000000000008")
                 TO_S AT("1", "80000200", NOP, " c1536_hstatus 0x0000000200000080")
                     T("80000204", "9002") TRAP("breakpoint", "80000204")
                         SRET("80000300", "c768_mstatus 0x20 c1536_hstatus 0x0") S("80000206"),
             "M 0 4 8 S 200 !204 300 206");
}

static void hedeleg_has_a_trap_stay_in_the_guest(void **state) {
  (void)state;
  expect_ran(ECALLS ECALLS_TO_VS TO_VU ECALL("user", "80000400") S("80000500")
                 SRET("80000504", "c512_vsstatus 0x20") AT("0", "80000404", NOP, ""),
             "M 0 4 8 VU !400 VS 500 504 VU 404");
  expect_ran(ECALLS ECALLS_TO_VS TO_VS ECALL("virtual_supervisor", "80000200") S("80000300"),
             "M 0 4 8 VS !200 S 300");
  expect_ran(DELEGATE("c770_medeleg", "8") DELEGATE("c1538_hedeleg", "8")
                 TO_VS T("80000200", "9002") TRAP("breakpoint", "80000200")
                     SRET("80000500", "c512_vsstatus 0x20") S("80000202"),
             "M 0 4 8 VS !200 500 202");
  /* not what medeleg keeps in M, and not with V 0 */
  expect_ran(ECALLS_TO_VS TO_VU ECALL("user", "80000400") BOTH("80000100", NOP),
             "M 0 4 8 VU !400 M 100");
  expect_ran(ECALLS ECALLS_TO_VS ENTRY TO("0000000000000000") ECALL("user", "80000400")
                 S("80000300") SRET("80000304", "c768_mstatus 0x20") AT("0", "80000404", NOP, ""),
             "M 0 4 8 U !400 S 300 304 U 404");
}

/* Those of VS are delegated to HS although nobody writes mideleg. */
static void hideleg_has_an_interrupt_stay_in_the_guest(void **state) {
  (void)state;
  expect_ran(IRQS_TO_VS TO_VU IRQ("6", "80000400") S("80000500")
                 SRET("80000504", "c512_vsstatus 0x20") AT("0", "80000400", NOP, ""),
             "M 0 4 8 VU !400 VS 500 504 VU 400");
  expect_ran(TO_VU IRQ("6", "80000400") S("80000300")
                 SRET("80000304", "c768_mstatus 0x20 c1536_hstatus 0x0")
                     AT("0", "80000400", NOP, ""),
             "M 0 4 8 VU !400 S 300 304 VU 400");
  expect_ran(IRQS_TO_VS TO_VS IRQ("7", "80000200") BOTH("80000100", NOP), "M 0 4 8 VS !200 M 100");
  expect_ran(IRQS_TO_VS DELEGATE("c771_mideleg", "0000000000001464") TO_VS IRQ("5", "80000200")
                 S("80000300"),
             "M 0 4 8 VS !200 S 300");
  expect_ran(IRQS_TO_VS TO_S IRQ("10", "80000200") S("80000300"), "M 0 4 8 S !200 300");
  expect_ran(TO_VS IRQ("2", "80000200") S("80000300"), "M 0 4 8 VS !200 S 300");
  expect_ran(IRQS_TO_VS TO_VS IRQ("12", "80000200") S("80000300"), "M 0 4 8 VS !200 S 300");
}

/* An interrupt as the log has it, and the cause that is recorded. */
static void expect_cause(const char *log, uint64_t cause) {
  struct run run;
  record(&run, &rv64, log);
  expect_trap(&run, run.count - 1, 0x80000200, RVT_IT_INTERRUPT, cause, 0);
}

/* What vscause has: a guest knows its interrupts by the numbers of S. Elsewhere they keep theirs.
 */
static void the_cause_is_that_of_the_register_written(void **state) {
  (void)state;
  expect_cause(IRQS_TO_VS TO_VS IRQ("2", "80000200"), 1);
  expect_cause(IRQS_TO_VS TO_VS IRQ("6", "80000200"), 5);
  expect_cause(IRQS_TO_VS TO_VU IRQ("10", "80000200"), 9);
  expect_cause(TO_VS IRQ("6", "80000200"), 6);
  expect_cause(IRQS_TO_VS TO_S IRQ("10", "80000200"), 10);
  expect_cause(IRQS_TO_VS TO_VS IRQ("7", "80000200"), 7);
  expect_cause(IRQS_TO_VS TO_VS IRQ("12", "80000200"), 12);
  expect_cause(DELEGATE("c771_mideleg", "0000000000002000")
                   DELEGATE("c1539_hideleg", "0000000000002000") TO_VS IRQ("13", "80000200"),
               13);
  struct run run;
  record(&run, &rv64,
         ECALLS_TO_VS ECALLS DELEGATE("c770_medeleg", "4") DELEGATE("c1538_hedeleg", "4")
             TO_VS T("80000200", "00000000") TRAP("illegal_instruction", "80000200"));
  expect_trap(&run, run.count - 1, 0x80000200, RVT_IT_EXCEPTION, 2, 0);
}

/* In VS by vsstatus alone; elsewhere, in machine mode too, by hstatus and sstatus. */
static void sret_stays_in_the_guest_or_obeys_spv(void **state) {
  (void)state;
  expect_ran(TO_VS AT("1", "80000200", NOP, " c512_vsstatus 0x0000000200000000")
                 SRET("80000204", "c512_vsstatus 0x20") AT("0", "80000400", NOP, ""),
             "M 0 4 8 VS 200 204 VU 400");
  expect_ran(TO_VS AT("1", "80000200", NOP, " c512_vsstatus 0x0000000200000100")
                 SRET("80000204", "c512_vsstatus 0x20") S("80000240"),
             "M 0 4 8 VS 200 204 240");
  expect_ran(TO_S AT("1", "80000200", NOP, " c1536_hstatus 0x0000000200000080")
                 AT("1", "80000204", NOP, " c768_mstatus 0x0000000000000100")
                     SRET("80000208", "c768_mstatus 0x20 c1536_hstatus 0x0") S("80000600"),
             "M 0 4 8 S 200 204 208 VS 600");
  expect_ran(DELEGATE("c1536_hstatus", "0000000200000080")
                 ENTRY AT("3", "80000004", "10200073", " c768_mstatus 0x20 c1536_hstatus 0x0")
                     AT("0", "80000400", NOP, ""),
             "M 0 4 VU 400");
}

/* A call of the guest's process, its kernel's of the hypervisor, the hypervisor's of the monitor.
 */
static void calls_within_calls(void **state) {
  (void)state;
  expect_ran(ECALLS ECALLS_TO_VS TO_VU ECALL("user", "80000400") S("80000500") ECALL(
                 "virtual_supervisor", "80000504") S("80000300") ECALL("supervisor", "80000304")
                 BOTH("80000100", NOP) AT("3", "80000104", "30200073", " c768_mstatus 0x180")
                     SRET("80000308", "c768_mstatus 0x20 c1536_hstatus 0x0")
                         SRET("80000508", "c512_vsstatus 0x20") AT("0", "80000404", NOP, ""),
             "M 0 4 8 VU !400 VS 500 !504 S 300 !304 M 100 104 S 308 VS 508 VU 404");
}

/* RV32 has MPV in mstatush; bit 39 of its mstatus there is none. */
static void mstatush_has_mpv_of_rv32(void **state) {
  (void)state;
  struct run run;
  record(&run, &endless,
         ENTRY CSR("80000004", "c784_mstatush 0x00000080")
             CSR("80000008", "c768_mstatus 0x00000800") MRET("8000000c") S("80000200")
                 IRQ("7", "80000204") MRET("80000100") S("80000204"));
  expect_priv(&run, 5, RVT_PRIV_VS);
  expect_insn(&run, 6, 0x80000200, RVT_IT_NONE);
  expect_priv(&run, 8, RVT_PRIV_M);
  expect_priv(&run, 10, RVT_PRIV_VS);
  record(&run, &endless,
         ENTRY CSR("80000004", "c784_mstatush 0x00000080") MRET("80000008")
             AT("0", "80000400", NOP, "") IRQ("7", "80000404") BOTH("80000100", NOP));
  expect_priv(&run, 4, RVT_PRIV_VU);
}

static void expect_context(const struct run *run, size_t i, uint64_t context) {
  assert_in_range(i, 0, run->count - 1);
  assert_int_equal(run->steps[i].kind, RVT_STEP_CONTEXT);
  assert_int_equal(run->steps[i].value, 2); /* from the next block on: NT:ING-19 */
  assert_true(run->steps[i].tval == context);
}

/* Above scontext, which has 32 bits on RV64 and 16 on RV32. */
static void hcontext_is_above_scontext(void **state) {
  (void)state;
  static const char log[] =
      DELEGATE("c1704_hcontext", "00000003") ENTRY CSR("80000004", "c1448_scontext 0x00000021")
          CSR("80000008", "c1704_hcontext 0x00000012") CSR("8000000c", "c1448_scontext 0x00000022")
              BOTH("80000010", NOP);
  struct run run;
  record(&run, &rv64, log);
  expect_context(&run, 3, 0x300000021);
  expect_insn(&run, 4, 0x80000008, RVT_IT_NONE);
  expect_context(&run, 5, 0x1200000021);
  expect_context(&run, 7, 0x1200000022);
  record(&run, &endless, log);
  expect_context(&run, 5, 0x120021);
  /* more bits than scontext has are not of the context */
  record(&run, &endless, ENTRY CSR("80000004", "c1448_scontext 0xffff8021"));
  expect_context(&run, 3, 0x8021);
  record(&run, &rv64, ENTRY CSR("80000004", "c1448_scontext 0x7fffffff80000021"));
  expect_context(&run, 3, 0x80000021);
}

/* mcontext is hcontext by another number, where there is one; the log names hcontext in any case.
 */
static void mcontext_is_hcontext_of_a_hypervisor(void **state) {
  (void)state;
  static const char log[] = ENTRY WITH("80000004", "7a829073", "c1704_hcontext 0x00000005")
      CSR("80000008", "c1448_scontext 0x00000021");
  struct run run;
  record(&run, &rv64, log);
  expect_context(&run, 3, 0x500000000);
  expect_context(&run, 5, 0x500000021);
  struct rvt_record_config bare = rv64;
  bare.hypervisor = false;
  record(&run, &bare, log);
  expect_insn(&run, 3, 0x80000008, RVT_IT_NONE);
  expect_context(&run, 4, 0x21);
}

/* What a write of a supervisor CSR, or an SRET, shows of V. */
#define NOT_V                     "12: expected V=0 at 0x80000200, found a CSR write with V=1"
#define NOT_0                     "12: expected V=1 at 0x80000200, found a CSR write with V=0"
#define WRITES(pc, word, effects) AT("1", pc, word, " " effects)

static void writes_of_supervisor_csrs_show_v(void **state) {
  (void)state;
  static const struct {
    const char *virtual, *other;
  } writes[] = {
#define EACH(virtual, other) {TO_VS virtual, TO_S virtual}, {TO_S other, TO_VS other}
#define WRITE(word, vs, s)                                                                         \
  EACH(WRITES("80000200", word, vs " 0x0"), WRITES("80000200", word, s " 0x0"))
      WRITE("10001073", "c512_vsstatus", "c768_mstatus"),
      WRITE("10016073", "c512_vsstatus", "c256_sstatus"),
      WRITE("10529073", "c517_vstvec", "c261_stvec"),
      WRITE("14011173", "c576_vsscratch", "c320_sscratch"),
      WRITE("14129073", "c577_vsepc", "c321_sepc"),
      WRITE("14201073", "c578_vscause", "c322_scause"),
      WRITE("14301073", "c579_vstval", "c323_stval"),
      WRITE("18001073", "c640_vsatp", "c384_satp"),
      WRITE("10200073", "c512_vsstatus", "c768_mstatus 0x20 c1536_hstatus"),
      WRITE("10200073", "c512_vsstatus", "c1536_hstatus"),
      WRITE("10200073", "c512_vsstatus", "c512_vsstatus 0x0 c768_mstatus"), /* Ssdbltrp */
  };
  for (size_t i = 0; i < COUNT(writes); i++) {
    struct run run;
    record(&run, &rv64, writes[i].virtual);
    refuse(&rv64, writes[i].other, RVT_ERR_MISMATCH, i % 2 == 0 ? NOT_V : NOT_0);
  }
  static const char *const show_nothing[] = {
      TO_VS WRITES("80000200", "10629073", "c262_scounteren 0x0"),
      TO_VS WRITES("80000200", "10a29073", "c266_senvcfg 0x0"),
      TO_VS WRITES("80000200", "10401073", "c772_mie 0x0"),
      TO_S WRITES("80000200", "20001073", "c512_vsstatus 0x0"),
      TO_VS WRITES("80000200", "00053007", "f0 0x0 c768_mstatus 0x0 c512_vsstatus 0x0"), /* fld */
      TO_VS WRITES("80000200", "100022f3", "x5 0x0"), /* read only */
      TO_S WRITES("80000200", "100022f3", "x5 0x0"),
  };
  for (size_t i = 0; i < COUNT(show_nothing); i++) {
    struct run run;
    record(&run, &rv64, show_nothing[i]);
  }
}

/* hvictl has an interrupt go to VS without hideleg: the handler's first write of sscratch shows it.
 */
static void an_injected_interrupt_is_refused(void **state) {
  (void)state;
  refuse(&rv64, TO_VU IRQ("5", "80000400") S("80000500"), RVT_ERR_MISMATCH,
         "13: expected privilege 3 at 0x80000500, found 1");
  refuse(&rv64, TO_VU IRQ("6", "80000400") WRITES("80000500", "14011173", "c576_vsscratch 0x0"),
         RVT_ERR_MISMATCH, "13: expected V=0 at 0x80000500, found a CSR write with V=1");
}

static void contradictions_of_v_are_refused(void **state) {
  (void)state;
  refuse(&rv64, TO_VS ECALL("supervisor", "80000200"), RVT_ERR_MISMATCH,
         "12: expected an ecall from privilege 6, found cause 9");
  refuse(&rv64, TO_S ECALL("virtual_supervisor", "80000200"), RVT_ERR_MISMATCH,
         "12: expected an ecall from privilege 1, found cause 10");
  refuse(&rv64, TO_VU ECALL("virtual_supervisor", "80000400"), RVT_ERR_MISMATCH,
         "12: expected an ecall from privilege 5, found cause 10");
  refuse(&rv64, TO_VS BOTH("80000200", NOP), RVT_ERR_MISMATCH,
         "12: expected privilege 1 at 0x80000200, found 3");
  refuse(&rv64, TO_VU S("80000400"), RVT_ERR_MISMATCH,
         "12: expected privilege 0 at 0x80000400, found 1");
  /* no such privilege: MPP is 2 */
  refuse(&rv64, ENTRY TO("0000008000001000") ECALL("virtual_supervisor", "80000200"),
         RVT_ERR_MISMATCH, "12: expected an ecall from privilege 2, found cause 10");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mret_goes_where_mpv_and_mpp_say),
      cmocka_unit_test(a_trap_to_machine_mode_keeps_v),
      cmocka_unit_test(a_trap_to_hypervisor_keeps_v),
      cmocka_unit_test(hedeleg_has_a_trap_stay_in_the_guest),
      cmocka_unit_test(hideleg_has_an_interrupt_stay_in_the_guest),
      cmocka_unit_test(sret_stays_in_the_guest_or_obeys_spv),
      cmocka_unit_test(calls_within_calls),
      cmocka_unit_test(mstatush_has_mpv_of_rv32),
      cmocka_unit_test(hcontext_is_above_scontext),
      cmocka_unit_test(the_cause_is_that_of_the_register_written),
      cmocka_unit_test(mcontext_is_hcontext_of_a_hypervisor),
      cmocka_unit_test(writes_of_supervisor_csrs_show_v),
      cmocka_unit_test(an_injected_interrupt_is_refused),
      cmocka_unit_test(contradictions_of_v_are_refused),
  };
  return cmocka_run_group_tests_name("record virtual", tests, NULL, NULL);
}
