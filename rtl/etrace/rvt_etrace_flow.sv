// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

`include "rvt_assert.svh"

/// Turns queue entries into records, one for each packet: P, C and N of ETR section 8, and resynchronisation.
///
/// What is the oldest block in clock n is N in n+1, and C in n+2 at the earliest: a block waits there until its N has come. A step has
/// one record at most, combinational from registers, and takes effect when it has none or `rec_ready_i` is 1.
module rvt_etrace_flow #(
  parameter  rvt_build_pkg::build_t Build = rvt_build_pkg::BuildDefault,
  localparam int unsigned Blocks    = Build.Blocks,
  localparam int unsigned BlockBits = rvt_ingress_pkg::BlockBits
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  rvt_config_pkg::config_t     cfg_i,
  input  logic                        sync_req_i,  // asks for a sync (D-34)

  // the queue's oldest entry
  input  logic                        valid_i,
  input  rvt_ingress_pkg::entry_t     entry_i,
  input  logic [Blocks-1:0]           blocks_i,
  input  logic [Blocks*BlockBits-1:0] block_i,  // block_t of each
  output logic                        ready_o,  // it leaves in this clock

  output logic                        rec_valid_o,
  output rvt_etrace_pkg::record_t     rec_o,
  input  logic                        rec_ready_i,

  output logic                        empty_o  // nothing but a block that waits for the hart
);

  localparam int unsigned AddrWidth = rvt_build_pkg::addr_width(Build.Xlen, Build.AddrBits);

  logic clr, run_valid, has, single, next_valid, next_has, load, ready, steps, takes, due, news;
  logic returns, any, near, full, max, since, ret;
  rvt_ingress_pkg::entry_t run, nxt;
  rvt_ingress_pkg::block_t block, next_block;
  logic [AddrWidth-1:0] last_addr, load_last, addr;
  rvt_etrace_pkg::flags_t flags_q, flags_d;
  rvt_etrace_pkg::act_t act;
  logic [6:0] told_q, options;

  assign clr = !cfg_i.active;
  assign returns = Build.StackDepth > 0 && cfg_i.ir_en && cfg_i.ir_mode != '0;
  // ETR AMB-13
  logic predicts, caches;
  assign predicts = Build.BpredSize > 0 && cfg_i.branch_prediction;
  assign caches = Build.CacheSize > 0 && cfg_i.jump_target_cache;
  assign options = Build.IretExt != 0 ?
      {1'b0, cfg_i.no_addr_diff, cfg_i.no_trap_addr, caches, predicts, returns,
       Build.SeqJump != 0 && cfg_i.seq_en} :
      {2'b00, predicts, caches, cfg_i.no_addr_diff, cfg_i.no_trap_addr, returns};
  assign news = options != told_q;

  rvt_etrace_front #(
    .Build(Build)
  ) i_front (
    .clk_i,
    .rst_ni,
    .clr_i(clr),
    .valid_i,
    .entry_i,
    .blocks_i,
    .block_i,
    .ready_o,
    .run_valid_o(run_valid),
    .run_entry_o(run),
    .run_block_o(block),
    .run_has_o(has),
    .run_single_o(single),
    .run_last_o(last_addr),
    .run_ready_i(steps && act.done),
    .next_valid_o(next_valid),
    .next_entry_o(nxt),
    .next_block_o(next_block),
    .next_has_o(next_has),
    .load_o(load),
    .load_last_o(load_last)
  );

  assign rec_valid_o = ready && act.offer;
  assign takes = rec_valid_o && rec_ready_i;
  assign steps = ready && (!act.may || rec_ready_i);
  assign empty_o = !next_valid && (!run_valid || !ready);

  logic unused_due;
  logic unused_near;
  rvt_period #(
    .Build(Build)
  ) i_period (
    .clk_i,
    .rst_ni,
    .active_i(cfg_i.active),
    .sync_mode_i(cfg_i.sync_mode),
    .sync_max_i(cfg_i.sync_max),
    .sync_req_i,
    .load_i(load),
    .load_units_i(11'(next_block.halfwords)),
    .load_new_i(1'b0),
    .held_units_i('0),
    .entry_units_i('0),
    .prepare_i(1'b0),
    .prepared_i(ready && act.syncs),
    .run_units_i(11'(block.halfwords)),
    .restart_i(clr || (steps && (act.syncs || act.closes))),
    .record_i(takes),
    .due_o(unused_due),
    .due_next_o(due),
    .near_o(unused_near)
  );

  rvt_etrace_step #(
    .Build(Build)
  ) i_step (
    .clk_i,
    .rst_ni,
    .valid_i(run_valid),
    .entry_i(run),
    .block_i(block),
    .has_i(has),
    .single_i(single),
    .next_valid_i(next_valid),
    .next_entry_i(nxt),
    .next_has_i(next_has),
    .flags_i(flags_q),
    .branches_i(any),
    .near_i(near),
    .full_i(full),
    .max_i(max),
    .since_i(since),
    .behind_i(Build.IretExt != 0 && single && ret),
    .due_i(due),
    .packets_i(cfg_i.sync_mode == rvt_config_pkg::PeriodMessages),
    .news_i(news),
    .ready_o(ready),
    .act_o(act)
  );

  // ---- Branches --------------------------------------------------------------------------------

  logic branch, looks, forgets, resets, leaves, counted, miss;
  logic [4:0] branches;
  logic [30:0] map;
  logic [31:0] count;
  assign branch = rvt_ingress_pkg::is_branch(block.itype);
  // All records but that of a target at the begin of its block tell of the block's end.
  assign looks = single || flags_q.rest || !flags_q.ud;
  assign resets = clr || (steps && (act.syncs || act.closes));  // ETR:F3-07
  assign leaves = steps && act.done && !act.closes;
  assign forgets = steps && act.offer && (act.kind == rvt_etrace_pkg::KindAddress ||
                                          act.kind == rvt_etrace_pkg::KindBranch);

  rvt_etrace_branches #(
    .Build(Build)
  ) i_branches (
    .clk_i,
    .rst_ni,
    .predict_i(cfg_i.branch_prediction),
    .clear_i(resets),
    .forget_i(forgets),
    .then_i(branch && act.both),
    .branch_i(branch && looks),
    .taken_i(block.itype == rvt_ingress_pkg::ItTaken),
    // One that a 3.0 or 3.1 has told of does not count again (ETR:F3-01), but trains (ETR:AMB-17).
    .count_i(leaves && !(single && flags_q.rest && has)),
    .train_i(leaves && branch),
    .load_i(load),
    .load_last_i(load_last),
    .branches_o(branches),
    .map_o(map),
    .counted_o(counted),
    .count_o(count),
    .miss_o(miss),
    .any_o(any),
    .near_o(near),
    .full_o(full),
    .max_o(max)
  );

  // ---- Returns and targets ---------------------------------------------------------------------

  logic implied, right, wrong, hit, target;
  logic [7:0] depth;
  assign target = steps && act.offer && act.first && act.kind == rvt_etrace_pkg::KindAddress;

  rvt_etrace_return #(
    .Build(Build)
  ) i_return (
    .clk_i,
    .rst_ni,
    .en_i(returns),
    .mode_i(Build.ReturnModes != 0 ? cfg_i.ir_mode : 2'd3),  // D-32
    .clear_i(resets),
    .leave_i(leaves),
    .itype_i(block.itype),
    .link_i(last_addr + (AddrWidth'(1) << block.last_size)),
    .next_i(AddrWidth'(next_block.addr)),
    .told_i(forgets && act.kind == rvt_etrace_pkg::KindAddress),
    .implied_o(implied),
    .ret_o(ret),
    .right_o(right),
    .wrong_o(wrong),
    .since_o(since),
    .depth_o(depth)
  );

  rvt_etrace_cache #(
    .Build(Build)
  ) i_cache (
    .clk_i,
    .en_i(cfg_i.jump_target_cache),
    .clear_i(resets),
    .load_i(load),
    .load_addr_i(AddrWidth'(next_block.addr)),
    .addr_i(AddrWidth'(block.addr)),
    .enter_i(target && !right),
    .drop_i(steps && !flags_q.rest && right),
    .hit_o(hit)
  );

  // ---- Record ----------------------------------------------------------------------------------

  logic alone;
  assign alone = !has;
  always_comb begin
    addr = act.first ? AddrWidth'(block.addr) : last_addr;
    if (alone && block.itype != rvt_ingress_pkg::ItException) addr = '0;  // ETR AMB-5
  end

  always_comb begin
    rec_o = '0;
    rec_o.kind = act.kind;
    rec_o.branches = branches;
    rec_o.branch_map = map;
    rec_o.counted = counted;
    rec_o.count = count;
    rec_o.miss = miss;
    rec_o.addr = 63'(addr);
    rec_o.hit = hit && act.first && act.kind == rvt_etrace_pkg::KindAddress && !act.updiscon &&
                !counted;
    rec_o.notify = act.notify;
    rec_o.updiscon = act.updiscon;
    if (Build.IretExt != 0) begin  // ETR:A-06; an implied return to C is not counted
      rec_o.irreport = act.first ? wrong : since;
      rec_o.irdepth = depth - 8'(single && ret);
    end else begin
      rec_o.irreport = act.first ? wrong : act.deep && (single && ret ? depth != '0 : since);
      rec_o.irdepth = depth;
    end
    rec_o.branch = !(block.itype == rvt_ingress_pkg::ItTaken && single);
    rec_o.thaddr = act.thaddr;
    // A trap's cause comes with what is after it.
    rec_o.is_int = act.of_before ? run.trap[1:0] == 2'd2 :  // of ItInterrupt
                   block.itype == rvt_ingress_pkg::ItInterrupt;
    rec_o.cause = act.of_before ? run.cause : nxt.cause;
    rec_o.tval = act.of_before ? run.tval : nxt.tval;
    rec_o.priv = run.priv;
    rec_o.hart_context = run.hart_context;
    rec_o.ienable = act.ienable;
    rec_o.qual = act.qual;
    rec_o.ioptions = options;
    rec_o.abs_time = run.abs_time;
  end

  // ---- State -----------------------------------------------------------------------------------

  logic traps, told, sequential, synced, ended;
  assign traps = rvt_ingress_pkg::is_trap(block.itype);
  assign synced = flags_q.rest && single;  // its only instruction has been told by a 3.0 or 3.1
  // Alone and told: what has been told is this trap, if the one before had been (ETR section 8).
  assign told = alone && flags_q.rest && !act.of_before;
  assign sequential = block.seq == rvt_ingress_pkg::SeqWithin ||
                      (block.seq == rvt_ingress_pkg::SeqBehind && flags_q.open &&
                       !flags_q.trap && run.trap == '0 && !synced);

  assign ended =
      run.kind == rvt_ingress_pkg::EntryStop || run.kind == rvt_ingress_pkg::EntryOverflow;

  always_comb begin
    flags_d = flags_q;
    if (act.offer && act.kind == rvt_etrace_pkg::KindSupport) flags_d.supported = 1'b1;
    else flags_d.rest = 1'b1;
    if (act.syncs) flags_d.synced = 1'b1;
    if (act.syncs || (act.offer && act.kind == rvt_etrace_pkg::KindContext)) flags_d.own = 1'b0;
    if (act.done) begin
      flags_d.rest = 1'b0;
      flags_d.supported = 1'b0;
      flags_d.open = 1'b1;
      flags_d.trap = traps;
      flags_d.reported = traps && told;
      flags_d.ud = !traps && rvt_etrace_pkg::is_uninferable(block.itype) && !sequential && !implied;
      flags_d.sync = !traps && (act.differs || (due && !synced));
      flags_d.ntr = traps ? alone && flags_q.rest && !flags_q.trap && flags_q.open && flags_q.ud :
                    act.of_ud;
    end
    if (act.closes) begin
      flags_d = '0;
      // A block that a loss drops has not been told, though it be the session's first.
      flags_d.closed = !flags_q.open && ended ? flags_q.closed :
                       run.kind == rvt_ingress_pkg::EntryStop && flags_q.trap && flags_q.reported;
    end
  end

  logic [1:0] load_ctype;
  assign load_ctype = nxt.ctype;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flags_q <= '0;
      told_q <= '0;
    end else if (clr) begin
      flags_q <= '0;
      told_q <= '0;
    end else begin
      if (steps) flags_q <= flags_d;
      if (load && load_ctype == 2'd1) flags_q.own <= 1'b1;
      if (takes && act.kind == rvt_etrace_pkg::KindSupport) told_q <= options;
    end
  end

  // ---- Assertions ----------------------------------------------------------------------------

  // A session that is over leaves nothing.
  `RVT_IMPLIES(Closed_A, !flags_q.open && !flags_q.rest,
               (branch || branches == '0) && !flags_q.ud && !since)
  // A record on offer stays until it is taken, but where a sync is due meanwhile or, as software changes its period, is not any more.
  logic offer_q, due_q;
  rvt_etrace_pkg::kind_e kind_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {offer_q, due_q, kind_q} <= '0;
    else {offer_q, due_q, kind_q} <= {rec_valid_o && !rec_ready_i && cfg_i.active, due, rec_o.kind};
  end
  `RVT_IMPLIES(RecHeld_A, offer_q && due == due_q, rec_valid_o && rec_o.kind == kind_q)

  logic unused;
  assign unused = ^{next_block, block.known, run.context_new, run.time_new, nxt.context_new,
                    nxt.time_new, nxt.abs_time, nxt.sub, nxt.trap, nxt.enable_new};

endmodule
