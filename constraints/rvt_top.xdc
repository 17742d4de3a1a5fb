# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Clock, reset and trace port of a Xilinx chip that passes these ports of rvt_top through under their names, as
# docs/examples/rvt_example_soc.sv does; its other ports stay inside the chip. Sites: Arty A7, header JA.

# 50 MHz. The board's oscillator is faster than the encoder, so an MMCM makes it; where that has its own constraint,
# remove this line and name its output clock below.
create_clock -name clk -period 20.000 [get_ports clk_i]

# TRC_CLK is a flip-flop that toggles: at trPibDivider 0, the fastest, once per clk_i. Data change at both edges.
create_generated_clock -name trc_clk -source [get_ports clk_i] -divide_by 2 [get_ports trc_clk_o]

# A button: no relation to the clock, so nothing to time at the pin. Between it and rst_ni of rvt_top goes a
# synchronizer of the release, from whose flip-flops recovery and removal are timed.
set_false_path -from [get_ports rst_ni]
set_property -dict {PACKAGE_PIN C2 IOSTANDARD LVCMOS33} [get_ports rst_ni]

# Data may change up to 2 ns before or after their edge of TRC_CLK: what the probe allows. They are taken at the next
# edge, a clock later; both edges count.
set_output_delay -clock trc_clk -max 18.000 [get_ports {trc_data_o[*]}]
set_output_delay -clock trc_clk -min 2.000 [get_ports {trc_data_o[*]}]
set_output_delay -clock trc_clk -clock_fall -add_delay -max 18.000 [get_ports {trc_data_o[*]}]
set_output_delay -clock trc_clk -clock_fall -add_delay -min 2.000 [get_ports {trc_data_o[*]}]

# Neighbours of one bank, all of one drive and slew rate, for little skew. Four data pins; a wider port continues the
# list. No IOB property: the flip-flop of TRC_CLK feeds its own next value and cannot lie in the pad, and data there
# without it would have more skew.
set_property -dict {PACKAGE_PIN G13 IOSTANDARD LVCMOS33 DRIVE 8 SLEW FAST} [get_ports trc_clk_o]
set_property -dict {PACKAGE_PIN B11 IOSTANDARD LVCMOS33 DRIVE 8 SLEW FAST} [get_ports {trc_data_o[0]}]
set_property -dict {PACKAGE_PIN A11 IOSTANDARD LVCMOS33 DRIVE 8 SLEW FAST} [get_ports {trc_data_o[1]}]
set_property -dict {PACKAGE_PIN D12 IOSTANDARD LVCMOS33 DRIVE 8 SLEW FAST} [get_ports {trc_data_o[2]}]
set_property -dict {PACKAGE_PIN D13 IOSTANDARD LVCMOS33 DRIVE 8 SLEW FAST} [get_ports {trc_data_o[3]}]
