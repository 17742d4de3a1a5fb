# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Small changes of a C source, token by token.

`changes(text)` gives (offset, old, new, what) for each. Lines keep their numbers. Nothing is changed in
directives, comments, strings, static assertions and the sizes of declared arrays.
"""

import re

TOKEN = re.compile(
    r"(?P<skip>/\*.*?\*/|//[^\n]*|\s+|^[ \t]*#(?:[^\n\\]|\\.|\\\n)*)"
    r"|(?P<text>\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')"
    r"|(?P<number>0[xX][0-9a-fA-F]+[uUlL]*|\d+[uUlL]*)"
    r"|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<op><<=|>>=|\.\.\.|->|\+\+|--|&&|\|\||<<|>>|[-+*/%&|^<>=!]=|.)",
    re.S | re.M,
)
SWAP = {
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
    "&&": ["||"], "||": ["&&"], "<<": [">>"], ">>": ["<<"], "++": ["--"], "--": ["++"],
    "+=": ["-="], "-=": ["+="], "|=": ["&="], "&=": ["|="], "^=": ["|="], "<<=": [">>="], ">>=": ["<<="],
    "*=": ["/="], "/=": ["*="],
}
# Also declarators and signs; binary only with a blank on both sides, as the formatter writes them.
BINARY = {"+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["/"], "&": ["|"], "|": ["&"], "^": ["|"]}
WORDS = {"true": "false", "false": "true"}
OPEN, CLOSE = "([{", ")]}"
NO_EXPRESSION = {"return", "break", "continue", "goto", "case", "default", "else", "do", "if", "for", "while", "switch"}
KEEP = {"_Static_assert", "static_assert", "assert", "sizeof", "_Alignof"}


class Tokens:
    def __init__(self, text):
        self.text = text
        self.all = [(m.start(), m[0], m.lastgroup) for m in TOKEN.finditer(text) if m.lastgroup != "skip"]
        self.match, self.nested = {}, set()
        stack = []
        for i, (_, word, kind) in enumerate(self.all):
            if any(self.word(k) in "([" for k in stack):
                self.nested.add(i)
            if kind != "op":
                continue
            if word in OPEN:
                stack.append(i)
            elif word in CLOSE and stack:
                first = stack.pop()
                self.match[first], self.match[i] = i, first

    def word(self, i):
        return self.all[i][1] if 0 <= i < len(self.all) else ""

    def kind(self, i):
        return self.all[i][2] if 0 <= i < len(self.all) else ""

    def start(self, i):
        return self.all[i][0]

    def end(self, i):
        return self.all[i][0] + len(self.all[i][1])

    def span(self, first, last):
        return self.text[self.start(first):self.end(last)]


def kept(t):
    """Indices inside of what must not change."""
    found = set()
    for i in range(len(t.all)):
        if t.word(i) in KEEP and t.word(i + 1) == "(":
            found |= set(range(i, t.match.get(i + 1, i) + 1))
        # `T name[N]` and `T *name[N]`, also of several dimensions
        if t.word(i) == "[" and t.kind(i - 1) == "name" and (t.kind(i - 2) == "name" or t.word(i - 2) == "*"):
            if t.word(i - 2) not in NO_EXPRESSION:
                found |= set(range(i, t.match.get(i, i) + 1))
    return found


def operators(t, i):
    word = t.word(i)
    if t.kind(i) == "op":
        before, after = t.text[t.start(i) - 1], t.text[t.end(i):t.end(i) + 1]
        if word in SWAP and not (word in "<>" and before == "\n"):
            yield from ((t.start(i), word, new, "operator") for new in SWAP[word])
        elif word in BINARY and before.isspace() and after.isspace() and (
                t.kind(i - 1) in ("number", "name", "text") or t.word(i - 1) in (")", "]")):
            yield from ((t.start(i), word, new, "operator") for new in BINARY[word])
        elif word in "!~" and not after.isspace():
            yield t.start(i), word, " ", "operator"
    elif word in WORDS:
        yield t.start(i), word, WORDS[word], "constant"


def constants(t, i):
    if t.kind(i) != "number":
        return
    digits = re.match(r"0[xX][0-9a-fA-F]+|\d+", t.word(i))[0]
    suffix = t.word(i)[len(digits):]
    if re.match(r"0\d", digits):  # an octal mode of a file
        return
    value = int(digits, 0)
    for new in {value + 1, value - 1 if value else 1}:
        shown = hex(new) if digits[:2] in ("0x", "0X") else str(new)
        yield t.start(i), t.word(i), shown + suffix, "constant"


def conditions(t, i):
    if t.word(i) in ("if", "while") and t.word(i + 1) == "(" and i + 1 in t.match:
        old = t.span(i + 1, t.match[i + 1])
        yield t.start(i + 1), old, f"(!{old})", "condition"
    if t.word(i) == "return" and t.word(i + 1) not in (";", "true", "false"):
        last = statement_end(t, i)
        old = t.span(i + 1, last - 1)
        yield t.start(i + 1), old, f"!({old})", "return"


def statement_end(t, i):
    """Index of the semicolon that ends the statement with token i."""
    while i < len(t.all) and t.word(i) != ";":
        i = t.match.get(i, i) + 1 if t.word(i) in OPEN else i + 1
    return i


def statements(t, i):
    """Delete an expression statement or a jump."""
    begins = t.word(i - 1) in (";", "{", "}", ":", "else") or (
        t.word(i - 1) == ")" and t.word(t.match.get(i - 1, 0) - 1) in ("if", "for", "while"))
    # A colon also ends a bit-field's name, but only a statement has an operator or a call.
    if not begins or i in t.nested or t.kind(i) not in ("name", "op") or t.word(i) in (";", "{", "}", "(", ".", "["):
        return
    last = statement_end(t, i)
    if t.word(last) != ";":
        return
    words = [t.word(k) for k in range(i, last)]
    if t.word(i) in ("break", "continue") or words == ["return"]:
        yield t.start(i), t.span(i, last), ";", "statement"
    elif t.word(i) not in NO_EXPRESSION and t.kind(i + 1) != "name" and not (
            t.word(i + 1) == "*" and t.kind(i + 2) == "name") and (
            "=" in words or "(" in words or any(w in SWAP for w in words)):
        yield t.start(i), t.span(i, last), ";", "statement"


def changes(text):
    t = Tokens(text)
    keep = kept(t)
    body, depth = [], 0
    for i in range(len(t.all)):
        word = t.word(i)
        if word == "{" and depth == 0 and t.word(i - 1) == ")":
            body.append((i, t.match.get(i, i)))
        depth += (word == "{") - (word == "}")
    inside = set()
    for first, last in body:
        inside |= set(range(first + 1, last))
    found = []
    for i in range(len(t.all)):
        if i in keep:
            continue
        found += constants(t, i)
        if t.word(i) in WORDS and i not in inside:
            found += operators(t, i)
        if i in inside:
            found += operators(t, i)
            found += conditions(t, i)
            found += statements(t, i)
    return found


def apply(text, change):
    offset, old, new, _ = change
    # A deleted statement leaves its line breaks, so that the rest keeps its line numbers.
    return text[:offset] + new + "\n" * (old.count("\n") - new.count("\n")) + text[offset + len(old):]
