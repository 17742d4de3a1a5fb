/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "hardware.h"

/* The registers by mmap(): aligned accesses of 32 bits, neither merged nor repeated. */

/* Where an access goes that ends with SIGBUS: nothing answers at the address. */
static sigjmp_buf nothing_there;

static void on_bus_error(int number) {
  (void)number;
  siglongjmp(nothing_there, 1);
}

/** The page of an address, mapped; NULL: it cannot be. */
static void *page_of(struct rvt_ctl_mem *m, uint64_t address) {
  const uint64_t begin = address & ~(uint64_t)(m->page_size - 1);
  for (unsigned i = 0; i < RVT_CTL_MEM_PAGES; i++)
    if (m->page[i].at != NULL && m->page[i].address == begin) return m->page[i].at;
  struct rvt_ctl_mem_page *p = &m->page[m->next];
  if (p->at != NULL) munmap(p->at, m->page_size);
  p->at = NULL;
  if (begin > INT64_MAX) {
    errno = EOVERFLOW;
    return NULL;
  }
  void *at = mmap(NULL, m->page_size, PROT_READ | PROT_WRITE, MAP_SHARED, m->fd, (off_t)begin);
  if (at == MAP_FAILED) return NULL;
  *p = (struct rvt_ctl_mem_page){begin, at};
  m->next = (m->next + 1) % RVT_CTL_MEM_PAGES;
  return at;
}

static bool access_word(struct rvt_ctl_mem *m, uint64_t address, bool write, uint32_t *value) {
  unsigned char *page = page_of(m, address);
  const char *why = address % sizeof *value != 0 ? "not the address of a word" : NULL;
  if (page == NULL || why != NULL) {
    (void)rvt_error_set(&m->error, RVT_ERR_IO, "%s at 0x%" PRIx64 ": %s", m->name, address,
                        why != NULL ? why : strerror(errno));
    return false;
  }
  volatile uint32_t *word = (volatile uint32_t *)(void *)(page + address % m->page_size);
  struct sigaction before;
  const struct sigaction catch = {.sa_handler = on_bus_error};
  volatile bool good = false;
  sigaction(SIGBUS, &catch, &before);
  if (sigsetjmp(nothing_there, 1) == 0) {
    if (write)
      *word = *value;
    else
      *value = *word;
    good = true;
  }
  sigaction(SIGBUS, &before, NULL);
  if (!good)
    (void)rvt_error_set(&m->error, RVT_ERR_IO,
                        "%s at 0x%" PRIx64 ": nothing answers there (bus error)", m->name, address);
  return good;
}

static bool bus_read(void *context, uint64_t address, uint32_t *value) {
  return access_word(context, address, false, value);
}

static bool bus_write(void *context, uint64_t address, uint32_t value) {
  return access_word(context, address, true, &value);
}

uint64_t rvt_ctl_now(void *context) {
  struct timespec t;
  (void)context;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

void rvt_ctl_pause(void *context) {
  const struct timespec some = {.tv_nsec = 50000};
  (void)context;
  nanosleep(&some, NULL);
}

struct rvt_drv_bus rvt_ctl_mem_bus(struct rvt_ctl_mem *m) {
  return (struct rvt_drv_bus){.context = m,
                              .read32 = bus_read,
                              .write32 = bus_write,
                              .pause = rvt_ctl_pause,
                              .now = rvt_ctl_now};
}

enum rvt_status rvt_ctl_mem_open(struct rvt_ctl_mem *m, const char *name, struct rvt_error *e) {
  *m = (struct rvt_ctl_mem){.name = name, .page_size = (size_t)sysconf(_SC_PAGESIZE)};
  m->fd = open(name, O_RDWR | O_SYNC | O_CLOEXEC);
  if (m->fd >= 0) return RVT_OK;
  return rvt_error_set(e, RVT_ERR_IO, "%s: %s", name, strerror(errno));
}

void rvt_ctl_mem_close(struct rvt_ctl_mem *m) {
  for (unsigned i = 0; i < RVT_CTL_MEM_PAGES; i++)
    if (m->page[i].at != NULL) munmap(m->page[i].at, m->page_size);
  close(m->fd);
}
