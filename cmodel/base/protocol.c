/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "rvt/config.h"

#define INFO(NAME, identifier, text, te_format, protocol_major)                                    \
  [RVT_PROTOCOL_##NAME] = {.name = (text), .format = (te_format), .major = (protocol_major)},
const struct rvt_protocol_info rvt_protocols[RVT_PROTOCOLS] = {RVT_PROTOCOL_LIST(INFO)};

unsigned rvt_protocol_named(const char *name) {
  unsigned protocol = 0;
  while (protocol < RVT_PROTOCOLS && strcmp(name, rvt_protocols[protocol].name) != 0) protocol++;
  return protocol;
}

void rvt_protocol_names(char *text, size_t room) {
  size_t used = 0;
  text[0] = '\0';
  for (unsigned i = 0; i < RVT_PROTOCOLS && used < room; i++)
    used += (size_t)snprintf(text + used, room - used, "%s%s", i == 0 ? "" : ", ",
                             rvt_protocols[i].name);
}
