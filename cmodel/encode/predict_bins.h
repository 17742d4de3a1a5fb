/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_PREDICT_BINS_H
#define RVT_PREDICT_BINS_H

#include "rvt/predict.h"

/*
 * Counters of the predictor: two crosses. A message with its codes, each value of one with each of
 * the other; and each message after each other one.
 */
enum { RVT_BINS_CODES = 113, RVT_BINS_MESSAGES = 12 };

struct rvt_predict_bins {
  uint64_t code[RVT_BINS_CODES];
  uint64_t after[RVT_BINS_MESSAGES][RVT_BINS_MESSAGES]; /* [before][after] */
  bool any;
  uint8_t last; /* place of the message before */
};

void rvt_predict_bins_count(struct rvt_predict_bins *s, const struct rvt_ntrace_msg *msg);
/** As rvt_predict_get_bin(). */
bool rvt_predict_bins_get(const struct rvt_predict_bins *s, size_t index,
                          struct rvt_predict_bin *bin);

#endif
