/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "tandem.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rvt/number.h"
#include "rvt/tandem/text.h"

static const char doc[] =
    "Step a reference model along a tandem verification trace, and name each difference.\v"
    "The model runs the ELF file beside the hart: after each instruction or trap of the trace all "
    "that either of both has changed is compared. CORE is the description of the core, a TOML file "
    "(docs/units/tandem.md). After a difference the model gets what the hart has, and the check "
    "goes on. TRACE may be a pipe; - is standard input. The exit status is 1 if there is a "
    "difference, or the stream is damaged.\n\n"
    "Example:\n"
    "  $ rvt tandem --core picorv32.toml --elf prog.elf prog.tv";

enum { OPT_CORE = 0x100, OPT_ELF, OPT_MODEL, OPT_MAX, OPT_JSON, LAST = 8, SHOWN = 32, MOST = 100 };

struct tandem {
  const char *core_name, *elf, *model_name, *input;
  uint64_t max;
  bool json;

  struct rvt_tandem_core core;
  struct tandem_model model;
  struct rvt_image *image; /* for names; NULL: there are none */
  struct rvt_tandem_check *check;
  struct rvt_tool_stream in;
  struct rvt_tandem_reader reader;

  struct rvt_tandem_element *element; /* of the group so far */
  size_t count, room;
  uint64_t begin; /* its offset */
  uint64_t groups;
  struct rvt_tandem_element past[LAST][SHOWN]; /* the last groups, */
  size_t past_count[LAST];                     /* ... their elements, */
  uint64_t past_offset[LAST];
};

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct tandem *t = state->input;
  switch (key) {
  case OPT_CORE: t->core_name = arg; return 0;
  case OPT_ELF: t->elf = arg; return 0;
  case OPT_MODEL: t->model_name = arg; return 0;
  case OPT_MAX:
    if (!rvt_number(arg, strlen(arg), UINT64_MAX, &t->max) || t->max == 0)
      argp_error(state, "--max: expected a number of differences from 1 on, found '%s'", arg);
    return 0;
  case OPT_JSON: t->json = true; return 0;
  case ARGP_KEY_ARG:
    if (t->input != NULL) argp_error(state, "expected one TRACE, found '%s' too", arg);
    t->input = arg;
    return 0;
  case ARGP_KEY_END:
    if (t->input == NULL) argp_error(state, "expected TRACE, found no argument");
    if (t->core_name == NULL) argp_error(state, "expected --core, the description of the core");
    if (t->elf == NULL) argp_error(state, "expected --elf, the program that the core ran");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option option_list[] = {
    {"core", OPT_CORE, "CORE", 0, "Description of the core, TOML", 0},
    {"elf", OPT_ELF, "FILE", 0, "The program that the core ran", 0},
    {"model", OPT_MODEL, "NAME", 0,
     "The reference model: a name in lib/rvtrace, or a path (default: spike)", 0},
    {"max", OPT_MAX, "N", 0, "Stop after N differences (default 100)", 0},
    {"json", OPT_JSON, NULL, 0, "One JSON object per difference, and one at the end", 0},
    {0}};
static const struct argp argp = {option_list, parse_option, "TRACE", doc, NULL, NULL, NULL};

/* ---- Differences --------------------------------------------------------------------------- */

static void name_of(uint16_t number, char *text) {
  if (number == RVT_TANDEM_MODEL_PC)
    snprintf(text, RVT_TANDEM_WORD_MAX, "pc");
  else if (number == RVT_TANDEM_MODEL_PRIVILEGE)
    snprintf(text, RVT_TANDEM_WORD_MAX, "privilege");
  else
    rvt_tandem_register_name(number, text);
}

static const char *what_of(const struct rvt_tandem_difference *d, char *text) {
  switch (d->kind) {
  case RVT_TANDEM_OTHER_INSN: return "instruction";
  case RVT_TANDEM_OTHER_STORE: return "stored data";
  case RVT_TANDEM_OTHER_STORE_ADDRESS: return "address of the store";
  case RVT_TANDEM_OTHER_STORE_SIZE: return "size of the store";
  case RVT_TANDEM_NO_STORE: return "no store";
  default: name_of(d->number, text); return text;
  }
}

static void put_place(const struct tandem *t, uint64_t pc) {
  uint64_t offset = 0;
  const char *symbol = t->image == NULL ? NULL : rvt_image_symbol(t->image, pc, &offset);
  printf("0x%" PRIx64, pc);
  if (symbol != NULL) printf(" <%s+0x%" PRIx64 ">", symbol, offset);
}

static void put_past(const struct tandem *t) {
  const uint64_t shown = t->groups < LAST ? t->groups : LAST;
  for (uint64_t n = t->groups - shown; n < t->groups; n++) {
    const size_t at = n % LAST;
    printf("    0x%08" PRIx64 ":", t->past_offset[at]);
    for (size_t i = 0; i < t->past_count[at]; i++) {
      char word[RVT_TANDEM_WORD_MAX];
      rvt_tandem_print(&t->past[at][i], word);
      printf(" %s", word);
    }
    putchar('\n');
  }
}

static void put_json(const struct tandem *t, const struct rvt_tandem_difference *d,
                     const char *what) {
  uint64_t offset = 0;
  const char *symbol = t->image == NULL ? NULL : rvt_image_symbol(t->image, d->pc, &offset);
  json_t *o = json_pack("{s:s, s:I, s:I, s:o, s:s, s:o, s:o}", "kind", "difference", "group",
                        (json_int_t)d->group, "offset", (json_int_t)d->offset, "pc",
                        json_sprintf("0x%" PRIx64, d->pc), "what", what, "expected",
                        json_sprintf("0x%" PRIx64, d->model), "found",
                        json_sprintf("0x%" PRIx64, d->trace));
  rvt_need_memory(o);
  if (d->has_insn) json_object_set_new(o, "insn", json_sprintf("0x%" PRIx32, d->insn));
  if (symbol != NULL) json_object_set_new(o, "symbol", json_string(symbol));
  rvt_json_print(o, stdout);
}

static void put_difference(void *user, const struct rvt_tandem_difference *d) {
  const struct tandem *t = user;
  char text[RVT_TANDEM_WORD_MAX];
  const char *what = what_of(d, text);
  if (rvt_tandem_check_counts(t->check)->differences > t->max) return;
  if (t->json) {
    put_json(t, d, what);
    return;
  }
  printf("group %" PRIu64 ", byte 0x%" PRIx64 ", pc ", d->group, d->offset);
  put_place(t, d->pc);
  if (d->has_insn) printf(", insn 0x%" PRIx32, d->insn);
  printf(": expected %s 0x%" PRIx64 " as %s has it, found 0x%" PRIx64 "%s\n", what, d->model,
         t->model.face->name, d->trace, d->kind == RVT_TANDEM_NOT_CHANGED ? ", unchanged" : "");
  if (d->kind == RVT_TANDEM_OTHER_INSN && d->group < LAST)
    rvt_complain("%s: the first instructions are others than in the trace: is this the ELF?",
                 t->elf);
  if (rvt_tandem_check_counts(t->check)->differences == 1) put_past(t);
}

/* ---- The stream ---------------------------------------------------------------------------- */

static void add(struct tandem *t, const struct rvt_tandem_element *e) {
  if (t->count == t->room) {
    t->room = 2 * t->room + 64;
    t->element = rvt_need_memory(realloc(t->element, t->room * sizeof *t->element));
  }
  t->element[t->count++] = *e;
}

static void end_group(struct tandem *t) {
  const size_t at = t->groups++ % LAST;
  t->past_count[at] = t->count < SHOWN ? t->count : SHOWN;
  memcpy(t->past[at], t->element, t->past_count[at] * sizeof *t->element);
  t->past_offset[at] = t->begin;
  rvt_tandem_check_group(t->check, t->element, t->count, t->begin);
  t->count = 0;
}

static bool is_enough(const struct tandem *t) {
  return rvt_tandem_check_counts(t->check)->differences >= t->max;
}

/* Elements of what has been read. @return what the reader said at last */
static enum rvt_status take_bytes(struct tandem *t, struct rvt_bytes *in,
                                  struct rvt_tandem_note *note) {
  struct rvt_tandem_element e;
  enum rvt_status status;
  while (!is_enough(t) && (status = rvt_tandem_read(&t->reader, in, &e, note)) == RVT_OK) {
    if (e.opcode == RVT_TANDEM_BEGIN) {
      t->begin = t->in.base + in->pos - 1;
    } else if (e.opcode == RVT_TANDEM_END) {
      end_group(t);
    } else {
      const bool outside = !t->reader.open;
      if (outside) t->begin = t->in.base + in->pos - 1;
      add(t, &e);
      if (outside) end_group(t);
    }
  }
  return is_enough(t) ? RVT_OK : status;
}

static int walk(struct tandem *t) {
  struct rvt_bytes in = {.pos = 0};
  for (;;) {
    struct rvt_tandem_note note = {"TV:R-17",
                                   "expected the rest of a group, found the end of the stream", 0};
    in.data = t->in.data;
    in.size = t->in.size;
    const enum rvt_status status = take_bytes(t, &in, &note);
    if (status == RVT_OK) return RVT_EXIT_DAMAGED;
    const bool more =
        (status == RVT_END || status == RVT_NEED_MORE) && rvt_stream_more(&t->in, in.pos);
    if (more) {
      in.pos = 0;
      continue;
    }
    if (t->in.failed) return RVT_EXIT_BAD;
    if (status == RVT_END)
      return rvt_tandem_check_counts(t->check)->differences == 0 ? RVT_EXIT_OK : RVT_EXIT_DAMAGED;
    if (status == RVT_NEED_MORE) note.offset = t->in.size;
    rvt_complain("%s: byte %" PRIu64 ": %s (%s)", t->in.name, t->in.base + note.offset, note.text,
                 note.row);
    return RVT_EXIT_DAMAGED;
  }
}

/* ---- The end ------------------------------------------------------------------------------- */

static void put_counts(const struct tandem *t) {
  const struct rvt_tandem_counts *c = rvt_tandem_check_counts(t->check);
  const struct {
    const char *name;
    uint64_t value;
  } all[] = {{"groups", c->groups},     {"steps", c->steps},     {"interrupts", c->interrupts},
             {"compared", c->compared}, {"copied", c->copied},   {"foreign_loads", c->loads},
             {"skipped", c->skipped},   {"outside", c->outside}, {"differences", c->differences}};
  static const char *const absent[] = {
#define NAME(NAME, name) #name,
      RVT_TANDEM_ABSENT_LIST(NAME)
#undef NAME
  };
  if (t->json) {
    json_t *o =
        rvt_need_memory(json_pack("{s:s, s:s}", "kind", "end", "model", t->model.face->name));
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
      json_object_set_new(o, all[i].name, json_integer((json_int_t)all[i].value));
    rvt_json_print(o, stdout);
    return;
  }
  printf("%s: %" PRIu64 " groups, %" PRIu64 " steps of %s, %" PRIu64 " interrupts; %" PRIu64
         " values compared, %" PRIu64 " copied (%" PRIu64 " loads from outside), %" PRIu64
         " skipped; %" PRIu64 " differences\n",
         t->in.name, c->groups, c->steps, t->model.face->name, c->interrupts, c->compared,
         c->copied, c->loads, c->skipped, c->differences);
  bool any = false;
  for (size_t i = 0; i < RVT_TANDEM_ABSENTS; i++)
    if (t->core.absent[i]) {
      printf("%s%s", any ? " " : "absent: ", absent[i]);
      any = true;
    }
  if (any) putchar('\n');
}

/* Names for addresses; without any the check goes on. */
static void read_names(struct tandem *t) {
  if (rvt_image_new(t->core.format.xlen, &t->image) != RVT_OK) return;
  const struct rvt_image_context always = {.has_scontext = false};
  if (rvt_image_add_elf_in(t->image, &always, t->elf, 0, NULL) == RVT_OK) return;
  rvt_image_free(t->image);
  t->image = NULL;
}

static bool open_all(struct tandem *t) {
  struct rvt_error error;
  if (rvt_tandem_core_read(t->core_name, &t->core, &error) != RVT_OK) {
    rvt_complain("%s", error.text);
    return false;
  }
  if (!tandem_model_open(&t->model, t->model_name, &t->core) ||
      !tandem_load(&t->model, t->elf, &t->core) || !rvt_stream_open(&t->in, t->input))
    return false;
  const struct rvt_tandem_check_config config = {.core = &t->core,
                                                 .model = t->model.face,
                                                 .handle = t->model.handle,
                                                 .difference = put_difference,
                                                 .user = t};
  t->check = rvt_need_memory(rvt_tandem_check_new(&config));
  rvt_tandem_reader_init(&t->reader, &t->core.format);
  read_names(t);
  return true;
}

int rvt_tandem(int argc, char **argv) {
  static struct tandem t = {.model_name = "spike", .max = MOST, .in = {.fd = -1}};
  int status = RVT_EXIT_BAD;
  rvt_parse_args(&argp, argc, argv, &t);
  if (open_all(&t)) {
    status = walk(&t);
    put_counts(&t);
  }
  rvt_stream_close(&t.in);
  rvt_tandem_check_free(t.check);
  tandem_model_close(&t.model);
  rvt_image_free(t.image);
  free(t.element);
  return status;
}
