/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* A small interpreter of a stack machine: one indirect jump per instruction interpreted. Its
 * programs are compiled at start from text by a one-pass assembler. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { CODE_MAX = 256, STACK_MAX = 64, MEMORY = 512, LABELS = 26 };

enum op { PUSH, LOAD, STORE, GET, PUT, DUP, DROP, SWAP, OVER, ADD, SUB, MUL, DIV, MOD, LESS, EQUAL,
          NOT, JUMP, JUMP_ZERO, CALL, RETURN, HALT, OPS };

static const struct {
  char name[6];
  uint8_t has_operand; /* 1 number, 2 label */
} table[OPS] = {{"push", 1}, {"load", 0}, {"store", 0}, {"get", 1}, {"put", 1},  {"dup", 0},
                {"drop", 0}, {"swap", 0}, {"over", 0},  {"add", 0}, {"sub", 0},  {"mul", 0},
                {"div", 0},  {"mod", 0},  {"less", 0},  {"eq", 0},  {"not", 0},  {"jmp", 2},
                {"jz", 2},   {"call", 2}, {"ret", 0},   {"halt", 0}};

/* Variables are named by the slots 0..15 of `get` and `put`; N is the argument, slot 0. */

/* How many primes are below N: a sieve. */
static const char primes[] =
    "push 2 put 1 "
    "A: get 1 get 0 less jz F "
    "get 1 load not jz E "
    "get 2 push 1 add put 2 "
    "get 1 get 1 mul put 3 "
    "C: get 3 get 0 less jz E "
    "push 1 get 3 store get 3 get 1 add put 3 jmp C "
    "E: get 1 push 1 add put 1 jmp A "
    "F: get 2 halt";

/* The longest Collatz sequence of a start below N, as length * 1000 + start. */
static const char collatz[] =
    "push 1 put 1 "
    "A: get 1 get 0 less jz Z "
    "get 1 call L put 3 "
    "get 2 get 3 less jz B "
    "get 3 put 2 get 1 put 4 "
    "B: get 1 push 1 add put 1 jmp A "
    "Z: get 2 push 1000 mul get 4 add halt "
    "L: push 0 put 5 "
    "M: dup push 1 eq not jz R "
    "get 5 push 1 add put 5 "
    "dup push 2 mod jz H "
    "push 3 mul push 1 add jmp M "
    "H: push 2 div jmp M "
    "R: drop get 5 ret";

/* The sum of gcd(i, N) for i below N; gcd is recursive. */
static const char divisors[] =
    "A: get 1 get 0 less jz Z "
    "get 1 get 0 call G get 2 add put 2 "
    "get 1 push 1 add put 1 jmp A "
    "Z: get 2 halt "
    "G: dup jz E swap over mod call G ret "
    "E: drop ret";

static uint16_t code[CODE_MAX];
static size_t code_size;

static const char *next_word(const char *p, const char **begin, size_t *size) {
  while (*p == ' ') p++;
  *begin = p;
  while (*p != ' ' && *p != 0) p++;
  *size = (size_t)(p - *begin);
  return p;
}

static int find_op(const char *word, size_t size) {
  for (int op = 0; op < OPS; op++)
    if (strlen(table[op].name) == size && strncmp(table[op].name, word, size) == 0) return op;
  return -1;
}

static bool compile(const char *text) {
  uint16_t labels[LABELS] = {0};
  for (int pass = 0; pass < 2; pass++) {
    const char *p = text, *word;
    size_t size;
    for (code_size = 0; p = next_word(p, &word, &size), size != 0;) {
      if (word[size - 1] == ':') {
        labels[word[0] - 'A'] = (uint16_t)code_size;
        continue;
      }
      int op = find_op(word, size);
      if (op < 0 || code_size + 2 > CODE_MAX) return false;
      code[code_size++] = (uint16_t)op;
      if (table[op].has_operand == 0) continue;
      p = next_word(p, &word, &size);
      uint32_t value = 0;
      if (table[op].has_operand == 2) value = labels[word[0] - 'A'];
      else
        for (size_t i = 0; i < size; i++) value = value * 10 + (uint32_t)(word[i] - '0');
      code[code_size++] = (uint16_t)value;
    }
  }
  return true;
}

static uint32_t run(uint32_t argument) {
  static uint32_t memory[MEMORY];
  uint32_t stack[STACK_MAX], variables[16] = {argument}, *sp = stack;
  uint16_t calls[STACK_MAX], *cp = calls;
  const uint16_t *pc = code;
  memset(memory, 0, sizeof memory);
  for (;;) {
    switch (*pc++) {
    case PUSH: *sp++ = *pc++; break;
    case LOAD: sp[-1] = memory[sp[-1] % MEMORY]; break;
    case STORE: sp -= 2; memory[sp[1] % MEMORY] = sp[0]; break;
    case GET: *sp++ = variables[*pc++ & 15]; break;
    case PUT: variables[*pc++ & 15] = *--sp; break;
    case DUP: sp[0] = sp[-1]; sp++; break;
    case DROP: sp--; break;
    case SWAP: { uint32_t t = sp[-1]; sp[-1] = sp[-2]; sp[-2] = t; break; }
    case OVER: sp[0] = sp[-2]; sp++; break;
    case ADD: sp--; sp[-1] += sp[0]; break;
    case SUB: sp--; sp[-1] -= sp[0]; break;
    case MUL: sp--; sp[-1] *= sp[0]; break;
    case DIV: sp--; sp[-1] /= sp[0]; break;
    case MOD: sp--; sp[-1] %= sp[0]; break;
    case LESS: sp--; sp[-1] = sp[-1] < sp[0]; break;
    case EQUAL: sp--; sp[-1] = sp[-1] == sp[0]; break;
    case NOT: sp[-1] = sp[-1] == 0; break;
    case JUMP: pc = code + *pc; break;
    case JUMP_ZERO: pc = *--sp == 0 ? code + *pc : pc + 1; break;
    case CALL: *cp++ = (uint16_t)(pc + 1 - code); pc = code + *pc; break;
    case RETURN: pc = code + *--cp; break;
    default: return sp[-1];
    }
  }
}

int main(void) {
  static const char *const programs[] = {primes, collatz, divisors};
  uint32_t sum = 0;
  for (uint32_t round = 1; round <= SCALE; round++)
    for (size_t i = 0; i < 3; i++) {
      if (!compile(programs[i])) return 2;
      sum = sum * 31 + run(10 + 25 * round % 490);
    }
  return sum == EXPECTED ? 0 : 1;
}
