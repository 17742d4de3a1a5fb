// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The entries: a memory for each register, and one for V (CTR-E-03, CTR-E-04), in banks of the
/// lowest bits of WRPTR.
///
/// The entries of a clock follow each other, so that as many banks as slots suffice: what a bank
/// gets in a clock is all for one entry, and the last of it is written. Without an event the way of
/// slot 0 is that of a software write, or of the zeros of a clear. What is read in clock n is on
/// `rdata_o` in clock n+1.
module rvt_ctr_store #(
  parameter  int unsigned Xlen         = 64,  // 32 or 64
  parameter  int unsigned Blocks       = 1,   // slots, 1..4
  parameter  int unsigned Depths       = 1,   // bit i: a depth of 16 << i is legal
  parameter  int unsigned CounterWidth = 27,  // 0: no CCV and CC
  parameter  int unsigned Misp         = 1,
  parameter  int unsigned Type         = 1,
  parameter  int unsigned BlockRam     = 0,
  localparam int unsigned AddrWidth    = rvt_ctr_pkg::pointer_width(Depths)
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,

  input  logic                         event_i,  // a slot has an event
  input  logic [Blocks-1:0]            write_i,  // a whole entry
  input  logic [Blocks-1:0]            pop_i,  // V of it is cleared
  input  logic [Blocks-1:0]            zero_i,  // ... with all else of it
  input  logic [Blocks*AddrWidth-1:0]  addr_i,
  input  logic [Blocks*(Xlen-1)-1:0]   source_i,
  input  logic [Blocks*Xlen-1:0]       target_i,  // with MISP
  input  logic [Blocks-1:0]            no_source_i,  // 0 instead
  input  logic [Blocks-1:0]            no_target_i,
  input  logic [Blocks*4-1:0]          itype_i,
  input  logic [Blocks-1:0]            ccv_i,
  input  logic [Blocks*16-1:0]         cc_i,

  input  logic                         walking_i,  // no software write
  input  logic                         walk_i,  // without an event: an entry is zeroed
  input  logic [AddrWidth-1:0]         walk_addr_i,

  input  logic                         csr_write_i,  // without an event: a register of an entry
  input  logic                         csr_read_i,  // ... is read
  input  rvt_ctr_pkg::entry_e          csr_entry_i,
  input  logic [AddrWidth-1:0]         csr_addr_i,
  input  logic [Xlen-1:0]              csr_wdata_i,
  output logic [Xlen-1:0]              rdata_o
);

  localparam int unsigned BankWidth = Blocks > 2 ? 2 : Blocks - 1;
  localparam int unsigned Banks = 1 << BankWidth;
  localparam int unsigned WordWidth = AddrWidth - BankWidth;
  localparam int unsigned CceWidth = rvt_ctr_pkg::cce_width(CounterWidth);
  localparam int unsigned TargetWidth = Misp != 0 ? Xlen : Xlen - 1;
  // What ctrdata has: type, CCV and CC.
  localparam int unsigned TypeWidth = Type != 0 ? 4 : 0;
  localparam int unsigned CountWidth = CounterWidth != 0 ? 13 + CceWidth : 0;
  localparam int unsigned DataWidth = TypeWidth + CountWidth;

  // ---- What each slot writes -------------------------------------------------------------------

  logic [Blocks*(Xlen-1)-1:0] source;
  logic [Blocks*Xlen-1:0] target;
  logic [Blocks*32-1:0] data;
  logic [Blocks-1:0] whole, touches;
  logic [AddrWidth-1:0] other_addr;

  assign whole = write_i | zero_i;
  assign touches = write_i | pop_i;
  assign other_addr = walking_i ? walk_addr_i : csr_addr_i;

  for (genvar k = 0; k < Blocks; k++) begin : g_slot
    logic by_csr;
    logic [31:0] record;
    logic [Xlen-1:0] masked;
    assign by_csr = k == 0 && !event_i && !walking_i;
    always_comb begin
      record = '0;
      record[3:0] = itype_i[4*k+:4];
      record[rvt_ctr_pkg::CcvBit] = ccv_i[k];
      record[rvt_ctr_pkg::CcmBit+:16] = cc_i[16*k+:16];
    end
    assign masked = {Xlen{event_i && !no_target_i[k]}} & target_i[Xlen*k+:Xlen];
    assign source[(Xlen-1)*k+:Xlen-1] = by_csr ? csr_wdata_i[Xlen-1:1] :
        {(Xlen - 1) {event_i && !no_source_i[k]}} & source_i[(Xlen-1)*k+:Xlen-1];
    assign target[Xlen*k+:Xlen] = by_csr ? csr_wdata_i : masked;
    assign data[32*k+:32] = by_csr ? csr_wdata_i[31:0] : {32{write_i[k]}} & record;
  end

  // ---- Banks -----------------------------------------------------------------------------------

  logic [Banks*Xlen-1:0] bank_rdata;

  for (genvar b = 0; b < Banks; b++) begin : g_bank
    logic [Xlen-2:0] bank_source;
    logic [Xlen-1:0] bank_target;
    logic [31:0] bank_data;
    logic [AddrWidth-1:0] addr;
    logic whole_we, v_we, v, other, reads;
    logic [2:0] csr_we;  // source, target, data

    // Entries of a clock that are in one bank are the same, so any of their addresses will do.
    always_comb begin
      bank_source = source[Xlen-2:0];
      bank_target = target[Xlen-1:0];
      bank_data = data[31:0];
      addr = event_i ? addr_i[AddrWidth-1:0] : other_addr;
      whole_we = 1'b0;
      v_we = 1'b0;
      v = csr_write_i && csr_wdata_i[0];
      for (int unsigned k = 0; k < Blocks; k++) begin
        if (touches[k] && (32'(addr_i[AddrWidth*k+:AddrWidth]) & (Banks - 1)) == b) begin
          if (k != 0) addr = addr_i[AddrWidth*k+:AddrWidth];
          v_we = 1'b1;
          v = write_i[k];
          if (whole[k]) begin
            whole_we = 1'b1;
            if (k != 0) begin
              bank_source = source[(Xlen-1)*k+:Xlen-1];
              bank_target = target[Xlen*k+:Xlen];
              bank_data = data[32*k+:32];
            end
          end
        end
      end
    end

    assign other = (32'(other_addr) & (Banks - 1)) == b;
    assign csr_we[0] = csr_write_i && other && csr_entry_i == rvt_ctr_pkg::EntrySource;
    assign csr_we[1] = csr_write_i && other && csr_entry_i == rvt_ctr_pkg::EntryTarget;
    assign csr_we[2] = csr_write_i && other && csr_entry_i == rvt_ctr_pkg::EntryData;
    assign reads = csr_read_i && (32'(csr_addr_i) & (Banks - 1)) == b;

    logic walk;
    logic [WordWidth-1:0] word, read_word;
    assign walk = walk_i && other;
    assign word = WordWidth'(addr >> BankWidth);
    assign read_word = WordWidth'(csr_addr_i >> BankWidth);

    logic v_read, source_re, target_re;
    logic [Xlen-2:0] source_read;
    logic [TargetWidth-1:0] target_read;
    logic [31:0] data_read;
    assign source_re = reads && csr_entry_i == rvt_ctr_pkg::EntrySource;
    assign target_re = reads && csr_entry_i == rvt_ctr_pkg::EntryTarget;

    rvt_ctr_mem #(
      .Width(1),
      .AddrWidth(WordWidth),
      .BlockRam(BlockRam)
    ) i_valid (
      .clk_i,
      .rst_ni,
      .we_i(v_we || walk || csr_we[0]),
      .waddr_i(word),
      .wdata_i(v),
      .re_i(source_re),
      .raddr_i(read_word),
      .rdata_o(v_read)
    );
    rvt_ctr_mem #(
      .Width(Xlen - 1),
      .AddrWidth(WordWidth),
      .BlockRam(BlockRam)
    ) i_source (
      .clk_i,
      .rst_ni,
      .we_i(whole_we || walk || csr_we[0]),
      .waddr_i(word),
      .wdata_i(bank_source),
      .re_i(source_re),
      .raddr_i(read_word),
      .rdata_o(source_read)
    );
    rvt_ctr_mem #(
      .Width(TargetWidth),
      .AddrWidth(WordWidth),
      .BlockRam(BlockRam)
    ) i_target (
      .clk_i,
      .rst_ni,
      .we_i(whole_we || walk || csr_we[1]),
      .waddr_i(word),
      .wdata_i(bank_target[Xlen-1-:TargetWidth]),
      .re_i(target_re),
      .raddr_i(read_word),
      .rdata_o(target_read)
    );

    if (DataWidth != 0) begin : g_data
      logic [DataWidth-1:0] stored, read;
      if (CountWidth == 0) begin : g_type
        assign stored = bank_data[DataWidth-1:0];
        assign data_read = 32'(read);
      end else if (TypeWidth == 0) begin : g_count
        assign stored = bank_data[rvt_ctr_pkg::CcvBit+:CountWidth];
        assign data_read = {17'(read), 15'd0};
      end else begin : g_both
        assign stored = {bank_data[rvt_ctr_pkg::CcvBit+:CountWidth], bank_data[3:0]};
        assign data_read = {17'(read[DataWidth-1:4]), 11'd0, read[3:0]};
      end
      rvt_ctr_mem #(
        .Width(DataWidth),
        .AddrWidth(WordWidth),
        .BlockRam(BlockRam)
      ) i_data (
        .clk_i,
        .rst_ni,
        .we_i(whole_we || walk || csr_we[2]),
        .waddr_i(word),
        .wdata_i(stored),
        .re_i(reads && csr_entry_i == rvt_ctr_pkg::EntryData),
        .raddr_i(read_word),
        .rdata_o(read)
      );
    end else begin : g_no_data
      assign data_read = '0;
    end

    if (Misp != 0) begin : g_misp
      assign bank_rdata[Xlen*b+:Xlen] = {source_read, v_read} | target_read | Xlen'(data_read);
    end else begin : g_no_misp
      assign bank_rdata[Xlen*b+:Xlen] = {source_read, v_read} | {target_read, 1'b0} |
                                         Xlen'(data_read);
    end

    logic unused;
    assign unused = ^{bank_data, bank_target, addr, csr_we};
  end

  always_comb begin
    rdata_o = '0;
    for (int unsigned b = 0; b < Banks; b++) rdata_o |= bank_rdata[Xlen*b+:Xlen];
  end

endmodule
