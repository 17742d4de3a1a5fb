#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# rvt_soc_axi writes and reads what the bursts, atomic and exclusive accesses say that it knows, and ends the simulation at any other.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
tmp=${RVT_TMP:-$(mktemp -d)}

cat >"$tmp/tb.sv" <<'EOT'
module tb;
  logic clk = 0, rst_n = 0;
  always #5 clk = !clk;
  logic aw_valid = 0, aw_ready, lock = 0, exokay, w_valid = 0, w_ready, b_valid, ar_valid = 0, ar_ready, r_valid, r_last;
  logic [31:0] aw_addr, ar_addr, addr, wdata, rdata;
  logic [7:0] aw_len, ar_len, w_strb;
  logic [2:0] aw_size, ar_size;
  logic [1:0] aw_burst, ar_burst;
  logic [63:0] w_data, r_data, atomic, line[0:3];
  logic [5:0] atop = 0;
  logic [3:0] b_id, r_id, be;
  logic req, we, rvalid = 0;
  rvt_soc_axi dut (
    .clk_i(clk), .rst_ni(rst_n), .step_i(1'b1),
    .aw_valid_i(aw_valid), .aw_ready_o(aw_ready), .aw_id_i(4'd1), .aw_addr_i(aw_addr), .aw_len_i(aw_len), .aw_size_i(aw_size),
    .aw_burst_i(aw_burst), .aw_atop_i(atop), .aw_lock_i(lock), .w_valid_i(w_valid), .w_ready_o(w_ready), .w_data_i(w_data), .w_strb_i(w_strb),
    .b_valid_o(b_valid), .b_ready_i(1'b1), .b_id_o(b_id), .ar_valid_i(ar_valid), .ar_ready_o(ar_ready), .ar_id_i(4'd2),
    .ar_addr_i(ar_addr), .ar_len_i(ar_len), .ar_size_i(ar_size), .ar_burst_i(ar_burst), .ar_lock_i(lock), .r_valid_o(r_valid), .r_ready_i(1'b1),
    .r_id_o(r_id), .r_data_o(r_data), .r_last_o(r_last), .exokay_o(exokay), .atomic_o(atomic), .req_o(req), .gnt_i(1'b1), .addr_o(addr), .we_o(we), .be_o(be),
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
    if (atop != 0) begin
      while (!r_valid) @(negedge clk);
      if (!r_last) $display("expected one beat of an atomic access");
      line[1] = r_data;
      @(negedge clk);
    end
    while (!b_valid) @(negedge clk);
    done = exokay;
    @(negedge clk);
  endtask
  // The memory at 0x20 is set before it; the operand is in all lanes.
  task automatic change(input int at, input int size, input logic [5:0] how);
    memory[8] = 32'h3;
    memory[9] = 32'hfffffffe;
    line[0] = 64'h0000000500000005;
    atop = how;
    write(at, 1, size, 1, size == 3 ? 8'hff : at[2] ? 8'hf0 : 8'h0f);
    atop = 0;
    $display("%h %h %h %b", line[1], {memory[9], memory[8]}, size == 3 ? atomic : 64'(at[2] ? atomic[63:32] : atomic[31:0]), done);
  endtask
  task automatic read(input int at, input int beats, input int size, input int burst);
    {ar_valid, ar_addr, ar_len, ar_size, ar_burst} = {1'b1, 32'(at), 8'(beats - 1), 3'(size), 2'(burst)};
    do @(negedge clk); while (dut.state_q == 0);
    ar_valid = 0;
    for (int i = 0; i < beats; i++) begin
      while (!r_valid) @(negedge clk);
      line[i] = r_data;
      done = exokay;
      if (r_last != (i == beats - 1)) $display("expected the last beat at %0d", beats - 1);
      @(negedge clk);
    end
  endtask

  int kind;
  logic done;
  logic [5:0] operations[0:8] = '{'h30, 'h20, 'h21, 'h22, 'h23, 'h24, 'h25, 'h26, 'h27};
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
        // Swap, add, clear, xor, set, greatest and least, signed and not.
        foreach (operations[i]) change(32'h20, 2, operations[i]);
        foreach (operations[i]) change(32'h24, 2, operations[i]);
        foreach (operations[i]) change(32'h20, 3, operations[i]);
        // Exclusive: reserved, stored, stored again, and elsewhere.
        {memory[10], lock} = {32'd1, 1'b1};
        line[0] = 64'd0;
        write(32'h28, 1, 2, 1, 8'h0f);
        $display("%b %h", done, memory[10]);
        read(32'h28, 1, 2, 1);
        $display("%b %h", done, line[0][31:0]);
        line[0] = 64'd2;
        write(32'h28, 1, 2, 1, 8'h0f);
        $display("%b %h", done, memory[10]);
        line[0] = 64'd3;
        write(32'h28, 1, 2, 1, 8'h0f);
        $display("%b %h", done, memory[10]);
        read(32'h28, 1, 3, 1);
        write(32'h20, 1, 3, 1, 8'hff);
        $display("%b %h", done, memory[8]);
        lock = 0;
        read(32'h28, 1, 3, 1);
        $display("%b", done);
      end
      1: write(0, 2, 2, 1, 8'h0f);
      2: write(0, 2, 3, 0, 8'hff);
      3: write(0, 4, 3, 2, 8'hff);
      4: read(0, 2, 2, 1);
      5: read(0, 2, 3, 0);
      6: read(0, 4, 3, 2);
      7: begin
        atop = 6'h10;  // which answers nothing
        write(0, 1, 3, 1, 8'hff);
      end
      8: begin
        {atop, lock} = {6'h20, 1'b1};
        write(0, 1, 3, 1, 8'hff);
      end
      9: begin
        atop = 6'h30;
        write(0, 1, 1, 1, 8'h03);
      end
      10: begin
        atop = 6'h31;  // compare and swap
        write(0, 1, 3, 1, 8'hff);
      end
      11: begin
        lock = 1;
        write(0, 2, 3, 1, 8'hff);
      end
      12: begin
        lock = 1;
        write(0, 1, 1, 1, 8'h03);
      end
      13: begin
        lock = 1;
        read(0, 2, 3, 1);
      end
      14: begin
        lock = 1;
        read(0, 1, 1, 1);
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
was=fffffffe00000003
words() { for low in "$@"; do echo "$was fffffffe$low 00000000$low 0"; done; }
uppers() { for high in "$@"; do echo "$was ${high}00000003 00000000$high 0"; done; }
doubles() { for made in "$@"; do echo "$was $made $made 0"; done; }
expected="0101010101010101 ffffffff02020202 0303030303030303 040404040404ff04
ffffffff
$(words 00000005 00000008 00000002 00000006 00000007 00000005 00000003 00000005 00000003)
$(uppers 00000005 00000003 fffffffa fffffffb ffffffff 00000005 fffffffe fffffffe 00000005)
$(doubles 0000000500000005 0000000300000008 fffffffa00000002 fffffffb00000006 ffffffff00000007 0000000500000005 $was $was 0000000500000005)
0 00000001
1 00000001
1 00000002
0 00000002
0 00000005
0"
[ "$(grep -v ' Verilog ' "$tmp/out")" = "$expected" ] || fail "bursts that are known: expected $expected"
kind=0
for found in '2, 1' '3, 0' '3, 2' '2, 1' '3, 0' '3, 2' 16 32 48 49 '2, 3' '1, 1' '2, 3' '1, 1'; do
  kind=$((kind + 1))
  text="expected a burst with AxSIZE 3, AxBURST 1, found $found\$"
  if [ "$kind" -gt 6 ]; then text="expected no atomic access with AWATOP $found\$"; fi
  if [ "$kind" -gt 10 ]; then text="expected an exclusive access of one beat, AxSIZE 2 or 3, found $found\$"; fi
  if sim $kind; then fail "kind $kind: expected an end with an error"; fi
  grep -q "$text" "$tmp/out" || fail "kind $kind: expected '$text'"
done
echo "axi_bursts: bursts of 8 bytes that count up, atomic and exclusive accesses are right, $kind others are refused"
