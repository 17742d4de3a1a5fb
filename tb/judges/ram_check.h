/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_RAM_CHECK_H
#define RVT_TB_RAM_CHECK_H

/*
 * What a RAM sink has to make of its stream and its bus: the memory it writes to, the bytes that
 * are on their way, and its registers as rows TCI:RAM say, checked on what RTL and model agree on.
 * Only whether the component is On comes from the model.
 */

#include "harness/bench.h"
#include "rvt/unit/ram_sink.h"

enum { RAM_CHECK_KEPT_LOG2 = 16, RAM_CHECK_WAY = 32 };

enum { RAM_RP_LIMIT = 1, RAM_RP_EVEN = 2, RAM_RP_ODD = 4, RAM_RP_ALL = 7 };
enum {
  RAM_SHAPE_START = 1,   /* trRamStart is 0 */
  RAM_SHAPE_WHOLE = 2,   /* trRamLimit before software writes it: the last word */
  RAM_SHAPE_TRIMMED = 4, /* ... and another value that software chose */
  RAM_SHAPE_WP = 8,
  RAM_SHAPE_RP = 16,
  RAM_SHAPE_DATA = 32,
  RAM_SHAPE_ALL = 63
};

/** What has been seen; the bench's coverage. */
struct ram_seen {
  uint64_t words, wraps, limit_0, outside, odd_words;
  uint64_t pad[4];         /* words that were completed by so many idle bytes */
  uint64_t closed_message; /* the rest of a message was taken after the disable */
  uint64_t stops, stops_kept, stops_mid, stops_disabled, resumes, resumes_kept, discards;
  uint64_t reads, reads_wrapped, reads_outside, reads_busy, reads_stopped, reads_around;
  uint64_t refused_wp, refused_limit, refused_rp, wrap_cleared, clamped;
  uint64_t sessions_continued;
  uint64_t polled_full, polled_empty, deactivated_held, deactivated_mid;
  uint64_t cut_by_source; /* the rest of a message will not come */
  uint64_t ends;          /* of cut messages, whole before the next message */
  uint64_t left;          /* ... in the clock that ends Active, with all bytes in the memory */
};

/** The registers, words counted from 0. */
struct ram_words {
  bool enable, stop_on_wrap, stopped, wrap;
  bool on; /* the component's life is On */
  bool empty;
  bool still;                 /* trRamData can be read */
  bool limit_written, rp_set; /* since reset; and no word read after it */
  bool limit_unaligned;       /* ... and bits 1:0 were written 1 */
  uint32_t wp, rp, limit;
};

struct ram_check {
  const struct rvt_framing *framing;
  struct rvt_ram_sink_params p;
  struct ram_words now, before; /* in this clock and in the last one */
  /* Of the words whose low bits of the address are alike the last one written is kept, `tag` is the
   * rest of its address; the others read as what was never written. */
  uint8_t memory[4 << RAM_CHECK_KEPT_LOG2];
  uint16_t tag[1 << RAM_CHECK_KEPT_LOG2];
  uint8_t way[RAM_CHECK_WAY]; /* bytes that were taken and are not in the memory */
  unsigned on_way;
  unsigned idle_bytes; /* of them: what completes a word */
  bool mid;
  bool lost;       /* bytes were given up in the clock before */
  bool disabled;   /* ... as software has disabled a sink that had stopped */
  unsigned end;    /* bytes to come that end a cut message */
  bool was_mid;    /* when Enable was cleared */
  uint32_t around; /* words read since RP was written */
  struct ram_seen seen;
  unsigned rp_words; /* RAM_RP_..: where RP was set and trRamData read */
  unsigned shape;    /* RAM_SHAPE_..: what was read of TCI:RAM-34 */
};

/** As after reset; the memory stays. */
void ram_check_reset(struct ram_check *c);
/** One clock, before the model's edge. */
void ram_check_clock(struct ram_check *c, const struct rvt_ram_sink *model,
                     const struct rvt_ram_sink_in *in, const struct rvt_ram_sink_out *out,
                     struct tb *tb);
/** Take what is written, and nothing else: for who judges the stream by other rules. */
void ram_check_store(struct ram_check *c, const struct rvt_ram_sink_out *out);
/** The memory's output after a read in this clock. */
uint64_t ram_check_read(const struct ram_check *c, const struct rvt_ram_sink_out *out);

#endif
