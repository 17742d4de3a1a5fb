#!/usr/bin/env python3
# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Manual pages from what is written already.

  man.py library OUT VERSION HEADER...   a page of section 3 for each header, and its name for each of its functions
  man.py commands OUT VERSION PAGE       a page rvt-COMMAND of section 1 for each section `rvt COMMAND` of PAGE
"""

import re
import sys
from pathlib import Path

# What a header consists of: comments, lines for the preprocessor, declarations.
BRACES = r"\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\}"
PIECE = re.compile(r"[ ]*/\*(?P<comment>.*?)\*/\n|(?P<cpp>#(?:[^\n]*\\\n)*[^\n]*\n)|"
                   rf"(?P<code>[^\s#/{{}}][^{{}};]*(?:{BRACES}[^;\n]*)?;?[^\n]*\n)", re.S)
NOISE = re.compile(r'#(include|pragma|if|endif|else|undef)|#define \w+_H$')
FUNCTION = re.compile(r"\b(rvt_\w+)\(")


def plain(text):
    """Text for troff."""
    return re.sub(r"^([.'])", r"\\&\1", text.replace("\\", r"\e").replace("-", r"\-"), flags=re.M)


def verbatim(text):
    return f".nf\n{plain(text.rstrip())}\n.fi"


def uncommented(comment):
    return [re.sub(r"^\s*\* ?", "", line).rstrip() for line in comment.strip("*").strip().split("\n")]


def prose(lines):
    """Lines of a comment: paragraphs, tags, and what stands further to the right as it is."""
    state = "text"
    for line in (re.sub(r"`([^`]+)`", r"\\fB\1\\fR", plain(line)) for line in lines):
        tag = re.match(r"@(retval|return|param)\s+(.*)", line)
        inset = line.startswith("  ") and state != "tag"
        if state == "inset" and not inset:
            yield ".fi\n.RE"
        if tag:
            name, _, text = tag[2].partition(" ") if tag[1] != "return" else ("Returns", "", tag[2])
            yield f".TP\n.B {name}\n{text.strip() or '.br'}"
            state = "tag"
        elif not line:
            yield ".PP"
            state = "text"
        elif inset:
            if state != "inset":
                yield ".RS\n.nf"
            yield line
            state = "inset"
        else:
            if state == "tag" and not line.startswith("  ") and not line[0].islower():
                yield ".PP"
                state = "text"
            yield line.strip()
    if state == "inset":
        yield ".fi\n.RE"


def first_sentence(lines):
    text = " ".join(lines).partition("  ")[0]
    return re.split(r"\. |\.$", text.replace("`", ""))[0].rstrip(":")


def head(name, section, version, title):
    return (f'.\\" Written by scripts/install/man.py\n'
            f'.TH {name.upper()} {section} "" "rvtrace {version}" "{title}"\n')


def pieces(text):
    """(kind, text) of all that stands in a header, without its guard, licence and what is for C++ alone."""
    text = re.sub(r"^#ifdef __cplusplus\n.*?^#endif\n", "", text, flags=re.S | re.M)
    for found in PIECE.finditer(text):
        kind, piece = found.lastgroup, found[found.lastgroup]
        if not NOISE.match(piece.strip()) and "SPDX" not in piece and "Written by" not in piece and "clang-format" not in piece:
            yield kind, piece


def header_page(path, version):
    """The name of the page of a header, its text, and its functions."""
    header = path.relative_to("cmodel/include")
    name = "_".join(header.with_suffix("").parts)
    about, functions, types, doc = None, [], [], None
    for kind, piece in pieces(path.read_text(encoding="utf-8")):
        if kind == "comment":
            lines = uncommented(piece)
            about, doc = (lines, None) if about is None and not piece.startswith("*") else (about, lines)
            continue
        signature = piece.partition("{")[0].strip() if FUNCTION.search(piece.partition("{")[0]) else ""
        if kind == "code" and signature and not signature.startswith("typedef"):
            prototype = re.sub(r"^(RVT_(DRV_)?MUST_CHECK|static inline)\s+", "", signature.rstrip(";"))
            functions.append((FUNCTION.search(prototype)[1], re.sub(r"\s+", " ", prototype) + ";", doc or []))
        elif not (kind == "code" and re.fullmatch(r"struct \w+;\s*", piece)):
            types.append((doc or [], piece))
        doc = None
    about = about or types[0][0] or [f"declarations of {header}"]
    made = [head(name, 3, version, "Library functions"), ".SH NAME", f"{name} \\- {plain(first_sentence(about))}", ".SH SYNOPSIS",
            ".nf", f'.B #include \\(dq{header}\\(dq', ".PP", *(plain(p) for _, p, _ in functions), ".fi", ".SH DESCRIPTION", *prose(about)]
    for function, prototype, lines in functions:
        made += [f".SS {function}()", verbatim(prototype), ".PP", *prose(lines)]
    if types:
        made.append(".SH TYPES AND CONSTANTS")
        for lines, piece in types:
            made += [*prose(lines), verbatim(piece), ".PP"]
    made += [".SH SEE ALSO", ".BR rvtrace (3)", ""]
    return name, "\n".join(made), [function for function, _, _ in functions]


def library(out, version, headers):
    names = {}
    for path in headers:
        name, text, functions = header_page(path, version)
        (out / f"{name}.3").write_text(text, encoding="utf-8")
        names[name] = functions
    for name, functions in names.items():
        for function in functions:
            if function not in names:
                (out / f"{function}.3").write_text(f".so man3/{name}.3\n", encoding="utf-8")


def commands(out, version, page):
    sections = re.split(r"^\.SS (?=rvt )", page.read_text(encoding="utf-8"), flags=re.M)[1:]
    if not sections:
        sys.exit(f"{page}: expected sections of commands, `.SS rvt COMMAND`, found none")
    for section in sections:
        synopsis, _, body = re.split(r"^\.SH ", section, flags=re.M)[0].partition("\n")
        command = synopsis.split()[1]
        name = f"rvt-{command}"
        about = first_sentence(re.sub(r"\\f.|\\", "", re.split(r"^\.", body, flags=re.M)[0]).split("\n"))
        text, options, rest = body.partition(".TP\n")
        options = f".SH OPTIONS\n{options}{rest}" if options else ""
        (out / f"{name}.1").write_text(
            f"{head(name, 1, version, 'User commands')}.SH NAME\n{plain(name)} \\- {plain(about[0].lower() + about[1:])}\n"
            f".SH SYNOPSIS\n.B {synopsis}\n.SH DESCRIPTION\n{text}{options}.SH SEE ALSO\n.BR rvt (1)\n", encoding="utf-8")


def main():
    if len(sys.argv) < 5 or sys.argv[1] not in ("library", "commands"):
        sys.exit(__doc__)
    out, version, sources = Path(sys.argv[2]), sys.argv[3], [Path(name) for name in sys.argv[4:]]
    out.mkdir(parents=True, exist_ok=True)
    if sys.argv[1] == "library":
        library(out, version, sources)
    else:
        commands(out, version, sources[0])


if __name__ == "__main__":
    main()
