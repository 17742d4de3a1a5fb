/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_APB_BUS_H
#define RVT_TB_APB_BUS_H

/*
 * An APB4 requester, clock by clock: accesses that a bench has queued, in their order, and between
 * them accesses by chance. What the protocol leaves open is garbage: address, data and strobes
 * while psel is 0, strobes of a read, bits 1:0 of the address; penable while psel is 0 is another
 * component's access.
 *
 * In drive(): tb_apb_next(). In tick(), before the model's edge: tb_apb_clock() with the outputs of
 * this clock, which checks what holds for every component (TCI:BUS-01) and hands over what was
 * read.
 */

#include "harness/bench.h"
#include "rvt/apb.h"

enum { TB_APB_QUEUE = 64 };

struct tb_apb_access {
  bool write;
  uint16_t paddr; /* bits 1:0 count for nothing */
  uint32_t data;  /* written */
  uint8_t strb;
  uint16_t pause; /* clocks without an access before it */
  uint32_t tag;   /* the bench's own; 0 for an access by chance */
};

/** A word, or `repeat` of them `stride` apart, that accesses by chance like. */
struct tb_apb_word {
  uint16_t offset;
  uint16_t weight;
  uint16_t repeat, stride; /* repeat 0: one */
  uint32_t likely;         /* bits that are written 1, but for one write in `rare` */
  uint32_t unlikely;       /* bits that are written 0, but for one write in `rare` */
  uint16_t rare;           /* 0: 16 */
  uint8_t fixed;           /* bytes that are never written */
};

/** An access has ended; `read`: what a read got, 0 for a write. */
typedef void tb_apb_done(void *context, const struct tb_apb_access *access, uint32_t read);

enum tb_apb_phase { TB_APB_IDLE, TB_APB_SETUP, TB_APB_ACCESS };

struct tb_apb {
  struct rvt_apb pins; /* bind the ports to these; TB_APB_BINDS */
  /* set by the bench after tb_apb_init() */
  tb_apb_done *done; /* NULL: nobody asks */
  void *context;
  uint16_t elsewhere; /* of 256 accesses by chance: anywhere, most often where nothing is */
  uint16_t every;     /* mean clocks between accesses by chance; 0: none */
  /* its own */
  const struct tb_apb_word *words;
  size_t word_count;
  uint32_t weights;
  uint16_t addr_mask;
  enum tb_apb_phase phase; /* of the pins of this clock */
  bool asked;              /* the access under way was queued */
  struct tb_apb_access now, queue[TB_APB_QUEUE];
  unsigned head, queued;
  uint32_t pause_left, storm_left, pace;
  bool pausing;
  uint32_t last;  /* data written last by chance */
  uint32_t waits; /* clocks of this access without pready */
  uint64_t reads, writes;
  bool waited, strobed, read_strobed; /* what of the protocol has been seen (TCI:BUS-05) */
};

/** The ports of a component, for its table of bindings. */
#define TB_APB_BINDS(type, bus)                                                                    \
  TB_IN(type, "psel_i", bus.pins.psel), TB_IN(type, "penable_i", bus.pins.penable),                \
      TB_IN(type, "pwrite_i", bus.pins.pwrite), TB_IN(type, "paddr_i", bus.pins.paddr),            \
      TB_IN(type, "pwdata_i", bus.pins.pwdata), TB_IN(type, "pstrb_i", bus.pins.pstrb)

/**
 * Idle. `addr_bits`: width of paddr_i; `words` stay the caller's.
 * Option bus=N: mean clocks between accesses by chance, 0 none, by default 12.
 */
void tb_apb_init(struct tb_apb *b, struct tb *tb, unsigned addr_bits,
                 const struct tb_apb_word *words, size_t word_count);
/** As after reset: an access under way and the queue are lost. */
void tb_apb_reset(struct tb_apb *b);
/** @return false if the queue is full */
bool tb_apb_queue(struct tb_apb *b, const struct tb_apb_access *access);
/** Queue a whole word. */
bool tb_apb_write(struct tb_apb *b, uint16_t paddr, uint32_t data);
bool tb_apb_read(struct tb_apb *b, uint16_t paddr, uint32_t tag);
/** Whether nothing is queued or under way that the bench has asked for. */
bool tb_apb_idle(const struct tb_apb *b);

/** Choose the pins of this clock. */
void tb_apb_next(struct tb_apb *b, struct tb_rng *rng);
/** The component's answer in this clock; fails the run if it breaks a rule of the bus. */
void tb_apb_clock(struct tb_apb *b, struct tb *tb, bool pready, uint32_t prdata, bool pslverr);

#endif
