// In: the router and the profile's parser. Out: that decisions are a pure function, and those committed in routes.txt.
// After a deliberate change of the profile or the router: SHUNT_TEST_ROUTES_WRITE=1 ctest -R router, and review the
// diff.
#include "shim/router.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>
#include <string>

namespace shunt {
namespace {

Call square(int routine, char precision, std::int64_t order, std::int64_t width) {
    Call c{};
    c.size = sizeof c;
    c.routine = routine;
    c.precision = precision;
    c.side = 'L';
    c.uplo = 'L';
    c.transa = c.transb = c.diag = 'N';
    c.m = c.n = order;
    c.k = width;
    if (routine == SHUNT_TRSM || routine == SHUNT_TRMM || routine == SHUNT_SYMM || routine == SHUNT_HEMM)
        c.n = width, c.k = 0;
    c.lda = c.ldb = c.ldc = order;
    return c;
}

std::unique_ptr<Profile> parsed(const std::string& text, int bad_line = 0) {
    auto profile = std::make_unique<Profile>();
    EXPECT_EQ(parse_profile(text.data(), text.size(), "lib:isa", *profile), bad_line) << text;
    return profile;
}

const std::string two_widths =
    "# comment\n"
    "lib:isa trsm d 1 4 50 60 100 120 130 140 150 150 150 150 150\n"
    "lib:isa trsm d 1 64 90 200 200 200 200 200 200 200 200 200 200 # up to here\n"
    "other:isa trsm d 1 4 900 900 900 900 900 900 900 900 900 900 900\n";

// Rows that begin as the one before, of the key and of another one.
TEST(Profile, SameBeginnings) {
    const auto first = parsed(
        "lib:isa trsm d 1 4 50 60 100 120 130 140 150 150 150 150 150\n"
        "\" 64 90 200 200 200 200 200 200 200 200 200 200\n"
        "other:isa trsm d 1 4 900 900 900 900 900 900 900 900 900 900 900\n"
        "\" 16 900 900 900 900 900 900 900 900 900 900 900\n");
    EXPECT_EQ(std::memcmp(first->curve, parsed(two_widths)->curve, sizeof first->curve), 0);
    parsed("\" 64 90 200 200 200 200 200 200 200 200 200 200\n", 1);
}

// What the library has in it says what the file says, of every key.
TEST(Profile, Embedded) {
    std::ifstream file(std::getenv("SHUNT_TEST_PROFILE"));
    std::stringstream text;
    text << file.rdbuf();
    std::set<std::string> keys;
    for (std::string line; std::getline(text, line);)
        if (!line.empty() && line[0] != '#') keys.insert(line.substr(0, line.find(' ')));
    EXPECT_GT(keys.size(), 10u);
    const std::string whole = text.str();
    for (const std::string& key : keys) {
        const auto here = std::make_unique<Profile>(), there = std::make_unique<Profile>();
        EXPECT_EQ(parse_profile(whole.data(), whole.size(), key.c_str(), *here), 0) << key;
        EXPECT_EQ(parse_profile(shunt_default_profile, shunt_default_profile_bytes, key.c_str(), *there), 0) << key;
        EXPECT_EQ(std::memcmp(here->curve, there->curve, sizeof here->curve), 0) << key;
    }
}

TEST(Profile, InterpolatesBetweenOrdersAndWidths) {
    const auto profile = parsed(two_widths);
    const ProfileCurve& curve = profile->curve[SHUNT_TRSM][1][0];
    EXPECT_EQ(curve.rows, 2);
    EXPECT_DOUBLE_EQ(curve.gain(4, 4), 0.5);
    EXPECT_DOUBLE_EQ(curve.gain(8, 64), 2);
    EXPECT_DOUBLE_EQ(curve.gain(8, 16), 1.3);        // halfway in log2 between widths 4 and 64
    EXPECT_DOUBLE_EQ(curve.gain(24, 4), 1.1);        // halfway between orders 16 and 32
    EXPECT_EQ(curve.gain(3, 64), 0);                 // below the grid: unknown
    EXPECT_DOUBLE_EQ(curve.gain(1 << 20, 4096), 2);  // above it: its last
    EXPECT_EQ(curve.never_below(taken_from), 8);     // (8, 8) gains .95, (16, 16) 1.5
    EXPECT_EQ(profile->curve[SHUNT_TRSM][0][0].rows, 0);
    EXPECT_EQ(profile->curve[SHUNT_TRSM][0][0].gain(100, 100), 0);
}

TEST(Profile, RefusesWhatIsNoRow) {
    for (const char* line :
         {"lib:isa", "lib:isa nothing d 1 4 1 1 1 1 1 1 1 1 1 1 1", "lib:isa trsm q 1 4 1 1 1 1 1 1 1 1 1 1 1",
          "lib:isa trsm d 0 4 1 1 1 1 1 1 1 1 1 1 1", "lib:isa trsm d 1 x 1 1 1 1 1 1 1 1 1 1 1",
          "lib:isa trsm d 1 4 1 1 1 1 1 1 1 1 1 1", "lib:isa trsm d 1 4 1 1 1 1 1 1 1 1 1 1 1 1",
          "lib:isa trsm d 1 4 1 1 1 1 -1 1 1 1 1 1 1", "other:isa trsm d 1 4 1"}) {
        parsed(std::string("# first\n") + line + "\n", 2);
        parsed(std::string("# first\n") + line, 2);
    }
    parsed("\n\n# only comments\n \t\n");
}

TEST(Profile, LaterRowsReplaceEarlierOnes) {
    const auto profile = parsed(two_widths + "lib:isa trsm d 1 4 300 300 300 300 300 300 300 300 300 300 300\n");
    EXPECT_EQ(profile->curve[SHUNT_TRSM][1][0].rows, 2);
    EXPECT_DOUBLE_EQ(profile->curve[SHUNT_TRSM][1][0].gain(4, 4), 3);
}

TEST(Profile, KeepsRatesAndLinks) {
    const std::string version = std::to_string(SHUNT_PLUGIN_VERSION);
    const auto profile =
        parsed("rate lib:isa trsm d 2 1000 2000 4000 4000 4000\nlink lib:isa " + version + " 20000 10000 50\n");
    EXPECT_EQ(profile->rates[SHUNT_TRSM][1].threads, 2);
    EXPECT_DOUBLE_EQ(profile->link.down, 1e10);
    EXPECT_FALSE(profile->other_links);
    EXPECT_TRUE(parsed("link other " + version + " 1 1 1\n")->other_links);
    const auto stale = parsed("link lib:isa 1 1 1 1\n");
    EXPECT_TRUE(stale->other_links);
    EXPECT_EQ(stale->link.up, 0);
    for (const char* line : {"rate lib:isa trsm d 2 1000 2000 4000 4000", "rate lib:isa trsm d 0 1 1 1 1 1", "link",
                             "rate lib:isa nothing d 2 1 1 1 1 1", "link lib:isa 3 1 1", "link lib:isa 3 0 1 1"})
        parsed(line, 1);

    // Twice the threads, twice the rate; what our kernels gain is the CPU's as well.
    const Call call = square(SHUNT_TRSM, 'd', 512, 512);
    const CpuTime time = cpu_time(call, profile.get(), 2, 0);
    EXPECT_TRUE(time.measured);
    EXPECT_DOUBLE_EQ(time.seconds, flops(call) / 2e9);
    EXPECT_DOUBLE_EQ(cpu_time(call, profile.get(), 4, 0).seconds, time.seconds / 2);
    EXPECT_DOUBLE_EQ(cpu_time(call, profile.get(), 2, 1.5).seconds, time.seconds / 1.5);
    EXPECT_DOUBLE_EQ(cpu_time(square(SHUNT_TRSM, 'd', 64, 64), profile.get(), 2, 0).seconds,
                     flops(square(SHUNT_TRSM, 'd', 64, 64)) / 1e9);
    EXPECT_FALSE(cpu_time(square(SHUNT_GEMM, 'd', 512, 512), profile.get(), 2, 0).measured);
    EXPECT_FALSE(cpu_time(call, nullptr, 2, 0).measured);
    // Products share themselves out among cores, factorizations do not.
    for (const int routine : {SHUNT_GEMM, SHUNT_TRSM, SHUNT_GETRF, SHUNT_POTRF, SHUNT_GESV, SHUNT_GEQRF}) {
        const Call many = square(routine, 'd', 1024, 1024);
        const double gain = cpu_time(many, nullptr, 1, 0).seconds / cpu_time(many, nullptr, 16, 0).seconds;
        if (routine == SHUNT_GEMM || routine == SHUNT_TRSM)
            EXPECT_DOUBLE_EQ(gain, 16);
        else
            EXPECT_TRUE(gain > 4 && gain < 8) << routine << ": " << gain;
    }
}

// Whatever is sent on without a look must be what a look would have sent on.
TEST(Router, DirectLimitAgreesWithDecisions) {
    for (const char* key : {"openblas-avx512:avx512", "openblas-avx2:avx512", "blis-avx2:avx512",
                            "netlib+blis-avx2:avx512", "reference:avx512"})
        for (const bool gpu : {false, true})
            for (int routine = 0; routine < SHUNT_ROUTINE_COUNT; ++routine)
                for (const char p : {'s', 'd', 'c', 'z'})
                    for (const int threads : {1, 2}) {
                        const Surroundings around{profile_for(key), true, Mode::automatic,
                                                  threads,          gpu,  std::string(key).starts_with("reference")};
                        const auto limit = std::min<std::int64_t>(always_original_up_to(routine, p, around), 5000);
                        for (std::int64_t order = 1; order <= limit; order += 1 + order / 7)
                            for (std::int64_t width = 1; width <= limit; width += 1 + width / 3)
                                ASSERT_EQ(decide(square(routine, p, order, width), around).route, Route::original)
                                    << key << ' ' << p << routine_stem(routine) << ' ' << order << ' ' << width
                                    << " limit " << limit;
                    }
}

TEST(Router, ReferenceKeepsSmallProducts) {
    const auto profile = parsed(two_widths);
    const Surroundings around{profile.get(), true, Mode::automatic, 1, false, true};
    EXPECT_EQ(decide(square(SHUNT_TRSM, 'd', 24, 24), around).reason, Reason::kept);
    EXPECT_EQ(decide(square(SHUNT_TRSM, 'd', 25, 24), around).route, Route::cpu);
    EXPECT_EQ(always_original_up_to(SHUNT_TRSM, 'd', around), 24);
}

TEST(Router, TakesWhatGains) {
    const auto profile = parsed(two_widths);
    const Surroundings around{profile.get(), true, Mode::automatic, 1, false};
    EXPECT_EQ(decide(square(SHUNT_TRSM, 'd', 4, 4), around).route, Route::original);
    EXPECT_EQ(decide(square(SHUNT_TRSM, 'd', 4, 4), around).reason, Reason::slower);
    EXPECT_EQ(decide(square(SHUNT_TRSM, 'd', 64, 64), around).route, Route::cpu);
    EXPECT_EQ(decide(square(SHUNT_GEMM, 'd', 64, 64), around).reason, Reason::unknown);
    EXPECT_EQ(always_original_up_to(SHUNT_TRSM, 'd', around), 8);
    EXPECT_EQ(always_original_up_to(SHUNT_GEMM, 'd', around), INT32_MAX);
}

TEST(Router, FallsBackOnWhatOneThreadMeasured) {
    const auto one = parsed(two_widths);
    const Surroundings around{one.get(), true, Mode::automatic, 2, false};
    EXPECT_EQ(decide(square(SHUNT_TRSM, 'd', 64, 64), around).route, Route::cpu);
    const auto both = parsed(two_widths + "lib:isa trsm d 2 4 50 50 50 50 50 50 50 50 50 50 50\n");
    EXPECT_EQ(decide(square(SHUNT_TRSM, 'd', 64, 64), {both.get(), true, Mode::automatic, 2, false}).route,
              Route::original);
    EXPECT_EQ(decide(square(SHUNT_TRSM, 'd', 64, 64), {both.get(), true, Mode::automatic, 1, false}).route, Route::cpu);
}

// Few right-hand sides keep few of our threads busy, and the original's all, but those that are solved for together.
TEST(Router, ManyThreadsNeedManyRightHandSides) {
    const auto profile = parsed(two_widths);
    const Surroundings many{profile.get(), true, Mode::automatic, 16, false};
    EXPECT_EQ(decide(square(SHUNT_TRSM, 'd', 512, 64), many).route, Route::original);
    EXPECT_EQ(decide(square(SHUNT_TRSM, 'd', 2048, 32), many).route, Route::original);
    EXPECT_EQ(decide(square(SHUNT_TRSM, 'd', 2048, 64), many).route, Route::cpu);
    EXPECT_EQ(decide(square(SHUNT_TRSM, 'd', 2048, 2048), many).route, Route::cpu);
    const Surroundings reference{profile.get(), true, Mode::automatic, 16, false, true};
    EXPECT_EQ(decide(square(SHUNT_TRSM, 'd', 2048, 64), reference).route, Route::cpu);
}

// LU's panels are one thread's.
TEST(Router, ManyThreadsNeedSmallFactors) {
    const std::string gains = "130 130 130 130 130 130 130 130 130 130 130\n";
    const auto profile = parsed("lib:isa getrf d 2 = " + gains + "lib:isa getrs d 2 1 " + gains);
    const auto route = [&](int routine, std::int64_t order, int threads, bool reference = false) {
        return decide(square(routine, 'd', order, 1), {profile.get(), true, Mode::automatic, threads, false, reference})
            .route;
    };
    for (const int routine : {SHUNT_GETRF, SHUNT_GESV}) {
        EXPECT_EQ(route(routine, 256, 16), Route::cpu);
        EXPECT_EQ(route(routine, 1024, 16), Route::original);
        EXPECT_EQ(route(routine, 1024, 2), Route::cpu);
        EXPECT_EQ(route(routine, 1024, 16, true), Route::cpu);
    }
}

// A host's own rows hold for the threads that they were measured with.
TEST(Router, ManyThreadsMeasured) {
    const std::string gains = "130 130 130 130 130 130 130 130 130 130 130\n";
    const auto profile =
        parsed("lib:isa trsm d 16 64 " + gains + "lib:isa getrf d 16 = " + gains + "lib:isa getrs d 16 1 " + gains);
    for (const int threads : {2, 16}) {
        const Surroundings around{profile.get(), true, Mode::automatic, threads, false};
        EXPECT_EQ(decide(square(SHUNT_TRSM, 'd', 2048, 64), around).route, Route::cpu);
        EXPECT_EQ(decide(square(SHUNT_GETRF, 'd', 1024, 1024), around).route, Route::cpu);
        EXPECT_EQ(decide(square(SHUNT_GESV, 'd', 1024, 1), around).route, Route::cpu);
    }
    const Surroundings more{profile.get(), true, Mode::automatic, 128, false};
    EXPECT_EQ(decide(square(SHUNT_TRSM, 'd', 2048, 64), more).route, Route::original);
}

// Not measured: over the Reference BLAS the rows of the kernels as wide as NEON serve, everything else is sent on.
TEST(Router, NeonTakesFromTheReferenceOnly) {
    const auto route = [](const char* key, int routine, std::int64_t order) {
        const Surroundings around{
            profile_for(key), true, Mode::automatic, 1, false, std::string(key).starts_with("reference")};
        return decide(square(routine, 'd', order, order), around).route;
    };
    for (const int routine : {SHUNT_GEMM, SHUNT_SYRK, SHUNT_TRSM, SHUNT_POTRF, SHUNT_GETRF}) {
        EXPECT_EQ(route("reference:neon", routine, 256), Route::cpu) << routine_stem(routine);
        for (const char* key : {"openblas:neon", "blis:neon", "netlib+openblas:neon", "other:neon"})
            EXPECT_EQ(route(key, routine, 256), Route::original) << key << ' ' << routine_stem(routine);
    }
    EXPECT_EQ(always_original_up_to(SHUNT_GEMM, 'd', {profile_for("openblas:neon"), true, Mode::automatic, 1, false}),
              INT32_MAX);
}

TEST(Router, ObeysForcedRoutes) {
    const auto profile = parsed(two_widths);
    const Call small = square(SHUNT_TRSM, 'd', 2, 2), large = square(SHUNT_TRSM, 'd', 512, 512);
    Surroundings around{profile.get(), true, Mode::cpu, 1, false};
    EXPECT_EQ(decide(small, around).route, Route::cpu);
    EXPECT_EQ(always_original_up_to(SHUNT_TRSM, 'd', around), never_direct);
    around.mode = Mode::original;
    EXPECT_EQ(decide(large, around).route, Route::original);
    EXPECT_EQ(always_original_up_to(SHUNT_TRSM, 'd', around), INT32_MAX);
    around.original = false;  // nothing to leave it to
    EXPECT_EQ(decide(large, around).route, Route::cpu);
    EXPECT_EQ(decide(large, around).reason, Reason::no_original);
    EXPECT_EQ(always_original_up_to(SHUNT_TRSM, 'd', around), never_direct);
}

TEST(Router, AsksTheGpuForLargeCallsOnly) {
    const auto profile = parsed(two_widths);
    Surroundings around{profile.get(), true, Mode::automatic, 1, true};
    EXPECT_EQ(decide(square(SHUNT_GEMM, 'd', 1024, 1024), around).route, Route::gpu);
    EXPECT_EQ(decide(square(SHUNT_GEMM, 'd', 64, 64), around).route, Route::original);
    // Nothing at or below the direct limit may reach the flops from which the GPU is asked.
    for (const char p : {'s', 'd', 'c', 'z'}) {
        const auto limit = always_original_up_to(SHUNT_GEMM, p, around);
        EXPECT_LT(flops(square(SHUNT_GEMM, p, limit, limit)), gpu_min_flops) << p;
    }
    around.mode = Mode::gpu;
    EXPECT_EQ(decide(square(SHUNT_GEMM, 'd', 2, 2), around).route, Route::gpu);
    around.gpu = false;
    EXPECT_EQ(decide(square(SHUNT_GEMM, 'd', 2, 2), around).reason, Reason::unknown);
}

TEST(Router, RoutesAreTheCommittedOnes) {
    std::ostringstream now;
    now << "# library:isa routine threads width: route at orders 4 8 16 32 64 128 256 512 1024 2048 4096 (C ours, . "
           "the original's)\n";
    for (const char* key :
         {"openblas-avx512:avx512", "openblas-avx512:avx512x2", "openblas-avx2:avx512", "openblas-avx2:avx512x2",
          "openblas-avx2:avx2", "openblas-old:avx512x2", "openblas-old:avx2", "blis-avx2:avx512", "blis-avx2:avx512x2",
          "blis-avx2:avx2", "netlib+blis-avx2:avx512", "reference:avx512", "reference:avx2", "reference:generic",
          "other:avx512"}) {
        const Profile* profile = profile_for(key);
        ASSERT_TRUE(profile);
        for (int routine = 0; routine < SHUNT_ROUTINE_COUNT; ++routine) {
            if (base_routine(routine) != routine) continue;
            for (const char p : {'s', 'd', 'c', 'z'})
                for (const int threads : {1, 2})
                    for (const std::int64_t width : {0, 4, 64}) {
                        std::string line;
                        for (std::int64_t order = 4; order <= 4096; order *= 2) {
                            const Surroundings around{profile, true,  Mode::automatic,
                                                      threads, false, std::string(key).starts_with("reference")};
                            const auto d = decide(square(routine, p, order, width ? width : order), around);
                            line += d.route == Route::cpu ? 'C' : '.';
                        }
                        if (line.find('C') == std::string::npos) continue;
                        now << key << ' ' << p << routine_stem(routine) << ' ' << threads << ' '
                            << (width ? std::to_string(width) : "=") << ": " << line << '\n';
                    }
        }
    }
    const char* path = std::getenv("SHUNT_TEST_ROUTES");
    ASSERT_TRUE(path);
    if (std::getenv("SHUNT_TEST_ROUTES_WRITE")) std::ofstream(path) << now.str();
    std::ifstream file(path);
    std::stringstream committed;
    committed << file.rdbuf();
    EXPECT_EQ(now.str(), committed.str());
}

}  // namespace
}  // namespace shunt
