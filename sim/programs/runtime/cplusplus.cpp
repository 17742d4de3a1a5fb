// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// What C++ without its library needs: constructors of global objects before main(), new and delete. Destructors of global objects do not
// run; there are no exceptions.
#include <stddef.h>
#ifdef RT_HEAP
#include <stdlib.h>
#endif

extern "C" {
#include "runtime.h"

extern void (*const rt_init_begin[])(), (*const rt_init_end[])();
int __real_main();

// The linker has start.S call this one (--wrap=main).
int __wrap_main() {
  for (auto constructor = rt_init_begin; constructor != rt_init_end; constructor++) (*constructor)();
  return __real_main();
}

void __cxa_pure_virtual() { rt_exit(RT_EXIT_UNEXPECTED_TRAP); }
}

#ifdef RT_HEAP
void *operator new(size_t size) {
  void *memory = malloc(size != 0 ? size : 1);
  if (memory == nullptr) rt_exit(RT_EXIT_UNEXPECTED_TRAP);
  return memory;
}
void *operator new[](size_t size) { return operator new(size); }
void operator delete(void *memory) noexcept { free(memory); }
void operator delete[](void *memory) noexcept { free(memory); }
void operator delete(void *memory, size_t) noexcept { free(memory); }
void operator delete[](void *memory, size_t) noexcept { free(memory); }
#endif
