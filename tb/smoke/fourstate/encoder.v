// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

// The netlist of the bare encoder: ports of the hart unknown until it is active and whenever they
// mean nothing, resets in the middle of traffic. The bytes of the last session go into a file. FULL is 1 for a build with times,
// contexts and RepeatBranch, which are on then, and BTM in every other session, the last one, too.
`timescale 1ns / 1ns
module four_state;
`include "ports.vh"
`include "hart.vh"

  integer file, i, session;
  reg on, last;

  // active, enable, tracing, trig_ena, mode, stall_ena, sync_mode, sync_max, ir_mode, ir_en, seq_en,
  // inhibit_src, src_bits, src_id, all_jumps, extend_addr, repeat_branch, repeat_hist,
  // context_en, ts_en, ts_suppress, time_new, no_addr_diff, no_trap_addr, branch_prediction,
  // jump_target_cache, plain_sync
  function [51:0] config_of(input enabled);
    config_of = {1'b1, enabled, enabled, 1'b0, `FULL && session[0] ? 4'd3 : 4'd6, 1'b0, 2'd3, 4'd1, 2'd3, 1'b1, 1'b1, 1'b0, 4'd0,
                 12'd0, {3{`FULL}}, 1'b0, {2{`FULL}}, 4'd0, 6'd0};
  endfunction

  task one_clock;
    integer k;
    begin
      #1 hart_clock;
      m_ready_i = on ? draw(4) != 0 : 1'b1;
      #4 look;
      if (looking && m_valid_o === 1'b1 && m_ready_i === 1'b1)
        for (k = 0; k < m_bytes_o; k = k + 1) begin
          if (last) $fwrite(file, "%c", m_data_o[8*k+:8]);
          messages = messages + (m_data_o[8*k+:2] == 2'b11);
        end
      #1 clk_i = 1'b1;
      #5 clk_i = 1'b0;
    end
  endtask

  initial begin
    file = $fopen("encoder.bin", "wb");
    {seed, clocks, unknown, blocks, messages, resets} = 0;
    seed = 5;
    pc = 32'h1000;
    priv = 3'd3;
    kept = 32'd0;
    {looking, tracing_hart, halted, on, last} = 5'b0;
    clk_i = 1'b0;
    rst_ni = 1'b1;
    cfg_i = 49'd0;
    {m_flush_req_i, m_dn_lost_i, m_sync_req_i} = 3'b0;
    hart_quiet;
    for (session = 0; session < 6; session = session + 1) begin
      rst_ni = 1'b0;  // at once, whatever is under way
      looking = 1'b1;
      {tracing_hart, on, halted} = 3'b0;
      cfg_i = 49'd0;
      last = session == 5;
      resets = resets + 1;
      repeat (2) one_clock;
      rst_ni = 1'b1;
      repeat (3) one_clock;
      cfg_i = config_of(1'b0);
      tracing_hart = 1'b1;  // an active encoder looks at the hart's state
      repeat (2) one_clock;
      cfg_i = config_of(1'b1);
      on = 1'b1;
      repeat (1500) begin
        one_clock;
        m_flush_req_i = draw(20) == 0;
        m_dn_lost_i = draw(300) == 0;
        m_sync_req_i = draw(300) == 0;
      end
    end
    cfg_i = config_of(1'b0);
    for (i = 0; i < 2000 && empty_o !== 1'b1; i = i + 1) one_clock;
    if (empty_o !== 1'b1) $display("FAILED: not empty 2000 clocks after the end");
    $fclose(file);
    finish_with(1000);
  end
endmodule
