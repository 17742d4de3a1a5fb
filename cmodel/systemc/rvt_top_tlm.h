/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TOP_TLM_H
#define RVT_TOP_TLM_H

/*
 * rvt_top_sc for a virtual platform: its registers are a TLM-2.0 target of 64 KiB. The other
 * ports are as they are.
 *
 * b_transport   a word is an APB transfer, so a call returns clocks later, with the delay it was
 *               given waited for before. Addresses and lengths are multiples of 4; writes heed
 *               byte enables. Several initiators wait for each other.
 * transport_dbg reads registers without an effect and without time; not trRamData, whose words are
 *               in the memory outside. Writes nothing: 0 bytes.
 * DMI           is refused: registers have no memory behind them.
 */

#include <tlm_utils/simple_target_socket.h>

#include "rvt_top_sc.h"

/** An access of a register as the bus makes it. */
struct rvt_tlm_word {
  bool write;
  uint16_t address;
  uint32_t data;
  uint8_t strobes;
};

/** Whether the registers can serve a payload; else its response is set. */
bool rvt_tlm_check(tlm::tlm_generic_payload &payload);
/** Word `i` of a payload that was checked. */
rvt_tlm_word rvt_tlm_get(const tlm::tlm_generic_payload &payload, unsigned i);
/** What the word has read. */
void rvt_tlm_put(tlm::tlm_generic_payload &payload, unsigned i, uint32_t data);

template <class Params = rvt_top_sc_params, class Types = rvt_sc_native>
class rvt_top_tlm : public rvt_top_sc<Params, Types> {
  using top = rvt_top_sc<Params, Types>;
  template <unsigned N> using wire = sc_core::sc_signal<typename Types::template type<N>>;

public:
  tlm_utils::simple_target_socket<rvt_top_tlm> socket{"socket"};

  explicit rvt_top_tlm(const sc_core::sc_module_name &name) : top(name) {
    socket.register_b_transport(this, &rvt_top_tlm::b_transport);
    socket.register_transport_dbg(this, &rvt_top_tlm::transport_dbg);
    top::psel_i(psel);
    top::penable_i(penable);
    top::pwrite_i(pwrite);
    top::paddr_i(paddr);
    top::pwdata_i(pwdata);
    top::pstrb_i(pstrb);
    top::prdata_o(prdata);
    top::pready_o(pready);
    top::pslverr_o(pslverr);
  }

private:
  wire<1> psel{"psel"}, penable{"penable"}, pwrite{"pwrite"}, pready{"pready"}, pslverr{"pslverr"};
  wire<16> paddr{"paddr"};
  wire<32> pwdata{"pwdata"}, prdata{"prdata"};
  wire<4> pstrb{"pstrb"};
  sc_core::sc_mutex busy;

  void b_transport(tlm::tlm_generic_payload &payload, sc_core::sc_time &delay) {
    if (!rvt_tlm_check(payload)) return;
    if (delay != sc_core::SC_ZERO_TIME) sc_core::wait(delay);
    delay = sc_core::SC_ZERO_TIME;
    busy.lock();
    bool good = true;
    for (unsigned i = 0; i < payload.get_data_length() / 4 && good; i++)
      good = transfer(payload, i);
    busy.unlock();
    payload.set_response_status(good ? tlm::TLM_OK_RESPONSE : tlm::TLM_GENERIC_ERROR_RESPONSE);
  }

  /** What is written here is on the bus after the edge, and what is read was there before it. */
  bool transfer(tlm::tlm_generic_payload &payload, unsigned i) {
    const rvt_tlm_word word = rvt_tlm_get(payload, i);
    sc_core::wait(top::clk_i.posedge_event());
    psel.write(true);
    pwrite.write(word.write);
    paddr.write(word.address);
    pwdata.write(word.data);
    pstrb.write(word.strobes);
    sc_core::wait(top::clk_i.posedge_event());
    penable.write(true);
    do sc_core::wait(top::clk_i.posedge_event());
    while (!pready.read());
    if (!word.write) rvt_tlm_put(payload, i, static_cast<uint32_t>(prdata.read()));
    const bool good = !pslverr.read();
    psel.write(false);
    penable.write(false);
    return good;
  }

  unsigned transport_dbg(tlm::tlm_generic_payload &payload) {
    if (!rvt_tlm_check(payload) || !payload.is_read()) return 0;
    for (unsigned i = 0; i < payload.get_data_length() / 4; i++) {
      uint32_t value;
      if (!top::peek(rvt_tlm_get(payload, i).address, &value)) return 4 * i;
      rvt_tlm_put(payload, i, value);
    }
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return payload.get_data_length();
  }
};

#endif
