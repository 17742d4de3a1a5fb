/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * Packets of E-Trace to bytes: a list of single bits, oldest first, from which the payload and the
 * encapsulation are cut. One function per table of the rows.
 */

#include <string.h>

#include "packet.h"

enum { BITS_MAX = 8 * ORACLE_TE_PACKET_MAX };

struct bits {
  bool bit[BITS_MAX];
  unsigned count;
};

static void put_bit(struct bits *l, bool bit) { l->bit[l->count++] = bit; }

/* ETR:P-01: least significant bit first. */
static void put(struct bits *l, uint64_t value, unsigned width) {
  for (unsigned i = 0; i < width; i++) {
    put_bit(l, (value >> i & 1) != 0);
  }
}

static void put_address(struct bits *l, const struct oracle_te_build *b, uint64_t address) {
  put(l, address, b->iaddress_width - b->iaddress_lsb); /* ETR:P-04 */
}

/* ETR:P-07: bits of the map on the wire. */
static unsigned map_width(unsigned branches) {
  if (branches == 0) return 31;
  if (branches == 1) return 1;
  if (branches <= 3) return 3;
  if (branches <= 7) return 7;
  if (branches <= 15) return 15;
  return 31;
}

/* ETR:F2-01, F2-02: irreport relative to the bit before; irdepth means nothing without it, and is
 * a copy of that bit. */
static void put_irreport(struct bits *l, const struct oracle_te_build *b,
                         const struct oracle_te_packet *p) {
  bool before = l->bit[l->count - 1];
  if (p->irreport) {
    put_bit(l, !before);
    put(l, p->irdepth, b->irdepth_width);
    return;
  }
  put_bit(l, before);
  put(l, before ? UINT64_MAX : 0, b->irdepth_width);
}

/* ETR section 3.2, ETR:F2-01: each bit relative to the one before it. */
static void put_tail(struct bits *l, const struct oracle_te_build *b,
                     const struct oracle_te_packet *p) {
  put_address(l, b, p->address);
  put_bit(l, l->bit[l->count - 1] != p->notify);
  put_bit(l, l->bit[l->count - 1] != p->updiscon);
  put_irreport(l, b, p);
}

/* ETR section 3.4, 0.0. */
static void put_branch_count(struct bits *l, const struct oracle_te_build *b,
                             const struct oracle_te_packet *p) {
  put(l, 0, 2);
  put(l, 0, b->f0s_width);
  put(l, p->branch_count, 32);
  put(l, p->branch_fmt, 2);
  if (p->branch_fmt != 0) {
    put_tail(l, b, p);
  }
}

/* ETR section 3.4, 0.1, ETR:F2-02. */
static void put_index(struct bits *l, const struct oracle_te_build *b,
                      const struct oracle_te_packet *p) {
  put(l, 0, 2);
  put(l, 1, b->f0s_width);
  put(l, p->index, b->cache_size);
  put(l, p->branches, 5);
  if (p->branches != 0) {
    put(l, p->branch_map, map_width(p->branches));
  }
  put_irreport(l, b, p);
}

/* ETR section 3.3. */
static void put_branch_map(struct bits *l, const struct oracle_te_build *b,
                           const struct oracle_te_packet *p) {
  put(l, 1, 2);
  put(l, p->branches, 5);
  put(l, p->branch_map, map_width(p->branches));
  if (p->branches != 0) {
    put_tail(l, b, p);
  }
}

/* ETR section 3.1, first column. */
static void put_start(struct bits *l, const struct oracle_te_build *b,
                      const struct oracle_te_packet *p) {
  put(l, 3, 2);
  put(l, 0, 2);
  put_bit(l, p->branch);
  put(l, p->privilege, b->privilege_width);
  put(l, p->context, b->context_width);
  put_address(l, b, p->address);
}

/* ETR section 3.1, second column: address unless implied, tval of an exception, not shifted. */
static void put_trap(struct bits *l, const struct oracle_te_build *b,
                     const struct oracle_te_packet *p) {
  put(l, 3, 2);
  put(l, 1, 2);
  put_bit(l, p->branch);
  put(l, p->privilege, b->privilege_width);
  put(l, p->context, b->context_width);
  put(l, p->ecause, b->ecause_width);
  put_bit(l, p->interrupt);
  put_bit(l, p->thaddr);
  if (!p->implicit) {
    put_address(l, b, p->address);
  }
  if (!p->interrupt) {
    put(l, p->tval, b->iaddress_width);
  }
}

/* ETR section 3.1, third column. */
static void put_context(struct bits *l, const struct oracle_te_build *b,
                        const struct oracle_te_packet *p) {
  put(l, 3, 2);
  put(l, 2, 2);
  put(l, p->privilege, b->privilege_width);
  put(l, p->context, b->context_width);
}

static void put_option(struct bits *l, const struct oracle_te_packet *p, unsigned option) {
  put_bit(l, (p->ioptions & option) != 0);
}

/* ETR AMB-13, the standard layout. */
static void put_standard_support(struct bits *l, const struct oracle_te_build *b,
                                 const struct oracle_te_packet *p) {
  put(l, 3, 2);
  put(l, 3, 2);
  put_bit(l, p->ienable);
  put(l, 0, 2); /* encoder_mode */
  put(l, p->qual_status, 2);
  put_option(l, p, ORACLE_TE_SEQUENTIAL_JUMP);
  put_option(l, p, ORACLE_TE_IMPLICIT_RETURN);
  put_option(l, p, ORACLE_TE_BRANCH_PREDICTION);
  put_option(l, p, ORACLE_TE_JUMP_TARGET_CACHE);
  put_option(l, p, ORACLE_TE_IMPLICIT_EXCEPTION);
  put_option(l, p, ORACLE_TE_FULL_ADDRESS);
  put_option(l, p, ORACLE_TE_RESYNC_DISABLED);
  put_bit(l, true); /* iret_ext */
  put(l, 0, 3);     /* time_width */
  put(l, b->f0s_width, 2);
  put(l, b->return_stack_size, 3);
  put(l, 0, 4); /* call_counter_size */
  put(l, b->bpred_size, 3);
  put(l, b->cache_size, 3);
  put(l, 0, 7); /* denable, dloss, mmacas_ext, noaddr, nodata, full_daddress, full_data */
}

/* ETR section 3.1, fourth column, in the reference layout: encoder_mode 1 bit, ioptions 5, doptions
 * 4 (ETR AMB-13). */
static void put_support(struct bits *l, const struct oracle_te_build *b,
                        const struct oracle_te_packet *p) {
  if (b->iret_ext) {
    put_standard_support(l, b, p);
    return;
  }
  put(l, 3, 2);
  put(l, 3, 2);
  put_bit(l, p->ienable);
  put(l, 0, 1); /* encoder_mode */
  put(l, p->qual_status, 2);
  put(l, p->ioptions, 5);
  put(l, 0, 1); /* denable */
  put(l, 0, 1); /* dloss */
  put(l, 0, 4); /* doptions */
}

static void put_packet(struct bits *l, const struct oracle_te_build *b,
                       const struct oracle_te_packet *p) {
  switch (p->kind) {
  case ORACLE_TE_BRANCH_COUNT: put_branch_count(l, b, p); break;
  case ORACLE_TE_JUMP_TARGET_INDEX: put_index(l, b, p); break;
  case ORACLE_TE_BRANCH_MAP: put_branch_map(l, b, p); break;
  case ORACLE_TE_ADDRESS:
    put(l, 2, 2);
    put_tail(l, b, p);
    break;
  case ORACLE_TE_START: put_start(l, b, p); break;
  case ORACLE_TE_TRAP: put_trap(l, b, p); break;
  case ORACLE_TE_CONTEXT: put_context(l, b, p); break;
  case ORACLE_TE_SUPPORT: put_support(l, b, p); break;
  }
}

/* ETR:P-02: of the equal upper bits of the whole payload one stays ... */
static void drop_signs(struct bits *l) {
  while (l->count > 1 && l->bit[l->count - 1] == l->bit[l->count - 2]) {
    l->count--;
  }
}

/* ... and fills the last byte (ETR:P-02, ETR:E-07). */
static void fill_byte(struct bits *l) {
  bool sign = l->bit[l->count - 1];
  while (l->count % 8 != 0) {
    put_bit(l, sign);
  }
}

static size_t to_bytes(const struct bits *l, uint8_t *bytes) {
  for (unsigned i = 0; i < l->count / 8; i++) {
    bytes[i] = 0;
    for (unsigned k = 0; k < 8; k++) {
      bytes[i] |= (uint8_t)(l->bit[8 * i + k] << k);
    }
  }
  return l->count / 8;
}

size_t oracle_te_payload(const struct oracle_te_build *b, const struct oracle_te_packet *p,
                         uint8_t bytes[ORACLE_TE_PAYLOAD_MAX]) {
  struct bits l = {.count = 0};
  put_packet(&l, b, p);
  drop_signs(&l);
  fill_byte(&l);
  return to_bytes(&l, bytes);
}

/* ETR:E-01, E-02, AMB-22: header, srcID, time, type, payload, and the payload's sign up to the next
 * byte. */
size_t oracle_te_encapsulate(const struct oracle_te_encapsulation *e, const uint8_t *payload,
                             size_t size, uint8_t bytes[ORACLE_TE_PACKET_MAX]) {
  unsigned group = e->type_bits + 8u * (unsigned)size + e->src_bits % 8u;
  struct bits l = {.count = 0};
  put(&l, (group + 7) / 8, 5);
  put(&l, e->flow, 2);
  put_bit(&l, e->extend);
  put(&l, e->src_id, e->src_bits);
  if (e->extend) {
    put(&l, e->time, 8u * e->t_bytes);
  }
  put(&l, e->type, e->type_bits);
  for (size_t i = 0; i < size; i++) {
    put(&l, payload[i], 8);
  }
  fill_byte(&l);
  return to_bytes(&l, bytes);
}

bool oracle_te_may_have(const struct oracle_te_packet *p, bool extend, uint64_t time) {
  return (extend == p->around.extend || extend == p->extend_last) &&
         (!extend || time == p->around.time);
}

size_t oracle_te_bytes(const struct oracle_te_build *b, const struct oracle_te_packet *p,
                       bool extend, uint64_t time, uint8_t bytes[ORACLE_TE_PACKET_MAX]) {
  struct oracle_te_encapsulation around = p->around;
  uint8_t payload[ORACLE_TE_PAYLOAD_MAX];
  around.extend = extend;
  around.time = time;
  return oracle_te_encapsulate(&around, payload, oracle_te_payload(b, p, payload), bytes);
}
