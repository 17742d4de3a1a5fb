/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TOOLS_DUMP_H
#define RVT_TOOLS_DUMP_H

#include "tools/shared/tool.h"

struct dump_options {
  struct rvt_tool_format format;
  const char *input;
  const char *output;
  bool json;
  bool blind;
};

/** Each format's dump, in a file of its own. @return the exit status */
#define DUMP_FORMAT(NAME, name, text, format, major) int dump_##name(const struct dump_options *o);
RVT_PROTOCOL_LIST(DUMP_FORMAT)
#undef DUMP_FORMAT
/** ... and that of tandem verification trace, whose options are others. */
int dump_tandem(int argc, char **argv);

#endif
