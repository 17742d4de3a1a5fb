// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The recorder of control transfers of these systems: its window, and the adapter of late targets before it.
///
/// +stops=FILE has what it holds at random clocks, one in +stop_clocks=N (150), and when software freezes it: a line with the number of
/// instructions that the hart had told until then, a colon, and source, target and data of each entry, the newest first.
module rvt_soc_ctr #(
  parameter int unsigned Xlen   = 32,
  parameter int unsigned Blocks = 1
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        hart_rst_ni,

  input  logic        psel_i,
  input  logic        penable_i,
  input  logic        pwrite_i,
  input  logic [12:0] paddr_i,
  input  logic [31:0] pwdata_i,
  input  logic [3:0]  pstrb_i,
  output logic [31:0] prdata_o,
  output logic        pready_o,

  input  logic [Blocks*6-1:0]    iretire_i,
  input  logic [Blocks*Xlen-1:0] iaddr_i,
  input  logic [Blocks*4-1:0]    itype_i,
  input  logic [Blocks*2-1:0]    ilastsize_i,
  input  logic [Blocks*Xlen-1:0] target_i,
  input  logic [Xlen-1:0]        cause_i,
  input  logic [2:0]             priv_i,
  input  logic                   halted_i
);

  localparam int unsigned Depths = 3;  // 16 and 32
  localparam int unsigned Filters = Xlen == 64 ? 32'hff3e : 0;

  logic [Blocks*6-1:0] iretire;
  logic [Blocks*Xlen-1:0] iaddr, target;
  logic [Blocks*4-1:0] itype;
  logic [Blocks*2-1:0] ilastsize;
  logic [Xlen-1:0] cause, epc;
  logic [2:0] priv, priv_after;
  logic halted, waits, pslverr;
  logic csr_valid, csr_ready, csr_done;
  logic [1:0] csr_op, csr_exc;
  logic [11:0] csr_addr, csr_select;
  logic [Xlen-1:0] csr_wdata, csr_rdata;

  rvt_ctr_next #(
    .Xlen(Xlen),
    .Blocks(Blocks)
  ) i_next (
    .clk_i,
    .rst_ni(hart_rst_ni),
    .iretire_i,
    .iaddr_i,
    .itype_i,
    .ilastsize_i,
    .cause_i,
    .priv_i,
    .halted_i,
    .target_i,
    .access_i(csr_valid),
    .iretire_o(iretire),
    .iaddr_o(iaddr),
    .itype_o(itype),
    .ilastsize_o(ilastsize),
    .cause_o(cause),
    .priv_o(priv),
    .halted_o(halted),
    .target_o(target),
    .priv_after_o(priv_after),
    .epc_o(epc),
    .waits_o(waits)
  );

  rvt_ctr #(
    .Xlen(Xlen),
    .Blocks(Blocks),
    .IretireWidth(6),
    .Depths(Depths),
    .Misp(0),
    .Filters(Filters),
    .Lcofi(0)
  ) i_ctr (
    .clk_i,
    .rst_ni,
    .iretire_i(iretire),
    .iaddr_i(iaddr),
    .itype_i(itype),
    .ilastsize_i(ilastsize),
    .cause_i(cause),
    .priv_i(priv),
    .halted_i(halted || !hart_rst_ni),  // where it goes on then nobody has told
    .target_i(target),
    .mispredict_i('0),
    .priv_after_i(priv_after),
    .epc_i(epc),
    .cycle_i(1'b1),
    .csr_valid_i(csr_valid),
    .csr_op_i(csr_op),
    .csr_addr_i(csr_addr),
    .csr_select_i(csr_select),
    .csr_wdata_i(csr_wdata),
    .csr_mode_i(rvt_ctr_pkg::PrivM),
    .csr_xlen32_i(1'b0),
    .mstateen_ctr_i(1'b1),
    .hstateen_ctr_i(1'b1),
    .csr_ready_o(csr_ready),
    .csr_done_o(csr_done),
    .csr_rdata_o(csr_rdata),
    .csr_exc_o(csr_exc)
  );

  rvt_ctr_apb #(
    .Xlen(Xlen),
    .Depths(Depths),
    .Misp(0),
    .Filters(Filters),
    .Lcofi(0),
    .Lag(8)
  ) i_window (
    .clk_i,
    .rst_ni,
    .psel_i,
    .penable_i,
    .pwrite_i,
    .paddr_i,
    .pwdata_i,
    .pstrb_i,
    .prdata_o,
    .pready_o,
    .pslverr_o(pslverr),
    .csr_valid_o(csr_valid),
    .csr_op_o(csr_op),
    .csr_addr_o(csr_addr),
    .csr_select_o(csr_select),
    .csr_wdata_o(csr_wdata),
    .csr_ready_i(csr_ready),
    .csr_done_i(csr_done),
    .csr_rdata_i(csr_rdata)
  );

  logic unused;
  assign unused = ^{waits, pslverr, csr_exc};

  // ---- What it holds ------------------------------------------------------------------------------

  localparam int unsigned Entries = 32;
  localparam int unsigned Banks = 1 << $clog2(Blocks);  // of rvt_ctr_store

  // By the bank and word of the entry.
  logic [Entries*Xlen-1:0] sources, targets;
  logic [Entries*21-1:0] data;  // CC, CCV, TYPE
  for (genvar e = 0; e < Entries; e++) begin : g_entry
    localparam int unsigned Bank = e % Banks;
    localparam int unsigned Word = e / Banks;
    assign sources[Xlen*e+:Xlen] = {
      i_ctr.i_store.g_bank[Bank].i_source.g_lut.mem_q[Word],
      i_ctr.i_store.g_bank[Bank].i_valid.g_lut.mem_q[Word]
    };
    assign targets[Xlen*e+:Xlen] = {i_ctr.i_store.g_bank[Bank].i_target.g_lut.mem_q[Word], 1'b0};
    assign data[21*e+:21] = i_ctr.i_store.g_bank[Bank].g_data.i_data.g_lut.mem_q[Word];
  end

  int stops_file = 0;
  int unsigned stop_clocks = 150;
  longint unsigned told_q, held_q;  // instructions in the recorder's registers, and in its entries
  logic frozen_q;
  int unsigned retires, depth, at;

  initial begin
    string stops_name;
    if ($value$plusargs("stops=%s", stops_name)) stops_file = $fopen(stops_name, "w");
    void'($value$plusargs("stop_clocks=%d", stop_clocks));
  end

  always_comb begin
    retires = 0;
    for (int unsigned b = 0; b < Blocks; b++) retires += 32'(iretire[6*b+:6] != '0);
  end

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {told_q, held_q} <= '0;
      frozen_q <= 1'b0;
    end else begin
      told_q <= told_q + 64'(retires);
      held_q <= told_q;
      frozen_q <= i_ctr.frozen_q;
      if (stops_file != 0 && i_ctr.mctrctl != '0 && !i_ctr.walking && !frozen_q &&
          (i_ctr.frozen_q || $urandom_range(
              stop_clocks - 1
          ) == 0)) begin
        depth = 16 << i_ctr.depth;
        $fwrite(stops_file, "%0d:", held_q);
        for (int unsigned e = 0; e < depth; e++) begin
          at = (32'(i_ctr.wrptr) - e - 1) & (depth - 1);
          $fwrite(stops_file, " %0h %0h %0h", sources[Xlen*at+:Xlen], targets[Xlen*at+:Xlen], {
                  data[21*at+4+:17], 11'd0, data[21*at+:4]});
        end
        $fwrite(stops_file, "\n");
      end
    end
  end

endmodule
