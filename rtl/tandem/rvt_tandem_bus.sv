// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// A bus transaction as the queue holds it: its elements, without the begin (TV:R-09). Combinational.
///
/// An operation that there is not has no group; size and result have no value that is wrong (TV:R-17).
module rvt_tandem_bus #(
  parameter  int unsigned Mlen  = 32,
  localparam int unsigned Width = Mlen + 141
) (
  // interface: ports tandem_bus
  input  logic            bus_valid_i,  // a bus transaction has completed (TV:R-10)
  input  logic [3:0]      bus_op_i,  // ... enum rvt_tandem_op, 0..13
  input  logic [1:0]      bus_size_i,  // ... of 2^bus_size bytes
  input  logic [Mlen-1:0] bus_address_i,  // ... at this physical address
  input  logic [63:0]     bus_request_i,  // ... data of store, SC and AMO, from bit 0
  input  logic            bus_answered_i,  // ... its response is sent (TV:R-09)
  input  logic            bus_result_i,  // ... 1: it failed, and has no data (TV:AMB-T9)
  input  logic [63:0]     bus_response_i,  // ... data of load, LR, AMO, fetch, from bit 0
  // interface end
  output logic [Width-1:0] bits_o  // bit 0: there is a group
);

  logic has_data;  // the response: what a load, LR, AMO or fetch gets (TV:AMB-T8, AMB-T9)
  assign has_data = !bus_result_i && bus_op_i != rvt_tandem_pkg::BusStore &&
                    bus_op_i != rvt_tandem_pkg::BusSc;

  // In the order of rvt_tandem_pkg, the first one in the low bits.
  assign bits_o = {
    bus_response_i,
    {has_data, bus_result_i, bus_size_i},
    bus_answered_i,
    bus_request_i,
    {bus_size_i, bus_op_i},
    1'b1,
    bus_address_i,
    bus_valid_i && bus_op_i <= rvt_tandem_pkg::BusFetch
  };

endmodule
