/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_DECODER_STATE_H
#define RVT_DECODER_STATE_H

/* Inside of the decoder: what is known of each source, and the walk through the program. */

#include "isa/parcels.h"
#include "rvt/decoder.h"

enum rvt_lock {
  RVT_LOCK_NEVER,    /* before the first sync: silence is no error */
  RVT_LOCK_LOST,     /* after an error that was reported */
  RVT_LOCK_OVERFLOW, /* after Error (NT:ERR-14) */
  RVT_LOCK_STOPPED,  /* after ProgTraceCorrelation (NT:COR-12) */
  RVT_LOCK_HELD
};

enum rvt_flow_mode { RVT_FLOW_UNKNOWN, RVT_FLOW_BTM, RVT_FLOW_HTM };

struct rvt_return_stack {
  uint64_t address[RVT_DECODER_STACK];
  uint8_t top; /* parcel of the next push */
  uint8_t count;
  uint8_t older; /* the lowest of them, of calls before a sync that did not empty it (lenient) */
};

/** State per SRC (NT:SRC-07). */
struct rvt_source {
  enum rvt_lock lock;
  enum rvt_flow_mode mode; /* of this session, from its TCODEs */
  bool assumed;            /* a branch without outcome was passed while the mode was not known */
  bool pc_known;
  uint64_t pc;
  uint64_t ref;   /* last address sent (NT:ADR-04) */
  int64_t credit; /* units reported but not walked; negative: walked but not reported */
  bool debt_told; /* that `credit` is lower than a good encoder lets it become */
  struct rvt_return_stack stack;
  struct {
    bool valid;
    bool loose; /* it is, or stands before, a synchronizing message (lenient) */
    struct rvt_ntrace_msg msg;
    uint64_t target;
  } branch; /* what RepeatBranch refers to (NT:RPT-10) */
  bool time_known;
  uint64_t time;
  uint64_t xor_time; /* the same, were TSTAMP not an increase but XOR */
  bool xor_grows;    /* since the last sync */
  bool passed; /* a message without program flow, since the last sync (NT:DEC-07): the last one */
  uint8_t passed_tcode;
  uint64_t passed_offset;
  struct rvt_image_context context; /* as Ownership messages since the last sync say */
  const struct rvt_image *image;    /* what is there in it */
};

struct rvt_decoder {
  struct rvt_decoder_config config;
  const struct rvt_dialect_info *dialect;
  enum rvt_dialect sign;           /* the message at hand shows that of another one */
  bool xor_told;                   /* that times look like those of a dialect */
  const struct rvt_image *program; /* with the code of all contexts */
  const struct rvt_image *image;   /* that of the current source */
  const struct rvt_segment *hint;
  rvt_decoder_sink *sink;
  void *user;
  bool skipping;    /* inside a damaged stretch whose end was not in the bytes */
  bool skip_passed; /* the stretch is a message without program flow so far */
  bool skip_blind;  /* the stretch is the part before the first end of a message */
  struct rvt_ntrace_passed passing;
  uint64_t passed_told; /* bit n: TCODE n was remarked */
  uint64_t consumed;    /* bytes of earlier calls */
  uint64_t message;
  uint64_t offset; /* of the current message */
  uint16_t src;
  struct rvt_source *current;
  size_t sources;
  struct rvt_source source[];
};

/** How a walk ended. */
struct rvt_walk {
  uint64_t units; /* to go */
  uint64_t hist;  /* outcomes to go: bit `outcomes - 1` is next */
  unsigned outcomes;
  bool by_hist;       /* goes on until the outcomes are used up, `units` is a mere limit */
  bool expects_taken; /* the last instruction is a taken branch (DirectBranch) */
  const struct rvt_parcel *last; /* last instruction walked; NULL: none */
  uint64_t last_pc;
  bool open;     /* the last instruction is an uninferable transfer; `pc` is not known */
  bool implicit; /* the last instruction is a return with an address on the stack, or the jump of a
                  * pair: `pc` */
};

/** Emit an event of the current message and source. */
void rvt_emit(struct rvt_decoder *d, struct rvt_decoder_event *event);
/** Emit a problem of the current message and source, an error or a warning. */
void rvt_report(struct rvt_decoder *d, bool error, uint64_t offset,
                const struct rvt_decoder_problem *problem);
void rvt_warn(struct rvt_decoder *d, const char *row, const char *text);
/** The same about a byte of the stream. */
void rvt_warn_byte(struct rvt_decoder *d, uint64_t offset, const char *row, const char *text);
/** The same about an address. */
void rvt_warn_at(struct rvt_decoder *d, uint64_t pc, const char *row, const char *text);
/** An error: the current source becomes silent. Returns false. */
bool rvt_fail(struct rvt_decoder *d, enum rvt_status status, const char *row, const char *text);
/** The same, but lenient decoding warns and returns true. */
bool rvt_tolerate(struct rvt_decoder *d, enum rvt_status status, const char *row, const char *text);

/** Bytes were lost or altered, and with them messages of an unknown source: all become silent. The
 * current source is unchanged; the event is of no source, so it has SRC 0 and the program's image.
 */
void rvt_fail_all(struct rvt_decoder *d, enum rvt_status status, uint64_t offset, const char *row,
                  const char *text);

/** Walk from the current source's PC; false: it failed, and that was reported. */
bool rvt_walk(struct rvt_decoder *d, struct rvt_walk *w);

/** The current source's message carries no program flow: remember it, and say so (NT:DEC-07). */
void rvt_pass_over(struct rvt_decoder *d, uint8_t tcode);

/** Whether direct jumps of the current source have an outcome or a message (NT:AJM-04). */
static inline bool rvt_all_jumps(const struct rvt_decoder *d) {
  return d->config.all_jumps || (d->dialect->btm_jumps && d->current->mode == RVT_FLOW_BTM);
}

/** The flow of one message whose layout is known. */
void rvt_flow(struct rvt_decoder *d, const struct rvt_ntrace_msg *msg);

/** Later messages are of this source. */
void rvt_select_source(struct rvt_decoder *d, uint16_t src);
/** The current source is in the context that an Ownership reports (NT:OWN-02). */
void rvt_take_context(struct rvt_decoder *d, uint64_t process);
/** The context of the current source is not known until its next Ownership (NT:OWN-06). */
void rvt_forget_context(struct rvt_decoder *d);

/** The source forgets where it is (NT:COR-12, NT:ERR-14). */
void rvt_unlock(struct rvt_source *s, enum rvt_lock lock);

#endif
