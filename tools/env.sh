# SPDX-License-Identifier: Apache-2.0 OR MIT
# Sourced by the commands in tools/ (bash): where the project is, how it finds what it builds and runs with.
# Nothing here installs anything; that is tools/setup.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
VENV=$ROOT/.venv
CMAKE_FLOOR=3.25
PYTHON_FLOOR=3.11

# say TEXT..: a progress line.   die TEXT..: one clear line on standard error, exit 1.
ME=$(basename "$0")
say() { printf '%s: %s\n' "$ME" "$*"; }
die() {
    printf '%s: %s\n' "$ME" "$*" >&2
    exit 1
}

# A command's help is the comment at its head, down to the first line that begins with "set".
COMMAND=$(cd "$(dirname "$0")" && pwd)/$ME
show_help() { sed -n '3,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$COMMAND"; }

# help_if_asked ARGUMENTS..: help, and exit 0, if the first one asks for it.
help_if_asked() {
    case ${1:-} in
    -h | --help)
        show_help
        exit 0
        ;;
    esac
}

# misused TEXT..: what is wrong with the arguments, help, exit 2.   no_arguments ARGUMENTS..: help, or none.
misused() {
    {
        printf '%s: %s\n' "$ME" "$*"
        show_help
    } >&2
    exit 2
}
no_arguments() {
    help_if_asked "$@"
    [ $# = 0 ] || misused "takes no argument, not '$1'"
}

# at_least HAVE WANT: version HAVE is WANT or newer.
at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n1)" = "$2" ]; }

# find_cc: the C compiler CMake will take too; empty if there is none that compiles and links a program.
find_cc() {
    local cc
    for cc in ${CC:+"$CC"} cc gcc clang; do
        if command -v "${cc%% *}" >/dev/null 2>&1 && try_link "$cc" '#include <stdint.h>' >/dev/null 2>&1; then
            echo "$cc"
            return
        fi
        [ -z "${CC:-}" ] || return 0 # a compiler that was asked for is not silently replaced
    done
}

# try_link CC SOURCE [LIBS..]: SOURCE's headers and the libraries are there.
try_link() {
    local cc=$1 source=$2 out
    shift 2
    out=$(mktemp) || return 1
    # CC may hold arguments ("ccache gcc"), so it is split into words on purpose.
    # shellcheck disable=SC2086
    printf '%s\nint main(void) { return 0; }\n' "$source" | $cc -x c - -x none -o "$out" "$@"
    local rc=$?
    rm -f "$out"
    return $rc
}

# find_cmake: a CMake that is new enough; empty if there is none.
find_cmake() {
    local cmake
    for cmake in cmake "$VENV/bin/cmake"; do
        if command -v "$cmake" >/dev/null 2>&1 && at_least "$(cmake_version "$cmake")" "$CMAKE_FLOOR"; then
            command -v "$cmake"
            return
        fi
    done
}
cmake_version() { "$1" --version 2>/dev/null | sed -n '1s/^cmake version \([0-9.]*\).*/\1/p'; }

# find_python [MODULE>=VERSION..]: an interpreter that is new enough and imports these modules; empty if there is none.
find_python() {
    local python
    for python in ${LSM_PYTHON:+"$LSM_PYTHON"} python3 python3.14 python3.13 python3.12 python3.11 "$VENV/bin/python"; do
        if command -v "$python" >/dev/null 2>&1 && python_has "$python" "$@"; then
            command -v "$python"
            return
        fi
    done
}

# python_has PYTHON [PACKAGE>=VERSION..]: all of them import, at these versions or newer.
python_has() {
    local python=$1
    shift
    "$python" - "$PYTHON_FLOOR" "$@" >/dev/null 2>&1 <<'PYTHON'
import importlib
import sys
from importlib.metadata import version


def key(text: str) -> list[int]:
    return [int(part) for part in text.split(".")[:2]]


assert list(sys.version_info[:2]) >= key(sys.argv[1])
for want in sys.argv[2:]:
    name, floor = want.split(">=")
    importlib.import_module(name.removeprefix("pytest-"))  # the module of a plugin is named without
    assert key(version(name)) >= key(floor)
PYTHON
}

GEN_MODULES=('sympy>=1.11' 'jinja2>=3.1')
TEST_MODULES=("${GEN_MODULES[@]}" 'pytest>=7.0' 'pytest-xdist>=3.0' 'hypothesis>=6.60')

# binding_lacks FOLDER command|package: what a binding's file `tools` names and this machine lacks, one a line. Each line of that file
# is a command, then the Debian packages that bring it.
binding_lacks() {
    local command packages
    [ -f "$1/tools" ] || return 0
    while read -r command packages; do
        case $command in '' | '#'*) continue ;; esac
        command -v "$command" >/dev/null 2>&1 && continue
        # shellcheck disable=SC2086
        if [ "$2" = command ]; then echo "$command"; else printf '%s\n' $packages; fi
    done <"$1/tools"
}

# jobs: how many compilations at a time.
jobs() { nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2; }

# build NAME [PRESET [CMAKE ARGUMENTS..]]: configure and build PRESET (default: NAME) into build/NAME, quietly; on failure the
# log's end is shown. TARGETS names what to build instead of everything.
build() {
    local name=$1 preset=${2:-$1} dir=$ROOT/build/$1 cmake log home args=() targets=()
    shift
    [ $# = 0 ] || shift
    cmake=$(find_cmake)
    [ -n "$cmake" ] || die "no CMake $CMAKE_FLOOR or newer; run tools/setup"
    # A tree configured elsewhere (a moved or copied checkout) cannot be reused.
    home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$dir/CMakeCache.txt" 2>/dev/null) || true
    if [ -n "$home" ] && [ "$home" != "$ROOT" ]; then
        rm -rf "$dir"
        home=
    fi
    if [ -z "$home" ] && command -v ninja >/dev/null 2>&1; then args=(-G Ninja); fi
    [ -z "${TARGETS:-}" ] || read -ra targets <<<"--target $TARGETS"
    mkdir -p "$ROOT/build"
    log=$ROOT/build/$name.log
    say "compiling into build/$name, quietly: its log is build/$name.log"
    if ! (cd "$ROOT" && "$cmake" --preset "$preset" -B "$dir" "${args[@]}" "$@" &&
        "$cmake" --build "$dir" -j "$(jobs)" "${targets[@]}") >"$log" 2>&1; then
        grep -nE -m 20 '([Ee]rror|FAILED):? |CMake Error' "$log" >&2 || tail -n 20 "$log" >&2
        die "building $name failed; the whole log is in build/$name.log"
    fi
}
