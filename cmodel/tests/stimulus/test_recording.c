/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * What must hold in every recording, checked against the program's ELF file: each step's itype
 * agrees with its successor, each trap's epc is the PC that would have retired next, each word is
 * the program's. Without arguments it shows on a small program that each breach is seen; with
 * PROGRAM.elf and RECORDING.rvti it checks them, prints totals and, to a third file, writes what
 * Spike's own histogram of PCs should say.
 */

#include <fcntl.h>
#include <gelf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "oracle/row.h"
#include "rvt/insn.h"
#include "rvt/rvti.h"
#include "tests/support/test.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

enum { IMAGE_MAX = 1 << 20, TRAP_TARGETS = 64 };

struct program {
  unsigned xlen;
  uint64_t base, entry;
  uint64_t trap_entry, vectors; /* where the runtime takes traps; 0: not known */
  uint8_t image[IMAGE_MAX];
  uint64_t retired[IMAGE_MAX / 2]; /* per half-word */
  uint64_t illegal[IMAGE_MAX / 2];
  uint8_t site[IMAGE_MAX / 2]; /* enum site */
};

/* What a half-word of the program was seen to be. */
enum site { SITE_BRANCH = 1, SITE_TARGET = 2 };

struct check {
  struct program *p;
  uint64_t position; /* number of the step */
  uint8_t priv;
  bool has_insn;
  struct rvt_step insn; /* the last one, if nothing came between */
  struct rvt_insn decoded;
  uint64_t inferred; /* target of `insn` if it is sequentially inferable */
  bool has_trap;
  struct rvt_step trap; /* the last one, if nothing came between */
  uint64_t instructions, traps, branches, taken, indirect, sequential;
  char breach[160];
};

__attribute__((format(printf, 2, 3))) static bool breach(struct check *c, const char *form, ...) {
  va_list args;
  va_start(args, form);
  vsnprintf(c->breach, sizeof c->breach, form, args);
  va_end(args);
  return false;
}

static uint64_t word_at(const struct program *p, uint64_t pc) {
  uint64_t word = 0;
  if (pc < p->base || pc - p->base > IMAGE_MAX - sizeof word) return 0;
  memcpy(&word, p->image + (pc - p->base), sizeof word);
  unsigned size = rvt_insn_size((uint16_t)word);
  return size == 0 || size >= 4 ? word : word & ((UINT64_C(1) << 16 * size) - 1);
}

/* The successor of the last instruction is `next`. */
static bool check_successor(struct check *c, uint64_t next) {
  const struct rvt_step *s = &c->insn;
  unsigned xlen = c->p->xlen;
  uint64_t behind = rvt_insn_next(&c->decoded, s->pc, xlen);
  uint64_t target = rvt_insn_target(&c->decoded, s->pc, xlen);
  switch (s->itype) {
  case RVT_IT_NONE:
  case RVT_IT_NOT_TAKEN:
    if (next != behind) return breach(c, "itype %u does not go to 0x%" PRIx64, s->itype, next);
    return true;
  case RVT_IT_TAKEN:
  case RVT_IT_DIRECT_CALL:
  case RVT_IT_DIRECT_JUMP:
  case RVT_IT_DIRECT_LINK:
    if (next != target) return breach(c, "itype %u does not go to 0x%" PRIx64, s->itype, next);
    return true;
  default:
    if (s->sijump && next != c->inferred) return breach(c, "not the target inferred");
    return (next & 1) == 0 ? true : breach(c, "odd target 0x%" PRIx64, next);
  }
}

static bool check_handler(struct check *c, uint64_t pc) {
  const struct program *p = c->p;
  uint64_t parcel = c->trap.itype == RVT_IT_INTERRUPT ? 4 * c->trap.cause : 0;
  if (p->trap_entry == 0 || pc == p->trap_entry || pc == p->vectors + parcel) return true;
  return breach(c, "trap %" PRIu64 " does not enter its handler at 0x%" PRIx64, c->trap.cause, pc);
}

static bool check_insn(struct check *c, const struct rvt_step *s) {
  struct program *p = c->p;
  struct rvt_insn d;
  if (c->instructions == 0 && s->pc != p->entry) return breach(c, "not the program's entry");
  if (!s->has_word || s->word != word_at(p, s->pc)) return breach(c, "not the program's word");
  if (rvt_insn_decode(s->word, p->xlen, &d) != RVT_OK) return breach(c, "no instruction");
  if (d.size != s->size) return breach(c, "size %u", s->size);
  if (d.kind == RVT_INSN_TRAP) return breach(c, "an instruction that only traps has retired");
  bool branch = d.kind == RVT_INSN_BRANCH;
  if (s->itype != d.itype && !(branch && s->itype == RVT_IT_NOT_TAKEN))
    return breach(c, "itype %u for class %u", s->itype, d.itype);
  bool sequential = c->has_insn && rvt_insn_sequential(&c->decoded, &d);
  if (s->sijump != sequential) return breach(c, "sijump %d", s->sijump);
  if (c->has_insn && !check_successor(c, s->pc)) return false;
  if (c->has_trap && (c->priv != RVT_PRIV_M || !check_handler(c, s->pc))) {
    if (c->priv != RVT_PRIV_M) return breach(c, "a handler runs at privilege %u", c->priv);
    return false;
  }
  c->instructions++;
  c->branches += branch;
  c->taken += s->itype == RVT_IT_TAKEN;
  c->indirect += d.kind == RVT_INSN_INDIRECT;
  c->sequential += sequential;
  if (sequential) c->inferred = rvt_insn_sequential_target(&c->decoded, c->insn.pc, &d, p->xlen);
  uint64_t at = (s->pc - p->base) / 2;
  p->retired[at]++;
  if (branch) p->site[at] |= SITE_BRANCH;
  if (c->has_insn && c->decoded.kind == RVT_INSN_INDIRECT) p->site[at] |= SITE_TARGET;
  c->has_insn = true;
  c->has_trap = false;
  c->insn = *s;
  c->decoded = d;
  return true;
}

/* Exceptions fit the instruction they are of, which is in the program and has not retired. */
static bool check_exception(struct check *c, const struct rvt_step *s) {
  uint64_t word = word_at(c->p, s->pc);
  bool ecall = word == 0x73, ebreak = word == 0x100073 || word == 0x9002;
  switch (s->cause) {
  case 2:
    return s->tval == 0 || s->tval == word ? true : breach(c, "illegal instruction, other word");
  case 3: return ebreak ? true : breach(c, "breakpoint without ebreak");
  case 4:
  case 6: return (s->tval & 7) != 0 ? true : breach(c, "misaligned access to an aligned address");
  case 8: return ecall && c->priv == RVT_PRIV_U ? true : breach(c, "no ecall from user mode");
  case 9: return ecall && c->priv == RVT_PRIV_S ? true : breach(c, "no ecall from S mode");
  case 11: return ecall && c->priv == RVT_PRIV_M ? true : breach(c, "no ecall from machine mode");
  default: return true;
  }
}

static bool check_trap(struct check *c, const struct rvt_step *s) {
  if (c->has_insn && !check_successor(c, s->pc)) return breach(c, "epc is not the next PC");
  if (c->has_trap && !check_handler(c, s->pc)) return false;
  if (s->itype == RVT_IT_EXCEPTION && !check_exception(c, s)) return false;
  c->traps++;
  uint64_t offset = s->pc - c->p->base;
  if (s->itype == RVT_IT_EXCEPTION && s->cause == 2 && offset < IMAGE_MAX)
    c->p->illegal[offset / 2]++;
  c->has_insn = false;
  c->has_trap = true;
  c->trap = *s;
  return true;
}

static bool check_step(struct check *c, const struct rvt_step *s) {
  c->position++;
  switch (s->kind) {
  case RVT_STEP_INSN: return check_insn(c, s);
  case RVT_STEP_TRAP: return check_trap(c, s);
  case RVT_STEP_PRIV:
    if (c->has_insn && c->insn.itype != RVT_IT_TRAP_RETURN)
      return breach(c, "privilege changes without a trap or a return from one");
    c->priv = s->value;
    return true;
  default: return breach(c, "a step that Spike does not report");
  }
}

/* ---- the checker on a small program ---- */

static const uint16_t small[] = {
    0x0001, 0x0317, 0x0000, /* 100 c.nop; 102 auipc t1, 0 */
    0x0067, 0x00c3,         /* 106 jalr zero, 12(t1) -> 10e */
    0x0001, 0x0001,         /* 10a, 10c c.nop */
    0xc399, 0x0001,         /* 10e c.beqz a5, .+6 -> 114; 110 c.nop */
    0x0001, 0xa001,         /* 112 c.nop; 114 c.j . */
    0x0073, 0x0000,         /* 116 ecall */
    0x0073, 0x3020,         /* 11a mret */
};

/* clang-format off */
#define I(at, hw, it, w) {.kind = RVT_STEP_INSN, .size = hw, .itype = it, .has_word = true, .clocks = 1, .pc = at, .word = w}
static const struct rvt_step good_steps[] = {
  {.kind = RVT_STEP_PRIV, .value = RVT_PRIV_M},
  I(0x100, 1, 0, 0x0001), I(0x102, 2, 0, 0x00000317),
  {.kind = RVT_STEP_INSN, .size = 2, .itype = 10, .sijump = true, .has_word = true, .clocks = 1, .pc = 0x106, .word = 0x00c30067},
  I(0x10e, 1, 5, 0xc399), I(0x114, 1, 11, 0xa001),
  {.kind = RVT_STEP_TRAP, .itype = 2, .pc = 0x114, .cause = 7},
  I(0x11a, 2, 3, 0x30200073),
  {.kind = RVT_STEP_PRIV, .value = RVT_PRIV_U},
  {.kind = RVT_STEP_TRAP, .itype = 1, .pc = 0x116, .cause = 8},
  {.kind = RVT_STEP_PRIV, .value = RVT_PRIV_M},
  I(0x11a, 2, 3, 0x30200073), I(0x10e, 1, 4, 0xc399), I(0x110, 1, 0, 0x0001),
};
/* clang-format on */

static struct program small_program;

static bool small_run(struct check *c, const struct rvt_step *steps, size_t count) {
  memset(&small_program, 0, sizeof small_program); /* too large for a compound literal */
  small_program.xlen = 32;
  small_program.base = small_program.entry = 0x100;
  small_program.trap_entry = 0x11a;
  small_program.vectors = 0x200;
  memcpy(small_program.image, small, sizeof small);
  *c = (struct check){.p = &small_program, .priv = RVT_PRIV_M};
  for (size_t i = 0; i < count; i++)
    if (!check_step(c, &steps[i])) return false;
  return true;
}

static void a_good_recording_passes(void **state) {
  (void)state;
  struct check c;
  if (!small_run(&c, good_steps, COUNT(good_steps)))
    fail_msg("step %u: %s", (unsigned)c.position, c.breach);
  assert_int_equal(c.instructions, 9);
  assert_int_equal(c.traps, 2);
  assert_int_equal(c.branches, 2);
  assert_int_equal(c.taken, 1);
  assert_int_equal(c.sequential, 1);
}

/* One change to one step; the breach must be seen at that step or the one after it. */
static void every_breach_is_seen(void **state) {
  (void)state;
  struct rvt_step steps[COUNT(good_steps)];
  struct check c;
#define BREACH(at, change)                                                                         \
  memcpy(steps, good_steps, sizeof steps);                                                         \
  steps[at].change;                                                                                \
  if (small_run(&c, steps, COUNT(steps))) fail_msg("step %d with %s passes", at, #change);         \
  assert_in_range(c.position, at + 1, at + 3)
  BREACH(1, pc = 0x110);
  BREACH(1, word = 0x0003);
  BREACH(1, has_word = false);
  BREACH(2, size = 1);
  BREACH(2, itype = RVT_IT_INDIRECT_JUMP);
  BREACH(3, sijump = false);
  BREACH(3, itype = RVT_IT_RETURN);
  BREACH(4, sijump = true);
  BREACH(4, itype = RVT_IT_NOT_TAKEN);
  BREACH(5, itype = RVT_IT_NONE);
  BREACH(5, pc = 0x112);
  BREACH(6, pc = 0x116);
  BREACH(7, pc = 0x100);
  BREACH(8, value = RVT_PRIV_M);
  BREACH(9, cause = 11);
  BREACH(9, cause = 3);
  BREACH(10, value = RVT_PRIV_U);
  BREACH(12, itype = RVT_IT_TAKEN);
  BREACH(13, kind = RVT_STEP_RESET);

  memcpy(steps, good_steps, sizeof steps); /* another target than the one inferred */
  steps[4] = good_steps[13];
  assert_false(small_run(&c, steps, COUNT(steps)));
  assert_int_equal(c.position, 5);
}

/* ---- real recordings ---- */

static bool read_image(struct program *p, const char *path) {
  int fd = open(path, O_RDONLY);
  elf_version(EV_CURRENT);
  Elf *elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ, NULL);
  GElf_Ehdr header;
  size_t segments = 0;
  if (elf == NULL || gelf_getehdr(elf, &header) == NULL || elf_getphdrnum(elf, &segments) != 0)
    return false;
  p->xlen = gelf_getclass(elf) == ELFCLASS32 ? 32 : 64;
  p->entry = header.e_entry;
  p->base = header.e_entry;
  for (size_t i = 0; i < segments; i++) {
    GElf_Phdr s;
    if (gelf_getphdr(elf, (int)i, &s) == NULL) return false;
    if (s.p_type != PT_LOAD || (s.p_flags & PF_X) == 0) continue;
    if (s.p_paddr < p->base || s.p_paddr - p->base > IMAGE_MAX - s.p_filesz) return false;
    if (pread(fd, p->image + (s.p_paddr - p->base), s.p_filesz, (off_t)s.p_offset) < 0)
      return false;
  }
  for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn)) != NULL;) {
    GElf_Shdr section;
    if (gelf_getshdr(scn, &section) == NULL || section.sh_type != SHT_SYMTAB) continue;
    GElf_Sym symbol;
    for (int i = 0; gelf_getsym(elf_getdata(scn, NULL), i, &symbol) != NULL; i++) {
      const char *name = elf_strptr(elf, section.sh_link, symbol.st_name);
      if (strcmp(name, "rt_trap_entry") == 0) p->trap_entry = symbol.st_value;
      if (strcmp(name, "rt_vectors") == 0) p->vectors = symbol.st_value;
    }
  }
  elf_end(elf);
  close(fd);
  return true;
}

/* How often Spike's own histogram should count each PC: a CSR access twice (it waits once), also
 * once when it traps; WFI never. */
static void write_counts(const struct program *p, const char *path) {
  enum { WFI = 0x10500073 };
  FILE *file = fopen(path, "w");
  if (file == NULL) exit(2);
  for (size_t i = 0; i < COUNT(p->retired); i++) {
    uint64_t pc = p->base + 2 * i, word = word_at(p, pc), count = p->retired[i];
    if ((word & 0x7f) == 0x73 && (word >> 12 & 7) != 0) count = 2 * count + p->illegal[i];
    if (count != 0 && word != WFI) fprintf(file, "%" PRIx64 " %" PRIu64 "\n", pc, count);
  }
  if (fclose(file) != 0) exit(2);
}

static unsigned count_sites(const struct program *p, enum site kind) {
  unsigned count = 0;
  for (size_t i = 0; i < COUNT(p->site); i++) count += (p->site[i] & kind) != 0;
  return count;
}

static int check_files(const char *elf, const char *rvti, const char *counts) {
  static struct program p;
  static struct rvt_step steps[4096];
  struct rvt_rvti_reader *reader;
  struct rvt_error e = {""};
  if (!read_image(&p, elf) || rvt_rvti_reader_open(&reader, rvti, &e) != RVT_OK) {
    fprintf(stderr, "%s, %s: cannot be read: %s\n", elf, rvti, e.text);
    return 2;
  }
  struct check c = {.p = &p, .priv = RVT_PRIV_M};
  enum rvt_status status;
  size_t count;
  bool good = true;
  while (good && (status = rvt_rvti_read(reader, steps, COUNT(steps), &count, &e)) == RVT_OK)
    for (size_t i = 0; good && i < count; i++) good = check_step(&c, &steps[i]);
  if (good && status != RVT_END) good = breach(&c, "%s", e.text);
  if (good && c.instructions != rvt_rvti_get_info(reader)->instructions)
    good = breach(&c, "the header has another number of instructions");
  rvt_rvti_reader_close(reader);
  if (!good) {
    fprintf(stderr, "%s: step %" PRIu64 ": %s\n", rvti, c.position, c.breach);
    return 1;
  }
  if (counts != NULL) write_counts(&p, counts);
  printf("%s: %" PRIu64 " instructions, %" PRIu64 " traps, %" PRIu64 " branches (%" PRIu64
         " taken) at %u sites, %" PRIu64 " indirect jumps (%" PRIu64
         " sequentially inferable) to %u targets\n",
         rvti, c.instructions, c.traps, c.branches, c.taken, count_sites(&p, SITE_BRANCH),
         c.indirect, c.sequential, count_sites(&p, SITE_TARGET));
  if (c.branches != c.taken && c.taken != 0) ROW("NT:ITY-27");
  if (c.traps != 0) ROW("NT:ITY-25");
  return 0;
}

int main(int argc, char **argv) {
  if (argc > 2) return check_files(argv[1], argv[2], argc > 3 ? argv[3] : NULL);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_good_recording_passes),
      cmocka_unit_test(every_breach_is_seen),
  };
  return cmocka_run_group_tests_name("recording", tests, NULL, NULL);
}
