// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// One property, three readers: a simulator checks it, a prover proves it, synthesis sees nothing.
// Operands are expressions over the current cycle only, so every reader takes the same text.
// Names end in _A for what the module guarantees and in _M for what it relies on.
`ifndef RVT_ASSERT_SVH
`define RVT_ASSERT_SVH

`ifdef SYNTHESIS
  `define RVT_ASSERT(__name, __prop)
  `define RVT_ASSUME(__name, __prop)
  `define RVT_COVER(__name, __prop)
`elsif FORMAL
  `define RVT_ASSERT(__name, __prop) \
    always @(posedge clk_i) if (rst_ni) __name : assert (__prop);
  `define RVT_ASSUME(__name, __prop) \
    always @(posedge clk_i) if (rst_ni) __name : assume (__prop);
  `define RVT_COVER(__name, __prop) \
    always @(posedge clk_i) if (rst_ni) __name : cover (__prop);
`elsif YOSYS
  `define RVT_ASSERT(__name, __prop)
  `define RVT_ASSUME(__name, __prop)
  `define RVT_COVER(__name, __prop)
`else
  `define RVT_ASSERT(__name, __prop) \
    __name : assert property (@(posedge clk_i) disable iff (!rst_ni) (__prop)) \
      else $error("%m failed");
  `define RVT_ASSUME(__name, __prop) `RVT_ASSERT(__name, __prop)
  `define RVT_COVER(__name, __prop) \
    __name : cover property (@(posedge clk_i) disable iff (!rst_ni) (__prop));
`endif

// `__if` holds only in cycles in which `__then` holds too.
`define RVT_IMPLIES(__name, __if, __then) `RVT_ASSERT(__name, !(__if) || (__then))

`endif
