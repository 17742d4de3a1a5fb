// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The model of the top beside the RTL, under random values of every port but a lawful bus; and the
// TLM-2.0 target: what it answers, refuses and leaves as it is.
//
// usage: top [CLOCKS]
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include <tlm_utils/simple_initiator_socket.h>

#include "Vtop.h"
#include "rvt/prng.h"
#include "rvt/regs.h"
#include "rvt_top_sc_wires.h"
#include "rvt_top_tlm.h"

namespace {
using namespace sc_core;

struct build : rvt_top_sc_params {
#define SET(Name, value) static constexpr unsigned Name = value;
  TB_TOP_PARAMS(SET)
#undef SET
};
using wires = rvt_top_sc_wires<build>;

unsigned failures = 0;
uint64_t compared = 0, writes = 0;

void expect(bool good, const char *what) {
  if (good) return;
  std::printf("expected %s\n", what);
  failures++;
}

// ---- Beside the RTL ----------------------------------------------------------------------------

struct both : sc_module {
  sc_in<bool> clk_i{"clk_i"};
  wires &model, &rtl;
  uint64_t random = 1, clocks = 0, end;

  both(const sc_module_name &name, wires &a, wires &b, uint64_t count)
      : sc_module(name), model(a), rtl(b), end(count) {
    SC_HAS_PROCESS(both);
    SC_METHOD(drive);
    sensitive << clk_i.neg();
    dont_initialize();
    SC_METHOD(compare);
    sensitive << clk_i.pos();
    dont_initialize();
  }

  template <class Signal, class Value> void set(Signal wires::*port, Value value) {
    (model.*port).write(value);
    (rtl.*port).write(value);
  }
  template <class T, class Port> void chance(sc_signal<T> wires::*port, Port bits) {
    if constexpr (std::is_same_v<T, bool>)
      set(port, rvt_prng_below(&random, 64) == 0);
    else if constexpr (std::is_integral_v<T>)
      set(port, static_cast<T>(rvt_prng_next(&random) & (UINT64_MAX >> (64 - bits))));
    else {
      T value;
      for (int i = 0; i < static_cast<int>(bits); i += 32)
        value.range(std::min(i + 31, static_cast<int>(bits) - 1), i) =
            static_cast<uint32_t>(rvt_prng_next(&random));
      set(port, value);
    }
  }

  void bus() {
    if (model.psel_i.read() && model.penable_i.read() && !model.pready_o.read()) return;
    const bool access = model.psel_i.read() && !model.penable_i.read();
    set(&wires::penable_i, access);
    if (access) return;
    set(&wires::psel_i, rvt_prng_below(&random, 4) == 0);
    static const uint32_t places[] = {RVT_TE_BASE, RVT_TE_BASE + RVT_TR_TE_INST_FEATURES_OFFSET,
                                      RVT_RAM_BASE, RVT_RAM_BASE + RVT_TR_RAM_DATA_OFFSET,
                                      RVT_PIB_BASE};
    const bool start = rvt_prng_below(&random, 8) != 0;
    const uint32_t place = places[rvt_prng_below(&random, 5)];
    set(&wires::paddr_i,
        rvt_prng_below(&random, 16) == 0 ? rvt_prng_below(&random, 1 << 16) : place);
    set(&wires::pwrite_i, rvt_prng_below(&random, 2) == 0);
    // Mostly on, so that something is traced.
    set(&wires::pwdata_i,
        start ? (static_cast<uint32_t>(rvt_prng_next(&random)) & 0x00032000U) | 0x67U
              : static_cast<uint32_t>(rvt_prng_next(&random)));
    set(&wires::pstrb_i, start ? 15U : rvt_prng_below(&random, 16));
  }

  void drive() {
    set(&wires::rst_ni, clocks > 4 && rvt_prng_below(&random, 20000) != 0);
#define OTHER(port, member, bits)                                                                  \
  if (std::strncmp(#port, "p", 1) != 0 || std::strcmp(#port, "priv_i") == 0)                       \
    chance(&wires::port, static_cast<unsigned>(bits));
#define SLOT(port, member, bits) chance(&wires::port, build::Blocks *(bits));
    using P = wires;
    constexpr unsigned Xlen = P::Xlen, ContextWidth = P::ContextWidth, ImpdefWidth = P::ImpdefWidth,
                       Blocks = P::Blocks, TimeWidth = P::TimeWidth, SramWidth = P::SramWidth,
                       IretireWidth = P::IretireWidth, ItypeWidth = P::ItypeWidth;
    RVT_TOP_INPUTS(OTHER, SLOT)
#undef OTHER
#undef SLOT
    if (rvt_prng_below(&random, 3) != 0) set(&wires::iretire_i, 0U), set(&wires::itype_i, 0U);
    bus();
    set(&wires::active_ack_i, model.active_req_o.read());
  }

  void compare() {
    if (clocks++ < 8) return;
    if (!model.rst_ni.read()) return;
    bool equal = true;
    const auto same = [&](const char *name, const auto &a, const auto &b) {
      if (a.read() == b.read() || !equal) return;
      equal = false;
      std::cout << "clock " << clocks << ": " << name << ": model 0x" << std::hex << a.read()
                << ", RTL 0x" << b.read() << std::endl;
      failures++;
      sc_stop();
    };
#define SAME(port, member, bits) same(#port, model.port, rtl.port);
    RVT_TOP_OUTPUTS(SAME)
#undef SAME
    compared++;
    writes += model.ram_cs_o.read() && model.ram_we_o.read();
    if (clocks == end) sc_stop();
  }
};

// ---- The TLM-2.0 target ------------------------------------------------------------------------

struct initiator : sc_module {
  tlm_utils::simple_initiator_socket<initiator> socket{"socket"};
  sc_signal<bool> &rst_ni;
  uint8_t data[16] = {};
  bool done = false;

  initiator(const sc_module_name &name, sc_signal<bool> &reset) : sc_module(name), rst_ni(reset) {
    SC_HAS_PROCESS(initiator);
    SC_THREAD(run);
  }

  void fill(tlm::tlm_generic_payload &p, tlm::tlm_command command, uint64_t address,
            unsigned length) {
    p.set_command(command);
    p.set_address(address);
    p.set_data_ptr(data);
    p.set_data_length(length);
    p.set_streaming_width(length);
  }
  tlm::tlm_response_status call(tlm::tlm_command command, uint64_t address, unsigned length,
                                const char *enables = nullptr, unsigned delay = 0) {
    tlm::tlm_generic_payload p;
    sc_time wait_first(delay, SC_NS);
    fill(p, command, address, length);
    unsigned char bytes[4];
    for (unsigned i = 0; enables != nullptr && i < 4; i++)
      bytes[i] = enables[i] == '1' ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
    if (enables != nullptr) p.set_byte_enable_ptr(bytes), p.set_byte_enable_length(4);
    socket->b_transport(p, wait_first);
    expect(wait_first == SC_ZERO_TIME, "the delay to be waited for");
    return p.get_response_status();
  }
  void word(uint32_t value) { std::memcpy(data, &value, 4); }
  uint32_t word() const {
    uint32_t value;
    std::memcpy(&value, data, 4);
    return value;
  }
  unsigned debug(tlm::tlm_command command, uint64_t address, unsigned length) {
    tlm::tlm_generic_payload p;
    fill(p, command, address, length);
    return socket->transport_dbg(p);
  }

  void run() {
    const auto R = tlm::TLM_READ_COMMAND, W = tlm::TLM_WRITE_COMMAND;
    rst_ni.write(false);
    wait(30, SC_NS);
    rst_ni.write(true);
    word(1);
    sc_time begin = sc_time_stamp();
    expect(call(W, RVT_TE_BASE, 4, nullptr, 1000) == tlm::TLM_OK_RESPONSE, "a write to be taken");
    expect(sc_time_stamp() - begin >= sc_time(1020, SC_NS), "a write to take its delay and clocks");
    wait(50, SC_NS);
    begin = sc_time_stamp();
    expect(call(R, RVT_TE_BASE, 4) == tlm::TLM_OK_RESPONSE && (word() & 1) == 1,
           "Active to read 1");
    expect(sc_time_stamp() - begin >= sc_time(20, SC_NS), "a read to take two clocks");
    const uint32_t source = 12U << RVT_TR_TE_SRC_BITS_LSB | 0xFFFU << RVT_TR_TE_SRC_ID_LSB;
    word(source);
    expect(call(W, RVT_TE_BASE + RVT_TR_TE_INST_FEATURES_OFFSET, 4) == tlm::TLM_OK_RESPONSE,
           "a write of a word to be taken");
    word(0);
    expect(call(W, RVT_TE_BASE + RVT_TR_TE_INST_FEATURES_OFFSET, 4, "0010") == tlm::TLM_OK_RESPONSE,
           "a write of a byte to be taken");
    expect(call(R, RVT_TE_BASE, 12) == tlm::TLM_OK_RESPONSE, "three words to be read");
    uint32_t third;
    std::memcpy(&third, data + 8, 4);
    expect(third == (source & 0xFF00FFFF), "one byte of the third word to be 0");
    expect(call(R, 0x10000, 4) == tlm::TLM_ADDRESS_ERROR_RESPONSE, "an address beyond refused");
    expect(call(R, 0xFFFC, 8) == tlm::TLM_ADDRESS_ERROR_RESPONSE, "a read over the end refused");
    expect(call(R, 2, 4) == tlm::TLM_BURST_ERROR_RESPONSE, "an odd address refused");
    expect(call(R, 0, 2) == tlm::TLM_BURST_ERROR_RESPONSE, "half a word refused");
    expect(call(tlm::TLM_IGNORE_COMMAND, 0, 4) == tlm::TLM_COMMAND_ERROR_RESPONSE,
           "no command refused");
    begin = sc_time_stamp();
    word(0);
    expect(debug(R, RVT_TE_BASE + RVT_TR_TE_INST_FEATURES_OFFSET, 4) == 4 && word() == third,
           "a debug read to find what was written");
    expect(debug(W, RVT_TE_BASE, 4) == 0, "a debug write refused");
    expect(debug(R, RVT_RAM_BASE + RVT_TR_RAM_DATA_OFFSET, 4) == 0,
           "trRamData not to be debug-read");
    expect(sc_time_stamp() == begin, "debugging to take no time");
    expect(call(R, RVT_TE_BASE, 4) == tlm::TLM_OK_RESPONSE && (word() & 1) == 1,
           "debugging to change nothing");
    tlm::tlm_generic_payload p;
    tlm::tlm_dmi dmi;
    fill(p, R, 0, 4);
    expect(!socket->get_direct_mem_ptr(p, dmi), "DMI refused");
    done = true;
  }
};
} // namespace

int sc_main(int argc, char **argv) {
  const uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 0) : 200000;
  sc_clock clk("clk", 10, SC_NS, 0.5, 5, SC_NS);
  wires a("a"), b("b"), c("c");
  rvt_top_sc<build> model("model");
  Vtop rtl("rtl");
  rvt_top_sc_bind(model, clk, a);
  rvt_top_sc_bind(rtl, clk, b);
  both bench("bench", a, b, count);
  bench.clk_i(clk);
  rvt_top_tlm<build> target("target");
  rvt_top_sc_bind(target, clk, c);
  initiator tlm("tlm", c.rst_ni);
  tlm.socket.bind(target.socket);
  struct ack : sc_module {
    wires &w;
    ack(const sc_module_name &n, wires &of) : sc_module(n), w(of) {
      SC_HAS_PROCESS(ack);
      SC_METHOD(follow);
      sensitive << w.active_req_o;
    }
    void follow() { w.active_ack_i.write(w.active_req_o.read()); }
  } follows("ack", c);
  sc_start();
  expect(tlm.done, "the end of the TLM-2.0 calls");
  if (failures != 0) return 1;
  std::printf("%" PRIu64 " clocks of the top compared, all outputs equal: %" PRIu64
              " writes to memory; the TLM-2.0 target answers as it should\n",
              compared, writes);
  return writes >= compared / 1000 ? 0 : 1;
}
