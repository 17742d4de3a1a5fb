/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * The functions of rvt_ctr_dpi_pkg.sv: rvt/unit/ctr.h for a simulator. Plain C that a C++ compiler
 * takes, too, since some simulators compile it as that.
 */

#include <stdlib.h>
#include <string.h>

#include "rvt/unit/ctr.h"
#include "svdpi.h"

struct rvt_ctr_dpi {
  struct rvt_ctr reset, state;
  struct rvt_ctr_in in;
};

#ifdef __cplusplus
extern "C" {
#endif
void *rvt_ctr_dpi_new(int xlen, int blocks, int iretire_width, int single, int depths,
                      int counter_width, int misp, int type, int filters, int ext_traps,
                      int ras_emu, int hyp, int lcofi, int block_ram, const char **refusal);
void rvt_ctr_dpi_free(void *model);
void rvt_ctr_dpi_outputs(void *model, svBit *ready, svBit *done, long long *rdata, int *exc);
void rvt_ctr_dpi_slot(void *model, int slot, int iretire, int itype, int ilastsize, long long iaddr,
                      long long target, svBit mispredict);
void rvt_ctr_dpi_hart(void *model, long long cause, long long epc, int priv, int priv_after,
                      svBit halted, svBit cycle);
void rvt_ctr_dpi_access(void *model, svBit valid, int op, int addr, int select, long long wdata,
                        int mode, svBit xlen32, svBit mstateen, svBit hstateen);
void rvt_ctr_dpi_tick(void *model, svBit hold);
#ifdef __cplusplus
}
#endif

void *rvt_ctr_dpi_new(int xlen, int blocks, int iretire_width, int single, int depths,
                      int counter_width, int misp, int type, int filters, int ext_traps,
                      int ras_emu, int hyp, int lcofi, int block_ram, const char **refusal) {
  static struct rvt_error e; /* the simulator copies the text */
  struct rvt_ctr_params p;
  struct rvt_ctr_dpi *d = (struct rvt_ctr_dpi *)calloc(1, sizeof *d);
  memset(&p, 0, sizeof p);
  p.xlen = (uint8_t)xlen;
  p.blocks = (uint8_t)blocks;
  p.iretire_width = (uint8_t)iretire_width;
  p.single = single != 0;
  p.depths = (uint8_t)depths;
  p.counter_width = (uint8_t)counter_width;
  p.misp = misp != 0;
  p.type = type != 0;
  p.filters = (uint16_t)filters;
  p.ext_traps = ext_traps != 0;
  p.ras_emu = ras_emu != 0;
  p.hyp = hyp != 0;
  p.lcofi = lcofi != 0;
  p.block_ram = block_ram != 0;
  e.text[0] = '\0';
  *refusal = e.text;
  if (d == NULL || rvt_ctr_init(&d->reset, &p, &e) != RVT_OK) {
    free(d);
    return NULL;
  }
  d->state = d->reset;
  return d;
}

void rvt_ctr_dpi_free(void *model) { free(model); }

void rvt_ctr_dpi_outputs(void *model, svBit *ready, svBit *done, long long *rdata, int *exc) {
  struct rvt_ctr_out out;
  rvt_ctr_outputs(&((struct rvt_ctr_dpi *)model)->state, &out);
  *ready = out.csr_ready;
  *done = out.csr_done;
  *rdata = (long long)out.csr_rdata;
  *exc = out.csr_exc;
}

void rvt_ctr_dpi_slot(void *model, int slot, int iretire, int itype, int ilastsize, long long iaddr,
                      long long target, svBit mispredict) {
  struct rvt_ctr_hart *hart = &((struct rvt_ctr_dpi *)model)->in.hart;
  if (slot < 0 || slot >= RVT_BLOCKS_MAX) return;
  hart->block[slot].iretire = (uint8_t)iretire;
  hart->block[slot].itype = (uint8_t)itype;
  hart->block[slot].ilastsize = (uint8_t)ilastsize;
  hart->block[slot].iaddr = (uint64_t)iaddr;
  hart->slot[slot].target = (uint64_t)target;
  hart->slot[slot].mispredict = mispredict != 0;
}

void rvt_ctr_dpi_hart(void *model, long long cause, long long epc, int priv, int priv_after,
                      svBit halted, svBit cycle) {
  struct rvt_ctr_hart *hart = &((struct rvt_ctr_dpi *)model)->in.hart;
  hart->cause = (uint64_t)cause;
  hart->epc = (uint64_t)epc;
  hart->priv = (uint8_t)priv;
  hart->priv_after = (uint8_t)priv_after;
  hart->halted = halted != 0;
  hart->cycle = cycle != 0;
}

void rvt_ctr_dpi_access(void *model, svBit valid, int op, int addr, int select, long long wdata,
                        int mode, svBit xlen32, svBit mstateen, svBit hstateen) {
  struct rvt_ctr_in *in = &((struct rvt_ctr_dpi *)model)->in;
  in->csr_valid = valid != 0;
  in->csr_op = (uint8_t)op;
  in->csr_addr = (uint16_t)addr;
  in->csr_select = (uint16_t)select;
  in->csr_wdata = (uint64_t)wdata;
  in->csr_mode = (uint8_t)mode;
  in->csr_xlen32 = xlen32 != 0;
  in->mstateen_ctr = mstateen != 0;
  in->hstateen_ctr = hstateen != 0;
}

void rvt_ctr_dpi_tick(void *model, svBit hold) {
  struct rvt_ctr_dpi *d = (struct rvt_ctr_dpi *)model;
  if (hold)
    d->state = d->reset;
  else
    rvt_ctr_tick(&d->state, &d->in);
}
