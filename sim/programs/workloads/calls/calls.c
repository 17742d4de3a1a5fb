/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Deep recursion, calls through tables of functions, switches that become jump tables: a tree of
 * operators is built at random and evaluated twice, in both ways. */

#include <stdint.h>

enum { NODES = 1024, OPERATORS = 12 };

struct node {
  uint8_t op; /* OPERATORS and above: a leaf */
  uint16_t left, right;
  uint32_t value;
};

static struct node nodes[NODES];
static unsigned used;
static uint32_t seed;

static uint32_t draw(void) {
  seed = seed * 1664525u + 1013904223u;
  return seed >> 8;
}

static unsigned build(unsigned depth) {
  unsigned me = used++;
  uint32_t choice = draw();
  if (depth == 0 || choice % 8 == 0) {
    nodes[me] = (struct node){.op = OPERATORS, .value = draw()};
    return me;
  }
  uint8_t op = (uint8_t)(draw() % OPERATORS);
  unsigned left = build(depth - 1);
  unsigned right = build(depth - 1);
  nodes[me] = (struct node){.op = op, .left = (uint16_t)left, .right = (uint16_t)right};
  return me;
}

/* One function per operator, reached through a table. */
static uint32_t add(uint32_t a, uint32_t b) { return a + b; }
static uint32_t sub(uint32_t a, uint32_t b) { return a - b; }
static uint32_t mul(uint32_t a, uint32_t b) { return a * b; }
static uint32_t xor(uint32_t a, uint32_t b) { return a ^ b; }
static uint32_t and(uint32_t a, uint32_t b) { return a & b; }
static uint32_t or(uint32_t a, uint32_t b) { return a | b; }
static uint32_t rotate(uint32_t a, uint32_t b) {
  return a << (b & 31) | a >> (-b & 31);
}
static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }
static uint32_t most(uint32_t a, uint32_t b) { return a > b ? a : b; }
static uint32_t divide(uint32_t a, uint32_t b) { return b == 0 ? a : a / b; }
static uint32_t modulo(uint32_t a, uint32_t b) { return b == 0 ? b : a % b; }
static uint32_t ackermann(uint32_t a, uint32_t b) {
  if (a == 0) return b + 1;
  return b == 0 ? ackermann(a - 1, 1) : ackermann(a - 1, ackermann(a, b - 1));
}
static uint32_t small_ackermann(uint32_t a, uint32_t b) { return ackermann(a & 1, b & 15); }

typedef uint32_t (*operation)(uint32_t, uint32_t);
static const operation operations[OPERATORS] = {add, sub,   mul,  xor,    and,    or,
                                                rotate, least, most, divide, modulo, small_ackermann};

static uint32_t evaluate(unsigned at) {
  const struct node *n = &nodes[at];
  if (n->op >= OPERATORS) return n->value;
  uint32_t left = evaluate(n->left);
  return operations[n->op](left, evaluate(n->right));
}

/* The same by a switch, from the right. */
static uint32_t evaluate_switch(unsigned at) {
  const struct node *n = &nodes[at];
  if (n->op >= OPERATORS) return n->value + 1;
  uint32_t b = evaluate_switch(n->right);
  uint32_t a = evaluate_switch(n->left);
  switch (n->op) {
  case 0: return a + b;
  case 1: return a - b;
  case 2: return a * b;
  case 3: return a ^ b;
  case 4: return a & b;
  case 5: return a | b;
  case 6: return rotate(a, b);
  case 7: return least(a, b);
  case 8: return most(a, b);
  case 9: return divide(a, b);
  case 10: return modulo(a, b);
  default: return small_ackermann(a, b);
  }
}

/* Mutual recursion. */
static uint32_t odd(uint32_t n);
static uint32_t __attribute__((noinline)) even(uint32_t n) { return n == 0 ? 1 : odd(n - 1) * 3; }
static uint32_t __attribute__((noinline)) odd(uint32_t n) { return n == 0 ? 2 : even(n - 1) * 5; }

int main(void) {
  uint32_t sum = 0;
  for (uint32_t round = 0; round < SCALE; round++) {
    seed = round;
    used = 0;
    unsigned root = build(8);
    sum = sum * 31 + evaluate(root);
    sum = sum * 31 + evaluate_switch(root);
    sum = sum * 31 + even(round % 20) + 2 * odd(round % 20);
  }
  return sum == EXPECTED ? 0 : 1;
}
