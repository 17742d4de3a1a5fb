// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

// Spike as a reference model of `rvt tandem` (rvt/tandem/model.h): one hart and its RAM, stepped;
// all of Spike's C++ is here.

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include <riscv/cfg.h>
#include <riscv/mmu.h>
#include <riscv/processor.h>
#include <riscv/simif.h>

#include "rvt/tandem/model.h"
extern "C" {
#include "tandem/access.h"
}

namespace {

// What traps write, with S-mode and without.
enum { TRAPS = 7, TRAPS_OF_M = 4 };
const uint16_t trap_csrs[TRAPS] = {CSR_MSTATUS, CSR_MEPC,   CSR_MCAUSE, CSR_MTVAL,
                                   CSR_SEPC,    CSR_SCAUSE, CSR_STVAL};

struct Ram {
  uint64_t base = 0;
  std::vector<char> bytes;
};

// What a step without a log has changed; and of any hart the physical addresses of its stores, and
// of its loads from outside. With a log Spike takes 20 times as long for a step, and keeps no
// translation.
class Seen final : public memtracer_t {
public:
  bool interested_in_range(uint64_t, uint64_t, access_type type) override { return type == STORE; }
  // A store over the end of a page comes in two pieces.
  void trace(uint64_t address, size_t bytes, access_type) override {
    if (writes.stores != 0) {
      auto &last = writes.store[writes.stores - 1];
      if (last.address + last.bytes == address && address % PGSIZE == 0) {
        last.bytes = static_cast<uint8_t>(last.bytes + bytes);
        return;
      }
    }
    if (writes.stores == RVT_TANDEM_MODEL_WRITES) return;
    writes.store[writes.stores++] = {address, address, 0, static_cast<uint8_t>(bytes)};
  }
  void clean_invalidate(uint64_t, size_t, bool, bool) override {}
  void load(uint64_t address, size_t bytes) {
    if (writes.loads == RVT_TANDEM_MODEL_WRITES) return;
    writes.load[writes.loads++] = {address, static_cast<uint8_t>(bytes)};
  }
  void change(uint16_t number, uint64_t value) {
    if (writes.registers == RVT_TANDEM_MODEL_WRITES) return;
    writes.reg[writes.registers++] = {number, value};
  }

  rvt_tandem_writes writes{};
  tandem_place place{}; // of the instruction, its effective address, and
  uint64_t effective = 0;
  reg_t x[NXPR]{};
  freg_t f[NFPR]{};
  reg_t fflags = 0;
  reg_t trap[TRAPS]{};
  reg_t vector[2]{};   // mtvec and stvec
  bool looked = false; // all of these are those of now
};

// What the hart sees: RAM, and around it devices that read as 0 and swallow what is written.
class Machine final : public simif_t {
public:
  explicit Machine(const rvt_tandem_core &core) : boot(core.boot) {
    for (unsigned i = 0; i < core.rams; i++)
      rams.push_back({core.ram[i].base, std::vector<char>(core.ram[i].size)});
    std::string modes;
    for (const char *mode = core.modes; *mode != '\0'; mode++)
      modes += static_cast<char>(*mode - 'a' + 'A');
    cfg.isa = core.isa;
    cfg.hartids = {0};
    null = std::fopen("/dev/null", "w");
    // The last step's writes are kept only where a log is written.
    hart =
        std::make_unique<processor_t>(core.isa, modes.c_str(), &cfg, this, 0, false, null, nowhere);
    harts[0] = hart.get();
    hart->set_max_vaddr_bits(core.mmu);
    paged = std::strchr(core.modes, 's') != nullptr;
    if (hart->extension_enabled('F'))
      floats = core.format.xlen == 32 ? TANDEM_FLOATS_SINGLE : TANDEM_FLOATS_DOUBLE;
    flags = floats != TANDEM_FLOATS_NONE || hart->extension_enabled(EXT_ZFINX);
    quick = !hart->get_isa().has_any_vector() && !(paged && stores_otherwise());
    hart->get_mmu()->register_memtracer(&seen);
    if (!quick) hart->enable_log_commits();
    restart();
  }
  ~Machine() override {
    hart.reset();
    if (null != nullptr) std::fclose(null);
  }
  Machine(const Machine &) = delete;
  Machine &operator=(const Machine &) = delete;

  void restart() {
    hart->reset();
    hart->get_state()->pc = boot;
    seen.looked = false;
  }

  char *at(uint64_t address, size_t size) {
    for (Ram &ram : rams)
      if (address - ram.base < ram.bytes.size() && size <= ram.bytes.size() - (address - ram.base))
        return ram.bytes.data() + (address - ram.base);
    return nullptr;
  }

  char *addr_to_mem(reg_t address) override { return at(address, 1); }
  bool mmio_load(reg_t address, size_t size, uint8_t *bytes) override {
    std::memset(bytes, 0, size);
    seen.load(address, size);
    return true;
  }
  bool mmio_fetch(reg_t address, size_t size, uint8_t *bytes) override {
    strayed = true;
    return mmio_load(address, size, bytes);
  }
  // Byte by byte, if it is not aligned.
  bool mmio_store(reg_t address, size_t size, const uint8_t *bytes) override {
    for (size_t i = 0; i < size; i++) outside[(address + i) % sizeof outside] = bytes[i];
    return true;
  }
  uint64_t stored_outside(uint64_t address, size_t size) const {
    uint64_t data = 0;
    for (size_t i = 0; i < size && i < sizeof outside; i++)
      data |= static_cast<uint64_t>(outside[(address + i) % sizeof outside]) << 8 * i;
    return data;
  }
  void proc_reset(unsigned) override {}
  const cfg_t &get_cfg() const override { return cfg; }
  const std::map<size_t, processor_t *> &get_harts() const override { return harts; }
  const char *get_symbol(uint64_t) override { return nullptr; }

  std::unique_ptr<processor_t> hart;
  Seen seen;
  bool quick = false;
  bool flags = false; // there is fflags
  tandem_floats floats = TANDEM_FLOATS_NONE;
  bool paged = false;   // with S-mode: virtual addresses
  bool strayed = false; // an instruction came from outside of the RAM

private:
  // Whether an instruction stores, of whose effective address tandem_access_place() knows nothing.
  bool stores_otherwise() const {
    for (const isa_extension_t extension : {EXT_ZCMP, EXT_ZICBOZ, EXT_ZICFISS})
      if (hart->extension_enabled(extension)) return true;
    const bool quad = hart->get_xlen() == 64 && hart->extension_enabled(EXT_ZACAS);
    return quad || hart->extension_enabled('H');
  }

  uint64_t boot;
  uint8_t outside[8]{}; // what was stored outside of the RAM, at its address
  std::vector<Ram> rams;
  cfg_t cfg;
  std::map<size_t, processor_t *> harts;
  std::FILE *null = nullptr;
  std::ofstream nowhere;
};

Machine &of(void *model) { return *static_cast<Machine *>(model); }

void *open_model(const rvt_tandem_core *core, rvt_error *e) {
  try {
    return new Machine(*core);
  } catch (const std::exception &why) {
    std::snprintf(e->text, sizeof e->text, "%s", why.what());
  } catch (...) {
    std::snprintf(e->text, sizeof e->text, "expected an isa of Spike, found '%s'", core->isa);
  }
  return nullptr;
}

void close_model(void *model) { delete &of(model); }

void reset_model(void *model) { of(model).restart(); }

// A register of 32 bits is kept sign-extended.
uint64_t narrowed(const processor_t &hart, uint64_t value) {
  return hart.get_xlen() == 32 ? static_cast<uint32_t>(value) : value;
}

reg_t widened(const processor_t &hart, uint64_t value) {
  return hart.get_xlen() == 32 ? static_cast<reg_t>(static_cast<int32_t>(value)) : value;
}

bool get_register(void *model, uint16_t number, uint64_t *value);

// CSRs of a trap, and where one goes.
void read_trap(const Machine &m, reg_t *trap, reg_t *vector) {
  const state_t &state = *m.hart->get_state();
  trap[0] = state.mstatus->read();
  trap[1] = state.mepc->read();
  trap[2] = state.mcause->read();
  trap[3] = state.mtval->read();
  for (size_t i = TRAPS_OF_M; m.paged && i < TRAPS; i++)
    trap[i] = state.csrmap.find(trap_csrs[i])->second->read();
  vector[0] = state.mtvec->read();
  vector[1] = m.paged ? state.csrmap.find(CSR_STVEC)->second->read() : vector[0];
}

// State before a step without a log.
void look(Machine &m) {
  const state_t &state = *m.hart->get_state();
  for (size_t i = 0; i < NXPR; i++) m.seen.x[i] = state.XPR[i];
  std::memcpy(m.seen.f, &state.FPR[0], sizeof m.seen.f);
  if (m.flags) m.seen.fflags = state.fflags->read();
  read_trap(m, m.seen.trap, m.seen.vector);
  m.seen.looked = true;
}

// The CSR that an instruction changes; 0: it changes none.
uint16_t csr_of(uint32_t word) {
  enum { SYSTEM = 0x73, OPCODE = 0x7f, FUNCT3 = 0x7000, SWAP = 0x1000, SET_CLEAR = 0x2000 };
  enum { SOURCE = 0xf8000, CSR_AT = 20 };
  const bool swaps = (word & FUNCT3 & ~0x4000U) == SWAP;
  const bool changes = (word & SET_CLEAR) != 0 && (word & SOURCE) != 0;
  return (word & OPCODE) == SYSTEM && (swaps || changes) ? static_cast<uint16_t>(word >> CSR_AT)
                                                         : 0;
}

// CSRs of a trap after a step without a log.
void look_again(Machine &m) {
  reg_t now[TRAPS];
  read_trap(m, now, m.seen.vector);
  for (size_t i = 0; i < (m.paged ? TRAPS : TRAPS_OF_M); i++) {
    if (now[i] == m.seen.trap[i]) continue;
    m.seen.trap[i] = now[i];
    m.seen.change(trap_csrs[i], narrowed(*m.hart, now[i]));
  }
}

void take_x(Machine &m, size_t i) {
  const reg_t x = m.hart->get_state()->XPR[i];
  if (x == m.seen.x[i]) return;
  m.seen.x[i] = x;
  m.seen.change(static_cast<uint16_t>(RVT_TANDEM_X + i), narrowed(*m.hart, x));
}

// F registers, flags, and mstatus, which says that they have changed.
void take_floats(Machine &m) {
  const state_t &state = *m.hart->get_state();
  const reg_t fflags = state.fflags->read(), mstatus = state.mstatus->read();
  if (fflags != m.seen.fflags) m.seen.change(CSR_FFLAGS, fflags);
  if (mstatus != m.seen.trap[0]) m.seen.change(CSR_MSTATUS, narrowed(*m.hart, mstatus));
  m.seen.fflags = fflags;
  m.seen.trap[0] = mstatus;
  if (std::memcmp(m.seen.f, &state.FPR[0], sizeof m.seen.f) == 0) return;
  for (size_t i = 0; i < NFPR; i++)
    if (std::memcmp(&m.seen.f[i], &state.FPR[i], sizeof *m.seen.f) != 0)
      m.seen.change(static_cast<uint16_t>(RVT_TANDEM_F + i), state.FPR[i].v[0]);
  std::memcpy(m.seen.f, &state.FPR[0], sizeof m.seen.f);
}

// Whether the hart stands at a vector, and may have trapped.
bool is_trapped(const Machine &m) {
  enum { MODE = 3, VECTORS = 64 };
  const reg_t pc = m.hart->get_state()->pc;
  for (const reg_t vector : m.seen.vector) {
    const reg_t mode = vector & MODE, behind = narrowed(*m.hart, pc - (vector - mode));
    if (behind == 0 || (mode != 0 && behind < 4 * VECTORS)) return true;
  }
  return false;
}

// A CSR that an instruction has written, and what it is a view of; mstatus is looked at anyway.
void take_csr(Machine &m, uint16_t number) {
  uint64_t value = 0;
  if (number == CSR_FCSR) {
    take_csr(m, CSR_FFLAGS);
    number = CSR_FRM;
  }
  if (number == CSR_FFLAGS) m.seen.fflags = m.hart->get_state()->fflags->read();
  if (number == 0 || !get_register(&m, number, &value)) return;
  m.seen.change(number, value);
  if (number == CSR_SIE || number == CSR_SIP) take_csr(m, number == CSR_SIE ? CSR_MIE : CSR_MIP);
}

// Over a translation that it has kept Spike makes an AMO that is not aligned, where it would trap.
void refuse_misaligned(Machine &m, uint32_t word) {
  enum { AMO = 0x2f, OPCODE = 0x7f, BASE_AT = 15, SIZE_AT = 12, SIZES = 7 };
  if ((word & OPCODE) != AMO) return;
  const reg_t address = m.seen.x[word >> BASE_AT & (NXPR - 1)];
  if ((address & ((1U << (word >> SIZE_AT & SIZES)) - 1)) != 0) m.hart->get_mmu()->flush_tlb();
}

bool fetch(Machine &m, uint64_t pc, uint32_t *word);

// @return whether it has looked at RAM alone
bool read_word(Machine &m, uint64_t pc, uint32_t *word) {
  if (m.paged) return fetch(m, pc, word);
  const char *code = m.at(pc, 4);
  if (code != nullptr)
    std::memcpy(word, code, 4);
  else if ((code = m.at(pc, 2)) != nullptr)
    std::memcpy(word, code, 2);
  return code != nullptr;
}

void step_quick(Machine &m) {
  enum { RD_AT = 7, OPCODE = 0x7f, SYSTEM = 0x73 };
  processor_t &hart = *m.hart;
  const state_t &state = *hart.get_state();
  const reg_t before = state.pc;
  uint32_t word = 0;
  const bool in_ram = read_word(m, narrowed(hart, before), &word);
  m.seen.writes.registers = m.seen.writes.stores = m.seen.writes.loads = 0;
  if (!m.seen.looked) look(m);
  if (m.paged) {
    m.seen.place = tandem_access_place(word, m.floats);
    m.seen.effective =
        m.seen.x[m.seen.place.base] + static_cast<uint64_t>(int64_t{m.seen.place.offset});
  }
  refuse_misaligned(m, word);
  hart.clear_waiting_for_interrupt();
  hart.step(1);
  if (!in_ram) m.seen.writes.loads = 0; // the fetch
  // Most change one register, and most of these the one of bits 7 to 11.
  take_x(m, word >> RD_AT & (NXPR - 1));
  if (std::memcmp(m.seen.x, &state.XPR[0], sizeof m.seen.x) != 0)
    for (size_t i = 1; i < NXPR; i++) take_x(m, i);
  if ((word & OPCODE) == SYSTEM || is_trapped(m)) look_again(m);
  take_csr(m, csr_of(word));
  if (m.flags) take_floats(m);
}

// The word in RAM that the hart would execute at a pc.
bool fetch(Machine &m, uint64_t pc, uint32_t *word) {
  mmu_t &mmu = *m.hart->get_mmu();
  if (m.strayed) mmu.flush_icache(); // it has kept what came from outside
  m.strayed = false;
  try {
    *word = static_cast<uint32_t>(mmu.access_icache(widened(*m.hart, pc))->data.insn.bits());
  } catch (trap_t &) {
    return false;
  }
  return !m.strayed;
}

void step_model(void *model) {
  if (of(model).quick) {
    step_quick(of(model));
    return;
  }
  uint32_t word = 0;
  (void)fetch(of(model), of(model).hart->get_state()->pc, &word); // loads of its own
  of(model).seen.writes.stores = of(model).seen.writes.loads = 0;
  processor_t &hart = *of(model).hart;
  state_t &state = *hart.get_state();
  state.log_reg_write.clear();
  state.log_mem_read.clear();
  state.log_mem_write.clear();
  hart.clear_waiting_for_interrupt();
  hart.step(1);
}

bool get_register(void *model, uint16_t number, uint64_t *value) {
  processor_t &hart = *of(model).hart;
  const state_t &state = *hart.get_state();
  if (number < RVT_TANDEM_X) {
    const auto found = state.csrmap.find(number);
    if (found == state.csrmap.end()) return false;
    try {
      *value = narrowed(hart, found->second->read());
    } catch (...) {
      return false;
    }
  } else if (number < RVT_TANDEM_F) {
    *value = narrowed(hart, state.XPR[number - RVT_TANDEM_X]);
  } else if (number < RVT_TANDEM_REGISTERS) {
    *value = state.FPR[number - RVT_TANDEM_F].v[0];
    if (hart.get_flen() == 32) *value = static_cast<uint32_t>(*value);
  } else {
    *value = number == RVT_TANDEM_MODEL_PC ? narrowed(hart, state.pc) : state.prv;
  }
  return true;
}

// Those of F and of vectors make these dirty, and end Spike where they are off.
void set_csr(state_t &state, csr_t &csr, uint64_t value) {
  const reg_t status = state.mstatus->read();
  const bool dirties = csr.address <= CSR_VCSR;
  if (dirties) state.mstatus->write(status | MSTATUS_FS | MSTATUS_VS);
  csr.write(value);
  if (dirties) state.mstatus->write(status);
}

bool set_register(void *model, uint16_t number, uint64_t value) {
  processor_t &hart = *of(model).hart;
  state_t &state = *hart.get_state();
  const reg_t wide = widened(hart, value);
  if (number < RVT_TANDEM_X && number != CSR_MIP) of(model).seen.looked = false;
  if (number >= RVT_TANDEM_F && number < RVT_TANDEM_REGISTERS) of(model).seen.looked = false;
  if (number > RVT_TANDEM_X && number < RVT_TANDEM_F)
    of(model).seen.x[number - RVT_TANDEM_X] = wide;
  if (number == CSR_MIP) {
    state.mip->backdoor_write_with_mask(~static_cast<reg_t>(0), value);
  } else if (number < RVT_TANDEM_X) {
    const auto found = state.csrmap.find(number);
    if (found == state.csrmap.end()) return false;
    set_csr(state, *found->second, value);
  } else if (number < RVT_TANDEM_F) {
    state.XPR.write(number - RVT_TANDEM_X, wide);
  } else if (number < RVT_TANDEM_REGISTERS) {
    freg_t f;
    f.v[0] = hart.get_flen() == 32 ? value | ~static_cast<uint64_t>(UINT32_MAX) : value;
    f.v[1] = ~static_cast<uint64_t>(0);
    state.FPR.write(number - RVT_TANDEM_F, f);
  } else if (number == RVT_TANDEM_MODEL_PC) {
    state.pc = wide;
  } else {
    hart.set_privilege(value, false);
  }
  return true;
}

bool read_memory(void *model, uint64_t address, void *bytes, size_t size) {
  uint32_t word = 0;
  if (!of(model).quick || of(model).paged) {
    const bool fetched = size <= sizeof word && fetch(of(model), address, &word);
    if (fetched) std::memcpy(bytes, &word, size);
    return fetched;
  }
  const char *found = of(model).at(address, size);
  if (found != nullptr) std::memcpy(bytes, found, size);
  return found != nullptr;
}

bool write_memory(void *model, uint64_t address, const void *bytes, size_t size) {
  char *found = of(model).at(address, size);
  if (found != nullptr) std::memcpy(found, bytes, size);
  of(model).hart->get_mmu()->flush_icache();
  return found != nullptr;
}

void pend(void *model, uint64_t pending) {
  of(model).hart->get_state()->mip->backdoor_write_with_mask(~static_cast<reg_t>(0), pending);
}

// A key of Spike's log: the number of the register, and its kind in the low four bits.
enum { LOG_KIND = 0xf, LOG_SHIFT = 4, LOG_X = 0, LOG_F = 1, LOG_CSR = 4 };

// With virtual addresses a store may be in two pieces of memory.
void join_stores(Machine &m, rvt_tandem_writes *writes) {
  const tandem_place &place = m.seen.place;
  uint64_t data = 0;
  unsigned bytes = 0;
  for (unsigned i = 0; i < writes->stores; i++) {
    if (bytes < 8) data |= writes->store[i].data << 8 * bytes;
    bytes += writes->store[i].bytes;
  }
  if (!place.stores || bytes != place.bytes) return; // it is none of these
  writes->store[0].address = narrowed(*m.hart, m.seen.effective);
  writes->store[0].data = data;
  writes->store[0].bytes = static_cast<uint8_t>(bytes);
  writes->stores = 1;
}

// Stores have their data in memory.
void last_quick(Machine &m, rvt_tandem_writes *writes) {
  const rvt_tandem_writes &seen = m.seen.writes;
  writes->registers = seen.registers;
  writes->stores = seen.stores;
  writes->loads = seen.loads;
  std::copy_n(seen.reg, seen.registers, writes->reg);
  std::copy_n(seen.load, seen.loads, writes->load);
  for (unsigned i = 0; i < writes->stores; i++) {
    auto &store = writes->store[i];
    store = seen.store[i];
    store.physical = store.address; // with more bits than XLEN, if Sv32 is
    store.address = narrowed(*m.hart, store.address);
    const char *found = m.at(store.physical, store.bytes);
    if (found == nullptr)
      store.data = m.stored_outside(store.physical, store.bytes);
    else
      std::memcpy(&store.data, found, store.bytes);
  }
  if (m.paged && writes->stores != 0) join_stores(m, writes);
}

void last_writes(void *model, rvt_tandem_writes *writes) {
  if (of(model).quick) {
    last_quick(of(model), writes);
    return;
  }
  const processor_t &hart = *of(model).hart;
  const state_t &state = *of(model).hart->get_state();
  const rvt_tandem_writes &seen = of(model).seen.writes;
  writes->registers = writes->stores = writes->loads = 0;
  for (const auto &[key, value] : state.log_reg_write) {
    const uint64_t kind = key & LOG_KIND, number = key >> LOG_SHIFT;
    const uint64_t base = kind == LOG_X ? RVT_TANDEM_X : kind == LOG_F ? RVT_TANDEM_F : 0;
    if ((kind == LOG_X && number == 0) || (kind != LOG_X && kind != LOG_F && kind != LOG_CSR))
      continue;
    if (writes->registers == RVT_TANDEM_MODEL_WRITES) break;
    auto &reg = writes->reg[writes->registers++];
    reg.number = static_cast<uint16_t>(base + number);
    reg.value = kind == LOG_F ? value.v[0] : narrowed(hart, value.v[0]);
  }
  for (const auto &[address, data, bytes] : state.log_mem_write) {
    if (writes->stores == RVT_TANDEM_MODEL_WRITES) break;
    const unsigned i = writes->stores++;
    auto &store = writes->store[i];
    store.address = narrowed(hart, address);
    store.physical = i < seen.stores ? seen.store[i].address : store.address;
    store.bytes = bytes;
    store.data = bytes == 8 ? data : data & ((static_cast<uint64_t>(1) << 8 * bytes) - 1);
  }
  writes->loads = seen.loads;
  std::copy_n(seen.load, seen.loads, writes->load);
}

} // namespace

extern "C" __attribute__((visibility("default"))) const rvt_tandem_model rvt_tandem_model_spike;
extern "C" const struct rvt_tandem_model rvt_tandem_model_spike = {RVT_TANDEM_MODEL_VERSION,
                                                                   "Spike",
                                                                   open_model,
                                                                   close_model,
                                                                   reset_model,
                                                                   step_model,
                                                                   get_register,
                                                                   set_register,
                                                                   read_memory,
                                                                   write_memory,
                                                                   pend,
                                                                   last_writes};
