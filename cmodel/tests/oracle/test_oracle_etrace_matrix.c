/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * The trap matrix of E-Trace (ETR:DC-09): what a trap meets, and the packets, worked out from the
 * rows. Each cell is run from machine and user mode, and with the addresses of handlers implied.
 */

#include "oracle_etrace_run.h"

/*
 * Events, one a clock unless `&` joins it with the next:
 *   . instruction    n branch not taken   t branch to 2000   j uninferable jump to 3000
 *   m xRET to 4000   u the same into user mode
 *   e exception alone, i interrupt alone; E, I: after an instruction of the same block. Their
 *     handler is at 100 in machine mode; causes are 2, then 5; 7, then 3
 *   r a period of clocks ends with the next block
 *   | tracing off   / on   D debug mode for a clock   H likewise, with an instruction
 * A cell begins in a trace with 3.0 at 1000, and its first event is at 1008; with ^ the first event
 * is that of the trace, at 1000. Packets have P for the privilege at the start.
 */
struct cell {
  const char *events;
  const char *packets; /* with `;` between two */
  const char *row;
};

#define HANDLER(trap) "3.1 handler 100 priv 3 " trap
#define E2            "exception 2 tval 99"
#define E5            "exception 5 tval 55"
#define I7            "interrupt 7 tval 0"
#define I3            "interrupt 3 tval 0"
#define START(pc)     "3.0 " pc " priv P context 0"
#define AT_HANDLER    "3.0 100 priv 3 context 0"
#define ON            "3.3 on 1 qual 0 options 0"
#define REP           "3.3 on 1 qual 1 options 0"
#define NTR           "3.3 on 1 qual 3 options 0"

static const struct cell cells[] = {
    /* An ordinary instruction, in its block or after it. */
    {".e..", "2 +8;" HANDLER(E2), "ETR:F3-02"},
    {".i..", "2 +8;" HANDLER(I7), "ETR:F3-02"},
    {"E..", "2 +8;" HANDLER(E2), "ETR:A-02"},
    {"I..", "2 +8;" HANDLER(I7), "ETR:A-02"},
    {".&e..", "2 +8;" HANDLER(E2), "ETR:IN-05"},
    {"I.|", "2 +8;" HANDLER(I7) ";" REP, "ETR:Q-04"},
    /* A branch. */
    {"ne..", "1 1 map 1 +8;" HANDLER(E2), "ETR:DC-09"},
    {"ni..", "1 1 map 1 +8;" HANDLER(I7), "ETR:DC-09"},
    {"te..", "1 1 map 0 +8;" HANDLER(E2), "ETR:DC-09"},
    {"ti..", "1 1 map 0 +8;" HANDLER(I7), "ETR:DC-09"},
    {"t&e..", "1 1 map 0 +8;" HANDLER(E2), "ETR:DC-09"},
    {"t&i..", "1 1 map 0 +8;" HANDLER(I7), "ETR:DC-09"},
    {"tE..", "1 1 map 0 +1000;" HANDLER(E2), "ETR:DC-09"},
    {"tI..", "1 1 map 0 +1000;" HANDLER(I7), "ETR:DC-09"},
    {"nE..", "1 1 map 1 +c;" HANDLER(E2), "ETR:DC-09"},
    {"t&I..", "1 1 map 0 +1000;" HANDLER(I7), "ETR:DC-09"},
    /* The target of an uninferable jump, which retires or does not. */
    {"je..", "2 +8;3.1 epc 3000 priv P " E2 ";" AT_HANDLER, "ETR:F3-03"},
    {"ji..", "2 +8;" HANDLER(I7), "ETR:AMB-2"},
    {"j&e..", "2 +8;3.1 epc 3000 priv P " E2 ";" AT_HANDLER, "ETR:F3-02"},
    {"j&i..", "2 +8;" HANDLER(I7), "ETR:AMB-2"},
    {"jE..", "2 +2000 updiscon;" HANDLER(E2), "ETR:F2-01"},
    {"jI..", "2 +2000 updiscon;" HANDLER(I7), "ETR:F2-01"},
    {"j.e..", "2 +2000 updiscon;" HANDLER(E2), "ETR:F2-01"},
    {"j..e..", "2 +2000;2 +4;" HANDLER(E2), "ETR:F2-04"},
    {"nje..", "1 1 map 1 +c;3.1 epc 3000 priv P " E2 ";" AT_HANDLER, "ETR:F3-03"},
    {"nji..", "1 1 map 1 +c;" HANDLER(I7), "ETR:AMB-2"},
    {"nj&E..", "1 1 map 1 +2000 updiscon;" HANDLER(E2), "ETR:F2-01"},
    {"jne..", "1 1 map 1 +2000 updiscon;" HANDLER(E2), "ETR:DC-09"},
    {"jti..", "1 1 map 0 +2000 updiscon;" HANDLER(I7), "ETR:DC-09"},
    {"jje..", "2 +2000 updiscon;3.1 epc 3000 priv P " E2 ";" AT_HANDLER, "ETR:DC-09"},
    {"jji..", "2 +2000 updiscon;" HANDLER(I7), "ETR:DC-09"},
    {"jjE..", "2 +2000;2 +0 updiscon;" HANDLER(E2), "ETR:DC-09"},
    /* A trap return before, without and with a change of privilege. */
    {"me..", "2 +8;3.1 epc 4000 priv P " E2 ";" AT_HANDLER, "ETR:DC-09"},
    {"mi..", "2 +8;" HANDLER(I7), "ETR:DC-09"},
    {"mE..", "2 +3000 updiscon;" HANDLER(E2), "ETR:DC-09"},
    {"mI..", "2 +3000 updiscon;" HANDLER(I7), "ETR:DC-09"},
    {"ue..", "2 +8;3.1 epc 4000 priv 0 " E2 ";" AT_HANDLER, "ETR:DC-09"},
    {"ui..", "2 +8;" HANDLER(I7), "ETR:DC-10"},
    {"uE..", "3.0 4000 priv 0 context 0;" HANDLER(E2), "ETR:F3-01"},
    {"uI..", "3.0 4000 priv 0 context 0;" HANDLER(I7), "ETR:F3-01"},
    {"nue..", "1 1 map 1 +c;3.1 epc 4000 priv 0 " E2 ";" AT_HANDLER, "ETR:DC-09"},
    {"nuI..", "1 1 map 1 +c;3.0 4000 priv 0 context 0;" HANDLER(I7), "ETR:F3-01"},
    {"uje..", "3.0 4000 priv 0 context 0;3.1 epc 3000 priv 0 " E2 ";" AT_HANDLER, "ETR:DC-09"},
    {"u..", "3.0 4000 priv 0 context 0", "ETR:F3-01"},
    {"ju..", "2 +2000 updiscon;3.0 4000 priv 0 context 0", "ETR:F2-01"},
    {"m..", "2 +3000", "ETR:AMB-1"},
    /* The first traced instruction. */
    {"^e..", ON ";3.1 epc 1000 priv P " E2 ";" AT_HANDLER, "ETR:Q-03"},
    {"^i..", ON ";" HANDLER(I7), "ETR:DC-09"},
    {"^E..", ON ";" START("1000") ";" HANDLER(E2), "ETR:X-01"},
    {"^I..", ON ";" START("1000") ";" HANDLER(I7), "ETR:X-01"},
    {"^EE..", ON ";" START("1000") ";" HANDLER(E2) ";" HANDLER(E5), "ETR:X-02"},
    {"^ne..", ON ";" START("1000") ";" HANDLER(E2), "ETR:DC-09"},
    {"^ti..", ON ";3.0 1000 taken priv P context 0;" HANDLER(I7), "ETR:DC-09"},
    {"^je..", ON ";" START("1000") ";3.1 epc 3000 priv P " E2 ";" AT_HANDLER, "ETR:DC-09"},
    {"^ji..", ON ";" START("1000") ";" HANDLER(I7), "ETR:DC-09"},
    {"^ee..", ON ";3.1 epc 1000 priv P " E2 ";3.1 epc 100 priv 3 " E5 ";" AT_HANDLER, "ETR:DC-09"},
    {"^ei..", ON ";3.1 epc 1000 priv P " E2 ";3.1 epc 0 priv 3 " I7 ";" AT_HANDLER, "ETR:DC-09"},
    {"^ie..", ON ";3.1 epc 100 priv 3 " I7 ";" HANDLER(E2), "ETR:DC-09"},
    {"^ii..", ON ";3.1 epc 0 priv 3 " I7 ";" HANDLER(I3), "ETR:DC-09"},
    /* The handler's first instruction: it does not retire ... */
    {".ee..", "2 +8;3.1 epc 100 priv 3 " E2 ";" HANDLER(E5), "ETR:AMB-3"},
    {".ei..", "2 +8;3.1 epc 0 priv 3 " E2 ";" HANDLER(I7), "ETR:AMB-5"},
    {".ie..", "2 +8;3.1 epc 100 priv 3 " I7 ";" HANDLER(E2), "ETR:AMB-3"},
    {".ii..", "2 +8;3.1 epc 0 priv 3 " I7 ";" HANDLER(I3), "ETR:AMB-5"},
    {"Ee..", "2 +8;3.1 epc 100 priv 3 " E2 ";" HANDLER(E5), "ETR:X-02"},
    {".eei..", "2 +8;3.1 epc 100 priv 3 " E2 ";3.1 epc 0 priv 3 " E5 ";" HANDLER(I7), "ETR:AMB-3"},
    {".iei..", "2 +8;3.1 epc 100 priv 3 " I7 ";3.1 epc 0 priv 3 " E2 ";" HANDLER(I3), "ETR:AMB-3"},
    {"jee..", "2 +8;3.1 epc 3000 priv P " E2 ";3.1 epc 100 priv 3 " E5 ";" AT_HANDLER, "ETR:DC-09"},
    {"jei..", "2 +8;3.1 epc 3000 priv P " E2 ";3.1 epc 0 priv 3 " I7 ";" AT_HANDLER, "ETR:DC-09"},
    {"jie..", "2 +8;3.1 epc 100 priv 3 " I7 ";" HANDLER(E2), "ETR:DC-09"},
    {"jii..", "2 +8;3.1 epc 0 priv 3 " I7 ";" HANDLER(I3), "ETR:DC-09"},
    /* ... or it does, and the trap is that of the next one. */
    {".eE..", "2 +8;" HANDLER(E2) ";" HANDLER(E5), "ETR:DC-09"},
    {".eI..", "2 +8;" HANDLER(E2) ";" HANDLER(I7), "ETR:DC-09"},
    {".iE..", "2 +8;" HANDLER(I7) ";" HANDLER(E2), "ETR:DC-09"},
    {".iI..", "2 +8;" HANDLER(I7) ";" HANDLER(I3), "ETR:DC-09"},
    {".ene..", "2 +8;" HANDLER(E2) ";" HANDLER(E5), "ETR:DC-09"},
    {".eje..", "2 +8;" HANDLER(E2) ";3.1 epc 3000 priv 3 " E5 ";" AT_HANDLER, "ETR:DC-09"},
    {".eji..", "2 +8;" HANDLER(E2) ";" HANDLER(I7), "ETR:DC-09"},
    {"jeE..", "2 +8;3.1 epc 3000 priv P " E2 ";" AT_HANDLER ";" HANDLER(E5), "ETR:DC-09"},
    {".eu..", "2 +8;" HANDLER(E2) ";3.0 4000 priv 0 context 0", "ETR:DC-09"},
    {".eue..", "2 +8;" HANDLER(E2) ";3.1 epc 4000 priv 0 " E5 ";" AT_HANDLER, "ETR:DC-09"},
    {".eui..", "2 +8;" HANDLER(E2) ";" HANDLER(I7), "ETR:DC-10"},
    /* The end of tracing. */
    {".e|", "2 +8;" REP, "ETR:AMB-21"},
    {".i|", "2 +8;" REP, "ETR:AMB-21"},
    {"E|", "2 +8;" REP, "ETR:AMB-21"},
    {"je|", "2 +8;3.1 epc 3000 priv P " E2 ";" NTR, "ETR:F3-06"},
    {"ji|", "2 +8;" REP, "ETR:F3-06"},
    {"jE|", "2 +2000 updiscon;" REP, "ETR:F3-06"},
    {"j.|", "2 +2000;" NTR, "ETR:AMB-20"},
    {"j|", "2 +8;" REP, "ETR:F3-06"},
    {".ee|", "2 +8;3.1 epc 100 priv 3 " E2 ";" REP, "ETR:AMB-21"},
    {".e.|", "2 +8;" HANDLER(E2) ";" REP, "ETR:F3-06"},
    {"^e|", ON ";3.1 epc 1000 priv P " E2 ";" REP, "ETR:DC-07"},
    {"^i|", ON, "ETR:DC-07"},
    {"^.|", ON ";" START("1000") ";" REP, "ETR:F3-06"},
    /* ... and the handler after it: the trap was or was not traced, debug mode is no trap. */
    {".e|/..", "2 +8;" REP ";" HANDLER(E2), "ETR:AMB-4"},
    {"je|/..", "2 +8;3.1 epc 3000 priv P " E2 ";" NTR ";" AT_HANDLER, "ETR:AMB-4"},
    {"|e/..", "2 +4;" REP ";" HANDLER(E2), "ETR:AMB-4"},
    {"|E/..", "2 +4;" REP ";" HANDLER(E2), "ETR:AMB-4"},
    {"|i/e..", "2 +4;" REP ";3.1 epc 100 priv 3 " I7 ";" HANDLER(E2), "ETR:AMB-4"},
    {"|e./..", "2 +4;" REP ";3.0 104 priv 3 context 0", "ETR:AMB-4"},
    {".eH..", "2 +8;" REP ";3.0 104 priv 3 context 0", "ETR:DC-09"},
    {".eD..", "2 +8;" REP ";" AT_HANDLER, "ETR:DC-09"},
    {"jiD..", "2 +8;" REP ";" AT_HANDLER, "ETR:DC-09"},
    {".e.D..", "2 +8;" HANDLER(E2) ";" REP ";3.0 104 priv 3 context 0", "ETR:Q-07"},
    {".DE..", "2 +8;" REP ";" START("100c") ";" HANDLER(E2), "ETR:Q-07"},
    {".De..", "2 +8;" REP ";3.1 epc 100c priv P " E2 ";" AT_HANDLER, "ETR:Q-07"},
    /* A resync is due. */
    {"r...", START("100c"), "ETR:R-03"},
    {"rn..", "1 1 map 1 +8;" START("100c"), "ETR:R-03"},
    {"rj..", START("3000"), "ETR:R-03"},
    {"jr...", "2 +2000 updiscon;" START("3004"), "ETR:R-03"},
    {"r.e..", "2 +8;" HANDLER(E2), "ETR:R-04"},
    {"rni..", "1 1 map 1 +8;" HANDLER(I7), "ETR:R-04"},
    {"rE..", "2 +8;" HANDLER(E2), "ETR:R-04"},
    {"re..", "2 +4;" HANDLER(E2), "ETR:R-04"},
    {"rje..", "2 +8;3.1 epc 3000 priv P " E2 ";" AT_HANDLER, "ETR:R-04"},
    {"rji..", "2 +8;" HANDLER(I7), "ETR:R-04"},
    {"jrE..", "2 +2000 updiscon;" HANDLER(E2), "ETR:R-04"},
    {"r.I..", START("100c") ";" HANDLER(I7), "ETR:DC-09"},
    {"rjE..", START("3000") ";" HANDLER(E2), "ETR:DC-09"},
    {"r.ei..", "2 +8;3.1 epc 0 priv 3 " E2 ";" HANDLER(I7), "ETR:R-04"},
    {"r.je..", START("100c") ";3.1 epc 3000 priv P " E2 ";" AT_HANDLER, "ETR:DC-09"},
    {"r.|", "2 +8;" REP, "ETR:AMB-20"},
    {"jr.|", "2 +2000;" NTR, "ETR:AMB-20"},
    {"ru..", "3.0 4000 priv 0 context 0", "ETR:R-04"},
};

struct hart {
  uint64_t pc;
  unsigned exceptions, interrupts;
  bool expires, user_next;
};

/* A block of one instruction. */
static void retire(struct run *r, struct hart *h, uint8_t itype, uint64_t next) {
  add(r, h->pc, "2", itype)->expired = h->expires;
  h->expires = false;
  h->pc = next;
}

static void trap(struct run *r, struct hart *h, char event) {
  const bool interrupted = event == 'i' || event == 'I';
  const bool folded = event == 'E' || event == 'I';
  const uint64_t address = interrupted && !folded ? 0xDEAD5A5A : h->pc;
  add(r, address, folded ? "2" : "", interrupted ? RVT_IT_INTERRUPT : RVT_IT_EXCEPTION)->expired =
      h->expires;
  h->expires = false;
  if (interrupted) {
    r->clock.cause = h->interrupts++ == 0 ? 7 : 3;
    r->clock.tval = 0x5A5A5A5A; /* not read (ETR:IN-09) */
  } else {
    r->clock.cause = h->exceptions == 0 ? 2 : 5;
    r->clock.tval = h->exceptions++ == 0 ? 0x99 : 0x55;
  }
  h->pc = 0x100;
}

static void play(struct run *r, struct hart *h, char event, bool joined) {
  switch (event) {
  case '.': retire(r, h, 0, h->pc + 4); break;
  case 'n': retire(r, h, RVT_IT_NOT_TAKEN, h->pc + 4); break;
  case 't': retire(r, h, RVT_IT_TAKEN, 0x2000); break;
  case 'j': retire(r, h, RVT_IT_INDIRECT_JUMP, 0x3000); break;
  case 'm':
  case 'u': retire(r, h, RVT_IT_TRAP_RETURN, 0x4000); break;
  case 'r': h->expires = true; return;
  case '|': off(r); return;
  case '/': r->clock.config.tracing = true; return;
  case 'H':
  case 'D':
    if (event == 'H') retire(r, h, 0, h->pc + 4);
    r->clock.halted = true;
    edge(r);
    r->clock.halted = false;
    return;
  default: trap(r, h, event); break;
  }
  if (joined) return;
  edge(r);
  if (event == 'u') r->clock.priv = RVT_PRIV_U;
  if (strchr("eiEI", event) != NULL) r->clock.priv = RVT_PRIV_M;
}

/* One packet of a cell, as it is in this run. */
static void expect_in(struct run *r, const char *packet, size_t size, char priv, bool implicit) {
  char line[128], *at;
  snprintf(line, sizeof line, "%.*s", (int)size, packet);
  if ((at = strchr(line, 'P')) != NULL) *at = priv;
  if (implicit && (at = strstr(line, "handler 100")) != NULL)
    sprintf(at, "handler implicit%s", strstr(packet, "handler 100") + strlen("handler 100"));
  if (implicit && (at = strchr(line, ';')) != NULL) *at = 0;
  if (implicit && (at = strstr(line, "options 0")) != NULL) strcpy(at, "options 2");
  expect(r, line);
}

static void run_cell(const struct cell *cell, bool user, bool implicit) {
  struct run r;
  struct hart h = {.pc = 0x1000};
  setup(&r);
  char name[64];
  snprintf(name, sizeof name, "%s%s%s", cell->events, user ? " from user mode" : "",
           implicit ? ", implied" : "");
  r.name = name;
  r.options.implicit_exception = implicit;
  r.clock.priv = user ? RVT_PRIV_U : RVT_PRIV_M;
  const bool cold = cell->events[0] == '^';
  const char priv = user ? '0' : '3';
  if (!cold) {
    play(&r, &h, '.', false);
    play(&r, &h, '.', false);
    expect_in(&r, ON, strlen(ON), priv, implicit);
    expect_in(&r, START("1000"), strlen(START("1000")), priv, implicit);
    expect_none(&r);
  }
  for (const char *e = cell->events + cold; *e != 0; e++) {
    const bool joined = e[1] == '&';
    play(&r, &h, *e, joined);
    e += joined;
  }
  if (strchr(cell->events, '|') == NULL) { /* so the last of them is not one that waits */
    play(&r, &h, '.', false);
    play(&r, &h, '.', false);
  }
  for (const char *p = cell->packets; p != NULL && *p != 0;) {
    const char *end = strchr(p, ';');
    expect_in(&r, p, end == NULL ? strlen(p) : (size_t)(end - p), priv, implicit);
    p = end == NULL ? NULL : end + 1;
  }
  finish(&r);
  ROW(cell->row);
}

static void every_cell(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
    for (unsigned kind = 0; kind < 4; kind++) {
      const bool user = (kind & 1) != 0;
      if (user && strchr(cells[i].events, 'u') != NULL) continue;
      run_cell(&cells[i], user, (kind & 2) != 0);
    }
  }
  ROW("ETR:A-01");
  ROW("ETR:A-04");
  ROW("ETR:M-IEX");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_cell)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
