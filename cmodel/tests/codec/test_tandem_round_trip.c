/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "oracle/row.h"
#include "rvt/prng.h"
#include "rvt/tandem/record.h"
#include "tests/support/tandem_random.h"
#include "tests/support/test.h"

/* Random records of tandem verification trace through the encoder and the reader. */

enum { RANDOM_RECORDS = 1000000 };

/* What a record says, put together from the elements of its group. */
struct heard {
  const struct rvt_tandem_record *sent;
  struct rvt_tandem_record r;
  unsigned csrs;
  bool increment;
};

static void hear_register(struct heard *h, const struct rvt_tandem_element *e) {
  uint64_t data = e->data;
  if (e->number >= RVT_TANDEM_F) {
    h->r.fpr_valid = true, h->r.fpr = (uint8_t)(e->number & 31), h->r.fpr_data = data;
  } else if (e->number >= RVT_TANDEM_X) {
    if (e->opcode == RVT_TANDEM_ADD) data += h->sent->gpr_old;
    h->r.gpr_valid = true, h->r.gpr = (uint8_t)(e->number & 31), h->r.gpr_data = data;
  } else if (e->opcode == RVT_TANDEM_OR) {
    h->r.fflags_valid = true, h->r.fflags = (uint8_t)data;
    assert_int_equal(e->number, 3);
  } else {
    while (h->csrs < RVT_TANDEM_CSRS && !h->sent->csr[h->csrs].valid) h->csrs++;
    assert_true(h->csrs < RVT_TANDEM_CSRS);
    h->r.csr[h->csrs++] = (struct rvt_tandem_csr){true, e->number, data};
  }
}

static void hear_state(struct heard *h, const struct rvt_tandem_element *e) {
  struct rvt_tandem_record *r = &h->r;
  switch (e->number) {
  case RVT_TANDEM_PRIVILEGE: r->privilege_valid = true, r->privilege = (uint8_t)e->data; break;
  case RVT_TANDEM_PADDR: r->paddr_valid = true, r->paddr = e->data; break;
  case RVT_TANDEM_EADDR: r->eaddr_valid = true, r->eaddr = e->data; break;
  case RVT_TANDEM_MTIME: r->mtime_valid = true, r->mtime = e->data; break;
  case RVT_TANDEM_PC_PADDR: r->pc_paddr_valid = true, r->pc_paddr = e->data; break;
  case RVT_TANDEM_PC: r->pc_valid = true, r->pc_w = e->data; break;
  default:
    r->store_valid = true, r->store = e->data;
    r->store_size = (uint8_t)(e->number - RVT_TANDEM_STORE8);
    break;
  }
}

static void hear(struct heard *h, const struct rvt_tandem_element *e) {
  struct rvt_tandem_record *r = &h->r;
  switch (e->opcode) {
  case RVT_TANDEM_INCREMENT_PC: r->pc_valid = h->increment = true; break;
  case RVT_TANDEM_INSN16:
  case RVT_TANDEM_INSN32:
    r->insn_valid = true, r->insn = (uint32_t)e->data, r->is32 = e->opcode == RVT_TANDEM_INSN32;
    if (h->increment) r->pc_w = h->sent->pc_r + (r->is32 ? 4 : 2);
    break;
  case RVT_TANDEM_REGISTER:
  case RVT_TANDEM_ADD:
  case RVT_TANDEM_OR: hear_register(h, e); break;
  case RVT_TANDEM_STATE: hear_state(h, e); break;
  case RVT_TANDEM_REQUEST:
    r->access = (struct rvt_tandem_access){true, false, e->op, e->size, 0, e->address, e->data, 0};
    break;
  case RVT_TANDEM_RESPONSE:
    r->access.answered = true, r->access.result = e->result, r->access.response = e->data;
    assert_int_equal(e->size, r->access.size);
    break;
  case RVT_TANDEM_RESET: r->kind = RVT_TANDEM_HART_RESET; break;
  case RVT_TANDEM_INIT: r->kind = RVT_TANDEM_OUTSIDE; break;
  default: break;
  }
}

#define SAME(valid, member)                                                                        \
  assert_int_equal(a->valid, b->valid);                                                            \
  if (a->valid) assert_true(a->member == b->member)

static void same(const struct rvt_tandem_record *a, const struct rvt_tandem_record *b) {
  assert_int_equal(a->kind, b->kind);
  SAME(pc_valid, pc_w);
  SAME(insn_valid, insn);
  SAME(insn_valid, is32);
  SAME(gpr_valid, gpr);
  SAME(gpr_valid, gpr_data);
  SAME(fpr_valid, fpr);
  SAME(fpr_valid, fpr_data);
  SAME(fflags_valid, fflags);
  SAME(privilege_valid, privilege);
  SAME(paddr_valid, paddr);
  SAME(eaddr_valid, eaddr);
  SAME(store_valid, store);
  SAME(store_valid, store_size);
  SAME(pc_paddr_valid, pc_paddr);
  SAME(mtime_valid, mtime);
  for (unsigned i = 0; i < RVT_TANDEM_CSRS; i++) {
    SAME(csr[i].valid, csr[i].number);
    SAME(csr[i].valid, csr[i].data);
  }
  SAME(access.valid, access.op);
  SAME(access.valid, access.size);
  SAME(access.valid, access.address);
  SAME(access.valid, access.request);
  if (a->access.valid) {
    SAME(access.answered, access.result);
    SAME(access.answered, access.response);
  }
}

static void random_records_come_back(void **state) {
  static const struct rvt_tandem_format formats[] = {{64, 64, 64}, {64, 32, 64}, {64, 0, 64},
                                                     {32, 64, 34}, {32, 32, 32}, {32, 0, 32}};
  static struct rvt_tandem_reader readers[sizeof formats / sizeof *formats];
  uint64_t p = 2018, transactions = 0;
  (void)state;
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    rvt_tandem_reader_init(&readers[i], &formats[i]);
  for (unsigned n = 0; n < RANDOM_RECORDS; n++) {
    const struct rvt_tandem_format *f = &formats[n % (sizeof formats / sizeof *formats)];
    const struct rvt_tandem_forms forms = {rvt_prng_bits(&p, 1) != 0, true,
                                           rvt_prng_bits(&p, 1) != 0};
    struct rvt_tandem_record sent = tandem_random_record(&p, f);
    uint8_t out[RVT_TANDEM_GROUP_BYTES];
    size_t size = 0;
    assert_int_equal(rvt_tandem_encode(f, &forms, &sent, out, &size), RVT_OK);
    struct heard h = {.sent = &sent};
    struct rvt_tandem_element e = {0};
    struct rvt_bytes in = {out, size, 0};
    h.r.kind = sent.kind == RVT_TANDEM_HART_RESET || sent.kind == RVT_TANDEM_OUTSIDE
                   ? RVT_TANDEM_RETIRED
                   : sent.kind;
    struct rvt_tandem_note note = {NULL, "", 0};
    enum rvt_status status;
    while ((status = rvt_tandem_read(&readers[n % (sizeof formats / sizeof *formats)], &in, &e,
                                     &note)) == RVT_OK)
      hear(&h, &e);
    if (status != RVT_END) fail_msg("record %u: %s", n, note.text);
    if (sent.kind != RVT_TANDEM_OUTSIDE)
      sent.pc_valid = sent.kind != RVT_TANDEM_HART_RESET && sent.kind != RVT_TANDEM_TRANSACTION;
    transactions += sent.kind == RVT_TANDEM_TRANSACTION && sent.access.answered;
    if (f->xlen == 32) h.r.pc_w &= UINT32_MAX, h.r.gpr_data &= UINT32_MAX;
    if (sent.gpr == 0) sent.gpr_valid = false;
    same(&sent, &h.r);
  }
  assert_true(transactions > RANDOM_RECORDS / 100);
  ROW("TV:E-07");
  ROW("TV:R-05");
  ROW("TV:R-10");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_records_come_back)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
