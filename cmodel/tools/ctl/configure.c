/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "ctl.h"

/* `configure UNIT NAME=VALUE...`: the members of the driver's configurations by their names. */

struct key {
  const char *name;
  uint8_t offset, size; /* of the member */
  const char *words;    /* that stand for values: "btm 3 htm 6"; NULL: numbers only */
};

#define KEY(type, member, words)                                                                   \
  { #member, offsetof(struct type, member), sizeof(((struct type *)0)->member), words }

static const struct key encoder_keys[] = {
    KEY(rvt_drv_encoder_config, mode, "btm 3 htm 6"),
    KEY(rvt_drv_encoder_config, sync_mode, "off 0 messages 1 clocks 2 halfwords 3"),
    KEY(rvt_drv_encoder_config, sync_max, NULL),
    KEY(rvt_drv_encoder_config, src_bits, NULL),
    KEY(rvt_drv_encoder_config, src_id, NULL),
    KEY(rvt_drv_encoder_config, implicit_return, NULL),
    KEY(rvt_drv_encoder_config, inhibit_src, NULL),
    KEY(rvt_drv_encoder_config, sequential_jump, NULL),
    KEY(rvt_drv_encoder_config, all_jumps, NULL),
    KEY(rvt_drv_encoder_config, extend_addr, NULL),
    KEY(rvt_drv_encoder_config, context, NULL),
    KEY(rvt_drv_encoder_config, triggers, NULL),
    KEY(rvt_drv_encoder_config, stall, NULL),
    KEY(rvt_drv_encoder_config, repeat_branch, NULL),
    KEY(rvt_drv_encoder_config, ts_mode, "off 0 external 1 system 2 core 3 shared 4"),
    KEY(rvt_drv_encoder_config, ts_prescale, NULL),
    KEY(rvt_drv_encoder_config, ts_run_in_debug, NULL),
    KEY(rvt_drv_encoder_config, ts_suppress, NULL),
    {NULL, 0, 0, NULL}};
static const struct key ram_keys[] = {KEY(rvt_drv_ram_config, smem, NULL),
                                      KEY(rvt_drv_ram_config, start, NULL),
                                      KEY(rvt_drv_ram_config, bytes, NULL),
                                      KEY(rvt_drv_ram_config, stop_on_wrap, NULL),
                                      {NULL, 0, 0, NULL}};
static const struct key pib_keys[] = {KEY(rvt_drv_pib_config, mode, "manchester 4 uart 5"),
                                      KEY(rvt_drv_pib_config, divider, NULL),
                                      KEY(rvt_drv_pib_config, async_freq, NULL),
                                      KEY(rvt_drv_pib_config, clk_center, NULL),
                                      KEY(rvt_drv_pib_config, calibrate, NULL),
                                      {NULL, 0, 0, NULL}};

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
  /* Flags are members of one byte, too: the driver refuses what does not fit the field. */
  const uint64_t max = k->size == 8 ? UINT64_MAX : (UINT64_C(1) << (8 * k->size)) - 1;
  return rvt_ctl_number(text, max, value);
}

static void store(void *config, const struct key *k, uint64_t value) {
  unsigned char *at = (unsigned char *)config + k->offset;
  const uint8_t small = (uint8_t)value;
  const uint16_t half = (uint16_t)value;
  if (k->size == 1) memcpy(at, &small, sizeof small);
  if (k->size == 2) memcpy(at, &half, sizeof half);
  if (k->size == 8) memcpy(at, &value, sizeof value);
}

static bool is_flag(const struct key *k) {
  static const char *const flags[] = {
      "inhibit_src",  "sequential_jump", "all_jumps",     "extend_addr",     "context",
      "triggers",     "stall",           "repeat_branch", "ts_run_in_debug", "smem",
      "stop_on_wrap", "clk_center",      "calibrate"};
  for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
    if (strcmp(k->name, flags[i]) == 0) return true;
  return false;
}

static bool fill(const struct rvt_ctl *ctl, const struct key *keys, char **word, size_t words,
                 void *config) {
  for (size_t i = 0; i < words; i++) {
    char *equals = strchr(word[i], '=');
    const size_t length = equals != NULL ? (size_t)(equals - word[i]) : strlen(word[i]);
    const struct key *k = keys;
    uint64_t value;
    while (k->name != NULL && (strlen(k->name) != length || strncmp(k->name, word[i], length) != 0))
      k++;
    if (k->name == NULL || equals == NULL) {
      rvt_ctl_complain(ctl, RVT_CTL_BAD,
                       "configure: expected NAME=VALUE (see `rvt ctl --help`), found '%s'",
                       word[i]);
      return false;
    }
    if (!value_of(k, equals + 1, &value) || (is_flag(k) && value > 1)) {
      rvt_ctl_complain(ctl, RVT_CTL_BAD, "configure: %s: found '%s', which is no value of it",
                       k->name, equals + 1);
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
  if (!fill(ctl, keys, word + 2, words - 2, config)) return RVT_CTL_BAD;
  const enum rvt_ctl_end end = get_ready(ctl, unit, &c);
  if (end != RVT_CTL_GOOD) return end;
  const enum rvt_drv_status status =
      unit == RVT_CTL_TE    ? rvt_drv_encoder_configure(&ctl->drv, &c, &encoder)
      : unit == RVT_CTL_RAM ? rvt_drv_ram_configure(&ctl->drv, &c, &ram)
                            : rvt_drv_pib_configure(&ctl->drv, &c, &pib);
  return status == RVT_DRV_OK ? RVT_CTL_GOOD : rvt_ctl_driver_failed(ctl);
}
