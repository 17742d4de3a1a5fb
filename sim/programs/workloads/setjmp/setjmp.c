/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Non-local exits: a recursive-descent parser leaves by longjmp from whatever depth an error is
 * found at, so calls and returns do not pair up. Its texts are drawn at random and mostly wrong. */

#include <setjmp.h>
#include <stdint.h>

enum { TEXT = 24, ERROR_OPERAND = 1, ERROR_PARENTHESIS, ERROR_DIVISION, ERROR_REST, ERRORS };

static uint32_t seed;
static uint32_t draw(void) {
  seed = seed * 1664525u + 1013904223u;
  return seed >> 10;
}

static jmp_buf failed;
static const char *at;
static uint32_t depth;

static uint32_t expression(void);

static uint32_t factor(void) {
  if (*at == '(') {
    at++;
    depth++;
    uint32_t value = expression();
    if (*at != ')') longjmp(failed, ERROR_PARENTHESIS);
    at++;
    depth--;
    return value;
  }
  if (*at == '-') {
    at++;
    return -factor();
  }
  if (*at < '0' || *at > '9') longjmp(failed, ERROR_OPERAND);
  return (uint32_t)(*at++ - '0');
}

static uint32_t term(void) {
  uint32_t value = factor();
  while (*at == '*' || *at == '/') {
    char op = *at++;
    uint32_t right = factor();
    if (op == '*') {
      value *= right;
      continue;
    }
    if (right == 0) longjmp(failed, ERROR_DIVISION);
    value /= right;
  }
  return value;
}

static uint32_t expression(void) {
  uint32_t value = term();
  while (*at == '+') {
    at++;
    value += term();
  }
  return value;
}

static uint32_t whole(void) {
  uint32_t value = expression();
  if (*at != 0) longjmp(failed, ERROR_REST);
  return value;
}

/* Operands and operators in turn, now and then a slip. */
static void make_text(char *text) {
  static const char operands[] = "0123456789((((-1", operators[] = "+*/+*+*)";
  uint32_t n = 1 + draw() % (TEXT - 1);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t choice = draw();
    text[i] = (i + (choice % 16 == 0)) % 2 == 0 ? operands[choice / 16 % 16] : operators[choice / 16 % 8];
  }
  text[n] = 0;
}

int main(void) {
  static volatile uint32_t sum = 0, errors[ERRORS] = {0};
  char text[TEXT + 1];
  seed = 7;
  for (volatile uint32_t round = 0; round < SCALE; round++) {
    make_text(text);
    at = text;
    depth = 0;
    int error = setjmp(failed);
    if (error == 0) {
      sum = sum * 31 + whole();
      continue;
    }
    errors[error]++;
    sum = sum * 31 + depth * 8 + (uint32_t)error;
  }
  for (int i = 1; i < ERRORS; i++) {
    if (errors[i] == 0) return 2;
    sum = sum * 31 + errors[i];
  }
  return sum == EXPECTED ? 0 : 1;
}
