# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Curves and bars as an SVG: panels side by side, each with a legend below it."""

import math
from dataclasses import dataclass

WIDE, HIGH, LEFT, TOP, GAP, LINE = 340, 240, 56, 40, 96, 18
COLOURS = ("#33557f", "#b5541c", "#3a7d44", "#7a4b94", "#a08000", "#1f8a8a", "#b03060", "#555555")
STYLE = """  <style>
    .page { fill: #fff }
    .axis { stroke: #222; stroke-width: 1.2; fill: none }
    .grid { stroke: #ddd; stroke-width: 1; fill: none }
    text { fill: #222 }
    .middle { text-anchor: middle }
    .end { text-anchor: end }
  </style>"""


@dataclass(frozen=True)
class Panel:
    title: str
    below: str  # of the x axis
    curves: list  # name, [(x, y)]
    x: tuple  # least, greatest
    y: tuple
    x_marks: tuple
    y_marks: tuple
    log: bool = False  # of x

    def place(self, x, y):
        """Of a point, in the panel."""
        of = math.log2 if self.log else float
        least, greatest = (of(end) for end in self.x)
        return (of(x) - least) / (greatest - least) * WIDE, HIGH - (y - self.y[0]) / (self.y[1] - self.y[0]) * HIGH

    def lines(self):
        yield f'    <text x="0" y="-14">{self.title}</text>'
        for mark in self.x_marks:
            at = self.place(mark, self.y[0])[0]
            yield f'    <path class="grid" d="M{at:.1f} 0V{HIGH}"/><text class="middle" x="{at:.1f}" y="{HIGH + 18}">{mark}</text>'
        for mark in self.y_marks:
            at = self.place(self.x[0] or 1, mark)[1] if self.log else self.place(self.x[0], mark)[1]
            yield f'    <path class="grid" d="M0 {at:.1f}H{WIDE}"/><text class="end" x="-8" y="{at + 4:.1f}">{mark}</text>'
        yield f'    <path class="axis" d="M0 0V{HIGH}H{WIDE}"/><text class="middle" x="{WIDE / 2:.0f}" y="{HIGH + 36}">{self.below}</text>'
        for number, (name, points) in enumerate(self.curves):
            colour, at = COLOURS[number], HIGH + 60 + LINE * number
            # Points above the frame are left out, and the line ends at the last below it.
            shown = [self.place(x, y) for x, y in points if y <= self.y[1]]
            yield f'    <polyline fill="none" stroke="{colour}" stroke-width="1.5" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in shown)}"/>'
            yield from (f'    <circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>' for x, y in shown)
            yield f'    <path stroke="{colour}" stroke-width="3" d="M0 {at - 4}H18"/><text x="26" y="{at}">{name}</text>'


@dataclass(frozen=True)
class Bars:
    """One bar below another, each of as many parts."""

    title: str
    curves: list  # names of the parts
    bars: dict  # name -> a value of each part
    marks: tuple  # of the x axis, from 0 on

    def lines(self):
        high = HIGH / len(self.bars)
        yield f'    <text x="0" y="-14">{self.title}</text>'
        for mark in self.marks:
            at = mark / self.marks[-1] * WIDE
            yield f'    <path class="grid" d="M{at:.1f} 0V{HIGH}"/><text class="middle" x="{at:.1f}" y="{HIGH + 18}">{mark}</text>'
        for row, (name, values) in enumerate(self.bars.items()):
            at, top = 0, high * row + 3
            yield f'    <text class="end" x="-8" y="{top + high / 2 + 1:.1f}">{name}</text>'
            for value, colour in zip(values, COLOURS):
                wide = value / self.marks[-1] * WIDE
                yield f'    <rect x="{at:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{high - 6:.1f}" fill="{colour}"/>'
                at += wide
        yield f'    <path class="axis" d="M0 0V{HIGH}H{WIDE}"/>'
        for number, name in enumerate(self.curves):
            at = HIGH + 60 + LINE * number
            yield f'    <path stroke="{COLOURS[number]}" stroke-width="10" d="M0 {at - 4}H18"/><text x="26" y="{at}">{name}</text>'


def page(title, panels):
    """The text of the picture."""
    width = LEFT + len(panels) * (WIDE + GAP) - GAP + 24
    height = TOP + HIGH + 60 + LINE * max(len(panel.curves) for panel in panels)
    text = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
            f"  <title>{title}</title>", STYLE, f'  <rect class="page" width="{width}" height="{height}"/>']
    for number, panel in enumerate(panels):
        text += [f'  <g transform="translate({LEFT + number * (WIDE + GAP)} {TOP})">', *panel.lines(), "  </g>"]
    return "\n".join([*text, "</svg>", ""])
