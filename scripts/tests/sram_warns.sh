#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# rvt_check_sram says of a memory that it is late, too small, or loses bytes, once; and nothing of rvt_sram.
set -euo pipefail
tmp=${RVT_TMP:-$(mktemp -d)}

cat >"$tmp/tb.sv" <<'EOT'
// One memory with a mistake, at both widths of the port; Mistake 0 is none.
module memory #(parameter int unsigned Width = 32, parameter int unsigned Mistake = 0) (
  input logic clk_i, input logic rst_ni, input logic cs_i, input logic we_i, input logic [5:0] addr_i,
  input logic [Width-1:0] wdata_i, input logic [Width/8-1:0] be_i);
  logic [Width-1:0] rdata, late_q;
  rvt_sram #(.AddrWidth(6), .Width(Width)) i_sram (
    .clk_i, .rst_ni, .cs_i, .we_i, .addr_i(Mistake == 2 ? addr_i & 6'h1f : addr_i), .wdata_i,
    .be_i(Mistake == 3 ? be_i & {Width / 8{1'b1}} >> 1 : be_i), .rdata_o(rdata));
  always_ff @(posedge clk_i) late_q <= rdata;
  rvt_check_sram #(.AddrWidth(6), .Width(Width)) i_check (
    .clk_i, .rst_ni, .cs_i, .we_i, .addr_i, .wdata_i, .be_i, .rdata_i(Mistake == 1 ? late_q : rdata));
endmodule
module tb;
  logic clk = 0, rst_n = 0, cs = 0, we = 0;
  always #5 clk = !clk;
  logic [5:0] addr = 0;
  logic [63:0] wdata = 0;
  logic [7:0] be = 0;
  for (genvar i = 0; i < 4; i++) begin : g_narrow
    memory #(.Width(32), .Mistake(i)) dut (.clk_i(clk), .rst_ni(rst_n), .cs_i(cs), .we_i(we), .addr_i(addr), .wdata_i(wdata[31:0]), .be_i(be[3:0]));
  end
  for (genvar i = 0; i < 4; i++) begin : g_wide
    memory #(.Width(64), .Mistake(i)) dut (.clk_i(clk), .rst_ni(rst_n), .cs_i(cs), .we_i(we), .addr_i(addr), .wdata_i(wdata), .be_i(be));
  end
  task automatic access(input logic write, input int word, input logic [7:0] bytes);
    cs = 1; we = write; addr = 6'(word); be = bytes;
    wdata = {32'(word * 'h01030507) ^ 32'h5a5a5a5a, 32'(word * 'h11131719) ^ 32'ha5a5a5a5};
    @(negedge clk);
    cs = 0; we = 0;
    repeat (write ? 0 : 2) @(negedge clk);
  endtask
  initial begin
    repeat (2) @(negedge clk);
    rst_n = 1;
    for (int r = 0; r < 2; r++) begin
      for (int i = 0; i < 60; i++) access(1, i, 8'hff);
      // Words 60 to 63 are half written, or not at all.
      access(1, 60, 8'h33);
      access(1, 61, 8'hcc);
      for (int i = 63; i >= 0; i--) access(0, i, 0);
    end
    $finish;
  end
endmodule
EOT
verilator --binary --timing -Wno-lint --Mdir "$tmp/obj" --top-module tb -f build/rtl.f "$tmp/tb.sv" -o sim >"$tmp/build.log" 2>&1 || { cat "$tmp/build.log"; exit 1; }
"$tmp/obj/sim" >"$tmp/out" 2>&1 || { cat "$tmp/out"; exit 1; }
count=0
while read -r text; do
  if [ "$(grep -c -- "$text" "$tmp/out")" != 1 ]; then
    cat "$tmp/out"
    echo "expected once: $text"
    exit 1
  fi
  count=$((count + 1))
done <<'EOT'
g_narrow\[1\].dut.i_check: word 0x[0-9a-f]* is there two clocks after it was read
g_narrow\[2\].dut.i_check: word 0x[0-9a-f]* has what was written to 0x[0-9a-f]*: a memory smaller than SramWordsLog2
g_narrow\[3\].dut.i_check: word 0x[0-9a-f]* is 0x[0-9a-f]*, not what was written: ram_be_o
g_wide\[1\].dut.i_check: word 0x[0-9a-f]* is there two clocks after it was read
g_wide\[2\].dut.i_check: word 0x[0-9a-f]* has what was written to 0x[0-9a-f]*: a memory smaller than SramWordsLog2
g_wide\[3\].dut.i_check: word 0x[0-9a-f]* is 0x[0-9a-f]*, not what was written: ram_be_o
EOT
if [ "$(grep -ci warning "$tmp/out")" != "$count" ]; then
  cat "$tmp/out"
  echo "expected $count warnings"
  exit 1
fi
echo "memory checker: $count warnings, none for rvt_sram"
