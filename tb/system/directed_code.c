/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "directed_code.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rvt/itype.h"
#include "rvt/ntrace.h"
#include "stimulus/progen_asm.h"

/* ---- Instructions -------------------------------------------------------------------------- */

enum { LINK = 1, ALTERNATE = 5, PLAIN = 6, OTHER = 7, COMPRESSED = 8 };

static int64_t distance(const struct tb_directed_insn *i) {
  const uint64_t d = i->target - i->address;
  return i->xlen == 32 ? (int32_t)(uint32_t)d : (int64_t)d;
}

/* Nobody sees where a jump without target leads: anywhere will do. */
static bool reaches(struct tb_directed_insn *i, int64_t reach) {
  i->open = !i->has_target;
  if (i->open) i->target = i->address;
  return distance(i) >= -reach && distance(i) < reach;
}

/* The register that a pair jumps by: what makes its itype. */
static unsigned pair_register(uint8_t itype) { return itype == RVT_IT_SWAP ? ALTERNATE : PLAIN; }

static const char *branch(struct tb_directed_insn *i, bool taken) {
  if (i->size > 2) return "a branch of 64 bits";
  if (taken && !reaches(i, i->size == 1 ? RVT_REACH_CB : RVT_REACH_B))
    return "a branch that does not reach its target";
  i->open = i->open || !taken;
  const int32_t offset = taken ? (int32_t)distance(i) : 2 * i->size;
  i->word = i->size == 1 ? rvt_asm_c_branch(false, COMPRESSED, offset)
                         : rvt_asm_branch(0, COMPRESSED, COMPRESSED, offset);
  return NULL;
}

static const char *jump(struct tb_directed_insn *i, unsigned rd) {
  if (i->size > 2) return "a jump of 64 bits";
  if (!reaches(i, i->size == 1 ? RVT_REACH_CJ : RVT_REACH_J))
    return "a direct jump that does not reach its target";
  const int32_t offset = (int32_t)distance(i);
  if (i->size == 2)
    i->word = rvt_asm_jal(rd, offset);
  else if (rd == 0 || (rd == LINK && i->xlen == 32))
    i->word = rvt_asm_c_j(rd == LINK, offset);
  else
    return "a direct jump that has no 16-bit form";
  return NULL;
}

static const char *indirect(struct tb_directed_insn *i, unsigned rd, unsigned rs1) {
  if (i->size > 2) return "a jump of 64 bits";
  if (i->size == 1 && rd > LINK) return "an indirect jump that has no 16-bit form";
  int32_t imm = 0;
  if (i->pair) {
    if (i->size == 1) return "a pair whose jump has no immediate";
    imm = (int32_t)((i->target + 0x800) & 0xfff) - 0x800;
  }
  i->word = i->size == 1 ? rvt_asm_c_jr(rd == LINK, rs1) : rvt_asm_jalr(rd, rs1, imm);
  return NULL;
}

static const char *upper(struct tb_directed_insn *i) {
  const uint64_t high = (i->target + 0x800) & ~UINT64_C(0xfff);
  if (i->size != 2) return "half of a pair that has not 32 bits";
  if (!i->has_target || (i->xlen == 64 && high + 0x80000000 >= UINT64_C(0x100000000)))
    return "a pair that does not reach its target";
  i->word = rvt_asm_u(0x37, pair_register(i->jump_itype), (uint32_t)high);
  return NULL;
}

static const char *linear(struct tb_directed_insn *i) {
  static const uint64_t nops[] = {0, 0x0001, 0x00000013, 0, 0x3f};
  i->word = i->size <= 4 ? nops[i->size] : 0;
  return i->word == 0 ? "an instruction of 48 bits" : NULL;
}

const char *tb_directed_encode(struct tb_directed_insn *i) {
  const unsigned by = i->pair ? pair_register(i->itype) : PLAIN;
  i->open = false;
  i->word = 0x0000000b;
  if (i->custom) return i->size == 2 ? NULL : "a custom instruction that has not 32 bits";
  if (i->upper) return upper(i);
  if (!i->ends_block) return linear(i);
  switch (i->itype) {
  case RVT_IT_NONE:
    /* on a 3-bit port that may be a jump (NT:ING-04) */
    if (!i->has_target || i->target == i->address + 2u * i->size) return linear(i);
    return jump(i, 0);
  case RVT_IT_EXCEPTION:
  case RVT_IT_INTERRUPT: return linear(i);
  case RVT_IT_TRAP_RETURN:
    i->word = 0x30200073;
    return i->size == 2 ? NULL : "a trap return that has not 32 bits";
  case RVT_IT_NOT_TAKEN: return branch(i, false);
  case RVT_IT_TAKEN: return branch(i, true);
  case RVT_IT_INDIRECT:
  case RVT_IT_INDIRECT_JUMP: return indirect(i, 0, by);
  case RVT_IT_INDIRECT_CALL: return indirect(i, LINK, by);
  case RVT_IT_INDIRECT_LINK: return indirect(i, OTHER, by);
  case RVT_IT_SWAP: return indirect(i, LINK, ALTERNATE);
  case RVT_IT_RETURN: return indirect(i, 0, LINK);
  case RVT_IT_DIRECT_CALL: return jump(i, LINK);
  case RVT_IT_DIRECT_JUMP: return jump(i, 0);
  case RVT_IT_DIRECT_LINK: return jump(i, OTHER);
  default: return "an itype that no instruction has";
  }
}

/* ---- Programs ------------------------------------------------------------------------------ */

/* Half-words of the program, in the order in which they were made. */
struct half {
  uint64_t address;
  uint16_t bits;
  bool begin;  /* of an instruction */
  bool filler; /* stands where nothing else does */
  bool open;   /* of a branch that was never taken: any target will do */
};

struct program {
  struct tb_directed_code *c;
  struct half *half;
  size_t count, room;
};

void tb_directed_code_clear(struct tb_directed_code *c) {
  c->count = c->byte_count = 0;
  c->config_changed = c->forgotten = false;
  c->text[0] = 0;
}

void tb_directed_code_close(struct tb_directed_code *c) {
  free(c->ran);
  free(c->bytes);
}

/* Room for `more` elements after `count`. */
static bool reserve(void **array, size_t *room, size_t count, size_t more, size_t size) {
  if (*room - count >= more) return true;
  const size_t wanted = 2 * *room + more + 64;
  void *grown = realloc(*array, wanted * size);
  if (grown == NULL) return false;
  *array = grown;
  *room = wanted;
  return true;
}

bool tb_directed_code_ran(struct tb_directed_code *c, const struct tb_ran *ran) {
  void *array = c->ran;
  const bool good = reserve(&array, &c->room, c->count, 1, sizeof *c->ran);
  c->ran = array;
  if (good) c->ran[c->count++] = *ran;
  return good;
}

bool tb_directed_code_byte(struct tb_directed_code *c, uint8_t byte,
                           const struct rvt_decoder_config *config) {
  void *array = c->bytes;
  const bool good = reserve(&array, &c->byte_room, c->byte_count, 1, 1);
  c->bytes = array;
  if (c->byte_count == 0) c->config = *config;
  c->config_changed = c->config_changed ||
                      c->config.ntrace.format.src_bits != config->ntrace.format.src_bits ||
                      c->config.ntrace.format.ts != config->ntrace.format.ts ||
                      c->config.ntrace.format.extend_bits != config->ntrace.format.extend_bits ||
                      c->config.implicit_return != config->implicit_return ||
                      c->config.sequential_jump != config->sequential_jump ||
                      c->config.ntrace.all_jumps != config->ntrace.all_jumps;
  if (good) c->bytes[c->byte_count++] = byte;
  return good;
}

unsigned tb_directed_sizes(unsigned units, unsigned last, uint8_t sizes[256]) {
  unsigned n = 0;
  if (units < last) last = units;
  unsigned left = units - last;
  if (left % 2 != 0) sizes[n++] = 1;
  for (left /= 2; left != 0; left--) sizes[n++] = 2;
  if (last != 0) sizes[n++] = (uint8_t)last;
  return n;
}

static bool none(struct tb_directed_code *c, uint64_t address, const char *why) {
  if (c->text[0] == 0) snprintf(c->text, sizeof c->text, "0x%" PRIx64 ": %s", address, why);
  return false;
}

static bool put(struct program *p, uint64_t address, uint64_t word, unsigned size,
                struct half kind) {
  void *array = p->half;
  const bool good = reserve(&array, &p->room, p->count, size, sizeof *p->half);
  p->half = array;
  if (!good) return none(p->c, address, "out of memory");
  for (unsigned i = 0; i < size; i++) {
    kind.address = (address + 2 * i) & (p->c->xlen == 32 ? UINT32_MAX : UINT64_MAX);
    kind.bits = (uint16_t)(word >> (16 * i));
    kind.begin = i == 0;
    p->half[p->count++] = kind;
  }
  return true;
}

/* The slot that tells where slot `i` leads; NULL: none does. */
static const struct tb_ran *follower(const struct tb_directed_code *c, size_t i) {
  for (i++; i < c->count; i++)
    if (c->ran[i].overflow)
      return NULL;
    else if (c->ran[i].known)
      return &c->ran[i];
  return NULL;
}

/* One block: its instructions, and those of what comes after it. */
static bool add_slot(struct program *p, size_t i) {
  struct tb_directed_code *c = p->c;
  const struct tb_ran *r = &c->ran[i], *next = follower(c, i);
  uint8_t sizes[256];
  const unsigned count = tb_directed_sizes(r->units, r->last, sizes);
  struct tb_directed_insn insn = {.xlen = c->xlen, .itype = r->itype};
  uint64_t address = r->addr;
  for (unsigned k = 0; k < count; k++) {
    insn.address = address;
    insn.size = sizes[k];
    insn.ends_block = k + 1 == count;
    insn.custom = insn.ends_block && r->custom;
    insn.pair = r->sijump && k + 1 == count;
    insn.upper = (r->sijump && k + 2 == count) ||
                 (insn.ends_block && next != NULL && next->sijump && next->units == next->last &&
                  next->traced && r->itype == RVT_IT_NONE);
    const struct tb_ran *to =
        insn.upper && insn.ends_block ? follower(c, (size_t)(next - c->ran)) : next;
    insn.has_target = to != NULL && (r->itype != RVT_IT_NONE || to->session == r->session);
    insn.target = to != NULL ? to->addr : 0;
    insn.jump_itype = insn.upper && insn.ends_block ? next->itype : r->itype;
    const char *why = tb_directed_encode(&insn);
    /* After a stop the hart may have been led elsewhere. */
    if (why != NULL && to != NULL && to->session != r->session) {
      insn.has_target = false;
      why = tb_directed_encode(&insn);
    }
    if (why != NULL) return none(c, address, why);
    if (!put(p, address, insn.word, insn.size, (struct half){.open = insn.open})) return false;
    address = (address + 2u * sizes[k]) & (c->xlen == 32 ? UINT32_MAX : UINT64_MAX);
  }
  /* A trap stands at an instruction, and a target is one. */
  if (r->itype == RVT_IT_EXCEPTION || r->itype == RVT_IT_INTERRUPT)
    if (!put(p, r->known ? address : 0, 1, 1, (struct half){.filler = true})) return false;
  return next == NULL || put(p, next->addr, 1, 1, (struct half){.filler = true});
}

static int by_address(const void *a, const void *b) {
  const struct half *x = a, *y = b;
  if (x->address != y->address) return x->address < y->address ? -1 : 1;
  return x->filler != y->filler ? x->filler - y->filler : x->open - y->open;
}

/* Sort, take each half-word once; the first of equal addresses is the one that knows most. */
static bool settle(struct program *p) {
  size_t n = 0;
  if (p->count != 0) qsort(p->half, p->count, sizeof *p->half, by_address);
  for (size_t i = 0; i < p->count; i++) {
    const struct half *h = &p->half[i];
    struct half *before = n != 0 ? &p->half[n - 1] : NULL;
    if (before == NULL || before->address != h->address) {
      p->half[n++] = *h;
    } else if (!h->filler && (before->begin != h->begin || (before->bits != h->bits && !h->open))) {
      return none(p->c, h->address, "two different instructions");
    }
  }
  p->count = n;
  return true;
}

static bool add_image(const struct program *p, struct rvt_image *image) {
  uint16_t *code = malloc((p->count + 1) * sizeof *code);
  bool good = code != NULL;
  for (size_t i = 0, n; good && i < p->count; i += n) {
    n = 0;
    do {
      code[n] = p->half[i + n].bits;
      n++;
    } while (i + n < p->count && p->half[i + n].address == p->half[i + n - 1].address + 2);
    good = rvt_image_add(image, p->half[i].address, code, 2 * n) == RVT_OK;
  }
  free(code);
  return good || none(p->c, 0, "an image that cannot be made");
}

/* The flow as it ran, against the decoder's. */
struct judge {
  struct tb_directed_code *c;
  const struct rvt_image *image;
  size_t at;        /* slot */
  unsigned insn;    /* of that slot */
  uint64_t address; /* of that instruction */
  uint64_t found;
};

static bool wrong(struct judge *j, const char *format, uint64_t value) {
  if (j->c->text[0] == 0) snprintf(j->c->text, sizeof j->c->text, format, value);
  return false;
}

/* The next instruction that ran with trace on; false: an overflow or the end comes first. */
static bool next_pc(struct judge *j, uint64_t *pc) {
  for (; j->at < j->c->count; j->at++, j->insn = 0) {
    const struct tb_ran *r = &j->c->ran[j->at];
    uint8_t sizes[256];
    if (r->overflow) return false;
    if (!r->traced || j->insn == tb_directed_sizes(r->units, r->last, sizes)) continue;
    if (j->insn == 0) j->address = r->addr;
    *pc = j->address;
    j->address =
        (j->address + 2u * sizes[j->insn++]) & (j->c->xlen == 32 ? UINT32_MAX : UINT64_MAX);
    return true;
  }
  return false;
}

static void on_run(struct judge *j, const struct rvt_decoder_run *run) {
  struct rvt_decoder_pcs pcs;
  uint64_t pc = 1;
  rvt_decoder_pcs_begin(&pcs, j->image, run);
  while (j->c->text[0] == 0 && rvt_decoder_pcs_next(&pcs)) {
    if (!next_pc(j, &pc))
      (void)wrong(j, "decoded 0x%" PRIx64 ", which did not run", pcs.pc);
    else if (pc != pcs.pc) {
      char text[64];
      snprintf(text, sizeof text, "ran 0x%" PRIx64 ", decoded 0x%%" PRIx64, pc);
      (void)wrong(j, text, pcs.pc);
    }
    j->found++;
  }
}

static void on_overflow(struct judge *j) {
  uint64_t missing = 0, pc;
  while (next_pc(j, &pc)) missing++;
  if (j->at == j->c->count)
    (void)wrong(j, "an overflow that was not announced, after %" PRIu64 " instructions", j->found);
  else if (missing > j->c->ran[j->at].addr)
    (void)wrong(j, "%" PRIu64 " instructions are missing before an overflow", missing);
  else
    j->at++;
  j->insn = 0;
}

static void on_event(void *user, const struct rvt_decoder_event *e) {
  struct judge *j = user;
  if (j->c->text[0] != 0) return;
  if (e->kind == RVT_DE_RUN) {
    on_run(j, &e->u.run);
  } else if (e->kind == RVT_DE_OVERFLOW) {
    on_overflow(j);
  } else if (e->kind == RVT_DE_ERROR || e->kind == RVT_DE_WARNING) {
    snprintf(j->c->text, sizeof j->c->text,
             "message %" PRIu64 ": the decoder says %s (%s) at 0x%" PRIx64, e->message,
             e->u.problem.text, e->u.problem.row, e->u.problem.pc);
  }
}

static enum tb_directed_verdict decode(struct tb_directed_code *c, const struct rvt_image *image) {
  struct rvt_decoder *decoder = NULL;
  struct judge j = {.c = c, .image = image};
  struct rvt_bytes in = {c->bytes, c->byte_count, 0};
  if (rvt_decoder_new(&c->config, image, on_event, &j, &decoder, NULL) != RVT_OK) {
    (void)none(c, 0, "a configuration that the decoder does not know");
    return TB_CODE_NONE;
  }
  if (rvt_decoder_feed(decoder, &in) != RVT_END)
    (void)wrong(&j, "byte %" PRIu64 " begins a message that is not complete", in.pos);
  rvt_decoder_finish(decoder, in.size - in.pos);
  rvt_decoder_free(decoder);
  uint64_t pc, left = 0;
  while (next_pc(&j, &pc)) left++;
  if (j.at < c->count)
    (void)wrong(&j, "an overflow without Error, after %" PRIu64 " instructions", j.found);
  /* What a session that never ended has counted comes with no message. */
  if (left != 0 && !c->open_end)
    (void)wrong(&j, "%" PRIu64 " instructions at the end were not decoded", left);
  return c->text[0] == 0 ? TB_CODE_GOOD : TB_CODE_WRONG;
}

enum tb_directed_verdict tb_directed_code_check(struct tb_directed_code *c) {
  struct program p = {.c = c};
  struct rvt_image *image = NULL;
  enum tb_directed_verdict verdict = TB_CODE_NONE;
  bool good = true;
  if (c->config_changed) good = none(c, 0, "bytes of two formats");
  if (c->forgotten) good = none(c, 0, "trTeActive was 0");
  for (size_t i = 0; good && i < c->count; i++)
    if (c->ran[i].traced) good = add_slot(&p, i);
  good = good && settle(&p);
  if (good && rvt_image_new(c->xlen, &image) != RVT_OK) verdict = TB_CODE_MEMORY;
  if (image != NULL && add_image(&p, image)) verdict = decode(c, image);
  rvt_image_free(image);
  free(p.half);
  return verdict;
}
