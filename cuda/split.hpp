// In: a checked call on host memory of any size. Out: the call done, in parts that fit into device memory; when the
// device fails on the way, the CPU does the rest.
#pragma once
#include "cuda/stream.hpp"

namespace shunt::gpu {

class Runner {
public:
    Runner(Context& context, const shunt_host& host, double budget) : context_(context), host_(host), budget_(budget) {}
    // A value of enum shunt_status.
    int run(shunt_call& call);
    Status status() const { return status_; }

private:
    void carry_out(shunt_call&);
    void split(shunt_call&);
    // Half the problems: each is a few calls on blocks of the same matrices.
    void gemm(const shunt_call&);
    void symm(const shunt_call&);
    void rank_k(const shunt_call&);
    void triangular(const shunt_call&);
    void getrs(const shunt_call&);
    void trtri(const shunt_call&);
    void lauum(const shunt_call&);

    Context& context_;
    const shunt_host& host_;
    double budget_;
    Status status_ = Status::ok;
    bool touched_ = false;
};

}  // namespace shunt::gpu
