# In: a profile. Out: a C++ source that holds its rows, four words that are those of the row before as a `"`.
file(STRINGS ${INPUT} lines REGEX "^[^#]")
set(text "")
set(before "")
foreach(line IN LISTS lines)
    string(REGEX MATCH "^[^ ]+ [^ ]+ [^ ]+ [^ ]+ " head "${line}")
    if(head AND head STREQUAL before)
        string(LENGTH "${head}" length)
        string(SUBSTRING "${line}" ${length} -1 line)
        string(PREPEND line "\" ")
    endif()
    set(before "${head}")
    string(APPEND text "${line}\n")
endforeach()
string(HEX "${text}" hex)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
string(REGEX REPLACE "((0x..,){24})" "\\1\n    " bytes "${bytes}")
file(WRITE ${OUTPUT} "#include <cstddef>
extern \"C\" const char shunt_default_profile[];
extern \"C\" const std::size_t shunt_default_profile_bytes;
const char shunt_default_profile[] = {
    ${bytes}0};
const std::size_t shunt_default_profile_bytes = sizeof shunt_default_profile - 1;
")
