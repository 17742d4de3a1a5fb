/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rvt/version.h"
#include "tool.h"

/** Bytes below a space come from names and files, and would move the cursor or colour the line. */
static void put_plain(const char *text, FILE *file) {
  for (; *text != 0; text++) {
    const unsigned char c = (unsigned char)*text;
    if (c < ' ' || c == 0x7F)
      fprintf(file, "\\x%02x", c);
    else
      putc(c, file);
  }
}

void rvt_complain(const char *form, ...) {
  va_list args;
  va_start(args, form);
  const char *who = program_invocation_name;
  const size_t length = strlen(who);
  char *text;
  /* some texts name the command themselves */
  if (strncmp(form, who, length) != 0 || form[length] != ':') fprintf(stderr, "%s: ", who);
  if (vasprintf(&text, form, args) >= 0) {
    put_plain(text, stderr);
    free(text);
  } else {
    fputs("out of memory", stderr);
  }
  fputc('\n', stderr);
  va_end(args);
}

void *rvt_need_memory(void *memory) {
  if (memory != NULL) return memory;
  fprintf(stderr, "%s: expected memory, found none left\n", program_invocation_name);
  exit(RVT_EXIT_BAD);
}

bool rvt_flush(FILE *file, const char *name) {
  /* Where an earlier write failed and nothing is left to fail now, `errno` may still tell why. */
  const int before = ferror(file) && errno != ENOTTY ? errno : 0;
  errno = 0;
  if (fflush(file) == 0 && !ferror(file)) return true;
  const int reason = errno != 0 ? errno : before;
  rvt_complain("%s: expected to write it, found: %s", name,
               reason != 0 ? strerror(reason) : "an earlier error");
  return false;
}

bool rvt_stdout_flush(void) {
  static bool failed;
  failed = failed || !rvt_flush(stdout, "<stdout>");
  return !failed;
}

/* Changes, insertions and omissions of a character that make one word of the other. */
static size_t distance(const char *a, const char *b) {
  enum { LONGEST = 31 };
  size_t row[LONGEST + 1];
  const size_t m = strlen(a), n = strlen(b);
  if (m > LONGEST || n > LONGEST) return LONGEST;
  for (size_t j = 0; j <= n; j++) row[j] = j;
  for (size_t i = 1; i <= m; i++) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= n; j++) {
      const size_t above = row[j];
      size_t best = diagonal + (a[i - 1] != b[j - 1]);
      if (above + 1 < best) best = above + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      diagonal = above;
      row[j] = best;
    }
  }
  return row[n];
}

const char *rvt_suggestion(const char *word, const char *const *names, size_t count) {
  static char text[64];
  size_t best = strlen(word) > 3 ? 3 : 2; /* less than this many differences */
  text[0] = '\0';
  for (size_t i = 0; i < count; i++) {
    const size_t found = distance(word, names[i]);
    if (found >= best) continue;
    best = found;
    snprintf(text, sizeof text, ", did you mean '%s'?", names[i]);
  }
  return text;
}

void rvt_print_version(void) { printf("rvt %s\n", rvt_version()); }

static error_t parse_common(int key, char *arg, struct argp_state *state) {
  (void)arg;
  switch (key) {
  case 'h': argp_state_help(state, stdout, ARGP_HELP_STD_HELP); return 0;
  case 'V': rvt_print_version(); exit(rvt_stdout_flush() ? RVT_EXIT_OK : RVT_EXIT_BAD);
  default: return ARGP_ERR_UNKNOWN;
  }
}

void rvt_parse_args_with(const struct argp *argp, unsigned flags, int argc, char **argv,
                         void *input) {
  static const struct argp_option options[] = {{NULL, 'h', NULL, OPTION_HIDDEN, NULL, -1},
                                               {"version", 'V', NULL, 0, "Print the version", -1},
                                               {0}};
  static const struct argp common = {.options = options, .parser = parse_common};
  enum { CHILDREN_MAX = 4 };
  struct argp_child children[CHILDREN_MAX + 2] = {{0}};
  size_t count = 0;
  for (; argp->children != NULL && argp->children[count].argp != NULL; count++)
    children[count] = argp->children[count];
  if (count > CHILDREN_MAX) abort();
  children[count] = (struct argp_child){&common, 0, NULL, -1};
  struct argp all = *argp;
  all.children = children;
  argp_err_exit_status = RVT_EXIT_BAD;
  argp_parse(&all, argc, argv, flags, NULL, input);
}

void rvt_parse_args(const struct argp *argp, int argc, char **argv, void *input) {
  rvt_parse_args_with(argp, 0, argc, argv, input);
}

/* ---- Tables ------------------------------------------------------------------------------------
 */

char *rvt_cell(char **line, char separator) {
  char *at = *line;
  if (at == NULL) return NULL;
  char *end = at;
  bool quoted = false;
  for (; *end != '\0' && (quoted || *end != separator); end++)
    if (*end == '"') quoted = !quoted;
  *line = *end == '\0' ? NULL : end + 1;
  *end = '\0';
  while (*at == ' ' || *at == '"') at++;
  while (end > at && strchr(" \"\r", end[-1]) != NULL) *--end = '\0';
  return at;
}
