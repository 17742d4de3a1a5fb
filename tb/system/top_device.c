/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rvt/device.h"
#include "software/sw_sequences.h"
#include "top_scenarios.h"

/* Programs of others on the whole subsystem: the sequences of existing software, and a client on a
 * socket. */

/* ---- Sequences ----------------------------------------------------------------------------- */

static void sw_hart(void *bench, bool run) { ((struct tb_top_bench *)bench)->play = run; }
static void sw_clocks(void *bench, uint64_t count) {
  tb_sw_wait(&((struct tb_top_bench *)bench)->sw, count);
}
static bool sw_stalled(void *bench) { return ((struct tb_top_bench *)bench)->u.out.te.stall; }

static void sw_restart(void *bench) { tb_top_restart(bench); }
static void sw_emptied_at(void *bench) {
  struct tb_top_bench *b = bench;
  b->emptied = b->sent.count;
}

/** What the memory has is what left the encoder since it was empty, and idle bytes between
 * messages.
 */
static bool sw_judge(struct sw *s, bool loses) {
  const struct tb_top_bench *b = s->context;
  (void)loses; /* the oracle follows what is lost */
  const size_t count = tb_top_strip(b, s->capture, s->capture, s->size),
               expected = b->sent.count - b->emptied;
  if (count == 0) return sw_fail(s, "expected trace in the memory, found none");
  if (count == expected && memcmp(s->capture, b->sent.bytes + b->emptied, count) == 0) return true;
  snprintf(s->failure, sizeof s->failure,
           "expected in the memory the %zu bytes that left the encoder, found %zu or others",
           expected, count);
  return false;
}

void tb_top_sequences(struct tb_software *software, void *bench) {
  struct tb_top_bench *b = bench;
  struct sw *s = calloc(1, sizeof *s);
  (void)software;
  if (s == NULL) tb_top_fail(b, "out of memory");
  tb_top_tape_begin(&b->tape, &b->s.player);
  for (const struct sw_sequence *q = sw_sequences; q->name != NULL; q++) {
    *s = (struct sw){.bus = &b->sw.drv_bus,
                     .te = TB_TOP_TE,
                     .ram = TB_TOP_RAM,
                     .context = b,
                     .hart = sw_hart,
                     .clocks = sw_clocks,
                     .restart = sw_restart,
                     .stalled = sw_stalled,
                     .emptied = sw_emptied_at,
                     .judge = sw_judge,
                     .seed = 1};
    if (!q->run(s)) {
      tb_fail(b->tb, "software: %s: %s", q->name, s->failure);
      free(s);
      tb_sw_wait(&b->sw, 1); /* never comes back */
    }
    b->tb->cover[TB_TOP_SESSIONS]++;
  }
  free(s);
}

/* ---- A client ------------------------------------------------------------------------------ */

/** The access of a client as one of the software's; both phases of it. */
static uint32_t transfer(struct tb_top_bench *b, const struct rvt_apb *a) {
  if (!a->pwrite) return tb_sw_read(&b->sw, a->paddr);
  tb_sw_write_bytes(&b->sw, a->paddr, a->pwdata, a->pstrb);
  return 0;
}

static void serve(struct tb_top_bench *b, struct rvt_device_server *s) {
  struct rvt_device_drive drive;
  size_t pins = b->u.to_pins.count;
  uint32_t read = 0;
  while (rvt_device_server_drive(s, &drive)) {
    b->play = drive.run;
    if (!drive.apb.psel)
      tb_sw_wait(&b->sw, 1);
    else if (!drive.apb.penable)
      read = transfer(b, &drive.apb);
    const struct rvt_device_reply reply = {.prdata = read,
                                           .pready = true,
                                           .stall = b->u.out.te.stall,
                                           .ended = b->s.ended,
                                           .insns = b->tb->cover[TB_SCN_INSNS],
                                           .pins = b->u.to_pins.bytes + pins,
                                           .pin_count = b->u.to_pins.count - pins};
    pins = b->u.to_pins.count;
    rvt_device_server_done(s, &reply);
  }
}

/** One client, whose end is the end of the run. */
void tb_top_device(struct tb_software *software, void *bench) {
  struct tb_top_bench *b = bench;
  struct rvt_device_server *s = malloc(sizeof *s);
  struct rvt_error e = {""};
  int listening, fd;
  (void)software;
  if (s == NULL) tb_top_fail(b, "out of memory");
  rvt_device_server_init(s, "RTL in lock-step with the golden model");
  if (rvt_device_listen(b->listen, &listening, &e) != RVT_OK) tb_top_fail(b, e.text);
  printf("listening at %s\n", b->listen);
  fflush(stdout);
  if (rvt_device_accept(listening, &fd, &e) != RVT_OK) tb_top_fail(b, e.text);
  rvt_device_unlisten(b->listen, listening);
  if (rvt_device_server_begin(s, fd, fd, &e) != RVT_OK) tb_top_fail(b, e.text);
  serve(b, s);
  close(fd);
  free(s);
}
