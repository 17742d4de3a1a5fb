/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "capture.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { PINS_MAX = 16, NAME_MAX_SIZE = 256, ID_SIZE = 16 };

/** A signal of the file that was asked for. */
struct signal {
  char id[ID_SIZE]; /* VCD */
  size_t column;    /* CSV: from 1 on */
  bool clock;
  int bit; /* of the data; -1: all of it */
};

struct reader {
  const struct rvt_tool_input *in;
  const char *at;
  const char *clock, *data;
  struct rvt_capture *c;
  struct signal signals[PINS_MAX + 1];
  size_t count;
  struct rvt_capture_sample now;
  bool cut; /* CSV: there is a zero at `at`, in place of the line's end */
};

static unsigned long line_of(const struct reader *r) {
  unsigned long line = 1;
  for (const char *p = (const char *)r->in->data; p < r->at; p++) line += *p == '\n';
  return line;
}

static bool complain(const struct reader *r, const char *expected, const char *found) {
  rvt_complain("%s:%lu: expected %s, found %s", r->in->name, line_of(r), expected, found);
  return false;
}

/* ---- Samples ---- */

static bool put(struct reader *r) {
  struct rvt_capture *const c = r->c;
  if (c->count == c->room) {
    const size_t room = c->room != 0 ? 2 * c->room : 4096;
    struct rvt_capture_sample *more = realloc(c->samples, room * sizeof *more);
    if (more == NULL) {
      rvt_complain("%s: expected memory for %zu changes, found none left", r->in->name, room);
      return false;
    }
    c->samples = more;
    c->room = room;
  }
  c->samples[c->count++] = r->now;
  return true;
}

/** Keep the moment if a pin has changed in it. */
static bool keep(struct reader *r) {
  const struct rvt_capture *const c = r->c;
  if (c->count != 0) {
    const struct rvt_capture_sample *last = &c->samples[c->count - 1];
    if (last->clock == r->now.clock && last->data == r->now.data) return true;
  }
  return put(r);
}

static void set(struct reader *r, const struct signal *s, unsigned long value) {
  if (s->clock)
    r->now.clock = (value & 1) != 0;
  else if (s->bit < 0)
    r->now.data = (uint16_t)value;
  else
    r->now.data = (uint16_t)((r->now.data & ~(1u << s->bit)) | (value & 1) << s->bit);
}

/* ---- Names ---- */

/** The rest of `path` after `name`, where the path is it, or ends with it after a dot; or NULL. */
static const char *after_name(const char *path, const char *name) {
  const size_t size = strlen(name);
  for (const char *p = path; p != NULL; p = strchr(p, '.'), p = p == NULL ? NULL : p + 1)
    if (strncmp(p, name, size) == 0 && strchr(p + size, '.') == NULL) return p + size;
  return NULL;
}

static const char *one_of(const char *path, const char *given, const char *const names[3]) {
  if (given != NULL) return after_name(path, given);
  const char *found = NULL;
  for (size_t i = 0; i < 3 && (found == NULL || isalpha((unsigned char)*found) || *found == '_');
       i++)
    found = after_name(path, names[i]);
  return found;
}

/** The index that a name ends with: "3", "_3", "[3]"; -1: none, or a range. -2: it is another name.
 */
static int index_of(const char *rest) {
  while (*rest == ' ') rest++;
  if (*rest == '\0') return -1;
  if (*rest == '_' || *rest == '[') rest++;
  if (!isdigit((unsigned char)*rest)) return -2;
  char *end;
  const unsigned long n = strtoul(rest, &end, 10);
  if (*end == ':') return -1;
  return n < PINS_MAX && (*end == '\0' || *end == ']') ? (int)n : -2;
}

/** Take a signal if it is the clock or data. */
static bool consider(struct reader *r, const char *path, unsigned long size, const char *id,
                     size_t column) {
  static const char *const clocks[3] = {"trc_clk_o", "trc_clk", "TRC_CLK"};
  static const char *const datas[3] = {"trc_data_o", "trc_data", "TRC_DATA"};
  const char *rest = one_of(path, r->clock, clocks);
  const bool clock = rest != NULL && index_of(rest) == -1 && size == 1;
  int bit = -1;
  if (!clock) {
    rest = one_of(path, r->data, datas);
    if (rest == NULL || (bit = index_of(rest)) == -2) return true;
    if (bit < 0 && size == 1 && r->in->data[0] == '$') bit = 0;
    if (size > 1) bit = -1;
  }
  if (size > PINS_MAX) return complain(r, "at most 16 data pins", path);
  for (size_t i = 0; i < r->count; i++) {
    const struct signal *s = &r->signals[i];
    if (s->clock != clock || (!clock && s->bit != bit && s->bit >= 0 && bit >= 0)) continue;
    if (s->column == column && strcmp(s->id, id) == 0) return true; /* the same, elsewhere */
    rvt_complain("%s:%lu: expected one signal for %s, found %s as well: say which, by a longer "
                 "name (--clock, --data)",
                 r->in->name, line_of(r), clock ? "the clock" : "a data pin", path);
    return false;
  }
  struct signal *const s = &r->signals[r->count++];
  *s = (struct signal){.column = column, .clock = clock, .bit = bit};
  snprintf(s->id, sizeof s->id, "%s", id);
  return true;
}

static bool check_signals(const struct reader *r) {
  bool clock = false;
  for (size_t i = 0; i < r->count; i++) clock = clock || r->signals[i].clock;
  if (clock && r->count > 1) return true;
  rvt_complain("%s: expected signals for %s, found none: name it with %s", r->in->name,
               clock ? "data (trc_data)" : "the clock (trc_clk)", clock ? "--data" : "--clock");
  return false;
}

/* ---- VCD ---- */

/** The next word, which ends before `size` bytes; false at the end of the file. */
static bool word(struct reader *r, char *text, size_t size) {
  while (isspace((unsigned char)*r->at)) r->at++;
  size_t n = 0;
  while (*r->at != '\0' && !isspace((unsigned char)*r->at)) {
    if (n + 1 < size) text[n++] = *r->at;
    r->at++;
  }
  text[n] = '\0';
  return n != 0;
}

static bool skip_to_end(struct reader *r) {
  char text[ID_SIZE];
  while (word(r, text, sizeof text))
    if (strcmp(text, "$end") == 0) return true;
  return complain(r, "$end", "the end of the file");
}

/** `$var TYPE SIZE ID NAME [RANGE] $end` */
static bool vcd_var(struct reader *r, const char *scope) {
  char type[ID_SIZE], size[ID_SIZE], id[ID_SIZE], name[NAME_MAX_SIZE], range[ID_SIZE];
  if (!word(r, type, sizeof type) || !word(r, size, sizeof size) || !word(r, id, sizeof id) ||
      !word(r, name, sizeof name) || !word(r, range, sizeof range))
    return complain(r, "$var with type, size, code and name", "the end of the file");
  char path[2 * NAME_MAX_SIZE + ID_SIZE];
  const bool ranged = strcmp(range, "$end") != 0;
  snprintf(path, sizeof path, "%s%s%s", scope, name, ranged ? range : "");
  return consider(r, path, strtoul(size, NULL, 10), id, 0) && (!ranged || skip_to_end(r));
}

static bool vcd_header(struct reader *r) {
  char text[NAME_MAX_SIZE], scope[NAME_MAX_SIZE] = "";
  while (word(r, text, sizeof text)) {
    if (strcmp(text, "$enddefinitions") == 0) return skip_to_end(r) && check_signals(r);
    if (strcmp(text, "$var") == 0) {
      if (!vcd_var(r, scope)) return false;
    } else if (strcmp(text, "$scope") == 0) {
      if (!word(r, text, sizeof text) || !word(r, text, sizeof text)) break;
      const size_t used = strlen(scope), size = strlen(text);
      if (used + size + 2 > sizeof scope) return complain(r, "shorter names of scopes", text);
      memcpy(scope + used, text, size);
      memcpy(scope + used + size, ".", 2);
      if (!skip_to_end(r)) return false;
    } else if (strcmp(text, "$upscope") == 0) {
      if (*scope != '\0') scope[strlen(scope) - 1] = '\0';
      char *dot = strrchr(scope, '.');
      *(dot != NULL ? dot + 1 : scope) = '\0';
      if (!skip_to_end(r)) return false;
    } else if (*text == '$' && !skip_to_end(r)) {
      return false;
    }
  }
  return complain(r, "$enddefinitions", "the end of the file");
}

static void vcd_set(struct reader *r, const char *id, unsigned long value) {
  for (size_t i = 0; i < r->count; i++)
    if (strcmp(r->signals[i].id, id) == 0) set(r, &r->signals[i], value);
}

static bool vcd_changes(struct reader *r) {
  char text[NAME_MAX_SIZE], id[ID_SIZE];
  bool any = false;
  while (word(r, text, sizeof text)) {
    if (*text == '#') {
      char *end;
      const uint64_t time = strtoull(text + 1, &end, 10);
      if (*end != '\0' || (any && time < r->now.time)) return complain(r, "a later time", text);
      if (any && !keep(r)) return false;
      r->now.time = time;
      any = true;
    } else if (*text == 'b' || *text == 'B') {
      unsigned long value = 0;
      for (const char *p = text + 1; *p != '\0'; p++) value = value << 1 | (*p == '1');
      if (!word(r, id, sizeof id))
        return complain(r, "a code after a value", "the end of the file");
      vcd_set(r, id, value);
    } else if (strchr("01xXzZ", *text) != NULL) {
      vcd_set(r, text + 1, *text == '1');
    } else if (*text == 'r' || *text == 'R' || *text == 's') {
      if (!word(r, id, sizeof id))
        return complain(r, "a code after a value", "the end of the file");
    } else if (strcmp(text, "$comment") == 0) {
      if (!skip_to_end(r)) return false;
    } else if (*text != '$') {
      return complain(r, "a change, a time or $end", text);
    }
  }
  return put(r);
}

/* ---- CSV ---- */

/**
 * The next line that is no comment; NULL: there is none. It may be cut into cells; its own end is a
 * zero until the next call.
 */
static char *next_line(struct reader *r) {
  char *at = (char *)r->in->data + (r->at - (const char *)r->in->data);
  for (;;) {
    if (r->cut) *at = '\n';
    if (*at == '\n') at++;
    char *const begin = at;
    const size_t size = strcspn(begin, "\n");
    at += size;
    r->at = at;
    r->cut = false;
    if (*begin == '\0') return NULL;
    if (*begin == ';' || *begin == '#' || strspn(begin, " \r") >= size) continue;
    r->cut = *at == '\n';
    *at = '\0';
    return begin;
  }
}

static bool csv_time(struct reader *r, const char *cell) {
  char *end;
  const double seconds = strtod(cell, &end);
  if (end == cell || *end != '\0') return complain(r, "a time in seconds", cell);
  const uint64_t time = seconds > 0 ? (uint64_t)(seconds * 1e12 + 0.5) : 0;
  if (time < r->now.time) return complain(r, "a later time", cell);
  r->now.time = time;
  return true;
}

/** A cell of each signal that has this column. */
static bool csv_value(struct reader *r, const char *cell, size_t column, size_t *found) {
  for (size_t i = 0; i < r->count; i++) {
    if (r->signals[i].column != column) continue;
    char *end;
    const unsigned long value = strtoul(cell, &end, 0);
    if (end == cell || *end != '\0') return complain(r, "a number, or 0x and one", cell);
    set(r, &r->signals[i], value);
    ++*found;
  }
  return true;
}

/** `time_column` is 0 if there is none; columns are counted from 1 on. */
static bool csv_row(struct reader *r, char *line, size_t time_column) {
  const char *cell;
  size_t found = 0, column = 0;
  if (time_column == 0) r->now.time++;
  while ((cell = rvt_cell(&line, ',')) != NULL) {
    if (!csv_value(r, cell, ++column, &found)) return false;
    if (column == time_column && !csv_time(r, cell)) return false;
  }
  if (found < r->count || column < time_column)
    return complain(r, "a value in each column", "fewer");
  return keep(r);
}

static bool csv_names(struct reader *r, char *line, size_t *time_column) {
  const char *cell;
  for (size_t column = 1; (cell = rvt_cell(&line, ',')) != NULL; column++) {
    if (strncasecmp(cell, "time", 4) == 0) *time_column = column;
    /* A column with an index is a pin; one without may hold all of them. */
    const char *rest =
        one_of(cell, r->data, (const char *const[3]){"trc_data_o", "trc_data", "TRC_DATA"});
    const bool all = rest != NULL && index_of(rest) == -1;
    if (!consider(r, cell, all ? PINS_MAX : 1, "", column)) return false;
  }
  return check_signals(r);
}

static bool csv(struct reader *r) {
  size_t time_column = 0;
  char *line = next_line(r);
  if (line == NULL) return complain(r, "a line of names", "the end of the file");
  bool good = csv_names(r, line, &time_column);
  while (good && (line = next_line(r)) != NULL) good = csv_row(r, line, time_column);
  return good && put(r);
}

bool rvt_capture_read(const struct rvt_tool_input *in, const char *clock, const char *data,
                      struct rvt_capture *c) {
  struct reader r = {.in = in, .at = (const char *)in->data, .clock = clock, .data = data, .c = c};
  *c = (struct rvt_capture){0};
  while (isspace((unsigned char)*r.at)) r.at++;
  const bool vcd = *r.at == '$';
  if (vcd ? vcd_header(&r) && vcd_changes(&r) : csv(&r)) return true;
  rvt_capture_free(c);
  return false;
}

void rvt_capture_free(struct rvt_capture *c) {
  free(c->samples);
  *c = (struct rvt_capture){0};
}
