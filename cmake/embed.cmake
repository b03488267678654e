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
