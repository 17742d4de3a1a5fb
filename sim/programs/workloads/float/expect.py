#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The checksum of the workload `float`, with the host's doubles and unbounded integers."""
import struct
import sys

M = 0xFFFFFFFF
total = 0


def mix(value):
    global total
    total = (total * 31 + value) & M


def mix_double(value):
    for part in struct.unpack("<II", struct.pack("<d", value)):
        mix(part)


def square_root(x):
    guess = max(x, 1.0)
    for _ in range(20):
        better = (guess + x / guess) * 0.5
        if better == guess:
            break
        guess = better
    return guess


for turn in range(1, int(sys.argv[1]) + 1):
    mix_double(square_root(turn * 0.37))
    mix_double(square_root(1.0 / turn))
    length, angle, speed = 1.0 + turn * 0.125, 1.0, 0.0
    for _ in range(30):
        a2 = angle * angle
        speed -= 9.81 / length * (angle * (1.0 - a2 / 6.0 * (1.0 - a2 / 20.0))) * 0.05
        angle += speed * 0.05
        if angle < 0.0:
            angle = -angle * 0.5
    mix_double(angle)
    mix_double(speed)
    zoom = 150000 + turn * 1000
    for row in range(-6, 6):
        for column in range(-8, 4):
            zr = zi = count = 0
            while count < 40:
                r2, i2 = zr * zr >> 20, zi * zi >> 20
                if r2 + i2 > 4 << 20:
                    break
                zr, zi = r2 - i2 + column * zoom, 2 * (zr * zi >> 20) + row * zoom
                count += 1
            mix(count)
print(f"0x{total:08x}u")
