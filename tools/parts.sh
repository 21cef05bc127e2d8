# SPDX-License-Identifier: Apache-2.0 OR MIT
# Sourced by tools/test and tools/check: runs named parts, remembers how they ended, says so at the end.

PARTS_PASSED=0
PARTS_FAILED=0
PARTS_SKIPPED=0
PARTS_LINES=()

# part NAME COMMAND..: run it with no standard input; the next parts run whatever its result.
# No "set -e" holds inside a part: a function of several steps says "|| return" after each but the last.
part() {
    local name=$1 start=$SECONDS rc=0
    shift
    printf '\n== %s\n' "$name"
    # A subshell, so that `die` in a helper ends the part and not the run.
    ("$@") </dev/null || rc=$?
    if [ "$rc" = 0 ]; then
        PARTS_PASSED=$((PARTS_PASSED + 1))
        PARTS_LINES+=("passed   $name ($((SECONDS - start)) s)")
    else
        PARTS_FAILED=$((PARTS_FAILED + 1))
        PARTS_LINES+=("FAILED   $name (exit $rc, $((SECONDS - start)) s)")
        printf '%s: FAILED: %s (exit %s)\n' "$ME" "$name" "$rc"
    fi
}

# skip NAME REASON: shown, and never counted as passed.
skip() {
    PARTS_SKIPPED=$((PARTS_SKIPPED + 1))
    PARTS_LINES+=("skipped, not passed   $1: $2")
    printf '\n== %s\nskipped, not passed: %s\n' "$1" "$2"
}

# have TOOL..: all of these commands are there.
have() {
    local tool
    for tool in "$@"; do command -v "$tool" >/dev/null 2>&1 || return 1; done
}

# part_if TOOL NAME COMMAND..: a part that needs a tool which set-up does not install.
part_if() {
    local tool=$1 name=$2
    shift
    if have "$tool"; then part "$@"; else skip "$name" "$tool is not installed"; fi
}

# run_ctest PRESET [ARGUMENTS..]
run_ctest() {
    local preset=$1 ctest
    shift
    ctest=$(dirname "$(find_cmake)")/ctest
    "$ctest" --test-dir "$ROOT/build/$preset" -j "$(jobs)" --output-on-failure --no-tests=error "$@"
}

# run_pytest PYTHON: all Python tests but the public vectors, in two runs at a time, since one uses one core.
run_pytest() {
    local python=$1 log rc=0 folders=() folder
    log=$(mktemp)
    for folder in tests/*/; do
        case $folder in
        tests/gen/ | tests/external/) ;;
        *) [ -z "$(find "$folder" -name 'test_*.py' -print -quit)" ] || folders+=("$folder") ;;
        esac
    done
    "$python" -m pytest -q "${folders[@]}" >"$log" 2>&1 &
    "$python" -m pytest -q tests/gen || rc=$?
    wait $! || rc=$?
    cat "$log"
    rm -f "$log"
    return $rc
}

# emulated_lanes: the engine lanes in plain C, on any machine: equal to the portable engine, and right on all vectors.
emulated_lanes() {
    TARGETS="test_bn254_engines limbsmith_program" build emu dev -DLSM_LANES_EMU=ON || return
    run_ctest emu -R '^bn254[.]lanes_emu[.]diff[.]quick$' || return
    build/emu/limbsmith vectors --engine lanes_emu tests/data/bn254_*.json ${LSM_VECTORS:+"$LSM_VECTORS"/bn254_*.json}
}

# summary: the closing lines; exits 1 if a part failed.
summary() {
    printf '\n== summary of %s, %s s\n' "$ME" "$SECONDS"
    printf '%s\n' "${PARTS_LINES[@]}"
    printf 'parts: %s passed, %s failed, %s skipped\n' "$PARTS_PASSED" "$PARTS_FAILED" "$PARTS_SKIPPED"
    [ "$PARTS_FAILED" = 0 ] || exit 1
}
