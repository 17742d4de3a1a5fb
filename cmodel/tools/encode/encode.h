/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TOOLS_ENCODE_H
#define RVT_TOOLS_ENCODE_H

/* What the options of `rvt encode` say, apart from the encoding itself. */

#include "rvt/config.h"
#include "rvt/error.h"
#include "rvt/player.h"

struct encode_options {
  const char *input, *output, *elf, *pcs, *preset;
  const char *named; /* what the counts name; NULL: the output */
  bool json;
  /* as given; -1: not given */
  int protocol, mode, icnt_width, hist_width, stack_depth, src_bits, src_id, sync_mode, sync_max,
      ts_width;
  int iretire_width, itype_width, iaddr_on_int, plain_hist, single, pace, blocks;
  int context, context_width, hcontext_width;
  int branch_prediction, jump_target_cache; /* sizes */
  int repeat_hist;                          /* longest period */
  uint8_t implicit_return;                  /* mode */
  bool ts, plain_sync, sequential_jump, all_jumps, extend_addr, repeat_branch, events;
  bool full_address, implicit_exception, irets;
  uint64_t seed;
};

/** What an encoder and its hart are made from. */
struct encode_setup {
  struct rvt_params params;
  struct rvt_config config; /* tracing */
  struct rvt_player_options player;
};

/** Parse arguments; bad ones end the program with RVT_EXIT_BAD. */
void encode_parse(int argc, char **argv, struct encode_options *o);
/**
 * Put preset and options together.
 * @retval RVT_ERR_ARG       they contradict each other
 * @retval RVT_ERR_MISMATCH  they contradict the recording's `xlen`
 */
RVT_MUST_CHECK enum rvt_status encode_make_setup(const struct encode_options *o, uint8_t xlen,
                                                 struct encode_setup *setup, struct rvt_error *e);
/** Of what is said of a parameter or of the configuration: the option that sets it. */
void encode_name_option(struct rvt_error *e);

#endif
