/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_TOP_BENCH_H
#define RVT_TB_TOP_BENCH_H

/*
 * The whole subsystem while a hart runs a program and software works on its registers. The
 * configuration that scenario.h chooses is what software sets up.
 *
 * Options: those of scenario.h, without the switches of the encoder's own sink;
 * software=NAME of top_programs.c; check=te|ram|pins|none: where the bytes are taken that are
 * compared with the oracle's and written to bytes=FILE; memory=FILE, probe=FILE: what software has
 * read out of the memory, and a probe off the pins, idle bytes included; written=FILE: what was
 * ever written to the memory; listen=ADDRESS: where `device` waits for its client.
 */

#include "agents/software.h"
#include "cover/sinks_cross.h"
#include "scenario.h"
#include "top_judge.h"
#include "top_tape.h"
#include "top_unit.h"

enum tb_top_cover {
  TB_TOP_ACCESSES = TB_SCN_COVERS,
  TB_TOP_SESSIONS,
  TB_TOP_READ_OUT,  /* bytes that software has read through trRamData */
  TB_TOP_RAM_BYTES, /* of messages */
  TB_TOP_PIN_BYTES,
  TB_TOP_POLLED_FULL, /* Enable read 0 while Empty read 0 */
  TB_TOP_REFUSED,     /* clocks in which a beat waited for a sink */
  TB_TOP_STOPS,       /* of the RAM sink, by itself */
  TB_TOP_CUT_TE,      /* a component was deactivated within a message, in the order of the bases */
  TB_TOP_CUT_RAM,
  TB_TOP_CUT_PIB,
  TB_TOP_STICKY,      /* trTeInstStallOrOverflow was seen and cleared */
  TB_TOP_PATTERNS,    /* of calibration */
  TB_TOP_LATE_LOCKS,  /* probes that joined in the middle and found the phase */
  TB_TOP_TE_CUT,      /* the encoder was deactivated, and its message was still open after that */
  TB_TOP_NEAR_FULL,   /* disables over a message FIFO of 3/4 or more, with a closing message */
  TB_TOP_SINK_WAITS,  /* enable orders in which the encoder waited for a sink */
  TB_TOP_KEPT_ENDS,   /* ends of trace in a full memory's sink, and nowhere else */
  TB_TOP_LATE_SINKS,  /* orders in which a sink came into a trace that was running */
  TB_TOP_FIFO_LEVELS, /* different levels of the message FIFO when Enable became 0 */
  TB_TOP_QUEUE_LEVELS,
  TB_TOP_ERROR_SRC,       /* messages Error with SRC */
  TB_TOP_ON_TRIGGER,      /* trTeInstTracing was set by a trigger */
  TB_TOP_OFF_TRIGGER,     /* a session has ended by one */
  TB_TOP_OFF_TRACING,     /* ... by a write of trTeInstTracing */
  TB_TOP_OFF_ENABLE,      /* ... of trTeEnable */
  TB_TOP_TRIGGERS_MASKED, /* triggers that would have changed it with trTeInstTrigEnable */
  TB_TOP_RETURNS,         /* of a sink, with a sync of reason 2 */
  TB_TOP_TIMES_AT,        /* enum tb_top_time */
  TB_TOP_CROSS = TB_TOP_TIMES_AT + TB_TOP_TIMES,
  TB_TOP_COVERS = TB_TOP_CROSS + TB_SINKS_CROSSES
};
#define TB_TOP_COVER_NAMES                                                                         \
  TB_SCN_COVER_NAMES, "accesses", "sessions", "read_out", "ram_bytes", "pin_bytes", "polled_full", \
      "refused", "stops_by_wrap", "cut_te", "cut_ram", "cut_pib", "sticky", "patterns",            \
      "late_locks", "te_cut", "near_full", "sink_waits", "kept_ends", "late_sinks", "fifo_levels", \
      "queue_levels", "error_src", "on_trigger", "off_trigger", "off_tracing", "off_enable",       \
      "triggers_masked", "returns", TB_TOP_TIME_NAMES, TB_SINKS_CROSS_NAMES

enum tb_top_check { TB_TOP_CHECK_TE, TB_TOP_CHECK_RAM, TB_TOP_CHECK_PINS, TB_TOP_CHECK_NONE };

struct tb_top_bench {
  struct tb_top_unit u;
  struct tb_scenario s;
  struct tb_software sw;
  struct tb_top_judge judge;
  struct tb_top_tape tape; /* of a program that restarts the hart */
  struct tb *tb;
  struct rvt_config want; /* what software sets up */
  enum tb_top_check check;
  struct tb_top_times times;
  bool play; /* the hart runs; otherwise it stands still */
  const char *memory_file, *probe_file, *written_file;
  struct tb_capture sent; /* bytes that have left the encoder */
  size_t emptied;         /* bytes of `sent` when software made the memory empty */
  uint8_t *read_out;      /* by software */
  size_t read_count, read_room;
  uint16_t divider;
  uint8_t pins; /* data pins that are used */
  bool clk_center;
  uint32_t join_every; /* mean clocks until another probe joins */
  const char *listen;  /* where the client of the program `device` connects */
};

/** The programs by their names. */
struct tb_top_program {
  const char *name;
  void (*run)(struct tb_software *sw, void *bench);
};
extern const struct tb_top_program tb_top_programs[];

/** Whether returns can be implicit: three bits of itype tell none (NT:ING-08). */
static inline bool tb_top_has_returns(const struct tb_top_bench *b) {
  return b->u.p.te.encoder.stack_depth != 0 && b->u.p.te.encoder.itype_width == 4;
}

/** Whether the encoder reports by itself that trTeEnable has risen (ETR:DC-07). */
static inline bool tb_top_reports_enable(const struct tb_top_bench *b) {
  return b->u.p.te.encoder.format == RVT_PROTOCOL_ETRACE;
}

/* ---- For programs -------------------------------------------------------------------------- */

/** The components as the driver knows them. */
struct tb_top_parts {
  struct rvt_drv drv;
  struct rvt_drv_component te, ram, pib;
  struct rvt_drv_path path;
};

/** Fail the run unless the driver is content. */
void tb_top_need(struct tb_top_bench *b, struct tb_top_parts *p, enum rvt_drv_status status,
                 const char *what);
void tb_top_fail(struct tb_top_bench *b, const char *what);
/** Find all components, and what they can do must be what was built. */
void tb_top_discover(struct tb_top_bench *b, struct tb_top_parts *p);
/** Set up everything for `want`; `bytes` of the memory are used, 0: all. */
void tb_top_configure(struct tb_top_bench *b, struct tb_top_parts *p, uint64_t bytes,
                      bool stop_on_wrap);
/** The same, but for the encoder. */
void tb_top_configure_sinks(struct tb_top_bench *b, struct tb_top_parts *p, uint64_t bytes,
                            bool stop_on_wrap);
/**
 * Enable the path and begin to trace; the encoder must then have the configuration that is wanted:
 * the oracle follows the registers, so nothing else tells that they are what software has chosen.
 */
void tb_top_start(struct tb_top_bench *b, struct tb_top_parts *p, const struct rvt_drv_path *path);
/** The same comparison for a program that starts the trace by itself. */
void tb_top_same_config(struct tb_top_bench *b);
/** The hart stands still and begins its program anew with its next clock; `tape` has begun. */
void tb_top_restart(struct tb_top_bench *b);
/** Let the hart run for so many clocks, or to its end. */
void tb_top_run(struct tb_top_bench *b, uint64_t clocks);
/** Read the memory out after what was read before; nothing else may be going on. */
void tb_top_read_out(struct tb_top_bench *b, struct tb_top_parts *p);
/** The same for what came after a resume. */
void tb_top_read_on(struct tb_top_bench *b, struct tb_top_parts *p);
/** Copy without the idle bytes between messages; `to` may be `bytes`. @return how many are left */
size_t tb_top_strip(const struct tb_top_bench *b, uint8_t *to, const uint8_t *bytes, size_t count);
/** Every message that has left the encoder has arrived in each sink, or in the one at `only`. */
void tb_top_arrived(struct tb_top_bench *b, uint16_t only);

#endif
