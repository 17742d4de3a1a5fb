/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_DECODER_LOG_H
#define RVT_TESTS_DECODER_LOG_H

/*
 * A decoder whose events become one line of text, numbers in hexadecimal without 0x:
 *
 *   100 102          instructions of runs, `*N` after the last one of N passes
 *   S3@100  S2@100c  sync with its reason and address; c: continuous
 *   102>400:2        transfer from, to, B-TYPE; `?` for an unknown address
 *   X0@204 G4@204 O3b2 T3e8 V38   stop, overflow, ownership, time, vendor
 *   W:NT:PKT-10@5 E:NT:DEC-16@5   warning and error with row and offset; E!: every source
 *
 * With SRC, every word but the PCs has `sN/` in front.
 */

#include "rvt/decoder.h"

enum { RVT_LOG_SIZE = 1 << 16 };

struct rvt_decoder_log {
  size_t used;
  char text[RVT_LOG_SIZE];
  unsigned long errors, warnings, runs;
  bool with_src;
  bool count_only; /* no text */
};

/** A sink; `user` is a struct rvt_decoder_log. */
void rvt_decoder_log(void *user, const struct rvt_decoder_event *event);

/** Decode a whole stream; the log's text is valid until the next call. */
const struct rvt_decoder_log *rvt_log_bytes(const struct rvt_image *image,
                                            const struct rvt_decoder_config *config,
                                            const void *bytes, size_t size);

/** Bytes of hexadecimal digits and blanks; returns their number. */
size_t rvt_hex(const char *text, uint8_t *bytes, size_t room);

/** Bytes of message lines separated by `;`. */
size_t rvt_lines(const struct rvt_ntrace_format *format, const char *text, uint8_t *bytes,
                 size_t room);

/* Instructions for images made by hand. */
enum {
  C_NOP = 0x0001,
  C_EBREAK = 0x9002,
  C_RET = 0x8082,
  C_JR_X6 = 0x8302,
  C_JALR_X6 = 0x9302,
  C_SWAP = 0x9282, /* c.jalr x5 */
  NOP = 0x00000013,
  MRET = 0x30200073,
  ECALL = 0x00000073,
  JR_X6 = 0x00030067,
  JALR_X6 = 0x000300e7,
  RET = 0x00008067,
  CUSTOM = 0x0000000b,
  JR_X5 = 0x00028067,
  AUIPC_X5 = 0x00000297, /* rd = pc */
  AUIPC_X6 = 0x00000317,
  C_LUI_X6 = 0x6305,   /* rd = 0x1000 */
  CM_PUSH = 0xb842,    /* cm.push {ra}, -16 */
  CM_POP = 0xba42,     /* cm.pop {ra}, 16 */
  CM_POPRETZ = 0xbc42, /* cm.popretz {ra}, 16 */
  CM_POPRET = 0xbe42,  /* cm.popret {ra}, 16 */
  CM_MVSA01 = 0xaca2,  /* cm.mvsa01 s1, s0 */
  CM_JT_0 = 0xa002,
  CM_JT_1 = 0xa006,
  CM_JALT_32 = 0xa082,
  LONG_48 = 0x001f, /* first half-words of longer instructions */
  LONG_64 = 0x003f,
  LONG_80 = 0x007f,
  LONG_176 = 0x607f
};
uint32_t rvt_auipc(unsigned rd, int32_t offset); /* a multiple of 4096 */
uint32_t rvt_lui(unsigned rd, int32_t value);    /* a multiple of 4096 */
uint32_t rvt_jalr(unsigned rd, unsigned rs1, int32_t offset);
uint32_t rvt_branch(int32_t offset);
uint32_t rvt_jal(unsigned rd, int32_t offset);
uint16_t rvt_c_j(int32_t offset);
uint16_t rvt_c_beqz(int32_t offset);

/** One instruction; 32 bits if its low five bits say so, else 16: a part of it or data, too. */
struct rvt_code {
  uint64_t address;
  uint32_t insn;
};

/** An image of instructions at ascending addresses; ends the program on failure. */
struct rvt_image *rvt_code_image(unsigned xlen, const struct rvt_code *code, size_t count);
struct rvt_image *rvt_code_image_isa(const struct rvt_isa *isa, const struct rvt_code *code,
                                     size_t count);

#endif
