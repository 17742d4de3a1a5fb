// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The data port of `rvt_soc` for a master with AXI4 of 64 bits: one burst at a time, 32 bits after the other.
/// Of CVA6's accesses: bursts of 8 bytes a beat that count up (INCR), single beats of any size, and of these the atomic ones (AWATOP) and
/// the exclusive ones (AxLOCK) of 4 and 8 bytes; others end the simulation.
///
/// The master's clock may be stopped: it is there in clocks with `step_i`, and a handshake waits for it.
module rvt_soc_axi #(
  parameter int unsigned IdWidth = 4
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               step_i,

  input  logic               aw_valid_i,
  output logic               aw_ready_o,
  input  logic [IdWidth-1:0] aw_id_i,
  input  logic [31:0]        aw_addr_i,
  input  logic [7:0]         aw_len_i,
  input  logic [2:0]         aw_size_i,
  input  logic [1:0]         aw_burst_i,
  input  logic [5:0]         aw_atop_i,
  input  logic               aw_lock_i,
  input  logic               w_valid_i,
  output logic               w_ready_o,
  input  logic [63:0]        w_data_i,
  input  logic [7:0]         w_strb_i,
  output logic               b_valid_o,
  input  logic               b_ready_i,
  output logic [IdWidth-1:0] b_id_o,
  input  logic               ar_valid_i,
  output logic               ar_ready_o,
  input  logic [IdWidth-1:0] ar_id_i,
  input  logic [31:0]        ar_addr_i,
  input  logic [7:0]         ar_len_i,
  input  logic [2:0]         ar_size_i,
  input  logic [1:0]         ar_burst_i,
  input  logic               ar_lock_i,
  output logic               r_valid_o,
  input  logic               r_ready_i,
  output logic [IdWidth-1:0] r_id_o,
  output logic [63:0]        r_data_o,
  output logic               r_last_o,
  output logic               exokay_o,  // the answer is that of an exclusive access that has succeeded
  output logic [63:0]        atomic_o,  // what the last atomic access has left in memory, in its lanes

  output logic               req_o,
  input  logic               gnt_i,
  output logic [31:0]        addr_o,
  output logic               we_o,
  output logic [3:0]         be_o,
  output logic [31:0]        wdata_o,
  input  logic               rvalid_i,
  input  logic [31:0]        rdata_i
);

  typedef enum logic [2:0] {
    Idle   = 3'd0,
    Beat   = 3'd1,  // of a write
    Ask    = 3'd2,  // an access of 32 bits is requested ...
    Wait   = 3'd3,  // ... and granted
    Answer = 3'd4,  // a beat of a read, or a write's end
    Old    = 3'd5   // what an atomic access found
  } state_e;

  localparam logic [2:0] AllLanes = 3'd3;  // AxSIZE of 8 bytes
  localparam logic [1:0] Incr = 2'd1;  // AxBURST
  localparam logic [2:0] AtomicLoad = 3'd4;  // AWATOP[5:3]: what was there is the answer
  localparam logic [5:0] AtomicSwap = 6'h30;

  state_e state_q;
  logic aw_wrong, ar_wrong, atop_wrong, aw_lock_wrong, ar_lock_wrong;
  logic write_q, high_q, both_q;
  logic fetch_q;  // an atomic access reads first
  logic word_q;  // ... and has 4 bytes
  logic [5:0] atop_q;
  logic [63:0] operand_q;
  logic lock_q, reserved_q, exokay_q;
  logic [31:0] reserved_at_q;
  logic [IdWidth-1:0] id_q;
  logic [31:0] addr_q;
  logic [7:0] left_q, strb_q;
  logic [63:0] data_q;

  assign aw_wrong = aw_len_i != '0 && (aw_size_i != AllLanes || aw_burst_i != Incr);
  assign ar_wrong = ar_len_i != '0 && (ar_size_i != AllLanes || ar_burst_i != Incr);
  assign atop_wrong = aw_atop_i != '0 &&
      (aw_lock_i || aw_len_i != '0 || aw_size_i < 3'd2 || aw_size_i > AllLanes ||
       (aw_atop_i[5:3] != AtomicLoad && aw_atop_i != AtomicSwap));
  assign aw_lock_wrong = aw_lock_i && (aw_len_i != '0 || aw_size_i < 3'd2);
  assign ar_lock_wrong = ar_lock_i && (ar_len_i != '0 || ar_size_i < 3'd2);

  assign aw_ready_o = state_q == Idle;
  assign ar_ready_o = state_q == Idle && !aw_valid_i;
  assign w_ready_o = state_q == Beat;
  assign b_valid_o = state_q == Answer && write_q;
  assign r_valid_o = state_q == Old || state_q == Answer && !write_q;
  assign b_id_o = id_q;
  assign r_id_o = id_q;
  assign exokay_o = exokay_q;
  assign r_data_o = data_q;
  assign r_last_o = left_q == '0;

  assign req_o = state_q == Ask && (!we_o || be_o != '0);
  assign addr_o = {addr_q[31:3], high_q, 2'd0};
  assign we_o = write_q && !fetch_q;
  assign be_o = high_q ? strb_q[7:4] : strb_q[3:0];
  assign wdata_o = high_q ? data_q[63:32] : data_q[31:0];

  // What an atomic access makes of `was` and the operand `by`: AWATOP[2:0]. A word is in the upper half.
  function automatic logic [63:0] made(logic [5:0] atop, logic [63:0] was, logic [63:0] by);
    logic less;
    less = atop[1] ? was < by : $signed(was) < $signed(by);
    unique case (atop[2:0])
      3'd0:    made = atop == AtomicSwap ? by : was + by;
      3'd1:    made = was & ~by;
      3'd2:    made = was ^ by;
      3'd3:    made = was | by;
      3'd4, 3'd6: made = less ? by : was;  // the greater one
      default: made = less ? was : by;
    endcase
  endfunction

  // The lanes of the access, at the upper end.
  logic [63:0] was, by, result;
  assign was = !word_q ? data_q : addr_q[2] ? {data_q[63:32], 32'd0} : {data_q[31:0], 32'd0};
  assign by = !word_q ? operand_q : addr_q[2] ? {operand_q[63:32], 32'd0} : {operand_q[31:0], 32'd0};
  assign result = made(atop_q, was, by);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Idle;
      reserved_q <= 1'b0;
    end else begin
      unique case (state_q)
        Idle: begin
          if (step_i && (aw_valid_i || ar_valid_i)) begin
            write_q <= aw_valid_i;
            id_q <= aw_valid_i ? aw_id_i : ar_id_i;
            addr_q <= aw_valid_i ? aw_addr_i : ar_addr_i;
            left_q <= aw_valid_i ? aw_len_i : ar_len_i;
            both_q <= aw_valid_i || ar_size_i == AllLanes;
            high_q <= !aw_valid_i && ar_size_i != AllLanes && ar_addr_i[2];
            state_q <= aw_valid_i ? Beat : Ask;
            fetch_q <= aw_valid_i && aw_atop_i != '0;
            word_q <= aw_size_i != AllLanes;
            atop_q <= aw_atop_i;
            lock_q <= aw_valid_i && aw_lock_i;
            exokay_q <= aw_valid_i ? aw_lock_i && reserved_q && reserved_at_q == aw_addr_i : ar_lock_i;
            if (aw_valid_i && aw_lock_i) reserved_q <= 1'b0;
            else if (!aw_valid_i && ar_lock_i) {reserved_q, reserved_at_q} <= {1'b1, ar_addr_i};
          end
          if (step_i && aw_valid_i && atop_wrong)
            $fatal(1, "expected no atomic access with AWATOP %0d", aw_atop_i);
          if (step_i && (aw_valid_i ? aw_lock_wrong : ar_valid_i && ar_lock_wrong)) begin
            $fatal(1, "expected an exclusive access of one beat, AxSIZE 2 or 3, found %0d, %0d",
                   (aw_valid_i ? aw_len_i : ar_len_i) + 8'd1, aw_valid_i ? aw_size_i : ar_size_i);
          end
          if (step_i && (aw_valid_i ? aw_wrong : ar_valid_i && ar_wrong)) begin
            $fatal(1, "expected a burst with AxSIZE 3, AxBURST 1, found %0d, %0d",
                   aw_valid_i ? aw_size_i : ar_size_i, aw_valid_i ? aw_burst_i : ar_burst_i);
          end
        end
        Beat: begin
          if (step_i && w_valid_i) begin
            {data_q, strb_q} <= {w_data_i, lock_q && !exokay_q ? 8'd0 : w_strb_i};
            operand_q <= w_data_i;
            high_q <= 1'b0;
            state_q <= Ask;
          end
        end
        Ask: if (!req_o || gnt_i) state_q <= Wait;
        Wait: begin
          // An access without bytes is none.
          if (rvalid_i || we_o && be_o == '0) begin
            if (!we_o && high_q) data_q[63:32] <= rdata_i;
            if (!we_o && !high_q) data_q[31:0] <= rdata_i;
            high_q <= 1'b1;
            if (both_q && !high_q) begin
              state_q <= Ask;
            end else if (fetch_q) begin
              state_q <= Old;
            end else if (write_q && left_q != '0) begin
              addr_q <= addr_q + 32'd8;
              left_q <= left_q - 8'd1;
              state_q <= Beat;
            end else begin
              state_q <= Answer;
            end
          end
        end
        Old: begin
          if (step_i && r_ready_i) begin
            fetch_q <= 1'b0;
            high_q <= 1'b0;
            data_q <= word_q ? {2{result[63:32]}} : result;
            atomic_o <= word_q ? {2{result[63:32]}} : result;
            state_q <= Ask;
          end
        end
        Answer: begin
          if (step_i && (write_q ? b_ready_i : r_ready_i)) begin
            addr_q <= addr_q + 32'd8;
            left_q <= left_q - 8'd1;
            high_q <= 1'b0;
            state_q <= write_q || left_q == '0 ? Idle : Ask;
          end
        end
        default: state_q <= Idle;
      endcase
    end
  end

endmodule
