# embed_file(<target> <symbol> <file>)
# Adds to <target> a read-only `const unsigned char <symbol>[]` with the file's bytes and a
# `const size_t <symbol>_size`, and a trailing NUL that the size does not count. The assembler's
# .incbin does it: no generated C of several megabytes, and the file is a real dependency.
function(embed_file target symbol file)
  get_filename_component(path ${file} ABSOLUTE)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embed_${symbol}.c)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
#include <stddef.h>
extern const unsigned char @symbol@[];
extern const size_t @symbol@_size;
__asm__(".section .rodata\n"
        ".global @symbol@\n"
        ".balign 16\n"
        "@symbol@:\n"
        ".incbin \"@path@\"\n"
        "@symbol@_end:\n"
        ".byte 0\n"
        ".balign 8\n"
        ".global @symbol@_size\n"
        "@symbol@_size:\n"
        ".quad @symbol@_end - @symbol@\n"
        ".previous\n");
]])
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS ${path})
  target_sources(${target} PRIVATE ${source})
endfunction()

# embed_folder(<target> <symbol> <folder> <file> …)
# Embeds these files of <folder>, and adds `const struct embedded_file <symbol>[]` with a row for each,
# in this order, and `const size_t <symbol>_count`. struct embedded_file is in endpoints/embedded.h.
function(embed_folder target symbol folder)
  set(declarations "")
  set(rows "")
  foreach(name ${ARGN})
    string(MAKE_C_IDENTIFIER "${symbol}_${name}" file)
    embed_file(${target} ${file} ${folder}/${name})
    string(APPEND declarations
           "extern const unsigned char ${file}[];\nextern const size_t ${file}_size;\n")
    string(APPEND rows "    {\"${name}\", ${file}, &${file}_size},\n")
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embed_${symbol}.c)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
#include "endpoints/embedded.h"

@declarations@
extern const struct embedded_file @symbol@[];
extern const size_t @symbol@_count;

const struct embedded_file @symbol@[] = {
@rows@};
const size_t @symbol@_count = sizeof @symbol@ / sizeof @symbol@[0];
]])
  target_sources(${target} PRIVATE ${source})
endfunction()
