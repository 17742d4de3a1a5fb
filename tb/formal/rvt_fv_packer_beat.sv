// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// The beat that comes next of a message of four parts, for rvt_fv_packer_wide: combinational.
module rvt_fv_packer_beat #(
  parameter int unsigned Lanes = 2,
  parameter int unsigned Value = 24  // bits of any part
) (
  input  logic [4*Value-1:0] values_i,  // of the parts, the head lowest
  input  logic [4*6-1:0]     ends_i,  // bytes of the message up to the end of each part
  input  logic               open_i,  // the first field goes on after the head
  input  logic [5:0]         at_i,  // bytes that have left
  output logic [5:0]         bytes_o,
  output logic [8*Lanes-1:0] data_o
);

  logic [Value-1:0] head, part1, part2, part3;
  logic [5:0] size, s1, s2, s3;
  assign {part3, part2, part1, head} = values_i;
  assign {size, s3, s2, s1} = ends_i;

  // Bytes of the beat: parts as long as they fit.
  logic [5:0] part_end, part_left;
  logic stop;
  always_comb begin
    bytes_o = '0;
    stop = 1'b0;
    part_end = '0;
    part_left = '0;
    for (int unsigned p = 0; p < 4; p++) begin
      part_end = p == 0 ? s1 : p == 1 ? s2 : p == 2 ? s3 : size;
      part_left = part_end > at_i + bytes_o ? part_end - at_i - bytes_o : '0;
      if (!stop && part_left != '0) begin
        if (32'(bytes_o) + 32'(part_left) <= Lanes) bytes_o = bytes_o + part_left;
        else begin
          stop = 1'b1;
          if (bytes_o == '0) bytes_o = 6'(Lanes);
        end
      end
    end
  end

  // MDO of the message's bytes, and the last one of a field (NT:PKT-05).
  for (genvar k = 0; k < Lanes; k++) begin : g_want
    logic [5:0] index, mdo;
    logic last;
    always_comb begin
      index = at_i + 6'(k);
      mdo = 6'(index < s1 ? head >> (6 * 32'(index)) :
               index < s2 ? part1 >> (6 * 32'(6'(index - s1))) :
               index < s3 ? part2 >> (6 * 32'(6'(index - s2))) : part3 >> (6 * 32'(6'(index - s3))));
      last = (index + 6'd1 == s1 && !open_i) || index + 6'd1 == s2 || index + 6'd1 == s3;
      if (index + 6'd1 == s1 && s1 == s2) last = 1'b1;
      data_o[8*k+:8] = k >= 32'(bytes_o) ? '0 :
                          {mdo, index + 6'd1 == size ? rvt_ntrace_pkg::MseoEndMsg :
                                last ? rvt_ntrace_pkg::MseoEndVar : rvt_ntrace_pkg::MseoNormal};
    end
  end

endmodule
