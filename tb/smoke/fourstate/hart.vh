// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// What scripts/tests/four_state.sh puts around a netlist, for a simulator with four states: a hart of
// two slots that says nothing it need not say, and the look at every output in every clock. The
// file before it, made from the netlist, declares its ports, `outputs` and the task `name_unknown`.

integer seed, clocks, unknown, blocks, messages, resets;
reg [31:0] pc;
reg looking, tracing_hart, halted;  // the first reset has been; the hart drives its port
reg [2:0] priv;
reg [31:0] kept;  // what `context_i` has

function [31:0] draw(input integer below);
  draw = $unsigned($random(seed)) % below;
endfunction

// A slot that is not used says so and no more (NT:ING-02); in debug mode nothing is looked at (NT:ING-24).
task hart_quiet;
  begin
    iretire_i = {8{1'bx}};
    itype_i = {8{1'bx}};
    iaddr_i = {64{1'bx}};
    ilastsize_i = 4'bx;
    sijump_i = 2'bx;
    trigger_i = 4'bx;
    ext_trigger_i = 3'bx;
    priv_i = 3'bx;
    context_i = {64{1'bx}};
    ctype_i = 2'bx;
    time_i = {64{1'bx}};
    {halted_i, hart_reset_i, lowpower_i} = 3'bx;
  end
endtask

reg again;  // a block that ends in a taken branch to itself
reg [3:0] itype, units;

task slot(input integer n);
  begin
    if (again !== 1'b1) begin
      case (draw(10))
        0, 1, 2: itype = 4'd0;
        3: itype = 4'd4;
        4, 5: itype = 4'd5;
        6: itype = 4'd8;
        7: itype = 4'd13;
        8: itype = 4'd10;
        default: itype = 4'd2;
      endcase
      units = 1 + draw(8);
    end
    again = `FULL && itype == 4'd5 && draw(4) != 0;
    iretire_i[4*n+:4] = units;
    itype_i[4*n+:4] = itype;
    iaddr_i[32*n+:32] = pc;
    ilastsize_i[2*n+:2] = draw(2);
    sijump_i[n] = draw(4) == 0;
    if (!again) pc = itype == 4'd0 || itype == 4'd4 ? pc + 2 * units : {$random(seed)} & 32'h00fffffe;
    blocks = blocks + 1;
  end
endtask

task hart_clock;
  begin
    hart_quiet;
    if (tracing_hart) begin
      if (draw(200) == 0) halted = !halted;
      iretire_i = 8'd0;
      itype_i = 8'd0;
      if (draw(3) != 0) begin
        slot(0);
        if (draw(3) == 0) slot(1);
      end
      ctype_i = 2'd0;
      if (draw(100) == 0) begin
        {priv, kept} = {2'b0, draw(2) == 0, draw(1000)};
        ctype_i = 2'd2;
      end
      priv_i = priv;
      context_i = kept;
      time_i = clocks;
      halted_i = halted;
      hart_reset_i = draw(300) == 0;
      lowpower_i = draw(500) == 0;
      trigger_i = {draw(40) == 0, draw(40) == 0, 2'b0};
      ext_trigger_i = {draw(60) == 0, 2'b0};
    end
  end
endtask

// Just before the clock's edge, when everything has come to rest.
task look;
  begin
    if (looking && ^outputs === 1'bx) begin
      if (unknown < 8) name_unknown;
      unknown = unknown + 1;
    end
    clocks = clocks + 1;
  end
endtask

task finish_with(input integer least);
  begin
    if (unknown != 0) $display("FAILED: %0d clocks with an unknown output", unknown);
    else if (messages < least) $display("FAILED: expected %0d messages, found %0d", least, messages);
    else $display("passed: %0d clocks, %0d resets, %0d blocks, %0d messages, no unknown output",
                  clocks, resets, blocks, messages);
    $finish(0);
  end
endtask
