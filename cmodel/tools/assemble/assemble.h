/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TOOLS_ASSEMBLE_H
#define RVT_TOOLS_ASSEMBLE_H

#include "tools/shared/tool.h"

/* Lines of text into bytes: lines.c. */

/** Bytes made so far; nothing is written before the last line was accepted. */
struct assemble_buffer {
  uint8_t *data;
  size_t size;
  size_t room;
};

struct assemble_line {
  const char *text;
  size_t column; /* of what is still to be read */
  size_t wrong;  /* ... of what was refused */
  struct rvt_error error;
};

/** false: there is no memory */
bool assemble_append(struct assemble_buffer *b, const uint8_t *bytes, size_t size);
/** Fill the error with what was expected; what was found is at the column. @return `status` */
enum rvt_status assemble_refuse(struct assemble_line *line, enum rvt_status status,
                                const char *expected);
void assemble_skip_blanks(struct assemble_line *line);
/** Whether the line goes on with this word; if so it is passed over. */
bool assemble_take_word(struct assemble_line *line, const char *word);
/** COUNT=n of a byte. */
enum rvt_status assemble_idle(struct assemble_line *line, uint8_t byte, struct assemble_buffer *b);
/** Literal bytes. */
enum rvt_status assemble_bytes(struct assemble_line *line, struct assemble_buffer *b);

/** Makes bytes of a line, which is not empty; its offset is passed over. */
typedef enum rvt_status assemble_take(struct assemble_line *line, void *user,
                                      struct assemble_buffer *b);
/** All of a file. @return the exit status */
int assemble_file(const char *input, const char *output, assemble_take *take, void *user);

/** `rvt assemble --format tandem`: tandem.c. */
int assemble_tandem(int argc, char **argv);

#endif
