// In: nothing. Out: one line an operation and precision with a hash of all results; repeat.py compares processes.
#include <cstdio>

#include "batch.hpp"

using namespace test;

template <class T> static void hash_all() {
    for (int i = 0; i < op_count; ++i) {
        const Op op = Op(i);
        if (!exists<T>(op)) continue;
        Random r(501);
        std::uint64_t hash = 0xcbf29ce484222325u;
        const auto add = [&](const void* p, std::size_t size) {
            for (std::size_t b = 0; b < size; ++b)
                hash = (hash ^ static_cast<const unsigned char*>(p)[b]) * 0x100000001b3u;
        };
        for (const i64 limit : {8, 24, 60, 150, 400}) {
            std::vector<Item<T>> items;
            for (i64 k = 0; k < 4000 / limit / limit + (limit < 400 ? 6 : 2); ++k) {
                const Item<T> item = random_item<T>(op, limit, r);
                for (i64 c = limit > 150 ? 1 : 1 + r.below(limit > 60 ? 3 : 40); c > 0; --c) items.push_back(item);
            }
            run(Form::group, items);
            for (Item<T>& item : items) {
                item.for_arrays([&](const char*, auto& m) {
                    for (i64 j = 0; j < m.n; ++j) add(&m(0, j), static_cast<std::size_t>(m.m) * sizeof m(0, 0));
                });
                add(item.ipiv.value.data(), item.ipiv.value.size() * sizeof(i64));
                add(&item.info, sizeof item.info);
            }
        }
        std::printf("%c%s %016llx\n", precision<T>, stem_of<T>(op).c_str(), static_cast<unsigned long long>(hash));
    }
}

int main() {
    hash_all<float>();
    hash_all<double>();
    hash_all<std::complex<float>>();
    hash_all<std::complex<double>>();
}
