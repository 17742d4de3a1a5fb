/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "decode.h"
#include "rvt/ntrace.h"

/*
 * Threads decode parts of a capture, and write in turn what one thread would:
 *
 *     part 0    |────────── sync│                      writes at once
 *     part 1         |sync ╌╌╌╌ sync│──────── sync│    holds its lines until part 0 is done
 *
 * A part begins behind a synchronizing message, to which its decoder comes from the one before, or
 * with several SRC from the last one of each (╌: nothing is shown of that). In its turn it looks
 * whether it began as the part before ended: if not, there was damage, or the message does not tell
 * all, and it decodes its part once more from where that one stands. So the lines are those of one
 * thread whatever the bytes are, and only the time differs.
 */

enum { PIECE = 1 << 18, PART_MIN = 1 << 12, MIB = 1 << 20 };

struct part {
  uint64_t from, message; /* where its decoder begins, and the number of the message there */
  uint64_t sync;          /* offset of the message that it begins behind */
};

struct plan {
  struct part *part;
  size_t count;
  uint64_t messages; /* of the capture */
};

struct team {
  struct decode *d; /* what only the thread whose turn it is may touch */
  struct plan plan;
  size_t hold; /* bytes, of each thread */
  pthread_mutex_t lock;
  pthread_cond_t turned;
  size_t next, turn;         /* part that nobody has yet; that may write */
  struct rvt_decoder *stand; /* where the part before that ended */
  bool failed;
};

enum how {
  MUTED,   /* before the part begins */
  HOLDING, /* not its turn yet */
  WRITING, /* its turn */
  VOID     /* began wrongly: nothing of it counts */
};

struct worker {
  struct team *team;
  struct decode d; /* with a decoder, lines and kept texts of its own */
  struct rvt_decoder *began;
  size_t number; /* of its part */
  enum how how;
  char *held;
  size_t held_size, held_room;
  struct rvt_decoder_event *event; /* those that the program has to hear of */
  size_t events, room;
  bool data; /* one of them is of code that is data */
  uint8_t bytes[PIECE];
  uint64_t base; /* of bytes[0] in the capture */
  struct rvt_bytes in;
};

/* ---- The plan --------------------------------------------------------------------------------
 */

static bool may_be_sync(uint8_t byte) {
  return (byte & RVT_MSEO_MASK) == RVT_MSEO_NORMAL && rvt_ntrace_is_sync(byte >> 2);
}

/* Its SRC, if it is one and whole. */
static bool is_sync(const struct rvt_decoding *f, const uint8_t *data, size_t size, uint16_t *src) {
  struct rvt_bytes in = {.data = data, .size = size};
  struct rvt_ntrace_msg msg;
  if (rvt_ntrace_msg_read(&f->format.format, &in, &msg, NULL) != RVT_OK) return false;
  *src = msg.src;
  return rvt_ntrace_is_sync(msg.tcode);
}

/* The last synchronizing message of each SRC. */
struct seen {
  bool any;
  uint64_t offset, message;
};

static void add_part(struct plan *plan, const struct part *part) {
  if ((plan->count & (plan->count - 1)) == 0)
    plan->part = rvt_need_memory(
        realloc(plan->part, (plan->count == 0 ? 1 : 2 * plan->count) * sizeof *plan->part));
  plan->part[plan->count++] = *part;
}

static void cut_here(struct plan *plan, const struct seen *seen, size_t sources, uint64_t offset,
                     uint64_t message) {
  struct part part = {.from = offset, .message = message, .sync = offset};
  for (size_t i = 0; i < sources; i++)
    if (seen[i].any && seen[i].offset < part.from) {
      part.from = seen[i].offset;
      part.message = seen[i].message;
    }
  const uint64_t size = offset - plan->part[plan->count - 1].sync;
  if (size >= PART_MIN && offset - part.from <= size / 2) add_part(plan, &part);
}

/* Where messages begin and how many there are, as undamaged bytes say; the last bytes of a piece
 * may be cut. */
static bool make_plan(struct decode *d, struct plan *plan) {
  struct rvt_decoding *f = &d->decoding;
  const size_t sources = (size_t)1 << f->format.format.src_bits;
  struct seen *seen = rvt_need_memory(calloc(sources, sizeof *seen));
  uint8_t *bytes = rvt_need_memory(malloc(PIECE));
  bool open = f->blind || f->format.sidecar.blind, counts = !open;
  uint64_t base = 0;
  ssize_t got;
  add_part(plan, &(struct part){0});
  while ((got = pread(f->in.fd, bytes, PIECE, (off_t)base)) > 0) {
    if (base == 0) rvt_decoding_begins(f, bytes, (size_t)got);
    for (size_t i = 0; i < (size_t)got; i++) {
      uint16_t src = 0;
      if (!open && bytes[i] == RVT_NTRACE_IDLE) continue;
      if (!open && may_be_sync(bytes[i]) && is_sync(f, bytes + i, (size_t)got - i, &src)) {
        seen[src] = (struct seen){true, base + i, plan->messages};
        cut_here(plan, seen, sources, base + i, plan->messages);
      }
      open = !rvt_ntrace_ends(bytes[i]);
      if (!open && counts) plan->messages++;
      counts = counts || !open;
    }
    base += (uint64_t)got;
  }
  free(bytes);
  free(seen);
  return got == 0;
}

/* ---- Turns -----------------------------------------------------------------------------------
 */

static bool is_turn(struct worker *w) {
  pthread_mutex_lock(&w->team->lock);
  const bool is = w->team->turn == w->number;
  pthread_mutex_unlock(&w->team->lock);
  return is;
}

static bool has_failed(struct worker *w) {
  pthread_mutex_lock(&w->team->lock);
  const bool failed = w->team->failed;
  pthread_mutex_unlock(&w->team->lock);
  return failed;
}

/* What was held counts, if the part began as it had to. */
static void take_turn(struct worker *w) {
  struct team *t = w->team;
  pthread_mutex_lock(&t->lock);
  while (t->turn != w->number && !t->failed) pthread_cond_wait(&t->turned, &t->lock);
  const bool failed = t->failed;
  pthread_mutex_unlock(&t->lock);
  if (failed || (w->number != 0 && !rvt_decoder_same(t->stand, w->began))) {
    w->how = VOID;
    return;
  }
  for (size_t i = 0; i < w->events; i++) (void)!rvt_decoding_take(&t->d->decoding, &w->event[i]);
  rvt_pcs_write(t->d->out.file, w->held, w->held_size);
  w->how = WRITING;
}

static void pass_turn(struct worker *w) {
  struct team *t = w->team;
  rvt_decoder_copy(t->stand, w->d.decoding.decoder);
  rvt_decoding_show_progress(&t->d->decoding, rvt_decoder_offset(t->stand));
  pthread_mutex_lock(&t->lock);
  t->turn++;
  pthread_cond_broadcast(&t->turned);
  pthread_mutex_unlock(&t->lock);
}

/* ---- Lines and events ------------------------------------------------------------------------
 */

static void take_text(void *user, const char *text, size_t size) {
  struct worker *w = user;
  if (w->how == HOLDING && w->held_size + size > w->team->hold) take_turn(w);
  if (w->how == WRITING) rvt_pcs_write(w->team->d->out.file, text, size);
  if (w->how != HOLDING || size == 0) return;
  if (w->held_room - w->held_size < size) {
    w->held_room = 2 * w->held_room + size;
    w->held = rvt_need_memory(realloc(w->held, w->held_room));
  }
  memcpy(w->held + w->held_size, text, size);
  w->held_size += size;
}

/* Of these rvt_decoding_take() keeps or says something. */
static bool is_heard(const struct worker *w, const struct rvt_decoder_event *e) {
  switch (e->kind) {
  case RVT_DE_RUN:
    return !w->data && rvt_image_is_data(e->image, e->u.run.pc) &&
           rvt_decoding_shows(&w->d.decoding, e);
  case RVT_DE_TRANSFER:
  case RVT_DE_TRAP:
  case RVT_DE_STOP:
  case RVT_DE_TIME: return false;
  default: return true;
  }
}

static void hear(struct worker *w, const struct rvt_decoder_event *e) {
  if (w->events * sizeof *e > w->team->hold) take_turn(w);
  if (w->how == WRITING) (void)!rvt_decoding_take(&w->team->d->decoding, e);
  if (w->how != HOLDING) return;
  if (w->events == w->room) {
    w->room = 2 * w->room + 64;
    w->event = rvt_need_memory(realloc(w->event, w->room * sizeof *w->event));
  }
  w->event[w->events++] = *e;
  w->data = w->data || e->kind == RVT_DE_RUN;
}

static void take_event(void *user, const struct rvt_decoder_event *e) {
  struct worker *w = user;
  if (w->how == MUTED || w->how == VOID) return;
  if (w->how == HOLDING && is_heard(w, e))
    hear(w, e);
  else if (w->how == WRITING)
    (void)!rvt_decoding_take(&w->team->d->decoding, e);
  if (rvt_decoding_shows(&w->d.decoding, e)) decode_put(&w->d, e, NULL);
}

static void take_path(void *user, const struct rvt_decoder_event *e,
                      const struct rvt_decoder_path *path) {
  struct worker *w = user;
  if (w->how == MUTED || w->how == VOID || !rvt_decoding_shows(&w->d.decoding, e)) return;
  decode_put_path(&w->d, e, path);
}

/* ---- The work --------------------------------------------------------------------------------
 */

/* False: nothing more comes. */
static bool read_more(struct worker *w) {
  const struct rvt_decoding *f = &w->d.decoding;
  const size_t rest = w->in.size - w->in.pos;
  memmove(w->bytes, w->bytes + w->in.pos, rest);
  w->base += w->in.pos;
  ssize_t got;
  do got = pread(f->in.fd, w->bytes + rest, PIECE - rest, (off_t)(w->base + rest));
  while (got < 0 && errno == EINTR);
  if (got < 0) {
    pthread_mutex_lock(&w->team->lock);
    if (!w->team->failed)
      rvt_complain("%s: expected a readable file, found: %s", f->in.name, strerror(errno));
    w->team->failed = true;
    pthread_cond_broadcast(&w->team->turned);
    pthread_mutex_unlock(&w->team->lock);
    w->how = VOID;
  }
  w->in = (struct rvt_bytes){.data = w->bytes, .size = rest + (got > 0 ? (size_t)got : 0)};
  return got > 0;
}

static void stand_at(struct worker *w, uint64_t offset) {
  w->base = offset;
  w->in = (struct rvt_bytes){.data = w->bytes};
}

/* Up to the end of what begins at `last`, or of the capture. */
static void decode_to(struct worker *w, uint64_t last) {
  struct rvt_decoder *decoder = w->d.decoding.decoder;
  while (w->how != VOID && rvt_decoder_offset(decoder) <= last) {
    if (rvt_decoder_step(decoder, &w->in) == RVT_OK || read_more(w)) continue;
    if (w->how != VOID && last == UINT64_MAX) rvt_decoder_finish(decoder, w->in.size);
    return; /* else damage has swallowed the message at `last`, and the last part ends the rest */
  }
}

static void decode_part(struct worker *w) {
  const struct plan *plan = &w->team->plan;
  const struct part *part = &plan->part[w->number];
  const uint64_t last = w->number + 1 < plan->count ? part[1].sync : UINT64_MAX;
  struct rvt_decoder *decoder = w->d.decoding.decoder;
  w->held_size = w->events = 0;
  w->data = false;
  w->how = MUTED;
  rvt_decoder_begin(decoder, part->from, part->message);
  stand_at(w, part->from);
  if (w->number != 0) decode_to(w, part->sync);
  rvt_decoder_copy(w->began, decoder);
  w->how = HOLDING;
  if (is_turn(w)) take_turn(w);
  decode_to(w, last);
  rvt_pcs_flush(&w->d.list);
  if (w->how == HOLDING) take_turn(w);
  if (w->how == VOID && !has_failed(w)) {
    rvt_decoder_copy(decoder, w->team->stand);
    stand_at(w, rvt_decoder_offset(decoder));
    w->how = WRITING;
    decode_to(w, last);
    rvt_pcs_flush(&w->d.list);
  }
  pass_turn(w);
}

static void *work(void *user) {
  struct worker *w = user;
  struct team *t = w->team;
  for (;;) {
    pthread_mutex_lock(&t->lock);
    w->number = t->next++;
    const bool over = w->number >= t->plan.count || t->failed;
    pthread_mutex_unlock(&t->lock);
    if (over) return NULL;
    decode_part(w);
  }
}

static bool worker_begin(struct worker *w, struct team *t) {
  const struct rvt_decoding *f = &t->d->decoding;
  *w = (struct worker){.team = t, .d = *t->d};
  w->d.made = (struct decode_text){.text = NULL};
  w->d.kept = decode_kept_new();
  w->d.decoding.decoder = NULL;
  if (!rvt_decoding_decoder(f, take_event, w, &w->d.decoding.decoder) ||
      !rvt_decoding_decoder(f, take_event, w, &w->began))
    return false;
  rvt_decoder_on_path(w->d.decoding.decoder, take_path);
  w->d.list.take = take_text;
  w->d.list.user = w;
  return true;
}

static void worker_end(struct worker *w) {
  rvt_decoder_free(w->d.decoding.decoder);
  rvt_decoder_free(w->began);
  decode_kept_free(w->d.kept);
  free(w->d.made.text);
  free(w->held);
  free(w->event);
}

static bool run(struct team *t, struct worker *worker, pthread_t *thread, unsigned jobs) {
  unsigned begun = 0, running = 0;
  bool good = rvt_decoding_decoder(&t->d->decoding, take_event, NULL, &t->stand);
  while (good && begun < jobs) good = worker_begin(&worker[begun++], t);
  for (; good && running < jobs; running++)
    if (pthread_create(&thread[running], NULL, work, &worker[running]) != 0) break;
  if (good && running == 0) (void)work(&worker[0]);
  for (unsigned i = 0; i < running; i++) pthread_join(thread[i], NULL);
  while (begun != 0) worker_end(&worker[--begun]);
  rvt_decoder_free(t->stand);
  return good && !t->failed; /* no other thread is left */
}

bool decode_parallel(struct decode *d, bool *good) {
  struct rvt_decoding *f = &d->decoding;
  struct team t = {.d = d, .hold = (size_t)d->o.hold * MIB};
  if (!f->in.regular || f->format.sidecar.protocol != RVT_PROTOCOL_NTRACE ||
      lseek(f->in.fd, 0, SEEK_CUR) != 0)
    return false;
  const bool parts = make_plan(d, &t.plan) && t.plan.count > 1;
  if (parts) {
    const unsigned jobs = d->o.jobs < t.plan.count ? d->o.jobs : (unsigned)t.plan.count;
    struct worker *worker = rvt_need_memory(malloc(jobs * sizeof *worker));
    pthread_t *thread = rvt_need_memory(malloc(jobs * sizeof *thread));
    pthread_mutex_init(&t.lock, NULL);
    pthread_cond_init(&t.turned, NULL);
    *good = run(&t, worker, thread, jobs);
    f->any = true;
    f->messages = t.plan.messages;
    pthread_cond_destroy(&t.turned);
    pthread_mutex_destroy(&t.lock);
    free(worker);
    free(thread);
  }
  free(t.plan.part);
  return parts;
}
