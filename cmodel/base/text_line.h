/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TEXT_LINE_H
#define RVT_TEXT_LINE_H

/* Lines of words with # comments: the text forms of recordings and scenarios. */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "rvt/error.h"

enum { TEXT_LINE_CHARS = 512, TEXT_LINE_WORDS = 32 };

/**
 * Read a line of at most `size` - 2 characters, with its end if it has one.
 *
 * @retval RVT_END         the file ended before
 * @retval RVT_ERR_FORMAT  the line is longer, or holds a zero byte: what is after it would be lost
 * @retval RVT_ERR_IO
 */
RVT_MUST_CHECK enum rvt_status rvt_text_line_read(FILE *file, char *text, size_t size,
                                                  struct rvt_error *e);

/** A line cut at blanks, up to its comment. */
struct text_line {
  char text[TEXT_LINE_CHARS];
  char *word[TEXT_LINE_WORDS];
  unsigned count;
};

/** @retval RVT_ERR_FORMAT  too many words or characters */
RVT_MUST_CHECK enum rvt_status rvt_text_line_cut(const char *line, struct text_line *w,
                                                 struct rvt_error *e);
/**
 * A decimal or 0x number of at most `max`; `what` is the noun for messages.
 * @retval RVT_ERR_FORMAT, RVT_ERR_RANGE  `*value` has not changed
 */
RVT_MUST_CHECK enum rvt_status rvt_text_number(const char *text, const char *what, uint64_t max,
                                               uint64_t *value, struct rvt_error *e);
/** What follows `name` at the start of `word`, or NULL. */
const char *rvt_text_after(const char *word, const char *name);

#endif
