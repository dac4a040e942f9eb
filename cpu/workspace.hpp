// In: nothing. Out: aligned scratch memory that is reused from call to call.
#pragma once
#include <cstddef>

namespace shunt::cpu {

// Never fails: where the system has no memory, a static buffer serves one thread at a time (and that thread up to
// `emergency_depth` times, nested). A thread must not wait for another one that may want a Workspace while it holds
// one; parallel() knows this and runs serially then.
class Workspace {
public:
    static constexpr std::size_t max_bytes = std::size_t{2560} << 10;  // the tables of kernels ask for less
    static constexpr int emergency_depth = 4;

    Workspace() noexcept;  // of max_bytes
    ~Workspace();
    Workspace(const Workspace&) = delete;
    Workspace& operator=(const Workspace&) = delete;

    void* data() const { return data_; }  // 64-byte aligned
    template <class T> T* as() const { return static_cast<T*>(data_); }

private:
    void* data_;
};

// True where the calling thread lives on the static buffer.
bool workspace_emergency_held() noexcept;
// For tests: every new allocation fails, and kept buffers are given back.
void workspace_fail_for_test(bool fail) noexcept;

}  // namespace shunt::cpu
