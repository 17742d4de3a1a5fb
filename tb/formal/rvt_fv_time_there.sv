// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// Whether the message of the record on offer has a TSTAMP (NT:TSP-01..03, TCI:TS-18): by its TCODE, in the
/// proof's own words.
module rvt_fv_time_there (
  input  rvt_ntrace_pkg::record_t rec_i,
  input  logic                    ts_en_i,
  input  logic [3:0]              ts_suppress_i,
  input  logic                    sync,
  input  logic                    base_q,  // a time was sent ...
  input  logic                    ts_forget_i,
  output logic                    base,    // ... and counts
  output logic                    stamped
);

  logic [3:0] of_kind;
  assign of_kind = {
    rec_i.tcode == 6'd8 || rec_i.tcode == 6'd33,
    rec_i.tcode == 6'd2,
    rec_i.tcode == 6'd27 || rec_i.tcode == 6'd30,
    rec_i.tcode == 6'd3 || rec_i.tcode == 6'd4 || rec_i.tcode == 6'd28
  };
  assign base = base_q && !ts_forget_i;
  assign stamped = ts_en_i && (sync || (base && (ts_suppress_i & of_kind) == '0));

endmodule
