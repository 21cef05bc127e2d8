// SPDX-License-Identifier: Apache-2.0 OR MIT
// Anonymous membership: "I know the secret of one leaf of this tree, and this is its nullifier in this context."
// Everything is written here; no circuit library is included.
pragma circom 2.1.0;

// The sponge, over the scalar field of BN254 (x^5 is a permutation there: 5 does not divide r - 1).
//   state (a, b, c), c the capacity; 64 rounds of: add three constants; raise each element to the 5th power;
//   multiply by the circulant matrix (2 1 1 / 1 2 1 / 1 1 2), whose minors are all non-zero.
// Constants by a rule, none typed in: k_1 = 1, k_{n+1} = k_n^5 + n mod r; the permutation uses k_17, k_18, ...
// make.mjs says the same in JavaScript. A demonstration: nobody has analysed this sponge.

function sponge_rounds() {
    return 64;
}

// round_constants() = (k_17, ..., k_208)
function round_constants() {
    var constants[192];
    var k = 1;
    for (var n = 1; n < 17; n++) {
        k = k ** 5 + n;
    }
    for (var i = 0; i < 192; i++) {
        constants[i] = k;
        k = k ** 5 + (17 + i);
    }
    return constants;
}

// out = in^5: three multiplications.
template FifthPower() {
    signal input in;
    signal output out;
    signal square <== in * in;
    signal fourth <== square * square;
    out <== fourth * in;
}

template Permutation() {
    signal input in[3];
    signal output out[3];

    var rounds = sponge_rounds();
    var constants[192] = round_constants();
    component power[rounds][3];
    signal state[rounds + 1][3];

    state[0] <== in;
    for (var i = 0; i < rounds; i++) {
        for (var j = 0; j < 3; j++) {
            power[i][j] = FifthPower();
            power[i][j].in <== state[i][j] + constants[3 * i + j];
        }
        for (var j = 0; j < 3; j++) {
            // row j of the matrix: the sum of all, and element j once more
            state[i + 1][j] <== power[i][0].out + power[i][1].out + power[i][2].out + power[i][j].out;
        }
    }
    out <== state[rounds];
}

// Two elements in, one out. `domain` starts the capacity, so that leaves, nodes and nullifiers cannot stand for one another.
template Hash2(domain) {
    signal input left;
    signal input right;
    signal output out;
    component permutation = Permutation();
    permutation.in[0] <== left;
    permutation.in[1] <== right;
    permutation.in[2] <== domain;
    out <== permutation.out[0];
}

// One step up the tree: bit = 0 if `node` is the left child.
template Parent() {
    signal input node;
    signal input sibling;
    signal input bit;
    signal output out;

    bit * (1 - bit) === 0;
    signal exchange <== bit * (sibling - node);
    component hash = Hash2(2);
    hash.left <== node + exchange;
    hash.right <== sibling - exchange;
    out <== hash.out;
}

template Membership(depth) {
    // public
    signal input root;
    signal input nullifier;
    signal input context;
    // private
    signal input secret;
    signal input blinding;
    signal input sibling[depth];
    signal input bit[depth];

    component leaf = Hash2(1);
    leaf.left <== secret;
    leaf.right <== blinding;

    component parent[depth];
    for (var i = 0; i < depth; i++) {
        parent[i] = Parent();
        if (i == 0) {
            parent[i].node <== leaf.out;
        } else {
            parent[i].node <== parent[i - 1].out;
        }
        parent[i].sibling <== sibling[i];
        parent[i].bit <== bit[i];
    }
    root === parent[depth - 1].out;

    // Seen twice in one context, the nullifier shows the second use; across contexts nothing links two of them.
    component spent = Hash2(3);
    spent.left <== secret;
    spent.right <== context;
    nullifier === spent.out;
}

component main {public [root, nullifier, context]} = Membership(20);
