/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "run.h"

enum { COVERS_MAX = 2048, EXIT_DIFFERENCE = 1, EXIT_USAGE = 2 };

static void usage(const char *program) {
  fprintf(stderr,
          "usage: %s --bench NAME [--seed N] [--reset-seed N] [--clocks N] [-o NAME=VALUE]...\n"
          "       [--min NAME=N]... [--wave FILE] [--mutant N]\n",
          program);
  for (size_t i = 0; tb_benches[i] != NULL; i++) fprintf(stderr, "bench %s\n", tb_benches[i]->name);
  exit(EXIT_USAGE);
}

static void add(struct tb_name_value *list, size_t *count, const char *text, const char *program) {
  const char *eq = strchr(text, '=');
  if (eq == NULL || *count == TB_LIST_MAX) usage(program);
  list[(*count)++] = (struct tb_name_value){text, (size_t)(eq - text), eq + 1, false};
}

static uint64_t number(const char *text, const char *program) {
  char *end;
  uint64_t value = strtoull(text, &end, 0);
  if (*text == 0 || *end != 0) usage(program);
  return value;
}

static void parse(struct tb_args *a, int argc, char **argv) {
  for (int i = 1; i < argc; i += 2) {
    const char *key = argv[i];
    if (i + 1 == argc) usage(argv[0]);
    const char *value = argv[i + 1];
    if (strcmp(key, "--bench") == 0)
      a->bench = value;
    else if (strcmp(key, "--seed") == 0)
      a->seed = number(value, argv[0]);
    else if (strcmp(key, "--reset-seed") == 0)
      a->reset_seed = (uint32_t)number(value, argv[0]);
    else if (strcmp(key, "--clocks") == 0)
      a->clocks = number(value, argv[0]);
    else if (strcmp(key, "--wave") == 0)
      a->wave = value;
    else if (strcmp(key, "--mutant") == 0)
      a->mutant = (uint32_t)number(value, argv[0]);
    else if (strcmp(key, "-o") == 0)
      add(a->options, &a->option_count, value, argv[0]);
    else if (strcmp(key, "--min") == 0)
      add(a->minima, &a->minimum_count, value, argv[0]);
    else
      usage(argv[0]);
  }
}

static const struct tb_bench *find_bench(const char *name) {
  for (size_t i = 0; name != NULL && tb_benches[i] != NULL; i++)
    if (strcmp(tb_benches[i]->name, name) == 0) return tb_benches[i];
  return NULL;
}

static void print_repeat(const struct tb_args *a, const char *program) {
  printf("%s --bench %s --seed %" PRIu64 " --reset-seed %" PRIu32 " --clocks %" PRIu64, program,
         a->bench, a->seed, a->reset_seed, a->clocks);
  for (size_t i = 0; i < a->option_count; i++) printf(" -o %s", a->options[i].name);
}

static int report_failure(const struct tb_bench *bench, struct tb_args *a, const char *program,
                          const struct tb_result *first, uint64_t *cover) {
  uint64_t from = first->clocks > TB_WAVE_CLOCKS ? first->clocks - TB_WAVE_CLOCKS : 0;
  struct tb_result again;
  if (a->mutant != 0) {
    printf("%s\n", first->text);
    return EXIT_DIFFERENCE;
  }
  remove(a->wave);
  tb_run(bench, a, from, cover, &again);
  printf("%s; ", first->text);
  if (access(a->wave, R_OK) == 0) printf("wave %s; ", a->wave);
  printf("repeat: ");
  print_repeat(a, program);
  if (strcmp(first->text, again.text) != 0 || first->digest != again.digest)
    printf(" (the second run differed: %s)", again.text);
  putchar('\n');
  return EXIT_DIFFERENCE;
}

/* "tc_*" stands for every coverage point whose name begins with "tc_". */
static bool names(const struct tb_name_value *m, const char *cover) {
  if (m->name_len != 0 && m->name[m->name_len - 1] == '*')
    return strncmp(m->name, cover, m->name_len - 1) == 0;
  return strlen(cover) == m->name_len && strncmp(cover, m->name, m->name_len) == 0;
}

/* @return the number of minima missed */
static int check_minima(const struct tb_bench *bench, const struct tb_args *a,
                        const uint64_t *cover, const char *program) {
  int missed = 0;
  for (size_t i = 0; i < a->minimum_count; i++) {
    const struct tb_name_value *m = &a->minima[i];
    uint64_t want = number(m->value, program);
    bool found = false;
    for (size_t k = 0; k < bench->cover_count; k++) {
      if (!names(m, bench->covers[k])) continue;
      found = true;
      if (cover[k] >= want) continue;
      printf("%s: coverage %s is %" PRIu64 ", the run exists for %" PRIu64 "; repeat: ",
             bench->name, bench->covers[k], cover[k], want);
      print_repeat(a, program);
      printf(" --min %s\n", m->name);
      missed++;
    }
    if (found) continue;
    printf("%s: no coverage point is named %.*s\n", bench->name, (int)m->name_len, m->name);
    missed++;
  }
  return missed;
}

/* Cross points, "x_*", stand on a line of their own: there are many. */
static void print_covers(const struct tb_bench *bench, const uint64_t *cover, bool cross) {
  size_t printed = 0;
  for (size_t i = 0; i < bench->cover_count; i++)
    if ((strncmp(bench->covers[i], "x_", 2) == 0) == cross)
      printed += printf(" %s=%" PRIu64, bench->covers[i], cover[i]) > 0;
  if (printed != 0) putchar('\n');
}

int main(int argc, char **argv) {
  static struct tb_args args;
  static uint64_t cover[COVERS_MAX];
  char wave[512];
  args.seed = 1;
  args.clocks = 100000;
  if (getrandom(&args.reset_seed, sizeof args.reset_seed, 0) != sizeof args.reset_seed)
    return EXIT_USAGE;
  args.reset_seed &= 0x7fffffff;
  parse(&args, argc, argv);
  if (args.reset_seed == 0) args.reset_seed = 1;
  const struct tb_bench *bench = find_bench(args.bench);
  if (bench == NULL || bench->cover_count > COVERS_MAX) usage(argv[0]);
  if (args.wave == NULL) {
    snprintf(wave, sizeof wave, "%s-%s-%" PRIu64 ".%s", argv[0], bench->name, args.seed,
             tb_dut_wave_suffix());
    args.wave = wave;
  }
  struct timespec t0, t1;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t0);
  struct tb_result result;
  tb_run(bench, &args, UINT64_MAX, cover, &result);
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t1);
  if (!result.ok) return report_failure(bench, &args, argv[0], &result, cover);
  double seconds = (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec);
  printf("%s %s seed %" PRIu64 ": %" PRIu64 " clocks, %.2f M clocks/s, digest %016" PRIx64 ";",
         bench->name, tb_dut_build(), args.seed, result.clocks,
         1e-6 * (double)result.clocks / (seconds > 0 ? seconds : 1e-9), result.digest);
  print_covers(bench, cover, false);
  print_covers(bench, cover, true);
  return check_minima(bench, &args, cover, argv[0]) == 0 ? 0 : EXIT_DIFFERENCE;
}
