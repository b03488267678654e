# bundle_contract(<folder>)
# Makes <folder>/openapi.json and <folder>/openapi.yaml from api/: the contract with its examples in place, as it is
# served. They are made again when the contract or any example changes, comes or goes. Call it in the
# directory of the target that embeds them. Needs node, and web/docs/node_modules (npm ci there).
function(bundle_contract folder)
  find_program(NODE_EXECUTABLE NAMES node nodejs REQUIRED)
  set(docs ${CMAKE_SOURCE_DIR}/web/docs)
  if(NOT EXISTS ${docs}/node_modules)
    message(FATAL_ERROR "web/docs/node_modules is missing: scripts/setup installs it (npm ci in web/docs)")
  endif()
  add_custom_command(
    OUTPUT ${folder}/openapi.json ${folder}/openapi.yaml
    COMMAND ${NODE_EXECUTABLE} ${docs}/bundle.mjs ${folder}
    DEPENDS ${docs}/bundle.mjs ${docs}/package-lock.json
    DEPFILE ${folder}/openapi.d
    COMMENT "Bundling the contract"
    VERBATIM)
endfunction()
