/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_DECODER_LINES_H
#define RVT_TESTS_DECODER_LINES_H

/* Program and configuration of a test of the decoder, and what messages, as text, become. */

#include "decoder_log.h"

static struct rvt_image *image;
static struct rvt_decoder_config config;

static const char *decode(const char *lines) {
  uint8_t bytes[1024];
  size_t size = rvt_lines(&config.ntrace.format, lines, bytes, sizeof bytes);
  return rvt_log_bytes(image, &config, bytes, size)->text;
}
#define CHECK(lines, expected) assert_string_equal(decode(lines), expected)

#endif
