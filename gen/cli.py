# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The generator's command line.

Exit codes: 0 done and fine, 1 a check failed, a curve is refused or a file cannot be read or written, 2 wrong usage,
130 interrupted.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from gen.commands import diff, field, new, search
from gen.files import told, write_file
from gen.params import ParamError, curve_names

if TYPE_CHECKING:
    from gen import tree

EXIT_OK, EXIT_FAILED, EXIT_INTERRUPTED = 0, 1, 130
ROOT = Path(__file__).resolve().parent.parent
NEEDED = ("sympy", "mpmath", "jinja2", "markupsafe")  # gen/requirements.lock


def main(argv: list[str] | None = None) -> int:
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - for as long as the program runs
    if sys.stdout is None:
        _say("gen: the standard output is closed; send it somewhere, /dev/null if it is not wanted")
        return EXIT_FAILED
    command = "gen"
    try:
        args = _parser().parse_args(argv)
        command = f"gen {args.command}"
        code = args.run(args)
        sys.stdout.flush()
        return code
    except ParamError as err:
        _say(f"{command}: refused: {err}")
    except ModuleNotFoundError as err:
        if err.name not in NEEDED:
            raise
        _say(f"{command}: the Python module {err.name} is missing; tools/setup installs it")
    except BrokenPipeError:
        _silence(sys.stdout)  # the reader went away (`gen show ... | head`)
    except OSError as err:
        if err.filename is None:
            _silence(sys.stdout)
        _say(f"{command}: {told(err, ROOT)}")
    except KeyboardInterrupt:
        _say(f"{command}: interrupted; every file is whole, but not all may be written: run it again")
        return EXIT_INTERRUPTED
    return EXIT_FAILED


def _say(text: str) -> None:
    """A line on standard error, if that takes it."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        _silence(sys.stderr)


def _silence(stream: TextIO) -> None:
    """Nothing more can be printed; what is still buffered must not fail again when the interpreter ends, since that
    exits with a code of its own then."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m gen",
        allow_abbrev=False,
        description="limbsmith's generator: derives a curve's constants from its seed, proves them, prints C.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, run, summary: str, curves: bool = True) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
        if curves:
            sub.add_argument(
                "curves", nargs="*", metavar="CURVE", help=f"curves to take (default: all: {', '.join(curve_names())})"
            )
        sub.set_defaults(run=run)
        return sub

    generate = command(
        "generate", _generate, "write generated/ and docs/derivation.md, removing files that are no longer made"
    )
    generate.add_argument(
        "--out",
        metavar="FOLDER",
        type=Path,
        help="write generated/ and include/ there instead, for one CURVE: the path of a parameter file",
    )
    command("check", _check, "regenerate to memory and compare byte for byte with the files on disk")
    command("verify", _verify, "re-derive the constants by another method, run the kernels, re-check the proofs")
    show = command("show", _show, "explain a curve: sizes, security, loops, strategies, engines, costs", curves=False)
    show.add_argument("curve", metavar="CURVE", help="name of a curve, or path of a parameter file")
    show.add_argument("--values", action="store_true", help="print all derived values and proofs instead")
    show.add_argument("--json", action="store_true", help="the same as JSON")
    chain = command(
        "search-chain",
        _search_chain,
        "search an addition chain for a curve's seed; --write records it in gen/chains",
        curves=False,
    )
    chain.add_argument("curve", metavar="CURVE", help="name of a curve, or path of a parameter file")
    chain.add_argument(
        "--max-odd",
        type=int,
        default=63,
        metavar="N",
        help="largest odd multiple in the dictionary (default: %(default)s)",
    )
    chain.add_argument(
        "--max-size", type=int, default=2, metavar="N", help="most entries in the dictionary (default: %(default)s)"
    )
    chain.add_argument(
        "--budget", type=int, default=10_000_000, metavar="STEPS", help="search steps, not time (default: %(default)s)"
    )
    chain.add_argument("--write", action="store_true", help="write gen/chains/<|z|>.json")
    for name, module in {"field": field, "new": new, "search": search, "diff": diff}.items():
        module.arguments(command(name, module.run, module.SUMMARY, curves=False))
    return parser


def _names(args: argparse.Namespace) -> list[str]:
    known = curve_names()
    for name in args.curves:
        if name not in known:
            raise ParamError(f"gen/curves/{name}.toml", "file", f"no such curve; curves here: {', '.join(known)}")
    return [name for name in known if not args.curves or name in args.curves]


def _command_line(verb: str, args: argparse.Namespace) -> str:
    return " ".join(["python3 -m gen", verb, *args.curves])


def _generate(args: argparse.Namespace) -> int:
    from gen import tree

    start = time.monotonic()
    if args.out is not None:
        return _generate_outside(args, start)
    made = tree.generate(_names(args), progress=lambda name: print(f"gen generate: {name}", file=sys.stderr))
    changed, removed = tree.write(made)
    for path in changed:
        print(f"wrote {path}")
    for path in removed:
        print(f"removed {path}")
    _tell_counts(made, changed, removed, start)
    return EXIT_OK


def _generate_outside(args: argparse.Namespace, start: float) -> int:
    from gen import tree

    if len(args.curves) != 1:
        raise ParamError("--out", "CURVE", f"one parameter file is expected, not {len(args.curves)}")
    made = tree.generate_outside(Path(args.curves[0]))
    _tell_counts(made, *tree.write(made, args.out), start)
    return EXIT_OK


def _tell_counts(made: tree.Tree, changed: list[str], removed: list[str], start: float) -> None:
    counts = f"{len(made.files)} files, {len(changed)} written, {len(removed)} removed"
    print(f"gen generate: {counts}, {time.monotonic() - start:.1f} s", file=sys.stderr)


def _check(args: argparse.Namespace) -> int:
    from gen import tree

    names = _names(args)
    made = tree.generate(names, progress=lambda name: print(f"gen check: {name}", file=sys.stderr))
    found = tree.differences(made)
    _tell_unseen("check", names)
    for difference in found:
        detail = f": {difference.detail}" if difference.detail else ""
        print(f"gen check: {difference.path}: {difference.what}{detail}", file=sys.stderr)
    if found:
        print(
            f"gen check: {len(found)} files are not what the generator gives. To mend it:",
            file=sys.stderr,
        )
        print(f"    {_command_line('generate', args)}", file=sys.stderr)
        return EXIT_FAILED
    print(f"gen check: {len(made.files)} files are what the generator gives", file=sys.stderr)
    return EXIT_OK


def _verify(args: argparse.Namespace) -> int:
    from gen import verify

    failed = 0
    names = _names(args)
    for name in names:
        checks, problems = verify.verify(name)
        more, found = verify.verify_manifest(name)
        checks, problems = checks + more, problems + found
        for problem in problems:
            print(f"gen verify: {name}: {problem}", file=sys.stderr)
        if problems:
            failed += 1
            print(f"gen verify: {name}: {len(problems)} problems in {checks} checks", file=sys.stderr)
        else:
            print(f"gen verify: {name}: {checks} checks passed", file=sys.stderr)
    _tell_unseen("verify", names)
    return EXIT_FAILED if failed else EXIT_OK


def _tell_unseen(verb: str, names: list[str]) -> None:
    """What a run over some of the curves says nothing about."""
    others = [name for name in curve_names() if name not in names]
    if others:
        print(
            f"gen {verb}: not looked at: {', '.join(others)} in generated/ and their entries in MANIFEST.json "
            f"(python3 -m gen {verb} looks at all)",
            file=sys.stderr,
        )


def _show(args: argparse.Namespace) -> int:
    from gen.engines import ENGINES, engine_refusal
    from gen.model import build
    from gen.outputs.explain import explanation
    from gen.outputs.jsontext import dump
    from gen.outputs.show import readable
    from gen.outputs.tables import tables
    from gen.params import load

    model = build(load(args.curve))
    if args.json:
        sys.stdout.write(dump(tables(model)))
    elif args.values:
        sys.stdout.write(readable(model.spec, tables(model)))
    else:
        sys.stdout.write(explanation(model, {engine: engine_refusal(model, engine) for engine in ENGINES}))
    return EXIT_OK


def _search_chain(args: argparse.Namespace) -> int:
    from gen.derive.addchain import CHAINS_DIR, chain_model, chain_record
    from gen.derive.chainsearch import Settings, search
    from gen.outputs.jsontext import dump
    from gen.params import load_pairing

    spec = load_pairing(args.curve)
    target = abs(spec.z)
    settings = Settings(max_odd=args.max_odd, max_size=args.max_size, budget=args.budget)
    try:
        found = search(target, settings)
    except ValueError as err:
        print(f"gen search-chain: {err}", file=sys.stderr)
        return EXIT_FAILED
    model = chain_model(spec.file, target, found.steps, "search-chain")
    print(
        f"|z| = {target}: {model.doublings} doublings, {model.additions} additions, {model.regs} registers, "
        f"cost {found.cost}, dictionary {found.dictionary}, {found.spent} search steps"
    )
    text = dump(chain_record(model, found, settings))
    if args.write:
        write_file(CHAINS_DIR / f"{target}.json", text.encode())
        print(f"wrote gen/chains/{target}.json")
    else:
        sys.stdout.write(text)
    return EXIT_OK
