# Copyright 2026 rvtrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The golden model: rvt_top by its ports (rvt/ref.h), rvt_encoder by its structs."""

from rvtrace import message
from rvtrace._c import ffi, lib
from rvtrace.error import Error, check
from rvtrace.sink import Sink, raised


class Params(dict):
    """Build parameters by the names of the RTL: its defaults, those of a build by name, then `values`.

        Params(Xlen=64)      Params("mcu", Pins=4)      Params(other, Lanes=2)

    Names and widths are checked here; ranges and rules by what is built with them.
    """

    def __init__(self, base=None, **values):
        super().__init__()
        for index in range(lib.RVT_REF_PARAMS):
            info = lib.rvt_ref_param(index)
            self[ffi.string(info.name).decode()] = info.preset
        if isinstance(base, str):
            encoder, text = ffi.new("struct rvt_params *"), ffi.new("char[]", 4096)
            if lib.rvt_params_init(encoder, base.encode()) != lib.RVT_OK:
                raise Error(f"expected a build of {ffi.string(lib.rvt_presets).decode()}, found {base!r}")
            if lib.rvt_params_print(encoder, text, len(text)) != lib.RVT_OK:
                raise Error("expected parameters that fit their text, found longer ones")
            self.update((name, int(value)) for name, _, value in (word.partition("=") for word in ffi.string(text).decode().split()))
        self.update(base if isinstance(base, dict) else {})
        self.update((name, int(value)) for name, value in values.items())
        self.encoder()

    def encoder(self):
        """A struct rvt_params *, of the encoder alone."""
        made = ffi.new("struct rvt_params *")
        check(lib.rvt_params_parse, " ".join(f"{name}={value}" for name, value in self.items()).encode(), made)
        return made


class Ports(dict):
    """Values by port name; `ports.stall_o` is `ports["stall_o"]`."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


class Top:
    """rvt_top: encoder, RAM sink and pins with their registers, in the state after reset.

        Top("mcu", Pins=4)      Top(Params(...))

    input_widths, output_widths   bits of each port by name; clk_i and rst_ni are not among them
    messages                      Message of each that has left the encoder; `clear()` it at will. An exception while one is made, as
                                  KeyboardInterrupt, is raised by tick() or step(), after the edge
    """

    def __init__(self, params=None, **values):
        self.params = Params(params, **values)
        made, count = ffi.new("struct rvt_ref **"), ffi.new("size_t *")
        check(lib.rvt_ref_new, list(self.params.values()), made)
        self._ref = ffi.gc(made[0], lib.rvt_ref_free)
        ports = [(ffi.string(p.name).decode(), p.is_output, p.at, p.width) for p in lib.rvt_ref_ports(self._ref, count)[0:count[0]]]
        self._at = {name: at for name, _, at, _ in ports}
        self.input_widths = {name: width for name, is_output, _, width in ports if not is_output}
        self.output_widths = {name: width for name, is_output, _, width in ports if is_output}
        self._in, self._out = ffi.new("uint32_t[]", lib.RVT_TOP_INPUT_WORDS), ffi.new("uint32_t[]", lib.RVT_TOP_OUTPUT_WORDS)
        self._sink = Sink()
        self.messages = self._sink.taken
        lib.rvt_ref_on_message(self._ref, lib.rvt_python_message, self._sink.handle)

    def _set(self, inputs):
        bits = 0
        for name, value in inputs.items():
            width = self.input_widths.get(name)
            if width is None or value >> width:
                raise Error(f"{name}: expected {f'{width} bits' if width else 'an input of rvt_top'}, found {value:#x}")
            bits |= value << self._at[name]
        ffi.buffer(self._in)[:] = bits.to_bytes(ffi.sizeof(self._in), "little")  # of the words and of the machine

    def _edge(self):
        lib.rvt_ref_tick(self._ref, self._in)
        self._sink.check()

    def outputs(self, inputs=None, /, **more):
        """Outputs of this clock as Ports. Inputs by port name, 0 where none is given; group 0 of a port stands in its lower bits."""
        self._set({**(inputs or {}), **more})
        lib.rvt_ref_outputs(self._ref, self._in, self._out)
        bits = int.from_bytes(ffi.buffer(self._out), "little")
        return Ports((name, bits >> self._at[name] & ((1 << width) - 1)) for name, width in self.output_widths.items())

    def tick(self, inputs=None, /, **more):
        """One rising edge of clk_i with reset released, with the inputs before it."""
        self._set({**(inputs or {}), **more})
        self._edge()

    def step(self, inputs=None, /, **more):
        """A whole clock: its outputs, then the edge."""
        out = self.outputs(inputs, **more)
        self._edge()
        return out

    def reset(self):
        """What rst_ni does."""
        lib.rvt_ref_reset(self._ref)

    def snapshot(self):
        """The state as bytes, for restore() of a Top with the same parameters and version; without the memory of the RAM sink."""
        out = ffi.new("uint8_t[]", lib.rvt_ref_snapshot_size())
        lib.rvt_ref_save(self._ref, out)
        return bytes(ffi.buffer(out))

    def restore(self, snapshot):
        """Go on from a snapshot; nothing has changed if it is refused."""
        check(lib.rvt_ref_restore, self._ref, snapshot, len(snapshot))


class Encoder:
    """rvt_encoder alone, by the structs of rvt/encoder.h, in the state after reset.

    inputs   struct rvt_encoder_in: `encoder.inputs.cfg.active = True`, `encoder.inputs.ingress.block[0].iretire = 4`.
             It keeps its values from clock to clock
    """

    def __init__(self, params=None, **values):
        self.params = Params(params, **values)
        self._state = ffi.new("struct rvt_encoder *")
        self.inputs = ffi.new("struct rvt_encoder_in *")
        check(lib.rvt_encoder_init, self._state, self.params.encoder())

    def outputs(self):
        """A struct rvt_encoder_out of this clock: `out.m.valid`, `out.m.data[0]`, `out.stall`."""
        out = ffi.new("struct rvt_encoder_out *")
        lib.rvt_encoder_outputs(self._state, ffi.addressof(self.inputs, "cfg"), out)
        return out

    def tick(self):
        """One rising edge of clk_i with reset released."""
        lib.rvt_encoder_tick(self._state, self.inputs)

    def step(self):
        """A whole clock: its outputs, then the edge."""
        out = self.outputs()
        self.tick()
        return out

    def snapshot(self):
        """The state as bytes, for restore() in this process of an Encoder with the same parameters."""
        return bytes(ffi.buffer(self._state))

    def restore(self, snapshot):
        """Go on from a snapshot; nothing has changed if it is refused."""
        params = ffi.sizeof("struct rvt_params")
        if len(snapshot) != ffi.sizeof("struct rvt_encoder") or snapshot[:params] != bytes(ffi.buffer(self._state, params)):
            raise Error("expected a snapshot of an encoder with the same parameters, found another", "RVT_ERR_MISMATCH")
        ffi.memmove(self._state, snapshot, len(snapshot))


def config_pack(**fields):
    """The bits of cfg_i, of fields of struct rvt_config; what is not given is 0."""
    return lib.rvt_config_pack(ffi.new("struct rvt_config *", fields))


def config_unpack(bits):
    """What bits of cfg_i mean, as a dict."""
    config = lib.rvt_config_unpack(bits)
    return {name: getattr(config, name) for name, _ in ffi.typeof(config).fields}


@ffi.def_extern(onerror=raised)
def rvt_python_message(user, tapped):
    ffi.from_handle(user).taken.append(message.made(ffi.addressof(tapped, "format"), ffi.addressof(tapped, "msg"), bytes(ffi.buffer(tapped.bytes, tapped.size))))
