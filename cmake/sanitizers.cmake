# Sanitizers apply to everything that is compiled here, tests included: half-instrumented
# programs report nothing useful.
if(REVERSID_SANITIZE)
  add_compile_options(-fsanitize=${REVERSID_SANITIZE} -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${REVERSID_SANITIZE})
endif()
