"""In: shunt_plugin_test, shunt_gpu_opening, the fake plug-in and the plug-in on a device of host memory. Out: 0 when the
report, as text and as JSON, says why calls were not done by the GPU, or not to their end, and what it does not follow."""
import json
import os
import subprocess
import sys
import tempfile

import case

PROGRAM, OPENING, FAKE, FAKE_CUDA = sys.argv[1:5]


def run(plugin, report, program=PROGRAM, **environment):
    done = subprocess.run([program, "--gtest_brief=1"], capture_output=True, text=True, env=os.environ | {
        "SHUNT_PLUGIN": plugin, "SHUNT_ROUTE": "gpu", "SHUNT_REPORT": report} | environment)
    case.check(done.returncode == 0, done.stdout, done.stderr)
    return done.stderr


def reports(plugin, **environment):
    text = run(plugin, "1", **environment)
    with tempfile.TemporaryDirectory() as folder:
        run(plugin, folder + "/r.json", **environment)
        with open(folder + "/r.json") as file:
            return text, json.load(file)["gpu"]


def expect(name, plugin, device="fake: host memory", reason="", not_done=(), ended=(), given_up=(), not_followed="",
           **environment):
    text, gpu = reports(plugin, **environment)
    wanted = (device, reason, set(not_done), set(ended), set(given_up), not_followed)
    found = (gpu["name"], gpu["reason"], set(gpu["not_done"]), set(gpu["ended_by_cpu"]), set(gpu["given_up"]),
             gpu["not_followed"])
    case.check(found == wanted, f"{name}: {found} instead of {wanted}")
    lines = {" ".join(line.split()) for line in text.splitlines()}
    for words, kind in (("not_done", "not done by the GPU"), ("ended_by_cpu", "begun by the GPU, ended by the CPU")):
        for why, count in gpu[words].items():
            case.check(f"{count} calls {kind}: {why}" in lines, f"{name}: not in the text: {why}", text)
    case.check(f"GPU: {device or 'none: ' + reason}" in lines, name, text)
    if given_up:
        case.check("given up on the GPU: " + " ".join(given_up) in lines, name, text)
    if not_followed:
        case.check("set, and not followed on the GPU: " + not_followed in lines, name, text)


before = "the device has failed before"
expect("all is well", FAKE_CUDA)
expect("no device", FAKE_CUDA, device="", reason="no device, as told", not_done=["no device could be opened"],
       SHUNT_TEST_FAULT="none there")
expect("no file", "/nowhere.so", device="", reason="the file that SHUNT_PLUGIN names cannot be read")
expect("no memory", FAKE_CUDA, not_done=["out of device memory"], SHUNT_TEST_FAULT="no memory 60")
expect("copy up", FAKE_CUDA, not_done=["a copy failed: as told", before], SHUNT_TEST_FAULT="up 1")
# Among the columns of a result, of which the CPU computes the others.
expect("copy down", FAKE_CUDA, not_done=[before], ended=["a copy failed: as told"], SHUNT_TEST_FAULT="down 800")
expect("kernel", FAKE_CUDA, not_done=["a kernel failed: as told", before], SHUNT_TEST_FAULT="kernel 1")
expect("not followed", FAKE_CUDA, not_followed="NVIDIA_TF32_OVERRIDE", NVIDIA_TF32_OVERRIDE="1")
expect("given up", FAKE, device="fake", given_up=["gemm", "trsm", "potrf"],
       not_done=["it fails, as told", "it failed at this routine too often"], SHUNT_FAKE="fail")
expect("declines", FAKE, device="fake", not_done=["it declines, as told"], SHUNT_FAKE="decline")
expect("no table", FAKE, device="", reason="no device, as told", not_done=["no device could be opened"], SHUNT_FAKE="null")
expect("not worth it", FAKE_CUDA, not_done=["it is not open yet: it would not have paid"], program=OPENING,
       SHUNT_ROUTE="auto", SHUNT_NUM_THREADS="1", SHUNT_TEST_GPU="fake")

# And while it runs, where remarks are wanted: that the device failed, once.
for fault, times in (("kernel 1", 1), ("none", 0)):
    remarks = run(FAKE_CUDA, "1", SHUNT_VERBOSE="1", SHUNT_TEST_FAULT=fault)
    failed = [line for line in remarks.splitlines() if "fake: host memory failed at " in line]
    case.check(len(failed) == times, fault, remarks)
    case.check(all("(a kernel failed: as told); the CPU carried the call out" in line for line in failed), remarks)
    case.check("direct never" in remarks, remarks)
