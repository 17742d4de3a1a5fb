/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * printf() of picolibc goes to the UART that Spike has, which takes each byte at once: a trace shows no waiting. */
#include <stdint.h>
#include <stdio.h>

#include "runtime.h"

#define UART_TRANSMIT ((volatile uint8_t *)0x10000000)

static int put(char c, FILE *file) {
  (void)file;
  *UART_TRANSMIT = (uint8_t)c;
  return (unsigned char)c;
}

static FILE console = FDEV_SETUP_STREAM(put, NULL, NULL, _FDEV_SETUP_WRITE);
FILE *const stdout = &console;
FILE *const stderr = &console;

void _exit(int code) { rt_exit(code); }
