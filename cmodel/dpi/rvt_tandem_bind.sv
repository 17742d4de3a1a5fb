// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// A reference model beside every encoder of tandem verification trace.
bind rvt_tandem rvt_tandem_judge #(
  .Lanes(Lanes)
) i_judge (
  .clk_i,
  .rst_ni,
  .active_i,
  .m_valid_i(m_valid_o),
  .m_data_i (m_data_o),
  .m_bytes_i(m_bytes_o),
  .m_eom_i  (m_eom_o),
  .m_ready_i
);
