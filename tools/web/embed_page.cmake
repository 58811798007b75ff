# Writes the files of the page as C++ to OUTPUT: cmake -DPAGE=folder -DOUTPUT=file -P embed_page.cmake

set(types_html "text/html; charset=utf-8")
set(types_css "text/css; charset=utf-8")
set(types_js "text/javascript; charset=utf-8")
set(types_svg "image/svg+xml")

file(GLOB files "${PAGE}/*")
list(SORT files)
set(arrays "")
set(table "")
foreach(file ${files})
  get_filename_component(name ${file} NAME)
  get_filename_component(ending ${file} LAST_EXT)
  string(SUBSTRING ${ending} 1 -1 ending)
  string(MAKE_C_IDENTIFIER ${name} identifier)
  file(READ ${file} hex HEX)
  file(SIZE ${file} size)
  string(REGEX REPLACE "(................)" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," hex "${hex}")
  string(APPEND arrays "constexpr char ${identifier}[] = {\n${hex}};\n")
  set(path "/${name}")
  if(name STREQUAL "index.html")
    set(path "/")
  endif()
  string(APPEND table
    "    {\"${path}\", \"${types_${ending}}\", std::string_view(${identifier}, ${size})},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"tools/web/page_files.h\"\n\nnamespace lielow {\nnamespace {\n\n${arrays}
constexpr PageFile kFiles[] = {\n${table}};\n\n}  // namespace\n
std::span<const PageFile> PageFiles() { return kFiles; }\n\n}  // namespace lielow\n")
