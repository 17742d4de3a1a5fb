// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// `rvt_tandem` with anything on its ports: what waits is what a record can be, and nothing is lost of a hart
/// that obeys. What leaves: rvt_fv_tandem_single, rvt_fv_tandem_wide.
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
  parameter  int unsigned Wide         = 0,
  localparam int unsigned CsrPorts     = Csrs == 0 ? 1 : Csrs,
  localparam int unsigned FprWidth     = Flen == 0 ? 1 : Flen,
  localparam logic [rvt_tandem_pkg::Count-1:0] Has =
      rvt_tandem_pkg::built(Csrs, Elements[9:0], OrFcsr),
  localparam int unsigned DataBytes    = rvt_tandem_pkg::longest(0, Has, Xlen, Flen, Mlen),
  localparam int unsigned Longest      = rvt_tandem_pkg::longest(1, Has, Xlen, Flen, Mlen),
  localparam int unsigned Size         = Lanes + Longest,
  localparam int unsigned SizeWidth    = $clog2(Size + 1),
  localparam int unsigned Place        = Lanes == 1 ? 1 : $clog2(Lanes),
  localparam int unsigned HeadBytes    = 8 + Xlen / 8,
  localparam int unsigned Rows         = 48,  // bytes of three rows
  localparam int unsigned PartWidth    = Lanes == 16 ? 1 : $clog2(16 / Lanes),
  localparam int unsigned SlotWidth    = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Count, Has, Xlen, Flen, Mlen, AddRegisters),
  localparam int unsigned HartWidth    = rvt_tandem_pkg::place(
      rvt_tandem_pkg::BusAddress, Has, Xlen, Flen, Mlen, AddRegisters),
  localparam int unsigned WordWidth    = rvt_tandem_pkg::word_bits(
      Nret, Has, Xlen, Flen, Mlen, AddRegisters),
  localparam int unsigned Slots        = Elements[9] ? Nret + 1 : Nret,
  localparam int unsigned PcAt         = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Pc, Has, Xlen, Flen, Mlen, AddRegisters),
  localparam int unsigned InsnAt       = rvt_tandem_pkg::place(
      rvt_tandem_pkg::Insn, Has, Xlen, Flen, Mlen, AddRegisters),
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
  input logic pick_i,  // the element or piece that leaves its slot has the tracked byte, ...
  input logic [5:0] which_i,  // ... this one

  (* probe = "i_dut.word_valid" *) input logic valid,
  (* probe = "i_dut.beat_valid" *) input logic beat_valid,
  (* probe = "i_dut.beat_ready" *) input logic beat_ready,
  (* probe = "i_dut.beat_eom" *) input logic beat_eom,
  (* probe = "i_dut.beat_data" *) input logic [8*Lanes-1:0] beat_data,
  (* probe = "i_dut.beat_bytes" *) input logic [$clog2(Lanes):0] beat_bytes,
  (* probe = "i_dut.word_leaves" *) input logic word_leaves,
  (* probe = "i_dut.i_beats.slots" *) input logic [Slots*SlotWidth-1:0] waiting,
  (* probe = "i_dut.i_beats.g_several.spent_q?" *) input logic [Slots-1:0] dut_spent,
  (* probe = "i_dut.i_beats.slot" *) input logic [SlotWidth-1:0] dut_slot,
  (* probe = "i_dut.i_beats.slot_leaves" *) input logic slot_leaves,

  // One element a clock.
  (* probe = "i_dut.i_beats.g_single.i_single.element_ready?" *) input logic ready,
  (* probe = "i_dut.i_beats.g_single.i_single.last?" *) input logic last,
  (* probe = "i_dut.i_beats.g_single.i_single.header?" *) input logic [23:0] header,
  (* probe = "i_dut.i_beats.g_single.i_single.header_bytes?" *) input logic [1:0] header_bytes,
  (* probe = "i_dut.i_beats.g_single.i_single.data?" *) input logic [8*DataBytes-1:0] data,
  (* probe = "i_dut.i_beats.g_single.i_single.data_bytes?" *) input logic [3:0] data_bytes,
  (* probe = "i_dut.i_beats.g_single.i_single.i_elements.now_q?" *)
  input logic [rvt_tandem_pkg::count(Has)-1:0] dut_now,
  (* probe = "i_dut.i_beats.g_single.i_single.i_buffer.place_q?" *) input logic [Place-1:0] dut_place,
  (* probe = "i_dut.i_beats.g_single.i_single.i_buffer.held_q?" *) input logic dut_held,
  (* probe = "i_dut.i_beats.g_single.i_single.i_buffer.last_q?" *) input logic dut_last,
  (* probe = "i_dut.i_beats.g_single.i_single.i_buffer.first_q?" *) input logic [Place-1:0] dut_first,
  (* probe = "i_dut.i_beats.g_single.i_single.i_buffer.end_q?" *) input logic [SizeWidth-1:0] dut_end,
  (* probe = "i_dut.i_beats.g_single.i_single.i_buffer.bytes?" *) input logic [8*Size-1:0] dut_bytes,
  (* probe = "i_dut.i_beats.g_single.i_single.i_buffer.take?" *) input logic dut_take,
  (* probe = "i_dut.i_beats.g_single.i_single.i_buffer.count_q?" *) input logic [SizeWidth-1:0] dut_count,
  (* probe = "i_dut.i_beats.g_single.i_single.i_buffer.ended_q?" *) input logic dut_ended,
  (* probe = "i_dut.i_beats.g_single.i_single.i_buffer.buffer_q?" *) input logic [8*Size-1:0] dut_buffer,

  // Several.
  (* probe = "i_dut.i_beats.g_wide.i_wide.piece_valid?" *) input logic piece_valid,
  (* probe = "i_dut.i_beats.g_wide.i_wide.piece_ready?" *) input logic piece_ready,
  (* probe = "i_dut.i_beats.g_wide.i_wide.head?" *) input logic [8*HeadBytes-1:0] piece_head,
  (* probe = "i_dut.i_beats.g_wide.i_wide.head_bytes?" *) input logic [4:0] piece_head_bytes,
  (* probe = "i_dut.i_beats.g_wide.i_wide.first?" *) input logic [8*Longest-1:0] piece_first,
  (* probe = "i_dut.i_beats.g_wide.i_wide.first_bytes?" *) input logic [3:0] piece_first_bytes,
  (* probe = "i_dut.i_beats.g_wide.i_wide.second?" *) input logic [8*Longest-1:0] piece_second,
  (* probe = "i_dut.i_beats.g_wide.i_wide.second_bytes?" *) input logic [3:0] piece_second_bytes,
  (* probe = "i_dut.i_beats.g_wide.i_wide.last?" *) input logic piece_last,
  (* probe = "i_dut.i_beats.g_wide.i_wide.row_ready?" *) input logic row_ready,
  (* probe = "i_dut.i_beats.g_wide.i_wide.i_pieces.begun_q?" *) input logic dut_begun,
  (* probe = "i_dut.i_beats.g_wide.i_wide.i_rows.place_q?" *) input logic [3:0] row_place,
  (* probe = "i_dut.i_beats.g_wide.i_wide.i_rows.count_q?" *) input logic [5:0] row_count,
  (* probe = "i_dut.i_beats.g_wide.i_wide.i_rows.ended_q?" *) input logic row_ended,
  (* probe = "i_dut.i_beats.g_wide.i_wide.i_rows.carry_q?" *) input logic [127:0] row_carry,
  (* probe = "i_dut.i_beats.g_wide.i_wide.i_rows.first_q?" *) input logic [127:0] row_first,
  (* probe = "i_dut.i_beats.g_wide.i_wide.i_rows.second_q?" *) input logic [127:0] row_second,
  (* probe = "i_dut.i_beats.g_wide.i_wide.i_rows.of_first_q?" *) input logic [Rows-1:0] row_of_first,
  (* probe = "i_dut.i_beats.g_wide.i_wide.i_rows.of_second_q?" *) input logic [Rows-1:0] row_of_second,
  (* probe = "i_dut.i_beats.g_wide.i_wide.g_beats.part_q?" *) input logic [PartWidth-1:0] row_part,

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
    .FifoDepth(FifoDepth),
    .Wide(Wide)
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

  // ---- What leaves -----------------------------------------------------------------------------

  // What is not ended goes on with the same slots (TV:R-03).
  `RVT_STABLE(Whole_A, valid && active_i && !word_leaves, {valid, waiting})

  if (Wide == 0) begin : g_single
    // Operation and size behind the address of a transaction, with no opcode before them.
    logic access;
    if (Elements[9]) begin : g_access
      assign access = dut_now[rvt_tandem_pkg::BusRequest];
    end else begin : g_no_access
      assign access = 1'b0;
    end

    rvt_fv_tandem_single #(
      .Lanes(Lanes),
      .DataBytes(DataBytes),
      .Longest(Longest)
    ) i_leaves (
      .*,
      .which_i(which_i[3:0]),
      .first(dut_now[rvt_tandem_pkg::Head])
    );
  end else begin : g_wide
    rvt_fv_tandem_wide #(
      .Lanes(Lanes),
      .HeadBytes(HeadBytes),
      .Longest(Longest),
      .X0(Elements[9] ? 0 : 1)
    ) i_leaves (
      .*,
      .take(piece_ready),
      .head(piece_head),
      .head_bytes(piece_head_bytes),
      .first(piece_first),
      .first_bytes(piece_first_bytes),
      .second(piece_second),
      .second_bytes(piece_second_bytes),
      .last(piece_last)
    );
  end

  // ---- What waits ------------------------------------------------------------------------------

  logic [Slots-1:0] front, front_bad;  // slots of the word on offer: valid; as no record is
  logic [QueueDepth-1:0] bare, others_bad;  // words behind it: without a slot; with such a one
  for (genvar s = 0; s < Slots; s++) begin : g_front
    assign front[s] = waiting[SlotWidth*s];
    assign front_bad[s] = is_bad(waiting[SlotWidth*s+:HartWidth]);
  end
  for (genvar w = 0; w < QueueDepth; w++) begin : g_word
    logic [Slots-1:0] valids;
    logic [Nret-1:0] bad;
    logic held;
    assign held = (w + QueueDepth - 32'(dut_rptr)) % QueueDepth < 32'(dut_level);
    for (genvar s = 0; s < Slots; s++) begin : g_valid
      assign valids[s] = dut_mem[WordWidth*w+HartWidth*s];
    end
    for (genvar s = 0; s < Nret; s++) begin : g_slot
      assign bad[s] = is_bad(dut_mem[WordWidth*w+HartWidth*s+:HartWidth]);
    end
    assign bare[w] = held && valids == '0;
    assign others_bad[w] = held && bad != '0;
  end

  // A write of x0; a pc or an instruction behind a begin that has none.
  function automatic logic is_bad(input logic [HartWidth-1:0] slot);
    is_bad = (Has[rvt_tandem_pkg::Gpr] && slot[GprAt] && slot[GprAt+1+:5] == '0) ||
             (slot[PcAt] && slot[2:1] != rvt_tandem_pkg::HeadPlain &&
              slot[2:1] != rvt_tandem_pkg::HeadInit) ||
             (slot[InsnAt] && slot[2:1] != rvt_tandem_pkg::HeadIncrement &&
              !(slot[2:1] == rvt_tandem_pkg::HeadPlain && slot[PcAt]));
  endfunction

  // Slots leave from the lowest one on, each once, and with the last one the word.
  logic [Slots-1:0] left_q, rest, lowest;
  logic [SlotWidth-1:0] slot;
  assign rest = front & ~left_q;
  always_comb begin
    lowest = '0;
    slot = '0;
    for (int unsigned s = 0; s < Slots; s++) begin
      if (rest[s] && lowest == '0) begin
        lowest[s] = 1'b1;
        slot = waiting[SlotWidth*s+:SlotWidth];
      end
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) left_q <= '0;
    else if (!active_i) left_q <= '0;
    else if (slot_leaves) left_q <= rest == lowest ? '0 : left_q | lowest;
  end
  `RVT_IMPLIES(Slot_A, valid, dut_slot == slot)
  `RVT_ASSERT(Word_A, word_leaves == (slot_leaves && rest == lowest))
  `RVT_ASSERT(Left_L, dut_spent == left_q)

  `RVT_IMPLIES(Front_L, valid, front_bad == '0 && (front & ~dut_spent) != '0)
  `RVT_ASSERT(Words_L, QueueDepth == 1 || (bare == '0 && others_bad == '0))
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

  `RVT_COVER(Stalled_C, obeys_q && stall && m_valid)
  `RVT_COVER(Again_C, lost_q && dut_put)

endmodule
