#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Compare what is written twice: port comments, encodings, requirement rows, links.

  comments   parameters and ports of the same name in encoder, component and top have the same comment
  encodings  the constants of the packages of rtl/ntrace, rtl/ingress and rtl/common with those of cmodel/include/rvt
  rows       every row that the tree names (lib/rows.py) with docs/reference/rows.tsv, whose texts are whole
  vectors    sim/programs/messages/section31.txt with the messages of sim/programs/vectors/section31.txt
  paths      files that pages name exist
  links      relative links, their headings, and `make` targets of the Markdown pages; `make help` lists those targets
  prose      lines of pages have at most 160 characters, tables excepted; all pages together at most 72,500 words, tables that a
             script writes excepted
  specs      the specifications are linked from README, integration page and manual page
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from lib import rows as names, sv  # noqa: E402  pylint: disable=wrong-import-position

PAGE_DIRS = ("docs/**/*.md", "sim/**/*.md", "tb/**/*.md", "*/README.md", "*.md")


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


def pages():
    return sorted({page for pattern in PAGE_DIRS for page in ROOT.glob(pattern)})


def strip_comments(source):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", source, flags=re.S)


# What differs on purpose: the top's bus has several components, only a component reads the link after it and
# has a power-up reset, and time has no registers yet.
COMMENTS_DIFFER = {"TsWidth", "paddr_i", "pready_o", "m_dn_on_i", "rst_ni"}


def check_comments():
    said = {}  # name -> {comment: modules}
    for part in ("encoder", "te", "top"):
        header = sv.header(f"rvt_{part}")
        for item in header.parameters + header.ports:
            if item.comment:
                said.setdefault(item.name, {}).setdefault(item.comment, []).append(part)
    for name, comments in said.items():
        if len(comments) > 1 and name not in COMMENTS_DIFFER:
            which = "; ".join(f"{' and '.join(parts)} '{text}'" for text, parts in comments.items())
            yield f"rtl: {name}: expected one comment, found in {which}"
    for name in sorted(n for n in COMMENTS_DIFFER if len(said.get(n, ())) < 2):
        yield f"scripts/docs/check_docs.py: the comments of {name} do not differ"


def snake(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).upper()


def check_encodings():
    packages = {"rtl/ntrace/rvt_ntrace_pkg.sv": "", "rtl/ingress/rvt_ingress_pkg.sv": "", "rtl/common/rvt_config_pkg.sv": "",
                "rtl/framing/rvt_framing_pkg.sv": "FRAMING_"}  # and what C has before the names
    headers = "cmodel/include/rvt"
    in_c = {}
    for header in (ROOT / headers).rglob("*.h"):
        text = strip_comments(header.read_text())
        in_c.update((name, int(value, 0)) for name, value in re.findall(r"\bRVT_(\w+) = (0x[0-9A-F]+|\d+)\b", text))
        for kind, words in re.findall(r"#define RVT_(\w+)_LIST\(X\)(.*(?:\\\n.*)*)", text):  # an enum is made of it
            in_c.update((f"{kind}_{name}", n) for n, name in enumerate(re.findall(r"\bX\((\w+),", words)))
    for package, prefix in packages.items():
        in_sv = {}
        for name, value in sv.constants(ROOT / package).items():
            if name.endswith("Bit"):  # a place in SystemVerilog, a mask in C
                name, value = name.removesuffix("Bit"), 1 << value
            if name not in ("BlockBits", "SlotBits"):  # the width of a struct
                in_sv[prefix + snake(name)] = value
        if not in_sv:
            yield f"{package}: found no constant"
        for name, value in in_sv.items():
            if in_c.get(name) != value:
                yield f"{package}: {name} is {value}, {headers} has RVT_{name} = {in_c.get(name)}"


def is_cut(text):
    """Whether a sentence stops before its end: in brackets, or where a word or value is to follow."""
    pairs = ("()", "[]", "{}", '""')
    if any(text.count(a) != text.count(b) or (a == b and text.count(a) % 2) for a, b in pairs):
        return True
    return bool(re.search(
        r"(^|[,;:=(/]|\b(the|of|a|an|and|or|if|with|at|by|is|are|every|wrote|from|than|that))\s*$", text))


def check_rows():
    table = "docs/reference/rows.tsv"
    texts = {row[0]: row[3] for row in (line.split("\t") for line in text_of(table).splitlines()[1:])}
    for row, text in texts.items():
        if not names.ROW.fullmatch(row):
            yield f"{table}: {row}: expected {', '.join(names.PREFIXES)} and a name like PKT-05, found another identifier"
        if is_cut(text):
            yield f"{table}: {row}: expected a whole text, found '{text}'"
    rows = set(texts)
    listed = subprocess.run(
        ["git", "grep", "--untracked", "-nIoE", names.PATTERN, "--",
         ":!docs/reference", ":!scripts/tests"],
        cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True,
    ).stdout
    for line in listed.splitlines():
        place, _, row = line.rpartition(":")
        place, _, prefix = place.rpartition(":")
        if f"{prefix}:{row}" not in rows:
            yield f"{place}: {prefix}:{row} is no requirement row"


def check_vectors():
    """The backend bench sets SRC and TSTAMP for a whole list: it takes the messages without them."""
    vectors, messages = "sim/programs/vectors/section31.txt", "sim/programs/messages/section31.txt"
    wanted = [
        message.strip()
        for line in text_of(vectors).splitlines()
        if line and not line.startswith("#")
        for message in line.split("|")[2].split(";")
        if not re.search(r"\b(SRC|TSTAMP)=|^\s*Idle\b", message)
    ]
    found = [line for line in text_of(messages).splitlines() if line and not line.startswith("#")]
    if found != wanted:
        yield f"{messages}: {len(found)} messages are not the {len(wanted)} of {vectors}"


def check_paths():
    """A name in capitals stands for one of the reader's."""
    for name, text in prose():
        for path in re.findall(r"`((?:rtl|cmodel|tb|sim|scripts|constraints|docs)/[\w./*-]+)`", text):
            if not re.search(r"[A-Z]{4}", path) and not list(ROOT.glob(path)):
                yield f"{name}: `{path}`: no such file"


def anchors(text):
    """What a link into a page may name after `#`: its headings, as GitHub spells them."""
    for heading in re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M), re.M):
        yield re.sub(r"[^\w -]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()).replace(" ", "-")


def check_links():
    make = text_of("Makefile") + "".join(p.read_text() for p in (ROOT / "scripts/mk").glob("*.mk"))
    make += text_of("sim/programs/runtime/Makefile")  # of a program of the user's
    for page in pages():
        text = page.read_text(encoding="utf-8")
        name = page.relative_to(ROOT)
        for target, _, anchor in (link.partition("#") for link in re.findall(r"\]\(([^)\s]+)", text) if "://" not in link):
            file = page.parent / target if target else page
            if not file.exists():
                yield f"{name}: link to {target}, which does not exist"
            elif anchor and anchor not in anchors(file.read_text(encoding="utf-8")):
                yield f"{name}: link to {target}#{anchor}, which has no such heading"
        for target in re.findall(r"`make ([a-z0-9-]+)", text):
            if not re.search(rf"^[\w -]*\b{re.escape(target)}\b[\w -]*:", make, re.M):
                yield f"{name}: `make {target}`: no such target"
        for target in re.findall(r"(?:`|^\$ |^)make ([a-z][a-z0-9-]*)(?![\w/])", text, re.M):
            if not re.search(rf"^{re.escape(target)}:.*  ## ", make, re.M):
                yield f"{name}: `make {target}`: `make help` does not list it"


LINE, WORDS = 160, 72500  # 65,000 of what traces, 2,500 of control transfer records, 5,000 of tandem verification
# What a script writes: a page that says so at its head; what stands between marks, or after one of docs/integration.md.
WRITTEN = re.compile(r"^Generated (?:by|from) ", re.M)
MARKED = re.compile(r"^<!-- (?:table )?[\w-]+ -->\n(?:.*?^<!-- (?:table )?end -->$|\n(?:```.*?^```$|(?:\|[^\n]*\n)+))", re.S | re.M)


def prose():
    """Pages that are written by hand, and their text."""
    texts = ((page, page.read_text(encoding="utf-8")) for page in pages())
    return [(page.relative_to(ROOT), text) for page, text in texts if not WRITTEN.search(text[:200])]


def words():
    """Borders of tables are none."""
    return sum(any(map(str.isalnum, word)) for _, text in prose() for word in MARKED.sub("", text).split())


def check_prose():
    for name, text in prose():
        for number, line in enumerate(text.splitlines(), start=1):
            if len(line) > LINE and not line.lstrip().startswith("|"):
                yield f"{name}:{number}: expected at most {LINE} characters, found {len(line)}"
    if words() > WORDS:
        yield f"*.md: expected at most {WORDS} words, found {words()}: say it once, or leave it to what a script writes"


SPECIFICATIONS = (
    "https://docs.riscv.org/reference/nexus-trace/ntrace_introduction.html",
    "https://docs.riscv.org/reference/trace-control-interface/tci_protocols.html",
    "https://github.com/riscv-non-isa/riscv-trace-spec",
)


def check_specs():
    for name in ("README.md", "docs/integration.md", "docs/decisions.md", "docs/rvt.1"):
        text = text_of(name).replace("\\-", "-")
        for address in SPECIFICATIONS:
            if address not in text:
                yield f"{name}: no link to {address}"


CHECKS = (
    check_comments, check_encodings, check_rows, check_vectors, check_paths, check_links, check_prose, check_specs
)


def main():
    faults = [f for check in CHECKS for f in check()]
    for fault in faults:
        print(fault, file=sys.stderr)
    if not faults:
        print(f"docs: comments, encodings, rows, vectors and links agree with their sources; {words()} words")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
