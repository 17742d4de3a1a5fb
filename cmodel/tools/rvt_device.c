/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "rvt/device_model.h"
#include "rvt/params_text.h"
#include "rvt/rvti.h"
#include "rvt_tool.h"

static const char doc[] =
    "Serve the golden model of a trace system as a simulated device: encoder at 0, RAM sink at "
    "0x1000, with a hart that plays a recorded program. `rvt ctl` controls it.\v"
    "The device begins behind power-up, its hart stands still, and it keeps its state from one "
    "client to the next. Once clients can connect it prints where. The signals SIGINT and SIGTERM "
    "end it. docs/reference/device.md has the protocol.\n\n"
    "Parameters for --set are those of rvt_ntrace_encoder, and SramWordsLog2 and SramWidth.\n\n"
    "Example:\n"
    "  $ rvt device --listen unix:dev --program prog.rvti &\n"
    "  listening at unix:dev\n"
    "  $ rvt ctl --connect unix:dev discover te";

enum { OPT_PROGRAM = 0x200, OPT_SET, OPT_ONCE, OPT_SEED };

/* A small encoder with everything that registers can turn on. */
static const char preset[] =
    "Xlen=32 Btm=1 Htm=1 Blocks=1 FlowBlocks=1 IretireWidth=6 ItypeWidth=4 Single=0 IaddrOnInt=1 "
    "IcntWidth=16 HistWidth=32 StackDepth=8 SrcBitsMax=12 TsWidth=40 QueueDepth=16 StallLatency=2 "
    "Lanes=1 FifoDepth=96 PlainHist=1 Events=1 SeqJump=1";

struct options {
  const char *listen, *program;
  struct rvt_device_model_params params;
  bool once, xlen_given;
  uint64_t seed;
};

/** What is not the encoder's. @return false: another name */
static bool set_sink(struct options *o, const char *text, struct argp_state *state) {
  const char *equals = strchr(text, '=');
  if (equals == NULL) return false;
  uint8_t *field = strncmp(text, "SramWordsLog2=", 14) == 0 ? &o->params.sram_words_log2
                   : strncmp(text, "SramWidth=", 10) == 0   ? &o->params.sram_width
                                                            : NULL;
  if (field == NULL) return false;
  char *end;
  const unsigned long value = strtoul(equals + 1, &end, 0);
  if (*end != '\0' || value > UINT8_MAX) argp_error(state, "--set: '%s' is out of range", text);
  *field = (uint8_t)value;
  return true;
}

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct options *o = state->input;
  struct rvt_error e = {""};
  char *end;
  switch (key) {
  case 'l': o->listen = arg; return 0;
  case OPT_PROGRAM: o->program = arg; return 0;
  case OPT_ONCE: o->once = true; return 0;
  case OPT_SEED:
    o->seed = strtoull(arg, &end, 0);
    if (*end != '\0' || arg[0] == '\0')
      argp_error(state, "--seed: expected a number, found '%s'", arg);
    return 0;
  case OPT_SET:
    if (!set_sink(o, arg, state) &&
        rvt_ntrace_params_parse(arg, &o->params.te.encoder, &e) != RVT_OK)
      argp_error(state, "--set: %s", e.text);
    if (strncmp(arg, "Xlen=", 5) == 0) o->xlen_given = true;
    return 0;
  case ARGP_KEY_END:
    if (o->listen == NULL) argp_error(state, "expected --listen=ADDRESS, found none");
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
static const struct argp argp = {option_list, parse_option, NULL, doc, NULL, NULL, NULL};

struct device {
  struct options o;
  struct rvt_rvti_reader *reader;
  struct rvt_player player;
  struct rvt_device_model model;
  struct rvt_device_server server;
  uint64_t *memory;
};

/** Open the program and make the player. @return false: complained */
static bool open_program(struct device *d) {
  const struct rvt_ntrace_params *p = &d->o.params.te.encoder;
  struct rvt_error e = {""};
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
  const struct rvt_player_options options = {.seed = d->o.seed,
                                             .xlen = xlen,
                                             .blocks = p->blocks,
                                             .iretire_width = p->iretire_width,
                                             .itype_width = p->itype_width,
                                             .single = p->single,
                                             .iaddr_on_int = p->iaddr_on_int,
                                             .stall_latency = p->stall_latency,
                                             .time_step = 1};
  const struct rvt_step_source source = {rvt_step_rvti_next, d->reader};
  if (rvt_player_init(&d->player, &options, &source, &e) == RVT_OK) return true;
  rvt_complain("rvt device: %s", e.text);
  return false;
}

static bool power_up(struct device *d) {
  if (d->o.program != NULL && !open_program(d)) return false;
  if (d->o.params.sram_words_log2 > 24) {
    rvt_complain("rvt device: expected SramWordsLog2 up to 24, found %u",
                 d->o.params.sram_words_log2);
    return false;
  }
  d->memory = calloc(rvt_device_model_memory(&d->o.params), sizeof *d->memory);
  if (d->memory == NULL) {
    rvt_complain("rvt device: out of memory");
    return false;
  }
  if (rvt_device_model_init(&d->model, &d->o.params, d->memory,
                            d->o.program != NULL ? &d->player : NULL) != RVT_OK) {
    rvt_complain(
        "rvt device: expected parameters that the hardware can have, found others (--set)");
    return false;
  }
  rvt_device_server_init(&d->server, "golden model");
  return true;
}

static void serve(struct device *d, int fd) {
  struct rvt_device_drive drive;
  struct rvt_device_reply reply;
  struct rvt_error e = {""};
  if (rvt_device_server_begin(&d->server, fd, fd, &e) != RVT_OK) return; /* the client has gone */
  while (rvt_device_server_drive(&d->server, &drive)) {
    rvt_device_model_clock(&d->model, &drive, &reply);
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
  struct rvt_error e = {""};
  if (d == NULL) {
    rvt_complain("rvt device: out of memory");
    return RVT_EXIT_BAD;
  }
  d->o.params = (struct rvt_device_model_params){.te = {.return_modes = true, .sync_clocks = true},
                                                 .ram = true,
                                                 .sram_words_log2 = 12,
                                                 .sram_width = 32};
  int status = RVT_EXIT_BAD;
  if (rvt_ntrace_params_parse(preset, &d->o.params.te.encoder, &e) == RVT_OK) {
    rvt_parse_args(&argp, argc, argv, &d->o);
    if (power_up(d)) status = run(d);
  }
  rvt_rvti_reader_close(d->reader);
  free(d->memory);
  free(d);
  return status;
}
