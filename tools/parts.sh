# SPDX-License-Identifier: Apache-2.0 OR MIT
# Sourced by tools/test and tools/check: runs named parts, remembers how they ended, says so at the end.
# Sourced by a binding's test inside such a run: its `skip` adds to the same list.

# How the parts ended, one a line: a file, so that a part's own children can say what they skipped too.
if [ -z "${PARTS:-}" ]; then
    PARTS=$(mktemp)
    export PARTS
    trap 'rm -f "$PARTS"' EXIT
fi

# part NAME COMMAND..: run it with no standard input; the next parts run whatever its result.
# No "set -e" holds inside a part: a function of several steps says "|| return" after each but the last.
part() {
    local name=$1 start=$SECONDS rc=0
    shift
    printf '\n== %s\n' "$name"
    # A subshell, so that `die` in a helper ends the part and not the run.
    ("$@") </dev/null || rc=$?
    if [ "$rc" = 0 ]; then
        printf 'passed   %s (%s s)\n' "$name" "$((SECONDS - start))" >>"$PARTS"
    else
        printf 'FAILED   %s (exit %s, %s s)\n' "$name" "$rc" "$((SECONDS - start))" >>"$PARTS"
        printf '%s: FAILED: %s (exit %s)\n' "$ME" "$name" "$rc"
    fi
}

# skip NAME REASON: shown, and never counted as passed.
skip() {
    printf 'skipped, not passed   %s: %s\n' "$1" "$2" >>"$PARTS"
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

# run_pytest PYTHON: all Python tests but the public vectors, on all cores; the tests of a file stay together, for their fixtures.
run_pytest() {
    "$1" -m pytest -q -n "$(jobs)" --dist loadfile --ignore tests/external
}

# emulated_lanes: the engine lanes in plain C, on any machine: equal to the portable engine, and right on all vectors.
emulated_lanes() {
    TARGETS="test_bn254_engines limbsmith_program" build emu dev -DLSM_LANES_EMU=ON || return
    run_ctest emu -R '^bn254[.]lanes_emu[.]diff[.]quick$' || return
    build/emu/limbsmith vectors --engine lanes_emu tests/data/bn254_*.json ${LSM_VECTORS:+"$LSM_VECTORS"/bn254_*.json}
}

# bindings FOLDER: each folder in it that has a program `test` is a part, skipped if a command named in its file `tools` is not there.
# The program runs in its folder, with LSM_BUILD (the build tree "dev"), LSM_FULL (yes in tools/check --full, else no) and PYTHON in
# its environment. What it leaves out it says with `skip` (source this file) or as a line of $PARTS of the same form.
bindings() {
    local folder language missing
    for folder in "$1"/*/; do
        [ -x "${folder}test" ] || continue
        language=$(basename "$folder")
        missing=$(binding_lacks "$folder" command | tr '\n' ' ')
        if [ -n "$missing" ]; then
            skip "binding: $language" "not installed: ${missing% }"
        else
            part "binding: $language" in_binding "$folder"
        fi
    done
}

in_binding() {
    cd "$1" || return
    LSM_BUILD=$ROOT/build/dev LSM_FULL=${full:-no} PYTHON=$PYTHON ./test
}

# summary: the closing lines; exits 1 if a part failed.
summary() {
    local passed failed skipped
    passed=$(grep -c '^passed ' "$PARTS" || true)
    failed=$(grep -c '^FAILED ' "$PARTS" || true)
    skipped=$(grep -c '^skipped, ' "$PARTS" || true)
    printf '\n== summary of %s, %s s\n' "$ME" "$SECONDS"
    cat "$PARTS"
    printf 'parts: %s passed, %s failed, %s skipped\n' "$passed" "$failed" "$skipped"
    [ "$failed" = 0 ] || exit 1
}
