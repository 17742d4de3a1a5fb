// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Fork between any producer and any sinks: what each sink has got, counted at the sink.
///
/// A sink that is off forgets a message it has not whole; so does one that has stopped, when the
/// producer closes. It may come back in any clock. `all_q` and `has_q` say the rule of docs/units/fork.md
/// "Fork" beat by beat, the counts at the sinks say what comes of it.
module rvt_fv_fork #(
  parameter int unsigned Lanes       = 1,
  parameter int unsigned Branches    = 2,
  localparam int unsigned BytesWidth = $clog2(Lanes) + 1
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic                  clr_i,
  input logic                  closing_i,
  input logic                  s_valid_i,
  input logic [8*Lanes-1:0]    s_data_i,
  input logic [BytesWidth-1:0] s_bytes_i,
  input logic                  s_eom_i,
  input logic                  s_sync_i,
  input logic [5:0]            s_length_i,
  input logic [Branches-1:0]   m_ready_i,
  input logic [Branches-1:0]   m_dn_on_i,
  input logic [Branches-1:0]   m_dn_stopped_i,
  input logic [Branches-1:0]   m_dn_lost_i,

  (* probe = "i_dut.in_msg_q" *) input logic dut_in_msg,
  (* probe = "i_dut.set_q" *) input logic [Branches-1:0] dut_set,
  (* probe = "i_dut.sent_q" *) input logic [Branches-1:0] dut_sent,
  (* probe = "i_dut.missed_q" *) input logic [Branches-1:0] dut_missed,
  (* probe = "i_dut.hurt_q" *) input logic [Branches-1:0] dut_hurt,
  (* probe = "i_dut.on_q" *) input logic [Branches-1:0] dut_on
);

  localparam int unsigned CountBits = 3;

  logic s_ready, dn_on, dn_stopped, dn_lost, sync_req;
  logic [Branches-1:0] m_valid, m_eom, m_cut;
  logic [Branches*8*Lanes-1:0] m_data;
  logic [Branches*BytesWidth-1:0] m_bytes;
  logic [Branches*6-1:0] m_length;

  rvt_fork #(
    .Lanes(Lanes),
    .Branches(Branches)
  ) i_dut (
    .*,
    .s_ready_o(s_ready),
    .s_dn_on_o(dn_on),
    .s_dn_stopped_o(dn_stopped),
    .s_dn_lost_o(dn_lost),
    .s_sync_req_o(sync_req),
    .m_valid_o(m_valid),
    .m_data_o(m_data),
    .m_bytes_o(m_bytes),
    .m_eom_o(m_eom),
    .m_length_o(m_length),
    .m_cut_o(m_cut)
  );

  always @(*) if ($initstate) assume (!rst_ni);

  // A beat on offer stays until it passes, or its producer is reset (TCI:LINK-05).
  logic held_q;
  logic [8*Lanes+BytesWidth+1:0] payload, payload_q;
  assign payload = {s_data_i, s_bytes_i, s_eom_i, s_sync_i};
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= 1'b0;
    else held_q <= s_valid_i && !s_ready;
  end
  always_ff @(posedge clk_i) payload_q <= payload;
  `RVT_IMPLIES_M(Offer_M, held_q && !clr_i, s_valid_i && payload == payload_q)
  `RVT_IMPLIES_M(Quiet_M, !s_valid_i, !s_eom_i)

  // ---- Rule ----------------------------------------------------------------------------------------

  logic first_q, first_d, passes;
  logic [CountBits-1:0] beats_q, beats_d;  // of the message that have passed
  logic [Branches-1:0] waits, takes, owed, has_now, left;
  logic [Branches-1:0] behind_q, behind_d;  // something that came before is not there
  logic [Branches-1:0] hurt_q, hurt_d;  // ... though it took of it
  logic [Branches-1:0] on_q;
  logic [Branches-1:0] all_q, all_d;  // has all beats before the one on offer
  logic [Branches-1:0] has_q, has_d;  // ... and this one
  logic [Branches-1:0] whole_q, whole_d;  // ... which ends the message

  assign waits = m_dn_on_i | (closing_i ? '0 : m_dn_stopped_i);
  assign takes = m_valid & m_ready_i;
  assign passes = s_valid_i && s_ready;
  // The beat is for whoever is waited for and has everything before it; a message that stands alone
  // is for everybody.
  assign owed = waits & ~has_q & (first_q ? ~behind_q | {Branches{s_sync_i}} : all_q);
  assign left = ~waits & (first_q ? has_q : all_q) & ~whole_q;
  // A branch that turns away forgets, but for a message that it has to its end.
  assign has_now = takes | (has_q & (waits | whole_q));

  always_comb begin
    first_d = passes ? s_eom_i : first_q;
    beats_d = !passes ? beats_q : s_eom_i ? '0 : beats_q + CountBits'(1);
    all_d = all_q & (waits | whole_q);
    has_d = has_now;
    behind_d = behind_q & ~(takes & {Branches{first_q}});
    if (passes && first_q) behind_d = behind_d | ~has_now;
    behind_d = behind_d | m_cut | m_dn_lost_i;
    hurt_d = (hurt_q & ~(takes & {Branches{first_q}})) | m_cut | m_dn_lost_i;
    if (passes) begin
      all_d = s_eom_i ? '0 : has_d;
      has_d = '0;
    end
    if (clr_i) begin
      first_d = 1'b1;
      beats_d = '0;
      all_d = '0;
      has_d = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q <= 1'b1;
      beats_q <= '0;
      all_q <= '0;
      has_q <= '0;
      behind_q <= '0;
      hurt_q <= '0;
      on_q <= '0;
    end else begin
      first_q <= first_d;
      beats_q <= beats_d;
      all_q <= all_d;
      has_q <= has_d;
      behind_q <= behind_d;
      hurt_q <= hurt_d;
      on_q <= m_dn_on_i;
    end
  end

  // A beat is offered to each of these, to nobody else, whoever is ready (TCI:LINK-05, LINK-08).
  `RVT_ASSERT(Offer_A, m_valid == (owed & {Branches{s_valid_i}}))
  // It passes when they all have it, and no later; a first one when somebody has it (TCI:LINK-07), or who
  // is on could not begin with it.
  `RVT_IMPLIES(Pass_A, s_valid_i,
               s_ready == ((owed & ~takes) == '0 && !(first_q && has_now == '0 && m_dn_on_i == '0)))
  // Who has missed something begins with a message that stands alone (NT:ERR-01, TCI:CTRL-11).
  `RVT_IMPLIES(TakenUp_A, first_q && |(takes & behind_q), s_sync_i)
  // Who has begun a message and leaves it is told so, and so is the producer.
  `RVT_ASSERT(Lost_A, dn_lost == |(m_dn_lost_i | left | (m_dn_on_i & ~on_q & hurt_q)))
  `RVT_ASSERT(Cut_A, m_cut == (left | ((first_q ? has_q : all_q) & ~whole_q & {Branches{clr_i}})))
  // Somebody who has stopped holds up a message of his (TCI:RAM-13), but not a producer that closes.
  `RVT_IMPLIES(Stopped_A, s_valid_i && !closing_i && |(owed & m_dn_stopped_i), !s_ready)
  `RVT_IMPLIES(Closing_A, s_valid_i && closing_i && !first_q && m_dn_on_i == '0, s_ready)
  // A request for a sync stands while somebody who is on waits for one and for no Error, and none is on
  // offer (D-34).
  `RVT_ASSERT(Asks_A, sync_req == (|(m_dn_on_i & behind_q & ~hurt_q) &&
                                   !(first_q && s_valid_i && s_sync_i)))
  `RVT_ASSERT(Listens_A, dn_on == |m_dn_on_i && dn_stopped == |m_dn_stopped_i)

  // ---- At the sinks --------------------------------------------------------------------------------

  logic [Branches-1:0] mid_q, mid_d;  // a message has begun there and not ended
  logic [Branches-1:0] loyal_q, loyal;  // waited for since the first beat was offered
  logic [CountBits*Branches-1:0] count_q, count_d;  // beats of that message it has taken
  logic [Branches-1:0] bad_payload, bad_begin, bad_count, bad_end, bad_lemma;
  assign loyal = loyal_q & (waits | {Branches{first_q && !s_valid_i}}) &
                 (~behind_q | {Branches{!first_q || !s_valid_i || s_sync_i}});

  for (genvar b = 0; b < Branches; b++) begin : g_sink
    logic [CountBits-1:0] count, next;
    assign count = count_q[CountBits*b+:CountBits];
    assign next = (mid_q[b] ? count : '0) + CountBits'(takes[b]);
    assign mid_d[b] = !clr_i && (takes[b] ? !s_eom_i : mid_q[b] && waits[b]);
    assign whole_d[b] = !clr_i && !(passes && s_eom_i) && (whole_q[b] || (takes[b] && s_eom_i));
    assign count_d[CountBits*b+:CountBits] = takes[b] ? next : count;
    assign bad_payload[b] = m_data[8*Lanes*b+:8*Lanes] != (m_valid[b] ? s_data_i : '0) ||
                            m_bytes[BytesWidth*b+:BytesWidth] != (m_valid[b] ? s_bytes_i : '0) ||
                            m_eom[b] != (m_valid[b] && s_eom_i);
    // Between first and last beat nothing else comes, and no beat twice.
    assign bad_begin[b] = takes[b] && (mid_q[b] && waits[b]) == first_q;
    assign bad_count[b] = takes[b] && next != beats_q + CountBits'(1);
    assign bad_end[b] = passes && s_eom_i && loyal[b] && !whole_q[b] && !takes[b];
    assign bad_lemma[b] =
        (!first_q && all_q[b] && (mid_q[b] == whole_q[b] ||
                                  count != beats_q + CountBits'(has_q[b]))) ||
        (first_q && (mid_q[b] != (has_q[b] && !whole_q[b]) || (mid_q[b] && count != CountBits'(1)))) ||
        (!first_q && mid_q[b] && !all_q[b]) || (!first_q && loyal_q[b] && !all_q[b]) ||
        (has_q[b] && !clr_i && (!s_valid_i || s_eom_i != whole_q[b])) || (whole_q[b] && !has_q[b]) ||
        (first_q && has_q[b] && behind_q[b] && !whole_q[b]);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mid_q <= '0;
      whole_q <= '0;
      loyal_q <= '1;
      count_q <= '0;
    end else begin
      mid_q <= mid_d;
      whole_q <= whole_d;
      loyal_q <= loyal | {Branches{clr_i || (passes && s_eom_i)}};
      count_q <= count_d;
    end
  end

  // What a sink takes is the beat on offer, and all is 0 where there is none.
  `RVT_ASSERT(Payload_A, bad_payload == '0)
  // No message begins within another, none goes on that has not begun (TCI:LINK-01).
  `RVT_ASSERT(Begin_A, bad_begin == '0)
  // Nothing is left out, twice or out of its order.
  `RVT_ASSERT(Count_A, bad_count == '0)
  // Who was there all the time has the message to its end.
  `RVT_ASSERT(Whole_A, bad_end == '0)

  // ---- Lemmas --------------------------------------------------------------------------------------

  `RVT_ASSERT(State_L, dut_in_msg == !first_q && dut_set == ((first_q ? has_q : all_q) & ~whole_q) &&
              dut_sent == has_q && dut_missed == behind_q && dut_hurt == hurt_q && dut_on == on_q &&
              (hurt_q & ~behind_q) == '0)
  `RVT_ASSERT(Sinks_L, bad_lemma == '0 && (!first_q || beats_q == '0))

  // ---- Covers --------------------------------------------------------------------------------------

  logic [Branches-1:0] stopped_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stopped_q <= '0;
    else stopped_q <= m_dn_stopped_i & all_q & ~has_q & {Branches{s_valid_i && !clr_i}};
  end
  // Each has a message of three beats; one had a beat before the other.
  `RVT_COVER(Whole_C, passes && s_eom_i && beats_q == CountBits'(2) && &(has_now & all_q) &&
             &(takes | has_q) && takes != {Branches{1'b1}})
  // One stops within a message and goes on.
  `RVT_COVER(Resumed_C, |(stopped_q & takes))
  // One has missed a message, and begins again.
  `RVT_COVER(TakenUp_C, first_q && !clr_i && |(takes & behind_q))
  // All have left, and the rest is nobody's.
  `RVT_COVER(Nobody_C, passes && !first_q && has_now == '0)
  // A producer that closes leaves one behind who has stopped, and the other gets the end.
  `RVT_COVER(Left_C, passes && s_eom_i && closing_i && |(m_dn_stopped_i & stopped_q) && takes != '0)

endmodule
