# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""C of the interface source: struct rvt_params, its ranges, defaults, checks and presets."""

import re

from interface import source

HEAD = """/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Written by scripts/interface from rtl/interface; `make interface` writes it anew. */"""


def words(p):
    """The legal values with the names that C has."""
    return re.sub(r"[A-Z]\w*", lambda m: source.snake(m[0]) if m[0] in NAMES else m[0], p.words)


NAMES = {p.name for p in source.parameters()}


def type_of(p):
    return "bool" if p.is_flag else "uint8_t" if p.widest[1] < 256 else "uint16_t"


def version():
    """The version, whose one place is the name of the FuseSoC core."""
    number = source.version()
    yield HEAD.replace("rtl/interface;", "fusesoc.core;")
    yield "#ifndef RVT_VERSION_H"
    yield "#define RVT_VERSION_H"
    yield ""
    yield "/*"
    yield " * The version of headers, libraries, `rvt` and RTL, MAJOR.MINOR.PATCH. docs/api.md says what a"
    yield " * change of each means."
    yield " */"
    yield ""
    yield "#ifdef __cplusplus"
    yield 'extern "C" {'
    yield "#endif"
    yield "#pragma GCC visibility push(default)"
    yield ""
    yield "/* clang-format off */"
    yield f'#define RVT_VERSION "{number}"'
    for name, digits in zip(("MAJOR", "MINOR", "PATCH"), number.split(".")):
        yield f"#define RVT_VERSION_{name} {digits}"
    yield "/* clang-format on */"
    yield ""
    yield "/** RVT_VERSION of the library that the program runs with; constant. The driver has none. */"
    yield "const char *rvt_version(void);"
    yield ""
    yield "#pragma GCC visibility pop"
    yield "#ifdef __cplusplus"
    yield "}"
    yield "#endif"
    yield "#endif"


def header():
    yield HEAD
    yield "#ifndef RVT_PARAMS_H"
    yield "#define RVT_PARAMS_H"
    yield ""
    yield "/* Build parameters, ranges, and tables for what handles all of them alike. */"
    yield ""
    yield "#include <stdbool.h>"
    yield "#include <stdint.h>"
    yield ""
    yield "/* clang-format off */"
    yield ""
    yield "/** Least and greatest value of any build; rvt_params_check() knows the rest. */"
    yield "enum {"
    ranged = [p for p in source.model() if not p.is_flag]
    for p in ranged:
        yield f"  RVT_{p.field.upper()}_MIN = {p.widest[0]}, RVT_{p.field.upper()}_MAX = {p.widest[1]}{',' if p is not ranged[-1] else ''}"
    yield "};"
    yield ""
    yield "/* The same for a text. */"
    for p in ranged:
        yield f'#define RVT_{p.field.upper()}_RANGE "{"..".join(map(str, p.widest))}"'
    yield ""
    yield "/** Fixed when the hardware is built. RTL parameters of the same names in UpperCamelCase. */"
    yield "struct rvt_params {"
    for p in source.model():
        rows = f" ({p.rows.replace(' ', ', ')})" if p.rows else ""
        legal = "" if p.is_flag else f": {words(p)}"
        yield f"  {type_of(p)} {p.field}; /* {p.meaning}{legal}{rows} */"
    yield "};"
    yield ""
    yield "/** X(name in the RTL, field, FLAG, BYTE or HALF, least, greatest, default) */"
    yield from table("RVT_PARAMS", source.model(), lambda p: f"{p.name}, {p.field}, {kind(p)}, "
                     f"{p.widest[0]}, {p.widest[1]}, {p.default}")
    yield ""
    yield "/** X(name in the RTL, default) of rvt_encoder, which the model has not. */"
    yield from table("RVT_PORT_PARAMS", [p for p in source.parameters() if p.level == "port"],
                     lambda p: f"{p.name}, {p.default}")
    yield ""
    yield "/** X(name in the RTL, default) of what is around an encoder. */"
    yield from table("RVT_OUTER_PARAMS", [p for p in source.parameters() if p.level in ("te", "top")],
                     lambda p: f"{p.name}, {p.default}")
    yield ""
    yield "/* clang-format on */"
    yield ""
    yield "#endif"


def kind(p):
    return {"bool": "FLAG", "uint8_t": "BYTE", "uint16_t": "HALF"}[type_of(p)]


def table(name, every, entry):
    yield f"#define {name}(X) \\"
    for p in every:
        yield f"  X({entry(p)}){' ' + chr(92) if p is not every[-1] else ''}"


def expression(text):
    return source.translate(text, lambda name: "rvt_longest_beats(p)" if name == source.LONGEST
                            else f"p->{source.snake(name)}")


def refusal(p):
    """The lines that refuse an illegal value."""
    value, conditions, shown, arguments = f"p->{p.field}", [], [], []
    for low, high in p.parts:
        if low == high:
            conditions.append(f"{value} == {expression(low)}")
        else:
            least = [f"{value} >= {expression(low)}"] * (low != "0")
            conditions.append(" && ".join([*least, f"{value} <= {expression(high)}"]))
        for end in (low,) if low == high else (low, high):
            arguments += [f"(unsigned)({expression(end)})"] * (not end.isdigit())
        shown.append("..".join(end if end.isdigit() else "%u" for end in ((low,) if low == high else (low, high))))
    joined = " || ".join(f"({one})" if len(conditions) > 1 and "&&" in one else one for one in conditions)
    legal = f"{', '.join(shown[:-1])} or {shown[-1]}" if len(shown) > 1 else shown[0]
    rule = f": {words(p)}" if arguments else ""
    rows = f" ({p.rows.replace(' ', ', ')})" if p.rows else ""
    needs = f"p->{source.snake(p.needs)} && " if p.needs else ""
    yield f"  RVT_REFUSE({needs}!({joined}),"
    yield f'             "expected {p.field} {legal}, found %u{rule}{rows}",'
    yield f"             {', '.join([*arguments, value])});"


def check():
    yield HEAD
    every = [p for p in source.model() if not p.is_flag]
    for name, chosen, what in (("shape", [p for p in every if not p.is_timing], "What the bytes depend on."),
                               ("timing", [p for p in every if p.is_timing], "What only clocks depend on.")):
        yield ""
        yield f"/* {what} */"
        yield f"static enum rvt_status legal_{name}(const struct rvt_params *p, struct rvt_error *e) {{"
        for rule in source.rules():
            if name == "shape" and rule.level == "encoder":
                rows = f" ({rule.rows})" if rule.rows else ""
                values = "".join(f", {expression(one)}" for one in re.findall(r"{(.*?)}", rule.model_says))
                says = re.sub(r"{.*?}", "%d", rule.model_says)
                yield f'  RVT_REFUSE(!({expression(rule.holds)}), "expected {says}{rows}"{values});'
        for p in chosen:
            yield from refusal(p)
        yield "  return RVT_OK;"
        yield "}"


def presets():
    yield HEAD
    yield "static const struct rvt_params defaults = {"
    for p in source.model():
        yield f"    .{p.field} = {'true' if p.is_flag and p.default else 'false' if p.is_flag else p.default},"
    yield "};"
    yield ""
    yield "static const struct {"
    yield "  const char *name, *words;"
    yield "} presets[] = {"
    for name, values in source.presets().items():
        yield f'    {{"{name}", "{" ".join(f"{one}={value}" for one, value in values.items())}"}},'
    yield "};"
    yield f'const char rvt_presets[] = "{" ".join(source.presets())}";'


def width(f):
    """For SystemC, where the parameters are those of a struct P."""
    one = re.sub(r"\b(?=[A-Z])(?!Time)", "P::", f.width)
    return one if f.per == "clock" else f"P::Blocks * {one}" if one != "1" else "P::Blocks"


def systemc():
    yield HEAD
    yield "#ifndef RVT_INGRESS_SC_H"
    yield "#define RVT_INGRESS_SC_H"
    yield ""
    yield "/* clang-format off */"
    yield ""
    yield "/** X(field, bits of a slot): the ingress port, what there is for every slot. */"
    yield from table("RVT_SC_INGRESS_SLOT", [f for f in source.ingress() if f.per == "slot"],
                     lambda f: f"{f.name}, {re.sub(r'(?=[A-Z])', 'P::', f.width, count=1)}")
    yield ""
    yield "/** X(field, bits): what there is once. */"
    yield from table("RVT_SC_INGRESS_CLOCK", [f for f in source.ingress() if f.per == "clock"], lambda f: f"{f.name}, {width(f)}")
    yield ""
    yield "/* clang-format on */"
    yield ""
    yield "#endif"


def binds():
    yield HEAD
    yield "#ifndef RVT_TB_INGRESS_BINDS_H"
    yield "#define RVT_TB_INGRESS_BINDS_H"
    yield ""
    yield "/* clang-format off */"
    yield ""
    slots = [f for f in source.ingress() if f.per == "slot"]
    yield "/** X(field, bits in the build of `p`, bits in the largest one) of each slot. */"
    yield from table("TB_PORT_SLOT_FIELDS", slots, lambda f: f"{f.name}, {source.translate(f.width, lambda one: f'p->{source.snake(one)}')}, {bits(f)}")
    for name, what, fields in (("TB_INGRESS_BINDS", "an encoder", source.ingress()),
                               ("TB_INGRESS_READ_BINDS", "the ingress stage", [f for f in source.ingress() if f.read_by])):
        yield ""
        yield f"/** The ingress port of {what}: struct tb_ports and struct rvt_ingress in T. */"
        yield f"#define {name}(T, ports, in) \\"
        yield ", \\\n".join(f'  TB_IN(T, "{f.name}_i", {"ports" if f.per == "slot" else "in"}.{f.name})' for f in fields)
    yield ""
    yield "/* clang-format on */"
    yield ""
    yield "#endif"


def type_for(bits):
    return "bool" if bits == 1 else f"uint{next(b for b in (8, 16, 32, 64) if bits <= b)}_t"


def aligned(rows):
    rows = list(rows)
    wide = max(len(text) for text, _ in rows)
    for text, meaning in rows:
        yield f"  {text:{wide}} /* {meaning} */"


def members(*names):
    """Fields of a C struct: those of one packed struct, or of several one after the other."""
    made = [m for name in names for m in source.structs()[name]]
    yield "  /* clang-format off */"
    made = sorted(made, key=lambda m: m.width if m.width > 16 else 0)
    yield from aligned((f"{type_for(m.width)} {m.name};", m.meaning) for m in made)
    yield "  /* clang-format on */"


def bits(f):
    """Of a field of the ingress port in the largest build."""
    return source.ends_of(re.sub(r"\bTimeWidth\b", "TsWidth", f.width))[1]


def fields(name):
    """A table of the fields of a packed struct."""
    yield "/* clang-format off */"
    yield f"/** X(field, bits) of {name}_t, the upper bits first. */"
    yield from table(f"RVT_{name.upper()}_FIELDS", source.structs()[name], lambda m: f"{m.name}, {m.width}")
    yield "/* clang-format on */"


def port(per):
    """Fields of the ingress port, for each slot or for the clock; numbers of a byte before wider ones."""
    yield "  /* clang-format off */"
    made = sorted((f for f in source.ingress() if f.per == per), key=lambda f: per == "slot" and bits(f) > 8)
    yield from aligned((f"{type_for(bits(f))} {f.name};", f.note or f.meaning) for f in made)
    yield "  /* clang-format on */"


def beyond(name):
    """Gives numbers of a byte the bits that the wires of a build do not carry."""
    made = [f for f in source.ingress() if f.per == name and 1 < bits(f) <= 8]
    wires = [f.width if f.width.isdigit() else expression(f.width) for f in made]
    yield "  /* clang-format off */"
    yield from (f"  b.{f.name} = (uint8_t)(0xff << {wire});" for f, wire in zip(made, wires))
    yield "  /* clang-format on */"


def tables():
    yield HEAD
    yield "#ifndef RVT_TB_STRUCT_FIELDS_H"
    yield "#define RVT_TB_STRUCT_FIELDS_H"
    yield ""
    yield "/* The packed structs between the RTL's units, for what makes bits of them. */"
    yield ""
    yield "/* clang-format off */"
    for name, fields in source.structs().items():
        yield ""
        yield f"/** X(field, bits) of {name}_t, the upper bits first. */"
        yield from table(f"TB_{name.upper()}_FIELDS", fields, lambda m: f"{m.name}, {m.width}")
    yield ""
    yield "/* clang-format on */"
    yield ""
    yield "#endif"
