// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

// The description of a core out of a TOML file, by toml++, which is C++.

#define TOML_EXCEPTIONS 0
// Its parser's own assertions end the program at some files that are none, as `ram = [}`.
#define TOML_ASSERT(expr) static_assert(true)
#include <toml++/toml.h>

#include <cinttypes>
#include <cstring>
#include <initializer_list>
#include <string>

#include "rvt/tandem/core.h"
#include "rvt/tandem/text.h"

namespace {

struct Reader {
  const char *path;
  rvt_error *error;
  rvt_tandem_core core{};
  rvt_status status = RVT_OK;

  // The first thing that is wrong.
  bool refuse(rvt_status why, const toml::source_region &at, const std::string &text) {
    if (status == RVT_OK)
      status = rvt_error_set(error, why, "%s:%u: %s", path, static_cast<unsigned>(at.begin.line),
                             text.c_str());
    return false;
  }

  template <typename T>
  bool typed(const toml::node &node, const char *key, const char *what, T &value) {
    if (const auto found = node.value_exact<T>()) {
      value = *found;
      return true;
    }
    return refuse(RVT_ERR_FORMAT, node.source(), std::string(key) + ": expected " + what);
  }

  bool number(const toml::node &node, const char *key, uint64_t &value) {
    int64_t read = 0;
    if (!typed(node, key, "a number", read)) return false;
    value = static_cast<uint64_t>(read);
    return true;
  }

  bool width(const toml::node &node, const char *key, std::initializer_list<uint64_t> legal,
             uint8_t &value) {
    uint64_t read = 0;
    if (!number(node, key, read)) return false;
    for (const uint64_t each : legal)
      if (each == read) {
        value = static_cast<uint8_t>(read);
        return true;
      }
    std::string text = std::string(key) + ": expected one of";
    for (const uint64_t each : legal) text += " " + std::to_string(each);
    return refuse(RVT_ERR_RANGE, node.source(), text + ", found " + std::to_string(read));
  }

  bool text(const toml::node &node, const char *key, char *value, size_t size) {
    std::string read;
    if (!typed(node, key, "a text", read)) return false;
    if (read.empty() || read.size() >= size)
      return refuse(RVT_ERR_RANGE, node.source(),
                    std::string(key) + ": expected a text of up to " + std::to_string(size - 1) +
                        " characters");
    std::memcpy(value, read.c_str(), read.size() + 1);
    return true;
  }

  bool named(const toml::source_region &at, const std::string &name, uint16_t &reg) {
    if (rvt_tandem_register_named(name.c_str(), name.size(), &reg)) return true;
    return refuse(RVT_ERR_RANGE, at, "expected the name of a register, found '" + name + "'");
  }

  void mmu(const toml::node &node) {
    for (const int bits : {32, 39, 48, 57})
      if (node.value_exact<std::string>() == "sv" + std::to_string(bits)) {
        core.mmu = static_cast<uint8_t>(bits);
        return;
      }
    refuse(RVT_ERR_RANGE, node.source(), "mmu: expected \"sv32\", \"sv39\", \"sv48\" or \"sv57\"");
  }

  void ram(const toml::node &node) {
    const toml::array *list = node.as_array();
    if (list == nullptr || list->size() > RVT_TANDEM_RAMS) {
      refuse(RVT_ERR_FORMAT, node.source(),
             "ram: expected an array of up to 16 tables of base and size");
      return;
    }
    for (const toml::node &each : *list) {
      const toml::table *range = each.as_table();
      const toml::node *base = range == nullptr ? nullptr : range->get("base");
      const toml::node *size = range == nullptr ? nullptr : range->get("size");
      auto &made = core.ram[core.rams];
      if (base == nullptr || size == nullptr || range->size() != 2) {
        refuse(RVT_ERR_FORMAT, each.source(), "ram: expected a table of base and size");
        return;
      }
      if (!number(*base, "base", made.base) || !number(*size, "size", made.size)) return;
      if (made.size == 0 || made.base + (made.size - 1) < made.base || made.base % 4096 != 0 ||
          made.size % 4096 != 0) {
        refuse(RVT_ERR_RANGE, each.source(), "ram: expected a range of whole pages of 4096 bytes");
        return;
      }
      core.rams++;
    }
  }

  void names(const toml::node &node, const char *key,
             void (Reader::*take)(const toml::node &, const std::string &)) {
    const toml::array *list = node.as_array();
    if (list == nullptr) {
      refuse(RVT_ERR_FORMAT, node.source(), std::string(key) + ": expected an array of names");
      return;
    }
    for (const toml::node &each : *list) {
      std::string name;
      if (!typed(each, key, "a name", name)) return;
      (this->*take)(each, name);
    }
  }

  void absent(const toml::node &node, const std::string &name) {
    static const char *const all[] = {
#define NAME(NAME, name) #name,
        RVT_TANDEM_ABSENT_LIST(NAME)
#undef NAME
    };
    std::string known;
    for (size_t i = 0; i < RVT_TANDEM_ABSENTS; i++) {
      if (name == all[i]) {
        core.absent[i] = true;
        return;
      }
      known += std::string(i == 0 ? "" : ", ") + all[i];
    }
    refuse(RVT_ERR_RANGE, node.source(),
           "absent: expected some of " + known + ", found '" + name + "'");
  }

  void use(const toml::node &node, const std::string &name, rvt_tandem_csr_use how) {
    uint16_t reg = 0;
    if (!named(node.source(), name, reg)) return;
    if (reg >= RVT_TANDEM_X)
      refuse(RVT_ERR_RANGE, node.source(), "expected a CSR, found '" + name + "'");
    else
      core.csr[reg] = static_cast<uint8_t>(how);
  }
  void copied(const toml::node &node, const std::string &name) {
    use(node, name, RVT_TANDEM_CSR_COPIED);
  }
  void ignored(const toml::node &node, const std::string &name) {
    use(node, name, RVT_TANDEM_CSR_IGNORED);
  }

  void zero_tval(const toml::node &node) {
    const toml::array *list = node.as_array();
    if (list == nullptr) {
      refuse(RVT_ERR_FORMAT, node.source(), "zero_tval: expected an array of causes");
      return;
    }
    for (const toml::node &each : *list) {
      uint64_t cause = 0;
      if (!number(each, "zero_tval", cause)) return;
      if (cause > 63)
        refuse(RVT_ERR_RANGE, each.source(), "zero_tval: expected causes of 0 to 63");
      else
        core.zero_tval |= UINT64_C(1) << cause;
    }
  }

  void own_tval(const toml::node &node) {
    const toml::array *list = node.as_array();
    if (list == nullptr) {
      refuse(RVT_ERR_FORMAT, node.source(), "own_tval: expected an array of causes");
      return;
    }
    for (const toml::node &each : *list) {
      const auto cause = each.value_exact<int64_t>();
      if (each.value_exact<std::string>() == "interrupt")
        core.own_interrupt_tval = true;
      else if (cause && *cause >= 0 && *cause < 64)
        core.own_tval |= UINT64_C(1) << *cause;
      else
        refuse(RVT_ERR_RANGE, each.source(),
               "own_tval: expected causes of 0 to 63, or \"interrupt\"");
    }
  }

  void resets(const toml::node &node) {
    const toml::table *list = node.as_table();
    if (list == nullptr || list->size() > RVT_TANDEM_RESETS) {
      refuse(RVT_ERR_FORMAT, node.source(), "reset: expected a table of up to 64 registers");
      return;
    }
    for (const auto &[key, value] : *list) {
      const std::string name(key.str());
      auto &made = core.reset[core.resets];
      if (!named(value.source(), name, made.number) || !number(value, name.c_str(), made.value))
        return;
      core.resets++;
    }
  }

  void key(const std::string &name, const toml::node &node) {
    uint64_t value = 0;
    if (name == "xlen")
      width(node, "xlen", {32, 64}, core.format.xlen);
    else if (name == "flen")
      width(node, "flen", {0, 32, 64}, core.format.flen);
    else if (name == "mlen")
      width(node, "mlen", {32, 34, 64}, core.format.mlen);
    else if (name == "isa")
      text(node, "isa", core.isa, sizeof core.isa);
    else if (name == "modes")
      text(node, "modes", core.modes, sizeof core.modes);
    else if (name == "mmu")
      mmu(node);
    else if (name == "boot") {
      if (number(node, "boot", value)) core.boot = value;
    } else if (name == "ram")
      ram(node);
    else if (name == "absent")
      names(node, "absent", &Reader::absent);
    else if (name == "copied")
      names(node, "copied", &Reader::copied);
    else if (name == "ignored")
      names(node, "ignored", &Reader::ignored);
    else if (name == "zero_tval")
      zero_tval(node);
    else if (name == "own_tval")
      own_tval(node);
    else if (name == "reset")
      resets(node);
    else
      refuse(RVT_ERR_FORMAT, node.source(),
             "expected xlen, flen, mlen, isa, modes, mmu, boot, ram, absent, copied, ignored, "
             "zero_tval, own_tval or reset, found '" +
                 name + "'");
  }

  // Of the letters before the first extension with a name of several.
  bool has_f() const {
    const std::string isa = core.isa;
    return isa.find_first_of("fdqgv", 4) < isa.find_first_of("_zsx", 4);
  }

  void read(const toml::table &table) {
    for (const char *needed : {"xlen", "isa", "boot", "ram"})
      if (!table.contains(needed))
        refuse(RVT_ERR_FORMAT, table.source(),
               std::string("expected the key ") + needed + ", found none");
    for (const auto &[name, node] : table) key(std::string(name.str()), node);
    if (core.format.mlen == 0) core.format.mlen = core.format.xlen;
    if (core.modes[0] == '\0') std::strcpy(core.modes, "m");
    if (status == RVT_OK && !rvt_tandem_format_valid(&core.format))
      refuse(RVT_ERR_RANGE, table.source(),
             "expected mlen 64 with xlen 64, 32 or 34 with 32, found other ones");
    if (status == RVT_OK && core.format.flen != 0 && !has_f())
      refuse(RVT_ERR_RANGE, table.source(),
             "flen: expected an isa with F, found \"" + std::string(core.isa) + "\"");
    if (status == RVT_OK && core.mmu != 0 && (core.mmu == 32) != (core.format.xlen == 32))
      refuse(RVT_ERR_RANGE, table.source(), "expected mmu \"sv32\" with xlen 32 alone");
    if (status == RVT_OK && core.mmu != 0 && std::strchr(core.modes, 's') == nullptr)
      refuse(RVT_ERR_RANGE, table.source(),
             "mmu: expected modes \"msu\", found \"" + std::string(core.modes) + "\"");
    if (status == RVT_OK && !rvt_tandem_core_has_ram(&core, core.boot, 2))
      refuse(RVT_ERR_RANGE, table.source(), "boot: expected an address in ram, found another one");
  }
};

} // namespace

extern "C" rvt_status rvt_tandem_core_read(const char *path, rvt_tandem_core *core, rvt_error *e) {
  Reader reader{path, e};
  std::FILE *file = std::fopen(path, "rb");
  if (file == nullptr) return rvt_error_set(e, RVT_ERR_IO, "%s: %s", path, std::strerror(errno));
  std::string content;
  char piece[4096];
  for (size_t got = 0; (got = std::fread(piece, 1, sizeof piece, file)) != 0;)
    content.append(piece, got);
  std::fclose(file);
  const toml::parse_result result = toml::parse(content);
  if (!result) {
    const toml::parse_error &wrong = result.error();
    return rvt_error_set(e, RVT_ERR_FORMAT, "%s:%u: %s", path,
                         static_cast<unsigned>(wrong.source().begin.line),
                         std::string(wrong.description()).c_str());
  }
  reader.read(result.table());
  if (reader.status == RVT_OK) *core = reader.core;
  return reader.status;
}
