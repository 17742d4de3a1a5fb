/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_FUZZ_FLOW_INPUT_H
#define RVT_FUZZ_FLOW_INPUT_H

/*
 * Input of the decoder's target: four bytes of configuration, then the stream.
 *
 *   byte 0  bits 1:0 image, 3:2 implicit return, 4 TSTAMP, 5 lenient, 6 blind, 7 sequential jump
 *   byte 1  bits 3:0 SRC width, see flow_src_bits, 5:4 mode: 0 told from the stream, 1 BTM, 2 HTM,
 *           3 told from a stream of SiFive's dialect; 6 the hart has Zcmp and Zcmt, 7 where the
 *           table of Zcmt lies is not known
 *   byte 2  bits 6:0 width of the time counter (modulo 65), 7 extended addresses
 *   byte 3  where the stream is cut for the second pass
 */

#include <stddef.h>

#include "rvt/decoder.h"

enum { FLOW_HEAD = 4, FLOW_IMAGES = 16, FLOW_ZC = 4, FLOW_NO_TABLE = 8 };

enum flow_image { FLOW_HAND_64, FLOW_HAND_32, FLOW_MADE_64, FLOW_MADE_32 };

enum { FLOW_MADE_SEED = 7, FLOW_MADE_CODE = 8192 };

/**
 * One of a few fixed images, made on the first call: an enum flow_image, with FLOW_ZC and
 * FLOW_NO_TABLE. `FLOW_MADE_*` are generated programs, always without Zc.
 */
const struct rvt_image *flow_image(unsigned index);

/** Wide ones, which take much memory, are rare. */
extern const uint8_t flow_src_bits[16];

struct flow_setup {
  unsigned image;
  struct rvt_decoder_config config;
};

/** `data` has FLOW_HEAD bytes. */
struct flow_setup flow_setup(const uint8_t *data);

#endif
