// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// tb/harness/dut.h around the Verilated class `Vtop`. ports.inc is made by scripts/sim/ports.py.
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include <unistd.h>

#include "Vtop.h"
#include "dut.h"
#include "print.h"
#include "verilated.h"
#if VM_TRACE
#include "verilated_fst_c.h"
#endif
#if VM_COVERAGE
#include "verilated_cov.h"
#endif

#define TB_STRING_(x) #x
#define TB_STRING(x)  TB_STRING_(x)

struct tb_dut {
  // Members are destroyed from the last to the first: the waveform is closed first.
  VerilatedContext context;
  std::unique_ptr<Vtop> top;
#if VM_TRACE
  std::unique_ptr<VerilatedFstC> wave;
#endif
  std::vector<tb_port> ports;
#if VM_COVERAGE
  bool in_reset = false, counting = false;
#endif
};

namespace {
template <typename T> tb_port port(const char *name, T &value, uint16_t width, bool input) {
  return {name, static_cast<void *>(&value), width, static_cast<uint16_t>(sizeof value), input};
}

#if VM_COVERAGE
// A file of its own for every process, below the directory that RVT_COV_DIR names.
void write_coverage(tb_dut *dut, const char *what = "run") {
  const char *dir = std::getenv("RVT_COV_DIR");
  if (dir == nullptr) return;
  const std::string name = std::string{dir} + "/" + tb_dut_build() + "." + std::to_string(getpid());
  dut->context.coveragep()->write((name + "." + what).c_str());
}

// Random contents of the registers would count until the first reset ends; what depends on no
// register is evaluated only then.
void count_behind_reset(tb_dut *dut) {
  if (dut->in_reset && !dut->counting && dut->top->rst_ni) {
    write_coverage(dut, "settled");
    dut->context.coveragep()->zero();
    dut->counting = true;
  }
  dut->in_reset = !dut->top->rst_ni;
}
#else
void count_behind_reset(tb_dut *) {}
void write_coverage(tb_dut *) {}
#endif

void close_wave(tb_dut *dut) {
#if VM_TRACE
  if (dut->wave) dut->wave->close();
#else
  (void)dut;
#endif
}
} // namespace

tb_dut *tb_dut_new(uint32_t reset_seed) {
  tb_dut *d = new (std::nothrow) tb_dut;
  if (d == nullptr) return nullptr;
  tb_text_clear();
  d->context.randReset(2);
  d->context.randSeed(static_cast<int>(reset_seed));
  d->context.traceEverOn(VM_TRACE);
  d->top.reset(new Vtop{&d->context, "top"});
#define PORT(name, member, width, input)                                                           \
  d->ports.push_back(port(#name, d->top->member, width, input));
#include "ports.inc"
#undef PORT
  return d;
}

void tb_dut_free(tb_dut *dut) {
  if (dut == nullptr) return;
  close_wave(dut);
  dut->top->final();
  write_coverage(dut);
  delete dut;
}

const tb_port *tb_dut_ports(const tb_dut *dut, size_t *count) {
  *count = dut->ports.size();
  return dut->ports.data();
}

bool tb_dut_eval(tb_dut *dut) {
  count_behind_reset(dut);
  dut->top->eval();
  return !dut->context.gotError() && tb_text()[0] == 0; // a warning is a failure
}

const char *tb_dut_failure(const tb_dut *) { return tb_text(); }

#if VM_TRACE
void tb_dut_wave_open(tb_dut *dut, const char *path) {
  dut->wave.reset(new VerilatedFstC);
  dut->top->trace(dut->wave.get(), 99);
  dut->wave->open(path);
}

void tb_dut_wave_dump(tb_dut *dut, uint64_t time) { dut->wave->dump(time); }
#else
void tb_dut_wave_open(tb_dut *, const char *) {}
void tb_dut_wave_dump(tb_dut *, uint64_t) {}
#endif

const char *tb_dut_wave_suffix() { return "fst"; }
const char *tb_dut_build() { return TB_STRING(TB_BUILD); }
const char *tb_dut_params() { return TB_PARAMS; }
