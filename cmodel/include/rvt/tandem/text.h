/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TANDEM_TEXT_H
#define RVT_TANDEM_TEXT_H

/*
 * Elements of tandem verification trace <-> words of text. A group is a line:
 *
 *   Group pc+ insn32=0x006281b3 x3=0x1234
 *
 * `open` behind the last element is a group whose end is the next begin. What stands outside of
 * groups is a line `Outside` with its elements. Words, in the order of opcodes:
 *
 *   pc+                        3, increment the pc
 *   x3=0x1234 mie=0x880        4, a register: xN, fN, a CSR by its name or as csr0x7c0
 *   x2+=-16                    5
 *   fcsr|=0x1                  6
 *   pc=0x80000004 privilege=3 paddr=0x1000 store32=0x5     7
 *   store16@0x80002002=0xbeef  8, operation, bits, address, data if it has some
 *   ok16 ok64=0x11 fail64      9, bits, data if it has some
 *   reset init                 10, 11
 *   insn16=0x8d0d              16, 17
 */

#include "rvt/error.h"
#include "rvt/tandem/element.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum { RVT_TANDEM_WORD_MAX = 64 };

/** Name of a register, of a CSR the standard's; `text` has RVT_TANDEM_WORD_MAX bytes. */
void rvt_tandem_register_name(uint16_t number, char *text);
/** @return false: no register has this name; `*number` has not changed */
bool rvt_tandem_register_named(const char *name, size_t length, uint16_t *number);

/** The word of an element; none of BEGIN and END. @param text  RVT_TANDEM_WORD_MAX bytes */
void rvt_tandem_print(const struct rvt_tandem_element *e, char *text);
/**
 * Read a word back; its values are not compared with a format (rvt_tandem_write()).
 *
 * @retval RVT_OK
 * @retval RVT_ERR_FORMAT  no such element, or no number; `e` is filled, `*element` not changed
 */
RVT_MUST_CHECK enum rvt_status rvt_tandem_parse(const char *word, size_t length,
                                                struct rvt_tandem_element *element,
                                                struct rvt_error *e);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
