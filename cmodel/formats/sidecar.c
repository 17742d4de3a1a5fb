/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/sidecar.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
  json_t *root;
  struct rvt_error *error;
  enum rvt_status status;
};

__attribute__((format(printf, 3, 4))) static void refuse(struct reader *r, enum rvt_status status,
                                                         const char *form, ...) {
  if (r->status != RVT_OK) return;
  r->status = status;
  if (r->error == NULL) return;
  va_list args;
  va_start(args, form);
  vsnprintf(r->error->text, sizeof r->error->text, form, args);
  va_end(args);
}

/* Returns whether the key is there with a value of min..max. */
static bool get_number(struct reader *r, const char *key, int min, int max, const char *row,
                       int *value) {
  const json_t *found = json_object_get(r->root, key);
  if (found == NULL) return false;
  json_int_t number = json_integer_value(found);
  if (!json_is_integer(found) || number < min || number > max) {
    refuse(r, RVT_ERR_RANGE, "expected %s %d..%d, found another value (%s)", key, min, max, row);
    return false;
  }
  *value = (int)number;
  return true;
}

static uint8_t get_byte(struct reader *r, const char *key, int min, int max, const char *row) {
  int value = 0;
  return get_number(r, key, min, max, row, &value) ? (uint8_t)value : 0;
}

static bool get_bool(struct reader *r, const char *key, const char *row) {
  const json_t *found = json_object_get(r->root, key);
  if (found == NULL) return false;
  if (!json_is_boolean(found))
    refuse(r, RVT_ERR_RANGE, "expected %s true or false, found another value (%s)", key, row);
  return json_is_true(found);
}

/* Index in `names`; -1: the key is missing or refused. */
static int get_name(struct reader *r, const char *key, const char *const *names, int count) {
  const json_t *found = json_object_get(r->root, key);
  if (found == NULL) return -1;
  for (int i = 0; i < count && json_is_string(found); i++)
    if (strcmp(json_string_value(found), names[i]) == 0) return i;
  refuse(r, RVT_ERR_RANGE, "expected %s \"%s\" or \"%s\", found another value", key, names[0],
         names[count - 1]);
  return -1;
}

static void get_dialect(struct reader *r, struct rvt_sidecar *s) {
  const json_t *found = json_object_get(r->root, "dialect");
  if (found == NULL) return;
  if (json_is_string(found))
    s->ntrace.format.dialect = (uint8_t)rvt_dialect_named(json_string_value(found));
  if (s->ntrace.format.dialect == RVT_DIALECT_NONE)
    refuse(r, RVT_ERR_RANGE, "expected dialect \"%s\", found another value",
           rvt_dialects[RVT_DIALECT_SIFIVE].name);
  if (json_object_get(r->root, "implicit_return") == NULL)
    s->implicit_return = rvt_dialects[s->ntrace.format.dialect].implicit_return;
}

static void get_isa(struct reader *r, struct rvt_sidecar *s) {
  const json_t *found = json_object_get(r->root, "isa");
  const char *text = json_string_value(found);
  struct rvt_isa isa;
  if (found == NULL) return;
  if (text == NULL || strlen(text) >= RVT_SIDECAR_ISA || rvt_isa_parse(text, &isa) != RVT_OK)
    refuse(r, RVT_ERR_RANGE,
           "expected isa to begin with rv32 or rv64, found another value (NT:CUS-09)");
  else if (s->xlen != 0 && isa.xlen != s->xlen)
    refuse(r, RVT_ERR_RANGE, "expected isa to be one of xlen %u, found another value (NT:CUS-09)",
           s->xlen);
  else
    strcpy(s->isa, text);
}

/* A string of 0x and up to 16 hexadecimal digits. */
static bool get_hex(const json_t *found, uint64_t *value) {
  const char *text = json_string_value(found);
  if (text == NULL || strncmp(text, "0x", 2) != 0 || strlen(text) > 18 || text[2] == '\0' ||
      text[2 + strspn(text + 2, "0123456789abcdefABCDEF")] != '\0')
    return false;
  *value = strtoull(text, NULL, 16);
  return true;
}

static void get_jvt(struct reader *r, struct rvt_sidecar *s) {
  const json_t *found = json_object_get(r->root, "jvt");
  if (found == NULL) return;
  s->has_jvt = get_hex(found, &s->jvt);
  if (!s->has_jvt || s->jvt % RVT_JVT_ALIGN != 0)
    refuse(r, RVT_ERR_RANGE,
           "expected jvt to be a string with 0x and a multiple of %d in hexadecimal digits, found "
           "another value (NT:CUS-07)",
           RVT_JVT_ALIGN);
}

static bool is_hash(const char *text) {
  return strlen(text) == RVT_SHA256_TEXT - 1 && strspn(text, "0123456789abcdef") == strlen(text);
}

/* A string that an array of this size holds; or no value at all. */
static bool fits(const json_t *text, size_t room) {
  return text == NULL || (json_is_string(text) && strlen(json_string_value(text)) < room);
}

/* Where a program lies, and in which contexts. */
static void get_place(struct reader *r, const json_t *file, struct rvt_sidecar_elf *elf) {
  const json_t *offset = json_object_get(file, "offset");
  const json_t *scontext = json_object_get(file, "scontext");
  const json_t *hcontext = json_object_get(file, "hcontext");
  struct rvt_image_context *c = &elf->context;
  c->has_scontext = scontext != NULL;
  c->has_hcontext = hcontext != NULL;
  if ((offset != NULL && (!get_hex(offset, &elf->offset) || elf->offset % 2 != 0)) ||
      (c->has_scontext && !get_hex(scontext, &c->scontext)) ||
      (c->has_hcontext && !get_hex(hcontext, &c->hcontext)))
    refuse(r, RVT_ERR_RANGE,
           "expected offset, scontext and hcontext of elf to be strings with 0x and hexadecimal "
           "digits, offset even, found another value (NT:DEC-18)");
}

static void get_elf(struct reader *r, struct rvt_sidecar *s) {
  const json_t *list = json_object_get(r->root, "elf");
  if (list == NULL) return;
  if (!json_is_array(list) || json_array_size(list) > RVT_SIDECAR_ELFS) {
    char found[32] = "another value";
    if (json_is_array(list)) snprintf(found, sizeof found, "%zu", json_array_size(list));
    refuse(r, RVT_ERR_RANGE, "expected elf to be a list of at most %d files, found %s",
           RVT_SIDECAR_ELFS, found);
    return;
  }
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *file = json_array_get(list, i);
    const json_t *name = json_object_get(file, "name");
    const char *hash = json_string_value(json_object_get(file, "sha256"));
    const json_t *path = json_object_get(file, "path");
    const json_t *loaded = json_object_get(file, "loaded_sha256");
    const char *loads = json_string_value(loaded);
    if (hash == NULL || !is_hash(hash) || (loaded != NULL && (loads == NULL || !is_hash(loads))) ||
        !fits(name, RVT_SIDECAR_NAME) || !fits(path, RVT_SIDECAR_PATH)) {
      refuse(r, RVT_ERR_RANGE,
             "expected every file of elf to have sha256 with 64 hexadecimal digits in lower case, "
             "loaded_sha256 likewise or none, "
             "a name of less than %d bytes or none, and a path of less than %d bytes or none",
             RVT_SIDECAR_NAME, RVT_SIDECAR_PATH);
      return;
    }
    struct rvt_sidecar_elf *elf = &s->elf[s->elfs++];
    memcpy(elf->sha256, hash, RVT_SHA256_TEXT);
    if (loads != NULL) memcpy(elf->loaded_sha256, loads, RVT_SHA256_TEXT);
    if (name != NULL) strcpy(elf->name, json_string_value(name));
    if (path != NULL) strcpy(elf->path, json_string_value(path));
    get_place(r, file, elf);
  }
}

static void get_protocol(struct reader *r, struct rvt_sidecar *s) {
  const json_t *format = json_object_get(r->root, "format");
  int major = 0;
  if (format != NULL) {
    const char *name = json_is_string(format) ? json_string_value(format) : "another value";
    const unsigned protocol = rvt_protocol_named(name);
    char built[64];
    rvt_protocol_names(built, sizeof built);
    s->has_protocol = protocol != RVT_PROTOCOLS;
    if (s->has_protocol)
      s->protocol = (enum rvt_protocol)protocol;
    else
      refuse(r, RVT_ERR_FORMAT, "expected format %s (what is built), found %.64s", built, name);
  }
  const int expected = rvt_protocols[s->protocol].major;
  if (get_number(r, "protocol_major", 0, 15, "NT:CTL-06", &major) && major != expected)
    refuse(r, RVT_ERR_FORMAT, "expected protocol_major %d, found %d (NT:CTL-06)", expected, major);
}

/* Numbers of E-Trace that no other format has; 0 is not given, but of addr_lsb. */
#define ETRACE_NUMBERS(X)                                                                          \
  X(addr_bits, 2, 64)                                                                              \
  X(addr_lsb, 0, 2)                                                                                \
  X(priv_bits, 1, 3)                                                                               \
  X(context_bits, 0, 32)                                                                           \
  X(time_bits, 0, 64)                                                                              \
  X(ecause_bits, 1, 16)                                                                            \
  X(bpred_bits, 0, 7)                                                                              \
  X(cache_bits, 0, 7)                                                                              \
  X(f0s_bits, 0, 2)                                                                                \
  X(irdepth_bits, 0, 8)                                                                            \
  X(ioptions_bits, 0, 32)                                                                          \
  X(doptions_bits, 0, 8)                                                                           \
  X(mode_bits, 1, 4)                                                                               \
  X(type_bits, 0, 7)                                                                               \
  X(type, 0, 127)

static const struct {
  const char *key;
  uint8_t level;
} vectors[] = {
    {"utvec", RVT_PRIV_U}, {"stvec", RVT_PRIV_S}, {"mtvec", RVT_PRIV_M}, {"vstvec", RVT_PRIV_VS}};
enum { VECTORS = sizeof vectors / sizeof vectors[0] };

/* What follows from settings that all formats have. */
static void complete_etrace(struct rvt_sidecar *s) {
  struct rvt_etrace_setting *e = &s->etrace;
  while (e->stack_bits < 5 && 1U << e->stack_bits < s->stack_depth) e->stack_bits++;
  e->format.src_bits = s->ntrace.format.src_bits;
  e->format.time_bytes = !s->ntrace.format.ts ? 0
                         : s->ts_width == 0   ? RVT_ETRACE_TIME_BYTES
                                              : (uint8_t)((s->ts_width + 7) / 8);
  e->format.f0s_bits = e->format.bpred_bits != 0 && e->format.cache_bits != 0;    /* ETR:DC-04 */
  if (s->stack_depth != 0) e->format.irdepth_bits = (uint8_t)(e->stack_bits + 1); /* ETR:F2-03 */
  if (e->format.iret_ext) rvt_etrace_format_irets(&e->format);
}

static void get_etrace(struct reader *r, struct rvt_sidecar *s) {
  struct rvt_etrace_format *f = &s->etrace.format;
  json_t *found = json_object_get(r->root, "etrace");
  struct reader inner = {.root = found, .error = r->error};
  *f = rvt_etrace_format_plain(0);
  f->iret_ext = json_is_true(json_object_get(found, "iret_ext"));
  complete_etrace(s);
  if (found == NULL) return;
  if (!json_is_object(found)) {
    refuse(r, RVT_ERR_RANGE, "expected etrace to be an object, found another value (ETR:D-01)");
    return;
  }
#define GET(key, least, most)                                                                      \
  if (json_object_get(found, #key) != NULL)                                                        \
    f->key = get_byte(&inner, #key, least, most, "ETR:D-01");
  ETRACE_NUMBERS(GET)
#undef GET
  const bool has_f0s = json_object_get(found, "f0s_bits") != NULL;
  const uint8_t f0s_bits = f->f0s_bits, irdepth_bits = f->irdepth_bits;
  complete_etrace(s);
  if (has_f0s) f->f0s_bits = f0s_bits;
  if (json_object_get(found, "irdepth_bits") != NULL) f->irdepth_bits = irdepth_bits;
  (void)get_bool(&inner, "iret_ext", "ETR:AMB-7");
  s->etrace.full_address = get_bool(&inner, "full_address", "ETR:M-FULL");
  f->implicit_exception = get_bool(&inner, "implicit_exception", "ETR:M-IEX");
  s->etrace.no_cause = json_is_false(json_object_get(found, "cause"));
  s->etrace.no_tval = json_is_false(json_object_get(found, "tval"));
  (void)get_bool(&inner, "cause", "ETR:IN-09");
  (void)get_bool(&inner, "tval", "ETR:IN-09");
  for (size_t i = 0; i < VECTORS; i++) {
    const json_t *vector = json_object_get(found, vectors[i].key);
    const uint8_t level = vectors[i].level;
    s->etrace.tvec_known[level] = vector != NULL && get_hex(vector, &s->etrace.tvec[level]);
    if (vector != NULL && !s->etrace.tvec_known[level])
      refuse(&inner, RVT_ERR_RANGE,
             "expected %s of etrace to be a string with 0x and hexadecimal digits, found another "
             "value (ETR:M-IEX)",
             vectors[i].key);
  }
  if (inner.status != RVT_OK) r->status = inner.status;
}

static void get_all(struct reader *r, struct rvt_sidecar *s) {
  static const char *const origins[] = {"start", "wrapped"};
  static const char *const modes[] = {"btm", "htm"};
  int value = 0;
  get_protocol(r, s);
  s->xlen = get_byte(r, "xlen", 32, 64, "NT:DEC-02");
  if (s->xlen != 0 && s->xlen != 32 && s->xlen != 64)
    refuse(r, RVT_ERR_RANGE, "expected xlen 32 or 64, found %d (NT:DEC-02)", s->xlen);
  switch (get_name(r, "mode", modes, 2)) {
  case 0: s->ntrace.mode = RVT_MODE_BTM; break;
  case 1: s->ntrace.mode = RVT_MODE_HTM; break;
  default: break;
  }
  s->ntrace.format.src_bits = get_byte(r, "src_bits", 0, RVT_SRC_BITS_CEIL, "NT:SRC-01");
  s->ntrace.format.ts = get_bool(r, "ts", "NT:TSP-01");
  s->has_src_id = get_number(r, "src_id", 0, (1 << RVT_SRC_BITS_CEIL) - 1, "NT:SRC-01", &value);
  if (s->has_src_id) s->src_id = (uint16_t)value;
  s->ts_width = get_byte(r, "ts_width", 1, RVT_TIME_CEIL, "NT:TSP-05");
  s->implicit_return = get_byte(r, "implicit_return", 0, 3, "NT:IRT-01");
  s->stack_depth =
      get_byte(r, "stack_depth", RVT_STACK_DEPTH_MIN, RVT_STACK_DEPTH_MAX, "NT:IRT-08");
  s->sequential_jump = get_bool(r, "sequential_jump", "NT:SQJ-05");
  s->ntrace.all_jumps = get_bool(r, "all_jumps", "NT:AJM-05");
  s->ntrace.extend_addr = get_bool(r, "extend_addr", "NT:ADR-15");
  s->ntrace.format.extend_bits = rvt_extend_bits(s->ntrace.extend_addr, s->xlen);
  get_isa(r, s);
  get_jvt(r, s);
  s->blind = get_name(r, "origin", origins, 2) == 1;
  get_dialect(r, s);
  if (s->protocol == RVT_PROTOCOL_ETRACE) get_etrace(r, s);
  get_elf(r, s);
}

static enum rvt_status read_root(json_t *root, struct rvt_sidecar *sidecar,
                                 struct rvt_error *error) {
  struct rvt_sidecar made = {.xlen = 0};
  struct reader r = {.root = root, .error = error};
  if (!json_is_object(root))
    refuse(&r, RVT_ERR_FORMAT, "expected a JSON object, found another value");
  else
    get_all(&r, &made);
  if (r.status == RVT_OK) *sidecar = made;
  return r.status;
}

enum rvt_status rvt_sidecar_read(const char *path, struct rvt_sidecar *sidecar,
                                 struct rvt_error *error) {
  struct reader r = {.error = error};
  json_error_t found;
  FILE *file = fopen(path, "rb");
  const int first = file != NULL ? fgetc(file) : EOF;
  if (file == NULL || ferror(file)) {
    refuse(&r, RVT_ERR_IO, "expected a readable file, found: %s", strerror(errno));
    if (file != NULL) fclose(file);
    return r.status;
  }
  if (first != EOF) ungetc(first, file);
  json_t *root = json_loadf(file, JSON_REJECT_DUPLICATES, &found);
  fclose(file);
  if (root == NULL) {
    refuse(&r, RVT_ERR_FORMAT, "%d:%d: expected a JSON object, found: %s", found.line, found.column,
           found.text);
    return r.status;
  }
  r.status = read_root(root, sidecar, error);
  json_decref(root);
  return r.status;
}

bool rvt_sidecar_is_file(const struct rvt_sidecar_elf *elf, const struct rvt_image_file *file) {
  return strcmp(elf->sha256, file->sha256) == 0 ||
         (elf->loaded_sha256[0] != '\0' && strcmp(elf->loaded_sha256, file->loaded_sha256) == 0);
}

static void set_hex(json_t *object, const char *key, bool given, uint64_t value) {
  if (given) json_object_set_new(object, key, json_sprintf("0x%" PRIx64, value));
}

static json_t *make_elf(const struct rvt_sidecar *s) {
  json_t *list = json_array();
  for (size_t i = 0; i < s->elfs; i++) {
    const struct rvt_sidecar_elf *elf = &s->elf[i];
    json_t *file = json_pack("{s:s, s:s}", "name", elf->name, "sha256", elf->sha256);
    if (elf->path[0] != '\0' && json_object_set_new(file, "path", json_string(elf->path)) != 0) {
      json_decref(file);
      continue;
    }
    if (elf->loaded_sha256[0] != '\0')
      json_object_set_new(file, "loaded_sha256", json_string(elf->loaded_sha256));
    set_hex(file, "offset", elf->offset != 0, elf->offset);
    set_hex(file, "scontext", elf->context.has_scontext, elf->context.scontext);
    set_hex(file, "hcontext", elf->context.has_hcontext, elf->context.hcontext);
    json_array_append_new(list, file);
  }
  return list;
}

static json_t *make_etrace(const struct rvt_etrace_setting *e) {
  const struct rvt_etrace_format *f = &e->format;
  json_t *made =
      json_pack("{s:b, s:b, s:b, s:b}", "full_address", e->full_address, "implicit_exception",
                f->implicit_exception, "cause", !e->no_cause, "tval", !e->no_tval);
#define SET(key, least, most)                                                                      \
  if (f->key >= (least)) json_object_set_new(made, #key, json_integer(f->key));
  ETRACE_NUMBERS(SET)
#undef SET
  if (f->iret_ext) json_object_set_new(made, "iret_ext", json_true());
  for (size_t i = 0; i < VECTORS; i++)
    set_hex(made, vectors[i].key, e->tvec_known[vectors[i].level], e->tvec[vectors[i].level]);
  return made;
}

static json_t *make_root(const struct rvt_sidecar *s) {
  json_t *root = json_pack(
      "{s:s, s:i, s:i, s:b, s:i, s:b, s:b, s:b, s:s}", "format", rvt_protocols[s->protocol].name,
      "protocol_major", rvt_protocols[s->protocol].major, "src_bits", s->ntrace.format.src_bits,
      "ts", s->ntrace.format.ts, "implicit_return", s->implicit_return, "sequential_jump",
      s->sequential_jump, "all_jumps", s->ntrace.all_jumps, "extend_addr", s->ntrace.extend_addr,
      "origin", s->blind ? "wrapped" : "start");
  if (root == NULL) return NULL;
  if (s->ntrace.format.dialect != RVT_DIALECT_NONE)
    json_object_set_new(root, "dialect", json_string(rvt_dialects[s->ntrace.format.dialect].name));
  if (s->xlen != 0) json_object_set_new(root, "xlen", json_integer(s->xlen));
  if (s->ntrace.mode != RVT_MODE_OFF)
    json_object_set_new(root, "mode", json_string(s->ntrace.mode == RVT_MODE_BTM ? "btm" : "htm"));
  if (s->has_src_id) json_object_set_new(root, "src_id", json_integer(s->src_id));
  if (s->ts_width != 0) json_object_set_new(root, "ts_width", json_integer(s->ts_width));
  if (s->stack_depth != 0) json_object_set_new(root, "stack_depth", json_integer(s->stack_depth));
  if (s->isa[0] != '\0') json_object_set_new(root, "isa", json_string(s->isa));
  set_hex(root, "jvt", s->has_jvt, s->jvt);
  if (s->protocol == RVT_PROTOCOL_ETRACE)
    json_object_set_new(root, "etrace", make_etrace(&s->etrace));
  if (s->elfs != 0) json_object_set_new(root, "elf", make_elf(s));
  return root;
}

/* What rvt_sidecar_read() would refuse is not written. */
static enum rvt_status checked_root(const struct rvt_sidecar *sidecar, json_t **root) {
  struct rvt_sidecar again;
  if ((unsigned)sidecar->protocol >= RVT_PROTOCOLS || sidecar->elfs > RVT_SIDECAR_ELFS ||
      sidecar->ntrace.format.dialect >= RVT_DIALECTS ||
      (sidecar->ntrace.mode != RVT_MODE_OFF && sidecar->ntrace.mode != RVT_MODE_BTM &&
       sidecar->ntrace.mode != RVT_MODE_HTM))
    return RVT_ERR_RANGE;
  *root = make_root(sidecar);
  if (*root == NULL) return RVT_ERR_NO_MEMORY;
  enum rvt_status status = read_root(*root, &again, NULL);
  /* a name that is no UTF-8 does not get into the JSON at all */
  if (status == RVT_OK && again.elfs != sidecar->elfs) status = RVT_ERR_RANGE;
  if (status != RVT_OK) json_decref(*root);
  return status;
}

static enum rvt_status print_root(FILE *file, json_t *root) {
  bool good = json_dumpf(root, file, JSON_INDENT(2) | JSON_SORT_KEYS) == 0;
  good = fputc('\n', file) != EOF && good;
  json_decref(root);
  return good && fflush(file) == 0 ? RVT_OK : RVT_ERR_IO;
}

enum rvt_status rvt_sidecar_print(FILE *file, const struct rvt_sidecar *sidecar) {
  json_t *root = NULL;
  const enum rvt_status status = checked_root(sidecar, &root);
  return status == RVT_OK ? print_root(file, root) : status;
}

enum rvt_status rvt_sidecar_write(const char *path, const struct rvt_sidecar *sidecar) {
  json_t *root = NULL;
  enum rvt_status status = checked_root(sidecar, &root);
  if (status != RVT_OK) return status;
  FILE *file = fopen(path, "wb");
  if (file == NULL) {
    json_decref(root);
    return RVT_ERR_IO;
  }
  status = print_root(file, root);
  return fclose(file) == 0 ? status : RVT_ERR_IO;
}
