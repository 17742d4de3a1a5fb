// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// `rvt_tandem` with anything on its ports: each byte of each element leaves at its place in a beat of its
/// group (any byte may be the tracked one), a group begins, is not cut, and ends, x0 is never sent, and
/// nothing is lost of a hart that obeys.
module rvt_fv_tandem #(
  parameter  int unsigned Xlen         = 32,
  parameter  int unsigned Flen         = 0,
  parameter  int unsigned Mlen         = 32,
  parameter  int unsigned Nret         = 1,
  parameter  int unsigned Csrs         = 1,
  parameter  int unsigned Elements     = 9,
  parameter  int unsigned IncrementPc  = 1,
  parameter  int unsigned OrFcsr       = 1,
  parameter  int unsigned AddRegisters = 0,
  parameter  int unsigned QueueDepth   = 1,
  parameter  int unsigned StallLatency = 0,
  parameter  int unsigned Lanes        = 4,
  parameter  int unsigned FifoDepth    = 2,
  localparam int unsigned CsrPorts     = Csrs == 0 ? 1 : Csrs,
  localparam int unsigned FprWidth     = Flen == 0 ? 1 : Flen,
  localparam logic [rvt_tandem_pkg::Count-1:0] Has =
      rvt_tandem_pkg::built(Csrs, Elements[9:0], OrFcsr),
  localparam int unsigned DataBytes    = rvt_tandem_pkg::longest(0, Has, Xlen, Flen, Mlen),
  localparam int unsigned Longest      = rvt_tandem_pkg::longest(1, Has, Xlen, Flen, Mlen),
  localparam int unsigned Size         = Lanes + Longest,
  localparam int unsigned SizeWidth    = $clog2(Size + 1),
  localparam int unsigned Place        = Lanes == 1 ? 1 : $clog2(Lanes),
  localparam int unsigned SlotWidth    = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Count, Has, Xlen, Flen, Mlen, AddRegisters),
  localparam int unsigned HartWidth    = rvt_tandem_pkg::place(
      rvt_tandem_pkg::BusAddress, Has, Xlen, Flen, Mlen, AddRegisters),
  localparam int unsigned WordWidth    = rvt_tandem_pkg::word_bits(
      Nret, Has, Xlen, Flen, Mlen, AddRegisters),
  localparam int unsigned Slots        = Elements[9] ? Nret + 1 : Nret,
  localparam int unsigned GprAt        = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Gpr, Has, Xlen, Flen, Mlen, AddRegisters),
  localparam int unsigned LevelWidth   = $clog2(QueueDepth + 1),
  localparam int unsigned PtrWidth     = QueueDepth == 1 ? 1 : $clog2(QueueDepth)
) (
  input logic clk_i,
  input logic rst_ni,
  // interface: ports tandem
  input  logic [Nret-1:0]               valid_i,  // an instruction or a trap; lower slots are older
  input  logic [Nret*3-1:0]             kind_i,  // what it is: enum rvt_tandem_kind
  input  logic [Nret-1:0]               pc_valid_i,  // of state from outside: pc_w is part of it
  input  logic [Nret*Xlen-1:0]          pc_r_i,  // pc of the instruction; with IncrementPc
  input  logic [Nret*Xlen-1:0]          pc_w_i,  // the new pc (TV:R-07)
  input  logic [Nret-1:0]               insn_valid_i,  // an exception has an insn (TV:R-08)
  input  logic [Nret-1:0]               is32_i,  // the instruction has 32 bits
  input  logic [Nret*32-1:0]            insn_i,  // ... as fetched; else 15:0
  input  logic [Nret-1:0]               gpr_valid_i,  // an x register is written; x0 is not sent
  input  logic [Nret*5-1:0]             gpr_i,  // ... its number
  input  logic [Nret*Xlen-1:0]          gpr_data_i,  // ... what it holds now
  input  logic [Nret-1:0]               gpr_old_known_i,  // with AddRegisters: gpr_old is known
  input  logic [Nret*Xlen-1:0]          gpr_old_i,  // ... what it held before
  input  logic [Nret-1:0]               fpr_valid_i,  // an f register is written
  input  logic [Nret*5-1:0]             fpr_i,  // ... its number
  input  logic [Nret*FprWidth-1:0]      fpr_data_i,  // ... what it holds now
  input  logic [Nret*CsrPorts-1:0]      csr_valid_i,  // CSRs are written, in order (TV:E-03)
  input  logic [Nret*12*CsrPorts-1:0]   csr_number_i,  // ... their numbers
  input  logic [Nret*Xlen*CsrPorts-1:0] csr_data_i,  // ... what they hold now
  input  logic [Nret-1:0]               fflags_valid_i,  // flags are set in fcsr; with OrFcsr
  input  logic [Nret*5-1:0]             fflags_i,  // ... these
  input  logic [Nret-1:0]               privilege_valid_i,  // the privilege changes
  input  logic [Nret*2-1:0]             privilege_i,  // ... to this; 2 is none, and not sent
  input  logic [Nret-1:0]               paddr_valid_i,  // an access has a physical address
  input  logic [Nret*Mlen-1:0]          paddr_i,  // ... this
  input  logic [Nret-1:0]               eaddr_valid_i,  // an access has an effective address
  input  logic [Nret*Mlen-1:0]          eaddr_i,  // ... this
  input  logic [Nret-1:0]               store_valid_i,  // an instruction stores
  input  logic [Nret*2-1:0]             store_size_i,  // ... 2^store_size bytes
  input  logic [Nret*64-1:0]            store_i,  // ... these, from bit 0 on
  input  logic [Nret-1:0]               pc_paddr_valid_i,  // the physical address of pc is told
  input  logic [Nret*Mlen-1:0]          pc_paddr_i,  // ... this
  input  logic [Nret-1:0]               mtime_valid_i,  // mtime is told
  input  logic [Nret*64-1:0]            mtime_i,  // ... this
  // interface end
  // interface: ports tandem_bus
  input  logic            bus_valid_i,  // a bus transaction has completed (TV:R-10)
  input  logic [3:0]      bus_op_i,  // ... enum rvt_tandem_op, 0..13
  input  logic [1:0]      bus_size_i,  // ... of 2^bus_size bytes
  input  logic [Mlen-1:0] bus_address_i,  // ... at this physical address
  input  logic [63:0]     bus_request_i,  // ... data of store, SC and AMO, from bit 0
  input  logic            bus_answered_i,  // ... its response is sent (TV:R-09)
  input  logic            bus_result_i,  // ... 1: it failed, and has no data (TV:AMB-T9)
  input  logic [63:0]     bus_response_i,  // ... data of load, LR, AMO, fetch, from bit 0
  // interface end
  input logic active_i,
  input logic enable_i,
  input logic lost_clr_i,
  input logic m_ready_i,
  input logic pick_i,  // the element that leaves the queue has the tracked byte, ...
  input logic [3:0] which_i,  // ... this one

  (* probe = "i_dut.i_beats.g_single.i_single.element_valid" *) input logic valid,
  (* probe = "i_dut.i_beats.g_single.i_single.element_ready" *) input logic ready,
  (* probe = "i_dut.i_beats.g_single.i_single.last" *) input logic last,
  (* probe = "i_dut.i_beats.g_single.i_single.header" *) input logic [23:0] header,
  (* probe = "i_dut.i_beats.g_single.i_single.header_bytes" *) input logic [1:0] header_bytes,
  (* probe = "i_dut.i_beats.g_single.i_single.data" *) input logic [8*DataBytes-1:0] data,
  (* probe = "i_dut.i_beats.g_single.i_single.data_bytes" *) input logic [3:0] data_bytes,
  (* probe = "i_dut.beat_valid" *) input logic beat_valid,
  (* probe = "i_dut.beat_ready" *) input logic beat_ready,
  (* probe = "i_dut.beat_eom" *) input logic beat_eom,
  (* probe = "i_dut.beat_data" *) input logic [8*Lanes-1:0] beat_data,
  (* probe = "i_dut.beat_bytes" *) input logic [$clog2(Lanes):0] beat_bytes,
  (* probe = "i_dut.i_beats.slots" *) input logic [Slots*SlotWidth-1:0] waiting,
  (* probe = "i_dut.word_leaves" *) input logic word_leaves,
  (* probe = "i_dut.i_beats.g_single.i_single.i_buffer.place_q" *) input logic [Place-1:0] dut_place,
  (* probe = "i_dut.i_beats.g_single.i_single.i_buffer.held_q" *) input logic dut_held,
  (* probe = "i_dut.i_beats.g_single.i_single.i_buffer.last_q" *) input logic dut_last,
  (* probe = "i_dut.i_beats.g_single.i_single.i_buffer.first_q" *) input logic [Place-1:0] dut_first,
  (* probe = "i_dut.i_beats.g_single.i_single.i_buffer.end_q" *) input logic [SizeWidth-1:0] dut_end,
  (* probe = "i_dut.i_beats.g_single.i_single.i_buffer.bytes" *) input logic [8*Size-1:0] dut_bytes,
  (* probe = "i_dut.i_beats.g_single.i_single.i_buffer.take" *) input logic dut_take,
  (* probe = "i_dut.i_beats.g_single.i_single.i_buffer.count_q" *) input logic [SizeWidth-1:0] dut_count,
  (* probe = "i_dut.i_beats.g_single.i_single.i_buffer.ended_q" *) input logic dut_ended,
  (* probe = "i_dut.i_beats.g_single.i_single.i_buffer.buffer_q" *) input logic [8*Size-1:0] dut_buffer,
  (* probe = "i_dut.i_beats.g_single.i_single.i_elements.now_q" *) input logic [rvt_tandem_pkg::count(Has)-1:0] dut_now,
  (* probe = "i_dut.i_beats.g_several.spent_q?" *) input logic [Slots-1:0] dut_spent,
  (* probe = "i_dut.i_queue.dropping_q" *) input logic dut_dropping,
  (* probe = "i_dut.i_queue.put" *) input logic dut_put,
  (* probe = "i_dut.i_queue.g_memory.u_fifo.level_q?" *) input logic [LevelWidth-1:0] dut_level,
  (* probe = "i_dut.i_queue.g_memory.u_fifo.rptr_q?" *) input logic [PtrWidth-1:0] dut_rptr,
  (* probe = "i_dut.i_queue.g_memory.u_fifo.mem_q[*]?" *)
  input logic [WordWidth*QueueDepth-1:0] dut_mem
);

  logic stall, lost, empty, m_valid, m_eom;
  logic [8*Lanes-1:0] m_data;
  logic [$clog2(Lanes):0] m_bytes;

  rvt_tandem #(
    .Xlen(Xlen),
    .Flen(Flen),
    .Mlen(Mlen),
    .Nret(Nret),
    .Csrs(Csrs),
    .Elements(Elements),
    .IncrementPc(IncrementPc),
    .OrFcsr(OrFcsr),
    .AddRegisters(AddRegisters),
    .QueueDepth(QueueDepth),
    .StallLatency(StallLatency),
    .Lanes(Lanes),
    .FifoDepth(FifoDepth)
  ) i_dut (
    .*,
    .stall_o(stall),
    .lost_o(lost),
    .empty_o(empty),
    .m_valid_o(m_valid),
    .m_data_o(m_data),
    .m_bytes_o(m_bytes),
    .m_eom_o(m_eom)
  );

  always @(*) if ($initstate) assume (!rst_ni);

  // ---- Elements --------------------------------------------------------------------------------

  logic moves, sent;
  assign moves = valid && ready && active_i;
  assign sent = beat_valid && beat_ready;

  logic open_q;  // a group has begun, and not ended
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) open_q <= 1'b0;
    else if (!active_i) open_q <= 1'b0;
    else if (moves) open_q <= !last;
  end

  // Operation and size behind the address of a transaction, with no opcode before them.
  logic access;
  if (Elements[9]) begin : g_access
    assign access = dut_now[rvt_tandem_pkg::BusRequest];
  end else begin : g_no_access
    assign access = 1'b0;
  end

  // A begin comes first and only there; what is not ended goes on with the same slots (TV:R-03).
  `RVT_IMPLIES(Begin_A, valid, open_q != (header[7:0] == rvt_tandem_pkg::OpBegin && !access))
  `RVT_IMPLIES(Open_A, open_q, valid)
  `RVT_STABLE(Whole_A, valid && active_i && !word_leaves, {valid, waiting})
  // No register element is one of x0 (TV:AMB-T15).
  `RVT_IMPLIES(X0_A, valid && (header[7:0] == rvt_tandem_pkg::OpRegister ||
                               header[7:0] == rvt_tandem_pkg::OpAdd), header[23:8] != 16'h1000)
  // An element has bytes that the buffer has room for (TV:E-04).
  `RVT_IMPLIES(Element_A, valid, header_bytes != '0 && 32'(data_bytes) <= DataBytes &&
               32'(header_bytes) + 32'(data_bytes) <= Longest)

  // ---- The tracked byte ------------------------------------------------------------------------

  logic [8*(DataBytes+4)-1:0] all;  // bytes of the element
  logic [4:0] length;
  logic picked, in_element_q, in_buffer_q, leaves, is_end_q;
  logic [SizeWidth-1:0] at_q;  // its place in the buffer, or the one to which it goes
  logic [7:0] value, value_q;

  assign length = 5'(header_bytes) + 5'(data_bytes) + 5'(last);
  always_comb begin
    value = '0;
    if (32'(which_i) < 32'(header_bytes)) value = header[8*which_i[1:0]+:8];
    else if (32'(which_i) == 32'(length) - 1 && last) value = rvt_tandem_pkg::OpEnd;
    else value = 8'(data >> 8 * (32'(which_i) - 32'(header_bytes)));
  end
  assign picked = moves && pick_i && 5'(which_i) < length && !in_element_q && !in_buffer_q;
  assign leaves = in_buffer_q && sent && 32'(at_q) < 32'(beat_bytes);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {in_element_q, in_buffer_q, is_end_q, at_q, value_q} <= '0;
    end else if (!active_i) begin
      {in_element_q, in_buffer_q} <= '0;
    end else begin
      in_element_q <= picked || (in_element_q && !dut_take);
      in_buffer_q <= (in_element_q && dut_take) || (in_buffer_q && !leaves);
      if (picked) begin
        at_q <= SizeWidth'(dut_place) + SizeWidth'(which_i);
        value_q <= value;
        is_end_q <= last && 5'(which_i) + 5'd1 == length;
      end
      if (in_buffer_q && sent) at_q <= at_q - SizeWidth'(beat_bytes);
    end
  end

  // It leaves in its lane. An end is the last byte of a beat that says so, and nothing else is, so
  // groups never share a beat (TV:E-06).
  `RVT_IMPLIES(Byte_A, leaves, 8'(beat_data >> 8 * 32'(at_q)) == value_q)
  `RVT_IMPLIES(End_A, leaves, is_end_q == (beat_eom && 32'(at_q) + 1 == 32'(beat_bytes)))
  // It is on its way until it has left.
  `RVT_IMPLIES(Held_A, in_element_q || in_buffer_q, !empty)

  logic [Place-1:0] goes_on;  // where what comes behind the buffer begins
  assign goes_on = dut_ended || Lanes == 1 ? '0 : dut_count[Place-1:0];
  `RVT_IMPLIES(Element_L, in_element_q, dut_held && 32'(at_q) >= 32'(dut_first) && at_q < dut_end &&
               8'(dut_bytes >> 8 * 32'(at_q)) == value_q &&
               is_end_q == (dut_last && 32'(at_q) + 1 == 32'(dut_end)))
  `RVT_IMPLIES(Buffer_L, in_buffer_q, at_q < dut_count &&
               8'(dut_buffer >> 8 * 32'(at_q)) == value_q &&
               is_end_q == (dut_ended && 32'(at_q) + 1 == 32'(dut_count)))
  `RVT_ASSERT(Once_L, !(in_element_q && in_buffer_q))
  `RVT_ASSERT(Goes_L, dut_held ? dut_first == goes_on : dut_place == goes_on)
  `RVT_IMPLIES(Next_L, dut_held,
               dut_place == (dut_last || Lanes == 1 ? '0 : dut_end[Place-1:0]) &&
               32'(dut_end) > 32'(dut_first) && 32'(dut_end) - 32'(dut_first) <= Longest + 1)
  `RVT_ASSERT(Ended_L, !dut_ended || dut_count != '0)
  `RVT_ASSERT(Head_L, open_q != dut_now[rvt_tandem_pkg::Head])

  // ---- What waits ------------------------------------------------------------------------------

  logic [Slots-1:0] front, front_x0;  // slots of the word on offer: valid, a write of x0
  logic [QueueDepth-1:0] bare, others_x0;  // words behind it: without a slot, with a write of x0
  for (genvar s = 0; s < Slots; s++) begin : g_front
    assign front[s] = waiting[SlotWidth*s];
    assign front_x0[s] = is_x0(waiting[SlotWidth*s+:HartWidth]);
  end
  for (genvar w = 0; w < QueueDepth; w++) begin : g_word
    logic [Slots-1:0] valids;
    logic [Nret-1:0] x0;
    logic held;
    assign held = (w + QueueDepth - 32'(dut_rptr)) % QueueDepth < 32'(dut_level);
    for (genvar s = 0; s < Slots; s++) begin : g_valid
      assign valids[s] = dut_mem[WordWidth*w+HartWidth*s];
    end
    for (genvar s = 0; s < Nret; s++) begin : g_slot
      assign x0[s] = is_x0(dut_mem[WordWidth*w+HartWidth*s+:HartWidth]);
    end
    assign bare[w] = held && valids == '0;
    assign others_x0[w] = held && x0 != '0;
  end

  function automatic logic is_x0(input logic [HartWidth-1:0] slot);
    is_x0 = Has[rvt_tandem_pkg::Gpr] && slot[GprAt] && slot[GprAt+1+:5] == '0;
  endfunction

  `RVT_IMPLIES(Front_L, valid, front_x0 == '0 && (front & ~dut_spent) != '0)
  `RVT_ASSERT(Words_L, QueueDepth == 1 || (bare == '0 && others_x0 == '0))
  `RVT_ASSERT(Spent_L, valid || dut_spent == '0)

  // ---- Loss ------------------------------------------------------------------------------------

  logic [Nret-1:0] legal;
  logic told, must_wait, obeys_q, refused_q, lost_q;
  logic [StallLatency:0] stall_q;  // in the clocks before
  for (genvar s = 0; s < Nret; s++) begin : g_legal
    assign legal[s] = valid_i[s] && kind_i[3*s+:3] <= 3'd4;
  end
  logic bus;
  assign bus = Elements[9] && bus_valid_i && bus_op_i <= 4'd13;
  assign told = (legal != '0 || bus) && enable_i && active_i;
  assign must_wait = StallLatency == 0 ? stall : stall_q[StallLatency==0?0:StallLatency-1];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {refused_q, lost_q, stall_q} <= '0;
      obeys_q <= 1'b1;
    end else begin
      stall_q <= (StallLatency + 1)'({stall_q, stall});
      obeys_q <= obeys_q && !(must_wait && told);
      refused_q <= told && !dut_put;
      lost_q <= lost;
    end
  end

  // A hart that obeys loses nothing; what is refused is said (TV:E-05).
  `RVT_IMPLIES(Obeyed_A, obeys_q, !lost && !dut_dropping)
  `RVT_IMPLIES(Said_A, refused_q, lost)
  // So many clocks after one without stall, as many words more at most.
  logic [StallLatency:0] over;
  for (genvar j = 0; j <= StallLatency; j++) begin : g_level
    assign over[j] = j > 0 && !stall_q[j==0?0:j-1] &&
                     32'(dut_level) + StallLatency + 1 > QueueDepth + j;
  end
  `RVT_IMPLIES(Level_L, obeys_q, over == '0)

  `RVT_COVER(End_C, leaves && is_end_q && 32'(at_q) + 1 == Lanes)
  `RVT_COVER(Behind_C, leaves && is_end_q && valid && dut_held)
  `RVT_COVER(Stalled_C, obeys_q && stall && m_valid)
  `RVT_COVER(Again_C, lost_q && dut_put)

endmodule
