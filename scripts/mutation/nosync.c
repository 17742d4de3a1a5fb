/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Preloaded while mutants run: tests that write recordings wait for the disk ten times as long as
 * they compute, and what is on it after a loss of power is no question here. */

int fsync(int fd);
int fsync(int fd) {
  (void)fd;
  return 0;
}
