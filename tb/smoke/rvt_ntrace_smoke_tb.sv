// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// First simulation of an integrator, and nothing more: four records through packer, message FIFO
/// and PIB; the bytes on the pins are those of the specification's examples. Any simulator with
/// delays runs it; `+capture=FILE` keeps the bytes. The lock-step harness is what verifies the units.
module rvt_ntrace_smoke_tb;

  localparam int unsigned NumRecords = 4;
  localparam int unsigned NumBytes = 15;
  // Byte 0 leftmost.
  localparam logic [8*NumBytes-1:0] Expected = {
    32'h24_0d_00_0b,  // ProgTraceSync SYNC 3, I-CNT 0, F-ADDR 0x80
    48'h70_d0_1d_1d_f8_ff,  // IndirectBranchHist I-CNT 0x7d, U-ADDR 0x7, HIST 0xffe
    16'h0c_0f,  // DirectBranch I-CNT 3
    24'h84_00_03  // ProgTraceCorrelation EVCODE 0, CDF 0, I-CNT 0
  };

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  always #5 clk = !clk;

  logic rec_valid, rec_ready, busy;
  rvt_ntrace_pkg::record_t rec;
  logic packed_valid, packed_eom, packed_ready;
  logic [7:0] packed_data;
  logic [0:0] packed_bytes;
  logic queued_valid, queued_eom, queued_ready;
  logic [7:0] queued_data;
  logic [0:0] queued_bytes;
  logic resume, fifo_empty, pib_empty;
  logic trc_clk;
  logic [7:0] trc_data;

  rvt_ntrace_packer u_packer (
    .clk_i      (clk),
    .rst_ni     (rst_n),
    .clr_i      (1'b0),
    .src_bits_i (4'd0),
    .src_id_i   (12'd0),
    .ts_en_i    (1'b0),
    .rec_valid_i(rec_valid),
    .rec_i      (rec),
    .rec_ready_o(rec_ready),
    .m_valid_o  (packed_valid),
    .m_data_o   (packed_data),
    .m_bytes_o  (packed_bytes),
    .m_eom_o    (packed_eom),
    .m_ready_i  (packed_ready),
    .busy_o     (busy)
  );

  rvt_ntrace_msg_fifo u_msg_fifo (
    .clk_i    (clk),
    .rst_ni   (rst_n),
    .clr_i    (1'b0),
    .s_valid_i(packed_valid),
    .s_data_i (packed_data),
    .s_bytes_i(packed_bytes),
    .s_eom_i  (packed_eom),
    .s_ready_o(packed_ready),
    .m_valid_o(queued_valid),
    .m_data_o (queued_data),
    .m_bytes_o(queued_bytes),
    .m_eom_o  (queued_eom),
    .m_ready_i(queued_ready),
    .resume_o (resume),
    .empty_o  (fifo_empty)
  );

  rvt_ntrace_pib #(
    .Pins(8)
  ) u_pib (
    .clk_i     (clk),
    .rst_ni    (rst_n),
    .active_i  (1'b1),
    .enable_i  (1'b1),
    .mode_i    (4'd11),
    .center_i  (1'b0),
    .calibrate_i(1'b0),
    .divider_i (8'd2),
    .s_valid_i (queued_valid),
    .s_data_i  (queued_data),
    .s_bytes_i (queued_bytes),
    .s_eom_i   (queued_eom),
    .s_ready_o (queued_ready),
    .s_dn_on_o (),
    .empty_o   (pib_empty),
    .in_msg_o  (),
    .trc_clk_o (trc_clk),
    .trc_data_o(trc_data)
  );

  // What goes in.
  int unsigned sent;
  always_comb begin
    rec = '0;
    case (sent)
      0: begin
        rec.tcode = rvt_ntrace_pkg::TcProgTraceSync;
        rec.sub   = rvt_ntrace_pkg::SyncDebug;
        rec.addr  = 63'h80;
      end
      1: begin
        rec.tcode = rvt_ntrace_pkg::TcIndirectBranchHist;
        rec.icnt  = 22'h7d;
        rec.addr  = 63'h7;
        rec.hist  = 32'hffe;
      end
      2: begin
        rec.tcode = rvt_ntrace_pkg::TcDirectBranch;
        rec.icnt  = 22'd3;
      end
      default: rec.tcode = rvt_ntrace_pkg::TcProgTraceCorrelation;
    endcase
  end
  assign rec_valid = rst_n && sent < NumRecords;
  always_ff @(posedge clk or negedge rst_n) begin
    if (!rst_n) sent <= 0;
    else if (rec_valid && rec_ready) sent <= sent + 1;
  end

  // What a probe sees: a byte at every edge of TRC_CLK, all ones between messages.
  int unsigned seen;
  logic in_message;
  string capture;
  int file;
  initial begin
    file = 0;
    if ($value$plusargs("capture=%s", capture)) file = $fopen(capture, "wb");
    seen = 0;
    in_message = 1'b0;
    repeat (2) @(negedge clk);
    rst_n = 1'b1;
    while (seen < NumBytes) begin
      @(trc_clk);
      @(negedge clk);
      if (in_message || trc_data != 8'hff) begin
        if (trc_data != Expected[8*(NumBytes-1-seen)+:8]) begin
          $display("byte %0d on the pins: expected %02x, found %02x", seen,
                   Expected[8*(NumBytes-1-seen)+:8], trc_data);
          $fatal(1, "rvt_ntrace_smoke_tb failed");
        end
        if (file != 0) $fwrite(file, "%c", trc_data);
        in_message = trc_data[1:0] != rvt_ntrace_pkg::MseoEndMsg;
        seen = seen + 1;
      end
    end
    repeat (8) @(negedge clk);
    if (!pib_empty || !fifo_empty || busy || !resume) $fatal(1, "something is left over");
    $display("rvt_ntrace_smoke_tb: %0d bytes on the pins are as expected", NumBytes);
    if (file != 0) $fclose(file);
    $finish(0);
  end

  initial begin
    #100000;
    $fatal(1, "rvt_ntrace_smoke_tb: too few bytes within the time");
  end

endmodule
