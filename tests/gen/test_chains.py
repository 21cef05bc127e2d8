# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Addition chains: the search, the register allocation, the committed files."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from curvelib import model
from gen.derive.addchain import CHAINS_DIR, chain_model, derive_chain, load_chain
from gen.derive.chainsearch import SMALL_SETTINGS, Settings, search
from gen.params import ParamError, load

BN254_Z = 4965661367192848881
WITHIN_31 = Settings(max_odd=31, max_size=2)


@given(st.integers(min_value=1, max_value=2**64 - 1))
@hypothesis_settings(max_examples=60)
def test_search_makes_the_number_at_the_cost_it_states(n: int) -> None:
    found = search(n, SMALL_SETTINGS)
    chain = chain_model("f", n, found.steps, "")
    assert found.cost == 18 * chain.doublings + 54 * chain.additions
    value = 0
    for digit in found.digits:
        value = 2 * value + digit
        assert digit == 0 or abs(digit) in found.dictionary
    assert value == n
    assert chain.regs <= 2 + len(found.dictionary)


def test_search_makes_every_small_number() -> None:
    for n in range(1, 300):
        assert chain_model("f", n, search(n, SMALL_SETTINGS).steps, "").target == n


def test_bn254_search_finds_62_and_13() -> None:
    found = search(BN254_Z, WITHIN_31)
    chain = chain_model("f", BN254_Z, found.steps, "")
    assert (chain.doublings, chain.additions, found.dictionary) == (62, 13, (1, 15, 19))


def test_the_search_is_the_same_every_time() -> None:
    assert asdict(search(BN254_Z, WITHIN_31)) == asdict(search(BN254_Z, WITHIN_31))


def test_a_wider_search_is_never_worse() -> None:
    costs = [search(BN254_Z, Settings(max_odd=m, max_size=s)).cost for m, s in ((3, 0), (15, 1), (31, 2))]
    assert costs == sorted(costs, reverse=True)


def test_the_budget_ends_the_search_with_the_best_so_far() -> None:
    full = search(BN254_Z, WITHIN_31)
    short = search(BN254_Z, replace(WITHIN_31, budget=20_000))
    assert short.spent == 20_000 < full.spent
    assert short.cost > full.cost
    assert chain_model("f", BN254_Z, short.steps, "").target == BN254_Z


def test_a_budget_too_small_for_any_chain_is_refused() -> None:
    with pytest.raises(ValueError, match="budget of 3 steps finds no chain"):
        search(BN254_Z, replace(SMALL_SETTINGS, budget=3))


def test_seed_one_needs_no_step() -> None:
    chain = model("toy_bn_z1").chain
    assert (chain.steps, chain.regs, chain.result) == ((), 1, 0)


def test_a_seed_without_an_entry_gets_the_small_budgets_chain(tmp_path: Path) -> None:
    chain = derive_chain(load("bn254"), tmp_path)
    assert chain.source == "search with the small budget"
    assert (chain.doublings, chain.additions) == (62, 16)


@pytest.mark.parametrize("path", sorted(CHAINS_DIR.glob("*.json")), ids=lambda p: p.stem)
def test_committed_chains_are_what_their_settings_find(path: Path) -> None:
    table = json.loads(path.read_bytes())
    target = int(table["target"])
    assert path.stem == table["target"]
    chain = load_chain(path, path.name, target)
    assert table["cost"] == 18 * chain.doublings + 54 * chain.additions
    settings = Settings(**table["settings"])
    # The whole search takes seconds; the dictionary it ended with finds the same steps at once.
    narrowed = replace(settings, max_odd=max(table["dictionary"]))
    assert [list(step) for step in search(target, narrowed).steps] == table["steps"]


@pytest.mark.parametrize(
    ("change", "key", "reason"),
    [
        (lambda t: t["steps"].pop(), "steps", "the chain computes"),
        (lambda t: t["steps"].append(["add", 1, 1, 9]), "steps[26]", "is no step over the registers"),
        (lambda t: t["steps"].append(["mul", 1, 1, 1]), "steps[26]", "is no step"),
        (lambda t: t["steps"].append(["dbl", 0, 1, 1]), "steps[26]", "register 0 is kept"),
        (lambda t: t["steps"].append(["dbl", 1, 1, 0]), "steps[26]", "is no step"),
        (lambda t: t.update(doublings=61), "doublings", "61 is recorded, but the steps give 62"),
        (lambda t: t.update(target="7"), "target", "7 is recorded"),
        (lambda t: t.pop("steps"), "steps", "not a chain file"),
    ],
)
def test_a_wrong_chain_file_is_refused(tmp_path: Path, change, key: str, reason: str) -> None:
    table = json.loads((CHAINS_DIR / f"{BN254_Z}.json").read_bytes())
    change(table)
    (tmp_path / f"{BN254_Z}.json").write_text(json.dumps(table))
    with pytest.raises(ParamError) as caught:
        derive_chain(load("bn254"), tmp_path)
    assert caught.value.key == key
    assert reason in caught.value.reason
