/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_IMAGE_H
#define RVT_IMAGE_H

/*
 * The program that a decoder walks (NT:DEC-01): executable code of one or more ELF files or raw
 * bytes, with the class of the instruction at every half-word decoded when the code is added.
 */

#include <stddef.h>

#include "rvt/error.h"
#include "rvt/insn.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct rvt_image;

enum { RVT_SHA256_TEXT = 65 /* 64 hexadecimal digits and a zero */ };

/**
 * Contexts in which code is there (NT:DEC-18), or the one that a hart is in (NT:OWN-01): a value
 * that is not given is any, or not known.
 */
struct rvt_image_context {
  bool has_scontext, has_hcontext;
  uint64_t scontext, hcontext;
};

/** Most files and pieces of code that are there in certain contexts only. */
enum { RVT_IMAGE_PARTS = 64 };

/** A file of the image; pointers live as long as the image. */
struct rvt_image_file {
  const char *path;
  uint64_t entry; /* where it was moved to */
  char sha256[RVT_SHA256_TEXT];
  char loaded_sha256[RVT_SHA256_TEXT]; /* rvt_image_hash_loaded(); "": it loads nothing */
};

/**
 * An image without code.
 *
 * @param xlen  32 or 64; 0: the first ELF file decides
 * @retval RVT_OK
 * @retval RVT_ERR_ARG        another `xlen`
 * @retval RVT_ERR_NO_MEMORY
 * `*image` is unchanged unless RVT_OK.
 */
RVT_MUST_CHECK enum rvt_status rvt_image_new(unsigned xlen, struct rvt_image **image);
void rvt_image_free(struct rvt_image *image);

/**
 * Say which ISA the hart has, before any code is added. Otherwise ELF files tell by their
 * attributes, those of the file itself for its own code; without any there is no Zcmp and no Zcmt
 * (NT:CUS-09).
 *
 * @retval RVT_OK
 * @retval RVT_ERR_ARG  an XLEN that is not the image's or not 32 or 64, or there is code already
 * The image is unchanged unless RVT_OK.
 */
RVT_MUST_CHECK enum rvt_status rvt_image_set_isa(struct rvt_image *image,
                                                 const struct rvt_isa *isa);

/**
 * Read what classes encodings have that the base ISA does not know, as custom branches and jumps,
 * before any code is added: lines of mask, match, class and, of a branch or direct jump, the bits
 * of its immediate; docs/rvt.1 has the form.
 *
 * @retval RVT_ERR_IO, RVT_ERR_FORMAT, RVT_ERR_RANGE  the text names file and line
 * @retval RVT_ERR_ARG        there is code, or there are classes
 * @retval RVT_ERR_NO_MEMORY
 * Free the image unless RVT_OK.
 */
RVT_MUST_CHECK enum rvt_status rvt_image_read_classes(struct rvt_image *image, const char *path,
                                                      struct rvt_error *e);

/** Names of C++ and Rust stay as the files have them, of files that are added after this call. */
void rvt_image_keep_mangled(struct rvt_image *image);

/**
 * Code that is added after this call hides what is there already in the same contexts, as bytes
 * that were read from memory do, and may begin and end inside an instruction; names stay those of
 * what is hidden, if what is added has none.
 */
void rvt_image_overlay(struct rvt_image *image);
/** Bytes that were hidden since the last call, and where the first ones were; 0: none. */
uint64_t rvt_image_hidden(struct rvt_image *image, uint64_t *address);

enum { RVT_JVT_ALIGN = 64 };

/**
 * Say where the table of CM.JT and CM.JALT begins: the base in the CSR jvt. Its entries are taken
 * from the code in the image, or from what else ELF files load there that are added after this
 * call (NT:CUS-07). Otherwise the symbol `__jvt_base$` of an ELF file tells, and without it such a
 * jump cannot be followed. Not while a decoder uses the image.
 *
 * @param base  a multiple of RVT_JVT_ALIGN
 * @retval RVT_OK
 * @retval RVT_ERR_ARG        another base
 * @retval RVT_ERR_NO_MEMORY
 */
RVT_MUST_CHECK enum rvt_status rvt_image_set_jvt(struct rvt_image *image, uint64_t base);

/**
 * Add code that is no file. The bytes are copied. Not while a decoder uses the image. An
 * instruction, and a pair of instructions that is a sequential jump, lies in one piece.
 *
 * @param address  even; as the hart sees it (NT:GEN-03)
 * @param size     bytes, even, not 0
 * @retval RVT_OK
 * @retval RVT_ERR_ARG        odd, empty, outside the address range, overlapping, or XLEN not known
 * @retval RVT_ERR_NO_MEMORY
 * The image is unchanged unless RVT_OK.
 */
RVT_MUST_CHECK enum rvt_status rvt_image_add(struct rvt_image *image, uint64_t address,
                                             const void *bytes, size_t size);

/**
 * Add the executable segments and the symbols of a RISC-V ELF file; sections where the file has
 * no program header. What can be written, but has no flag of code, is code where no other is. Not
 * while a decoder uses the image.
 *
 * @param e  expectation and finding, without the file's name
 * @retval RVT_OK
 * @retval RVT_ERR_IO         the file cannot be read
 * @retval RVT_ERR_FORMAT     not a little-endian RISC-V ELF file, no code in it, or damaged
 * @retval RVT_ERR_MISMATCH   its XLEN is not the image's, or its code overlaps what is there
 * @retval RVT_ERR_NO_MEMORY
 * Code that was added before an error stays: free the image.
 */
RVT_MUST_CHECK enum rvt_status rvt_image_add_elf(struct rvt_image *image, const char *path,
                                                 struct rvt_error *e);

/**
 * Names alone, from an ELF file: for code that is there already, of whatever file, in all contexts,
 * and before those of its own file. Not while a decoder uses the image.
 *
 * @param offset  added to every symbol, modulo 2^XLEN; even
 * @retval RVT_ERR_MISMATCH  its XLEN is not the image's, or none of its symbols is in the code
 * else as above
 */
RVT_MUST_CHECK enum rvt_status rvt_image_add_symbols(struct rvt_image *image, const char *path,
                                                     uint64_t offset, struct rvt_error *error);

/**
 * As rvt_image_add(), of code that is there in certain contexts only. There it hides what is there
 * in all; two that can be there at the same time must not overlap.
 *
 * @param context  NULL or nothing given: all
 * @retval RVT_OK
 * @retval RVT_ERR_ARG        as above, or there are RVT_IMAGE_PARTS already
 * @retval RVT_ERR_NO_MEMORY  free the image
 * The image is unchanged on RVT_ERR_ARG.
 */
RVT_MUST_CHECK enum rvt_status rvt_image_add_in(struct rvt_image *image,
                                                const struct rvt_image_context *context,
                                                uint64_t address, const void *bytes, size_t size);

/**
 * As rvt_image_add_elf(), of a file that is there in certain contexts only, or that lies elsewhere
 * than it was linked for.
 *
 * @param context  as above
 * @param offset   added to every address and symbol, modulo 2^XLEN; even
 * @retval RVT_ERR_RANGE  the offset is odd, or moves code over the end of the address range; else
 *                        as above
 */
RVT_MUST_CHECK enum rvt_status rvt_image_add_elf_in(struct rvt_image *image,
                                                    const struct rvt_image_context *context,
                                                    const char *path, uint64_t offset,
                                                    struct rvt_error *e);

/**
 * What of the image a hart in this context sees, as an image of its own; for each function below
 * but those of files, of which it has none. Belongs to the image, until that is added to or freed.
 */
const struct rvt_image *rvt_image_in(const struct rvt_image *image,
                                     const struct rvt_image_context *context);

/** 32 or 64; 0: not known yet. */
unsigned rvt_image_xlen(const struct rvt_image *image);

size_t rvt_image_file_count(const struct rvt_image *image);
/** `index` below rvt_image_file_count(). */
const struct rvt_image_file *rvt_image_get_file(const struct rvt_image *image, size_t index);

/**
 * The file that the code at an address is of, also of what rvt_image_in() returns.
 *
 * @param index  for rvt_image_get_file() of the whole image
 * @return false: there is no code, or it is of no file; `*index` has not changed
 */
bool rvt_image_file_at(const struct rvt_image *image, uint64_t pc, size_t *index);

/** Code at this address is of a segment that its file does not call executable. */
bool rvt_image_is_data(const struct rvt_image *image, uint64_t pc);

/**
 * The instruction at an address.
 *
 * @param word  its first 64 bits, first half-word in bits 15:0; may be NULL
 * @retval RVT_OK
 * @retval RVT_ERR_NO_CODE  no whole instruction is known there
 * Nothing is written unless RVT_OK.
 */
RVT_MUST_CHECK enum rvt_status rvt_image_insn(const struct rvt_image *image, uint64_t pc,
                                              struct rvt_insn *insn, uint64_t *word);

/** What an address is named by, and the addresses around it with the same answer. */
struct rvt_image_function {
  const char *name;     /* NULL: no symbol; the same pointer wherever it is this function */
  uint64_t address;     /* of the symbol */
  uint64_t first, last; /* both are of it */
};

/**
 * The function that an address is in. A symbol with a size names so much, and labels in it name
 * nothing; one of size 0 names what comes before the next one, in the same piece of code. Of
 * several at an address functions come first, then what is not local, fewest leading underscores,
 * what is not weak. Absolute symbols name no code. The names are those of the file that the code is
 * of, as its source has them: what C++ and Rust mangle is demangled.
 *
 * @return false: there is no code; `*found` is unchanged
 */
bool rvt_image_function_at(const struct rvt_image *image, uint64_t pc,
                           struct rvt_image_function *found);

/**
 * The name of that function; NULL: there is no code or no symbol.
 *
 * @param offset  of the address after the symbol, in bytes; unchanged without a name
 */
const char *rvt_image_symbol(const struct rvt_image *image, uint64_t pc, uint64_t *offset);

/**
 * SHA-256 of what an ELF file loads: of each segment address and size, 8 bytes each, and its bytes.
 * Symbols and debug information make no difference, so a stripped file has that of the other. In
 * the ELF header place and number of the section headers count as 0.
 *
 * @retval RVT_ERR_IO      the file cannot be read
 * @retval RVT_ERR_FORMAT  it is no ELF file, is damaged, or loads nothing
 * `digest` is unchanged unless RVT_OK.
 */
RVT_MUST_CHECK enum rvt_status rvt_image_hash_loaded(const char *path, uint8_t digest[32],
                                                     struct rvt_error *e);

struct Elf;
/**
 * The ISA string in the attributes of an ELF file, with versions as `rv32i2p1_m2p0`; NULL: it has
 * none. `elf` is an Elf of libelf, which the text belongs to.
 */
const char *rvt_image_elf_arch(struct Elf *elf);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
