/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * QEMU as a reference model of `rvt tandem` (rvt/tandem/model.h), over its gdb protocol: a process
 * of its own, `virt` without firmware, that is stepped; RVT_QEMU names the emulator. The protocol
 * does not say what a step has changed: registers are compared with those before, a store is what
 * its instruction says. What has no counterpart in `virt` is done here: accesses outside of the
 * RAM, interrupts, WFI.
 */

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rvt/tandem/model.h"
#include "tandem/access.h"

enum {
  PACKET = 4096,
  X_REGISTERS = 32,
  TRAP_CSRS = 4,
  MSTATUS = 0x300,
  MIE = 0x304,
  MTVEC = 0x305,
  MEPC = 0x341,
  MCAUSE = 0x342,
  MTVAL = 0x343,
  MACHINE = 3,
  OPCODE = 0x7f,
  AMO = 0x2f,
  FUNCT5_AT = 27,
  WFI = 0x10500073
};

static const uint16_t trap_csrs[TRAP_CSRS] = {MSTATUS, MEPC, MCAUSE, MTVAL};

struct qemu {
  const struct rvt_tandem_core *core;
  pid_t pid;
  int fd;
  unsigned bytes;      /* of a register */
  unsigned csrs;       /* number of CSR 0 in the protocol; the privilege stands before it */
  char in[2 * PACKET]; /* what has come, ... */
  size_t filled;       /* ... so much */
  char reply[PACKET];  /* the last one, without its frame */
  uint64_t x[X_REGISTERS + 1] /* and the pc */, trap[TRAP_CSRS], privilege, pending;
  struct rvt_tandem_writes writes;
};

/* ---- Protocol ------------------------------------------------------------------------------ */

/* `rvt tandem` says in which group. */
__attribute__((noreturn)) static void lost(const char *what) {
  fprintf(stderr, "qemu.so: expected QEMU to go on, found %s\n", what);
  abort();
}

/* The next reply, in q->reply. */
static void hear(struct qemu *q) {
  for (;;) {
    const char *begin = memchr(q->in, '$', q->filled);
    const char *end =
        begin == NULL ? NULL : memchr(begin, '#', q->filled - (size_t)(begin - q->in));
    if (end != NULL && end + 3 <= q->in + q->filled) {
      const size_t size = (size_t)(end - begin - 1);
      if (size >= sizeof q->reply) lost("a reply that is too long");
      memcpy(q->reply, begin + 1, size);
      q->reply[size] = '\0';
      q->filled -= (size_t)(end + 3 - q->in);
      memmove(q->in, end + 3, q->filled);
      return;
    }
    const ssize_t got = read(q->fd, q->in + q->filled, sizeof q->in - q->filled);
    if (got <= 0) lost("its end");
    q->filled += (size_t)got;
  }
}

/* @return the reply, until the next one */
__attribute__((format(printf, 2, 3))) static const char *ask(struct qemu *q, const char *format,
                                                             ...) {
  char packet[PACKET];
  unsigned sum = 0;
  va_list args;
  packet[0] = '$';
  va_start(args, format);
  int size = 1 + vsnprintf(packet + 1, sizeof packet - 4, format, args);
  va_end(args);
  for (int i = 1; i < size; i++) sum += (unsigned char)packet[i];
  size += snprintf(packet + size, 4, "#%02x", sum & 0xff);
  if (send(q->fd, packet, (size_t)size, MSG_NOSIGNAL) != size) lost("its end");
  hear(q);
  return q->reply;
}

static unsigned digit(char c) { return c <= '9' ? (unsigned)(c - '0') : (unsigned)(c - 'a') + 10; }

/* Bytes in hexadecimal, the lowest one first. */
static uint64_t number_of(const char *hex, unsigned bytes) {
  uint64_t value = 0;
  for (unsigned i = 0; i < bytes && hex[2 * i] != '\0'; i++)
    value |= (uint64_t)(digit(hex[2 * i]) << 4 | digit(hex[2 * i + 1])) << 8 * i;
  return value;
}

static char *hex_of(const void *bytes, size_t size, char *hex) {
  for (size_t i = 0; i < size; i++) sprintf(hex + 2 * i, "%02x", ((const uint8_t *)bytes)[i]);
  return hex;
}

static bool read_register(struct qemu *q, unsigned number, uint64_t *value) {
  const char *reply = ask(q, "p%x", number);
  if (*reply == 'E' || *reply == '\0') return false;
  *value = number_of(reply, q->bytes); /* of RV32 it sends what is above, too */
  return true;
}

static bool write_register(struct qemu *q, unsigned number, uint64_t value) {
  char hex[17];
  return strcmp(ask(q, "P%x=%s", number, hex_of(&value, q->bytes, hex)), "OK") == 0;
}

static uint64_t csr(struct qemu *q, uint16_t number) {
  uint64_t value = 0;
  (void)read_register(q, q->csrs + number, &value);
  return value;
}

static void read_x(struct qemu *q) {
  const char *reply = ask(q, "g");
  if (strlen(reply) < (size_t)2 * q->bytes * (X_REGISTERS + 1)) lost("no registers");
  for (unsigned i = 0; i <= X_REGISTERS; i++)
    q->x[i] = number_of(reply + (size_t)2 * q->bytes * i, q->bytes);
}

static bool read_memory(void *model, uint64_t address, void *bytes, size_t size) {
  struct qemu *q = model;
  if (!rvt_tandem_core_has_ram(q->core, address, size)) return false;
  const uint64_t value =
      number_of(ask(q, "m%" PRIx64 ",%zx", address, size), (unsigned)size); /* up to 8 */
  memcpy(bytes, &value, size);
  return true;
}

static bool write_memory(void *model, uint64_t address, const void *bytes, size_t size) {
  enum { PART = 1024 };
  struct qemu *q = model;
  char hex[2 * PART + 1];
  if (!rvt_tandem_core_has_ram(q->core, address, size)) return false;
  for (size_t done = 0; done < size; done += PART) {
    const size_t part = size - done < PART ? size - done : PART;
    (void)hex_of((const uint8_t *)bytes + done, part, hex);
    (void)ask(q, "M%" PRIx64 ",%zx:%s", address + done, part, hex);
  }
  return true;
}

/* ---- State --------------------------------------------------------------------------------- */

static bool get(void *model, uint16_t number, uint64_t *value) {
  struct qemu *q = model;
  if (number < RVT_TANDEM_X) return read_register(q, q->csrs + number, value);
  if (number >= RVT_TANDEM_F && number < RVT_TANDEM_REGISTERS) return false;
  *value = number == RVT_TANDEM_MODEL_PRIVILEGE ? q->privilege
           : number == RVT_TANDEM_MODEL_PC      ? q->x[X_REGISTERS]
                                                : q->x[number - RVT_TANDEM_X];
  return true;
}

static bool set(void *model, uint16_t number, uint64_t value) {
  struct qemu *q = model;
  if (number >= RVT_TANDEM_F && number < RVT_TANDEM_REGISTERS) return false;
  if (number < RVT_TANDEM_X) {
    const bool good = write_register(q, q->csrs + number, value);
    for (unsigned i = 0; i < TRAP_CSRS; i++) q->trap[i] = csr(q, trap_csrs[i]);
    return good;
  }
  if (number == RVT_TANDEM_MODEL_PRIVILEGE) {
    q->privilege = value;
    return write_register(q, q->csrs - 1, value);
  }
  const unsigned i = number == RVT_TANDEM_MODEL_PC ? X_REGISTERS : number - RVT_TANDEM_X;
  q->x[i] = value;
  return write_register(q, i, value);
}

/* What a program can have changed; QEMU's own reset would come later than the next packet. */
static void reset(void *model) {
  static const uint16_t zero[] = {MIE, MTVEC, 0x340, MEPC, MCAUSE, MTVAL};
  struct qemu *q = model;
  for (unsigned i = 1; i < X_REGISTERS; i++)
    if (q->x[i] != 0) (void)set(q, (uint16_t)(RVT_TANDEM_X + i), 0);
  (void)set(q, RVT_TANDEM_MODEL_PRIVILEGE, MACHINE);
  for (size_t i = 0; i < sizeof zero / sizeof *zero; i++) (void)set(q, zero[i], 0);
  (void)set(q, MSTATUS, 0);
  (void)set(q, RVT_TANDEM_MODEL_PC, q->core->boot);
  q->pending = 0;
}

/* ---- A step -------------------------------------------------------------------------------- */

/* Where an instruction accesses memory. */
static uint64_t address_of(const struct qemu *q, const struct tandem_place *p) {
  const uint64_t mask = q->bytes == 4 ? UINT32_MAX : UINT64_MAX;
  return (q->x[p->base] + (uint64_t)(int64_t)p->offset) & mask;
}

static void changes(struct qemu *q, uint16_t number, uint64_t value) {
  if (q->writes.registers == RVT_TANDEM_MODEL_WRITES) return;
  q->writes.reg[q->writes.registers].number = number;
  q->writes.reg[q->writes.registers++].value = value;
}

static void stores(struct qemu *q, uint64_t address, uint8_t bytes, uint64_t data) {
  q->writes.store[0].address = q->writes.store[0].physical = address;
  q->writes.store[0].bytes = bytes;
  q->writes.store[0].data = bytes == 8 ? data : data & ((UINT64_C(1) << 8 * bytes) - 1);
  q->writes.stores = 1;
}

/* CSRs of a trap, and the privilege. */
static void look_again(struct qemu *q) {
  (void)read_register(q, q->csrs - 1, &q->privilege);
  for (unsigned i = 0; i < TRAP_CSRS; i++) {
    const uint64_t value = csr(q, trap_csrs[i]);
    if (value != q->trap[i]) changes(q, trap_csrs[i], value);
    q->trap[i] = value;
  }
}

/* As `virt` has no port for it: the hart takes an interrupt into M. */
static bool interrupted(struct qemu *q) {
  enum { ENABLE = 1 << 3, PREVIOUS_AT = 7, PRIVILEGE_AT = 11, VECTORED = 1 };
  const uint64_t before = q->trap[0], taken = q->pending == 0 ? 0 : csr(q, MIE) & q->pending;
  if (taken == 0 || (q->privilege == MACHINE && (before & ENABLE) == 0)) return false;
  const unsigned cause = (unsigned)__builtin_ctzll(taken);
  const uint64_t vector = csr(q, MTVEC), enabled = (before & ENABLE) != 0;
  uint64_t status = before & ~(uint64_t)(ENABLE | 1 << PREVIOUS_AT | 3 << PRIVILEGE_AT);
  status |= enabled << PREVIOUS_AT | q->privilege << PRIVILEGE_AT;
  const uint64_t now[TRAP_CSRS] = {status, q->x[X_REGISTERS],
                                   cause | UINT64_C(1) << (8 * q->bytes - 1), 0};
  for (unsigned i = 0; i < TRAP_CSRS; i++) (void)write_register(q, q->csrs + trap_csrs[i], now[i]);
  (void)set(q, RVT_TANDEM_MODEL_PC,
            (vector & ~UINT64_C(3)) + ((vector & 3) == VECTORED ? 4 * cause : 0));
  (void)write_register(q, q->csrs - 1, MACHINE);
  for (unsigned i = 0; i < TRAP_CSRS; i++) changes(q, trap_csrs[i], q->trap[i] = now[i]);
  q->privilege = MACHINE;
  return true;
}

static void step_qemu(struct qemu *q, uint32_t word, const struct tandem_place *p,
                      uint64_t address) {
  enum { SYSTEM = 0x73, FUNCT3 = 0x3000, CSR_AT = 20, SC = 3 };
  uint64_t before[X_REGISTERS + 1], data = q->x[p->source], value = 0;
  memcpy(before, q->x, sizeof before);
  (void)ask(q, "s");
  read_x(q);
  for (unsigned i = 1; i < X_REGISTERS; i++)
    if (q->x[i] != before[i]) changes(q, (uint16_t)(RVT_TANDEM_X + i), q->x[i]);
  const bool behind = q->x[X_REGISTERS] == before[X_REGISTERS] + ((word & 3) == 3 ? 4 : 2);
  if ((word & OPCODE) == SYSTEM || !behind) look_again(q);
  const uint16_t number = (uint16_t)(word >> CSR_AT);
  if ((word & OPCODE) == SYSTEM && (word & FUNCT3) != 0 && get(q, number, &value))
    changes(q, number, value);
  if (!p->stores || !behind) return;
  if ((word & OPCODE) == AMO && word >> FUNCT5_AT == SC && q->x[word >> 7 & 31] != 0) return;
  if (p->loads) (void)read_memory(q, address, &data, p->bytes);
  stores(q, address, p->bytes, data);
}

static void step(void *model) {
  struct qemu *q = model;
  const uint64_t pc = q->x[X_REGISTERS];
  uint32_t word = 0;
  memset(&q->writes, 0, offsetof(struct rvt_tandem_writes, reg));
  q->writes.loads = 0;
  if (interrupted(q)) return;
  if (!read_memory(q, pc, &word, 4)) (void)read_memory(q, pc, &word, 2);
  if ((word & 3) != 3) word &= UINT16_MAX;
  const struct tandem_place p = tandem_access_place(word, TANDEM_FLOATS_NONE);
  const uint64_t address = address_of(q, &p);
  const bool outside = (p.loads || p.stores) && !rvt_tandem_core_has_ram(q->core, address, p.bytes);
  if (!outside && word != WFI) {
    step_qemu(q, word, &p, address);
    return;
  }
  if (outside && p.loads) {
    q->writes.load[0].address = address;
    q->writes.load[q->writes.loads++].bytes = p.bytes;
  } else if (outside) {
    stores(q, address, p.bytes, q->x[p.source]);
  }
  (void)set(q, RVT_TANDEM_MODEL_PC, pc + ((word & 3) == 3 ? 4 : 2));
}

static void interrupt(void *model, uint64_t pending) { ((struct qemu *)model)->pending = pending; }

static void last_writes(void *model, struct rvt_tandem_writes *writes) {
  *writes = ((const struct qemu *)model)->writes;
}

/* ---- Life ---------------------------------------------------------------------------------- */

static void close_model(void *model) {
  struct qemu *q = model;
  if (q->fd >= 0) close(q->fd);
  if (q->pid > 0) {
    kill(q->pid, SIGKILL);
    waitpid(q->pid, NULL, 0);
  }
  free(q);
}

/* "rv32imc_zicsr" as QEMU takes it: rv32i,...,m=true,c=true,zicsr=true. What cannot be chosen is
 * left out: misaligned accesses work. */
static void put_cpu(const struct rvt_tandem_core *core, char *cpu, size_t size) {
  const char *more = strchr(core->isa, '_');
  const char *end = more == NULL ? core->isa + strlen(core->isa) : more;
  size_t used = (size_t)snprintf(cpu, size, "rv%ui,sv%u=false,pmp=true", core->format.xlen,
                                 core->format.xlen == 32 ? 32 : 39);
  for (const char *letter = core->isa + strlen("rv32i"); letter < end && used < size; letter++)
    used += (size_t)snprintf(cpu + used, size - used, ",%c=true", *letter);
  for (const char *mode = core->modes; *mode != '\0' && used < size; mode++)
    if (*mode != 'm') used += (size_t)snprintf(cpu + used, size - used, ",%c=true", *mode);
  while (more != NULL && used < size) {
    const int length = (int)strcspn(more + 1, "_");
    if (strncmp(more, "_zicc", 5) != 0)
      used += (size_t)snprintf(cpu + used, size - used, ",%.*s=true", length, more + 1);
    more = strchr(more + 1, '_');
  }
}

static bool start(struct qemu *q) {
  char cpu[256];
  int pair[2];
  const char *named = getenv("RVT_QEMU"), *program = named == NULL ? "qemu-system-riscv64" : named;
  put_cpu(q->core, cpu, sizeof cpu);
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return false;
  q->fd = pair[0];
  q->pid = fork();
  if (q->pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(pair[1], STDIN_FILENO);
    dup2(pair[1], STDOUT_FILENO);
    execlp(program, program, "-M", "virt", "-cpu", cpu, "-m", "64M", "-bios", "none", "-nodefaults",
           "-display", "none", "-S", "-gdb", "stdio", (char *)NULL);
    _exit(127);
  }
  close(pair[1]);
  if (q->pid < 0 || send(q->fd, "$QStartNoAckMode#b0", 19, MSG_NOSIGNAL) != 19) return false;
  char first;
  return recv(q->fd, &first, 1, MSG_PEEK) == 1; /* else it has ended, and said why */
}

/* @return whether the protocol has CSRs */
static bool find_csrs(struct qemu *q) {
  static const char mark[] = "name=\"mstatus\"", number[] = "regnum=\"";
  const char *at = strstr(ask(q, "qXfer:features:read:riscv-csr.xml:0,7f0"), mark);
  if (at != NULL) at = strstr(at, number);
  if (at == NULL) return false;
  q->csrs = (unsigned)strtoul(at + strlen(number), NULL, 10) - MSTATUS;
  return true;
}

static void *open_model(const struct rvt_tandem_core *core, struct rvt_error *e) {
  enum { RAM = 0x80000000 };
  const char *wrong = NULL;
  for (unsigned i = 0; i < core->rams; i++)
    if (core->ram[i].base < RAM ||
        core->ram[i].base + core->ram[i].size > RAM + (UINT64_C(60) << 20))
      wrong = "expected RAM in the 60 MiB from 0x80000000 on";
  if (core->format.flen != 0 || core->mmu != 0) wrong = "expected a core without F and without MMU";
  struct qemu *q = wrong == NULL ? calloc(1, sizeof *q) : NULL;
  if (q != NULL) {
    *q = (struct qemu){.core = core, .fd = -1, .bytes = core->format.xlen / 8u};
    if (start(q)) {
      hear(q); /* what start() has asked */
      if (find_csrs(q)) {
        read_x(q);
        return q;
      }
    }
    wrong = "expected a QEMU that takes this isa and shows CSRs to gdb (RVT_QEMU)";
    close_model(q);
  }
  snprintf(e->text, sizeof e->text, "%s",
           wrong == NULL ? "expected memory, found none left" : wrong);
  return NULL;
}

__attribute__((visibility("default"))) extern const struct rvt_tandem_model rvt_tandem_model_qemu;
const struct rvt_tandem_model rvt_tandem_model_qemu = {RVT_TANDEM_MODEL_VERSION,
                                                       "QEMU",
                                                       open_model,
                                                       close_model,
                                                       reset,
                                                       step,
                                                       get,
                                                       set,
                                                       read_memory,
                                                       write_memory,
                                                       interrupt,
                                                       last_writes};
