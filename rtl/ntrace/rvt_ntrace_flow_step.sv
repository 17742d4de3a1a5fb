// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// One step of flow: what the run asks for in this clock, and the state after it. Combinational.
///
/// The order of the `act` decision is that of the messages (NT:ORD-01..10); docs/units/flow.md
/// has it as a table. No decision waits for an adder: a counter is full from the clock after.
module rvt_ntrace_flow_step #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned IcntWidth = Build.IcntWidth,
  localparam int unsigned Excess    = rvt_ntrace_pkg::run_outcomes(Build.FlowBlocks,
                                                                   Build.HistWidth) - 1,
  localparam int unsigned HistBits = Build.HistWidth + Excess
) (
  input  logic                          clk_i,   // read by assertions only
  input  logic                          rst_ni,  // read by assertions only
  input  logic                          htm_i,         // mode of the session
  input  logic                          plain_sync_i,  // a sync at a branch follows it (D-09)
  input  logic                          by_message_i,  // a record may make a sync due
  input  logic                          ir_i,          // implicit return is on
  input  logic                          context_en_i,  // Ownership messages are on

  // state before the step
  input  rvt_ntrace_pkg::flow_flags_t   flags_i,
  input  logic [IcntWidth-1:0]          icnt_i,
  input  logic                          icnt_any_i,  // I-CNT is not 0
  input  logic [HistBits-1:0]           hist_i,
  input  logic                          no_ref_i,       // the address sent last is 0
  input  logic                          straight_i,     // the program goes on after the last block
  input  logic                          due_i,          // a sync is due ...
  input  logic                          due_next_i,     // ... behind the run
  input  logic                          stack_any_i,
  input  logic                          same_i,         // the run is where the popped address says

  input  logic                          valid_i,
  input  rvt_ntrace_pkg::run_t          run_i,
  output logic                          ready_o,  // the run leaves with this step

  output logic                          offer_o,  // there is a record ...
  output rvt_ntrace_pkg::flow_act_t     act_o,    // ... of this
  output logic                          direct_o,    // with `act.count`: DirectBranch
  output logic                          drain_o,     // of a full counter, ...
  output logic                          word_o,      // ... which is HIST
  output rvt_ntrace_pkg::sync_e         reason_o,    // SYNC of a sync
  input  logic                          rec_ready_i,

  output logic                          count_o,    // the run is counted
  output logic                          prepare_o,  // the address sent last becomes 0
  output logic                          restart_o,  // all is forgotten
  output logic                          sent_o,     // an address is sent
  output logic                          step_o,     // there is a step, and it takes effect
  output rvt_ntrace_pkg::flow_flags_t   flags_o,    // after it
  output logic                          icnt_en_o,  // I-CNT changes ...
  output logic [IcntWidth-1:0]          icnt_o,     // ... to this ...
  output logic                          icnt_any_o,  // ... which is not 0
  output logic                          hist_en_o,
  output logic [HistBits-1:0]           hist_o,
  output logic                          hist_any_o  // it has an outcome
);

  localparam bit HasBtm = Build.Btm != 0;
  localparam bit HasHtm = Build.Htm != 0;
  localparam bit HasStack = Build.StackDepth > 0;
  localparam bit HasEvents = Build.Events != 0;
  localparam bit HasContext = Build.Context != 0;
  localparam bit HasTwo = rvt_ntrace_pkg::ownerships(Build.Context, Build.HcontextWidth) > 1;
  localparam logic [HistBits-1:0] NoHist = HistBits'(1);  // NT:HIST-01

  rvt_ntrace_pkg::flow_act_t act;
  rvt_ntrace_pkg::flow_flags_t flags_d;
  logic [IcntWidth-1:0] icnt_n, icnt_d;  // counted; after the step
  // After the step; outcomes behind the one that filled HIST; without those of the run.
  logic [HistBits-1:0] hist_d, rest, kept;
  logic is_stop, is_block, taken, transfer, hold, known, match, due, reset, sequential, pops;
  logic icnt_full, hist_full, direct, plain, ends_branch, through, alone, counts, quiet;
  logic done, steps, restart, icnt_sent, hist_sent, owns;

  assign is_stop = run_i.kind == rvt_ingress_pkg::EntryStop;
  assign is_block = run_i.kind == rvt_ingress_pkg::EntryBlock ||
                    run_i.kind == rvt_ingress_pkg::EntryStart;
  assign taken = run_i.itype == rvt_ingress_pkg::ItTaken;
  assign ends_branch = HasBtm && !htm_i && taken;  // it may have a message of its own
  // Neither a start's nor the second of two Ownerships is left to be sent.
  assign plain = is_block && (run_i.kind != rvt_ingress_pkg::EntryStart || flags_i.started) &&
                 !(HasTwo && flags_i.own_low);

  // ---- Requests --------------------------------------------------------------------------------

  logic [2:0] req;
  logic asks;  // there is one
  assign asks = HasEvents ? flags_i.asks : req != '0;
  always_comb begin
    req = flags_i.req;
    if (!HasEvents) begin
      req[rvt_ntrace_pkg::RequestExternalBit] = 1'b0;
      req[rvt_ntrace_pkg::RequestEventBit] = 1'b0;
    end
  end

  always_comb begin  // NT:SYN-35
    reason_o = rvt_ntrace_pkg::SyncPeriodic;
    if (req[rvt_ntrace_pkg::RequestExternalBit]) reason_o = rvt_ntrace_pkg::SyncExternal;
    if (req[rvt_ntrace_pkg::RequestEventBit]) reason_o = rvt_ntrace_pkg::SyncEvent;
    if (req[rvt_ntrace_pkg::RequestResetBit]) reason_o = rvt_ntrace_pkg::SyncReset;
  end

  // ---- Decision --------------------------------------------------------------------------------

  assign due = due_i || asks;
  // After a reset the hart is at its vector, wherever the return would have gone (NT:SEQ-17). At a
  // stop nothing has gone to the vector, and with `plain_sync` no branch message has it (D-22, D-09).
  assign reset = req[rvt_ntrace_pkg::RequestResetBit];
  assign match = HasStack && flags_i.popped && run_i.known && !reset && same_i;
  assign known = run_i.known && !(is_stop && reset);

  // A full counter is sent before anything else, unless the message of what is pending carries it
  // (NT:ICNT-07, ICNT-12, HIST-05); of two RCODE 0 first (NT:ICNT-14): one block has filled both.
  assign icnt_full = icnt_i[IcntWidth-1] && !flags_i.pend;
  assign hist_full = HasHtm && hist_i[HistBits-1:Build.HistWidth-1] != '0;
  assign drain_o = icnt_full || hist_full;
  assign word_o = hist_full && !icnt_full;
  // Behind the message of a transfer or of a reset: with one whose address is not known yet it
  // waits (NT:OWN-08).
  assign owns = HasContext && flags_i.own && !((flags_i.pend || reset) && !run_i.known);

  always_comb begin
    act = '0;
    if (drain_o) begin
      act.icnt = icnt_full;
      act.hist = !act.icnt;
    end else if (run_i.kind == rvt_ingress_pkg::EntryOverflow) begin
      act.error = 1'b1;
    end else if (is_stop) begin
      // Behind the linear sync.
      if (HasContext && flags_i.own && flags_i.started && !flags_i.late) begin
        act.own = 1'b1;
      end else if (HasBtm && flags_i.held) begin
        act.direct = 1'b1;
      end else if (flags_i.pend && known && !match) begin
        act.branch = 1'b1;
      end else if (HasEvents && asks && straight_i && !reset) begin  // D-21
        act.linear = 1'b1;
      end else begin
        act.stop = 1'b1;
      end
    end else if (run_i.kind == rvt_ingress_pkg::EntryStart && !flags_i.started) begin
      act.start = 1'b1;
    end else if (HasTwo && flags_i.own_low) begin  // two in a row (NT:OWN-07)
      act.own = 1'b1;
    end else if (HasBtm && flags_i.held) begin
      if (known && due && !plain_sync_i) act.direct_sync = 1'b1;
      else act.direct = 1'b1;
    end else if (flags_i.pend && known && !match && !(reset && plain_sync_i)) begin
      if (due && !plain_sync_i) act.branch_sync = 1'b1;
      else act.branch = 1'b1;
    end else if (due && known) begin
      act.linear = 1'b1;
    end else if (HasStack && flags_i.pend && match && icnt_i[IcntWidth-1]) begin  // D-11
      act.icnt = 1'b1;
    end else if (owns) begin  // NT:OWN-06
      act.own = 1'b1;
    end
    if ((act.start || act.direct_sync || act.branch_sync || act.linear) && !no_ref_i) begin
      act = '0;
      act.prepare = 1'b1;
    end
    act.count = alone;  // else (OneAct_A)
  end

  // ---- Counting --------------------------------------------------------------------------------

  // The run is counted behind the record of the same clock, if nothing has to be sent between them. If there is a
  // record, it is that of a full counter or of what is pending, as no sync and no Ownership is to come.
  assign through = plain && !due && !owns && !by_message_i && !ends_branch && !run_i.time_new &&
                   !(icnt_full && hist_full) && !(Excess > 0 && hist_full && flags_i.pend);
  // It is counted alone: what is pending goes on waiting, or goes where the stack says.
  assign alone = plain && !drain_o && !(HasBtm && flags_i.held) && !(due && run_i.known) && !owns &&
                 (!flags_i.pend || !run_i.known ||
                  (HasStack && flags_i.popped && same_i && !icnt_i[IcntWidth-1]));
  assign counts = valid_i && (alone || through);
  // The instruction before the jump is in this message's I-CNT (NT:SQJ-03, D-25).
  assign sequential = run_i.seq == rvt_ingress_pkg::SeqWithin ||
                      (run_i.seq == rvt_ingress_pkg::SeqBehind && icnt_any_i && !icnt_sent);
  assign transfer = rvt_ingress_pkg::is_transfer(run_i.itype) && !sequential;
  assign icnt_n = icnt_i + IcntWidth'(run_i.halfwords);

  // A taken branch of BTM waits if a sync will be due at the next block (D-07, D-21).
  assign hold = ends_branch && (due_next_i || (HasEvents && run_i.notify)) && !plain_sync_i;
  assign direct = ends_branch && !hold && alone;
  // Without a record.
  assign quiet = valid_i && alone && !direct;
  assign done = act.error || act.stop || counts;

  // ---- What happens ----------------------------------------------------------------------------

  assign offer_o = drain_o || (valid_i && !quiet && !act.prepare);
  assign steps = quiet || prepare_o || ((valid_i || drain_o) && rec_ready_i);
  assign act_o = act;
  assign direct_o = direct;
  assign ready_o = quiet || (rec_ready_i && done);
  assign count_o = quiet || (rec_ready_i && counts);
  assign prepare_o = valid_i && act.prepare;
  assign pops = rvt_ingress_pkg::is_return(run_i.itype);

  // ---- State after the step --------------------------------------------------------------------

  // What was prepared is a start or a sync (Prepared_A).
  assign restart = no_ref_i || act.error || act.stop;
  assign restart_o = rec_ready_i && valid_i && restart;
  assign sent_o = rec_ready_i && valid_i && (no_ref_i || act.branch);
  assign icnt_sent = !act.count && !act.hist && !act.prepare && !act.own;
  assign hist_sent = !act.count && !act.icnt && !act.direct && !act.prepare && !act.own;

  if (Excess > 0) begin : g_rest
    always_comb begin  // below the bit that says how many there are
      rest = NoHist;
      for (int unsigned i = 1; i <= Excess; i++) begin
        if (hist_i[Build.HistWidth-1+i]) rest = (NoHist << i) | (hist_i & ((NoHist << i) - NoHist));
      end
    end
  end else begin : g_no_rest
    assign rest = NoHist;
  end

  logic shifts;  // outcomes go into HIST
  assign shifts = counts && HasHtm && htm_i && run_i.outcomes != '0;

  // A counter that nothing is said of changes only where its enable lets it.
  always_comb begin
    icnt_d = '0;
    if (counts && !direct) icnt_d = icnt_sent ? IcntWidth'(run_i.halfwords) : icnt_n;
    kept = !hist_sent ? hist_i : act.hist ? rest : NoHist;
    hist_d = act.hist && !shifts ? rest : NoHist;
    for (int unsigned i = 1; i <= Excess + 1; i++) begin
      if (shifts && run_i.outcomes == 3'(i)) begin
        hist_d = (kept << i) | (HistBits'(run_i.taken) & ((NoHist << i) - NoHist));
      end
    end
  end

  always_comb begin
    flags_d = '0;
    if (act.prepare || (drain_o && !counts)) begin
      flags_d = flags_i;
    end else if (act.own) begin
      flags_d = flags_i;
      flags_d.started = 1'b1;
      flags_d.own = HasTwo && !flags_i.own_low;
      flags_d.own_low = HasTwo && !flags_i.own_low;
    end else begin
      if (HasContext) begin
        flags_d.own = no_ref_i ? context_en_i : flags_i.own && !act.error && !act.stop;
        flags_d.late = !done && (act.direct || act.direct_sync || act.branch || act.branch_sync);
      end
      flags_d.pend = counts && (transfer || hold);
      flags_d.held = counts && hold;
      // A sequential swap pops without comparison (NT:SQJ-07).
      flags_d.popped = counts && HasStack && ir_i && pops && stack_any_i && !sequential;
      flags_d.started = !done;
      if (!restart) begin
        flags_d.req = req;
        flags_d.asks = asks;
        if (HasEvents && counts && run_i.notify) begin
          flags_d.req[rvt_ntrace_pkg::RequestEventBit] = 1'b1;
          flags_d.asks = 1'b1;
        end
      end
    end
  end

  assign step_o = steps;
  assign flags_o = flags_d;
  assign icnt_en_o = steps && (counts || icnt_sent);
  assign icnt_o = icnt_d;
  assign icnt_any_o = counts && !direct && (run_i.halfwords != '0 || (icnt_any_i && !icnt_sent));
  assign hist_en_o = steps && (shifts || hist_sent);
  assign hist_o = hist_d;
  assign hist_any_o = shifts || (Excess > 0 && act.hist && rest != NoHist);

  // ---- Assertions ------------------------------------------------------------------------------

  // One thing at a time, and always one.
  `RVT_ASSERT(OneAct_A, act != '0 && (act & (act - 13'd1)) == '0)
  // An address is only ever sent from a run that has one (D-01), or it is the end of the last block.
  `RVT_IMPLIES(AddrKnown_A, offer_o && sent_o &&
               !(straight_i && is_stop), run_i.known)
  // I-CNT has room for a run: no half-words are lost (NT:ICNT-11).
  `RVT_IMPLIES(IcntRoom_A, count_o && !icnt_sent, icnt_n >= icnt_i)
  // HIST has room for its outcomes.
  `RVT_IMPLIES(HistRoom_A, count_o && HasHtm && htm_i,
               32'(run_i.outcomes) <= Excess + 1 && (!hist_full || hist_sent))
  // After its preparation a sync or start follows.
  `RVT_IMPLIES(Prepared_A, no_ref_i && valid_i,
               act.start || act.direct_sync || act.branch_sync || act.linear)
  // A run is counted behind a record that is no sync and no Ownership, or alone.
  `RVT_IMPLIES(Through_A, valid_i && through,
               act.count || act.icnt || act.hist || act.branch || act.direct)

endmodule
