// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The golden model beside every recorder of control transfers.
bind rvt_ctr rvt_ctr_judge #(
  .Xlen(Xlen),
  .Blocks(Blocks),
  .IretireWidth(IretireWidth),
  .Single(Single),
  .Depths(Depths),
  .CounterWidth(CounterWidth),
  .Misp(Misp),
  .Type(Type),
  .Filters(Filters),
  .ExtTraps(ExtTraps),
  .RasEmu(RasEmu),
  .Hyp(Hyp),
  .Lcofi(Lcofi),
  .BlockRam(BlockRam)
) i_judge (
  .clk_i,
  .rst_ni,
  .iretire_i,
  .iaddr_i,
  .itype_i,
  .ilastsize_i,
  .cause_i,
  .priv_i,
  .halted_i,
  .target_i,
  .mispredict_i,
  .priv_after_i,
  .epc_i,
  .cycle_i,
  .csr_valid_i,
  .csr_op_i,
  .csr_addr_i,
  .csr_select_i,
  .csr_wdata_i,
  .csr_mode_i,
  .csr_xlen32_i,
  .mstateen_ctr_i,
  .hstateen_ctr_i,
  .csr_ready_i(csr_ready_o),
  .csr_done_i (csr_done_o),
  .csr_rdata_i(csr_rdata_o),
  .csr_exc_i  (csr_exc_o)
);
