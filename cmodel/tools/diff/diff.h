/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_DIFF_H
#define RVT_DIFF_H

/* Parts of `rvt diff`: lists of PCs with the place where each stands, and where one is in another.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/shared/decoding.h"

/** From PC `first` on, places are counted from `place`. */
struct diff_mark {
  size_t first;
  uint64_t place;
};

/** From PC `first` on, who ran it as far as told; of a trace see diff_owners_go(). */
struct diff_owner {
  size_t first;
  struct rvt_process process; /* `known` 0: nobody says */
};

/** What retired, in order. */
struct diff_list {
  const char *name;
  bool lines;  /* places are lines of a text; else offsets of messages */
  bool flawed; /* a trace that is damaged, or announces a loss */
  uint64_t *pc;
  size_t count, room;
  struct diff_mark *mark;
  size_t marks, mark_room;
  struct diff_owner *owner;
  size_t owners, owner_room;
  bool has_v;      /* a privilege of it tells V, too: U is not VU */
  size_t *segment; /* first PC of each; between two of them something is missing */
  size_t segments, segment_room;
};

/** Append a PC. Complains and returns false if there is no memory. */
bool diff_list_put(struct diff_list *l, uint64_t pc, uint64_t place);
/** What follows is another segment. Complains and returns false if there is no memory. */
bool diff_list_cut(struct diff_list *l);
/** Take the last PC back. */
void diff_list_drop(struct diff_list *l);
/** Who runs what follows. Complains and returns false if there is no memory. */
bool diff_list_own(struct diff_list *l, const struct rvt_process *process);
/** What a decoder says, on its way into a list. */
struct diff_events {
  struct diff_list *list;
  int src;                    /* of all PCs; -1: there are none yet */
  bool refused;               /* there was no memory, or another SRC; nothing more is taken */
  struct rvt_process process; /* by the Ownership messages since the last sync */
};

/** Take an event; `hint`: what else would do, for the complaint of PCs of two SRCs. */
void diff_events_take(struct diff_events *d, const struct rvt_decoder_event *e, const char *hint);

/** Where a PC stands: its line, or the offset of its message. */
uint64_t diff_list_place(const struct diff_list *l, size_t pc);
void diff_list_free(struct diff_list *l);

/**
 * Read a log of the decoding's programs. ECALL and EBREAK never retire, so they are left out of a
 * list that has them. Complains and returns false on failure.
 */
bool diff_log_read(struct diff_list *log, const char *path, const struct rvt_decoding *decoding);

/** The longest piece of some PCs, from their first on, that is in a list. */
struct diff_match {
  size_t length; /* PCs that agree */
  size_t at;     /* the first of them in the list; meaningless if `length` is 0 */
};

/** Who runs, on the way through a list: begun, then each PC in order. */
struct diff_owners {
  const struct diff_list *list;
  size_t next;            /* owners before this one have been told ... */
  size_t from;            /* ... whose contexts from this one on may run */
  struct rvt_process now; /* the last one told */
};
void diff_owners_begin(struct diff_owners *o, const struct diff_list *list);
void diff_owners_go(struct diff_owners *o, size_t pc);

enum diff_owned {
  DIFF_OWNED_UNTOLD,    /* one of the two does not say */
  DIFF_OWNED_LEVEL,     /* the privilege is the same, */
  DIFF_OWNED_ALL,       /* ... and a context, */
  DIFF_OWNED_SPACE,     /* ... or a context alone, and one does not say the privilege */
  DIFF_OWNED_PRIVILEGE, /* another privilege */
  DIFF_OWNED_CONTEXT    /* another context */
};
/** Whether the PCs at which both stand have the same owner. Contexts are compared as far as both
 * have them, V of a privilege if both tell it. */
enum diff_owned diff_owners_agree(struct diff_owners *a, struct diff_owners *b);

/**
 * The first place from `from` on, inside a segment of the list, where all `count` PCs are in the
 * list, one after the other, and `fits` takes it; or else the first where they all are, or where
 * most of them are. `fits` is asked of places in their order. But for what it takes, in time and
 * memory proportional to the PCs and the list. Complains and returns false if there is no memory.
 */
bool diff_find(const struct diff_list *in, size_t from, const uint64_t *pc, size_t count,
               bool (*fits)(void *user, size_t at), void *user, struct diff_match *match);

#endif
