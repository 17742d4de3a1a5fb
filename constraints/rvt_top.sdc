# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Timing of rvt_top alone, in any of its builds: what is not built keeps its ports. In a chip the clock comes from
# the chip's own file, and only reset and pins are left of this one: the other ports are nets there.

# ---- What an integrator changes ------------------------------------------------------------------

set period    20.0  ;# ns of clk_i
set jitter     0.3  ;# ns between two edges: of the clock's source, and of a tree that is not built yet
set skew       0.1  ;# ns at one edge, of that tree
set in_part    0.3  ;# of the period that the hart, the bus and the memory use before an input changes
set out_part   0.3  ;# of the period that they need after an output changed
set hold_in    0.5  ;# ns: earliest change of an input after the clock: a flip-flop and the way from it
set pin_skew   2.0  ;# ns by which TRC_DATA may come before or after TRC_CLK: what the probe allows

# ---- Clock ---------------------------------------------------------------------------------------

# One clock for bus, hart, memory and pins (docs/integration.md); no other clock exists inside.
create_clock -name clk -period $period [get_ports clk_i]
set_clock_uncertainty -setup $jitter [get_clocks clk]
set_clock_uncertainty -hold $skew [get_clocks clk]

# TRC_CLK is a flip-flop that toggles: at trPibDivider 0, the fastest, once per clk_i. Data change at both edges.
create_generated_clock -name trc_clk -source [get_ports clk_i] -divide_by 2 [get_ports trc_clk_o]
# The way from clk_i through the flip-flop to the pin is a part of it, also before there is a clock tree.
set_propagated_clock [get_clocks trc_clk]

# ---- Reset ---------------------------------------------------------------------------------------

# Asserted at any time, released by a flip-flop of clk_i: the release is timed (recovery, removal), so no false path.
set_input_delay -max [expr {$in_part * $period}] -clock clk [get_ports rst_ni]
set_input_delay -min $hold_in -clock clk [get_ports rst_ni]

# ---- Inputs --------------------------------------------------------------------------------------

# The bus: PSEL, PENABLE, PWRITE and PADDR also reach PRDATA and PREADY within the clock.
set bus_in [get_ports {psel_i penable_i pwrite_i paddr_i[*] pwdata_i[*] pstrb_i[*]}]
# Answers of power switches; from another clock domain they need a synchronizer before the port.
set switch_in [get_ports {active_ack_i[*]}]
# The hart: what retires is known late in a clock; where that is later than in_part, register it outside.
set hart_in [get_ports {
  iretire_i[*] iaddr_i[*] itype_i[*] ilastsize_i[*] sijump_i[*] cause_i[*] tval_i[*] priv_i[*] context_i[*] ctype_i[*]
  impdef_i[*] trigger_i[*] ext_trigger_i[*] halted_i hart_reset_i lowpower_i time_i[*]
}]
# The memory's output, which reaches PRDATA in a read of trRamData.
set memory_in [get_ports {ram_rdata_i[*]}]

foreach group [list $bus_in $switch_in $hart_in $memory_in] {
  set_input_delay -max [expr {$in_part * $period}] -clock clk $group
  set_input_delay -min $hold_in -clock clk $group
}

# ---- Outputs -------------------------------------------------------------------------------------

# The bus; PSLVERR is constant 0 and costs nothing here.
set bus_out [get_ports {prdata_o[*] pready_o pslverr_o}]
# A clock gate goes by busy_o, power switches by active_req_o.
set switch_out [get_ports {busy_o active_req_o[*]}]
# To the hart's pipeline, which often uses it late: it comes from flip-flops only.
set hart_out [get_ports {stall_o}]
# To the memory's inputs, one level of logic after flip-flops.
set memory_out [get_ports {ram_cs_o ram_we_o ram_addr_o[*] ram_wdata_o[*] ram_be_o[*]}]

foreach group [list $bus_out $switch_out $hart_out $memory_out] {
  set_output_delay -max [expr {$out_part * $period}] -clock clk $group
  set_output_delay -min 0.0 -clock clk $group
}

# ---- Pins ----------------------------------------------------------------------------------------

# TRC_CLK is sent with the data. Data that change with one edge are taken with the next, at the earliest one period of
# clk_i later, and must change within pin_skew of their edge; both edges count. With ClkCenter the probe's edge lies in
# the middle of a beat and the same skew leaves it half a beat. All these are flip-flops, so keep them in pads, or near.
set pins [get_ports {trc_data_o[*]}]
set_output_delay -max [expr {$period - $pin_skew}] -clock trc_clk $pins
set_output_delay -min $pin_skew -clock trc_clk $pins
set_output_delay -max [expr {$period - $pin_skew}] -clock trc_clk -clock_fall -add_delay $pins
set_output_delay -min $pin_skew -clock trc_clk -clock_fall -add_delay $pins

# No set_false_path and no set_multicycle_path: nothing here has more than one clock of time. Settings that change only
# while the encoder is empty would allow some, but the longest paths do not start there.
