"""In: the folder of the CUDA sources, a file to write. Out: the batched kernels as C++ for device.hpp.

Launches become calls, shared variables static ones; inline assembly is replaced by what device.hpp has of the name."""
import pathlib
import re
import sys


def plain(text):
    text = re.sub(r'#include [<"][^>"]*[>"]\n', "", text).replace("#pragma once\n", "")
    text = re.sub(r"#pragma unroll[^\n]*\n", "", text)
    text = re.sub(r"extern __shared__ \w+ \w+\[\];\n", "", text)
    return text.replace("__shared__ alignas(16)", "alignas(16) static").replace("__shared__", "static")


def arguments(text):
    """The parts of a list between commas that are in no parentheses."""
    parts, depth = [""], 0
    for c in text:
        depth += (c in "([{") - (c in ")]}")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return parts


def called(launch):
    kernel, shape, parameters = launch.groups()
    grid, threads = arguments(shape)[:2]
    return f"emulated::launch(dim3({grid}), {threads}, [&] {{ {kernel}({parameters}); }});"


def main(folder, to):
    read = {name: plain((pathlib.Path(folder) / name).read_text())
            for name in ("batch_kernels.hpp", "factor_kernels.cuh", "batch.cuh", "batch_products.cu",
                         "batch_vectors.cu", "batch_solves.cu", "batch_factors.cu", "batch_reflectors.cu",
                         "batch_look.cu")}
    # Reciprocals are approximations, refined.
    reciprocals = re.compile(r"__device__ __forceinline__ (float|double) inverse\(\1 x\) \{.*?\n\}\n", re.S)
    read["factor_kernels.cuh"], count = reciprocals.subn(r"inline \1 inverse(\1 x) { return 1 / x; }\n",
                                                         read["factor_kernels.cuh"])
    assert count == 2
    launches = re.compile(r"([A-Za-z_]\w*(?:<[^;{}()]*?>)?)<<<((?:[^>]|>(?!>>))*?)>>>\(\s*(.*?)\);", re.S)
    text = '#include "tests/gpu/emulated/device.hpp"\n' + "".join(launches.sub(called, t) for t in read.values())
    assert "<<<" not in text and "asm" not in text
    text += """
namespace shunt::gpu {
int emulated_step(char precision, const BatchProblems& all, const BatchStep& step) {
    return launch_batch_step(nullptr, precision, all, step);
}
int emulated_look(const BatchUnseen& unseen) {
    return launch_batch_look(nullptr, unseen);
}
int emulated_sort(const BatchUnseen& unseen, std::uint32_t* starts, BatchSizes* sorted) {
    return launch_batch_sort(nullptr, unseen, starts, sorted);
}
}  // namespace shunt::gpu
"""
    pathlib.Path(to).write_text(text)


main(*sys.argv[1:])
