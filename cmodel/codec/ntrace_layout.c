/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "ntrace_layout.h"

#include <assert.h>
#include <string.h>

/* The rows name no ceiling for ECODE, PROCESS and what N-Trace does not have: theirs is the
 * member's width. */
enum { NO_CEILING = 64 };

#define MEMBER(m)                                                                                  \
  .offset = offsetof(struct rvt_ntrace_msg, m), .size = sizeof(((struct rvt_ntrace_msg *)NULL)->m)

static_assert(sizeof(struct rvt_ntrace_msg) <= UINT8_MAX, "offsets are 8 bits wide");

const struct rvt_field_info rvt_fields[RVT_F_COUNT] = {
    [RVT_F_SRC] = {"SRC", RVT_SRC_BITS_CEIL, MEMBER(src)},
    [RVT_F_SYNC] = {"SYNC", 4, MEMBER(sync), .part = RVT_PART_SUB,
                    .reserved = 0x3d00}, /* NT:SYN-06 */
    [RVT_F_B_TYPE] = {"B-TYPE", 2, MEMBER(btype), .part = RVT_PART_BTYPE},
    [RVT_F_ETYPE] = {"ETYPE", 4, MEMBER(etype), .part = RVT_PART_SUB,
                     .reserved = 0x00fe}, /* NT:ERR-02 */
    [RVT_F_RCODE] = {"RCODE", 4, MEMBER(rcode), .part = RVT_PART_SUB},
    [RVT_F_EVCODE] = {"EVCODE", 4, MEMBER(evcode), .part = RVT_PART_SUB,
                      .reserved = 0x00ec}, /* NT:COR-02 */
    [RVT_F_CDF] = {"CDF", 2, MEMBER(cdf), .part = RVT_PART_BTYPE},
    [RVT_F_I_CNT] = {"I-CNT", RVT_ICNT_CEIL, MEMBER(icnt), .part = RVT_PART_ICNT},
    [RVT_F_F_ADDR] = {"F-ADDR", RVT_ADDR_CEIL, MEMBER(addr), .part = RVT_PART_ADDR, .hex = true},
    [RVT_F_U_ADDR] = {"U-ADDR", RVT_ADDR_CEIL, MEMBER(addr), .part = RVT_PART_ADDR, .hex = true},
    [RVT_F_HIST] = {"HIST", RVT_HIST_CEIL, MEMBER(hist), .part = RVT_PART_HIST, .hex = true},
    [RVT_F_HREPEAT] = {"HREPEAT", RVT_REPEAT_CEIL, MEMBER(hrepeat), .part = RVT_PART_ICNT},
    [RVT_F_B_CNT] = {"B-CNT", RVT_REPEAT_CEIL, MEMBER(bcnt), .part = RVT_PART_ICNT},
    [RVT_F_NOT_TAKEN] = {"NOT-TAKEN", NO_CEILING, MEMBER(hrepeat)},
    [RVT_F_TAKEN] = {"TAKEN", NO_CEILING, MEMBER(hrepeat)},
    [RVT_F_ECODE] = {"ECODE", NO_CEILING, MEMBER(ecode), .part = RVT_PART_ICNT, .hex = true},
    [RVT_F_PROCESS] = {"PROCESS", NO_CEILING, MEMBER(process), .part = RVT_PART_ADDR, .hex = true},
    [RVT_F_IDTAG] = {"IDTAG", NO_CEILING, MEMBER(idtag)},
    [RVT_F_DQDATA] = {"DQDATA", NO_CEILING, MEMBER(data[0]), .hex = true},
    [RVT_F_CKSRC] = {"CKSRC", 4, MEMBER(cksrc)},
    [RVT_F_CKDF] = {"CKDF", 2, MEMBER(ckdf)},
    [RVT_F_CKDATA0] = {"CKDATA[0]", NO_CEILING, MEMBER(data[0]), .hex = true},
    [RVT_F_CKDATA1] = {"CKDATA[1]", NO_CEILING, MEMBER(data[1]), .hex = true},
    [RVT_F_TSTAMP] = {"TSTAMP", RVT_TIME_CEIL, MEMBER(tstamp)},
};

#define ONE_VARIANT(...) .variants = 1, .variable = {{__VA_ARGS__}}

/* By CKDF, as known encoders send it; more CKDATA would not fit RVT_MSG_BYTES_MAX. */
#define CKDATA                                                                                     \
  .variants = 2, .variant_row = "NT:MSG-14",                                                       \
  .variable = {{RVT_F_CKDATA0}, {RVT_F_CKDATA0, RVT_F_CKDATA1}}

#define MESSAGE(tcode, ...) [tcode] = {tcode, __VA_ARGS__}

const struct rvt_layout rvt_layouts[RVT_LAYOUTS] = {
    MESSAGE(RVT_TC_OWNERSHIP, "Ownership", "NT:MSG-01", {RVT_F_NONE}, ONE_VARIANT(RVT_F_PROCESS)),
    MESSAGE(RVT_TC_DIRECT_BRANCH, "DirectBranch", "NT:MSG-02", {RVT_F_NONE},
            ONE_VARIANT(RVT_F_I_CNT)),
    MESSAGE(RVT_TC_INDIRECT_BRANCH, "IndirectBranch", "NT:MSG-03", {RVT_F_B_TYPE},
            ONE_VARIANT(RVT_F_I_CNT, RVT_F_U_ADDR)),
    MESSAGE(RVT_TC_ERROR, "Error", "NT:MSG-04", {RVT_F_ETYPE}, ONE_VARIANT(RVT_F_ECODE)),
    MESSAGE(RVT_TC_PROG_TRACE_SYNC, "ProgTraceSync", "NT:MSG-05", {RVT_F_SYNC},
            ONE_VARIANT(RVT_F_I_CNT, RVT_F_F_ADDR)),
    MESSAGE(RVT_TC_DIRECT_BRANCH_SYNC, "DirectBranchSync", "NT:MSG-06", {RVT_F_SYNC},
            ONE_VARIANT(RVT_F_I_CNT, RVT_F_F_ADDR)),
    MESSAGE(RVT_TC_INDIRECT_BRANCH_SYNC, "IndirectBranchSync", "NT:MSG-07",
            {RVT_F_SYNC, RVT_F_B_TYPE}, ONE_VARIANT(RVT_F_I_CNT, RVT_F_F_ADDR)),
    MESSAGE(RVT_TC_RESOURCE_FULL, "ResourceFull", "NT:MSG-08", {RVT_F_RCODE}, .variants = 3,
            .variant_row = "NT:RSF-04", /* presence of RDATA[1]: NT:RSF-05 */
            .variable = {[RVT_RC_ICNT] = {RVT_F_I_CNT},
                         [RVT_RC_HIST] = {RVT_F_HIST},
                         [RVT_RC_HIST_REPEAT] = {RVT_F_HIST, RVT_F_HREPEAT}}),
    MESSAGE(RVT_TC_INDIRECT_BRANCH_HIST, "IndirectBranchHist", "NT:MSG-09", {RVT_F_B_TYPE},
            ONE_VARIANT(RVT_F_I_CNT, RVT_F_U_ADDR, RVT_F_HIST)),
    MESSAGE(RVT_TC_INDIRECT_BRANCH_HIST_SYNC, "IndirectBranchHistSync", "NT:MSG-10",
            {RVT_F_SYNC, RVT_F_B_TYPE}, ONE_VARIANT(RVT_F_I_CNT, RVT_F_F_ADDR, RVT_F_HIST)),
    MESSAGE(RVT_TC_REPEAT_BRANCH, "RepeatBranch", "NT:MSG-11", {RVT_F_NONE},
            ONE_VARIANT(RVT_F_B_CNT)),
    MESSAGE(RVT_TC_PROG_TRACE_CORRELATION, "ProgTraceCorrelation", "NT:MSG-12",
            {RVT_F_EVCODE, RVT_F_CDF}, .variants = 2, .variant_row = "NT:COR-13",
            .variable = {[0] = {RVT_F_I_CNT}, [1] = {RVT_F_I_CNT, RVT_F_HIST}}),
    MESSAGE(RVT_TC_DATA_ACQUISITION, "DataAcquisition", "NT:MSG-14", {RVT_F_NONE},
            ONE_VARIANT(RVT_F_IDTAG, RVT_F_DQDATA)),
    MESSAGE(RVT_TC_IN_CIRCUIT_TRACE, "InCircuitTrace", "NT:MSG-14", {RVT_F_CKSRC, RVT_F_CKDF},
            CKDATA),
    MESSAGE(RVT_TC_IN_CIRCUIT_TRACE_WS, "InCircuitTraceWS", "NT:MSG-14", {RVT_F_CKSRC, RVT_F_CKDF},
            CKDATA),
};

const struct rvt_dialect_info rvt_dialects[RVT_DIALECTS] = {
    [RVT_DIALECT_SIFIVE] = {.name = "sifive",
                            .runs = true,
                            .xor_times = true,
                            .bare_stop = true,
                            .btm_jumps = true,
                            .implicit_return = 2}};

enum rvt_dialect rvt_dialect_named(const char *name) {
  unsigned i = RVT_DIALECTS - 1;
  while (i != RVT_DIALECT_NONE && strcmp(rvt_dialects[i].name, name) != 0) i--;
  return (enum rvt_dialect)i;
}

const uint8_t rvt_layout_runs[2][RVT_LAYOUT_VARIABLE] = {{RVT_F_NOT_TAKEN}, {RVT_F_TAKEN}};

const struct rvt_layout *rvt_layout_named(const char *name, size_t length) {
  for (unsigned i = 0; i < RVT_LAYOUTS; i++) {
    const struct rvt_layout *layout = rvt_layout_of(i);
    if (layout != NULL && strlen(layout->name) == length && memcmp(layout->name, name, length) == 0)
      return layout;
  }
  return NULL;
}

unsigned rvt_layout_parts(const struct rvt_ntrace_record *record) {
  const struct rvt_layout *layout = rvt_layout_of(record->tcode);
  if (layout == NULL || !rvt_ntrace_has_flow(record->tcode)) return 0;
  unsigned parts = 0;
  for (size_t i = 0; i < RVT_LAYOUT_FIXED; i++)
    if (layout->fixed[i] != RVT_F_NONE) parts |= 1U << rvt_fields[layout->fixed[i]].part;
  unsigned variant = 0;
  if (layout->variants > 1)
    variant =
        rvt_fields[rvt_layout_selector(layout)].part == RVT_PART_SUB ? record->sub : record->btype;
  if (variant >= layout->variants) return 0;
  const uint8_t *variable = layout->variable[variant];
  for (size_t i = 0; i < RVT_LAYOUT_VARIABLE && variable[i] != RVT_F_NONE; i++) {
    const unsigned part = 1U << rvt_fields[variable[i]].part;
    if (part == RVT_PARTS_ICNT && (parts & RVT_PARTS_HIST) != 0) parts |= RVT_PARTS_HIST_FIRST;
    parts |= part;
  }
  return parts;
}
