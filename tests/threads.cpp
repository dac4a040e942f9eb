// In: 64 threads that call BLAS for the first time at once, then 16 that go on. Out: the bits of the same calls by one
// thread.
#include <barrier>
#include <thread>

#include "routines.hpp"

using namespace test;

static void run_all(std::vector<Problem<double>>& problems) {
    for (auto& p : problems) p.run(plain);
}

TEST(Threads, SameBits) {
    for (const int count : {64, 16}) {
        std::vector<Problem<double>> problems;
        Random random(171);
        for (const Routine r : {Routine::trsm, Routine::gemm, Routine::potrf, Routine::getrf, Routine::trmm,
                                Routine::posv, Routine::syrk})
            for (const i64 limit : {i64(12), i64(60), count == 64 ? i64(20) : i64(200)})
                problems.emplace_back(r, limit, random);
        std::vector<std::vector<Problem<double>>> results(static_cast<std::size_t>(count), problems);
        std::barrier together(count);
        std::vector<std::thread> threads;
        for (auto& mine : results)
            threads.emplace_back([&] {
                together.arrive_and_wait();
                run_all(mine);
            });
        for (auto& t : threads) t.join();
        run_all(problems);
        for (const auto& mine : results)
            for (std::size_t i = 0; i < problems.size(); ++i)
                ASSERT_TRUE(mine[i] == problems[i])
                    << stems[int(problems[i].routine)] << " m " << problems[i].args.m << " n " << problems[i].args.n;
    }
}
