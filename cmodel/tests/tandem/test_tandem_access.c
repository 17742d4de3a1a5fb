/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "tandem/access.h"
#include "tests/support/test.h"

/* Where instructions access memory: words of an assembler, and what their text says. */

struct access {
  uint32_t word;
  struct tandem_place place; /* loads, stores, bytes, base, source, offset */
};

static void is_there(const struct access *a, enum tandem_floats floats) {
  const struct tandem_place *e = &a->place, found = tandem_access_place(a->word, floats);
  if (found.loads != e->loads || found.stores != e->stores)
    fail_msg("0x%x: loads %d, stores %d", a->word, found.loads, found.stores);
  if ((e->loads || e->stores) &&
      (found.bytes != e->bytes || found.base != e->base || found.offset != e->offset))
    fail_msg("0x%x: %u bytes at x%u%+d", a->word, found.bytes, found.base, found.offset);
  if (e->stores && found.source != e->source) fail_msg("0x%x: stores x%u", a->word, found.source);
}

static void places_are_those_of_the_text(void **state) {
  static const struct access cases[] = {
      {0xfff30283, {true, false, 1, 6, 0, -1}},     /* lb x5, -1(x6) */
      {0x7fffc283, {true, false, 1, 31, 0, 2047}},  /* lbu x5, 2047(x31) */
      {0x80011083, {true, false, 2, 2, 0, -2048}},  /* lh x1, -2048(x2) */
      {0x01015083, {true, false, 2, 2, 0, 16}},     /* lhu x1, 16(x2) */
      {0x7fc1a083, {true, false, 4, 3, 0, 2044}},   /* lw x1, 2044(x3) */
      {0x0081e083, {true, false, 4, 3, 0, 8}},      /* lwu x1, 8(x3) */
      {0xff8f3083, {true, false, 8, 30, 0, -8}},    /* ld x1, -8(x30) */
      {0xfe530fa3, {false, true, 1, 6, 5, -1}},     /* sb x5, -1(x6) */
      {0x7ff09f23, {false, true, 2, 1, 31, 2046}},  /* sh x31, 2046(x1) */
      {0x00952823, {false, true, 4, 10, 9, 16}},    /* sw x9, 16(x10) */
      {0x80952023, {false, true, 4, 10, 9, -2048}}, /* sw x9, -2048(x10) */
      {0x0108bc23, {false, true, 8, 17, 16, 24}},   /* sd x16, 24(x17) */
      {0xff08b823, {false, true, 8, 17, 16, -16}},  /* sd x16, -16(x17) */
      {0x3e113023, {false, true, 8, 2, 1, 992}},    /* sd x1, 992(x2) */
      {0x100120af, {true, false, 4, 2, 0, 0}},      /* lr.w x1, (x2) */
      {0x160fb0af, {true, false, 8, 31, 0, 0}},     /* lr.d.aqrl x1, (x31) */
      {0x183120af, {false, true, 4, 2, 3, 0}},      /* sc.w x1, x3, (x2) */
      {0x1beeb0af, {false, true, 8, 29, 30, 0}},    /* sc.d.rl x1, x30, (x29) */
      {0x003120af, {true, true, 4, 2, 3, 0}},       /* amoadd.w x1, x3, (x2) */
      {0x083130af, {true, true, 8, 2, 3, 0}},       /* amoswap.d x1, x3, (x2) */
      {0xe7f830af, {true, true, 8, 16, 31, 0}},     /* amomaxu.d.aqrl x1, x31, (x16) */
      {0x2830b12f, {true, true, 8, 1, 3, 0}},       /* amocas.d x2, x3, (x1) */
      {0x40c0, {true, false, 4, 9, 0, 4}},          /* c.lw x8, 4(x9) */
      {0x403c, {true, false, 4, 8, 0, 64}},         /* c.lw x15, 64(x8) */
      {0x5f80, {true, false, 4, 15, 0, 56}},        /* c.lw x8, 56(x15) */
      {0x6480, {true, false, 8, 9, 0, 8}},          /* c.ld x8, 8(x9) */
      {0x781c, {true, false, 8, 8, 0, 48}},         /* c.ld x15, 48(x8) */
      {0x63a0, {true, false, 8, 15, 0, 64}},        /* c.ld x8, 64(x15) */
      {0x6140, {true, false, 8, 10, 0, 128}},       /* c.ld x8, 128(x10) */
      {0xc044, {false, true, 4, 8, 9, 4}},          /* c.sw x9, 4(x8) */
      {0xc0bc, {false, true, 4, 9, 15, 64}},        /* c.sw x15, 64(x9) */
      {0xdf80, {false, true, 4, 15, 8, 56}},        /* c.sw x8, 56(x15) */
      {0xe404, {false, true, 8, 8, 9, 8}},          /* c.sd x9, 8(x8) */
      {0xf89c, {false, true, 8, 9, 15, 48}},        /* c.sd x15, 48(x9) */
      {0xe3a0, {false, true, 8, 15, 8, 64}},        /* c.sd x8, 64(x15) */
      {0xe3c0, {false, true, 8, 15, 8, 128}},       /* c.sd x8, 128(x15) */
      {0x4092, {true, false, 4, 2, 0, 4}},          /* c.lwsp x1, 4(x2) */
      {0x4fe2, {true, false, 4, 2, 0, 24}},         /* c.lwsp x31, 24(x2) */
      {0x5082, {true, false, 4, 2, 0, 32}},         /* c.lwsp x1, 32(x2) */
      {0x4086, {true, false, 4, 2, 0, 64}},         /* c.lwsp x1, 64(x2) */
      {0x408a, {true, false, 4, 2, 0, 128}},        /* c.lwsp x1, 128(x2) */
      {0x60a2, {true, false, 8, 2, 0, 8}},          /* c.ldsp x1, 8(x2) */
      {0x6fc2, {true, false, 8, 2, 0, 16}},         /* c.ldsp x31, 16(x2) */
      {0x7082, {true, false, 8, 2, 0, 32}},         /* c.ldsp x1, 32(x2) */
      {0x6086, {true, false, 8, 2, 0, 64}},         /* c.ldsp x1, 64(x2) */
      {0x609a, {true, false, 8, 2, 0, 384}},        /* c.ldsp x1, 384(x2) */
      {0xc206, {false, true, 4, 2, 1, 4}},          /* c.swsp x1, 4(x2) */
      {0xdc7e, {false, true, 4, 2, 31, 56}},        /* c.swsp x31, 56(x2) */
      {0xc082, {false, true, 4, 2, 0, 64}},         /* c.swsp x0, 64(x2) */
      {0xc106, {false, true, 4, 2, 1, 128}},        /* c.swsp x1, 128(x2) */
      {0xe406, {false, true, 8, 2, 1, 8}},          /* c.sdsp x1, 8(x2) */
      {0xf87e, {false, true, 8, 2, 31, 48}},        /* c.sdsp x31, 48(x2) */
      {0xe082, {false, true, 8, 2, 0, 64}},         /* c.sdsp x0, 64(x2) */
      {0xe306, {false, true, 8, 2, 1, 384}},        /* c.sdsp x1, 384(x2) */
      {0x80c0, {true, false, 1, 9, 0, 1}},          /* c.lbu x8, 1(x9) */
      {0x803c, {true, false, 1, 8, 0, 2}},          /* c.lbu x15, 2(x8) */
      {0x87a0, {true, false, 2, 15, 0, 2}},         /* c.lhu x8, 2(x15) */
      {0x8480, {true, false, 2, 9, 0, 0}},          /* c.lhu x8, 0(x9) */
      {0x84e0, {true, false, 2, 9, 0, 2}},          /* c.lh x8, 2(x9) */
      {0x8540, {true, false, 2, 10, 0, 0}},         /* c.lh x8, 0(x10) */
      {0x885c, {false, true, 1, 8, 15, 1}},         /* c.sb x15, 1(x8) */
      {0x8ba4, {false, true, 1, 15, 9, 2}},         /* c.sb x9, 2(x15) */
      {0x8fa8, {false, true, 2, 15, 10, 2}},        /* c.sh x10, 2(x15) */
      {0x8c1c, {false, true, 2, 8, 15, 0}},         /* c.sh x15, 0(x8) */
      {0x00810093, {.loads = false}},               /* addi x1, x2, 8 */
      {0x000080b7, {.loads = false}},               /* lui x1, 8 */
      {0x34009073, {.loads = false}},               /* csrw mscratch, x1 */
      {0x0ff0000f, {.loads = false}},               /* fence */
      {0x00813087, {.loads = false}},               /* fld f1, 8(x2) */
      {0x00113427, {.loads = false}},               /* fsd f1, 8(x2) */
      {0x2480, {.loads = false}},                   /* c.fld f8, 8(x9) */
      {0xa480, {.loads = false}},                   /* c.fsd f8, 8(x9) */
      {0x20a2, {.loads = false}},                   /* c.fldsp f1, 8(x2) */
      {0xa406, {.loads = false}},                   /* c.fsdsp f1, 8(x2) */
      {0x0020, {.loads = false}},                   /* c.addi4spn x8, x2, 8 */
      {0x0405, {.loads = false}},                   /* c.addi x8, 1 */
      {0xa001, {.loads = false}},                   /* c.j . */
      {0xc001, {.loads = false}},                   /* c.beqz x8, . */
      {0x040e, {.loads = false}},                   /* c.slli x8, 3 */
      {0x8082, {.loads = false}},                   /* c.jr x1 */
      {0x9002, {.loads = false}},                   /* c.ebreak */
      {0x9c75, {.loads = false}},                   /* c.not x8 */
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) is_there(&cases[i], TANDEM_FLOATS_NONE);
}

static void those_of_floats_too(void **state) {
  static const struct access any[] = {
      {0xffc12087, {true, false, 4, 2, 0, -4}},     /* flw f1, -4(x2) */
      {0x7ff1ae27, {false, true, 4, 3, 31, 2044}},  /* fsw f31, 2044(x3) */
      {0x00813087, {true, false, 8, 2, 0, 8}},      /* fld f1, 8(x2) */
      {0x80953027, {false, true, 8, 10, 9, -2048}}, /* fsd f9, -2048(x10) */
      {0x00211087, {true, false, 2, 2, 0, 2}},      /* flh f1, 2(x2) */
      {0xfe321d27, {false, true, 2, 4, 3, -6}},     /* fsh f3, -6(x4) */
      {0x2480, {true, false, 8, 9, 0, 8}},          /* c.fld f8, 8(x9) */
      {0x215c, {true, false, 8, 10, 0, 128}},       /* c.fld f15, 128(x10) */
      {0xa3a4, {false, true, 8, 15, 9, 64}},        /* c.fsd f9, 64(x15) */
      {0x2f9a, {true, false, 8, 2, 0, 384}},        /* c.fldsp f31, 384(x2) */
      {0xa406, {false, true, 8, 2, 1, 8}},          /* c.fsdsp f1, 8(x2) */
      {0xa3fe, {false, true, 8, 2, 31, 448}},       /* c.fsdsp f31, 448(x2) */
      {0x00952823, {false, true, 4, 10, 9, 16}},    /* sw x9, 16(x10) */
      {0x02010087, {.loads = false}},               /* vle8.v v1, (x2) */
      {0x02017087, {.loads = false}},               /* vle64.v v1, (x2) */
  };
  static const struct access single[] = {
      {0x60c0, {true, false, 4, 9, 0, 4}},    /* c.flw f8, 4(x9) */
      {0x603c, {true, false, 4, 8, 0, 64}},   /* c.flw f15, 64(x8) */
      {0xffa4, {false, true, 4, 15, 9, 120}}, /* c.fsw f9, 120(x15) */
      {0x6f86, {true, false, 4, 2, 0, 64}},   /* c.flwsp f31, 64(x2) */
      {0xe206, {false, true, 4, 2, 1, 4}},    /* c.fswsp f1, 4(x2) */
      {0xe1fe, {false, true, 4, 2, 31, 192}}, /* c.fswsp f31, 192(x2) */
  };
  static const struct access twice[] = {
      {0x60a2, {true, false, 8, 2, 0, 8}},    /* c.ldsp x1, 8(x2) */
      {0xe3c0, {false, true, 8, 15, 8, 128}}, /* c.sd x8, 128(x15) */
  };
  (void)state;
  for (size_t i = 0; i < sizeof any / sizeof *any; i++) {
    is_there(&any[i], TANDEM_FLOATS_SINGLE);
    is_there(&any[i], TANDEM_FLOATS_DOUBLE);
  }
  for (size_t i = 0; i < sizeof single / sizeof *single; i++)
    is_there(&single[i], TANDEM_FLOATS_SINGLE);
  for (size_t i = 0; i < sizeof twice / sizeof *twice; i++)
    is_there(&twice[i], TANDEM_FLOATS_DOUBLE);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(places_are_those_of_the_text),
                                     cmocka_unit_test(those_of_floats_too)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
