# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What scripts read of SystemVerilog sources, parsed by slang: headers of modules, instances, structs, constants.

Nothing is elaborated but packages. Text comes back as it is written; a comment is that of the item's own line.
"""

import functools
import sys
from dataclasses import dataclass
from pathlib import Path

try:
    import pyslang
    from pyslang.ast import Compilation, SymbolKind
    from pyslang.syntax import SyntaxKind, SyntaxTree
except ModuleNotFoundError:
    sys.exit(f"{Path(sys.argv[0]).name}: expected pyslang, which build/venv/bin/python3 has after `make setup GROUPS=base`")

ROOT = Path(__file__).resolve().parent.parent.parent
# Texts that take the place of files, before anything is read: what a generator will write.
INSTEAD = {}


def text_of(path):
    """The text of a file, or what takes its place."""
    return INSTEAD[path] if path in INSTEAD else Path(path).read_text(encoding="utf-8")


def number(text):
    """Of a constant without a base, or hexadecimal."""
    _, based, digits = text.rpartition("'h")
    return int(digits, 16 if based else 10)


@dataclass(frozen=True)
class Parameter:
    name: str
    is_local: bool
    default: str
    comment: str
    place: int  # of the default in the text of the header


@dataclass(frozen=True)
class Port:
    name: str
    direction: str
    kind: str  # with its range: `logic [7:0]`
    upper: str | None  # bound of the range
    comment: str


@dataclass(frozen=True)
class Header:
    """From `module` to `);`."""

    name: str
    text: str
    parameters: list
    ports: list

    @property
    def defaults(self):
        """Of the parameters that an instance can set."""
        return {p.name: p.default for p in self.parameters if not p.is_local}

    @property
    def numbers(self):
        """The same of a header without others than numbers."""
        return {name: number(default) for name, default in self.defaults.items()}

    def with_values(self, name, values):
        """The text of a header with this name and these defaults."""
        made, end = [f"module {name}"], len(f"module {self.name}")
        for p in self.parameters:
            if p.name in values:
                made += [self.text[end : p.place], values[p.name]]
                end = p.place + len(p.default)
        return "".join([*made, self.text[end:]])


class Source:
    """A parsed file."""

    def __init__(self, path):
        sources = pyslang.SourceManager()
        sources.addUserDirectories(str(ROOT / "rtl/common"))
        self.path, self.text = Path(path), text_of(path).encode()
        self.tree = SyntaxTree.fromText(self.text.decode(), sources, Path(path).stem, str(path))

    def nodes(self, kind):
        found = []
        self.tree.root.visit(lambda node: found.append(node) if getattr(node, "kind", None) == kind else None)
        return found

    def of(self, node):
        """The text of a node, without what stands before it."""
        return self.text[node.sourceRange.start.offset : node.sourceRange.end.offset].decode()

    def comment(self, node):
        """After the node on its line."""
        end = node.sourceRange.end.offset
        return self.text[end : self.text.index(b"\n", end)].decode().partition("//")[2].strip()

    def upper(self, kind):
        """The first bound of a type's range, or None."""
        return self.of(kind.dimensions[0].specifier.selector.left) if getattr(kind, "dimensions", ()) else None


@functools.cache
def read(path):
    return Source(path)


def syntax(items):
    """Without the commas between them."""
    return [item for item in items if isinstance(item, pyslang.syntax.SyntaxNode)]


# ---- Modules -------------------------------------------------------------------------------------


@functools.cache
def header_in(path):
    """The header of the module in a file."""
    source = read(path)
    modules = source.nodes(SyntaxKind.ModuleDeclaration)
    if len(modules) != 1 or modules[0].header.ports is None:
        sys.exit(f"{path}: expected one module with ports, found {len(modules)}")
    node = modules[0].header
    start = node.moduleKeyword.location.offset
    parameters = []
    for item in syntax(node.parameters.declarations) if node.parameters else ():
        for one in syntax(item.declarators):
            value, place = one.initializer.expr, one.initializer.expr.sourceRange.start.offset
            parameters.append(Parameter(one.name.valueText, item.keyword.valueText == "localparam", source.of(value),
                                        source.comment(item), len(source.text[start:place].decode())))
    ports = [Port(p.declarator.name.valueText, p.header.direction.valueText, source.of(p.header.dataType),
                  source.upper(p.header.dataType), source.comment(p)) for p in syntax(node.ports.ports)]
    return Header(node.name.valueText, source.text[start : node.semi.location.offset + 1].decode(), parameters, ports)


def header(module):
    """The header of a module of rtl or tb/rtl: its file has its name."""
    found = [*ROOT.glob(f"rtl/*/{module}.sv"), *ROOT.glob(f"tb/rtl/{module}.sv")]
    if len(found) != 1:
        sys.exit(f"{Path(sys.argv[0]).name}: {module}: expected one source file, found {len(found)}")
    return header_in(found[0])


def instance(path, module):
    """The lines of a file's instance of a module, its parameters and its connections that have an expression."""
    source = read(path)
    found = [node for node in source.nodes(SyntaxKind.HierarchyInstantiation) if node.type.valueText == module]
    if len(found) != 1:
        sys.exit(f"{path.name}: expected an instance of {module}, found {len(found)}")
    node = found[0]
    begin = source.text.rindex(b"\n", 0, node.sourceRange.start.offset) + 1
    text = source.text[begin : node.sourceRange.end.offset].decode()
    given = {one.name.valueText: source.of(one.expr) for one in syntax(node.parameters.parameters if node.parameters else ())}
    ends = syntax(syntax(node.instances)[0].connections)
    return text, given, {one.name.valueText: source.of(one.expr) if one.expr else "" for one in ends if one.openParen.rawText}


def connections(path, module):
    """Names of the ports that a file's instances of a module connect, by name, with or without an expression."""
    nodes = [node for node in read(path).nodes(SyntaxKind.HierarchyInstantiation) if node.type.valueText == module]
    return {one.name.valueText for node in nodes for made in syntax(node.instances) for one in syntax(made.connections)
            if one.kind == SyntaxKind.NamedPortConnection}


def error_texts(tree):
    """The texts of every $error of a syntax tree."""
    found = []

    def visit(node):
        if getattr(node, "kind", None) == SyntaxKind.ElabSystemTask and node.name.valueText == "$error":
            node.arguments.visit(literal)

    def literal(node):
        if getattr(node, "kind", None) == SyntaxKind.StringLiteralExpression:
            found.append(node.literal.valueText)

    tree.root.visit(visit)
    return found


# ---- Packages ------------------------------------------------------------------------------------


def fields(path, name):
    """Name, width and comment of every field of a struct of vectors."""
    source = read(path)
    for node in source.nodes(SyntaxKind.TypedefDeclaration):
        if node.name.valueText == name:
            return [(one.name.valueText, int(source.upper(item.type) or 0) + 1, source.comment(item))
                    for item in node.type.members for one in syntax(item.declarators)]
    return sys.exit(f"{path}: found no struct {name}")


def constants(path):
    """Name and value of every parameter and enum member of a package."""
    compilation = Compilation()
    compilation.addSyntaxTree(read(path).tree)
    members = compilation.getPackage(Path(path).stem)
    found = {}
    for member in members:
        one = member.wrapped if member.kind == SymbolKind.TransparentMember else member
        if one.kind in (SymbolKind.Parameter, SymbolKind.EnumValue):
            found[one.name] = int(one.value.convertToInt().value)
    return found


def functions(path):
    """Name and arguments of every function of a package."""
    heads = [node.prototype for node in read(path).nodes(SyntaxKind.FunctionDeclaration)]
    return {head.name.identifier.valueText: [one.declarator.name.valueText for one in syntax(head.portList.ports)] for head in heads}
