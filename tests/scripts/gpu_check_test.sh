#!/usr/bin/env bash
# Runs scripts/gpu_check with stand-ins for cmake, nvcc and the compiler, and for what they build.
#
#   gpu_check_test.sh PATH-OF-GPU_CHECK
set -euo pipefail
script=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

stub() {  # stub FILE BODY: an executable
  printf '#!/bin/bash\n%s\n' "$2" >"$1"
  chmod +x "$1"
}

prepare() {  # prepare TOOL...: a machine with these tools, on which everything works
  rm -rf "${work:?}/bin" "${work:?}/build" "${work:?}/calls"
  mkdir "$work/bin" "$work/build"
  touch "$work/calls"
  local tool
  for tool in bash dirname grep head mkdir nproc sed timeout tr env; do
    ln -s "$(command -v "$tool")" "$work/bin/"
  done
  for tool in "$@"; do stub "$work/bin/$tool" "echo \"$tool \$*\" >>'$work/calls'; echo release 1"; done
  stub "$work/build/gpu_tests" 'echo tests run'
  stub "$work/build/device_benchmark" \
    "if [[ \$1 == --name ]]; then echo 'NVIDIA X 1'; else echo 'benchmark '\"\$1\" >>'$work/calls'; fi"
}

failures=0
expect() {  # expect CASE STATUS PATTERN ARGUMENT...: exit status, a pattern over output and calls
  local name=$1 wanted=$2 pattern=$3 status=0 seen
  shift 3
  seen=$(PATH="$work/bin" CUDA_HOME="$work/none" bash "$script" --build "$work/build" \
    --report "$work/report.md" "$@" 2>&1) || status=$?
  seen+=$'\n'$(<"$work/calls")
  if [[ $status -ne $wanted || ! $seen =~ $pattern ]]; then
    echo "FAILED: $name: status $status, wanted $wanted and '$pattern'; saw: $seen" >&2
    failures=$((failures + 1))
  fi
}

prepare cmake nvcc c++
expect "unknown arguments are refused" 2 "unknown argument --fast" --fast
expect "an option without its value is refused" 2 "headers needs a value" --headers
expect "a folder that is not there is refused" 2 "is no folder" --headers "$work/nowhere"

prepare cmake c++
expect "without nvcc it says what to install" 3 "nvcc was not found: install a CUDA toolkit of 12.0"
prepare nvcc c++
expect "without CMake it says what to install" 3 "install CMake 3.25"
prepare cmake nvcc
expect "without a compiler it says what to install" 3 "install a C\+\+20 compiler"

prepare cmake nvcc c++
stub "$work/bin/c++" '[[ $* == *-E* ]] && exit 1; echo compiler'
expect "what is left out is said, with the reason" 0 \
  "skipped for lack of fmt: whole searches.*skipped for lack of GoogleTest"
expect "without compute-sanitizer its checks are skipped" 0 \
  "skipped for lack of compute-sanitizer.*benchmark $work/report.md"

prepare cmake nvcc c++ compute-sanitizer
expect "small tests run under both sanitizers" 0 "passed: memcheck.*passed: racecheck.*--small"
stub "$work/bin/compute-sanitizer" '[[ $* != *racecheck* ]]'
expect "a finding of a sanitizer is a failure" 1 "FAILED: racecheck.*1 failed"

prepare cmake nvcc c++
stub "$work/build/gpu_tests" 'echo "skipped: no device (7 tests)"; exit 77'
expect "without a device it says so and measures nothing" 77 \
  "skipped: no device .7 tests.*nothing was tested and nothing measured"
stub "$work/build/gpu_tests" 'exit 1'
expect "failing tests fail the check" 1 "FAILED: gpu_tests"

prepare cmake nvcc c++
stub "$work/bin/cmake" '[[ $1 != --build ]]'
expect "a failing build ends it" 1 "cannot be built"

exit "$failures"
