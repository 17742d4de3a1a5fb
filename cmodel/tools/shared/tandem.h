/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TOOLS_TANDEM_H
#define RVT_TOOLS_TANDEM_H

/* Tandem verification trace has no trTeFormat, no side-car and no options in common with the trace
 * of program flow: a command that reads both asks first whose stream it is. */

#include <argp.h>

#include "rvt/tandem/element.h"

/** Whether the arguments have `--format tandem`. */
bool rvt_tandem_is_asked(int argc, char **argv);

/** Options that tell what both sides know: --format, --xlen, --flen, --sv32. */
struct rvt_tool_tandem {
  struct rvt_tandem_format format; /* valid after parsing */
  unsigned xlen, flen;
  bool sv32;
};
/** Child parser for them; its input is a struct rvt_tool_tandem. Bad values end the program. */
extern const struct argp rvt_tandem_argp;

#endif
