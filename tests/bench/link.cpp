// In: threads, buffer sizes in KiB (by commas). Out: CSV of the rate of the link between host memory and the device,
// up, down and both at once, pageable and pinned, by number of copying threads (in each direction) and size of the
// pinned buffers.
#include "cuda/link.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "cuda/open_device.hpp"

using namespace shunt::gpu;

static std::vector<int> numbers(const char* text) {
    std::vector<int> list;
    for (; text; text = std::strchr(text, ','), text += text != nullptr) list.push_back(std::atoi(text));
    return list;
}

int main(int argc, char** argv) {
    const char* reason = nullptr;
    Device* device = open_device(&reason);
    if (!device) return std::printf("%s\n", reason), 77;
    device->attach();
    Queue* compute = nullptr;
    if (device->open_queue(&compute) != Status::ok) return 1;
    constexpr std::int64_t rows = 8192, columns = 8192, bytes = rows * columns * 8;
    std::vector<double> up(rows * columns, 1), down(rows * columns, 1);
    void *d1 = nullptr, *d2 = nullptr, *pinned_up = nullptr, *pinned_down = nullptr;
    if (device->allocate_pinned(&pinned_up, bytes) != Status::ok ||
        device->allocate_pinned(&pinned_down, bytes) != Status::ok)
        return 1;
    if (compute->take(&d1, bytes) != Status::ok || compute->take(&d2, bytes) != Status::ok ||
        compute->finish() != Status::ok)
        return 1;
    const auto array = [&](void* p) { return Array{static_cast<char*>(p), rows, 8}; };
    const auto now = [] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    };
    for (void* p : {static_cast<void*>(up.data()), pinned_up}) {
        constexpr int times = 1000;
        bool reached = false;
        const double start = now();
        for (int i = 0; i < times; ++i) reached |= device->reaches(p, bytes);
        std::printf("# %.0f ns to see that memory is %s\n", (now() - start) * 1e9 / times,
                    reached ? "pinned" : "pageable");
    }
    std::printf(
        "threads,slot_kib,open_ms,up_gbs,down_gbs,both_up_gbs,pinned_up_gbs,pinned_down_gbs,pinned_both_up_gbs,down_"
        "after_up_gbs,down_behind_up_gbs\n");
    for (const int threads : numbers(argc > 1 ? argv[1] : "1,2,4,6,8,12,15"))
        for (const int kib : numbers(argc > 2 ? argv[2] : "256,1024,2048,8192")) {
            Tuning tuning = device->tuning();
            tuning.slot_bytes = std::size_t(kib) << 10;
            const double start = now();
            auto link = Link::open(*device, *compute, threads, tuning);
            const double opened = now();
            if (!link) return 1;
            double best[8] = {1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9};
            for (int round = 0; round < 3; ++round)
                for (int kind = 0; kind < 6; ++kind) {
                    const bool pinned = kind >= 3, goes_up = kind % 3 != 1, comes_down = kind % 3 != 0;
                    link->begin();
                    const double t = now();
                    if (comes_down)
                        link->download(array(pinned ? pinned_down : down.data()), array(d2), rows, columns, {},
                                       Order::columns, Before::replaced);
                    if (goes_up) {
                        const int ticket =
                            link->upload(array(pinned ? pinned_up : up.data()), array(d1), rows, columns);
                        link->arrived(ticket, *compute);
                        compute->finish();
                    }
                    link->finish();
                    best[kind] = std::min(best[kind], now() - t);
                }
            // Memory that was just read on the way up: after it, and panel by panel behind it.
            for (int round = 0; round < 3; ++round) {
                constexpr int panels = 16;
                constexpr std::int64_t width = columns / panels;
                const Array host = array(up.data());
                link->begin();
                link->arrived(link->upload(host, array(d1), rows, columns), *compute);
                compute->finish();
                double t = now();
                link->download(host, array(d1), rows, columns);
                link->finish();
                best[6] = std::min(best[6], now() - t);
                link->begin();
                t = now();
                int tickets[panels];
                for (int i = 0; i < panels; ++i)
                    tickets[i] = link->upload(host(0, i * width), array(d1)(0, i * width), rows, width);
                for (int i = 0; i < panels; ++i) {
                    link->arrived(tickets[i], *compute);
                    link->download(host(0, i * width), array(d1)(0, i * width), rows, width);
                }
                link->finish();
                best[7] = std::min(best[7], now() - t);
            }
            std::printf("%d,%d,%.1f", threads, kib, (opened - start) * 1e3);
            for (const double seconds : best) std::printf(",%.1f", bytes * 1e-9 / seconds);
            std::printf("\n");
            std::fflush(stdout);
        }
}
