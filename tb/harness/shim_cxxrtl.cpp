// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// tb/harness/dut.h around the class that Yosys' write_cxxrtl makes of the stage. ports.inc is made
// by scripts/sim/ports.py; registers and memories are found in the table of debug items.
#include <fstream>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "unit.h"

#include <backends/cxxrtl/cxxrtl_vcd.h>

#include "dut.h"

#define TB_STRING_(x) #x
#define TB_STRING(x)  TB_STRING_(x)

struct tb_dut {
  cxxrtl_design::p_rvt__tb__stage top;
  cxxrtl::debug_items items;
  std::vector<tb_port> ports;
  std::unique_ptr<cxxrtl::vcd_writer> wave;
  std::ofstream file;
};

namespace {
using cxxrtl::chunk_t;
using cxxrtl::debug_item;

constexpr size_t ChunkBits = 8 * sizeof(chunk_t);

size_t chunks(const debug_item &item) { return (item.width + ChunkBits - 1) / ChunkBits; }

chunk_t next_random(uint64_t &state) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return static_cast<chunk_t>(state >> 32);
}

// Bits above the width stay 0, as CXXRTL demands.
void fill(chunk_t *words, const debug_item &item, uint64_t &state) {
  const size_t count = chunks(item);
  for (size_t i = 0; i < count; i++) words[i] = next_random(state);
  if (item.width % ChunkBits != 0) words[count - 1] &= (chunk_t{1} << (item.width % ChunkBits)) - 1;
}

// CXXRTL knows no undefined value: registers and memories begin with zeros unless they are set.
void randomise(const debug_item &item, uint64_t &state) {
  if (item.type == debug_item::MEMORY) {
    for (size_t row = 0; row < item.depth; row++) fill(item.curr + row * chunks(item), item, state);
  } else if (item.type == debug_item::WIRE && item.next != nullptr) {
    fill(item.curr, item, state);
    std::copy(item.curr, item.curr + chunks(item), item.next);
  }
}

template <size_t Bits>
tb_port port(const char *name, cxxrtl::value<Bits> &value, uint16_t width, bool input) {
  return {name, value.data, width, static_cast<uint16_t>(sizeof value.data), input};
}
} // namespace

tb_dut *tb_dut_new(uint32_t reset_seed) {
  tb_dut *d = new (std::nothrow) tb_dut;
  if (d == nullptr) return nullptr;
  d->top.debug_info(d->items);
  uint64_t state = reset_seed;
  for (const auto &named : d->items.table)
    for (const debug_item &item : named.second) randomise(item, state);
#define PORT(name, member, width, input)                                                           \
  d->ports.push_back(port(#name, d->top.member, width, input));
#include "ports.inc"
#undef PORT
  return d;
}

void tb_dut_free(tb_dut *dut) { delete dut; }

const tb_port *tb_dut_ports(const tb_dut *dut, size_t *count) {
  *count = dut->ports.size();
  return dut->ports.data();
}

// An edge shows on the outputs only in the evaluation after the one that has taken it.
bool tb_dut_eval(tb_dut *dut) {
  do dut->top.eval();
  while (dut->top.commit());
  return true;
}

// The RTL has no assertion when Yosys reads it: Verilator's run checks them.
const char *tb_dut_failure(const tb_dut *) { return ""; }

void tb_dut_wave_open(tb_dut *dut, const char *path) {
  dut->file.open(path);
  dut->wave.reset(new cxxrtl::vcd_writer);
  dut->wave->timescale(1, "ns");
  dut->wave->add_without_memories(dut->items);
}

void tb_dut_wave_dump(tb_dut *dut, uint64_t time) {
  dut->wave->sample(time);
  dut->file << dut->wave->buffer;
  dut->wave->buffer.clear();
}

const char *tb_dut_wave_suffix() { return "vcd"; }
const char *tb_dut_build() { return TB_STRING(TB_BUILD); }
const char *tb_dut_params() { return TB_PARAMS; }
