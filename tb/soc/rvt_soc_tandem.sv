// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// What a core with RVFI says that it has changed, as groups of tandem verification trace, a line
/// each (+tandem=FILE): `rvt assemble --format tandem` makes the bytes of them.
module rvt_soc_tandem (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        rvfi_valid_i,
  input logic [31:0] rvfi_insn_i,
  input logic [31:0] rvfi_pc_wdata_i,
  input logic [4:0]  rvfi_rd_addr_i,
  input logic [31:0] rvfi_rd_wdata_i,
  input logic [31:0] rvfi_mem_addr_i,
  input logic [3:0]  rvfi_mem_wmask_i,
  input logic [31:0] rvfi_mem_wdata_i
);

  int file = 0;
  string name;
  initial if ($value$plusargs("tandem=%s", name)) file = $fopen(name, "w");
  final if (file != 0) $fclose(file);

  int unsigned lane, bytes;
  logic [31:0] stored;
  always_comb begin
    lane = 0;
    while (lane < 3 && !rvfi_mem_wmask_i[lane]) lane++;
    bytes  = $countones(rvfi_mem_wmask_i);
    stored = (rvfi_mem_wdata_i >> 8 * lane) & (bytes >= 4 ? '1 : (32'd1 << 8 * bytes) - 32'd1);
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni && rvfi_valid_i && file != 0) begin
      $fwrite(file, "Group pc=0x%0h insn%0d=0x%0h", rvfi_pc_wdata_i,
              rvfi_insn_i[1:0] == 2'b11 ? 32 : 16, rvfi_insn_i);
      if (rvfi_rd_addr_i != '0) $fwrite(file, " x%0d=0x%0h", rvfi_rd_addr_i, rvfi_rd_wdata_i);
      if (bytes != 0) begin
        $fwrite(file, " eaddr=0x%0h store%0d=0x%0h", rvfi_mem_addr_i + lane, 8 * bytes, stored);
      end
      $fwrite(file, "\n");
    end
  end

endmodule
