/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "ctl.h"
#include "rvt/number.h"

/* What commands of `rvt ctl` need of each other: units by name, numbers, complaints. */

const char *const rvt_ctl_unit_names[RVT_CTL_UNITS] = {"te", "ram", "pib"};

bool rvt_ctl_number(const char *word, uint64_t max, uint64_t *value) {
  return rvt_number(word, strlen(word), max, value);
}

enum rvt_ctl_end rvt_ctl_complain(const struct rvt_ctl *ctl, enum rvt_ctl_end end, const char *form,
                                  ...) {
  char text[1024];
  va_list args;
  va_start(args, form);
  vsnprintf(text, sizeof text, form, args);
  va_end(args);
  fflush(stdout);
  rvt_complain("%s%s%s", ctl->place, *ctl->place != '\0' ? ": " : "", text);
  return end;
}

enum rvt_ctl_end rvt_ctl_link_failed(const struct rvt_ctl *ctl) {
  return rvt_ctl_complain(ctl, RVT_CTL_BAD, "%s", ctl->error->text);
}

enum rvt_ctl_end rvt_ctl_driver_failed(const struct rvt_ctl *ctl) {
  char text[256];
  rvt_drv_error_text(&ctl->drv.error, text, sizeof text);
  if (ctl->drv.error.status == RVT_DRV_ERR_BUS)
    return rvt_ctl_complain(ctl, RVT_CTL_BAD, "%s (%s)", text, ctl->error->text);
  const bool argument = ctl->drv.error.status == RVT_DRV_ERR_ARG;
  return rvt_ctl_complain(ctl, argument ? RVT_CTL_BAD : RVT_CTL_FAILED, "%s", text);
}

bool rvt_ctl_get(struct rvt_ctl *ctl, uint64_t address, uint32_t *value) {
  return ctl->bus.read32(ctl->bus.context, address, value);
}

bool rvt_ctl_simulated(const struct rvt_ctl *ctl, const char *command) {
  if (ctl->way == RVT_CTL_DEVICE) return true;
  rvt_ctl_complain(ctl, RVT_CTL_BAD, "%s: only a simulated device does this (--connect)", command);
  return false;
}

bool rvt_ctl_unit(const struct rvt_ctl *ctl, const char *name, enum rvt_ctl_unit *unit) {
  for (unsigned i = 0; i < RVT_CTL_UNITS; i++)
    if (strcmp(name, rvt_ctl_unit_names[i]) == 0) {
      *unit = (enum rvt_ctl_unit)i;
      return true;
    }
  rvt_ctl_complain(ctl, RVT_CTL_BAD, "expected te, ram or pib, found '%s'", name);
  return false;
}

static const enum rvt_drv_type types[RVT_CTL_UNITS] = {RVT_DRV_ENCODER, RVT_DRV_RAM, RVT_DRV_PIB};

enum rvt_ctl_end rvt_ctl_attach(struct rvt_ctl *ctl, enum rvt_ctl_unit unit,
                                struct rvt_drv_component *c) {
  const char *name = rvt_ctl_unit_names[unit];
  if (!ctl->there[unit])
    return rvt_ctl_complain(ctl, RVT_CTL_BAD, "%s is turned off by --%s=none", name, name);
  if (rvt_drv_attach(&ctl->drv, ctl->base[unit], c) != RVT_DRV_OK)
    return rvt_ctl_driver_failed(ctl);
  if (c->type != types[unit])
    return rvt_ctl_complain(ctl, RVT_CTL_FAILED, "%s at 0x%" PRIx64 ": expected a %s, found a %s",
                            name, ctl->base[unit], rvt_drv_type_text(types[unit]),
                            rvt_drv_type_text(c->type));
  return RVT_CTL_GOOD;
}
