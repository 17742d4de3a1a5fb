/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "device/device_model.h"
#include "oracle/pin_monitor.h"
#include "rvt/framing.h"
#include "rvt/number.h"
#include "rvt/params_text.h"
#include "rvt/rvti.h"
#include "tools/shared/tool.h"

static const char doc[] =
    "Serve the golden model of a trace system as a simulated device: encoder at 0, RAM sink at "
    "0x1000, PIB sink at 0x2000, with a hart that plays a recorded program. `rvt ctl` controls "
    "it.\v"
    "The device begins after power-up, its hart stands still, and it keeps its state from one "
    "client to the next. Once clients can connect it prints where. The signals SIGINT and SIGTERM "
    "end it. docs/reference/device.md has the protocol.\n\n"
    "Parameters for --set are those of rvt_top. Xlen is that of the "
    "program, and ContextWidth the widest there is, Xlen - 6. A program with a wider context is "
    "refused; Context=1, the default with E-Trace, reports privilege alone.\n\n"
    "Example:\n"
    "  $ rvt device --listen unix:dev --program prog.rvti &\n"
    "  listening at unix:dev\n"
    "  $ rvt ctl --connect unix:dev discover te";

enum { OPT_PROGRAM = 0x200, OPT_SET, OPT_ONCE, OPT_SEED, SETS = 64 };

/* A small encoder with everything that registers can turn on; what of it is off sends nothing. */
static void init_encoder(struct rvt_params *p, int protocol) {
  rvt_params_init(p, NULL);
  p->stack_depth = 8;
  p->queue_depth = 16;
  p->fifo_depth = 96;
  p->events = p->seq_jump = p->all_jumps = p->extend_addr = p->repeat_branch = true;
  p->repeat_hist = 31;
  p->context = 2;
  p->ts_width = 40;
  if (protocol != RVT_PROTOCOL_ETRACE) return;
  p->format = RVT_PROTOCOL_ETRACE;
  p->framing = rvt_framing_named(rvt_protocols[p->format].name);
  p->btm = p->all_jumps = p->extend_addr = p->repeat_branch = false;
  p->repeat_hist = 0;
  p->bpred_size = p->cache_size = 5;
  p->src_bits_max = 8;
  p->context = 1; /* every packet of format 3 has a context that is built */
}

struct options {
  const char *listen, *program;
  struct rvt_top_params params;
  int protocol; /* as --format says; -1: not given */
  bool once, xlen_given, width_given;
  const char *set[SETS]; /* changes of `params`, in their order */
  size_t sets;
  uint64_t seed;
};

/** A parameter that is not the encoder's. */
struct other {
  const char *name;
  uint16_t largest;
};
enum {
  SRAM_WORDS_LOG2,
  SRAM_WIDTH,
  RAM,
  PIB,
  PINS,
  DIV_WIDTH,
  SAFE_DIV,
  BUFFER_BYTES,
  CLK_CENTER,
  CALIBRATE,
  PLAIN_SYNC,
  OTHERS
};
static const struct other others[OTHERS] = {
    {"SramWordsLog2", 255}, {"SramWidth", 255}, {"Ram", 1},         {"Pib", 1},
    {"Pins", 255},          {"DivWidth", 255},  {"SafeDiv", 65535}, {"BufferBytes", 65535},
    {"ClkCenter", 1},       {"Calibrate", 1},   {"PlainSync", 1}};

static void store(struct rvt_top_params *p, size_t which, uint16_t value) {
  struct rvt_pib_params *pib = &p->sinks.pib.pib;
  switch (which) {
  case SRAM_WORDS_LOG2: p->sinks.ram.sram_words_log2 = (uint8_t)value; break;
  case SRAM_WIDTH: p->sinks.ram.sram_width = (uint8_t)value; break;
  case RAM: p->sinks.has_ram = value != 0; break;
  case PIB: p->sinks.has_pib = value != 0; break;
  case PINS: pib->pins = (uint8_t)value; break;
  case DIV_WIDTH: pib->div_width = (uint8_t)value; break;
  case SAFE_DIV: p->sinks.pib.safe_div = value; break;
  case BUFFER_BYTES: pib->buffer_bytes = value; break;
  case CLK_CENTER: pib->clk_center = value != 0; break;
  case CALIBRATE: pib->calibrate = value != 0; break;
  default: p->te.plain_sync = value != 0; break;
  }
}

/** @return false: the name is none of `others` */
static bool set_other(struct options *o, const char *text, struct argp_state *state) {
  const size_t length = strcspn(text, "=");
  for (size_t i = 0; i < OTHERS; i++) {
    if (strlen(others[i].name) != length || strncmp(others[i].name, text, length) != 0) continue;
    const char *word = text[length] == '=' ? text + length + 1 : "";
    uint64_t value = 0;
    if (!rvt_number(word, strlen(word), others[i].largest, &value))
      argp_error(state, "--set: expected a value that %s can have, found '%s'%s", others[i].name,
                 text, rvt_number_hint(word));
    store(&o->params, i, (uint16_t)value);
    return true;
  }
  return false;
}

static void set(struct options *o, const char *text, struct argp_state *state) {
  struct rvt_error e = {""};
  if (!set_other(o, text, state) && rvt_params_parse(text, &o->params.te.encoder, &e) != RVT_OK)
    argp_error(state, "--set: %s", e.text);
  if (strncmp(text, "Xlen=", 5) == 0) o->xlen_given = true;
  if (strncmp(text, "ContextWidth=", 13) == 0) o->width_given = true;
}

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct options *o = state->input;
  switch (key) {
  case ARGP_KEY_INIT: state->child_inputs[0] = &o->protocol; return 0;
  case 'l': o->listen = arg; return 0;
  case OPT_PROGRAM: o->program = arg; return 0;
  case OPT_ONCE: o->once = true; return 0;
  case OPT_SEED:
    if (!rvt_number(arg, strlen(arg), UINT64_MAX, &o->seed))
      argp_error(state, "--seed: expected a number, found '%s'%s", arg, rvt_number_hint(arg));
    return 0;
  case OPT_SET:
    if (o->sets == SETS) argp_error(state, "--set: expected at most %d, found more", SETS);
    o->set[o->sets++] = arg;
    return 0;
  case ARGP_KEY_END:
    if (o->listen == NULL) argp_error(state, "expected --listen=ADDRESS, found none");
    init_encoder(&o->params.te.encoder, o->protocol);
    for (size_t i = 0; i < o->sets; i++) set(o, o->set[i], state);
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option option_list[] = {
    {"listen", 'l', "ADDRESS", 0, "Where clients connect: unix:PATH or tcp:HOST:PORT", 0},
    {"program", OPT_PROGRAM, "FILE", 0, "Recorded program (.rvti) that the hart executes", 0},
    {"seed", OPT_SEED, "N", 0, "What the hart is free to do", 0},
    {"set", OPT_SET, "NAME=VALUE", 0, "Change a parameter of the hardware", 0},
    {"once", OPT_ONCE, NULL, 0, "End with the first client", 0},
    {0}};
static const struct argp_child children[] = {{&rvt_protocol_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {option_list, parse_option, NULL, doc, children, NULL, NULL};

struct device {
  struct options o;
  struct rvt_rvti_reader *reader;
  struct rvt_player player;
  struct rvt_device_model model;
  struct rvt_device_server server;
  uint64_t *memory;
  struct pin_monitor probe;
  uint8_t probe_mode;
};

/** Whether the encoder keeps every context of the program whole. @return false: complained */
static bool fits_context(const struct device *d) {
  const struct rvt_params *p = &d->o.params.te.encoder;
  struct rvt_error e = {""};
  if (d->o.program == NULL || p->context < 2 ||
      rvt_rvti_check_context(d->reader, p->context_width, "ContextWidth", &e) == RVT_OK)
    return true;
  rvt_complain("%s", e.text);
  return false;
}

/** Open the program and make the player. @return false: complained */
static bool open_program(struct device *d) {
  const struct rvt_params *p = &d->o.params.te.encoder;
  struct rvt_error e = {""};
  if (!rvt_file_is_recording(d->o.program)) return false;
  if (rvt_rvti_reader_open(&d->reader, d->o.program, &e) != RVT_OK) {
    rvt_complain("%s", e.text);
    return false;
  }
  const uint8_t xlen = rvt_rvti_get_info(d->reader)->xlen;
  if (!d->o.xlen_given) d->o.params.te.encoder.xlen = xlen;
  if (p->xlen != xlen) {
    rvt_complain("%s: expected a program for Xlen=%u, found %u", d->o.program, p->xlen, xlen);
    return false;
  }
  struct rvt_player_options options = rvt_player_options_for(p);
  options.seed = d->o.seed;
  options.time_step = 1;
  const struct rvt_step_source source = {rvt_step_rvti_next, d->reader};
  if (rvt_player_init(&d->player, &options, &source, &e) == RVT_OK) return true;
  rvt_complain("rvt device: %s", e.text);
  return false;
}

static bool power_up(struct device *d) {
  struct rvt_error e = {""};
  if (d->o.program != NULL && !open_program(d)) return false;
  struct rvt_params *p = &d->o.params.te.encoder;
  if (!d->o.width_given) p->context_width = (uint8_t)(p->xlen - 6); /* NT:OWN-01 */
  if (!d->o.width_given && p->format == RVT_PROTOCOL_ETRACE && p->context_width > 32)
    p->context_width = 32;
  d->o.params.sinks.ram.lanes = d->o.params.sinks.pib.pib.lanes = d->o.params.te.encoder.lanes;
  if (d->o.params.sinks.ram.sram_words_log2 > 24) {
    rvt_complain("rvt device: expected SramWordsLog2 up to 24, found %u",
                 d->o.params.sinks.ram.sram_words_log2);
    return false;
  }
  d->memory = calloc(rvt_device_model_memory(&d->o.params), sizeof *d->memory);
  if (d->memory == NULL) {
    rvt_complain("rvt device: out of memory");
    return false;
  }
  if (rvt_device_model_init(&d->model, &d->o.params, d->memory,
                            d->o.program != NULL ? &d->player : NULL, &e) != RVT_OK) {
    rvt_complain("rvt device: --set: %s", e.text);
    return false;
  }
  rvt_device_server_init(&d->server, "golden model");
  return fits_context(d);
}

/** What a probe that knows mode and edges gets out of the pins in this clock; up to two bytes. */
static size_t look_at_pins(struct device *d, uint8_t *bytes) {
  struct rvt_pib_in in;
  struct rvt_pib_out out;
  const struct rvt_pib_sink_out *pib = &d->model.out.sinks.pib;
  if (!d->o.params.sinks.has_pib) return 0;
  rvt_pib_sink_inside(&d->model.top.sinks.pib, &in, &out);
  const uint8_t mode = (uint8_t)(in.active ? in.mode | (unsigned)in.center << 4 : 0);
  if (mode != d->probe_mode) {
    d->probe_mode = mode;
    pin_monitor_init(&d->probe, d->model.top.sinks.pib.pib.framing,
                     (uint8_t)(in.mode == 12   ? 16
                               : in.mode == 11 ? 8
                                               : 4),
                     pib->trc_clk, pib->trc_data);
    d->probe.center = in.center;
    return 0;
  }
  if (mode == 0) return 0;
  const struct rvt_config *cfg = &d->model.out.te.cfg; /* the header says nothing of srcID */
  if ((d->probe.place & RVT_FRAMING_TO_COME) == 0)
    d->probe.place = rvt_framing_place(cfg->inhibit_src ? 0 : cfg->src_bits,
                                       d->o.params.te.encoder.ts_width / 8);
  const enum pin_event event =
      pin_monitor_sample(&d->probe, pib->trc_clk, pib->trc_data, &bytes[0]);
  if (event != PIN_BYTE && event != PIN_MESSAGE_END) return 0;
  if (!d->probe.has_second) return 1;
  bytes[1] = d->probe.second;
  return 2;
}

static void serve(struct device *d, int fd) {
  uint8_t pins[2];
  struct rvt_device_drive drive;
  struct rvt_device_reply reply;
  struct rvt_error e = {""};
  if (rvt_device_server_begin(&d->server, fd, fd, &e) != RVT_OK) return; /* the client has gone */
  while (rvt_device_server_drive(&d->server, &drive)) {
    rvt_device_model_clock(&d->model, &drive, &reply);
    reply.pins = pins;
    reply.pin_count = look_at_pins(d, pins);
    rvt_device_server_done(&d->server, &reply);
  }
}

/* The name of the socket goes when a signal ends the program. */
static const char *listening_at;
static int listening_fd;
static void on_signal(int number) {
  rvt_device_unlisten(listening_at, listening_fd);
  signal(number, SIG_DFL);
  raise(number);
}

static int run(struct device *d) {
  struct rvt_error e = {""};
  if (rvt_device_listen(d->o.listen, &listening_fd, &e) != RVT_OK) {
    rvt_complain("rvt device: %s", e.text);
    return RVT_EXIT_BAD;
  }
  listening_at = d->o.listen;
  signal(SIGINT, on_signal);
  signal(SIGTERM, on_signal);
  union {
    struct sockaddr any;
    struct sockaddr_in in;
    struct sockaddr_storage room;
  } own;
  socklen_t size = sizeof own;
  /* The port that was free, if any one was asked for. */
  if (getsockname(listening_fd, &own.any, &size) == 0 && own.any.sa_family == AF_INET)
    printf("listening at %.*s:%u\n", (int)(strrchr(d->o.listen, ':') - d->o.listen), d->o.listen,
           ntohs(own.in.sin_port));
  else
    printf("listening at %s\n", d->o.listen);
  fflush(stdout);
  int fd;
  do {
    if (rvt_device_accept(listening_fd, &fd, &e) != RVT_OK) break;
    serve(d, fd);
    close(fd);
  } while (!d->o.once && !d->server.broken);
  rvt_device_unlisten(d->o.listen, listening_fd);
  if (d->server.broken) rvt_complain("%s", d->model.error.text);
  return d->server.broken ? RVT_EXIT_BAD : RVT_EXIT_OK;
}

int rvt_device(int argc, char **argv) {
  struct device *d = calloc(1, sizeof *d);
  if (d == NULL) {
    rvt_complain("rvt device: out of memory");
    return RVT_EXIT_BAD;
  }
  d->o.params = (struct rvt_top_params){.sinks.has_ram = true,
                                        .sinks.has_pib = true,
                                        .sinks.ram = {.sram_words_log2 = 12, .sram_width = 32},
                                        .sinks.pib = {.pib = {.pins = 16,
                                                              .div_width = 8,
                                                              .buffer_bytes = 64,
                                                              .clk_center = true,
                                                              .calibrate = true},
                                                      .safe_div = 255}};
  int status = RVT_EXIT_BAD;
  rvt_parse_args(&argp, argc, argv, &d->o);
  if (power_up(d)) status = run(d);
  rvt_rvti_reader_close(d->reader);
  free(d->memory);
  free(d);
  return status;
}
