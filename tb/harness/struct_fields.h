/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Written by scripts/interface from rtl/interface; `make interface` writes it anew. */
#ifndef RVT_TB_STRUCT_FIELDS_H
#define RVT_TB_STRUCT_FIELDS_H

/* The packed structs between the RTL's units, for what makes bits of them. */

/* clang-format off */

/** X(field, bits) of slot_t, the upper bits first. */
#define TB_SLOT_FIELDS(X) \
  X(valid, 1) \
  X(traced, 1) \
  X(priv, 3) \
  X(last_size, 2) \
  X(seq, 2) \
  X(notify, 1) \
  X(known, 1) \
  X(addr, 63) \
  X(halfwords, 8) \
  X(itype, 4)

/** X(field, bits) of block_t, the upper bits first. */
#define TB_BLOCK_FIELDS(X) \
  X(last_size, 2) \
  X(seq, 2) \
  X(notify, 1) \
  X(known, 1) \
  X(addr, 63) \
  X(halfwords, 8) \
  X(itype, 4)

/** X(field, bits) of entry_t, the upper bits first. */
#define TB_ENTRY_FIELDS(X) \
  X(priv, 3) \
  X(hart_context, 59) \
  X(context_new, 1) \
  X(enable_new, 1) \
  X(ctype, 2) \
  X(trap, 3) \
  X(cause, 6) \
  X(tval, 64) \
  X(time_new, 1) \
  X(abs_time, 64) \
  X(kind, 2) \
  X(sub, 4)

/** X(field, bits) of record_t, the upper bits first. */
#define TB_RECORD_FIELDS(X) \
  X(tcode, 6) \
  X(sub, 4) \
  X(btype, 2) \
  X(icnt, 22) \
  X(addr, 63) \
  X(hist, 32) \
  X(abs_time, 64)

/** X(field, bits) of config_t, the upper bits first. */
#define TB_CONFIG_FIELDS(X) \
  X(active, 1) \
  X(enable, 1) \
  X(tracing, 1) \
  X(trig_ena, 1) \
  X(mode, 4) \
  X(stall_ena, 1) \
  X(sync_mode, 2) \
  X(sync_max, 4) \
  X(ir_mode, 2) \
  X(ir_en, 1) \
  X(seq_en, 1) \
  X(inhibit_src, 1) \
  X(src_bits, 4) \
  X(src_id, 12) \
  X(all_jumps, 1) \
  X(extend_addr, 1) \
  X(repeat_branch, 1) \
  X(repeat_hist, 1) \
  X(context_en, 1) \
  X(ts_en, 1) \
  X(ts_suppress, 4) \
  X(time_new, 1) \
  X(no_addr_diff, 1) \
  X(no_trap_addr, 1) \
  X(branch_prediction, 1) \
  X(jump_target_cache, 1) \
  X(plain_sync, 1)

/* clang-format on */

#endif
