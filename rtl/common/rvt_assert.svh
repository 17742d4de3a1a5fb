// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// One property, three readers: a simulator checks it, a prover proves it, synthesis sees nothing.
// Operands are expressions over the current cycle only, so every reader takes the same text.
// RVT_STABLE alone spans two cycles; for it a proof must start in reset.
// A checker with state of its own (rvt_check_*) is bound in simulation only: rvt_check_bind.sv, under RVT_CHECKERS.
// Names end in _A for what the module guarantees and in _M for what it relies on.
`ifndef RVT_ASSERT_SVH
`define RVT_ASSERT_SVH

`ifdef SYNTHESIS
  `define RVT_ASSERT(__name, __prop)
  `define RVT_ASSUME(__name, __prop)
  `define RVT_COVER(__name, __prop)
  `define RVT_STABLE(__name, __if, __value)
  `define RVT_STABLE_M(__name, __if, __value)
`elsif FORMAL
  `define RVT_ASSERT(__name, __prop) \
    always @(posedge clk_i) if (rst_ni) __name : assert (__prop);
  `define RVT_ASSUME(__name, __prop) \
    always @(posedge clk_i) if (rst_ni) __name : assume (__prop);
  `define RVT_COVER(__name, __prop) \
    always @(posedge clk_i) if (rst_ni) __name : cover (__prop);
  `define RVT_STABLE(__name, __if, __value) \
    always @(posedge clk_i) if (rst_ni && $past(rst_ni && (__if))) \
      __name : assert ($stable(__value));
  `define RVT_STABLE_M(__name, __if, __value) \
    always @(posedge clk_i) if (rst_ni && $past(rst_ni && (__if))) \
      __name : assume ($stable(__value));
`elsif YOSYS
  `define RVT_ASSERT(__name, __prop)
  `define RVT_ASSUME(__name, __prop)
  `define RVT_COVER(__name, __prop)
  `define RVT_STABLE(__name, __if, __value)
  `define RVT_STABLE_M(__name, __if, __value)
`else
  `define RVT_CHECKERS
  `ifdef VERILATOR
    // The same check, without a copy of every operand in every evaluation. An operand may be
    // constant in some configuration.
    `define RVT_ASSERT(__name, __prop) \
      /* verilator lint_off CMPCONST */ \
      always @(posedge clk_i) if (rst_ni) __name : assert (__prop) else $error("%m failed"); \
      /* verilator lint_on CMPCONST */
  `else
    `define RVT_ASSERT(__name, __prop) \
      __name : assert property (@(posedge clk_i) disable iff (!rst_ni) (__prop)) \
        else $error("%m failed");
  `endif
  `define RVT_ASSUME(__name, __prop) `RVT_ASSERT(__name, __prop)
  `define RVT_COVER(__name, __prop) \
    __name : cover property (@(posedge clk_i) disable iff (!rst_ni) (__prop));
  `define RVT_STABLE(__name, __if, __value) \
    __name : assert property (@(posedge clk_i) disable iff (!rst_ni) \
      (__if) |=> $stable(__value)) \
      else $error("%m failed");
  `define RVT_STABLE_M(__name, __if, __value) `RVT_STABLE(__name, __if, __value)
`endif

// RVT_WARN(condition, (format, values)): no failure. What warns of a hart, under RVT_HART_CHECKERS,
// is not there in a bench that drives any values on purpose (RVT_ANY_PORTS).
`ifdef YOSYS
  `define RVT_WARN(__if, __text)
`else
  `define RVT_WARN(__if, __text) \
    always_ff @(posedge clk_i or negedge rst_ni) if (rst_ni && (__if)) $warning __text;
`endif
`ifdef RVT_CHECKERS
  `ifndef RVT_ANY_PORTS
    `define RVT_HART_CHECKERS
  `endif
`endif
// ... and of a hart, the first time.
`ifdef RVT_HART_CHECKERS
  `define RVT_WARN_ONCE(__name, __if, __text) \
    logic __name``_warned_q; \
    always_ff @(posedge clk_i or negedge rst_ni) \
      if (!rst_ni) __name``_warned_q <= 1'b0; \
      else __name``_warned_q <= __name``_warned_q || (__if); \
    `RVT_WARN((__if) && !__name``_warned_q, __text)
`else
  `define RVT_WARN_ONCE(__name, __if, __text)
`endif

// `__if` holds only in cycles in which `__then` holds too.
`define RVT_IMPLIES(__name, __if, __then) `RVT_ASSERT(__name, !(__if) || (__then))
`define RVT_IMPLIES_M(__name, __if, __then) `RVT_ASSUME(__name, !(__if) || (__then))

// What is offered and not ended by `__end` is offered unchanged in the next cycle (TCI:LINK-05).
`define RVT_HELD(__name, __offer, __end, __payload) \
  `RVT_STABLE(__name, (__offer) && !(__end), {__offer, __payload})
`define RVT_HELD_M(__name, __offer, __end, __payload) \
  `RVT_STABLE_M(__name, (__offer) && !(__end), {__offer, __payload})

`endif
