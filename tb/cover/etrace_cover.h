/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_ETRACE_COVER_H
#define RVT_TB_ETRACE_COVER_H

/* The corners of E-Trace of docs/reference/coverage.tsv, counted from the flow of an encoder's
 * model in the clock in which a look at a block takes effect. */

#include "rvt/encoder.h"

/** What stands before a trap. */
enum tb_et_place {
  TB_ET_PLAIN,
  TB_ET_BRANCH,
  TB_ET_TARGET,
  TB_ET_FIRST,
  TB_ET_HANDLER,
  TB_ET_PLACES
};
/** What is on: nothing, or each of the others with whatever else. */
enum tb_et_mode { TB_ET_OFF, TB_ET_RETURN, TB_ET_PREDICT, TB_ET_CACHE, TB_ET_MODES };
/** Why an address is reported, or that only the branches are. */
enum tb_et_reason {
  TB_ET_FULL,
  TB_ET_UD, /* the target of an uninferable discontinuity ... */
  TB_ET_UD_STOP,
  TB_ET_UD_TRAP,
  TB_ET_UD_PRIV, /* ... before a change of privilege or context ... */
  TB_ET_UD_S2,   /* ... and the period has ended */
  TB_ET_STOP,
  TB_ET_TRAP,
  TB_ET_ASYNC,
  TB_ET_PRIV,
  TB_ET_S2,
  TB_ET_NOTIFY,
  TB_ET_REASONS
};
/** Branches since the last address: of a map, of a map and one, of two maps. */
enum { TB_ET_31, TB_ET_32, TB_ET_62, TB_ET_COUNTS };
enum tb_et_packet {
  TB_ET_P_NONE,
  TB_ET_P_MAP,
  TB_ET_P_MAP_ADDRESS,
  TB_ET_P_ADDRESS,
  TB_ET_P_COUNT,
  TB_ET_P_COUNT_ADDRESS,
  TB_ET_P_COUNT_MISS,
  TB_ET_P_INDEX,
  TB_ET_P_INDEX_MAP,
  TB_ET_P_START,
  TB_ET_P_TRAP,
  TB_ET_P_EPC,
  TB_ET_P_CONTEXT,
  TB_ET_P_SUPPORT,
  TB_ET_PACKETS
};
enum { TB_ET_CHAINS = 5, TB_ET_BLOCKS = 10 /* one of one, of two, of three, of four */ };

enum tb_etrace_cover_point {
  TB_ET_TRAPS, /* [exception, interrupt][alone, with an instruction][place][mode] */
  /* [exception, interrupt][alone, with][xRET, xRET to another privilege, third, S2, S3] */
  TB_ET_CHAIN = TB_ET_TRAPS + 4 * TB_ET_PLACES * TB_ET_MODES,
  TB_ET_BRANCHES = TB_ET_CHAIN + 4 * TB_ET_CHAINS,                 /* [count][reason] by maps */
  TB_ET_PREDICTED = TB_ET_BRANCHES + TB_ET_COUNTS * TB_ET_REASONS, /* [31, 32, miss][reason] */
  TB_ET_PACKET = TB_ET_PREDICTED + 3 * TB_ET_REASONS,
  TB_ET_CACHED = TB_ET_PACKET + TB_ET_PACKETS, /* shorter, tie, longer, alias, new, forgotten,
                                                  dropped, dropped another */
  TB_ET_RETURNS = TB_ET_CACHED + 8, /* by mode 1..3, nested, push on full, none left of a deeper
                                       recursion, wrong */
  TB_ET_SIBLINGS = TB_ET_RETURNS + 7,
  TB_ET_DEPTH, /* reported: of a wrong return, behind an implied one, after one */
  TB_ET_RESYNC = TB_ET_DEPTH + 3,           /* [mode 1..3][nothing, branches, target, return] */
  TB_ET_LOST = TB_ET_RESYNC + 12,           /* [last packet] of the session that lost something */
  TB_ET_FOUND = TB_ET_LOST + TB_ET_PACKETS, /* the packet after it: 3.0, 3.1, 3.1 with EPC, 3.3 */
  TB_ET_BLOCK = TB_ET_FOUND + 4,            /* [place][first, last] */
  TB_ET_OPTIONS = TB_ET_BLOCK + 2 * TB_ET_BLOCKS, /* [ioptions] of a sync packet */
  TB_ET_CONTEXTS = TB_ET_OPTIONS + 32,            /* ctype 1..3 */
  TB_ET_JUMPS = TB_ET_CONTEXTS + 3, /* sijump: within, behind, behind a sync, behind nothing */
  TB_ET_XRET = TB_ET_JUMPS + 4,     /* a packet after one: the same privilege, another */
  TB_ET_COVERS = TB_ET_XRET + 2
};

#define TB_ET_NM_(p, l) p l "_off", p l "_return", p l "_predict", p l "_cache"
#define TB_ET_NP_(p)                                                                               \
  TB_ET_NM_(p, "_plain"), TB_ET_NM_(p, "_branch"), TB_ET_NM_(p, "_target"),                        \
      TB_ET_NM_(p, "_first"), TB_ET_NM_(p, "_handler")
#define TB_ET_NC_(p) p "_xret", p "_xret_priv", p "_third", p "_s2", p "_s3"
#define TB_ET_NR_(p)                                                                               \
  p "_full", p "_target", p "_target_stop", p "_target_trap", p "_target_priv", p "_target_s2",    \
      p "_stop", p "_trap", p "_async", p "_priv", p "_s2", p "_notify"
#define TB_ET_NK_(p)                                                                               \
  p "_none", p "_map", p "_map_address", p "_address", p "_count", p "_count_address",             \
      p "_count_miss", p "_index", p "_index_map", p "_start", p "_trap", p "_epc", p "_context",  \
      p "_support"
#define TB_ET_NS_(p) p "_nothing", p "_branches", p "_target", p "_return"
#define TB_ET_NB_(p) p "_first", p "_last"
#define TB_ET_N8_(p) p "0", p "1", p "2", p "3", p "4", p "5", p "6", p "7"
#define TB_ETRACE_COVER_NAMES                                                                      \
  TB_ET_NP_("x_et_exc_alone"), TB_ET_NP_("x_et_exc_with"), TB_ET_NP_("x_et_int_alone"),            \
      TB_ET_NP_("x_et_int_with"), TB_ET_NC_("x_et_exc_alone"), TB_ET_NC_("x_et_exc_with"),         \
      TB_ET_NC_("x_et_int_alone"), TB_ET_NC_("x_et_int_with"), TB_ET_NR_("x_et_31"),               \
      TB_ET_NR_("x_et_32"), TB_ET_NR_("x_et_62"), TB_ET_NR_("x_et_right_31"),                      \
      TB_ET_NR_("x_et_right_32"), TB_ET_NR_("x_et_miss_32"), TB_ET_NK_("et_packet"),               \
      "et_index_shorter", "et_index_tie", "et_index_longer", "et_cache_alias", "et_cache_new",     \
      "et_cache_forgotten", "et_cache_dropped", "et_cache_dropped_other", "et_return_mode_1",      \
      "et_return_mode_2", "et_return_mode_3", "et_return_nested", "et_return_full",                \
      "et_return_exhausted", "et_return_wrong", "et_return_siblings", "et_depth_wrong",            \
      "et_depth_behind", "et_depth_since", TB_ET_NS_("x_et_resync_packets"),                       \
      TB_ET_NS_("x_et_resync_clocks"), TB_ET_NS_("x_et_resync_halfwords"), TB_ET_NK_("x_et_lost"), \
      "et_found_start", "et_found_trap", "et_found_epc", "et_found_support",                       \
      TB_ET_NB_("x_et_block_1_of_1"), TB_ET_NB_("x_et_block_1_of_2"),                              \
      TB_ET_NB_("x_et_block_2_of_2"), TB_ET_NB_("x_et_block_1_of_3"),                              \
      TB_ET_NB_("x_et_block_2_of_3"), TB_ET_NB_("x_et_block_3_of_3"),                              \
      TB_ET_NB_("x_et_block_1_of_4"), TB_ET_NB_("x_et_block_2_of_4"),                              \
      TB_ET_NB_("x_et_block_3_of_4"), TB_ET_NB_("x_et_block_4_of_4"), TB_ET_N8_("x_et_options_0"), \
      TB_ET_N8_("x_et_options_1"), TB_ET_N8_("x_et_options_2"), TB_ET_N8_("x_et_options_3"),       \
      "et_ctype_1", "et_ctype_2", "et_ctype_3", "et_sijump_within", "et_sijump_behind",            \
      "et_sijump_sync", "et_sijump_alone", "et_xret_same", "et_xret_priv"

/** What a clock is judged by; starts as zeros. */
struct tb_etrace_cover {
  /* Of the clock, before its edge, if there is a block to look at: */
  bool looks, first, ud, open, trap_before, due, behind, since, told_sync, missed;
  bool stop, trap, async, priv; /* what comes next */
  uint8_t next_itype;           /* of a trap that comes next and is no part of the block */
  bool modes[TB_ET_MODES];
  bool single, cached;
  struct rvt_head head;
  uint64_t last_addr, cached_addr;
  unsigned depth;
  /* Whether or not: */
  bool next_valid;
  uint8_t entry_of, entry_place;
  /* Kept: */
  uint8_t p_itype, p_priv;           /* of the block before */
  uint8_t next_of, next_place;       /* of N: blocks of its entry, and which it is */
  uint8_t run_of, run_place;         /* ... of C */
  uint8_t last;                      /* enum tb_et_packet */
  unsigned traps;                    /* one directly after the other */
  unsigned branches;                 /* that maps have told since the last address */
  unsigned siblings, siblings_depth; /* implied returns, since the last branch or address */
  bool resync;                       /* the next instruction is that of S3 */
  bool dropped;                      /* a push has taken the place of an entry */
  bool lost;                         /* the last packet was a 3.3 for a loss */
  uint64_t base;                     /* of addresses */
};

/** Before the edge. */
void tb_etrace_cover_before(struct tb_etrace_cover *c, const struct rvt_encoder *m,
                            const struct rvt_config *cfg);
/** After it. */
void tb_etrace_cover_after(struct tb_etrace_cover *c, const struct rvt_encoder *m,
                           const struct rvt_config *cfg, uint64_t *cover);

#endif
