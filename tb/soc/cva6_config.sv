// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0

/// What CVA6 asks of its configuration: RV64IMAC. Its wheel lacks the divider of the FPU.
package cva6_config_pkg;
  localparam CVA6ConfigXlen = 64;
  localparam CVA6ConfigFpuEn = 0;
  localparam CVA6ConfigF16En = 0;
  localparam CVA6ConfigF16AltEn = 0;
  localparam CVA6ConfigF8En = 0;
  localparam CVA6ConfigFVecEn = 0;
  localparam CVA6ConfigCvxifEn = 0;
  localparam CVA6ConfigCExtEn = 1;
  localparam CVA6ConfigAExtEn = 1;
  localparam CVA6ConfigFetchUserEn = 0;
  localparam CVA6ConfigFetchUserWidth = CVA6ConfigXlen;
  localparam CVA6ConfigDataUserEn = 0;
  localparam CVA6ConfigDataUserWidth = CVA6ConfigXlen;
  localparam CVA6ConfigRenameEn = 0;
endpackage
