/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Arithmetic: doubles (by library calls where the hart has none), and fixed point with 64-bit
 * products. The results are compared bit by bit. */

#include <stdint.h>
#include <string.h>

enum { WIDTH = 12, ITERATIONS = 40 };

static uint32_t sum;
static void mix(uint32_t value) { sum = sum * 31 + value; }
static void mix_double(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  mix((uint32_t)bits);
  mix((uint32_t)(bits >> 32));
}

static double square_root(double x) {
  double guess = x < 1.0 ? 1.0 : x;
  for (int i = 0; i < 20; i++) {
    double next = (guess + x / guess) * 0.5;
    if (next == guess) break;
    guess = next;
  }
  return guess;
}

/* A pendulum by small steps, its sine by a polynomial. */
static void pendulum(double length) {
  double angle = 1.0, speed = 0.0;
  for (int i = 0; i < 30; i++) {
    double a2 = angle * angle;
    double sine = angle * (1.0 - a2 / 6.0 * (1.0 - a2 / 20.0));
    speed = speed - 9.81 / length * sine * 0.05;
    angle = angle + speed * 0.05;
    if (angle < 0.0) angle = -angle * 0.5;
  }
  mix_double(angle);
  mix_double(speed);
}

/* The Mandelbrot set with 20 bits after the point. */
static int32_t fixed_product(int32_t a, int32_t b) { return (int32_t)((int64_t)a * b >> 20); }
static void mandelbrot(int32_t zoom) {
  for (int32_t row = 0; row < WIDTH; row++)
    for (int32_t column = 0; column < WIDTH; column++) {
      int32_t cr = (column - 8) * zoom, ci = (row - 6) * zoom, zr = 0, zi = 0;
      uint32_t i = 0;
      for (; i < ITERATIONS; i++) {
        int32_t r2 = fixed_product(zr, zr), i2 = fixed_product(zi, zi);
        if (r2 + i2 > 4 << 20) break;
        zi = 2 * fixed_product(zr, zi) + ci;
        zr = r2 - i2 + cr;
      }
      mix(i);
    }
}

int main(void) {
  for (uint32_t round = 1; round <= SCALE; round++) {
    mix_double(square_root(round * 0.37));
    mix_double(square_root(1.0 / round));
    pendulum(1.0 + round * 0.125);
    mandelbrot((int32_t)(150000 + round * 1000));
  }
  return sum == EXPECTED ? 0 : 1;
}
