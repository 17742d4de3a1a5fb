// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// What the stream and its sinks know of a format beside rvt_framing: values, by the parameter `Framing` of a
/// build. docs/units/framing.md.
package rvt_framing_pkg;

  localparam int unsigned NTrace = 0;  // of Framing
  localparam int unsigned ETrace = 1;
  localparam int unsigned Tandem = 2;  // of no trTeFormat

  typedef struct packed {
    logic [7:0]  Idle;         // on pins, between messages
    logic [7:0]  Padding;      // the rest of a word after a message
    // What ends a message of which the rest will not come: so many bytes, and one of padding.
    logic [7:0]  Broken;
    logic [31:0] BrokenBytes;
    logic [31:0] AlignBytes;   // idle ones, before a message that aligns a probe of few pins
    logic [31:0] Longest;      // bytes of the longest message
    // A message says with its first beat how long it is, and none is cut or begun that would have to be.
    logic        Headed;
    logic [7:0]  Align;        // with Headed: before a message after idle bytes or padding
    logic [31:0] SyncBytes;    // ... idle bytes in a row that no message has within
    logic        Beside;       // ends of messages are kept beside the bytes, which do not say them
    logic        Once;         // a stream is read from its begin alone, so a memory does not wrap
  } values_t;

  /// What rvt_framing says of the next bytes beside which ends a message.
  typedef struct packed {
    logic        wrong;   // one of those that count is none that a message has there
    // of lane 0, if a message begins there:
    logic        begins;  // the byte can be the first one
    logic        syncs;   // a stream can be taken up: it stands alone, or reports a loss
    logic        aligns;  // a probe of few pins has to find it
    logic [15:0] length;  // bytes of the message; 0: not known before its end
  } said_t;

  function automatic values_t values(input int unsigned framing);
    unique case (framing)
      // MSEO 10, in more bytes than a field has (NT:PKT-11, PKT-12): whoever takes it for 00 or for 01 finds a field of
      // 66 bits, or more fields than any message has.
      NTrace:
      values = {
        8'hff,  // Idle (TCI:PIB-09)
        8'hff,  // Padding (TCI:RAM-08, PIB-09)
        8'hfe,  // Broken
        32'd11,  // BrokenBytes
        32'd2,  // AlignBytes (TCI:PIB-14)
        32'd38,  // Longest (NT:GEN-07)
        1'b0,  // Headed
        8'h00,  // Align
        32'd0,  // SyncBytes
        1'b0,  // Beside
        1'b0  // Once
      };
      // The header of a packet says how long it is, so none can be broken off (ETR:DC-13, DC-14). The longest
      // run of nulls within one is of 31 bytes, 7 of time and one of srcID (ETR:E-06).
      ETrace:
      values = {
        8'h00,  // Idle
        8'h00,  // Padding
        8'h00,  // Broken
        32'd0,  // BrokenBytes
        32'd2,  // AlignBytes
        32'd40,  // Longest: header, a byte of srcID, 7 of time, 31
        1'b1,  // Headed
        8'h80,  // Align
        32'd40,  // SyncBytes
        1'b1,  // Beside
        1'b0  // Once
      };
      // No opcode is 00 or ff, and no element has more than ten bytes that are none: padding is seen between groups
      // (TV:E-06), and a group that was cut cannot be read (TV:R-17).
      Tandem:
      values = {
        8'h00,  // Idle
        8'h00,  // Padding
        8'hff,  // Broken
        32'd11,  // BrokenBytes
        32'd0,  // AlignBytes
        32'd175,  // Longest (TV:E-04)
        1'b0,  // Headed
        8'h00,  // Align
        32'd0,  // SyncBytes
        1'b1,  // Beside
        1'b1  // Once
      };
      default: values = '0;
    endcase
  endfunction

endpackage
