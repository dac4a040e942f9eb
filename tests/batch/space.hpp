// In: nothing. Out: where the problems of a test lie when the library is called.
#pragma once
#include <cstddef>
#include <functional>

namespace test {

// Memory in which the library is to find what a call works on, a device's; the tests see the results where they are.
struct Space {
    void* (*take)(std::size_t bytes);  // one piece at a time, until the next one
    void (*copy)(void* to, const void* from, std::size_t bytes);
    // Or null. A call by its _async name on a stream, with the workspace that it wants, done on return; false: nothing
    // was.
    bool (*enqueue)(const std::function<int(void* stream, void* workspace, std::size_t* bytes)>& call);
    void* (*reserve)(std::size_t bytes);  // or null: whole pages of it for good, which may be protected
};
inline const Space* space = nullptr;

}  // namespace test
