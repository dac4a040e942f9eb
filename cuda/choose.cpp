// In: SHUNT_GPU and what launchers of MPI programs tell a process of its rank. Out: the number of a device.
#include "cuda/choose.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "cuda/device.hpp"

namespace shunt::gpu {
namespace {

// The rank of this process among those of its machine; -1 where nobody says it.
int local_rank() {
    for (const char* name : {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "MV2_COMM_WORLD_LOCAL_RANK",
                             "SLURM_LOCALID", "PMI_LOCAL_RANK", "PALS_LOCAL_RANKID"})
        if (const char* value = std::getenv(name)) return std::max(0, std::atoi(value));
    return -1;
}

}  // namespace

int choose_device(int count, int in_use) {
    const int rank = local_rank();
    const char* text = secure_getenv("SHUNT_GPU");
    if (text && std::strncmp(text, "eager", 5) == 0) text += 5;
    if (!text || !std::strpbrk(text, "0123456789") || text[std::strspn(text, "0123456789,")] != 0)
        return rank >= 0 ? rank % count : std::max(0, in_use);
    int numbers[64], given = 0;
    for (char* end; *text && given < 64; text = end) {
        const long number = std::strtol(text, &end, 10);
        if (end == text)
            ++end;  // a comma
        else if (number < count)
            numbers[given++] = static_cast<int>(number);
    }
    return given ? numbers[std::max(0, rank) % given] : Device::no_device;
}

}  // namespace shunt::gpu
