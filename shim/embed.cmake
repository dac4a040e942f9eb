# In: a text file. Out: a C++ source that holds it.
file(READ ${INPUT} hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
string(REGEX REPLACE "((0x..,){24})" "\\1\n    " bytes "${bytes}")
file(WRITE ${OUTPUT} "#include <cstddef>
extern \"C\" const char shunt_default_profile[];
extern \"C\" const std::size_t shunt_default_profile_bytes;
const char shunt_default_profile[] = {
    ${bytes}0};
const std::size_t shunt_default_profile_bytes = sizeof shunt_default_profile - 1;
")
