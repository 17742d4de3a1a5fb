#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The checksum of the workload `setjmp`, with a stack of operands instead of recursion."""
import sys

M = 0xFFFFFFFF
state = 7


def draw():
    global state
    state = (state * 1664525 + 1013904223) & M
    return state >> 10


def text():
    out = []
    for i in range(1 + draw() % 23):
        choice = draw()
        slip = choice % 16 == 0
        out.append("+*/+*+*)"[choice // 16 % 8] if (i + slip) % 2 else "0123456789((((-1"[choice // 16 % 16])
    return "".join(out) + "$"


class Wrong(Exception):
    pass


def evaluate(s):
    """Shunting-yard: a list of frames (sum, product, pending operator, sign)."""
    frames = [[0, None, None, 1]]
    i = 0

    def wrong(code):
        raise Wrong(code + 8 * (len(frames) - 1))

    def operand(value):
        total, product, op, sign = frames[-1]
        value = value * sign & M
        if op == "/":
            if value == 0:
                wrong(3)
            value = product // value
        elif op == "*":
            value = product * value & M
        frames[-1] = [total, value, None, 1]

    want_operand = True
    while True:
        c = s[i]
        i += 1
        if want_operand:
            if c == "(":
                frames.append([0, None, None, 1])
            elif c == "-":
                frames[-1][3] *= -1
            elif c.isdigit():
                operand(int(c))
                want_operand = False
            else:
                wrong(1)
        elif c in "*/":
            frames[-1][2] = c
            want_operand = True
        elif c == "+":
            frames[-1] = [frames[-1][0] + frames[-1][1] & M, None, None, 1]
            want_operand = True
        elif len(frames) > 1:
            if c != ")":
                wrong(2)
            value = frames[-1][0] + frames[-1][1] & M
            frames.pop()
            operand(value)
        elif c != "$":
            wrong(4)
        else:
            return frames[0][0] + frames[0][1] & M


total = 0
errors = [0] * 5
for _ in range(int(sys.argv[1])):
    try:
        part = evaluate(text())
    except Wrong as error:
        part = error.args[0]
        errors[part % 8] += 1
    total = (total * 31 + part) & M
for count in errors[1:]:
    total = (total * 31 + count) & M
print(f"0x{total:08x}u")
