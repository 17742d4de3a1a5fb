#!/usr/bin/env bash
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# The bridges of rtl/bus: random accesses, in any order of the channels and with waits on both sides, write and read a memory on
# APB, whose rules rvt_check_apb watches; and through each of them the registers of rvt_top say what they are.
set -euo pipefail
tmp=${RVT_TMP:-$(mktemp -d)}
bridges=${BRIDGES:-rtl/bus}

sed "s,^rtl/bus,$bridges," build/rtl.f >"$tmp/rtl.f"
cat >"$tmp/tb.sv" <<'EOT'
// APB: 16 words that wait now and then, and an error above them.
module words (
  input logic clk_i, input logic rst_ni, input logic psel_i, input logic penable_i, input logic pwrite_i,
  input logic [15:0] paddr_i, input logic [31:0] pwdata_i, input logic [3:0] pstrb_i,
  output logic [31:0] prdata_o, output logic pready_o, output logic pslverr_o);
  logic [31:0] word_q[0:15];
  logic [1:0] wait_q;
  initial for (int i = 0; i < 16; i++) word_q[i] = 32'hdead0000 + i;
  always_ff @(posedge clk_i) begin
    wait_q <= psel_i && !(penable_i && pready_o) ? wait_q - 2'(penable_i) : 2'($urandom);
    if (psel_i && penable_i && pready_o && pwrite_i && !pslverr_o) begin
      for (int i = 0; i < 4; i++) if (pstrb_i[i]) word_q[paddr_i[5:2]][8*i+:8] <= pwdata_i[8*i+:8];
    end
  end
  assign pready_o = penable_i && wait_q == 0;
  assign pslverr_o = psel_i && penable_i && pready_o && paddr_i[15:6] != 0;
  assign prdata_o = psel_i && penable_i && !pwrite_i ? word_q[paddr_i[5:2]] : 0;
  rvt_check_apb i_check (
    .clk_i, .rst_ni, .psel_i, .penable_i, .pwrite_i, .paddr_i, .pwdata_i, .pstrb_i, .prdata_i(prdata_o), .pready_i(pready_o),
    .pslverr_i(1'b0));
endmodule
module trace (
  input logic clk_i, input logic rst_ni, input logic psel_i, input logic penable_i, input logic pwrite_i,
  input logic [15:0] paddr_i, input logic [31:0] pwdata_i, input logic [3:0] pstrb_i,
  output logic [31:0] prdata_o, output logic pready_o, output logic pslverr_o);
  logic [2:0] active;
  rvt_top i_top (
    .clk_i, .rst_ni, .psel_i, .penable_i, .pwrite_i, .paddr_i, .pwdata_i, .pstrb_i, .prdata_o, .pready_o, .pslverr_o,
    .busy_o(), .active_req_o(active), .active_ack_i(active), .iretire_i('0), .iaddr_i('0), .itype_i('0), .ilastsize_i('0),
    .sijump_i('0), .cause_i('0), .tval_i('0), .priv_i('0), .context_i('0), .ctype_i('0), .impdef_i('0), .trigger_i('0),
    .ext_trigger_i('0), .halted_i('0), .hart_reset_i('0), .lowpower_i('0), .time_i('0), .stall_o(), .ram_cs_o(), .ram_we_o(),
    .ram_addr_o(), .ram_wdata_o(), .ram_be_o(), .ram_rdata_i('0), .trc_clk_o(), .trc_data_o());
endmodule
module tb;
  logic clk = 0, rst_n = 0;
  always #5 clk = !clk;
  int accesses = 0, errors = 0;

  // The same accesses over all buses; bit 0 of each array is the memory, bit 1 the trace.
  logic [1:0] awv, awr, wv, wr, bv, br, arv, arr, rv, rr, cyc, we, ack, err;
  logic [1:0][15:0] awa, ara, adr;
  logic [1:0][31:0] wd, rd, dato, dati;
  logic [1:0][3:0] ws, sel;
  logic [1:0][1:0] bresp, rresp;
  logic [1:0] hsel, hwrite, hready, hresp, req, gnt, owe, rvalid, oerr;
  logic [1:0][1:0] htrans;
  logic [1:0][2:0] hsize;
  logic [1:0][15:0] haddr, oaddr;
  logic [1:0][31:0] hwdata, hrdata, owdata, ordata;
  logic [1:0][3:0] obe;
  for (genvar i = 0; i < 2; i++) begin : g
    logic [3:0] psel, penable, pwrite, pready, pslverr;
    logic [3:0][15:0] paddr;
    logic [3:0][31:0] pwdata, prdata;
    logic [3:0][3:0] pstrb;
    rvt_bus_axi_lite axi (
      .clk_i(clk), .rst_ni(rst_n), .s_awvalid_i(awv[i]), .s_awready_o(awr[i]), .s_awaddr_i(awa[i]), .s_wvalid_i(wv[i]), .s_wready_o(wr[i]),
      .s_wdata_i(wd[i]), .s_wstrb_i(ws[i]), .s_bvalid_o(bv[i]), .s_bready_i(br[i]), .s_bresp_o(bresp[i]), .s_arvalid_i(arv[i]),
      .s_arready_o(arr[i]), .s_araddr_i(ara[i]), .s_rvalid_o(rv[i]), .s_rready_i(rr[i]), .s_rdata_o(rd[i]), .s_rresp_o(rresp[i]),
      .psel_o(psel[0]), .penable_o(penable[0]), .pwrite_o(pwrite[0]), .paddr_o(paddr[0]), .pwdata_o(pwdata[0]), .pstrb_o(pstrb[0]),
      .prdata_i(prdata[0]), .pready_i(pready[0]), .pslverr_i(pslverr[0]));
    rvt_bus_wishbone wb (
      .clk_i(clk), .rst_ni(rst_n), .cyc_i(cyc[i]), .stb_i(cyc[i]), .we_i(we[i]), .adr_i(adr[i]), .dat_i(dati[i]), .sel_i(sel[i]), .dat_o(dato[i]),
      .ack_o(ack[i]), .err_o(err[i]), .psel_o(psel[1]), .penable_o(penable[1]), .pwrite_o(pwrite[1]), .paddr_o(paddr[1]), .pwdata_o(pwdata[1]),
      .pstrb_o(pstrb[1]), .prdata_i(prdata[1]), .pready_i(pready[1]), .pslverr_i(pslverr[1]));
    rvt_bus_ahb_lite ahb (
      .clk_i(clk), .rst_ni(rst_n), .hsel_i(hsel[i]), .haddr_i(haddr[i]), .htrans_i(htrans[i]), .hwrite_i(hwrite[i]), .hsize_i(hsize[i]),
      .hwdata_i(hwdata[i]), .hready_i(hready[i]), .hreadyout_o(hready[i]), .hresp_o(hresp[i]), .hrdata_o(hrdata[i]), .psel_o(psel[2]),
      .penable_o(penable[2]), .pwrite_o(pwrite[2]), .paddr_o(paddr[2]), .pwdata_o(pwdata[2]), .pstrb_o(pstrb[2]), .prdata_i(prdata[2]),
      .pready_i(pready[2]), .pslverr_i(pslverr[2]));
    rvt_bus_obi obi (
      .clk_i(clk), .rst_ni(rst_n), .req_i(req[i]), .gnt_o(gnt[i]), .addr_i(oaddr[i]), .we_i(owe[i]), .be_i(obe[i]), .wdata_i(owdata[i]),
      .rvalid_o(rvalid[i]), .rdata_o(ordata[i]), .err_o(oerr[i]), .psel_o(psel[3]), .penable_o(penable[3]), .pwrite_o(pwrite[3]),
      .paddr_o(paddr[3]), .pwdata_o(pwdata[3]), .pstrb_o(pstrb[3]), .prdata_i(prdata[3]), .pready_i(pready[3]), .pslverr_i(pslverr[3]));
    for (genvar j = 0; j < 4; j++) begin : g_apb
      if (i == 0) words apb (.clk_i(clk), .rst_ni(rst_n), .psel_i(psel[j]), .penable_i(penable[j]), .pwrite_i(pwrite[j]), .paddr_i(paddr[j]),
        .pwdata_i(pwdata[j]), .pstrb_i(pstrb[j]), .prdata_o(prdata[j]), .pready_o(pready[j]), .pslverr_o(pslverr[j]));
      else trace apb (.clk_i(clk), .rst_ni(rst_n), .psel_i(psel[j]), .penable_i(penable[j]), .pwrite_i(pwrite[j]), .paddr_i(paddr[j]),
        .pwdata_i(pwdata[j]), .pstrb_i(pstrb[j]), .prdata_o(prdata[j]), .pready_o(pready[j]), .pslverr_o(pslverr[j]));
    end
  end

  // Each channel by itself: valid comes when it wants, stays until it is taken; ready comes and goes.
  task automatic axi(input int i, input logic write, input logic [15:0] a, input logic [31:0] d, input logic [3:0] s,
                     output logic [31:0] q, output logic [1:0] resp);
    logic a_done, w_done, done;
    {a_done, w_done, done} = {1'b0, !write, 1'b0};
    while (!done) begin
      if (write) begin
        awa[i] = a; wd[i] = d; ws[i] = s;
        if (!a_done && !awv[i]) awv[i] = 1'($urandom);
        if (!w_done && !wv[i]) wv[i] = 1'($urandom);
        br[i] = 1'($urandom);
      end else begin
        ara[i] = a;
        if (!a_done && !arv[i]) arv[i] = 1'($urandom);
        rr[i] = 1'($urandom);
      end
      #1;  // what depends on the inputs of this clock
      if (write ? awv[i] && awr[i] : arv[i] && arr[i]) a_done = 1;
      if (wv[i] && wr[i]) w_done = 1;
      if (bv[i] && br[i]) begin done = 1; resp = bresp[i]; end
      if (rv[i] && rr[i]) begin done = 1; resp = rresp[i]; q = rd[i]; end
      @(posedge clk); #1;
      if (a_done) begin awv[i] = 0; arv[i] = 0; end
      if (w_done) wv[i] = 0;
    end
    {br[i], rr[i]} = 0;
  endtask
  task automatic wishbone(input int i, input logic write, input logic [15:0] a, input logic [31:0] d, input logic [3:0] s,
                          output logic [31:0] q, output logic [1:0] resp);
    cyc[i] = 1; we[i] = write; adr[i] = a; dati[i] = d; sel[i] = s;
    do @(negedge clk); while (!ack[i] && !err[i]);
    q = dato[i];
    resp = {err[i], 1'b0};
    @(posedge clk); #1;
    cyc[i] = 0;
    repeat (int'(1'($urandom))) @(posedge clk);
    #1;
  endtask
  // Buses with two transfers under way: the next one is said while the one before is answered. `queue` has what is to come and what is
  // due; a transfer that comes after an error is taken back now and then, as AHB allows.
  typedef struct packed {logic write; logic [15:0] a; logic [31:0] d, q; logic [3:0] s; logic [1:0] resp; logic done;} transfer_t;
  transfer_t t[0:15];
  int t_size;
  task automatic ahb(input int i, input logic taken_back);
    int said, due;  // in the address phase, in the data phase
    {said, due} = {-32'd1, -32'd1};
    for (int next = 0; due >= 0 || said >= 0 || next < t_size;) begin
      if (said < 0 && next < t_size && 1'($urandom)) said = next++;
      htrans[i] = said >= 0 ? {1'b1, 1'($urandom)} : 2'(1'($urandom));  // NONSEQ, SEQ; IDLE, BUSY
      hsel[i] = said >= 0 || 1'($urandom);
      if (said >= 0) begin
        hwrite[i] = t[said].write;
        {hsize[i], haddr[i]} = {3'd2, t[said].a};
        if (t[said].write && $countones(t[said].s) == 1) {hsize[i], haddr[i][1:0]} = {3'd0, 2'($clog2(t[said].s))};
        if (t[said].write && t[said].s == 4'h3) hsize[i] = 3'd1;
        if (t[said].write && t[said].s == 4'hc) {hsize[i], haddr[i][1:0]} = {3'd1, 2'd2};
      end
      hwdata[i] = due >= 0 ? t[due].d : $urandom;
      #1;
      if (due >= 0 && hresp[i] && !hready[i]) begin
        @(posedge clk); #1;  // the second clock of an error
        if (!hready[i] || !hresp[i]) begin $display("an error of AHB-Lite has no second clock"); errors++; end
        if (taken_back && said >= 0 && 1'($urandom)) begin next--; said = -1; htrans[i] = 0; end
        #1;
      end
      if (due >= 0 && hready[i]) begin
        t[due].q = hrdata[i]; t[due].resp = {hresp[i], 1'b0}; t[due].done = 1;
        due = -1;
      end
      if (hready[i] && said >= 0) begin due = said; said = -1; end
      @(posedge clk); #1;
    end
    {hsel[i], htrans[i]} = 0;
  endtask
  task automatic obi(input int i);
    int said, due;
    {said, due} = {-32'd1, -32'd1};
    for (int next = 0; due >= 0 || said >= 0 || next < t_size;) begin
      if (said < 0 && next < t_size && 1'($urandom)) said = next++;
      req[i] = said >= 0;
      if (said >= 0) {owe[i], oaddr[i], obe[i], owdata[i]} = {t[said].write, t[said].a, t[said].s, t[said].d};
      else {owe[i], oaddr[i], obe[i], owdata[i]} = {$urandom, $urandom};
      #1;
      if (rvalid[i]) begin
        if (due < 0) begin $display("a response of OBI that nobody waits for"); errors++; end
        else begin t[due].q = ordata[i]; t[due].resp = {oerr[i], 1'b0}; t[due].done = 1; end
        due = -1;
      end
      if (said >= 0 && gnt[i]) begin due = said; said = -1; end
      @(posedge clk); #1;
    end
    req[i] = 0;
  endtask
  task automatic several(input int bus, input int i, input logic taken_back);
    if (bus == 2) ahb(i, taken_back);
    else obi(i);
    accesses += t_size;
  endtask
  task automatic access(input int bus, input int i, input logic write, input logic [15:0] a, input logic [31:0] d, input logic [3:0] s,
                        output logic [31:0] q, output logic [1:0] resp);
    if (bus == 0) axi(i, write, a, d, s, q, resp);
    else if (bus == 1) wishbone(i, write, a, d, s, q, resp);
    else begin
      t_size = 1;
      t[0] = {write, a, d, 32'd0, s, 3'd0};
      several(bus, i, 0);
      {q, resp} = {t[0].q, t[0].resp};
      accesses--;
    end
    accesses++;
  endtask
  function automatic logic [3:0] one_of(input int n);  // what a byte, half-word or word of AHB is
    return n < 4 ? 4'(1 << n) : n == 4 ? 4'h3 : n == 5 ? 4'hc : 4'hf;
  endfunction
  task automatic expect_32(input string what, input int bus, input logic [31:0] found, input logic [31:0] want);
    if (found !== want) begin
      $display("%s of bus %0d: expected 0x%0h, found 0x%0h", what, bus, want, found);
      errors++;
    end
  endtask

  initial begin
    logic [31:0] shadow[4][16], q, d;
    logic [1:0] resp;
    logic [15:0] a;
    logic [3:0] s;
    {awv, wv, br, arv, rr, cyc, we, hsel, htrans, req} = 0;
    for (int i = 0; i < 16; i++) for (int bus = 0; bus < 4; bus++) shadow[bus][i] = 32'hdead0000 + i;
    repeat (3) @(posedge clk);
    #1 rst_n = 1;
    for (int n = 0; n < 4000; n++) begin
      int bus;
      bus = int'(1'($urandom));
      a = 16'($urandom) & 16'h7c;
      if (1'($urandom)) begin
        d = $urandom; s = 4'($urandom);
        access(bus, 0, 1, a, d, s, q, resp);
        if (!a[6]) for (int b = 0; b < 4; b++) if (s[b]) shadow[bus][a[5:2]][8*b+:8] = d[8*b+:8];
      end else begin
        access(bus, 0, 0, a, 0, 4'hf, q, resp);
        if (!a[6]) expect_32("a word", bus, q, shadow[bus][a[5:2]]);
      end
      expect_32("the response", bus, 32'(resp), a[6] ? 2 : 0);
    end
    for (int n = 0; n < 400; n++) begin
      int bus;
      bus = 2 + int'(1'($urandom));
      t_size = $urandom_range(10, 1);
      for (int k = 0; k < t_size; k++)
        t[k] = {1'($urandom), 16'($urandom) & 16'h7c, $urandom, 32'd0, bus == 2 ? one_of($urandom_range(6)) : 4'($urandom), 3'd0};
      several(bus, 0, 1);
      for (int k = 0; k < t_size; k++) begin
        a = t[k].a;
        expect_32("an answer", bus, 32'(t[k].done), 1);
        expect_32("the response", bus, 32'(t[k].resp), a[6] ? 2 : 0);
        if (!a[6] && !t[k].write) expect_32("a word", bus, t[k].q, shadow[bus][a[5:2]]);
        if (!a[6] && t[k].write) for (int b = 0; b < 4; b++) if (t[k].s[b]) shadow[bus][a[5:2]][8*b+:8] = t[k].d[8*b+:8];
      end
    end
    for (int bus = 0; bus < 4; bus++) begin
      access(bus, 1, 0, 16'h0004, 0, 4'hf, q, resp);  // trTeImpl: version 1.0, an encoder
      expect_32("trTeImpl", bus, q & 32'hfff, 32'h101);
      access(bus, 1, 0, 16'h1004, 0, 4'hf, q, resp);  // trRamImpl
      expect_32("trRamImpl", bus, q & 32'hfff, 32'h901);
      access(bus, 1, 1, 16'h0000, 1, 4'hf, q, resp);  // it is active some clocks later
      for (int n = 0; n < 10; n++) begin
        access(bus, 1, 0, 16'h0000, 0, 4'hf, q, resp);
        if (q[0]) break;
      end
      expect_32("trTeActive", bus, q & 1, 1);
    end
    if (errors != 0) $fatal(1, "%0d errors", errors);
    $display("bridges: %0d accesses over AXI4-Lite, Wishbone, AHB-Lite and OBI, 0 errors", accesses);
    $finish;
  end
endmodule
EOT
verilator --binary --timing --assert -Wno-lint -Wno-style --Mdir "$tmp/obj" --top-module tb -f "$tmp/rtl.f" "$tmp/tb.sv" -o sim \
  >"$tmp/build.log" 2>&1 || { cat "$tmp/build.log"; exit 1; }
"$tmp/obj/sim" >"$tmp/out" 2>&1 || { head -20 "$tmp/out"; exit 1; }
grep '^bridges' "$tmp/out"
