// In: nothing. Out: CSV of the rate of the link between pageable host memory and the device, up, down and both at once,
// by number of copying threads (in each direction) and size of the pinned buffers.
#include "cuda/link.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "cuda/open_device.hpp"

using namespace shunt::gpu;

int main() {
    Device* device = open_device();
    if (!device) return std::printf("no device\n"), 77;
    device->attach();
    Queue* compute = nullptr;
    if (device->open_queue(&compute) != Status::ok) return 1;
    constexpr std::int64_t rows = 8192, columns = 8192, bytes = rows * columns * 8;
    std::vector<double> up(rows * columns, 1), down(rows * columns, 1);
    void *d1 = nullptr, *d2 = nullptr;
    if (compute->take(&d1, bytes) != Status::ok || compute->take(&d2, bytes) != Status::ok ||
        compute->finish() != Status::ok)
        return 1;
    const auto array = [&](void* p) { return Array{static_cast<char*>(p), rows, 8}; };
    std::printf("threads,slot_kib,open_ms,up_gbs,down_gbs,both_up_gbs\n");
    const auto now = [] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    };
    for (const int threads : {1, 2, 4, 6, 8, 12, 15})
        for (const int kib : {256, 1024, 2048, 8192}) {
            const double start = now();
            auto link = Link::open(*device, *compute, threads, std::size_t(kib) << 10);
            const double opened = now();
            if (!link) return 1;
            double best[3] = {1e9, 1e9, 1e9};
            for (int round = 0; round < 3; ++round)
                for (int kind = 0; kind < 3; ++kind) {
                    link->begin();
                    const double t = now();
                    if (kind != 0) link->download(array(down.data()), array(d2), rows, columns);
                    if (kind != 1) {
                        const int ticket = link->upload(array(up.data()), array(d1), rows, columns);
                        link->arrived(ticket);
                        compute->finish();
                    }
                    link->finish();
                    best[kind] = std::min(best[kind], now() - t);
                }
            std::printf("%d,%d,%.1f,%.1f,%.1f,%.1f\n", threads, kib, (opened - start) * 1e3, bytes * 1e-9 / best[0],
                        bytes * 1e-9 / best[1], bytes * 1e-9 / best[2]);
            std::fflush(stdout);
        }
}
