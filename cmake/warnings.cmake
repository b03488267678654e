# Every target of ours links reversid_warnings; nothing of the system's does.
add_library(reversid_warnings INTERFACE)
target_compile_options(reversid_warnings INTERFACE
  -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wvla
  -Wformat=2 -Wundef -Wwrite-strings -Wimplicit-fallthrough
  $<$<BOOL:${REVERSID_WERROR}>:-Werror>)
target_compile_definitions(reversid_warnings INTERFACE _GNU_SOURCE)
