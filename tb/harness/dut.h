/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_DUT_H
#define RVT_TB_DUT_H

/*
 * What the harness sees of a simulated unit. tb/harness/shim_verilator.cpp implements it around a
 * Verilated class, tb/harness/shim_cxxrtl.cpp around one of Yosys' CXXRTL; another simulator needs
 * only another such file.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One port of the unit's top. `data` points at its value, little-endian, upper bits zero. */
struct tb_port {
  const char *name;
  void *data;
  uint16_t width; /* bits */
  uint16_t bytes; /* of the storage */
  bool input;
};

struct tb_dut;

/** The unit with every register and memory at a value drawn from `reset_seed`; NULL: no memory. */
struct tb_dut *tb_dut_new(uint32_t reset_seed);
void tb_dut_free(struct tb_dut *dut);

/** All ports; the array lives as long as `dut`. */
const struct tb_port *tb_dut_ports(const struct tb_dut *dut, size_t *count);

/** Settle after inputs have changed. @return false once an assertion has failed */
bool tb_dut_eval(struct tb_dut *dut);

/** Text of the assertion that failed; empty while none has. */
const char *tb_dut_failure(const struct tb_dut *dut);

/** Begin a waveform; each dump adds the present values at `time`, which must increase. */
void tb_dut_wave_open(struct tb_dut *dut, const char *path);
void tb_dut_wave_dump(struct tb_dut *dut, uint64_t time);

/** What the name of a waveform ends in: "fst" or "vcd". */
const char *tb_dut_wave_suffix(void);

/** Name and parameters ("Lanes=1 TsWidth=64") with which the unit was built. */
const char *tb_dut_build(void);
const char *tb_dut_params(void);

#ifdef __cplusplus
}
#endif
#endif
