// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Turns a record into an encapsulated packet, up to `Lanes` bytes a clock (ETR section 3, section 10).
///
/// A record that is taken in clock n is a packet in n+2, header first: its length is known then. The next one is taken while a
/// packet leaves.
module rvt_etrace_packer #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned Lanes      = Build.Lanes,
  localparam int unsigned BytesWidth = $clog2(Lanes) + 1
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  rvt_config_pkg::config_t cfg_i,

  input  logic                    rec_valid_i,
  input  rvt_etrace_pkg::record_t rec_i,
  output logic                    rec_ready_o,

  output logic                    m_valid_o,
  output logic [8*Lanes-1:0]      m_data_o,
  output logic [BytesWidth-1:0]   m_bytes_o,
  output logic                    m_eom_o,
  output logic                    m_sync_o,  // of a first beat: a decoder can begin with it
  output logic                    m_src_o,  // ... the packet has a whole byte of srcID
  input  logic                    m_ready_i,

  output logic                    held_o,  // a record waits: the configuration has to stay
  output logic                    busy_o   // ... or a packet leaves
);

  localparam int unsigned AddrWidth = rvt_build_pkg::addr_width(Build.Xlen, Build.AddrBits);
  localparam int unsigned PrivWidth = Build.PrivBits;
  localparam int unsigned ContextWidth = Build.Context > 1 ? Build.ContextWidth : 0;
  localparam int unsigned HartWidth = PrivWidth + ContextWidth;
  localparam int unsigned CauseWidth = rvt_ingress_pkg::cause_width(Build.Xlen);
  localparam int unsigned Bytes = (rvt_etrace_pkg::payload_width(
      Build.Xlen, AddrWidth, PrivWidth, ContextWidth
  ) + 7) / 8;
  localparam int unsigned Width = 8 * Bytes;  // of a payload
  localparam int unsigned SrcMax = Build.SrcBitsMax;
  localparam int unsigned TsWidth = Build.TsWidth;
  localparam int unsigned HeadWidth = 8 + SrcMax + TsWidth;  // of what stands before a payload
  localparam int unsigned SizeWidth = $clog2((HeadWidth + 7) / 8 + Bytes + 1);
  localparam int unsigned PacketWidth = HeadWidth + Width;

  logic clr, rec_valid_q, load, leaves;
  rvt_etrace_pkg::record_t rec_q;

  assign clr = !cfg_i.active;

  // ---- Payload: the bits, and above them the last one again ------------------------------------

  logic [HartWidth-1:0] hart;
  logic top, notify, updiscon;
  logic [6:0] lead;  // of format 1
  logic [AddrWidth+2:0] tail;  // of formats 1 and 2 (ETR:F2-01)
  logic signed [Width-1:0] payload, trap;

  if (ContextWidth > 0) begin : g_context
    assign hart = {ContextWidth'(rec_q.hart_context), PrivWidth'(rec_q.priv)};
  end else begin : g_no_context
    assign hart = PrivWidth'(rec_q.priv);
  end
  assign top = rec_q.addr[AddrWidth-1];
  assign notify = top ^ rec_q.notify;
  assign updiscon = notify ^ rec_q.updiscon;
  assign lead = {rec_q.branches, 2'b01};
  assign tail = {updiscon, updiscon, notify, AddrWidth'(rec_q.addr)};

  // The fields of a 3.1 from ecause on.
  logic [CauseWidth+1:0] why;
  assign why = {rec_q.thaddr, rec_q.is_int, CauseWidth'(rec_q.cause)};
  always_comb begin
    if (cfg_i.no_trap_addr && rec_q.thaddr) begin  // ETR:M-IEX
      trap = rec_q.is_int ? Width'($signed({why})) :
          Width'($signed({(AddrWidth + 1)'(rec_q.tval), why}));
    end else begin
      trap = rec_q.is_int ? Width'($signed({AddrWidth'(rec_q.addr), why})) :
          Width'($signed({(AddrWidth + 1)'(rec_q.tval), AddrWidth'(rec_q.addr), why}));
    end
  end

  always_comb begin
    unique case (rec_q.kind)
      rvt_etrace_pkg::KindBranch: payload = Width'($signed({rec_q.branch_map, 5'd0, 2'b01}));
      rvt_etrace_pkg::KindAddress: begin  // ETR:P-07
        if (rec_q.branches == '0) payload = Width'($signed({tail, 2'b10}));
        else if (rec_q.branches == 5'd1) begin
          payload = Width'($signed({tail, rec_q.branch_map[0], lead}));
        end else if (rec_q.branches <= 5'd3) begin
          payload = Width'($signed({tail, rec_q.branch_map[2:0], lead}));
        end else if (rec_q.branches <= 5'd7) begin
          payload = Width'($signed({tail, rec_q.branch_map[6:0], lead}));
        end else if (rec_q.branches <= 5'd15) begin
          payload = Width'($signed({tail, rec_q.branch_map[14:0], lead}));
        end else begin
          payload = Width'($signed({tail, rec_q.branch_map, lead}));
        end
      end
      rvt_etrace_pkg::KindStart:
      payload = Width'($signed({AddrWidth'(rec_q.addr), hart, rec_q.branch, 4'b0011}));
      rvt_etrace_pkg::KindTrap:
      payload = {trap[Width-HartWidth-6:0], hart, rec_q.branch, 4'b0111};
      rvt_etrace_pkg::KindContext: payload = Width'($signed({hart, 4'b1011}));
      default:
      payload = Width'({rec_q.ioptions, rec_q.qual, 1'b0, rec_q.ienable, 4'b1111});
    endcase
  end

  // ---- Length: up to the last byte that has a bit unlike the one before (ETR:P-02) --------------

  logic [Bytes-1:0] needed;  // a byte of it or one above
  logic [SizeWidth-1:0] size;
  assign needed[0] = 1'b1;
  for (genvar k = 1; k < Bytes; k++) begin : g_byte
    assign needed[k] = payload[Width-1:8*k] != payload[Width-2:8*k-1];
  end
  always_comb begin
    size = '0;
    for (int unsigned k = 0; k < Bytes; k++) if (needed[k]) size = SizeWidth'(k + 1);
  end

  // ---- What stands before it: header, srcID, time (ETR:E-01) -------------------------------------

  logic [3:0] src_bits, skip;
  logic timed, silent;
  logic [4:0] length;
  logic [SizeWidth-1:0] more;  // bytes of the packet beside those of the payload
  logic [7+SrcMax:0] near;  // header and srcID, in the upper bits
  logic [HeadWidth-1:0] head;  // ... with the time, likewise

  // Beside a time, srcID is whole bytes (ETR:DC-11, ETR AMB-23).
  assign src_bits = SrcMax == 0 || cfg_i.inhibit_src ? '0 :
                    TsWidth == 0 ? cfg_i.src_bits : {cfg_i.src_bits[3], 3'd0};
  assign skip = 4'(SrcMax) - src_bits;
  always_comb begin
    unique case (rec_q.kind)  // TCI:TS-18
      rvt_etrace_pkg::KindStart, rvt_etrace_pkg::KindTrap: silent = 1'b0;
      rvt_etrace_pkg::KindContext: silent = cfg_i.ts_suppress[2];
      rvt_etrace_pkg::KindSupport: silent = cfg_i.ts_suppress[3];
      default: silent = cfg_i.ts_suppress[0];
    endcase
  end
  assign timed = TsWidth != 0 && cfg_i.ts_en && !silent;
  // The bits of srcID that begin a byte take one more, which the payload's sign fills (ETR:E-02, ETR AMB-22).
  assign length = 5'(size) + 5'(src_bits[2:0] != '0);
  assign more = SizeWidth'(1) + SizeWidth'(src_bits[3]) + SizeWidth'(src_bits[2:0] != '0) +
                (timed ? SizeWidth'(TsWidth / 8) : '0);
  assign near = (8 + SrcMax)'({cfg_i.src_id, timed, 2'b00, length}) << skip;
  if (TsWidth != 0) begin : g_time
    // Without a time nothing is said of the lower bits: as with one, so that they cost nothing.
    logic [HeadWidth-1:0] with_time;
    assign with_time = {TsWidth'(rec_q.abs_time), near};
    assign head = timed ? with_time : {near, with_time[TsWidth-1:0]};
  end else begin : g_no_time
    assign head = near;
  end

  // ---- Packet ----------------------------------------------------------------------------------

  logic [SizeWidth-1:0] rest_q;  // bytes of it that have not left
  logic [PacketWidth-1:0] packet_q;
  logic [PacketWidth+8*Lanes-1:0] ahead;  // ... as far as a beat may look
  logic [8*Lanes-1:0] beat;
  logic [3:0] skip_q;  // bits of `packet_q` before the next byte ...
  logic timed_q;  // ... and those of a time that is not there
  logic ends, sync_q, src_q, fill;

  assign ends = rest_q <= SizeWidth'(Lanes);
  assign leaves = rest_q == '0 || (m_ready_i && ends);
  assign load = rec_valid_q && leaves;
  assign rec_ready_o = !rec_valid_q || leaves;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rec_valid_q <= 1'b0;
      rest_q <= '0;
    end else if (clr) begin
      rec_valid_q <= 1'b0;
      rest_q <= '0;
    end else begin
      if (rec_ready_o) rec_valid_q <= rec_valid_i;
      if (leaves) begin
        rest_q <= load ? size + more : '0;
      end else if (m_ready_i) rest_q <= rest_q - SizeWidth'(Lanes);
    end
  end

  always_ff @(posedge clk_i) begin
    if (rec_ready_o) rec_q <= rec_i;
    if (load) packet_q <= {payload, head};
    else if (m_ready_i) packet_q <= ahead[8*Lanes+:PacketWidth];
    if (load) begin
      skip_q <= skip;
      timed_q <= timed;
      src_q <= src_bits[3];
      sync_q <= rec_q.kind == rvt_etrace_pkg::KindStart || rec_q.kind == rvt_etrace_pkg::KindTrap ||
                (rec_q.kind == rvt_etrace_pkg::KindSupport &&
                 rec_q.qual == rvt_etrace_pkg::QualLost);
    end else if (m_ready_i) begin
      src_q <= 1'b0;
      sync_q <= 1'b0;
    end
  end

  // Above a payload its sign goes on, for the last byte after a srcID that is no whole bytes.
  assign fill = SrcMax != 0 && TsWidth == 0 && packet_q[PacketWidth-1];
  assign ahead = {{8 * Lanes{fill}}, packet_q};
  if (TsWidth != 0) begin : g_skip_time
    assign beat = (8 * Lanes)'((timed_q ? ahead : ahead >> TsWidth) >> skip_q);
  end else begin : g_skip
    assign beat = (8 * Lanes)'(ahead >> skip_q);
  end
  assign m_valid_o = rest_q != '0;
  assign m_eom_o = m_valid_o && ends;
  assign m_sync_o = m_valid_o && sync_q;
  assign m_src_o = m_valid_o && src_q;
  assign m_bytes_o = ends ? BytesWidth'(rest_q) : BytesWidth'(Lanes);
  for (genvar k = 0; k < Lanes; k++) begin : g_lane
    assign m_data_o[8*k+:8] = 32'(rest_q) > k ? beat[8*k+:8] : '0;
  end

  assign held_o = rec_valid_q;
  assign busy_o = rec_valid_q || rest_q != '0;

  logic unused;
  assign unused = ^{rec_q, trap, cfg_i, timed_q};

endmodule
