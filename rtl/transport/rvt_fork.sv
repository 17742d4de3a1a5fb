// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Fan-out of the stream between components: docs/units/fork.md (TCI:LINK-08).
///
/// Each branch takes a beat when it can; the beat passes when all members of its message have it. So
/// `m_valid_o` depends on no `m_ready_i`. Nothing is stored: what has not passed is the producer's.
module rvt_fork #(
  parameter int unsigned Framing    = 0,  // of rvt_framing_pkg; read by checkers
  parameter int unsigned Lanes      = 1,  // bytes per beat: 1, 2, 4, 8 or 16
  parameter int unsigned Branches   = 2,  // 1..8
  localparam int unsigned BytesWidth = $clog2(Lanes) + 1
) (
  input  logic                           clk_i,  // one clock for everything
  input  logic                           rst_ni,  // asserted asynchronously, released synchronously
  input  logic                           clr_i,  // the producer is in reset: no message is open
  input  logic                           closing_i,  // it ends its message and then is reset

  input  logic                           s_valid_i,  // a beat is offered
  input  logic [8*Lanes-1:0]             s_data_i,  // byte 0 in 7:0
  input  logic [BytesWidth-1:0]          s_bytes_i,  // bytes of the beat, 1..Lanes
  input  logic                           s_eom_i,  // the beat ends a message
  input  logic                           s_sync_i,  // of a first beat: a decoder can begin with it
  input  logic [5:0]                     s_length_i,  // ... bytes of its message; 0: not known
  output logic                           s_ready_o,  // the beat passes in this clock
  output logic                           s_dn_on_o,  // somebody takes a message, or the rest of one
  output logic                           s_dn_stopped_o,  // a branch has stopped, and all wait
  output logic                           s_dn_lost_o,  // a branch has not all that it took
  output logic                           s_sync_req_o,  // a branch that is on waits for s_sync_i

  output logic [Branches-1:0]            m_valid_o,  // a beat is offered to this branch
  output logic [Branches*8*Lanes-1:0]    m_data_o,  // branch 0 in the low bits
  output logic [Branches*BytesWidth-1:0] m_bytes_o,  // as the stream's, 0 without a beat
  output logic [Branches-1:0]            m_eom_o,  // as the stream's, 0 without a beat
  output logic [Branches*6-1:0]          m_length_o,  // as the stream's, 0 without a beat
  output logic [Branches-1:0]            m_cut_o,  // the rest of the message will not come
  input  logic [Branches-1:0]            m_ready_i,  // the branch takes the beat in this clock
  input  logic [Branches-1:0]            m_dn_on_i,  // it takes messages, or the rest of one
  input  logic [Branches-1:0]            m_dn_stopped_i,  // it has stopped by itself
  input  logic [Branches-1:0]            m_dn_lost_i  // it has discarded what it took
);

  if (Lanes != 1 && Lanes != 2 && Lanes != 4 && Lanes != 8 && Lanes != 16) begin : g_bad_lanes
    $error("rvt_fork: Lanes must be 1, 2, 4, 8 or 16");
  end
  if (Branches < 1 || Branches > 8) begin : g_bad_branches
    $error("rvt_fork: Branches must be 1..8");
  end

  logic in_msg_q, in_msg_d;  // the first beat of a message has passed, its last has not
  logic [Branches-1:0]
      set_q, set_d;  // branches that have taken some of the message, and not its last beat
  logic [Branches-1:0] sent_q, sent_d;  // branches that have the beat on offer already
  logic [Branches-1:0] missed_q, missed_d;  // branches that wait for a message to begin with
  logic [Branches-1:0] hurt_q, hurt_d;  // ... and have not all that they took: an Error is to come
  logic [Branches-1:0] on_q;  // m_dn_on_i in the clock before
  logic [Branches-1:0] leaves;  // branches of set_q that are no members any more
  logic [Branches-1:0] waits, begins, member, takes;
  logic some, passes, entry;

  // A branch that is on is waited for, and one that has stopped: so a stop loses nothing (TCI:RAM-13). A
  // producer that is about to be reset cannot wait. All others were reset, or have discarded what they had.
  assign waits = m_dn_on_i | (m_dn_stopped_i & {Branches{!closing_i}});

  // The first beat of a message is offered to every branch that is waited for and can begin with it. A branch
  // that has taken the last beat has the whole message, even if it is off by now.
  assign begins = waits & (~missed_q | {Branches{s_sync_i}});
  assign member = (in_msg_q ? set_q & waits : begins) | (sent_q & {Branches{s_eom_i}});
  assign some = |member;
  assign leaves = set_q & ~member;

  assign m_valid_o = member & ~sent_q & {Branches{s_valid_i}};
  assign takes = m_valid_o & m_ready_i;
  // The rest of a message whose members are all gone is discarded, and so is a message with which no branch
  // that is on can begin.
  assign s_ready_o = some ? (member & ~sent_q & ~m_ready_i) == '0 : in_msg_q || s_dn_on_o;
  assign passes = s_valid_i && s_ready_o;

  assign s_dn_on_o = |m_dn_on_i;
  assign s_dn_stopped_o = |m_dn_stopped_i;
  // An Error that passed while the branch was off is not in its stream: it is asked for again.
  assign s_dn_lost_o = |(m_dn_lost_i | leaves | (m_dn_on_i & ~on_q & hurt_q));
  assign entry = s_valid_i && s_sync_i && !in_msg_q;  // a message to begin with is on offer
  assign s_sync_req_o = |(m_dn_on_i & missed_q & ~hurt_q) && !entry;
  assign m_cut_o = leaves | (set_q & {Branches{clr_i}});

  for (genvar b = 0; b < Branches; b++) begin : g_branch
    assign m_data_o[8*Lanes*b+:8*Lanes] = m_valid_o[b] ? s_data_i : '0;
    assign m_bytes_o[BytesWidth*b+:BytesWidth] = m_valid_o[b] ? s_bytes_i : '0;
    assign m_eom_o[b] = m_valid_o[b] && s_eom_i;
    assign m_length_o[6*b+:6] = m_valid_o[b] ? s_length_i : '0;
  end

  always_comb begin
    in_msg_d = in_msg_q;
    set_d = s_eom_i ? set_q & member & ~takes : (set_q & member) | takes;
    sent_d = (sent_q & member) | takes;
    missed_d = (missed_q & ~(takes & {Branches{!in_msg_q}})) |
               (~member & {Branches{passes && !in_msg_q}}) | m_cut_o | m_dn_lost_i;
    hurt_d = (hurt_q & ~(takes & {Branches{!in_msg_q}})) | m_cut_o | m_dn_lost_i;
    if (passes) begin
      in_msg_d = !s_eom_i;
      set_d = s_eom_i ? '0 : member;
      sent_d = '0;
    end
    if (clr_i) begin
      in_msg_d = 1'b0;
      set_d = '0;
      sent_d = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_msg_q <= 1'b0;
      set_q <= '0;
      sent_q <= '0;
      missed_q <= '0;
      hurt_q <= '0;
      on_q <= '0;
    end else begin
      in_msg_q <= in_msg_d;
      set_q <= set_d;
      sent_q <= sent_d;
      missed_q <= missed_d;
      hurt_q <= hurt_d;
      on_q <= m_dn_on_i;
    end
  end

  // ---- Assertions -------------------------------------------------------------------------------

  // A branch that has the beat on offer has begun the message, unless that beat ends it.
  `RVT_IMPLIES(SentBegun_A, s_valid_i && !s_eom_i, (sent_q & ~set_q) == '0)
  // Before the first beat has passed, only branches that have it have begun.
  `RVT_IMPLIES(Begun_A, !in_msg_q, (set_q & ~sent_q) == '0)
  // A producer in reset offers nothing.
  `RVT_ASSUME(Clr_M, !(clr_i && s_valid_i))
  // Who has not all that it took waits for a message to begin with.
  `RVT_ASSERT(Hurt_A, (hurt_q & ~missed_q) == '0)
  // A branch takes nothing while it is off, and one that has stopped is off.
  `RVT_ASSUME(Off_M, (m_ready_i & ~m_dn_on_i) == '0)
  `RVT_ASSUME(Stopped_M, (m_dn_stopped_i & m_dn_on_i) == '0)
  // Who discards what it has taken takes nothing.
  `RVT_ASSUME(Lost_M, (m_dn_lost_i & (m_dn_on_i | m_dn_stopped_i)) == '0)
  // While no branch is on, no message begins (TCI:LINK-07).
  `RVT_IMPLIES(Refuse_A, !in_msg_q && !s_dn_on_o && sent_q == '0, !s_ready_o)

endmodule
