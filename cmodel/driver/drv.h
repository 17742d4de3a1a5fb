/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_DRV_INTERNAL_H
#define RVT_DRV_INTERNAL_H

/*
 * What the files of the driver share. Size matters here, for the library goes into
 * microcontrollers: a field is a number of one byte that leads to the one table of all fields, and
 * components are passed by pointer, so that no call carries an address of 64 bits.
 */

#include "rvt/drv.h"
#include "rvt/regs.h"

/** The common fields of tr..Control, whose names differ by type: number, name, lowest bit,
 * width. */
#define RVT_DRV_COMMON_LIST(X)                                                                     \
  X(CONTROL, "trControl", 0, 32)                                                                   \
  X(ACTIVE, "trActive", 0, 1)                                                                      \
  X(ENABLE, "trEnable", 1, 1)                                                                      \
  X(EMPTY, "trEmpty", 3, 1)
/** Fields: number, name, offset of the register, field. */
#define RVT_DRV_FIELD_LIST(X)                                                                      \
  X(MAJOR, "trVerMajor", RVT_TR_TE_IMPL_OFFSET,                                                    \
    TR_TE_VER_MAJOR) /* the same bits in every tr..Impl */                                         \
  X(TYPE, "trCompType", RVT_TR_TE_IMPL_OFFSET, TR_TE_COMP_TYPE)                                    \
  X(TRACING, "trTeInstTracing", RVT_TR_TE_CONTROL_OFFSET, TR_TE_INST_TRACING)                      \
  X(MODE, "trTeInstMode", RVT_TR_TE_CONTROL_OFFSET, TR_TE_INST_MODE)                               \
  X(CONTEXT, "trTeContext", RVT_TR_TE_CONTROL_OFFSET, TR_TE_CONTEXT)                               \
  X(TRIGGERS, "trTeInstTrigEnable", RVT_TR_TE_CONTROL_OFFSET, TR_TE_INST_TRIG_ENABLE)              \
  X(LOST, "trTeInstStallOrOverflow", RVT_TR_TE_CONTROL_OFFSET, TR_TE_INST_STALL_OR_OVERFLOW)       \
  X(STALL, "trTeInstStallEna", RVT_TR_TE_CONTROL_OFFSET, TR_TE_INST_STALL_ENA)                     \
  X(INHIBIT_SRC, "trTeInhibitSrc", RVT_TR_TE_CONTROL_OFFSET, TR_TE_INHIBIT_SRC)                    \
  X(SYNC_MODE, "trTeInstSyncMode", RVT_TR_TE_CONTROL_OFFSET, TR_TE_INST_SYNC_MODE)                 \
  X(SYNC_MAX, "trTeInstSyncMax", RVT_TR_TE_CONTROL_OFFSET, TR_TE_INST_SYNC_MAX)                    \
  X(FORMAT, "trTeFormat", RVT_TR_TE_CONTROL_OFFSET, TR_TE_FORMAT)                                  \
  X(NO_ADDR_DIFF, "trTeInstNoAddrDiff", RVT_TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_NO_ADDR_DIFF)   \
  X(NO_TRAP_ADDR, "trTeInstNoTrapAddr", RVT_TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_NO_TRAP_ADDR)   \
  X(SEQUENTIAL_JUMP, "trTeInstEnSequentialJump", RVT_TR_TE_INST_FEATURES_OFFSET,                   \
    TR_TE_INST_EN_SEQUENTIAL_JUMP)                                                                 \
  X(IMPLICIT_RETURN, "trTeInstEnImplicitReturn", RVT_TR_TE_INST_FEATURES_OFFSET,                   \
    TR_TE_INST_EN_IMPLICIT_RETURN)                                                                 \
  X(BRANCH_PREDICTION, "trTeInstEnBranchPrediction", RVT_TR_TE_INST_FEATURES_OFFSET,               \
    TR_TE_INST_EN_BRANCH_PREDICTION)                                                               \
  X(TARGET_CACHE, "trTeInstEnJumpTargetCache", RVT_TR_TE_INST_FEATURES_OFFSET,                     \
    TR_TE_INST_EN_JUMP_TARGET_CACHE)                                                               \
  X(RETURN_MODE, "trTeInstImplicitReturnMode", RVT_TR_TE_INST_FEATURES_OFFSET,                     \
    TR_TE_INST_IMPLICIT_RETURN_MODE)                                                               \
  X(ALL_JUMPS, "trTeInstEnAllJumps", RVT_TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_EN_ALL_JUMPS)      \
  X(REPEAT_HISTORY, "trTeInstEnRepeatedHistory", RVT_TR_TE_INST_FEATURES_OFFSET,                   \
    TR_TE_INST_EN_REPEATED_HISTORY)                                                                \
  X(EXTEND_ADDR, "trTeInstExtendAddrMSB", RVT_TR_TE_INST_FEATURES_OFFSET,                          \
    TR_TE_INST_EXTEND_ADDR_MSB)                                                                    \
  X(SRC_BITS, "trTeSrcBits", RVT_TR_TE_INST_FEATURES_OFFSET, TR_TE_SRC_BITS)                       \
  X(SRC_ID, "trTeSrcID", RVT_TR_TE_INST_FEATURES_OFFSET, TR_TE_SRC_ID)                             \
  X(RAM_MODE, "trRamMode", RVT_TR_RAM_CONTROL_OFFSET, TR_RAM_MODE)                                 \
  X(STOP_ON_WRAP, "trRamStopOnWrap", RVT_TR_RAM_CONTROL_OFFSET, TR_RAM_STOP_ON_WRAP)               \
  X(MEM_FORMAT, "trRamMemFormat", RVT_TR_RAM_CONTROL_OFFSET, TR_RAM_MEM_FORMAT)                    \
  X(RAM_ASYNC_FREQ, "trRamAsyncFreq", RVT_TR_RAM_CONTROL_OFFSET, TR_RAM_ASYNC_FREQ)                \
  X(REPEAT_BRANCH, "rvtTeEnRepeatBranch", RVT_RVT_TE_CONTROL_OFFSET, RVT_TE_EN_REPEAT_BRANCH)      \
  X(TS_ACTIVE, "trTsActive", RVT_TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE)                               \
  X(TS_RUN_IN_DEBUG, "trTsRunInDebug", RVT_TR_TS_CONTROL_OFFSET, TR_TS_RUN_IN_DEBUG)               \
  X(TS_MODE, "trTsMode", RVT_TR_TS_CONTROL_OFFSET, TR_TS_MODE)                                     \
  X(TS_PRESCALE, "trTsPrescale", RVT_TR_TS_CONTROL_OFFSET, TR_TS_PRESCALE)                         \
  X(TS_ENABLE, "trTsEnable", RVT_TR_TS_CONTROL_OFFSET, TR_TS_ENABLE)                               \
  X(TS_SUPPRESS, "rvtTsSuppress", RVT_TR_TS_CONTROL_OFFSET, RVT_TS_SUPPRESS)                       \
  X(FILTER_MASK, "trTeInstFilters", RVT_TR_TE_INST_FILTERS_OFFSET, TR_TE_INST_FILTERS)             \
  X(MATCH_COMP, "trTeFilterMatchComp1", RVT_TR_TE_FILTER_I_CONTROL_OFFSET(0),                      \
    TR_TE_FILTER_MATCH_COMP1)                                                                      \
  X(COMP, "trTeFilterComp1", RVT_TR_TE_FILTER_I_CONTROL_OFFSET(0), TR_TE_FILTER_COMP1)             \
  X(TANDEM_STALL, "rvtTandemStallEna", RVT_RVT_TANDEM_CONTROL_OFFSET, RVT_TANDEM_STALL_ENA)        \
  X(PIB_MODE, "trPibMode", RVT_TR_PIB_CONTROL_OFFSET, TR_PIB_MODE)                                 \
  X(CLK_CENTER, "trPibClkCenter", RVT_TR_PIB_CONTROL_OFFSET, TR_PIB_CLK_CENTER)                    \
  X(CALIBRATE, "trPibCalibrate", RVT_TR_PIB_CONTROL_OFFSET, TR_PIB_CALIBRATE)                      \
  X(PIB_ASYNC_FREQ, "trPibAsyncFreq", RVT_TR_PIB_CONTROL_OFFSET, TR_PIB_ASYNC_FREQ)                \
  X(DIVIDER, "trPibDivider", RVT_TR_PIB_CONTROL_OFFSET, TR_PIB_DIVIDER)
/** Whole registers: number, name, offset. An address is two, Low and then High. */
#define RVT_DRV_REG_LIST(X)                                                                        \
  X(TE_FEATURES, "trTeInstFeatures", RVT_TR_TE_INST_FEATURES_OFFSET)                               \
  X(TE_FILTERS, "trTeInstFilters", RVT_TR_TE_INST_FILTERS_OFFSET)                                  \
  X(TE_DATA, "trTeDataControl", RVT_TR_TE_DATA_CONTROL_OFFSET)                                     \
  X(TE_DATA_FILTERS, "trTeDataFilters", RVT_TR_TE_DATA_FILTERS_OFFSET)                             \
  X(TE_TRIG_DBG, "trTeTrigDbgControl", RVT_TR_TE_TRIG_DBG_CONTROL_OFFSET)                          \
  X(TE_TRIG_IN, "trTeTrigExtInControl", RVT_TR_TE_TRIG_EXT_IN_CONTROL_OFFSET)                      \
  X(TE_TRIG_OUT, "trTeTrigExtOutControl", RVT_TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET)                   \
  X(TS_CONTROL, "trTsControl", RVT_TR_TS_CONTROL_OFFSET)                                           \
  X(TANDEM_SIZES, "rvtTandemSizes", RVT_RVT_TANDEM_SIZES_OFFSET)                                   \
  X(TANDEM_FORMS, "rvtTandemForms", RVT_RVT_TANDEM_FORMS_OFFSET)                                   \
  X(FUNNEL_INPUTS, "trFunnelDisInput", 0x008)                                                      \
  X(START, "trRamStartLow", RVT_TR_RAM_START_LOW_OFFSET)                                           \
  X(START_HIGH, "trRamStartHigh", RVT_TR_RAM_START_HIGH_OFFSET)                                    \
  X(LIMIT, "trRamLimitLow", RVT_TR_RAM_LIMIT_LOW_OFFSET)                                           \
  X(LIMIT_HIGH, "trRamLimitHigh", RVT_TR_RAM_LIMIT_HIGH_OFFSET)                                    \
  X(WP, "trRamWPLow", RVT_TR_RAM_WP_LOW_OFFSET)                                                    \
  X(WP_HIGH, "trRamWPHigh", RVT_TR_RAM_WP_HIGH_OFFSET)                                             \
  X(RP, "trRamRPLow", RVT_TR_RAM_RP_LOW_OFFSET)                                                    \
  X(DATA, "trRamData", RVT_TR_RAM_DATA_OFFSET)

enum rvt_drv_field {
#define RVT_DRV_NUMBER(id, ...) RVT_DRV_F_##id,
  RVT_DRV_COMMON_LIST(RVT_DRV_NUMBER) RVT_DRV_FIELD_LIST(RVT_DRV_NUMBER)
      RVT_DRV_REG_LIST(RVT_DRV_NUMBER)
#undef RVT_DRV_NUMBER
          RVT_DRV_FIELDS
};

/** tr..Control begins alike everywhere. */
enum { RVT_DRV_ACTIVE = 1, RVT_DRV_ENABLE = 2, RVT_DRV_EMPTY = 8, RVT_DRV_LOST = 0x1000 };
/** What a written 1 clears in that of a tandem encoder. */
enum { RVT_DRV_TANDEM_LOST = RVT_RVT_TANDEM_LOST_MASK | RVT_RVT_TANDEM_SINK_LOST_MASK };

/** The component that the calls of the driver's inside mean. */
typedef const struct rvt_drv_component *rvt_drv_at;

/** Text number `n` of some that follow each other, each with its end. */
const char *rvt_drv_nth(const char *texts, unsigned n);
/** Whether it is one of enum rvt_drv_type. */
bool rvt_drv_known(enum rvt_drv_type type);
/** The value of a field in a word of its register. */
uint32_t rvt_drv_get(enum rvt_drv_field f, uint32_t word);
/** The word with another value in a field, and 0 in others that a written 1 clears (TCI:SW-02). */
uint32_t rvt_drv_with(rvt_drv_at c, enum rvt_drv_field f, uint32_t word, uint32_t value);

/** Note an error. @return `status` */
enum rvt_drv_status rvt_drv_fail(struct rvt_drv *drv, enum rvt_drv_status status, rvt_drv_at c,
                                 enum rvt_drv_field f, uint32_t expected, uint32_t found);
/** Fails unless the field is `value` in `word`, with `status`. */
enum rvt_drv_status rvt_drv_is(struct rvt_drv *drv, rvt_drv_at c, enum rvt_drv_field f,
                               uint32_t word, uint32_t value, enum rvt_drv_status status);

/** Access the register of a field, all bits. */
enum rvt_drv_status rvt_drv_read(struct rvt_drv *drv, rvt_drv_at c, enum rvt_drv_field f,
                                 uint32_t *word);
enum rvt_drv_status rvt_drv_write(struct rvt_drv *drv, rvt_drv_at c, enum rvt_drv_field f,
                                  uint32_t word);
/** Read, replace the field, write. */
enum rvt_drv_status rvt_drv_modify(struct rvt_drv *drv, rvt_drv_at c, enum rvt_drv_field f,
                                   uint32_t value);
/** Write a whole register and see what it becomes; it may be another value. */
enum rvt_drv_status rvt_drv_try(struct rvt_drv *drv, rvt_drv_at c, enum rvt_drv_field reg,
                                uint32_t word, uint32_t *becomes);
/** Write a whole register; RVT_DRV_ERR_REFUSED unless that reads back. */
enum rvt_drv_status rvt_drv_put(struct rvt_drv *drv, rvt_drv_at c, enum rvt_drv_field reg,
                                uint32_t word);
/** Replace the field in `*word`, what its register read last, and look until it reads so. */
enum rvt_drv_status rvt_drv_switch(struct rvt_drv *drv, rvt_drv_at c, enum rvt_drv_field f,
                                   uint32_t value, uint32_t *word);

/** A wait for hardware, which drv->timeout bounds. */
struct rvt_drv_patience {
  uint64_t from; /* now() at the begin, or looks so far */
  bool over;     /* the look that follows is the last */
};
struct rvt_drv_patience rvt_drv_patience(const struct rvt_drv *drv);
/** Before each look. */
void rvt_drv_before_look(const struct rvt_drv *drv, struct rvt_drv_patience *p);
/** After a look in vain: RVT_DRV_ERR_TIMEOUT with these values if it was the last. */
enum rvt_drv_status rvt_drv_look_again(struct rvt_drv *drv, const struct rvt_drv_patience *p,
                                       rvt_drv_at c, enum rvt_drv_field f, uint32_t expected,
                                       uint32_t found);
/** Look until the field reads `value`; `*word` is what its register then reads. A time-out of
 * Active has its likely cause in the error. */
enum rvt_drv_status rvt_drv_wait(struct rvt_drv *drv, rvt_drv_at c, enum rvt_drv_field f,
                                 uint32_t value, uint32_t *word);

/** Fails unless the component may be configured or read, which `control` of it says: active, not
 * enabled, empty. */
enum rvt_drv_status rvt_drv_idle(struct rvt_drv *drv, rvt_drv_at c, uint32_t control);
/** Fails unless it is of the type. */
enum rvt_drv_status rvt_drv_typed(struct rvt_drv *drv, rvt_drv_at c, enum rvt_drv_type type);
/** Whether a RAM sink is known to have an SRAM alone: its buffer begins at 0, and no address goes
 * beyond 32 bits (TCI:RAM-02). */
static inline bool rvt_drv_sram_only(rvt_drv_at ram) {
  return ram->probed && ram->caps.ram.has_sram && !ram->caps.ram.has_smem;
}
/** Find out what the component can do; active, not enabled. */
enum rvt_drv_status rvt_drv_probe(struct rvt_drv *drv, struct rvt_drv_component *c);

/** Return from the caller on any status but RVT_DRV_OK. */
#define RVT_DRV_TRY(call)                                                                          \
  do {                                                                                             \
    const enum rvt_drv_status status_ = (call);                                                    \
    if (status_ != RVT_DRV_OK) return status_;                                                     \
  } while (0)

#endif
