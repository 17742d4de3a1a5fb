/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_DECODER_H
#define RVT_DECODER_H

/*
 * Trace bytes + program image -> flow of instructions (NT:DEC). State is kept per SRC (NT:SRC-07).
 * What formats have in common is here; what is a format's own is in a struct of its header, a
 * member of the configuration and of the events.
 *
 * Strict unless asked not to be: whatever shows that bytes were lost or altered, or that trace and
 * program contradict each other, is an error event, and that source is silent until its next
 * synchronizing message. Not errors: a field that is not minimal (a warning), anything before the
 * first synchronizing message of a source, a ProgTraceCorrelation while unsynchronized, a last
 * message that is not complete (NT:DEC-20), a whole message that carries no program flow
 * (NT:DEC-07): a warning the first time for each TCODE.
 */

#include "rvt/bytes.h"
#include "rvt/config.h"
#include "rvt/error.h"
#include "rvt/etrace_packet.h"
#include "rvt/image.h"
#include "rvt/ntrace_msg.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** Return addresses a decoder remembers (NT:IRT-17). */
enum { RVT_DECODER_STACK = 32 };

/**
 * Most half-words that one RepeatBranch may stand for, if the configuration does not say. Both its
 * fields at their ceilings would be 2^40 half-words in four bytes (NT:DEC-23); this is 2^18 - 1
 * repetitions of a loop of 1,000.
 */
enum { RVT_DECODER_REPEAT_MAX = 1 << 28 };

/** What the stream does not say about itself (NT:DEC-02). */
struct rvt_decoder_config {
  enum rvt_protocol protocol;
  uint8_t ts_width;        /* bits of the time counter, 1..64; 0: 64 (NT:TSP-05) */
  uint8_t implicit_return; /* trTeInstImplicitReturnMode: 0 off, 1..3 on (NT:IRT-01) */
  bool sequential_jump;    /* trTeInstEnSequentialJump (NT:SQJ-05) */
  bool blind;              /* the first byte may stand inside a message (NT:PKT-14) */
  bool lenient;            /* warn and go on where the rows, or a draft before them, allow it */
  uint8_t addr_bits;       /* 1..64: bits above the lowest `addr_bits` of an address are copies of
                            * the highest of these, whatever was sent; 0: 64 (NT:ADR-15) */
  struct rvt_ntrace_setting ntrace; /* of RVT_PROTOCOL_NTRACE; `extend_addr` is not read */
  struct rvt_etrace_setting etrace; /* of RVT_PROTOCOL_ETRACE */
};

enum rvt_decoder_event_kind {
  RVT_DE_RUN,      /* instructions executed one after the other */
  RVT_DE_TRANSFER, /* what the program does not tell: an indirect jump */
  RVT_DE_TRAP,     /* an exception or interrupt */
  RVT_DE_SYNC,     /* decoding goes on at an address sent in full */
  RVT_DE_OVERFLOW, /* messages were lost (Error) */
  RVT_DE_STOP,     /* trace stopped (ProgTraceCorrelation) */
  RVT_DE_CONTEXT,  /* privilege and context (Ownership) */
  RVT_DE_TIME,     /* time of what the same message reports */
  RVT_DE_NO_FLOW,  /* a message that carries no program flow was stepped over (NT:DEC-07) */
  RVT_DE_WARNING,  /* a deviation that harms nothing, or that lenient decoding put up with */
  RVT_DE_ERROR     /* see above; `lost` tells whether a source fell silent */
};

struct rvt_decoder_run {
  uint64_t pc;        /* of the first instruction */
  uint64_t insns;     /* instructions in one pass */
  uint64_t halfwords; /* in one pass */
  uint64_t times;     /* passes, one after the other: a jump to the run's own start (NT:DEC-21) */
};

struct rvt_decoder_transfer {
  uint64_t from; /* address of the jump, if known */
  uint64_t to;
  bool from_known;
};

enum rvt_trap_kind { RVT_TRAP_ANY, RVT_TRAP_EXCEPTION, RVT_TRAP_INTERRUPT };

/** N-Trace tells no cause and no tval, and of an encoder that does not tell both kinds apart
 * (B-TYPE 1) none (NT:BTY-02). */
struct rvt_decoder_trap {
  uint8_t kind;   /* enum rvt_trap_kind; RVT_TRAP_ANY: the trace does not tell which */
  uint64_t epc;   /* the instruction not executed, if known; an ECALL or EBREAK itself */
  uint64_t to;    /* first instruction of the handler, if known */
  bool epc_known; /* false: a trap at the target of a jump that was not reported (NT:SEQ-16) */
  bool to_known;
  bool cause_known, tval_known;
  uint64_t cause; /* of xcause, without its top bit */
  uint64_t tval;
};

struct rvt_decoder_sync {
  uint64_t pc;
  bool continuous; /* nothing is missing before it */
};

/** Of an overflow or a stop: the next instruction. */
struct rvt_decoder_end {
  uint64_t pc;   /* of an overflow: as far as reported before it (NT:ERR-15) */
  bool pc_known; /* false: unsynchronized, or after a jump whose target was not reported */
};

/** What a message reports of it; what it does not report stays as it was. */
struct rvt_decoder_context {
  bool priv_known;
  uint8_t priv; /* enum rvt_priv, if known */
  bool more;    /* the next one belongs to it: hcontext comes before scontext (NT:OWN-07) */
  struct rvt_image_context context;
};

struct rvt_decoder_problem {
  enum rvt_status status;
  const char *row;  /* requirement row */
  const char *text; /* expectation and finding; constant */
  uint64_t pc;      /* where the walk stood */
  bool pc_known;
  bool lost; /* the source, or with `all_sources` every one, is silent until its next sync */
  bool all_sources;
};

struct rvt_decoder_event {
  enum rvt_decoder_event_kind kind;
  enum rvt_protocol protocol; /* whose member of `own` is filled */
  uint16_t src;               /* 0 if the stream has no SRC */
  /** What the hart sees: where to look up addresses of this event. Of a problem of all sources,
   * which has none: the image of rvt_decoder_new(). */
  const struct rvt_image *image;
  uint64_t
      message; /* number of the message in the stream, from 0; a damaged stretch counts as one */
  uint64_t
      offset; /* of the message's first byte in the stream; problems: of the byte in question */
  union {
    struct rvt_decoder_run run;
    struct rvt_decoder_transfer transfer;
    struct rvt_decoder_trap trap;
    struct rvt_decoder_sync sync;
    struct rvt_decoder_end end; /* of an overflow or a stop */
    struct rvt_decoder_context context;
    uint64_t time;
    struct rvt_decoder_problem problem;
  } u;
  union {
    struct rvt_ntrace_event ntrace;
    struct rvt_etrace_event etrace;
  } own; /* what is the format's own, by kind */
};

/** What the PROCESS field of an Ownership reports (NT:OWN-01 to OWN-03). */
struct rvt_decoder_context rvt_ntrace_context(uint64_t process);

/** Called for every event in stream order; the event is gone when it returns. */
typedef void rvt_decoder_sink(void *user, const struct rvt_decoder_event *event);

/** Runs that may stand in one path. */
enum { RVT_DECODER_PATH_RUNS = 8 };

/** Runs one after the other, which the decoder has walked in the same way before. */
struct rvt_decoder_path {
  uint64_t serial; /* of this decoder: where it is the same, so are the runs and their image */
  unsigned number; /* that a later path may have, too, in place of this one */
  unsigned runs;
  struct {
    uint64_t pc;
    uint16_t insns, halfwords;
  } run[RVT_DECODER_PATH_RUNS];
};

/** One of them as an event has it. */
void rvt_decoder_path_run(const struct rvt_decoder_path *path, unsigned index,
                          struct rvt_decoder_run *run);

/** `event` is a RVT_DE_RUN whose `u` is not filled. */
typedef void rvt_decoder_path_sink(void *user, const struct rvt_decoder_event *event,
                                   const struct rvt_decoder_path *path);

struct rvt_decoder;

/**
 * A decoder at the begin of a stream. `image` is borrowed and must not change. Of code that is
 * there in certain contexts only, it walks what belongs to the last Ownership of each SRC since its
 * last synchronizing message; before that, and while the context is another one, what is there in
 * all (NT:DEC-18). `image` of an event tells which that is.
 *
 * @retval RVT_OK
 * @retval RVT_ERR_ARG        a value out of its range, an unsupported feature is on, or the image's
 *                            XLEN is not known
 * @retval RVT_ERR_NO_MEMORY
 * `*decoder` is unchanged unless RVT_OK; `e` then says what was expected and what was found.
 */
RVT_MUST_CHECK enum rvt_status rvt_decoder_new(const struct rvt_decoder_config *config,
                                               const struct rvt_image *image,
                                               rvt_decoder_sink *sink, void *user,
                                               struct rvt_decoder **decoder, struct rvt_error *e);
void rvt_decoder_free(struct rvt_decoder *decoder);

/** Have runs that came before by `sink` as a path, in place of an event each: whoever keeps what it
 * makes of a path makes it once. With the `user` of rvt_decoder_new(). */
void rvt_decoder_on_path(struct rvt_decoder *decoder, rvt_decoder_path_sink *sink);

/**
 * Decode the next message, or skip one damaged stretch. Bytes are given in order: those after
 * `in->pos` when it returns stand first in the next call.
 *
 * @retval RVT_OK         one message, or stretch, was consumed
 * @retval RVT_END        only idle bytes were left; all are consumed
 * @retval RVT_NEED_MORE  the message is not complete; give the rest of the bytes with more after
 */
RVT_MUST_CHECK enum rvt_status rvt_decoder_step(struct rvt_decoder *decoder, struct rvt_bytes *in);

/**
 * Decode all messages that are complete in `in`.
 *
 * @retval RVT_END        all bytes are consumed
 * @retval RVT_NEED_MORE  as above; at the end of the stream see rvt_decoder_finish()
 */
RVT_MUST_CHECK enum rvt_status rvt_decoder_feed(struct rvt_decoder *decoder, struct rvt_bytes *in);

/** Say that the stream has ended; `rest` bytes of a message that is not complete are left. */
void rvt_decoder_finish(struct rvt_decoder *decoder, size_t rest);

/*
 * Parts of one stream, decoded at the same time by decoders of one configuration and image. A part
 * begins at a synchronizing message: a decoder that began there stands after it as one that came
 * from the part before, unless that was damaged, or the message does not tell all; whether it does,
 * rvt_decoder_same() says.
 */

/** Begin anew, where the next byte is at `offset` of the stream and begins message `message`. */
void rvt_decoder_begin(struct rvt_decoder *decoder, uint64_t offset, uint64_t message);
/** Offset of the next byte in the stream. */
uint64_t rvt_decoder_offset(const struct rvt_decoder *decoder);
/** Stand where `from` does. */
void rvt_decoder_copy(struct rvt_decoder *to, const struct rvt_decoder *from);
/** Both have the same events for whatever comes. False may be said of what is the same. */
bool rvt_decoder_same(const struct rvt_decoder *a, const struct rvt_decoder *b);

struct rvt_segment;

/** Single instructions of a run event. */
struct rvt_decoder_pcs {
  const struct rvt_image *image;
  const struct rvt_segment *hint;
  struct rvt_decoder_run run;
  uint64_t pc; /* of the instruction last delivered */
  uint64_t next;
  uint64_t left;  /* instructions left in this pass */
  uint64_t times; /* passes left after this one */
};

/** @param image  that of the event */
void rvt_decoder_pcs_begin(struct rvt_decoder_pcs *pcs, const struct rvt_image *image,
                           const struct rvt_decoder_run *run);
/** Deliver the next instruction's address in `pcs->pc`; false: there is none left. */
bool rvt_decoder_pcs_next(struct rvt_decoder_pcs *pcs);
/**
 * The same for as many instructions as `list` has room for; `pcs->pc` is then the last one's.
 * Returns their number, which is below `max` only if there is none left.
 */
size_t rvt_decoder_pcs_take(struct rvt_decoder_pcs *pcs, uint64_t *list, size_t max);

/** Events that are kept for who takes them many at a time: languages in which a call costs more
 * than an event. All zero is an empty one. */
struct rvt_decoder_batch {
  struct rvt_decoder_event *event;
  size_t count, room;
  bool cut;          /* there was no memory for more; later events are lost */
  bool synchronized; /* a RVT_DE_SYNC has come, among all that were ever kept */
  size_t at;         /* rvt_decoder_batch_pcs(): the event that it stands at */
  bool walks;
  struct rvt_decoder_pcs walk;
};

/** A sink; `batch` is a struct rvt_decoder_batch. */
void rvt_decoder_keep(void *batch, const struct rvt_decoder_event *event);
void rvt_decoder_batch_free(struct rvt_decoder_batch *batch);
/**
 * Addresses of the instructions of its runs, from `at` on. Returns their number, which is below
 * `max` only where no more come: `at` is then `count`, or stands at an error.
 */
size_t rvt_decoder_batch_pcs(struct rvt_decoder_batch *batch, uint64_t *list, size_t max);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
