/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "ctl.h"
#include "rvt/regs.h"

/* Commands of `rvt ctl` that the driver carries out. */

/** tr..Control of a unit; 0 of one that is turned off. One that is not there reads 0, or not at
 * all. */
static enum rvt_ctl_end control_of(struct rvt_ctl *ctl, enum rvt_ctl_unit unit, uint32_t *word) {
  *word = 0;
  if (!ctl->there[unit] || rvt_ctl_get(ctl, ctl->base[unit], word)) return RVT_CTL_GOOD;
  return rvt_ctl_complain(ctl, RVT_CTL_BAD, "%s: %s (--%s=none if there is none)",
                          rvt_ctl_unit_names[unit], ctl->error->text, rvt_ctl_unit_names[unit]);
}

/** Names and values, as lines or as members of one JSON object. */
static void show(const struct rvt_ctl *ctl, const char *name, uint64_t value) {
  printf(ctl->json ? ", \"%s\": %" PRIu64 : "  %s = %" PRIu64 "\n", name, value);
}
/** The same of an address, a time or a counter of 64 bits, which JSON's numbers may not hold. */
static void show_wide(const struct rvt_ctl *ctl, const char *name, uint64_t value) {
  if (ctl->json)
    printf(", \"%s\": \"0x%" PRIx64 "\"", name, value);
  else
    show(ctl, name, value);
}
static void show_flag(const struct rvt_ctl *ctl, const char *name, bool value) {
  if (ctl->json)
    printf(", \"%s\": %s", name, value ? "true" : "false");
  else
    printf("  %s = %s\n", name, value ? "yes" : "no");
}
static void show_values(const struct rvt_ctl *ctl, const char *name, uint32_t mask) {
  const char *between = "";
  printf(ctl->json ? ", \"%s\": [" : "  %s = ", name);
  for (unsigned i = 0; i < 32; i++) {
    if ((mask >> i & 1) == 0) continue;
    printf("%s%u", between, i);
    between = ctl->json ? ", " : " ";
  }
  fputs(ctl->json ? "]" : *between == '\0' ? "none\n" : "\n", stdout);
}

static void show_encoder(const struct rvt_ctl *ctl, const struct rvt_drv_encoder_caps *caps) {
  show_values(ctl, "trTeFormat", caps->formats);
  show(ctl, "trTeProtocolMajor", caps->protocol_major);
  show(ctl, "trTeProtocolMinor", caps->protocol_minor);
  show_values(ctl, "trTeInstMode", caps->modes);
  show_values(ctl, "trTeInstSyncMode", caps->sync_modes);
  show(ctl, "largest trTeInstSyncMax", caps->sync_max);
  show(ctl, "largest trTeSrcBits", caps->src_bits);
  show_values(ctl, "trTeInstImplicitReturnMode", caps->return_modes);
  show_values(ctl, "bits of trTeInstFeatures", caps->features);
  show_flag(ctl, "trTeInhibitSrc", caps->inhibit_src);
  show_flag(ctl, "trTeContext", caps->context);
  show_flag(ctl, "trTeInstTrigEnable", caps->triggers);
  show_flag(ctl, "trTeInstStallEna", caps->stall);
  show(ctl, "filters", caps->filters);
  show(ctl, "comparators", caps->comparators);
  show(ctl, "external trigger inputs", caps->ext_in);
  show(ctl, "external trigger outputs", caps->ext_out);
  show(ctl, "trTsWidth", caps->ts_width);
  show_values(ctl, "trTsMode", caps->ts_modes);
}

static void show_ram(const struct rvt_ctl *ctl, const struct rvt_drv_ram_caps *caps) {
  show_flag(ctl, "SRAM", caps->has_sram);
  show_flag(ctl, "SMEM", caps->has_smem);
  show(ctl, "bytes", caps->limit_max + 4 - caps->start_min);
  show_flag(ctl, "trRamStopOnWrap", caps->stop_on_wrap);
  show_flag(ctl, "trRamData", caps->data);
  show_values(ctl, "trRamMemFormat", caps->mem_formats);
  show(ctl, "largest trRamAsyncFreq", caps->async_freq);
}

static void show_pib(const struct rvt_ctl *ctl, const struct rvt_drv_pib_caps *caps) {
  if (caps->modes != 0) {
    show_values(ctl, "trPibMode", caps->modes);
    show_flag(ctl, "trPibClkCenter", caps->clk_center);
  } else if (!ctl->json) {
    puts("  trPibMode, trPibClkCenter: unknown while the pins are off (probe-pins)");
  }
  show_flag(ctl, "trPibCalibrate", caps->calibrate);
  show(ctl, "largest trPibAsyncFreq", caps->async_freq);
  show(ctl, "largest trPibDivider", caps->divider_max);
  show(ctl, "trPibDivider after activation", caps->divider_preset);
}

static enum rvt_ctl_end discover(struct rvt_ctl *ctl, enum rvt_ctl_unit unit, bool pins) {
  struct rvt_drv_component c;
  if (rvt_drv_discover(&ctl->drv, ctl->base[unit], &c) != RVT_DRV_OK ||
      (pins && rvt_drv_pib_probe_pins(&ctl->drv, &c) != RVT_DRV_OK))
    return rvt_ctl_driver_failed(ctl);
  if (ctl->json)
    printf("{\"unit\": \"%s\", \"type\": %d, \"major\": %u, \"minor\": %u",
           rvt_ctl_unit_names[unit], (int)c.type, c.major, c.minor);
  else
    printf("%s at 0x%" PRIx64 ": %s, version %u.%u\n", rvt_ctl_unit_names[unit], c.base,
           rvt_drv_type_text(c.type), c.major, c.minor);
  if (c.type == RVT_DRV_ENCODER) show_encoder(ctl, &c.caps.encoder);
  if (c.type == RVT_DRV_RAM) show_ram(ctl, &c.caps.ram);
  if (c.type == RVT_DRV_PIB) show_pib(ctl, &c.caps.pib);
  if (ctl->json) puts("}");
  return RVT_CTL_GOOD;
}

enum rvt_ctl_end rvt_ctl_discover(struct rvt_ctl *ctl, char **word, size_t words) {
  enum rvt_ctl_end end = RVT_CTL_GOOD;
  for (size_t i = 1; i < words && end == RVT_CTL_GOOD; i++) {
    enum rvt_ctl_unit unit;
    end = rvt_ctl_unit(ctl, word[i], &unit) ? discover(ctl, unit, false) : RVT_CTL_BAD;
  }
  for (unsigned u = 0; words == 1 && u < RVT_CTL_UNITS && end == RVT_CTL_GOOD; u++)
    if (ctl->there[u]) end = discover(ctl, (enum rvt_ctl_unit)u, false);
  return end;
}

enum rvt_ctl_end rvt_ctl_probe_pins(struct rvt_ctl *ctl, char **word, size_t words) {
  (void)word, (void)words;
  return discover(ctl, RVT_CTL_PIB, true);
}

/** Whether a unit has a part in a session that names none. A PIB that is off and in mode 0, as
 * discovery leaves it, is active and yet no way out. */
static bool takes_part(enum rvt_ctl_unit unit, uint32_t control) {
  return (control & RVT_TR_PIB_ACTIVE_MASK) != 0 &&
         (unit != RVT_CTL_PIB || (control & (RVT_TR_PIB_ENABLE_MASK | RVT_TR_PIB_MODE_MASK)) != 0);
}

/** The sinks of the worked map that take part, or those named. */
static enum rvt_ctl_end make_path(struct rvt_ctl *ctl, char **name, size_t names,
                                  struct rvt_drv_component *c, struct rvt_drv_path *path) {
  bool wanted[RVT_CTL_UNITS] = {true, false, false};
  for (size_t i = 0; i < names; i++) {
    enum rvt_ctl_unit unit;
    if (!rvt_ctl_unit(ctl, name[i], &unit)) return RVT_CTL_BAD;
    if (unit == RVT_CTL_TE)
      return rvt_ctl_complain(ctl, RVT_CTL_BAD, "expected a sink, ram or pib, found 'te'");
    wanted[unit] = true;
  }
  *path = (struct rvt_drv_path){.encoder = &c[RVT_CTL_TE]};
  for (unsigned u = 0; u < RVT_CTL_UNITS; u++) {
    enum rvt_ctl_end end = RVT_CTL_GOOD;
    if (names == 0 && u != RVT_CTL_TE) {
      uint32_t control;
      end = control_of(ctl, (enum rvt_ctl_unit)u, &control);
      wanted[u] = takes_part((enum rvt_ctl_unit)u, control);
    }
    if (end == RVT_CTL_GOOD && wanted[u]) end = rvt_ctl_attach(ctl, (enum rvt_ctl_unit)u, &c[u]);
    if (end != RVT_CTL_GOOD) return end;
    if (!wanted[u]) continue;
    if (u != RVT_CTL_TE) path->sink[path->sinks++] = &c[u];
  }
  if (path->sinks != 0) return RVT_CTL_GOOD;
  return rvt_ctl_complain(ctl, RVT_CTL_FAILED,
                          "expected an active sink, found none (`discover` "
                          "and `configure` make them so)");
}

enum rvt_ctl_end rvt_ctl_start(struct rvt_ctl *ctl, char **word, size_t words) {
  const bool triggers = words > 1 && strcmp(word[1], "triggers") == 0;
  const size_t skip = triggers ? 2 : 1;
  struct rvt_drv_component c[RVT_CTL_UNITS];
  struct rvt_drv_path path;
  const enum rvt_ctl_end end = make_path(ctl, word + skip, words - skip, c, &path);
  if (end != RVT_CTL_GOOD) return end;
  if (rvt_drv_start(&ctl->drv, &path, !triggers) == RVT_DRV_OK) return RVT_CTL_GOOD;
  return rvt_ctl_driver_failed(ctl);
}

static enum rvt_ctl_end on_path(struct rvt_ctl *ctl,
                                enum rvt_drv_status (*call)(struct rvt_drv *,
                                                            const struct rvt_drv_path *)) {
  struct rvt_drv_component c[RVT_CTL_UNITS];
  struct rvt_drv_path path;
  const enum rvt_ctl_end end = make_path(ctl, NULL, 0, c, &path);
  if (end != RVT_CTL_GOOD) return end;
  return call(&ctl->drv, &path) == RVT_DRV_OK ? RVT_CTL_GOOD : rvt_ctl_driver_failed(ctl);
}

enum rvt_ctl_end rvt_ctl_stop(struct rvt_ctl *ctl, char **word, size_t words) {
  (void)word, (void)words;
  return on_path(ctl, rvt_drv_stop);
}

enum rvt_ctl_end rvt_ctl_abandon(struct rvt_ctl *ctl, char **word, size_t words) {
  (void)word, (void)words;
  return on_path(ctl, rvt_drv_abandon);
}

enum rvt_ctl_end rvt_ctl_flush(struct rvt_ctl *ctl, char **word, size_t words) {
  (void)word, (void)words;
  return on_path(ctl, rvt_drv_flush);
}

static enum rvt_ctl_end show_unit(struct rvt_ctl *ctl, enum rvt_ctl_unit unit) {
  struct rvt_drv_component c;
  struct rvt_drv_state s;
  const enum rvt_ctl_end end = rvt_ctl_attach(ctl, unit, &c);
  if (end != RVT_CTL_GOOD) return end;
  if (rvt_drv_get_state(&ctl->drv, &c, &s) != RVT_DRV_OK) return rvt_ctl_driver_failed(ctl);
  printf(ctl->json ? "{\"unit\": \"%s\"" : "%s\n", rvt_ctl_unit_names[unit]);
  show_flag(ctl, "enabled", s.enabled);
  show_flag(ctl, "empty", s.empty);
  if (unit == RVT_CTL_TE) {
    show_flag(ctl, "tracing", s.tracing);
    show_flag(ctl, "lost or stalled", s.lost);
    show_flag(ctl, "no message since start, or hart away", s.silent);
  } else if (unit == RVT_CTL_RAM) {
    show_wide(ctl, "first byte", s.start);
    show_wide(ctl, "last word", s.limit);
    show_wide(ctl, "next word", s.wp);
    show_flag(ctl, "wrapped", s.wrapped);
  }
  if (ctl->json) puts("}");
  return RVT_CTL_GOOD;
}

/** What only a simulated device tells. */
static enum rvt_ctl_end show_device(struct rvt_ctl *ctl) {
  struct rvt_device_status s;
  if (rvt_device_get_status(&ctl->client, &s) != RVT_OK) return rvt_ctl_link_failed(ctl);
  fputs(ctl->json ? "{\"unit\": \"device\"" : "device\n", stdout);
  show_wide(ctl, "clocks", s.clock);
  show_wide(ctl, "instructions", s.insns);
  show_flag(ctl, "hart runs", s.run);
  show_flag(ctl, "program has ended", s.ended);
  show_flag(ctl, "hart is stalled", s.stall);
  show_wide(ctl, "bytes from the pins", s.pins);
  if (ctl->json) puts("}");
  return RVT_CTL_GOOD;
}

enum rvt_ctl_end rvt_ctl_status(struct rvt_ctl *ctl, char **word, size_t words) {
  (void)word, (void)words;
  if (ctl->way == RVT_CTL_DEVICE) {
    const enum rvt_ctl_end end = show_device(ctl);
    if (end != RVT_CTL_GOOD) return end;
  }
  for (unsigned u = 0; u < RVT_CTL_UNITS; u++) {
    uint32_t control;
    enum rvt_ctl_end end = control_of(ctl, (enum rvt_ctl_unit)u, &control);
    if (end == RVT_CTL_GOOD && (control & 1) != 0) end = show_unit(ctl, (enum rvt_ctl_unit)u);
    if (end != RVT_CTL_GOOD) return end;
    if ((control & 1) == 0 && ctl->there[u])
      printf(ctl->json ? "{\"unit\": \"%s\", \"active\": false}\n" : "%s\n  not active\n",
             rvt_ctl_unit_names[u]);
  }
  return RVT_CTL_GOOD;
}

enum rvt_ctl_end rvt_ctl_clear_lost(struct rvt_ctl *ctl, char **word, size_t words) {
  (void)word, (void)words;
  struct rvt_drv_component te;
  const enum rvt_ctl_end end = rvt_ctl_attach(ctl, RVT_CTL_TE, &te);
  if (end != RVT_CTL_GOOD) return end;
  return rvt_drv_clear_lost(&ctl->drv, &te) == RVT_DRV_OK ? RVT_CTL_GOOD
                                                          : rvt_ctl_driver_failed(ctl);
}

enum rvt_ctl_end rvt_ctl_rewind(struct rvt_ctl *ctl, char **word, size_t words) {
  (void)word, (void)words;
  struct rvt_drv_component ram;
  const enum rvt_ctl_end end = rvt_ctl_attach(ctl, RVT_CTL_RAM, &ram);
  if (end != RVT_CTL_GOOD) return end;
  return rvt_drv_ram_rewind(&ctl->drv, &ram) == RVT_DRV_OK ? RVT_CTL_GOOD
                                                           : rvt_ctl_driver_failed(ctl);
}

enum rvt_ctl_end rvt_ctl_resume(struct rvt_ctl *ctl, char **word, size_t words) {
  (void)word, (void)words;
  struct rvt_drv_component ram;
  const enum rvt_ctl_end end = rvt_ctl_attach(ctl, RVT_CTL_RAM, &ram);
  if (end != RVT_CTL_GOOD) return end;
  return rvt_drv_resume(&ctl->drv, &ram) == RVT_DRV_OK ? RVT_CTL_GOOD : rvt_ctl_driver_failed(ctl);
}

enum rvt_ctl_end rvt_ctl_clocks(struct rvt_ctl *ctl, char **word, size_t words) {
  (void)words;
  uint64_t count;
  if (!rvt_ctl_simulated(ctl, word[0])) return RVT_CTL_BAD;
  if (!rvt_ctl_number(word[1], UINT64_MAX, &count))
    return rvt_ctl_complain(ctl, RVT_CTL_BAD, "clocks: expected a number, found '%s'", word[1]);
  return rvt_device_clocks(&ctl->client, count) == RVT_OK ? RVT_CTL_GOOD : rvt_ctl_link_failed(ctl);
}

enum rvt_ctl_end rvt_ctl_hart(struct rvt_ctl *ctl, char **word, size_t words) {
  (void)words;
  const bool run = strcmp(word[1], "run") == 0;
  if (!rvt_ctl_simulated(ctl, word[0])) return RVT_CTL_BAD;
  if (!run && strcmp(word[1], "hold") != 0)
    return rvt_ctl_complain(ctl, RVT_CTL_BAD, "hart: expected run or hold, found '%s'", word[1]);
  return rvt_device_hart(&ctl->client, run) == RVT_OK ? RVT_CTL_GOOD : rvt_ctl_link_failed(ctl);
}
