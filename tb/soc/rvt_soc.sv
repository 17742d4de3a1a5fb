// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// A small system around one hart that can trace itself, for simulation: memory, timer, UART, trace.
///
///   0x0010_0000  the program's end, as QEMU's machine `virt` has it: 0x5555, or its exit code above 0x3333
///   0x0200_0000  timer and software interrupt, as a CLINT has them; the time advances every 64 clocks
///   0x1000_0000  UART: a byte written is in the file +uart=FILE
///   0x1000_0004  console
///   0x1000_0008  switches, +switches=HEX; the program says what they mean
///   0x1000_0040  the program's end, as `tohost`: twice its exit code and 1
///   0x4000_0000  registers of rvt_top, through a bridge to APB
///   0x5000_0000  window of the recorder of control transfers, likewise
///   0x8000_0000  memory of 2^MemoryLog2 bytes, with what +program=FILE ($readmemh, bytes) says
///
/// Both ports of the hart: a request is granted at once or later; what was read is there one clock after the
/// grant, of trace registers later. While the encoder asks for stall no fetch is granted.
module rvt_soc #(
  parameter int unsigned Format       = 0,  // of the trace, 0: N-Trace, 1: E-Trace
  parameter int unsigned Xlen         = 32,
  parameter int unsigned Blocks       = 1,  // retirements a clock
  parameter int unsigned StallLatency = 8,  // instructions that retire after the last fetch, see docs/connect.md
  parameter int unsigned Pins         = 4,
  parameter int unsigned Context      = 0,
  parameter int unsigned ContextWidth = 1,
  localparam int unsigned MemoryLog2  = 22
) (
  input  logic        clk_i,
  input  logic        rst_ni,  // of all
  input  logic        hart_rst_ni,  // of the hart alone

  input  logic        instr_req_i,
  output logic        instr_gnt_o,
  input  logic [31:0] instr_addr_i,
  output logic        instr_rvalid_o,
  output logic [31:0] instr_rdata_o,

  input  logic        data_req_i,
  output logic        data_gnt_o,
  input  logic [31:0] data_addr_i,
  input  logic        data_we_i,
  input  logic [3:0]  data_be_i,
  input  logic [31:0] data_wdata_i,
  output logic        data_rvalid_o,
  output logic [31:0] data_rdata_o,

  output logic        irq_timer_o,
  output logic        irq_software_o,

  // the ingress port; from the adapter
  input  logic [Blocks*6-1:0]    iretire_i,
  input  logic [Blocks*Xlen-1:0] iaddr_i,
  input  logic [Blocks*4-1:0]    itype_i,
  input  logic [Blocks*2-1:0]    ilastsize_i,
  input  logic [Blocks-1:0]      sijump_i,
  input  logic [Blocks*Xlen-1:0] target_i,  // for the recorder of control transfers
  input  logic [Xlen-1:0]        cause_i,
  input  logic [Xlen-1:0]        tval_i,
  input  logic [2:0]             priv_i,
  input  logic [ContextWidth-1:0] context_i,
  input  logic [1:0]             ctype_i,
  input  logic                   halted_i,
  input  logic                   stall_i,  // another encoder asks for stall
  output logic                   stall_o,  // for a hart that does not obey withheld fetches

  output logic            trc_clk_o,
  output logic [Pins-1:0] trc_data_o
);

  localparam int unsigned SramWordsLog2 = 12;

  // ---- Memory --------------------------------------------------------------------------------

  logic [7:0] memory_q[0:(1<<MemoryLog2)-1];
  logic stall;
  logic [31:0] switches;

  initial begin
    string program_file;
    if (!$value$plusargs("program=%s", program_file)) $fatal(1, "expected +program=FILE");
    if (!$value$plusargs("switches=%h", switches)) switches = '0;
    $readmemh(program_file, memory_q);
  end

  function automatic logic [31:0] word_at(input logic [31:0] addr);
    logic [MemoryLog2-1:0] at;
    at = {addr[MemoryLog2-1:2], 2'd0};
    word_at = {memory_q[at+3], memory_q[at+2], memory_q[at+1], memory_q[at]};
  endfunction

  function automatic logic [15:0] half_at(input logic [31:0] addr);
    half_at = {memory_q[{addr[MemoryLog2-1:1], 1'b1}], memory_q[{addr[MemoryLog2-1:1], 1'b0}]};
  endfunction

  assign instr_gnt_o = instr_req_i && !stall && !stall_i;
  assign stall_o = stall;
  longint unsigned stalled_q = 0;
  always_ff @(posedge clk_i) stalled_q <= stalled_q + 64'(stall);
  final $display("%0d clocks of stall", stalled_q);
  always_ff @(posedge clk_i or negedge hart_rst_ni) begin
    if (!hart_rst_ni) instr_rvalid_o <= 1'b0;
    else instr_rvalid_o <= instr_gnt_o;
  end
  always_ff @(posedge clk_i) begin
    if (instr_gnt_o) instr_rdata_o <= word_at(instr_addr_i);
  end

  // ---- Data: memory, timer, UART at once; the trace registers through the bridge -------------------

  logic is_trace, is_ctr, is_memory, is_clint, is_uart, is_finisher, take;
  logic psel, penable, pready, trace_ready, ctr_ready;
  logic [31:0] trace_rdata, ctr_rdata;
  logic [63:0] mtime_q, mtimecmp_q;
  logic [5:0]  prescale_q;
  logic        msip_q;
  int          uart_file;

  assign is_memory = data_addr_i[31:28] == 4'h8;
  assign is_trace = data_addr_i[31:28] == 4'h4;
  assign is_ctr = data_addr_i[31:28] == 4'h5;
  assign is_uart = data_addr_i[31:28] == 4'h1;
  assign is_clint = data_addr_i[31:24] == 8'h02;
  assign is_finisher = data_addr_i[31:12] == 20'h00100;

  // APB: setup in the clock of the request, access from the next one on, and the grant with its end.
  assign psel = data_req_i && (is_trace || is_ctr);
  assign pready = is_trace ? trace_ready : ctr_ready;
  assign data_gnt_o = data_req_i && (!psel || (penable && pready));
  assign take = data_gnt_o;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) penable <= 1'b0;
    else penable <= psel && !(penable && pready);
  end

  always_ff @(posedge clk_i or negedge hart_rst_ni) begin
    if (!hart_rst_ni) data_rvalid_o <= 1'b0;
    else data_rvalid_o <= take;
  end

  always_ff @(posedge clk_i) begin
    if (take) begin
      data_rdata_o <= '0;
      if (is_memory) data_rdata_o <= word_at(data_addr_i);
      if (is_trace) data_rdata_o <= trace_rdata;
      if (is_ctr) data_rdata_o <= ctr_rdata;
      if (is_uart) data_rdata_o <= switches;
      if (is_clint) begin
        unique case (data_addr_i[15:0])
          16'h0000: data_rdata_o <= {31'd0, msip_q};
          16'h4000: data_rdata_o <= mtimecmp_q[31:0];
          16'h4004: data_rdata_o <= mtimecmp_q[63:32];
          16'hbff8: data_rdata_o <= mtime_q[31:0];
          16'hbffc: data_rdata_o <= mtime_q[63:32];
          default: ;
        endcase
      end
      if (data_we_i && is_memory) begin
        for (int unsigned i = 0; i < 4; i++) begin
          if (data_be_i[i]) begin
            memory_q[{data_addr_i[MemoryLog2-1:2], 2'(i)}] <= data_wdata_i[8*i+:8];
          end
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mtime_q <= '0;
      prescale_q <= '0;
      mtimecmp_q <= '1;
      msip_q <= 1'b0;
    end else begin
      prescale_q <= prescale_q + 6'd1;
      if (prescale_q == '1) mtime_q <= mtime_q + 64'd1;
      if (take && data_we_i && is_clint) begin
        unique case (data_addr_i[15:0])
          16'h0000: msip_q <= data_wdata_i[0];
          16'h4000: mtimecmp_q[31:0] <= data_wdata_i;
          16'h4004: mtimecmp_q[63:32] <= data_wdata_i;
          default: ;
        endcase
      end
    end
  end
  assign irq_timer_o = mtime_q >= mtimecmp_q;
  assign irq_software_o = msip_q;

  initial begin
    string uart_name;
    if (!$value$plusargs("uart=%s", uart_name)) $fatal(1, "expected +uart=FILE");
    uart_file = $fopen(uart_name, "wb");
  end
  always_ff @(posedge clk_i) begin
    if (take && data_we_i && is_uart) begin
      unique case (data_addr_i[7:0])
        8'h00: $fwrite(uart_file, "%c", data_wdata_i[7:0]);
        8'h04: $write("%c", data_wdata_i[7:0]);
        8'h40: begin
          $fclose(uart_file);
          if (data_wdata_i != 32'd1) $fatal(1, "the program ends with %0d", data_wdata_i >> 1);
          $finish;
        end
        default: ;
      endcase
    end
    if (take && data_we_i && is_finisher) begin
      $fclose(uart_file);
      if (data_wdata_i != 32'h5555) $fatal(1, "the program ends with %0d", data_wdata_i[31:16]);
      $finish;
    end
  end

  // ---- Trace ---------------------------------------------------------------------------------

  logic [2:0] active;
  logic sram_cs, sram_we, pslverr, busy;
  logic [SramWordsLog2-1:0] sram_addr;
  logic [31:0] sram_wdata, sram_rdata;
  logic [3:0] sram_be;

  rvt_top #(
    .Format(Format),
    .Framing(Format),
    .Btm(Format == 0),
    .Xlen(Xlen),
    .Blocks(Blocks),
    .FlowBlocks(Format == 0 ? Blocks : 1),
    .StackDepth(8),
    .BpredSize(Format == 0 ? 0 : 5),
    .CacheSize(Format == 0 ? 0 : 5),
    .Context(Context),
    .ContextWidth(ContextWidth),
    .SrcBitsMax(0),
    .SeqJump(1),
    .QueueDepth(31),
    .StallLatency(StallLatency),
    .SramWordsLog2(SramWordsLog2),
    .Pins(Pins)
  ) i_trace (
    .clk_i,
    .rst_ni,
    .psel_i(psel && is_trace),
    .penable_i(penable),
    .pwrite_i(data_we_i),
    .paddr_i(data_addr_i[15:0]),
    .pwdata_i(data_wdata_i),
    .pstrb_i(data_be_i),
    .prdata_o(trace_rdata),
    .pready_o(trace_ready),
    .pslverr_o(pslverr),
    .busy_o(busy),
    .active_req_o(active),
    .active_ack_i(active),
    .iretire_i,
    .iaddr_i,
    .itype_i,
    .ilastsize_i,
    .sijump_i,
    .cause_i,
    .tval_i,
    .priv_i,
    .context_i,
    .ctype_i,
    .impdef_i('0),
    .trigger_i('0),
    .ext_trigger_i('0),
    .halted_i,
    .hart_reset_i(!hart_rst_ni),
    .lowpower_i(1'b0),
    .time_i('0),
    .stall_o(stall),
    .ram_cs_o(sram_cs),
    .ram_we_o(sram_we),
    .ram_addr_o(sram_addr),
    .ram_wdata_o(sram_wdata),
    .ram_be_o(sram_be),
    .ram_rdata_i(sram_rdata),
    .trc_clk_o,
    .trc_data_o
  );

  rvt_sram #(
    .AddrWidth(SramWordsLog2),
    .Width(32)
  ) i_sram (
    .clk_i,
    .rst_ni,
    .cs_i(sram_cs),
    .we_i(sram_we),
    .addr_i(sram_addr),
    .wdata_i(sram_wdata),
    .be_i(sram_be),
    .rdata_o(sram_rdata)
  );

  rvt_soc_probe #(
    .Pins(Pins)
  ) i_probe (
    .clk_i,
    .trc_clk_i(trc_clk_o),
    .trc_data_i(trc_data_o)
  );

  rvt_soc_ctr #(
    .Xlen(Xlen),
    .Blocks(Blocks)
  ) i_ctr (
    .clk_i,
    .rst_ni,
    .hart_rst_ni,
    .psel_i(psel && is_ctr),
    .penable_i(penable),
    .pwrite_i(data_we_i),
    .paddr_i(data_addr_i[12:0]),
    .pwdata_i(data_wdata_i),
    .pstrb_i(data_we_i ? data_be_i : '0),
    .prdata_o(ctr_rdata),
    .pready_o(ctr_ready),
    .iretire_i,
    .iaddr_i,
    .itype_i,
    .ilastsize_i,
    .target_i,
    .cause_i,
    .priv_i,
    .halted_i
  );

  // What the port says has to fit the instructions; of these workloads none changes its own code. Each process of the kernel has its code at
  // addresses below those of the system, and in a memory of its own.
  logic [Blocks*Xlen-1:0] insn_addr;
  logic [Blocks*32-1:0] insn_word;
  localparam logic [31:0] ProcessEnd = 32'h2_0000;
  localparam logic [31:0] ProcessMemory = 32'h8020_0000;  // of context 1; that of 2 is behind it
  for (genvar b = 0; b < Blocks; b++) begin : g_insn
    logic [31:0] at;
    assign at = insn_addr[Xlen*b+:32] >= ProcessEnd ? insn_addr[Xlen*b+:32] :
                32'(insn_addr[Xlen*b+:16]) + ProcessMemory + (32'(context_i - 1'b1) << 16);
    assign insn_word[32*b+:32] = {half_at(at + 2), half_at(at)};
  end
  rvt_check_insn #(
    .Xlen(Xlen),
    .Format(Format),
    .Blocks(Blocks),
    .IaddrOnInt(1),
    .Context(Context)
  ) i_check_insn (
    .clk_i,
    .rst_ni,
    .iretire_i,
    .iaddr_i,
    .itype_i,
    .ilastsize_i,
    .sijump_i,
    .priv_i,
    .away_i(halted_i || !hart_rst_ni),
    .insn_addr_o(insn_addr),
    .insn_i(insn_word)
  );

  logic unused;
  assign unused = ^{instr_addr_i, data_addr_i, pslverr, busy};

endmodule
