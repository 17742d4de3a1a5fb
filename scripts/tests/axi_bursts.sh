#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# rvt_soc_axi writes and reads what the bursts say that it knows, and ends the simulation at any other.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
tmp=${RVT_TMP:-$(mktemp -d)}

cat >"$tmp/tb.sv" <<'EOT'
module tb;
  logic clk = 0, rst_n = 0;
  always #5 clk = !clk;
  logic aw_valid = 0, aw_ready, aw_atomic = 0, w_valid = 0, w_ready, b_valid, ar_valid = 0, ar_ready, r_valid, r_last;
  logic [31:0] aw_addr, ar_addr, addr, wdata, rdata;
  logic [7:0] aw_len, ar_len, w_strb;
  logic [2:0] aw_size, ar_size;
  logic [1:0] aw_burst, ar_burst;
  logic [63:0] w_data, r_data, line[0:3];
  logic [3:0] b_id, r_id, be;
  logic req, we, rvalid = 0;
  rvt_soc_axi dut (
    .clk_i(clk), .rst_ni(rst_n), .step_i(1'b1),
    .aw_valid_i(aw_valid), .aw_ready_o(aw_ready), .aw_id_i(4'd1), .aw_addr_i(aw_addr), .aw_len_i(aw_len), .aw_size_i(aw_size),
    .aw_burst_i(aw_burst), .aw_atomic_i(aw_atomic), .w_valid_i(w_valid), .w_ready_o(w_ready), .w_data_i(w_data), .w_strb_i(w_strb),
    .b_valid_o(b_valid), .b_ready_i(1'b1), .b_id_o(b_id), .ar_valid_i(ar_valid), .ar_ready_o(ar_ready), .ar_id_i(4'd2),
    .ar_addr_i(ar_addr), .ar_len_i(ar_len), .ar_size_i(ar_size), .ar_burst_i(ar_burst), .r_valid_o(r_valid), .r_ready_i(1'b1),
    .r_id_o(r_id), .r_data_o(r_data), .r_last_o(r_last), .req_o(req), .gnt_i(1'b1), .addr_o(addr), .we_o(we), .be_o(be),
    .wdata_o(wdata), .rvalid_i(rvalid), .rdata_i(rdata));

  // The memory: 16 words.
  logic [31:0] memory[0:15];
  always_ff @(posedge clk) begin
    rvalid <= req;
    rdata <= memory[addr[5:2]];
    for (int i = 0; i < 4; i++) if (req && we && be[i]) memory[addr[5:2]][8*i+:8] <= wdata[8*i+:8];
  end

  task automatic write(input int at, input int beats, input int size, input int burst, input logic [7:0] strb);
    {aw_valid, aw_addr, aw_len, aw_size, aw_burst} = {1'b1, 32'(at), 8'(beats - 1), 3'(size), 2'(burst)};
    do @(negedge clk); while (dut.state_q == 0);
    aw_valid = 0;
    for (int i = 0; i < beats; i++) begin
      {w_valid, w_data, w_strb} = {1'b1, line[i], strb};
      while (!w_ready) @(negedge clk);
      @(negedge clk);
      w_valid = 0;
    end
    while (!b_valid) @(negedge clk);
    @(negedge clk);
  endtask
  task automatic read(input int at, input int beats, input int size, input int burst);
    {ar_valid, ar_addr, ar_len, ar_size, ar_burst} = {1'b1, 32'(at), 8'(beats - 1), 3'(size), 2'(burst)};
    do @(negedge clk); while (dut.state_q == 0);
    ar_valid = 0;
    for (int i = 0; i < beats; i++) begin
      while (!r_valid) @(negedge clk);
      line[i] = r_data;
      if (r_last != (i == beats - 1)) $display("expected the last beat at %0d", beats - 1);
      @(negedge clk);
    end
  endtask

  int kind;
  initial begin
    if ($value$plusargs("kind=%d", kind) == 0) kind = 0;
    repeat (2) @(negedge clk);
    rst_n = 1;
    case (kind)
      0: begin
        for (int i = 0; i < 4; i++) line[i] = 64'h0101010101010101 * 64'(i + 1);
        write(0, 4, 3, 1, 8'hff);
        line[0] = '1;
        write(32'h0c, 1, 2, 0, 8'hf0);  // a single beat: of any size and kind
        write(32'h19, 1, 0, 1, 8'h02);
        read(0, 4, 3, 1);
        $display("%h %h %h %h", line[0], line[1], line[2], line[3]);
        read(32'h0c, 1, 2, 2);
        $display("%h", line[0][63:32]);
      end
      1: write(0, 2, 2, 1, 8'h0f);
      2: write(0, 2, 3, 0, 8'hff);
      3: write(0, 4, 3, 2, 8'hff);
      4: read(0, 2, 2, 1);
      5: read(0, 2, 3, 0);
      6: read(0, 4, 3, 2);
      7: begin
        aw_atomic = 1;
        write(0, 1, 3, 1, 8'hff);
      end
      default: $display("no such kind");
    endcase
    $finish;
  end
endmodule
EOT
verilator --binary --timing -Wno-lint --Mdir "$tmp/obj" --top-module tb tb/soc/rvt_soc_axi.sv "$tmp/tb.sv" -o sim >"$tmp/build.log" 2>&1 || { cat "$tmp/build.log"; exit 1; }

fail() {
  cat "$tmp/out"
  echo "axi_bursts: $*"
  exit 1
}
sim() { bash -c '"$0" "$1" || exit 1' "$tmp/obj/sim" "+kind=$1" >"$tmp/out" 2>&1; } # $fatal aborts, and the shell would say so
sim 0 || fail 'bursts that are known: expected status 0'
expected='0101010101010101 ffffffff02020202 0303030303030303 040404040404ff04
ffffffff'
[ "$(sed -n '1,2p' "$tmp/out")" = "$expected" ] || fail "bursts that are known: expected $expected"
kind=0
for found in '2, 1' '3, 0' '3, 2' '2, 1' '3, 0' '3, 2' atomic; do
  kind=$((kind + 1))
  text="expected a burst with AxSIZE 3, AxBURST 1, found $found\$"
  if [ "$found" = atomic ]; then text='expected no atomic access$'; fi
  if sim $kind; then fail "kind $kind: expected an end with an error"; fi
  grep -q "$text" "$tmp/out" || fail "kind $kind: expected '$text'"
done
echo "axi_bursts: bursts of 8 bytes that count up are right, $kind others are refused"
