/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "flow_input.h"

#include "fuzz.h"
#include "stimulus/progen.h"
#include "tests/support/decoder_log.h"

enum { TABLE = 0x600 };

/*
 * Every class of instruction, loops of one and several runs, calls, pairs, holes, and the end of
 * code. The table of Zcmt has an entry for CM.JT 0 and CM.JALT 32; that of CM.JT 1 leads nowhere on
 * RV32.
 */
static struct rvt_image *by_hand(unsigned index) {
  const unsigned xlen = (index & 3) == FLOW_HAND_32 ? 32 : 64;
  const struct rvt_code code[] = {
      {0x100, C_NOP},
      {0x102, rvt_branch(0x200 - 0x102)},
      {0x106, NOP},
      {0x10a, rvt_c_beqz(-10)},
      {0x10c, rvt_jal(1, 0x300 - 0x10c)},
      {0x110, C_JALR_X6},
      {0x112, rvt_c_j(-0x12)},
      {0x200, C_NOP},
      {0x202, C_RET},
      {0x204, C_SWAP},
      {0x206, JR_X6},
      {0x20a, MRET},
      {0x20e, ECALL},
      {0x212, C_EBREAK},
      {0x300, rvt_c_beqz(4)},
      {0x302, rvt_c_j(2)},
      {0x304, RET},
      {0x308, CUSTOM},
      {0x30c, rvt_jal(5, -0xc)},
      {0x310, JALR_X6},
      {0x314, C_JR_X6},
      {0x400, rvt_c_j(0)},
      {0x402, rvt_c_j(2)},
      {0x404, rvt_c_j(-2)},
      {0x406, rvt_jal(1, 0)},
      {0x40a, rvt_branch(0)},
      {0x40e, rvt_c_beqz(2)},
      {0x410, rvt_jal(0, -0x310)},
      {0x500, AUIPC_X6},
      {0x504, rvt_jalr(1, 6, -0x200)},
      {0x508, C_LUI_X6},
      {0x50a, C_JR_X6},
      {0x50c, AUIPC_X5},
      {0x510, rvt_jalr(1, 5, -0x10c)},
      {0x514, AUIPC_X6},
      {0x518, JR_X5},
      {0x51c, CM_PUSH},
      {0x51e, CM_JALT_32},
      {0x520, CM_POPRET},
      {0x522, CM_JT_0},
      {0x524, CM_JT_1},
      {0x526, LONG_80},
      {0x528, LONG_80},
      {0x52a, C_NOP},
      {0x52c, C_NOP},
      {0x52e, C_NOP},
      {0x530, rvt_c_j(-0x30)},
      {TABLE + 0x0, 0x522},
      {TABLE + 0x2, 0x0},
      {TABLE + 0x4, 0x0},
      {TABLE + 0x6, 0x0},
      {TABLE + 0x8, 0x500},
      {TABLE + 0xa, 0x0},
      {TABLE + 0xc, 0x0},
      {TABLE + 0xe, 0x0},
      {TABLE + 0x80, 0x51c},
      {TABLE + 0x82, 0x0},
      {TABLE + 0x100, 0x51c},
      {TABLE + 0x102, 0x0},
      {TABLE + 0x104, 0x0},
      {TABLE + 0x106, 0x0},
  };
  const struct rvt_isa isa = {
      .xlen = (uint8_t)xlen, .zcmp = (index & FLOW_ZC) != 0, .zcmt = (index & FLOW_ZC) != 0};
  struct rvt_image *image = rvt_code_image_isa(&isa, code, sizeof code / sizeof *code);
  if ((index & FLOW_NO_TABLE) == 0) FUZZ_CHECK(rvt_image_set_jvt(image, TABLE) == RVT_OK);
  return image;
}

static struct rvt_image *generated(unsigned xlen) {
  struct rvt_progen_params params;
  struct rvt_progen *g = NULL;
  struct rvt_image *image = NULL;
  rvt_progen_params_init(&params, xlen, FLOW_MADE_SEED);
  params.code = FLOW_MADE_CODE;
  FUZZ_CHECK(rvt_progen_open(&g, &params, NULL) == RVT_OK);
  FUZZ_CHECK(rvt_image_new(xlen, &image) == RVT_OK);
  struct rvt_progen_region region;
  for (size_t i = 0; rvt_progen_get_region(g, i, &region); i++)
    FUZZ_CHECK(rvt_image_add(image, region.address, region.bytes, region.size) == RVT_OK);
  rvt_progen_close(g);
  return image;
}

const struct rvt_image *flow_image(unsigned index) {
  static struct rvt_image *image[FLOW_IMAGES];
  struct rvt_image **at = &image[index % FLOW_IMAGES];
  if (*at != NULL) return *at;
  const unsigned xlen = (index & 3) == FLOW_MADE_32 ? 32 : 64;
  *at = (index & 3) <= FLOW_HAND_32 ? by_hand(index) : generated(xlen);
  return *at;
}

const uint8_t flow_src_bits[16] = {0, 0, 0, 0, 1, 2, 3, 4, 4, 4, 6, 6, 6, 7, 8, 12};

struct flow_setup flow_setup(const uint8_t *data) {
  static const uint8_t modes[] = {RVT_MODE_OFF, RVT_MODE_BTM, RVT_MODE_HTM, RVT_MODE_OFF};
  return (struct flow_setup){
      .image = (data[0] & 3) | ((data[1] & 0x40) != 0 ? FLOW_ZC : 0) |
               ((data[1] & 0x80) != 0 ? FLOW_NO_TABLE : 0),
      .config = {.ntrace.format = {.src_bits = flow_src_bits[data[1] & 15],
                                   .ts = (data[0] >> 4 & 1) != 0,
                                   .extend_bits = rvt_extend_bits(data[2] >> 7 != 0,
                                                                  (data[0] & 1) != 0 ? 32 : 64),
                                   .dialect = (data[1] >> 4 & 3) == 3},
                 .ntrace.mode = modes[data[1] >> 4 & 3],
                 .ts_width = (uint8_t)((data[2] & 0x7f) % (RVT_TIME_CEIL + 1)),
                 .implicit_return = data[0] >> 2 & 3,
                 .sequential_jump = (data[0] >> 7 & 1) != 0,
                 .blind = (data[0] >> 6 & 1) != 0,
                 .lenient = (data[0] >> 5 & 1) != 0}};
}
