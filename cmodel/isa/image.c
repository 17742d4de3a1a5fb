/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <gelf.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parcels.h"

enum rvt_status rvt_image_new(unsigned xlen, struct rvt_image **image) {
  if (xlen != 0 && xlen != 32 && xlen != 64) return RVT_ERR_ARG;
  struct rvt_image *made = calloc(1, sizeof *made);
  if (made == NULL) return RVT_ERR_NO_MEMORY;
  made->xlen = xlen;
  *image = made;
  return RVT_OK;
}

enum rvt_status rvt_image_set_isa(struct rvt_image *image, const struct rvt_isa *isa) {
  if ((isa->xlen != 32 && isa->xlen != 64) || image->segments != 0 || image->parts != 0 ||
      (image->xlen != 0 && image->xlen != isa->xlen))
    return RVT_ERR_ARG;
  image->xlen = isa->xlen;
  image->isa = *isa;
  image->isa_given = true;
  return RVT_OK;
}

static void free_segment(const struct rvt_segment *s) {
  if (s->borrowed) return;
  free(s->parcel);
  free(s->bytes);
}

void rvt_image_free(struct rvt_image *image) {
  if (image == NULL) return;
  for (size_t i = 0; i < image->segments; i++) free_segment(&image->segment[i]);
  for (size_t i = 0; i < image->datas; i++) free_segment(&image->data[i]);
  for (size_t i = 0; i < image->files; i++) free((char *)image->file[i].path);
  rvt_names_free(image->names);
  if (!image->is_view) rvt_names_free(image->extra);
  if (!image->is_part && !image->is_view) free(image->classes);
  if (!image->is_view) free(image->table.bytes);
  for (size_t i = 0; i < image->parts; i++) rvt_image_free(image->part[i].image);
  for (size_t i = 0; i < image->views; i++) rvt_image_free(image->view[i].image);
  free(image->part);
  free(image->view);
  free(image->segment);
  free(image->data);
  free(image->file);
  free(image);
}

/*
 * Encodings in which an implementation may place instructions that divert the flow: the custom
 * and reserved major opcodes, SYSTEM codes unknown to the classes, and whatever is longer than 32
 * bits.
 */
static bool may_be_custom(uint32_t word, unsigned size) {
  if (size != 2) return size > 2;
  switch (word >> 2 & 0x1f) {
  case 0x02:
  case 0x0a:
  case 0x16:
  case 0x1a:
  case 0x1d:
  case 0x1e: return true;
  case 0x1c: return (word >> 12 & 7) == 0 && word != 0x10500073; /* WFI is known to be linear */
  default: return false;
  }
}

static uint64_t word_at(const struct rvt_segment *s, uint64_t index) {
  uint64_t word = 0;
  for (unsigned i = 0; i < 4 && index + i < s->count + s->tail; i++)
    word |= (uint64_t)(s->bytes[2 * (index + i)] | s->bytes[2 * (index + i) + 1] << 8) << 16 * i;
  return word;
}

static uint8_t linear_kind(const struct rvt_insn *insn, uint32_t word) {
  if (insn->upper == RVT_UPPER_PC) return RVT_PARCEL_UPPER_PC;
  if (insn->upper == RVT_UPPER_ABSOLUTE) return RVT_PARCEL_UPPER_ABSOLUTE;
  return may_be_custom(word, insn->size) ? RVT_PARCEL_CUSTOM : RVT_INSN_LINEAR;
}

/* Whether the instruction after `upper` jumps to what that sets. */
static bool makes_pair(const struct rvt_segment *s, uint64_t next, const struct rvt_insn *upper) {
  struct rvt_insn jump;
  return s->parcel[next].kind == RVT_INSN_INDIRECT &&
         rvt_insn_decode_isa(word_at(s, next), &s->isa, &jump) == RVT_OK &&
         rvt_insn_sequential(upper, &jump);
}

/*
 * From the end backwards: the run after a linear instruction is then already known. No run goes on
 * in the segment behind, which may be of another ISA, but for the jump of a pair.
 */
static void fill_parcels(struct rvt_segment *s) {
  const uint64_t all = s->count + s->tail;
  for (uint64_t i = all; i-- > 0;) {
    struct rvt_parcel *parcel = &s->parcel[i];
    uint64_t word = word_at(s, i);
    struct rvt_insn insn;
    *parcel = (struct rvt_parcel){0};
    if (rvt_insn_decode_isa(word, &s->isa, &insn) != RVT_OK || insn.size > all - i) continue;
    const struct rvt_parcel *next = insn.size < all - i ? parcel + insn.size : NULL;
    *parcel = (struct rvt_parcel){.run = insn.size,
                                  .insns = 1,
                                  .imm = insn.imm,
                                  .size = insn.size,
                                  .last = insn.size,
                                  .kind = insn.kind,
                                  .itype = insn.itype & 0xfU,
                                  .absolute = insn.absolute};
    if (insn.kind != RVT_INSN_LINEAR) continue;
    parcel->kind = linear_kind(&insn, (uint32_t)word);
    if (next == NULL || next->size == 0 || next->run > UINT16_MAX - insn.size) continue;
    const bool pair = makes_pair(s, i + insn.size, &insn);
    if (i + insn.size >= s->count && !pair) continue;
    parcel->run = (uint16_t)(next->run + insn.size);
    parcel->insns = (uint16_t)(next->insns + 1);
    parcel->last = next->last;
    parcel->pair = pair ? parcel->size & 0x3U : next->pair;
  }
}

/* Index of the first segment whose base is above `pc`. */
static size_t upper_bound(const struct rvt_image *image, uint64_t pc) {
  size_t low = 0;
  size_t high = image->segments;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (image->segment[middle].base > pc)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

const struct rvt_segment *rvt_image_find_code(const struct rvt_image *image, uint64_t pc) {
  size_t above = upper_bound(image, pc);
  if (above == 0) return NULL;
  const struct rvt_segment *s = &image->segment[above - 1];
  return (pc - s->base) >> 1 < s->count ? s : NULL;
}

const struct rvt_segment *rvt_image_find(const struct rvt_image *image, uint64_t pc) {
  const struct rvt_segment *s = rvt_image_find_code(image, pc);
  for (size_t i = image->datas; s == NULL && i-- > 0;)
    if ((pc - image->data[i].base) >> 1 < image->data[i].count) s = &image->data[i];
  return s;
}

const struct rvt_segment *rvt_image_above(const struct rvt_image *image, uint64_t pc) {
  const size_t above = upper_bound(image, pc);
  return above < image->segments ? &image->segment[above] : NULL;
}

static bool is_free(const struct rvt_image *image, uint64_t address, size_t size) {
  size_t above = upper_bound(image, address);
  if (above < image->segments && image->segment[above].base - address < size) return false;
  return rvt_image_find_code(image, address) == NULL;
}

bool rvt_image_insert(struct rvt_image *image, const struct rvt_segment *segment) {
  struct rvt_segment *grown = realloc(image->segment, (image->segments + 1) * sizeof *grown);
  if (grown == NULL) return false;
  image->segment = grown;
  const size_t at = upper_bound(image, segment->base);
  memmove(grown + at + 1, grown + at, (image->segments - at) * sizeof *grown);
  grown[at] = *segment;
  image->segments++;
  return true;
}

/* A segment of these bytes, with the properties of `like`. */
static enum rvt_status make_segment(struct rvt_segment *made, const struct rvt_segment *like,
                                    uint64_t address, const void *bytes, size_t size) {
  struct rvt_segment s = *like;
  s.base = address;
  s.count = size / 2;
  s.borrowed = false;
  s.tail = 0;
  s.bytes = malloc(size + 2 * RVT_TAIL_MAX);
  s.parcel = calloc(size / 2 + RVT_TAIL_MAX, sizeof *s.parcel);
  if (s.bytes == NULL || s.parcel == NULL) {
    free(s.bytes);
    free(s.parcel);
    return RVT_ERR_NO_MEMORY;
  }
  memcpy(s.bytes, bytes, size);
  fill_parcels(&s);
  *made = s;
  return RVT_OK;
}

static enum rvt_status put_piece(struct rvt_image *image, const struct rvt_segment *like,
                                 uint64_t address, const void *bytes, size_t size) {
  struct rvt_segment made;
  if (size == 0) return RVT_OK;
  if (make_segment(&made, like, address, bytes, size) != RVT_OK) return RVT_ERR_NO_MEMORY;
  if (like->data ? rvt_image_insert_data(image, &made) : rvt_image_insert(image, &made))
    return RVT_OK;
  free_segment(&made);
  return RVT_ERR_NO_MEMORY;
}

/* ---- Seams: an instruction may begin in one segment and end in those that adjoin it ----------
 */

static enum rvt_status join_segment(const struct rvt_image *image, struct rvt_segment *s) {
  uint8_t tail[2 * RVT_TAIL_MAX];
  uint8_t count = 0;
  const uint64_t end = s->base + 2 * s->count;
  for (; count < RVT_TAIL_MAX && end + 2 * count > s->base; count++) {
    const uint64_t pc = end + 2 * count;
    const struct rvt_segment *after = rvt_image_find(image, pc);
    if (after == NULL) break;
    memcpy(tail + 2 * count, after->bytes + (pc - after->base), 2);
  }
  if (count == s->tail && (count == 0 || memcmp(s->bytes + 2 * s->count, tail, 2 * count) == 0))
    return RVT_OK;
  struct rvt_segment own = *s;
  if (s->borrowed && make_segment(&own, s, s->base, s->bytes, (size_t)(2 * s->count)) != RVT_OK)
    return RVT_ERR_NO_MEMORY;
  memcpy(own.bytes + 2 * own.count, tail, 2 * count);
  own.tail = count;
  fill_parcels(&own);
  *s = own;
  return RVT_OK;
}

/* Whether what lies after a segment, as far as an instruction reaches, is in `first`..`last`, or
 * the segment ends there. */
static bool reaches(const struct rvt_segment *s, uint64_t first, uint64_t last) {
  const uint64_t end = s->base + (2 * s->count - 1); /* the last byte */
  return end >= first ? s->base <= last || s->base - last == 1 : first - end <= 2 * RVT_TAIL_MAX;
}

enum rvt_status rvt_image_join(struct rvt_image *image, uint64_t first, uint64_t last) {
  enum rvt_status status = RVT_OK;
  size_t i = upper_bound(image, last != UINT64_MAX ? last + 1 : last);
  while (status == RVT_OK && i-- > 0 && reaches(&image->segment[i], first, last))
    status = join_segment(image, &image->segment[i]);
  for (i = 0; status == RVT_OK && i < image->datas; i++)
    if (reaches(&image->data[i], first, last)) status = join_segment(image, &image->data[i]);
  return status;
}

enum rvt_status rvt_image_put_rest(struct rvt_image *image, const struct rvt_segment *s) {
  enum rvt_status status = RVT_OK;
  for (uint64_t at = 0; at < s->count && status == RVT_OK;) {
    const uint64_t pc = s->base + 2 * at;
    const struct rvt_segment *hides = rvt_image_find_code(image, pc);
    if (hides != NULL) {
      at += hides->count - ((pc - hides->base) >> 1);
      continue;
    }
    const struct rvt_segment *above = rvt_image_above(image, pc);
    uint64_t size = s->count - at;
    if (above != NULL && (above->base - pc) >> 1 < size) size = (above->base - pc) >> 1;
    status = put_piece(image, s, pc, s->bytes + 2 * at, (size_t)(2 * size));
    at += size;
  }
  return status;
}

/* What can be written gives way to code: of each segment the bytes that the code leaves stay. */
static enum rvt_status cut_data(struct rvt_image *image, uint64_t address, uint64_t size) {
  const size_t count = image->datas;
  struct rvt_segment *const old = image->data;
  enum rvt_status status = RVT_OK;
  bool cut = false;
  for (size_t i = 0; i < count; i++)
    cut = cut || old[i].base - address < size || address - old[i].base < 2 * old[i].count;
  if (!cut) return RVT_OK;
  image->data = NULL;
  image->datas = 0;
  for (size_t i = 0; i < count; i++) { /* in their order: of two at one place the later counts */
    const bool hit = old[i].base - address < size || address - old[i].base < 2 * old[i].count;
    if (status == RVT_OK && hit) status = rvt_image_put_rest(image, &old[i]);
    if (status == RVT_OK && !hit && rvt_image_insert_data(image, &old[i])) continue;
    if (!hit) status = RVT_ERR_NO_MEMORY;
    free_segment(&old[i]);
  }
  free(old);
  return status;
}

/* Make room: code that is there goes, but for its names, which are those of what comes. */
static enum rvt_status make_room(struct rvt_image *image, uint64_t address, size_t size,
                                 const struct rvt_names **names) {
  enum rvt_status status = RVT_OK;
  while (status == RVT_OK && !is_free(image, address, size)) {
    size_t at = upper_bound(image, address);
    if (rvt_image_find_code(image, address) != NULL) at--;
    const struct rvt_segment old = image->segment[at];
    memmove(image->segment + at, image->segment + at + 1,
            (--image->segments - at) * sizeof *image->segment);
    const uint64_t before = address > old.base ? address - old.base : 0;
    const uint64_t rest = old.base + 2 * old.count - address; /* from `address` on */
    const uint64_t after = rest > size ? rest - size : 0;
    status = put_piece(image, &old, old.base, old.bytes, (size_t)before);
    if (status == RVT_OK)
      status = put_piece(image, &old, address + size, old.bytes + (2 * old.count - after),
                         (size_t)after);
    if (*names == NULL) *names = old.names;
    if (image->hidden == 0) image->hidden_at = old.base + before;
    image->hidden += 2 * old.count - before - after;
    free_segment(&old);
  }
  return status;
}

static bool is_place(const struct rvt_image *image, uint64_t address, size_t size) {
  const uint64_t top = rvt_insn_address(UINT64_MAX, image->xlen);
  return image->xlen != 0 && (address & 1) == 0 && size % 2 == 0 && size != 0 && address <= top &&
         size - 1 <= top - address;
}

static struct rvt_segment properties(const struct rvt_image *image) {
  struct rvt_segment s = {.isa = image->isa, .file = image->adding, .names = image->adding_names};
  s.isa.xlen = (uint8_t)image->xlen;
  s.isa.classes = image->classes;
  s.isa.class_count = image->class_count;
  return s;
}

enum rvt_status rvt_image_put(struct rvt_image *image, uint64_t address, const void *bytes,
                              size_t size) {
  if (!is_place(image, address, size) || (!image->overlay && !is_free(image, address, size)))
    return RVT_ERR_ARG;
  struct rvt_segment like = properties(image);
  enum rvt_status status = make_room(image, address, size, &like.names);
  if (status == RVT_OK) status = put_piece(image, &like, address, bytes, size);
  if (status == RVT_OK) status = cut_data(image, address, size);
  return status == RVT_OK ? rvt_image_join(image, address, address + (size - 1)) : status;
}

bool rvt_image_insert_data(struct rvt_image *image, const struct rvt_segment *segment) {
  struct rvt_segment *grown = realloc(image->data, (image->datas + 1) * sizeof *grown);
  if (grown == NULL) return false;
  image->data = grown;
  grown[image->datas++] = *segment;
  return true;
}

enum rvt_status rvt_image_put_data(struct rvt_image *image, uint64_t address, const void *bytes,
                                   size_t size) {
  struct rvt_segment s = properties(image);
  if (!is_place(image, address, size)) return RVT_ERR_ARG;
  s.data = true;
  s.base = address;
  s.count = size / 2;
  s.bytes = (uint8_t *)bytes; /* which are copied */
  const enum rvt_status status = rvt_image_put_rest(image, &s);
  return status == RVT_OK ? rvt_image_join(image, address, address + (size - 1)) : status;
}

bool rvt_image_is_data(const struct rvt_image *image, uint64_t pc) {
  const struct rvt_segment *s = image->datas != 0 ? rvt_image_find(image, pc) : NULL;
  return s != NULL && s->data;
}

unsigned rvt_image_xlen(const struct rvt_image *image) { return image->xlen; }

size_t rvt_image_file_count(const struct rvt_image *image) { return image->files; }

const struct rvt_image_file *rvt_image_get_file(const struct rvt_image *image, size_t index) {
  return &image->file[index];
}

bool rvt_image_file_at(const struct rvt_image *image, uint64_t pc, size_t *index) {
  const struct rvt_segment *s = rvt_image_find(image, pc);
  if (s == NULL || s->file == 0) return false;
  *index = s->file - 1;
  return true;
}

enum rvt_status rvt_image_insn(const struct rvt_image *image, uint64_t pc, struct rvt_insn *insn,
                               uint64_t *word) {
  const struct rvt_segment *s = rvt_image_find(image, pc);
  if (s == NULL || (pc & 1) != 0) return RVT_ERR_NO_CODE;
  uint64_t index = (pc - s->base) >> 1;
  unsigned size = s->parcel[index].size;
  if (size == 0) return RVT_ERR_NO_CODE;
  uint64_t found = word_at(s, index);
  if (size < 4) found &= (UINT64_C(1) << 16 * size) - 1;
  if (rvt_insn_decode_isa(found, &s->isa, insn) != RVT_OK) return RVT_ERR_NO_CODE;
  if (word != NULL) *word = found;
  return RVT_OK;
}

/* The half-word of the table at `at` bytes from its begin, or NULL. */
static const uint8_t *table_half(const struct rvt_image *image, uint64_t at) {
  const struct rvt_table *t = &image->table;
  if (at < t->size && t->size - at >= 2) return t->bytes + at;
  const uint64_t address = rvt_insn_address(t->base + at, image->xlen);
  const struct rvt_segment *s = rvt_image_find(image, address);
  return s != NULL ? s->bytes + (address - s->base) : NULL;
}

bool rvt_image_table(const struct rvt_image *image, uint32_t entry, uint64_t *target) {
  const unsigned bytes = image->xlen / 8;
  uint64_t found = 0;
  for (unsigned done = 0; done < bytes; done += 2) {
    const uint8_t *half =
        image->table.known ? table_half(image, (uint64_t)entry * bytes + done) : NULL;
    if (half == NULL) return false;
    found |= (uint64_t)(half[0] | half[1] << 8) << 8 * done;
  }
  *target = found & ~UINT64_C(1);
  return true;
}

bool rvt_image_function_at(const struct rvt_image *image, uint64_t pc,
                           struct rvt_image_function *found) {
  const struct rvt_segment *s = rvt_image_find(image, pc);
  if (s == NULL) return false;
  *found = (struct rvt_image_function){.first = s->base, .last = s->base + (2 * s->count - 1)};
  if (s->names != NULL) rvt_names_at(s->names, pc, found);
  bool named = false;
  for (const struct rvt_names *n = image->extra; n != NULL; n = n->next) {
    struct rvt_image_function other = {.first = found->first, .last = found->last};
    rvt_names_at(n, pc, &other);
    found->first = other.first;
    found->last = other.last;
    if (other.name == NULL || named) continue;
    named = true;
    found->name = other.name;
    found->address = other.address;
  }
  return true;
}

const char *rvt_image_symbol(const struct rvt_image *image, uint64_t pc, uint64_t *offset) {
  struct rvt_image_function found;
  if (!rvt_image_function_at(image, pc, &found) || found.name == NULL) return NULL;
  *offset = pc - found.address;
  return found.name;
}

/* ---- Hashes of files ----------------------------------------------------------------------- */

static void add_number(SHA2_CTX *hash, uint64_t number) {
  uint8_t byte[8];
  for (unsigned i = 0; i < 8; i++) byte[i] = (uint8_t)(number >> 8 * i);
  SHA256Update(hash, byte, sizeof byte);
}

/* The ELF header is loaded with the code of many programs, and says where the sections are. */
static size_t head_without_sections(const uint8_t *raw, size_t size, uint8_t head[64]) {
  const bool wide = raw[EI_CLASS] == ELFCLASS64;
  const size_t length = wide ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr);
  if (size < length) return 0;
  memcpy(head, raw, length);
  if (wide) {
    memset(head + offsetof(Elf64_Ehdr, e_shoff), 0, 8);
    memset(head + offsetof(Elf64_Ehdr, e_shentsize), 0, 6);
  } else {
    memset(head + offsetof(Elf32_Ehdr, e_shoff), 0, 4);
    memset(head + offsetof(Elf32_Ehdr, e_shentsize), 0, 6);
  }
  return length;
}

bool rvt_image_elf_loaded(struct Elf *elf, uint8_t digest[32]) {
  size_t size = 0, segments = 0;
  const uint8_t *raw = (const uint8_t *)elf_rawfile(elf, &size);
  if (elf_kind(elf) != ELF_K_ELF || raw == NULL || elf_getphdrnum(elf, &segments) != 0)
    return false;
  SHA2_CTX hash;
  uint64_t loaded = 0;
  SHA256Init(&hash);
  for (size_t i = 0; i < segments; i++) {
    GElf_Phdr p;
    uint8_t head[64];
    if (gelf_getphdr(elf, (int)i, &p) == NULL) return false;
    if (p.p_type != PT_LOAD || p.p_filesz == 0) continue;
    /* headers that name the same bytes again and again must not take for ever */
    if (p.p_offset > size || p.p_filesz > size - p.p_offset || p.p_filesz > size - loaded)
      return false;
    loaded += p.p_filesz;
    size_t done = p.p_offset == 0 ? head_without_sections(raw, (size_t)p.p_filesz, head) : 0;
    add_number(&hash, p.p_vaddr);
    add_number(&hash, p.p_filesz);
    SHA256Update(&hash, head, done);
    SHA256Update(&hash, raw + p.p_offset + done, (size_t)p.p_filesz - done);
  }
  if (loaded == 0) return false;
  SHA256Final(digest, &hash);
  return true;
}

enum rvt_status rvt_image_hash_loaded(const char *path, uint8_t digest[32], struct rvt_error *e) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return rvt_error_set(e, RVT_ERR_IO, "%s: expected a readable file, found: %m", path);
  (void)elf_version(EV_CURRENT);
  Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
  const bool good = elf != NULL && rvt_image_elf_loaded(elf, digest);
  elf_end(elf);
  close(fd);
  return good ? RVT_OK
              : rvt_error_set(e, RVT_ERR_FORMAT,
                              "%s: expected an ELF file with segments that are loaded, found none",
                              path);
}
