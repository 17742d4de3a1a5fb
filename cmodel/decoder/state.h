/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_DECODER_STATE_H
#define RVT_DECODER_STATE_H

/*
 * Inside of the decoder, what all formats share: what is known of each source, and the walk through
 * the program. A format has a room below this one, a table of functions, and a member of `own`.
 */

#include "decoder/etrace/etrace.h"
#include "decoder/memo.h"
#include "decoder/ntrace/ntrace.h"
#include "isa/parcels.h"
#include "rvt/decoder.h"

enum rvt_lock {
  RVT_LOCK_NEVER,    /* before the first sync: silence is no error */
  RVT_LOCK_LOST,     /* after an error that was reported */
  RVT_LOCK_OVERFLOW, /* after an overflow (NT:ERR-14) */
  RVT_LOCK_STOPPED,  /* after a stop (NT:COR-12) */
  RVT_LOCK_HELD
};

struct rvt_return_stack {
  uint64_t address[RVT_DECODER_STACK];
  uint8_t top; /* parcel of the next push */
  uint8_t count;
  uint8_t older; /* the lowest of them, of calls before a sync that did not empty it (lenient) */
};

static inline void rvt_push(struct rvt_return_stack *stack, uint64_t address) {
  stack->address[stack->top] = address;
  stack->top = (uint8_t)((stack->top + 1) % RVT_DECODER_STACK);
  if (stack->count < RVT_DECODER_STACK)
    stack->count++;
  else if (stack->older > 0)
    stack->older--;
}

/** `*older`: the address is that of a call before a sync; false: there is none. */
static inline bool rvt_pop(struct rvt_return_stack *stack, uint64_t *address, bool *older) {
  if (stack->count == 0) return false;
  stack->count--;
  *older = stack->count < stack->older;
  if (*older) stack->older = stack->count;
  stack->top = (uint8_t)((stack->top + RVT_DECODER_STACK - 1) % RVT_DECODER_STACK);
  *address = stack->address[stack->top];
  return true;
}

/** State per SRC (NT:SRC-07). */
struct rvt_source {
  enum rvt_lock lock;
  bool pc_known;
  uint64_t pc;
  struct rvt_return_stack stack;
  bool time_known;
  uint64_t time;
  struct rvt_image_context context; /* as reported since the last sync */
  const struct rvt_image *image;    /* what is there in it */
  union {
    struct rvt_ntrace_source ntrace;
    struct rvt_etrace_source etrace;
  } own;
};

/** What the walk finds wrong. */
enum rvt_walk_fault {
  RVT_WALK_CUT,             /* the count ends inside an instruction */
  RVT_WALK_NO_OUTCOME,      /* a conditional branch has none */
  RVT_WALK_JUMP_NOT_TAKEN,  /* a direct jump has that outcome, */
  RVT_WALK_JUMP_NO_OUTCOME, /* or none, */
  RVT_WALK_JUMP_NO_MESSAGE, /* ... with `no_outcomes` */
  RVT_WALK_NO_TABLE,        /* the program has no such entry of a table of jumps */
  RVT_WALK_LOOP,            /* a loop without a branch, where there are outcomes to go */
  RVT_WALK_NO_BRANCH,       /* no branch for an outcome within the limit */
  RVT_WALK_OLDER_RETURN,    /* a return was not reported, and its call was before a sync */
  RVT_WALK_NO_CALL,         /* ... and its call is not known */
  RVT_WALK_EARLY_TRANSFER,  /* an uninferable transfer, where there are outcomes to go, */
  RVT_WALK_UNITS_LEFT,      /* or units */
  RVT_WALK_TRAP_RETIRED,    /* an ECALL or EBREAK was counted */
  RVT_WALK_NO_CODE,
  RVT_WALK_OUTCOMES_LEFT,
  RVT_WALK_FAULTS
};

/** How a format says it. */
struct rvt_walk_text {
  enum rvt_status status;
  const char *row, *text;
};

/** How much a report says of what may have caused it. */
enum rvt_mark {
  RVT_MARK_NONE,  /* nothing */
  RVT_MARK_HERE,  /* what the message at hand is */
  RVT_MARK_BEFORE /* ... and what came before it */
};

/** What the common part calls of a format. */
struct rvt_decoder_format {
  /** Values out of their range, as rvt_decoder_new() says. */
  enum rvt_status (*check)(const struct rvt_decoder_config *config, struct rvt_error *e);
  unsigned (*src_bits)(const struct rvt_decoder_config *config);
  /** The state of the format at the begin of a stream; it is zero before. */
  void (*begin)(struct rvt_decoder *d);
  enum rvt_status (*step)(struct rvt_decoder *d, struct rvt_bytes *in); /* rvt_decoder_step() */
  void (*finish)(struct rvt_decoder *d, size_t rest);                   /* rvt_decoder_finish() */
  /** Fill `own` of a problem of the current source; not called with RVT_MARK_NONE. */
  void (*mark)(const struct rvt_decoder *d, enum rvt_mark mark, struct rvt_decoder_event *event);
  const struct rvt_walk_text *walk; /* by enum rvt_walk_fault; NULL: it does not walk by counts */
  /** The format's part of rvt_decoder_same(), of the stream and of a source; NULL: it is not known,
   * so nothing is ever the same. */
  bool (*same_stream)(const struct rvt_decoder *a, const struct rvt_decoder *b);
  bool (*same_source)(const struct rvt_source *a, const struct rvt_source *b);
};

/** Each format's. */
#define RVT_DECODER_FORMAT(NAME, name, text, format, major)                                        \
  extern const struct rvt_decoder_format rvt_decoder_##name;
RVT_PROTOCOL_LIST(RVT_DECODER_FORMAT)
#undef RVT_DECODER_FORMAT

struct rvt_decoder {
  struct rvt_decoder_config config;
  const struct rvt_decoder_format *format;
  const struct rvt_image *program; /* with the code of all contexts */
  const struct rvt_image *image;   /* that of the current source */
  const struct rvt_segment *hint;
  rvt_decoder_sink *sink;
  rvt_decoder_path_sink *path_sink; /* NULL: the runs of a path are events like others */
  void *user;
  uint64_t consumed; /* bytes of earlier calls */
  uint64_t message;
  uint64_t offset; /* of the current message */
  uint16_t src;
  union {
    struct rvt_ntrace_stream ntrace;
    struct rvt_etrace_stream etrace;
  } own;
  struct rvt_source *current;
  struct rvt_memo *memo; /* NULL with a format that does not walk by counts */
  size_t sources;
  struct rvt_source source[];
};

/** How a walk goes on, and how it ended. */
struct rvt_walk {
  uint64_t units; /* to go */
  uint64_t hist;  /* outcomes to go: bit `outcomes - 1` is next, 1 is taken */
  unsigned outcomes;
  bool by_hist;       /* goes on until the outcomes are used up, `units` is a mere limit */
  bool expects_taken; /* the last instruction is a taken branch */
  bool all_outcomes;  /* a conditional branch without an outcome is a fault, else not taken */
  bool no_outcomes;   /* what has no outcome has a message of its own, if taken */
  bool all_jumps;     /* direct jumps have an outcome, too (NT:AJM-04) */
  bool assumed;       /* made: a branch without an outcome was passed */
  const struct rvt_parcel *last; /* made: last instruction walked; NULL: none */
  uint64_t last_pc;
  bool open;     /* the last instruction is an uninferable transfer; `pc` is not known */
  bool implicit; /* the last instruction is a return with an address on the stack, or the jump of a
                  * pair: `pc` */
};

/** What all events of the current message and source have. */
void rvt_fill(const struct rvt_decoder *d, struct rvt_decoder_event *event);
/** Emit an event of the current message and source. */
void rvt_emit(struct rvt_decoder *d, struct rvt_decoder_event *event);
/** Emit a problem of the current message and source, an error or a warning. */
void rvt_report(struct rvt_decoder *d, bool error, enum rvt_mark mark, uint64_t offset,
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
/** The stream ends inside a message (NT:DEC-20). */
void rvt_warn_cut(struct rvt_decoder *d, const char *row, const char *text);

/** Walk from the current source's PC; false: it failed, and that was reported. */
bool rvt_walk(struct rvt_decoder *d, struct rvt_walk *w);

/** Warn where the code at `to`, a jump's target or a trap's handler, is not there; not where a
 * context that is told after the transfer may have it. */
void rvt_look_for_code(struct rvt_decoder *d, uint64_t to, const char *row, const char *text);

/** Where an address leads: the highest of the address bits that are configured is the sign of those
 * above (NT:ADR-15). */
uint64_t rvt_address(const struct rvt_decoder *d, uint64_t address);

/** Later messages are of this source. */
void rvt_select_source(struct rvt_decoder *d, uint16_t src);
/** The current source is in the context that an event reports, which is then emitted (NT:OWN-02).
 */
void rvt_take_context(struct rvt_decoder *d, struct rvt_decoder_event *event);
/** The context of the current source is not known until it is reported (NT:OWN-06). */
void rvt_forget_context(struct rvt_decoder *d);

/** The source forgets where it is (NT:COR-12, NT:ERR-14). */
void rvt_unlock(struct rvt_source *s, enum rvt_lock lock);

#endif
