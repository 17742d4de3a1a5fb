/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * Trace components in the address space of Spike: a client of `rvt device`, whose hart executes the
 * recording of what Spike executes. Before each access the device's hart catches up with
 * Spike, so that it has retired what the program has when the access takes place. Spike has to
 * execute single steps (-d) for that: else it counts retired instructions late.
 *
 *   spike --extlib=FILE --device=trace_device,ADDRESS,BEFORE,TRACE ...
 *
 * ADDRESS is that of `rvt device`, BEFORE the instructions of the boot ROM, which no recording has.
 * A word written to PORT is a byte for the file TRACE. With `every:N` for BEFORE the device's hart
 * is another than Spike's: N clocks of it pass before each access, which then comes from a
 * debugger.
 */

#include <riscv/abstract_device.h>
#include <riscv/processor.h>
#include <riscv/sim.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "rvt/device.h"

namespace {
constexpr reg_t Base = 0x40000000, Size = 0x20000, Port = 0x10000;

[[noreturn]] void fail(const char *what, const char *why) {
  std::fprintf(stderr, "trace_device: %s: %s\n", what, why);
  std::exit(2);
}
} // namespace

class trace_device_t final : public abstract_device_t {
public:
  trace_device_t(const sim_t *sim, const std::vector<std::string> &args) : sim_(sim) {
    rvt_error e = {""};
    if (args.size() != 3) fail("arguments", "expected ADDRESS,BEFORE,TRACE");
    if (rvt_device_open(&client_, args[0].c_str(), -1, &e) != RVT_OK) fail("device", e.text);
    const bool every = args[1].rfind("every:", 0) == 0;
    (every ? every_ : before_) = std::strtoull(args[1].c_str() + (every ? 6 : 0), nullptr, 10);
    trace_ = std::fopen(args[2].c_str(), "wb");
    if (trace_ == nullptr) fail(args[2].c_str(), "expected a file that can be written");
  }

  ~trace_device_t() override {
    std::fclose(trace_);
    rvt_device_close(&client_);
  }

  bool load(reg_t address, size_t size, uint8_t *bytes) override {
    uint32_t word = 0;
    if (size != sizeof word || address >= Port) return false;
    catch_up();
    if (rvt_device_read(&client_, address, &word) != RVT_OK) fail("read", client_.error.text);
    std::memcpy(bytes, &word, sizeof word);
    return true;
  }

  bool store(reg_t address, size_t size, const uint8_t *bytes) override {
    uint32_t word = 0;
    if (size != sizeof word) return false;
    std::memcpy(&word, bytes, sizeof word);
    if (address == Port) return std::fputc(static_cast<int>(word & 0xFF), trace_) != EOF;
    if (address > Port) return false;
    catch_up();
    if (rvt_device_write(&client_, address, word, 0xF) != RVT_OK) fail("write", client_.error.text);
    return true;
  }

  reg_t size() override { return Size; }

private:
  /**
   * A clock for each instruction that Spike has retired since the last access, and as many more as
   * a stalled hart needs. Without a program the same clocks pass, so the program sees the same.
   */
  void catch_up() {
    if (every_ != 0) return run(every_);
    const uint64_t count =
        const_cast<sim_t *>(sim_)->get_core(0)->get_state()->minstret->read() - before_;
    uint64_t clocks = count - done_;
    done_ = count;
    while (clocks != 0) {
      rvt_device_status s;
      run(clocks);
      if (rvt_device_get_status(&client_, &s) != RVT_OK) fail("status", client_.error.text);
      clocks = s.ended || s.insns >= count ? 0 : count - s.insns;
    }
  }

  void run(uint64_t clocks) {
    if (rvt_device_hart(&client_, true) != RVT_OK ||
        rvt_device_clocks(&client_, clocks) != RVT_OK || rvt_device_hart(&client_, false) != RVT_OK)
      fail("clocks", client_.error.text);
  }

  const sim_t *sim_;
  rvt_device_client client_ = {};
  uint64_t before_ = 0, done_ = 0, every_ = 0;
  std::FILE *trace_ = nullptr;
};

static trace_device_t *parse(const void *, const sim_t *sim, reg_t *base,
                             const std::vector<std::string> &args) {
  *base = Base;
  return new trace_device_t(sim, args);
}

static std::string generate(const sim_t *, const std::vector<std::string> &) { return ""; }

REGISTER_DEVICE(trace_device, parse, generate)
