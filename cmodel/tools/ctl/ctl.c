/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "ctl.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rvt/number.h"
#include "rvt/regs.h"

static const char doc[] =
    "Control the trace of a simulated device, or of hardware by OpenOCD or /dev/mem: registers, "
    "sessions, and the memory of the RAM sink. Without COMMAND the commands come from standard "
    "input, one per line; # begins a "
    "comment.\v"
    "Commands; UNIT is te, ram or pib:\n"
    "  read REGISTER...              show registers, te.trTeControl for one\n"
    "  write REGISTER VALUE          write a register, and show what it reads then\n"
    "  write REGISTER FIELD=VALUE... change fields, and show what the register reads then\n"
    "  registers [UNIT]              list the registers\n"
    "  discover [UNIT...]            reset components, show what they can do\n"
    "  probe-pins                    the same of the PIB, with its modes: the pins run meanwhile\n"
    "  configure te [mode=btm|htm] [sync_mode=off|messages|clocks|halfwords] [sync_max=N]\n"
    "    [src_bits=N] [src_id=N] [inhibit_src=1] [implicit_return=1|2|3] [sequential_jump=1]\n"
    "    [all_jumps=1] [extend_addr=1] [repeat_branch=1] [context=1] [triggers=1] [stall=1]\n"
    "    [repeat_history=1] [etrace=1] [full_address=1] [implicit_exception=1]\n"
    "    [branch_prediction=1] [jump_target_cache=1]\n"
    "    [ts_mode=off|external|system|core|shared] [ts_prescale=N]\n"
    "    [ts_run_in_debug=1] [ts_suppress=N]\n"
    "    ts_prescale 0..3: 4^N clocks are a unit of time, in system and core\n"
    "    ts_suppress 0..15: no TSTAMP in a sum of 1 branch messages,\n"
    "    2 ResourceFull and RepeatBranch, 4 Ownership, 8 Correlation and Error\n"
    "  configure ram [bytes=N] [stop_on_wrap=1] [smem=1] [start=ADDRESS] [async_freq=N]\n"
    "  configure pib [mode=N] [divider=N] [clk_center=1] [calibrate=1] [async_freq=N]\n"
    "  start [triggers] [SINK...]    begin a session to the sinks named, or to all that are "
    "active,\n"
    "                                but for a PIB in mode 0\n"
    "  stop                          end it; everything is then in the memory, or out of the "
    "pins;\n"
    "                                fails while a full memory holds trace up: readout, resume,\n"
    "                                stop\n"
    "  abandon                       end it, giving up what a full memory holds up\n"
    "  flush                         both, to bring out what was traced so far\n"
    "  status                        what the components tell\n"
    "  clear-lost                    clear trTeInstStallOrOverflow\n"
    "  readout FILE                  write what is in the memory, the oldest byte first; after a\n"
    "                                resume only what came since\n"
    "  resume                        let a memory that has stopped on wrap go on, once it was "
    "read\n"
    "  rewind                        empty the memory\n"
    "  hart run|hold                 let the hart execute from the next clock on, or not;\n"
    "                                this and the next two only of a simulated device\n"
    "  clocks N                      let N clocks pass\n"
    "  pins FILE                     write what a probe took from the pins\n"
    "  quit\n"
    "The status is 1 when the device did not do as it should, and 2 for bad use, a lost connection "
    "or an access that failed; the rest of the commands is then left out, but at a terminal.\n\n"
    "Example:\n"
    "  $ rvt device --listen unix:dev --program prog.rvti &\n"
    "  $ rvt ctl --connect unix:dev <<END\n"
    "  discover\n"
    "  configure te mode=htm\n"
    "  configure ram bytes=4096\n"
    "  start ram\n"
    "  hart run\n"
    "  clocks 2000\n"
    "  stop\n"
    "  readout prog.nex\n"
    "  END\n"
    "  $ rvt dump prog.nex\n\n"
    "Example, a chip without a PIB behind an OpenOCD that runs:\n"
    "  $ rvt ctl --openocd localhost:6666 --te 0x40000000 --ram 0x40001000 --pib none status";

enum {
  OPT_JSON = 0x200,
  OPT_TIMEOUT,
  OPT_TE,
  OPT_RAM,
  OPT_PIB,
  OPT_OPENOCD,
  OPT_MEM,
  OPT_XLEN,
  WORDS_MAX = 32,
  LINE_MAX_ = 1024,
  LOOKS = 100000,        /* a wait of a simulated device */
  MICROSECONDS = 1000000 /* of hardware */
};

struct options {
  enum rvt_ctl_way way;
  const char *address; /* or a file, by `way` */
  char *word[WORDS_MAX];
  size_t words;
  struct rvt_ctl *ctl;
};

static void parse_base(struct rvt_ctl *ctl, enum rvt_ctl_unit unit, const char *arg,
                       struct argp_state *state) {
  ctl->there[unit] = strcmp(arg, "none") != 0;
  if (ctl->there[unit] && !rvt_ctl_number(arg, UINT64_MAX - 0xFFF, &ctl->base[unit]))
    argp_error(state, "--%s: expected an address or none, found '%s'%s", rvt_ctl_unit_names[unit],
               arg, rvt_number_hint(arg));
}

/** One of the ways to the registers. */
static void parse_way(struct options *o, enum rvt_ctl_way way, const char *address,
                      struct argp_state *state) {
  if (o->way != RVT_CTL_NOWHERE)
    argp_error(state, "expected one of --connect, --openocd and --mem, found two");
  o->way = way;
  o->address = address;
}

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct options *o = state->input;
  switch (key) {
  case 'c': parse_way(o, RVT_CTL_DEVICE, arg, state); return 0;
  case OPT_OPENOCD: parse_way(o, RVT_CTL_OPENOCD, arg, state); return 0;
  case OPT_MEM: parse_way(o, RVT_CTL_MEM, arg != NULL ? arg : "/dev/mem", state); return 0;
  case OPT_JSON: o->ctl->json = true; return 0;
  case OPT_TIMEOUT:
    if (!rvt_ctl_number(arg, UINT32_MAX, &o->ctl->drv.timeout))
      argp_error(state, "--timeout: expected a number, found '%s'%s", arg, rvt_number_hint(arg));
    return 0;
  case OPT_XLEN:
    if (strcmp(arg, "32") != 0 && strcmp(arg, "64") != 0)
      argp_error(state, "--xlen: expected 32 or 64, found '%s'", arg);
    o->ctl->xlen = (uint8_t)(strcmp(arg, "32") == 0 ? 32 : 64);
    return 0;
  case OPT_TE: parse_base(o->ctl, RVT_CTL_TE, arg, state); return 0;
  case OPT_RAM: parse_base(o->ctl, RVT_CTL_RAM, arg, state); return 0;
  case OPT_PIB: parse_base(o->ctl, RVT_CTL_PIB, arg, state); return 0;
  case ARGP_KEY_ARG:
    if (o->words == WORDS_MAX) argp_error(state, "expected at most %d words", WORDS_MAX);
    o->word[o->words++] = arg;
    return 0;
  case ARGP_KEY_END:
    if (o->way == RVT_CTL_NOWHERE)
      argp_error(state, "expected --connect=ADDRESS, --openocd=HOST:PORT or --mem, found none");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option option_list[] = {
    {"connect", 'c', "ADDRESS", 0, "A simulated device is at unix:PATH or tcp:HOST:PORT", 0},
    {"openocd", OPT_OPENOCD, "HOST:PORT", 0,
     "Hardware, by the Tcl port of an OpenOCD (0.12 or newer), in its current target's addresses",
     0},
    {"mem", OPT_MEM, "FILE", OPTION_ARG_OPTIONAL,
     "Hardware of this machine, by its physical addresses in FILE; /dev/mem by default", 0},
    {"json", OPT_JSON, NULL, 0, "One JSON value per command that shows something", 0},
    {"timeout", OPT_TIMEOUT, "N", 0,
     "Longest wait for a register: of a simulated device in looks 16 clocks apart, 100000 by "
     "default; of hardware in microseconds, 1000000 by default",
     0},
    {"xlen", OPT_XLEN, "BITS", 0,
     "XLEN of the hart, 32 or 64, for side-cars: without it dump and stats do not read extended "
     "addresses (extend_addr=1)",
     0},
    {"te", OPT_TE, "BASE", 0, "Where the encoder's registers are; 0 by default", 0},
    {"ram", OPT_RAM, "BASE", 0, "Those of the RAM sink, 0x1000 by default, or none", 0},
    {"pib", OPT_PIB, "BASE", 0, "Those of the PIB sink, 0x2000 by default, or none", 0},
    {0}};
static const struct argp argp = {option_list, parse_option, "[COMMAND [WORD...]]", doc, NULL,
                                 NULL,        NULL};

static enum rvt_ctl_end quit(struct rvt_ctl *ctl, char **word, size_t words) {
  (void)ctl, (void)word, (void)words;
  return RVT_CTL_QUIT;
}

static const struct {
  const char *name;
  enum rvt_ctl_end (*run)(struct rvt_ctl *ctl, char **word, size_t words);
  size_t least, most; /* words with the command itself */
  bool file;          /* the words name files: no numbers */
} commands[] = {
    {"read", rvt_ctl_read, 2, WORDS_MAX, false},
    {"write", rvt_ctl_write, 3, WORDS_MAX, false},
    {"registers", rvt_ctl_registers, 1, 2, false},
    {"discover", rvt_ctl_discover, 1, 1 + RVT_CTL_UNITS, false},
    {"probe-pins", rvt_ctl_probe_pins, 1, 1, false},
    {"configure", rvt_ctl_configure, 2, WORDS_MAX, false},
    {"start", rvt_ctl_start, 1, 2 + RVT_CTL_UNITS, false},
    {"stop", rvt_ctl_stop, 1, 1, false},
    {"abandon", rvt_ctl_abandon, 1, 1, false},
    {"flush", rvt_ctl_flush, 1, 1, false},
    {"status", rvt_ctl_status, 1, 1, false},
    {"clear-lost", rvt_ctl_clear_lost, 1, 1, false},
    {"readout", rvt_ctl_readout, 2, 2, true},
    {"resume", rvt_ctl_resume, 1, 1, false},
    {"rewind", rvt_ctl_rewind, 1, 1, false},
    {"hart", rvt_ctl_hart, 2, 2, false},
    {"clocks", rvt_ctl_clocks, 2, 2, false},
    {"pins", rvt_ctl_pins, 2, 2, true},
    {"quit", quit, 1, 1, false},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

/** No VALUE or NAME=VALUE has a leading 0; complains. */
static bool good_numbers(const struct rvt_ctl *ctl, char **word, size_t words) {
  for (size_t i = 1; i < words; i++) {
    const char *equals = strchr(word[i], '=');
    const char *value = equals != NULL ? equals + 1 : word[i];
    const char *hint = rvt_number_hint(value);
    if (*hint == '\0') continue;
    rvt_ctl_complain(ctl, RVT_CTL_BAD, "%s: found '%s'%s", word[0], value, hint);
    return false;
  }
  return true;
}

static enum rvt_ctl_end run(struct rvt_ctl *ctl, char **word, size_t words) {
  for (size_t i = 0; i < COMMANDS; i++) {
    if (strcmp(word[0], commands[i].name) != 0) continue;
    if (words >= commands[i].least && words <= commands[i].most)
      return commands[i].file || good_numbers(ctl, word, words) ? commands[i].run(ctl, word, words)
                                                                : RVT_CTL_BAD;
    return rvt_ctl_complain(ctl, RVT_CTL_BAD,
                            "%s: expected %s words after it, found %zu (see `rvt ctl --help`)",
                            word[0], words < commands[i].least ? "more" : "fewer", words - 1);
  }
  const char *names[COMMANDS];
  for (size_t i = 0; i < COMMANDS; i++) names[i] = commands[i].name;
  return rvt_ctl_complain(ctl, RVT_CTL_BAD,
                          "expected a command (see `rvt ctl --help`), found '%s'%s", word[0],
                          rvt_suggestion(word[0], names, COMMANDS));
}

static enum rvt_ctl_end run_line(struct rvt_ctl *ctl, char *line) {
  char *word[WORDS_MAX], *rest = NULL;
  size_t words = 0;
  line[strcspn(line, "#\r\n")] = '\0';
  for (char *w = strtok_r(line, " \t", &rest); w != NULL; w = strtok_r(NULL, " \t", &rest)) {
    if (words == WORDS_MAX)
      return rvt_ctl_complain(ctl, RVT_CTL_BAD, "expected at most %d words", WORDS_MAX);
    word[words++] = w;
  }
  return words == 0 ? RVT_CTL_GOOD : run(ctl, word, words);
}

/** Whether the other side still answers, after a command that failed. */
static bool connected(struct rvt_ctl *ctl) {
  struct rvt_device_status s;
  if (ctl->way == RVT_CTL_OPENOCD) return !ctl->openocd.broken;
  return ctl->way == RVT_CTL_MEM || rvt_device_get_status(&ctl->client, &s) != RVT_ERR_IO;
}

static const char *name_of(const struct rvt_ctl *ctl) {
  return ctl->way == RVT_CTL_DEVICE    ? ctl->client.name
         : ctl->way == RVT_CTL_OPENOCD ? ctl->openocd.name
                                       : ctl->mem.name;
}

/** Commands from standard input; a person may go on after a mistake. */
static enum rvt_ctl_end run_input(struct rvt_ctl *ctl) {
  const bool person = isatty(STDIN_FILENO) != 0;
  rvt_input_claim("-");
  char line[LINE_MAX_], place[48];
  enum rvt_ctl_end end = RVT_CTL_GOOD;
  ctl->place = person ? "" : place;
  if (person) printf("%s\n", name_of(ctl));
  for (unsigned long number = 1; end == RVT_CTL_GOOD || person; number++) {
    if (person) fputs("rvt> ", stdout);
    fflush(stdout);
    if (fgets(line, sizeof line, stdin) == NULL) break;
    snprintf(place, sizeof place, "<stdin>:%lu", number);
    end = run_line(ctl, line);
    if (end == RVT_CTL_QUIT) break;
    if (person && end == RVT_CTL_BAD && !connected(ctl)) return end;
  }
  return person ? RVT_CTL_GOOD : end;
}

static enum rvt_status open_way(struct rvt_ctl *ctl, const char *address, struct rvt_error *e) {
  enum rvt_status status;
  switch (ctl->way) {
  case RVT_CTL_OPENOCD:
    status = rvt_ctl_openocd_open(&ctl->openocd, address, e);
    ctl->bus = rvt_ctl_openocd_bus(&ctl->openocd);
    ctl->error = &ctl->openocd.error;
    return status;
  case RVT_CTL_MEM:
    status = rvt_ctl_mem_open(&ctl->mem, address, e);
    ctl->bus = rvt_ctl_mem_bus(&ctl->mem);
    ctl->error = &ctl->mem.error;
    return status;
  case RVT_CTL_DEVICE:
  case RVT_CTL_NOWHERE:
  default:
    status = rvt_device_open(&ctl->client, address, -1, e);
    ctl->bus = rvt_device_bus(&ctl->client);
    ctl->error = &ctl->client.error;
    return status;
  }
}

static void close_way(struct rvt_ctl *ctl) {
  if (ctl->way == RVT_CTL_OPENOCD)
    rvt_ctl_openocd_close(&ctl->openocd);
  else if (ctl->way == RVT_CTL_MEM)
    rvt_ctl_mem_close(&ctl->mem);
  else
    rvt_device_close(&ctl->client);
}

/** A negative number that is no option's would be taken for an option. Complains. */
static bool has_negative(int argc, char **argv) {
  for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
    if (argv[i][0] == '-' && argv[i][1] != '\0' && strncmp(argv[i - 1], "--", 2) != 0 &&
        argv[i][1 + strspn(argv[i] + 1, "0123456789")] == '\0') {
      rvt_complain("rvt ctl: expected a number that is not negative, found '%s'", argv[i]);
      return true;
    }
  return false;
}

int rvt_ctl(int argc, char **argv) {
  struct rvt_ctl ctl = {.base = {RVT_TE_BASE, RVT_RAM_BASE, RVT_PIB_BASE},
                        .there = {true, true, true},
                        .drv = {.timeout = UINT64_MAX},
                        .place = ""};
  struct options o = {.ctl = &ctl};
  struct rvt_error e = {""};
  if (has_negative(argc, argv)) return RVT_EXIT_BAD;
  rvt_parse_args_with(&argp, ARGP_IN_ORDER, argc, argv, &o);
  ctl.way = o.way;
  if (ctl.drv.timeout == UINT64_MAX)
    ctl.drv.timeout = ctl.way == RVT_CTL_DEVICE ? LOOKS : MICROSECONDS;
  if (open_way(&ctl, o.address, &e) != RVT_OK) {
    rvt_complain("%s", e.text);
    return RVT_EXIT_BAD;
  }
  ctl.drv.bus = &ctl.bus;
  enum rvt_ctl_end end = o.words != 0 ? run(&ctl, o.word, o.words) : run_input(&ctl);
  if (end == RVT_CTL_QUIT) end = RVT_CTL_GOOD;
  close_way(&ctl);
  return rvt_stdout_flush() ? (int)end : RVT_EXIT_BAD;
}
