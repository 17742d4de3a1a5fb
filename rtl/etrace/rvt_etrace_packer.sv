// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Turns a record into an encapsulated packet, up to `Lanes` bytes a clock (ETR section 3, section 10).
///
/// A record that is taken in clock n is a payload in n+2, with the difference of addresses, and leaves from then on, header first: its
/// length is known then. Where the jump target cache has its address, a clock more finds which form is the shorter one. The next record
/// is the payload in the clock in which the packet's last beat leaves, or a clock later if that is its first one too.
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
  localparam int unsigned Bytes = (rvt_etrace_pkg::payload_width(
      Build.Xlen, AddrWidth, PrivWidth, ContextWidth, Build.StackDepth, Build.IretExt
  ) + 7) / 8;
  localparam int unsigned Width = 8 * Bytes;  // of a payload
  localparam int unsigned SrcMax = Build.SrcBitsMax;
  localparam int unsigned TsWidth = Build.TsWidth;
  localparam int unsigned HeadWidth = 8 + SrcMax + TsWidth;  // of what stands before a payload
  localparam int unsigned SizeWidth = $clog2((HeadWidth + 7) / 8 + Bytes + 1);
  localparam int unsigned PacketWidth = HeadWidth + Width;

  logic clr, rec_valid_q, leaves, finishes, vacant, advance;
  rvt_etrace_pkg::record_t rec_q;
  logic [AddrWidth-1:0] base_q, addr;  // delta base (ETR:F2-04), the address as it is sent
  logic addressed, whole;

  assign clr = !cfg_i.active;
  assign addressed = rec_q.kind == rvt_etrace_pkg::KindStart ||
                     rec_q.kind == rvt_etrace_pkg::KindTrap ||
                     rec_q.kind == rvt_etrace_pkg::KindAddress;
  assign addr = AddrWidth'(rec_q.addr) - base_q;
  // The base is 0 from where one comes that is sent as it is.
  assign whole = (rec_ready_o && rec_valid_i && (rec_i.kind == rvt_etrace_pkg::KindStart ||
                                  rec_i.kind == rvt_etrace_pkg::KindTrap)) || cfg_i.no_addr_diff;

  logic signed [Width-1:0] payload;
  logic measures_q;  // the cache has the payload's address: its index follows if that is shorter
  logic [Bytes-1:0] spare;  // bytes that a payload with the index would not need

  rvt_etrace_payload #(
    .Build(Build),
    .Width(Width)
  ) i_payload (
    .rec_i         (rec_q),
    .addr_i        (addr),
    .no_trap_addr_i(cfg_i.no_trap_addr),
    .as_index_i    (measures_q),
    .en_i          (!m_valid_o || finishes),
    .payload_o     (payload),
    .spare_o       (spare)
  );

  // ---- Payload and its length ------------------------------------------------------------------

  logic pay_valid_q, pays, hit;
  logic signed [Width-1:0] payload_q;
  logic [Bytes-1:0] needed, spare_q;  // the payload ends with the last byte that is needed
  logic [SizeWidth-1:0] size;
  rvt_etrace_pkg::kind_e kind_q;
  logic lost_q;
  logic [TsWidth:0] abs_time_q;

  assign hit = Build.CacheSize > 0 && rec_q.hit;
  assign vacant = !pay_valid_q || finishes;
  assign pays = measures_q ? (needed & spare_q) != '0 : vacant;
  assign advance = measures_q || (rec_valid_q && vacant && !hit);
  assign rec_ready_o = !rec_valid_q || advance;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rec_valid_q <= 1'b0;
      pay_valid_q <= 1'b0;
      measures_q <= 1'b0;
    end else if (clr) begin
      rec_valid_q <= 1'b0;
      pay_valid_q <= 1'b0;
      measures_q <= 1'b0;
    end else begin
      if (rec_ready_o) rec_valid_q <= rec_valid_i;
      pay_valid_q <= vacant ? rec_valid_q : !leaves;
      measures_q <= vacant && rec_valid_q && hit;
    end
  end

  always_ff @(posedge clk_i) begin
    if (clr || whole) base_q <= '0;
    else if (advance && addressed) base_q <= AddrWidth'(rec_q.addr);
  end

  always_ff @(posedge clk_i) begin
    if (rec_ready_o) rec_q <= rec_i;
    if (vacant) begin
      spare_q <= spare;
      kind_q <= rec_q.kind;
      lost_q <= rec_q.qual == rvt_etrace_pkg::QualLost;
      abs_time_q <= (TsWidth + 1)'(rec_q.abs_time);
    end
  end

  // Up to the last byte that has a bit unlike the one before (ETR:P-02).
  assign needed[0] = 1'b1;
  for (genvar k = 1; k < Bytes; k++) begin : g_byte
    assign needed[k] = payload_q[8*k+:8] != payload_q[8*k-1+:8];
  end
  always_comb begin
    size = '0;
    for (int unsigned k = 0; k < Bytes; k++) if (needed[k]) size = SizeWidth'(k + 1);
  end

  // ---- What stands before it: header, srcID, time (ETR:E-01) -------------------------------------

  logic [3:0] src_bits, src_bits_q, skip;
  logic [SrcMax:0] src_id_q;
  logic silent, timed_q;
  logic [4:0] length;
  logic [SizeWidth-1:0] more;  // bytes of the packet beside those of the payload
  logic [7+SrcMax:0] near;  // header and srcID, in the upper bits
  logic [HeadWidth-1:0] head;  // ... with the time, likewise

  // Beside a time, srcID is whole bytes (ETR:DC-11, ETR AMB-23).
  assign src_bits = SrcMax == 0 || cfg_i.inhibit_src ? '0 :
                    TsWidth == 0 ? cfg_i.src_bits : {cfg_i.src_bits[3], 3'd0};
  always_comb begin
    unique case (rec_q.kind)  // TCI:TS-18
      rvt_etrace_pkg::KindStart, rvt_etrace_pkg::KindTrap: silent = 1'b0;
      rvt_etrace_pkg::KindContext: silent = cfg_i.ts_suppress[2];
      rvt_etrace_pkg::KindSupport: silent = cfg_i.ts_suppress[3];
      default: silent = cfg_i.ts_suppress[0];
    endcase
  end
  // A packet that waits does not change with the registers.
  always_ff @(posedge clk_i) begin
    if (vacant) begin
      src_bits_q <= src_bits;
      src_id_q <= (SrcMax + 1)'(cfg_i.src_id);
      timed_q <= TsWidth != 0 && cfg_i.ts_en && !silent;
    end
  end
  assign skip = 4'(SrcMax) - src_bits_q;
  // The bits of srcID that begin a byte take one more, which the payload's sign fills (ETR:E-02, ETR AMB-22).
  assign length = 5'(size) + 5'(src_bits_q[2:0] != '0);
  assign more = SizeWidth'(1) + SizeWidth'(src_bits_q[3]) + SizeWidth'(src_bits_q[2:0] != '0) +
                (timed_q ? SizeWidth'(TsWidth / 8) : '0);
  assign near = (8 + SrcMax)'({src_id_q, timed_q, 2'b00, length}) << skip;
  if (TsWidth != 0) begin : g_time
    // Without a time nothing is said of the lower bits: as with one, so that they cost nothing.
    logic [HeadWidth-1:0] with_time;
    assign with_time = {TsWidth'(abs_time_q), near};
    assign head = timed_q ? with_time : {near, with_time[TsWidth-1:0]};
  end else begin : g_no_time
    assign head = near;
  end

  // ---- Packet ----------------------------------------------------------------------------------

  // A packet leaves from where its payload is made: what follows a first beat moves down, through where the head stood.
  logic begun_q, begun_d;  // its header has left
  logic [SizeWidth-1:0] rest, rest_q;  // bytes of it that have not left
  logic [HeadWidth-1:0] head_q;
  logic [PacketWidth+8*Lanes-1:0] ahead;  // it, as far as a beat may look
  logic [8*Lanes-1:0] beat;
  logic ends, sends, fill;

  assign m_valid_o = pay_valid_q && !measures_q;
  assign sends = m_valid_o && m_ready_i;
  assign rest = begun_q ? rest_q : size + more;
  // A header alone is no packet.
  assign ends = (Lanes > 1 || begun_q) && 32'(rest) <= Lanes;
  assign leaves = sends && ends;
  // The clock of a header, whose length is just known, is none in which the next payload is made.
  assign finishes = m_ready_i && begun_q && 32'(rest_q) <= Lanes;
  assign begun_d = sends ? !ends : begun_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begun_q <= 1'b0;
    else begun_q <= begun_d && !clr;
  end

  always_ff @(posedge clk_i) begin
    if (pays || sends) begin
      payload_q <= payload | (m_valid_o && !finishes ? ahead[HeadWidth+8*Lanes+:Width] : '0);
    end
    if (sends) begin
      rest_q <= rest - SizeWidth'(Lanes);
      head_q <= ahead[8*Lanes+:HeadWidth];
    end
  end

  // Above a payload its sign goes on, for the last byte after a srcID that is no whole bytes.
  assign fill = SrcMax != 0 && TsWidth == 0 && payload_q[Width-1];
  assign ahead = {{8 * Lanes{fill}}, payload_q, begun_q ? head_q : head};
  if (TsWidth != 0) begin : g_skip_time
    assign beat = (8 * Lanes)'((timed_q ? ahead : ahead >> TsWidth) >> skip);
  end else begin : g_skip
    assign beat = (8 * Lanes)'(ahead >> skip);
  end
  assign m_eom_o = m_valid_o && ends;
  assign m_sync_o = m_valid_o && !begun_q &&
                    (kind_q == rvt_etrace_pkg::KindStart || kind_q == rvt_etrace_pkg::KindTrap ||
                     (kind_q == rvt_etrace_pkg::KindSupport && lost_q));
  assign m_src_o = m_valid_o && !begun_q && src_bits_q[3];
  assign m_bytes_o = ends ? BytesWidth'(rest) : BytesWidth'(Lanes);
  for (genvar k = 0; k < Lanes; k++) begin : g_lane
    if (k == 0) begin : g_first
      assign m_data_o[7:0] = beat[7:0];
    end else if (k < 2 ** SizeWidth - 1) begin : g_some
      assign m_data_o[8*k+:8] = 32'(rest) > k ? beat[8*k+:8] : '0;
    end else begin : g_none
      assign m_data_o[8*k+:8] = '0;
    end
  end

  assign held_o = rec_valid_q || (pay_valid_q && !begun_q);
  assign busy_o = rec_valid_q || pay_valid_q;

  logic unused;
  assign unused = ^{rec_q, cfg_i, src_id_q, timed_q, abs_time_q, beat};

endmodule
