#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# What cmodel/dpi binds beside a recorder of control transfers and beside an encoder of tandem trace: it has nothing to say of hardware that is
# right, whenever that is reset, and ends the simulation where it is not.
set -euo pipefail
make -s --no-print-directory build/rtl.f build/bin/rvt build/lib/librvtmodel.a build/lib/librvttandem.a spike-model >/dev/null
tree=$PWD
tmp=${RVT_TMP:-$(mktemp -d)}
export MAKEFLAGS='VM_PARALLEL_BUILDS=0 OPT_FAST=-O0 OPT_GLOBAL=-O0'

fail() {
  tail -n 20 "$tmp/said" >&2
  echo "dpi_judges: $1" >&2
  exit 1
}
build() { # NAME FILE...
  verilator --binary --timing --assert -Wno-fatal -Wno-lint -Wno-style --Mdir "$tmp/$1" -o sim --top-module tb -CFLAGS "-I$tree/cmodel/include" \
    "${@:2}" -LDFLAGS '-lelf -lzstd -lz -lmd -liberty -ldl' >"$tmp/said" 2>&1 || fail "$1: expected it to be built"
}
says() { # STATUS TEXT SIM PLUSARG...: 0, or 1 for a simulation that is ended
  local status=0
  { (cd "$tmp" && "${@:3}") >"$tmp/said" 2>&1 || status=1; } 2>/dev/null
  [ "$status" = "$1" ] || fail "${*:4}: expected status $1"
  grep -q "$2" "$tmp/said" || fail "${*:4}: expected '$2'"
}

# ---- The recorder: random accesses and transfers, and resets of a clock --------------------------------

cat >"$tmp/ctr.sv" <<'SV'
module tb;
  bit clk = 0, rst_n = 1;
  always #5 clk = !clk;
  logic retires = 0, valid = 0;
  logic [1:0] op = 0;
  logic [11:0] addr = 0, which = 0;
  logic [63:0] pc = 64'h1000, wdata = 0;
  logic [11:0] numbers[6] = '{12'h34e, 12'h14e, 12'h35f, 12'h15f, 12'h18f, 12'h151};
  rvt_ctr i_ctr (
    .clk_i(clk), .rst_ni(rst_n), .iretire_i(retires ? 3'd2 : 3'd0), .iaddr_i(pc), .itype_i(4'd11), .ilastsize_i(2'd1), .cause_i('0),
    .priv_i(3'd3), .halted_i(1'b0), .target_i(pc + 64'd16), .mispredict_i(1'b0), .priv_after_i(3'd3), .epc_i('0), .cycle_i(1'b1),
    .csr_valid_i(valid), .csr_op_i(op), .csr_addr_i(addr), .csr_select_i(which), .csr_wdata_i(wdata), .csr_mode_i(3'd3), .csr_xlen32_i(1'b0),
    .mstateen_ctr_i(1'b1), .hstateen_ctr_i(1'b1), .csr_ready_o(), .csr_done_o(), .csr_rdata_o(), .csr_exc_o());
  int n = 0;
  always @(posedge clk) begin
    n <= n + 1;
    rst_n <= n > 6 ? $urandom_range(0, 99) >= 3 : n < 3;
    valid <= $urandom_range(0, 1) == 0;
    op <= 2'($urandom_range(0, 1));
    addr <= numbers[$urandom_range(0, 5)];
    which <= 12'h200 + 12'($urandom_range(0, 15));
    wdata <= {$urandom, $urandom};
    retires <= $urandom_range(0, 1) == 0;
    pc <= pc + 64'd16;
    if (n == 20000) $finish;
  end
endmodule
SV
mapfile -t rtl < <(sed -n '/^+incdir/p; /_pkg\.sv$/p; s,^\(rtl/.*\)/.*\.sv$,-y \1,p' build/rtl.f | awk '!known[$0]++')
recorder() { # NAME RTL
  # shellcheck disable=SC2068  # words of options
  build "$1" ${rtl[@]} "$2" cmodel/dpi/rvt_ctr_{dpi_pkg,judge,bind}.sv "$tmp/ctr.sv" "$tree/cmodel/dpi/rvt_ctr_dpi.c" "$tree/build/lib/librvtmodel.a"
}
sed 's/RegSctrctl: rdata = mctrctl_q & ~BitsOfM;/RegSctrctl: rdata = mctrctl_q;/' rtl/ctr/rvt_ctr_controls.sv >"$tmp/rvt_ctr_controls.sv"
! cmp -s "$tmp/rvt_ctr_controls.sv" rtl/ctr/rvt_ctr_controls.sv || fail 'a bug of the recorder: it changes nothing'
recorder ctr rtl/ctr/rvt_ctr_controls.sv
recorder ctr-planted "$tmp/rvt_ctr_controls.sv"
for seed in 1 2; do says 0 'i_ctr.i_judge: 19[0-9]\{3\} clocks, no difference$' "$tmp/ctr/sim" +verilator+seed+$seed; done
says 1 'i_judge: clock [0-9]*: expected ready 1, done 1, rdata [0-9a-f]*, exc 0, found 1 1 ' "$tmp/ctr-planted/sim"
says 0 'finish' "$tmp/ctr-planted/sim" +ctr_unjudged

# ---- An encoder of tandem trace: two instructions, as a module of its name says them -------------------

printf ' .globl _start\n_start: addi x1, x0, 5\n addi x2, x1, 7\n' >"$tmp/program.s"
riscv64-unknown-elf-as -march=rv32i -mabi=ilp32 "$tmp/program.s" -o "$tmp/program.o"
riscv64-unknown-elf-ld -n -m elf32lriscv -Ttext=0x80000000 "$tmp/program.o" -o "$tmp/program.elf"
printf 'xlen = 32\nisa = "rv32i_zicsr"\nboot = 0x80000000\nram = [{base = 0x80000000, size = 0x10000}]\nabsent = ["csr", "fpr", "privilege"]\n' >"$tmp/core.toml"
cp -P build/lib/rvtrace/*.so "$tmp" # the judge's own choice of a model
cat >"$tmp/tandem.sv" <<'SV'
module rvt_tandem #(parameter int unsigned Lanes = 4) (
  input logic clk_i, rst_ni, active_i, m_ready_i,
  output logic m_valid_o, output logic [8*Lanes-1:0] m_data_o, output logic [$clog2(Lanes):0] m_bytes_o, output logic m_eom_o);
  assign {m_valid_o, m_data_o, m_bytes_o, m_eom_o} = tb.beat;
endmodule
module tb;
  bit clk = 0, rst_n = 0, active = 1;
  always #5 clk = !clk;
  logic [36:0] beat = 0;
  rvt_tandem i_tandem (
    .clk_i(clk), .rst_ni(rst_n), .active_i(active), .m_ready_i(1'b1), .m_valid_o(), .m_data_o(), .m_bytes_o(), .m_eom_o());
  task automatic clocks(input int n = 1);
    repeat (n) @(posedge clk);
  endtask
  task automatic send(input logic [0:119] group, input int bytes = 15);  // 15 and no end: of 8 bytes
    for (int i = 0; i < bytes; i += 4) begin
      logic [31:0] data = 0;
      for (int k = 0; k < 4 && i + k < 15; k++) data[8*k+:8] = group[8*(i+k)+:8];
      beat <= {1'b1, data, i + 4 > 15 ? 3'd3 : 3'd4, i + 4 > 15};
      clocks();
    end
    beat <= 0;
    clocks();
  endtask
  initial begin
    clocks(3);
    rst_n <= 1;
    clocks();
    if ($test$plusargs("cut_by_reset") || $test$plusargs("cut_by_active")) begin
      send(120'h010311138170000402100c00000002, 8);
      if ($test$plusargs("cut_by_reset")) rst_n <= 0; else active <= 0;
      clocks(2);
      {rst_n, active} <= '1;
      clocks();
    end
    send(120'h010311930050000401100500000002);
    send($test$plusargs("differs") ? 120'h010311138170000402100d00000002 : 120'h010311138170000402100c00000002);
    if ($test$plusargs("damaged")) send(120'h019911138170000402100c00000002);
    clocks(3);
    $finish;
  end
endmodule
SV
build tandem cmodel/dpi/rvt_tandem_{dpi_pkg,judge,bind}.sv "$tmp/tandem.sv" "$tree/cmodel/dpi/rvt_tandem_dpi.c" "$tree/build/lib/librvttandem.a"
judged() { says "$1" "$2" "$tmp/tandem/sim" +tandem_core=core.toml +tandem_elf=program.elf "${@:3}"; }
for cut in right cut_by_reset cut_by_active; do judged 0 'i_judge: 2 groups, 0 differences$' "+$cut"; done
judged 1 'i_judge: group 1, byte 0xf, pc 0x80000004 <_start+0x4>, insn 0x708113: expected x2 0xc as Spike has it, found 0xd$' +differs
grep -q 'i_judge:   0x00000000: pc+ insn32=0x500093 x1=0x5$' "$tmp/said" || fail 'expected the groups before a difference'
judged 1 'i_judge: byte 31: expected an opcode .*(TV:R-17)$' +damaged
says 1 'i_judge: none.so: expected a model' "$tmp/tandem/sim" +tandem_core=core.toml +tandem_elf=program.elf +tandem_model=none.so
says 0 'finish' "$tmp/tandem/sim" +differs
echo "dpi_judges: right hardware is not refused, a bug, a difference, damage and a missing model are"
