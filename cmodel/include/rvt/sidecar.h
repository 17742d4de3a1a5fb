/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_SIDECAR_H
#define RVT_SIDECAR_H

/*
 * Side-car: a small JSON file beside a capture with what the stream does not say about itself
 * (NT:DEC-02). Keys: docs/reference/side-car.md.
 */

#include <stdio.h>

#include "rvt/config.h"
#include "rvt/error.h"
#include "rvt/etrace_packet.h"
#include "rvt/image.h"
#include "rvt/ntrace_msg.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum {
  RVT_SIDECAR_ELFS = 16,
  RVT_SIDECAR_NAME = 256,
  RVT_SIDECAR_PATH = 1024,
  RVT_SIDECAR_ISA = 256
};

struct rvt_sidecar_elf {
  char name[RVT_SIDECAR_NAME];  /* for people; "" if not given */
  char path[RVT_SIDECAR_PATH];  /* from the side-car's folder, or absolute; "" if not given */
  char sha256[RVT_SHA256_TEXT]; /* lower case */
  char loaded_sha256[RVT_SHA256_TEXT]; /* of what it loads, the same; "" if not given */
  uint64_t offset;                     /* added to its addresses, even; 0 if not given */
  struct rvt_image_context context;    /* where it is there; nothing given: in all */
};

/** Whether a file is this one: by its SHA-256, or that of what it loads. */
bool rvt_sidecar_is_file(const struct rvt_sidecar_elf *elf, const struct rvt_image_file *file);

struct rvt_sidecar {
  enum rvt_protocol protocol;
  bool has_protocol; /* it is named; false: taken as RVT_PROTOCOL_NTRACE */
  uint8_t xlen;      /* 32, 64; 0: not given */
  bool has_src_id;
  uint16_t src_id;         /* of the one encoder that wrote the capture */
  uint8_t ts_width;        /* 1..64; 0: not given */
  uint8_t implicit_return; /* trTeInstImplicitReturnMode, 0 off (NT:IRT-01) */
  uint8_t stack_depth; /* of the encoder, 0..32; 0: not given. A decoder needs none (NT:IRT-17) */
  bool sequential_jump;
  char isa[RVT_SIDECAR_ISA]; /* of the hart, as rvt_isa_parse() takes it; "" if not given */
  bool has_jvt;
  uint64_t jvt; /* base of the table of CM.JT and CM.JALT, a multiple of RVT_JVT_ALIGN */
  bool blind;   /* origin "wrapped": the first byte may stand inside a message */
  /* of RVT_PROTOCOL_NTRACE; `format.extend_bits` is read: rvt_extend_bits(extend_addr, xlen) */
  struct rvt_ntrace_setting ntrace;
  /* of RVT_PROTOCOL_ETRACE; width of addresses and causes 0: not given, those of `xlen` */
  struct rvt_etrace_setting etrace;
  size_t elfs;
  struct rvt_sidecar_elf elf[RVT_SIDECAR_ELFS];
};

/**
 * Read a side-car. Every key may be missing; unknown keys are ignored.
 *
 * @param e  line and column or key, expectation and finding; without the file's name
 * @retval RVT_OK
 * @retval RVT_ERR_IO      the file cannot be read
 * @retval RVT_ERR_FORMAT  not a JSON object, or of a format that is not built
 * @retval RVT_ERR_RANGE   the value of a key is of another type or out of its range
 * `*sidecar` is unchanged unless RVT_OK.
 */
RVT_MUST_CHECK enum rvt_status rvt_sidecar_read(const char *path, struct rvt_sidecar *sidecar,
                                                struct rvt_error *e);

/**
 * Write a side-car; what is not given is left out.
 *
 * @retval RVT_OK
 * @retval RVT_ERR_RANGE      a value that rvt_sidecar_read() would refuse; nothing is written
 * @retval RVT_ERR_IO         the file cannot be written
 * @retval RVT_ERR_NO_MEMORY
 */
RVT_MUST_CHECK enum rvt_status rvt_sidecar_write(const char *path,
                                                 const struct rvt_sidecar *sidecar);
/** The same into a file that is open, which is flushed; `errno` tells the reason of RVT_ERR_IO. */
RVT_MUST_CHECK enum rvt_status rvt_sidecar_print(FILE *file, const struct rvt_sidecar *sidecar);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
