#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Write what docs/dependencies.md shows of the code: which product and which room of the RTL uses which, and two walks through it.

    dependencies.py BUILD [--check]    with the objects in BUILD/obj; --check only compares

An arrow is a symbol taken or a header included, as scripts/lint/layers.py sees them; one that others already imply is not
drawn. A walk follows the calls of a function in the order of its text, each function once.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts/lint"))
import layers  # noqa: E402  pylint: disable=wrong-import-position

PAGE = ROOT / "docs/dependencies.md"
DRAWN = [p for p in layers.PRODUCTS if p not in ("tests", "bench", "benches", "software", "systemc")]
# Mark on the page: where the walk begins, and the products that it is drawn in.
WALKS = {
    "block": ("rvt_te_tick", {"top", "control", "ntrace", "ingress", "codec"}),
    "byte": ("step_ntrace", {"walk", "decoder-ntrace", "codec", "isa"}),
}
# A definition as clang-format writes it: a name at the left, its body up to a brace at the left, or on the same line.
FUNCTION = re.compile(r"^(?!typedef)[a-z][^;{}=()]*?\b(\w+)\(([^;{}]*?)\)\s*{(\n.*?^}|[^\n]*}$)", re.M | re.S)


def sources():
    return sorted(p for p in (ROOT / "cmodel").rglob("*") if p.suffix in (".c", ".h"))


def arrows(build):
    """Product -> products that it uses, and of those the ones of which it may see a single header or symbol."""
    names = [p.relative_to(ROOT).as_posix() for p in sources()]
    products = {name: layers.product_of(name) for name in names}
    objects = {}
    for name in names:
        path = f"{build}/obj/{name.removeprefix('cmodel/')[:-2]}.o"
        if name.endswith(".c") and products[name] in DRAWN and Path(path).is_file():
            objects[path] = name
    folders = [ROOT / "cmodel/include", ROOT / "cmodel"]
    used = [(name, other) for name, other, _ in layers.taken(objects)]
    used += [(name, header) for name in names for header in layers.includes(name, folders)]
    found, parts = {product: set() for product in DRAWN}, {product: set() for product in DRAWN}
    for name, other in used:
        here, there = products[name], products.get(other)  # without what is generated
        if here != there and here in found and there in found:
            whole = there in layers.PRODUCTS[here].sees.split()
            (found if whole else parts)[here].add(there)
    return found, parts


def reached(found, product):
    seen, waiting = set(), [product]
    while waiting:
        new = found[waiting.pop()] - seen
        seen |= new
        waiting += new
    return seen


def drawing(found, parts):
    yield "```mermaid"
    yield "graph TD"
    for product, used in found.items():
        implied = set().union(*(reached(found, other) for other in used))
        for other in sorted(used - implied):
            yield f"  {product} --> {other}"
        for other in sorted(parts[product]):
            yield f"  {product} -.-> {other}"
    yield "```"


def functions():
    """Name -> (file, names that its text calls, in order)."""
    found = {}
    for path in sources():
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(("cmodel/tests", "cmodel/fuzz")):
            continue
        text = re.sub(r"//[^\n]*|/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
        for match in FUNCTION.finditer(text):
            # Static functions of two files may share a name: the file's own one comes first.
            found.setdefault(match[1], []).append((name, re.findall(r"\b(\w+)\(", match[3])))
    return found


def walk(root, products):
    """Files in the order in which the calls enter them."""
    found, seen, stays = functions(), set(), []

    def visit(name, caller):
        places = found.get(name, ())
        place = next((p for p in places if p[0] == caller), places[0] if len(places) == 1 else None)
        if place is None or (name, place[0]) in seen or layers.product_of(place[0]) not in products:
            return
        seen.add((name, place[0]))
        if not stays or stays[-1] != place[0]:
            stays.append(place[0])
        for called in place[1]:
            visit(called, place[0])

    visit(root, None)
    if not stays:
        sys.exit(f"dependencies: expected the function {root}, found none")
    return stays


def table(root, products):
    stays = walk(root, products)
    order = list(dict.fromkeys(stays))
    yield "| | product | file | again |"
    yield "| --: | --- | --- | --- |"
    for number, name in enumerate(order, 1):
        again = "yes" if stays.count(name) > 1 else ""
        yield f"| {number} | {layers.product_of(name)} | `{name.removeprefix('cmodel/')}` | {again} |"


def rooms():
    """Room of the RTL -> rooms that it uses."""
    found = {room: set() for room in layers.ROOMS}
    for name, other in layers.rtl_uses():
        here, there = layers.room_of(name), layers.room_of(other)
        found[here] |= {there} - {here}
    return found


def filled(text, build):
    parts = {"products": list(drawing(*arrows(build))), "rooms": list(drawing(rooms(), {room: () for room in layers.ROOMS})), **{mark: list(table(*walked)) for mark, walked in WALKS.items()}}
    for mark, lines in parts.items():
        pattern = rf"(<!-- {mark} -->\n\n).*?(\n\n<!-- end -->)"
        if len(re.findall(pattern, text, re.S)) != 1:
            sys.exit(f"{PAGE.name}: expected one mark <!-- {mark} --> with its end, found none or several")
        text = re.sub(pattern, lambda m, lines=lines: m[1] + "\n".join(lines) + m[2], text, flags=re.S)
    return text


def main():
    old = PAGE.read_text(encoding="utf-8")
    new = filled(old, sys.argv[1])
    if "--check" not in sys.argv:
        PAGE.write_text(new, encoding="utf-8")
    elif new != old:
        print(f"{PAGE.relative_to(ROOT)}: does not show the code: `make docs` writes it anew", file=sys.stderr)
        return 1
    print("dependencies: docs/dependencies.md shows what the code uses")
    return 0


if __name__ == "__main__":
    sys.exit(main())
