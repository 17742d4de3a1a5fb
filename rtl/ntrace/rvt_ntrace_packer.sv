// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Records to bytes with MSEO, up to `Lanes` bytes per clock: docs/units/packer.md.
///
/// Here are the layout of the record's message and its TSTAMP; the bytes are made by the serial form with
/// one lane, by the wide one with more. Every output but `rec_ready_o` is a function of the registers;
/// `rec_ready_o` also depends on `m_ready_i`, so that the next record follows without a lost clock.
module rvt_ntrace_packer #(
  parameter int unsigned Lanes = 1,        // bytes per beat: 1, 2, 4, 8 or 16
  parameter int unsigned IcntWidth = 16,   // 1..22 bits of I-CNT, ECODE, B-CNT or HREPEAT
  parameter int unsigned AddrWidth = 31,   // 1..63 bits of address or PROCESS
  parameter int unsigned HistWidth = 32,   // 2..32 bits of HIST, 0: no HIST
  parameter int unsigned TsWidth = 0,      // 1..64 bits of time, 0: no TSTAMP
  parameter int unsigned SrcBitsMax = 0,   // 0..12, largest src_bits_i
  parameter int unsigned Repeat = 1,       // 1: a ResourceFull may have RCODE 2
  parameter int unsigned ExtendAddr = 0    // 1: extend_addr_i is read
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    clr_i,

  input  logic [3:0]              src_bits_i,
  input  logic [11:0]             src_id_i,
  input  logic                    ts_en_i,
  input  logic                    extend_addr_i,  // of addresses equal upper bits are not sent
  input  logic [3:0]              ts_suppress_i,
  input  logic                    ts_forget_i,

  input  logic                    rec_valid_i,
  input  rvt_ntrace_pkg::record_t rec_i,
  output logic                    rec_ready_o,

  output logic                    m_valid_o,
  output logic [8*Lanes-1:0]      m_data_o,
  output logic [$clog2(Lanes):0]  m_bytes_o,
  output logic                    m_eom_o,
  input  logic                    m_ready_i,

  output logic                    busy_o
);

  localparam int unsigned BodyBits = 6 + SrcBitsMax;  // the fixed fields after TCODE
  localparam int unsigned CountWidth = $clog2(BodyBits + 1);
  // Absent fields keep one bit that is constant zero.
  localparam int unsigned HistBits = HistWidth == 0 ? 1 : HistWidth;
  localparam int unsigned TsBits = TsWidth == 0 ? 1 : TsWidth;

  if (Lanes != 1 && Lanes != 2 && Lanes != 4 && Lanes != 8 && Lanes != 16) begin : g_bad_lanes
    $error("rvt_ntrace_packer: Lanes must be 1, 2, 4, 8 or 16");
  end
  if (IcntWidth < 1 || IcntWidth > rvt_ntrace_pkg::IcntCeil) begin : g_bad_icnt_width
    $error("rvt_ntrace_packer: IcntWidth must be 1..22");
  end
  if (AddrWidth < 1 || AddrWidth > rvt_ntrace_pkg::AddrCeil) begin : g_bad_addr_width
    $error("rvt_ntrace_packer: AddrWidth must be 1..63");
  end
  if (HistWidth == 1 || HistWidth > rvt_ntrace_pkg::HistCeil) begin : g_bad_hist_width
    $error("rvt_ntrace_packer: HistWidth must be 0 or 2..32");
  end
  if (TsWidth > rvt_ntrace_pkg::TimeCeil) begin : g_bad_ts_width
    $error("rvt_ntrace_packer: TsWidth must be 0..64");
  end
  if (SrcBitsMax > rvt_ntrace_pkg::SrcBitsCeil) begin : g_bad_src_bits_max
    $error("rvt_ntrace_packer: SrcBitsMax must be 0..12");
  end

  logic has_icnt, has_addr, has_hist, has_ts, hist_first;
  logic [5:0] fixed;
  logic [2:0] fixed_bits;
  logic [11:0] src_above, src;
  logic [TsBits-1:0] ts;
  logic load;
  logic extend;  // the address field is an address and no PROCESS, which comes without I-CNT

  assign src_above = 12'hfff << src_bits_i;
  assign src = src_id_i & ~src_above;
  assign load = rec_valid_i && rec_ready_o && !clr_i;
  assign extend = ExtendAddr != 0 && extend_addr_i && has_icnt && has_addr;

  rvt_ntrace_packer_layout #(
    .HistWidth(HistWidth),
    .Repeat(Repeat)
  ) i_layout (
    .clk_i,
    .rst_ni,
    .rec_valid_i,
    .rec_i,
    .fixed_o(fixed),
    .fixed_bits_o(fixed_bits),
    .has_icnt_o(has_icnt),
    .has_addr_o(has_addr),
    .has_hist_o(has_hist),
    .hist_first_o(hist_first)
  );

  rvt_ntrace_packer_time #(
    .TsWidth(TsWidth),
    .Late(Lanes == 1 ? 1 : 0)
  ) i_time (
    .clk_i,
    .rst_ni,
    .clr_i,
    .ts_en_i,
    .suppress_i(ts_suppress_i),
    .forget_i(ts_forget_i),
    .load_i(load),
    .tcode_i(rec_i.tcode),
    .time_i(TsBits'(rec_i.abs_time)),
    .has_ts_o(has_ts),
    .ts_o(ts)
  );

  if (Lanes == 1) begin : g_serial
    rvt_ntrace_packer_serial #(
      .IcntWidth(IcntWidth),
      .AddrWidth(AddrWidth),
      .HistWidth(HistWidth),
      .TsWidth(TsWidth),
      .SrcBitsMax(SrcBitsMax),
      .ExtendAddr(ExtendAddr)
    ) i_serial (
      .clk_i,
      .rst_ni,
      .clr_i,
      .load_i(load),
      .fixed_i({fixed, rec_i.tcode}),
      .fixed_bits_i(4'(fixed_bits) + 4'd6),
      .src_i(src),
      .src_bits_i,
      .has_icnt_i(has_icnt),
      .has_addr_i(has_addr),
      .has_hist_i(has_hist),
      .has_ts_i(has_ts),
      .hist_first_i(hist_first),
      .extend_i(extend),
      .icnt_i(IcntWidth'(rec_i.icnt)),
      .addr_i(AddrWidth'(rec_i.addr)),
      .hist_i(HistBits'(rec_i.hist)),
      .ts_i(ts),
      .rec_ready_o,
      .m_valid_o,
      .m_data_o,
      .m_eom_o,
      .m_ready_i,
      .busy_o
    );
    assign m_bytes_o = m_valid_o;
  end else begin : g_wide
    logic [BodyBits-1:0] body;
    logic [CountWidth-1:0] body_bits;
    always_comb begin
      body = BodyBits'(fixed);
      body_bits = CountWidth'(fixed_bits);
      if (SrcBitsMax != 0) begin
        body = (body << src_bits_i) | BodyBits'(src);
        body_bits = body_bits + CountWidth'(src_bits_i);
      end
    end
    rvt_ntrace_packer_wide #(
      .Lanes(Lanes),
      .IcntWidth(IcntWidth),
      .AddrWidth(AddrWidth),
      .HistWidth(HistWidth),
      .TsWidth(TsWidth),
      .SrcBitsMax(SrcBitsMax),
      .ExtendAddr(ExtendAddr)
    ) i_wide (
      .clk_i,
      .rst_ni,
      .clr_i,
      .load_i(load),
      .fixed_i({body, rec_i.tcode}),
      .body_bits_i(body_bits),
      .has_icnt_i(has_icnt),
      .has_addr_i(has_addr),
      .has_hist_i(has_hist),
      .has_ts_i(has_ts),
      .hist_first_i(hist_first),
      .extend_i(extend),
      .icnt_i(IcntWidth'(rec_i.icnt)),
      .addr_i(AddrWidth'(rec_i.addr)),
      .hist_i(HistBits'(rec_i.hist)),
      .ts_i(ts),
      .rec_ready_o,
      .m_valid_o,
      .m_data_o,
      .m_bytes_o,
      .m_eom_o,
      .m_ready_i,
      .busy_o
    );
  end

  // A smaller build leaves upper bits of the record and of SRC aside.
  logic unused_i;
  assign unused_i = ^{rec_i, src, extend_addr_i};

  // ---- Assertions ----------------------------------------------------------------------------

  // SRC is no wider than there is room for (NT:SRC-01).
  `RVT_IMPLIES_M(SrcBits_M, rec_valid_i, 32'(src_bits_i) <= SrcBitsMax)
  // Fields fit the segments of this build.
  `RVT_IMPLIES_M(Icnt_M, rec_valid_i, (23'(rec_i.icnt) >> IcntWidth) == '0)
  `RVT_IMPLIES_M(Addr_M, rec_valid_i, (64'(rec_i.addr) >> AddrWidth) == '0)
  `RVT_IMPLIES_M(Hist_M, rec_valid_i, (33'(rec_i.hist) >> HistWidth) == '0)

endmodule
