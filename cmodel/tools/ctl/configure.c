/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "ctl.h"

/* `configure UNIT NAME=VALUE...`: the members of the driver's configurations by their names. */

struct key {
  const char *name;
  uint8_t offset, size; /* of the member */
  uint64_t max;
  const char *words; /* that stand for values: "btm 3 htm 6"; NULL: numbers only */
};

#define KEY(type, member, max, words)                                                              \
  { #member, offsetof(struct type, member), sizeof(((struct type *)0)->member), max, words }
#define FLAG(type, member) KEY(type, member, 1, NULL)

static const struct key encoder_keys[] = {
    KEY(rvt_drv_encoder_config, mode, 7, "btm 3 htm 6"),
    KEY(rvt_drv_encoder_config, sync_mode, 3, "off 0 messages 1 clocks 2 halfwords 3"),
    KEY(rvt_drv_encoder_config, sync_max, 15, NULL),
    KEY(rvt_drv_encoder_config, src_bits, 12, NULL),
    KEY(rvt_drv_encoder_config, src_id, 4095, NULL),
    KEY(rvt_drv_encoder_config, implicit_return, 3, NULL),
    FLAG(rvt_drv_encoder_config, etrace),
    FLAG(rvt_drv_encoder_config, full_address),
    FLAG(rvt_drv_encoder_config, implicit_exception),
    FLAG(rvt_drv_encoder_config, branch_prediction),
    FLAG(rvt_drv_encoder_config, jump_target_cache),
    FLAG(rvt_drv_encoder_config, inhibit_src),
    FLAG(rvt_drv_encoder_config, sequential_jump),
    FLAG(rvt_drv_encoder_config, all_jumps),
    FLAG(rvt_drv_encoder_config, extend_addr),
    FLAG(rvt_drv_encoder_config, repeat_history),
    FLAG(rvt_drv_encoder_config, context),
    FLAG(rvt_drv_encoder_config, triggers),
    FLAG(rvt_drv_encoder_config, stall),
    FLAG(rvt_drv_encoder_config, repeat_branch),
    KEY(rvt_drv_encoder_config, ts_mode, 7, "off 0 external 1 system 2 core 3 shared 4"),
    KEY(rvt_drv_encoder_config, ts_prescale, 3, NULL),
    FLAG(rvt_drv_encoder_config, ts_run_in_debug),
    KEY(rvt_drv_encoder_config, ts_suppress, 15, NULL),
    {NULL, 0, 0, 0, NULL}};
static const struct key ram_keys[] = {FLAG(rvt_drv_ram_config, smem),
                                      KEY(rvt_drv_ram_config, start, UINT64_MAX, NULL),
                                      KEY(rvt_drv_ram_config, bytes, UINT64_MAX, NULL),
                                      FLAG(rvt_drv_ram_config, stop_on_wrap),
                                      KEY(rvt_drv_ram_config, async_freq, 7, NULL),
                                      {NULL, 0, 0, 0, NULL}};
static const struct key pib_keys[] = {KEY(rvt_drv_pib_config, mode, 15, "manchester 4 uart 5"),
                                      KEY(rvt_drv_pib_config, divider, 65535, NULL),
                                      KEY(rvt_drv_pib_config, async_freq, 7, NULL),
                                      FLAG(rvt_drv_pib_config, clk_center),
                                      FLAG(rvt_drv_pib_config, calibrate),
                                      {NULL, 0, 0, 0, NULL}};
enum { KEYS_MAX = sizeof encoder_keys / sizeof encoder_keys[0] };

/** A word of the list "word number word number", or a number. */
static bool value_of(const struct key *k, const char *text, uint64_t *value) {
  const size_t size = strlen(text);
  for (const char *w = k->words; w != NULL && *w != '\0';) {
    const size_t length = strcspn(w, " ");
    if (length == size && strncmp(w, text, size) == 0) {
      *value = (uint64_t)(w[length + 1] - '0');
      return true;
    }
    w += length + 2;
    w += *w == ' ';
  }
  return rvt_ctl_number(text, k->max, value);
}

static void store(void *config, const struct key *k, uint64_t value) {
  unsigned char *at = (unsigned char *)config + k->offset;
  const uint8_t small = (uint8_t)value;
  const uint16_t half = (uint16_t)value;
  if (k->size == 1) memcpy(at, &small, sizeof small);
  if (k->size == 2) memcpy(at, &half, sizeof half);
  if (k->size == 8) memcpy(at, &value, sizeof value);
}

/** Complain about a value that is none. */
static void complain_value(const struct rvt_ctl *ctl, const struct key *k, const char *found) {
  char words[64] = "", number[48] = "";
  size_t used = 0;
  for (const char *w = k->words != NULL ? k->words : ""; *w != '\0';
       w += strspn(w, " 0123456789")) {
    const size_t length = strcspn(w, " ");
    used += (size_t)snprintf(words + used, sizeof words - used, "%s%.*s", used != 0 ? ", " : "",
                             (int)length, w);
    w += length;
  }
  if (k->max != UINT64_MAX) snprintf(number, sizeof number, " up to %" PRIu64, k->max);
  rvt_ctl_complain(ctl, RVT_CTL_BAD, "configure: %s: expected %s%sa number%s, found '%s'", k->name,
                   words, used != 0 ? " or " : "", number, found);
}

/** Complain about a name that no member has. */
static void complain_name(const struct rvt_ctl *ctl, const char *unit, const struct key *keys,
                          const char *name) {
  const char *names[KEYS_MAX];
  size_t count = 0;
  while (keys[count].name != NULL) {
    names[count] = keys[count].name;
    count++;
  }
  rvt_ctl_complain(ctl, RVT_CTL_BAD,
                   "configure: expected a name of %s (`rvt ctl --help` lists them), found '%s'%s",
                   unit, name, rvt_suggestion(name, names, count));
}

/** `word[1]` is the unit, NAME=VALUE follow. */
static bool fill(const struct rvt_ctl *ctl, const struct key *keys, char **word, size_t words,
                 void *config) {
  for (size_t i = 2; i < words; i++) {
    char *value_text = strchr(word[i], '=');
    if (value_text == NULL) {
      rvt_ctl_complain(ctl, RVT_CTL_BAD, "configure: expected NAME=VALUE, found '%s'", word[i]);
      return false;
    }
    *value_text++ = '\0';
    const struct key *k = keys;
    uint64_t value;
    while (k->name != NULL && strcmp(k->name, word[i]) != 0) k++;
    if (k->name == NULL) {
      complain_name(ctl, word[1], keys, word[i]);
      return false;
    }
    if (!value_of(k, value_text, &value)) {
      complain_value(ctl, k, value_text);
      return false;
    }
    store(config, k, value);
  }
  return true;
}

/** The component of a unit; made active if it is not, as after power-up. */
static enum rvt_ctl_end get_ready(struct rvt_ctl *ctl, enum rvt_ctl_unit unit,
                                  struct rvt_drv_component *c) {
  if (rvt_drv_attach(&ctl->drv, ctl->base[unit], c) == RVT_DRV_OK ||
      (ctl->drv.error.status == RVT_DRV_ERR_STATE &&
       rvt_drv_discover(&ctl->drv, ctl->base[unit], c) == RVT_DRV_OK))
    return RVT_CTL_GOOD;
  return rvt_ctl_driver_failed(ctl);
}

enum rvt_ctl_end rvt_ctl_configure(struct rvt_ctl *ctl, char **word, size_t words) {
  struct rvt_drv_encoder_config encoder = {.mode = 6};
  struct rvt_drv_ram_config ram = {.smem = false};
  struct rvt_drv_pib_config pib = {.mode = 11};
  struct rvt_drv_component c;
  enum rvt_ctl_unit unit;
  if (!rvt_ctl_unit(ctl, word[1], &unit)) return RVT_CTL_BAD;
  const struct key *keys = unit == RVT_CTL_TE    ? encoder_keys
                           : unit == RVT_CTL_RAM ? ram_keys
                                                 : pib_keys;
  void *config = unit == RVT_CTL_TE ? (void *)&encoder : unit == RVT_CTL_RAM ? (void *)&ram : &pib;
  if (!fill(ctl, keys, word, words, config)) return RVT_CTL_BAD;
  const enum rvt_ctl_end end = get_ready(ctl, unit, &c);
  if (end != RVT_CTL_GOOD) return end;
  const enum rvt_drv_status status =
      unit == RVT_CTL_TE    ? rvt_drv_encoder_configure(&ctl->drv, &c, &encoder)
      : unit == RVT_CTL_RAM ? rvt_drv_ram_configure(&ctl->drv, &c, &ram)
                            : rvt_drv_pib_configure(&ctl->drv, &c, &pib);
  return status == RVT_DRV_OK ? RVT_CTL_GOOD : rvt_ctl_driver_failed(ctl);
}
