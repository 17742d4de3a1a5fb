// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// What the stream and its sinks know of the bytes of a message: all of N-Trace that they have. A second
/// format brings these constants and functions, and nothing else of the transport changes.
package rvt_framing_pkg;

  localparam logic [7:0] Idle = 8'hFF;  // between messages (TCI:RAM-08, PIB-09); on pins, too
  // Ends a message of which the rest will not come: so many bytes that no message has (NT:PKT-11, PKT-12),
  // and an idle one. Whoever takes MSEO 10 for 00 or for 01 finds a field of 66 bits, or more fields than
  // any message has.
  localparam logic [7:0] Broken = 8'hFE;
  localparam int unsigned BrokenBytes = 11;
  localparam int unsigned AlignBytes = 2;  // idle ones, before a message that aligns() (TCI:PIB-14)

  /// Whether the byte is the last one of its message (NT:PKT-05).
  function automatic logic ends(input logic [7:0] data);
    ends = data[1:0] == rvt_ntrace_pkg::MseoEndMsg;
  endfunction

  /// Of the first byte of a message: whether a stream can be taken up there. The message stands alone, or
  /// tells of a loss.
  function automatic logic syncs(input logic [7:0] data);
    syncs = rvt_ntrace_pkg::is_entry(data[7:2]);
  endfunction

  /// Of the first byte of a message: whether a probe of few pins has to find the message's begin.
  function automatic logic aligns(input logic [7:0] data);
    aligns = rvt_ntrace_pkg::is_sync(data[7:2]);
  endfunction

endpackage
