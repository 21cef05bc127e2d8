// SPDX-License-Identifier: Apache-2.0 OR MIT
// Makes the files of this folder from membership.circom. A development tool: needs Node.js and, from the npm registry, the two
// packages pinned below, installed by this script into a work folder that is not part of the tree.
//
//   node make.mjs           write everything anew (the proof is randomised, all else comes out the same)
//   node make.mjs --check   compile, set up and verify again: the key and the public inputs must be the committed ones
//
// The set-up is a demonstration. Its only contribution is the public value BEACON below, so everybody can compute its secrets
// and forge proofs for this key; in exchange everybody can reproduce the key bit by bit.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = { circom2: '0.2.23', snarkjs: '0.7.6' };
const BEACON = '6c696d62736d6974682064656d6f6e7374726174696f6e207365742d75702121'; // "limbsmith demonstration set-up!!"
const BEACON_ITERATIONS_LOG2 = 10;
const POWER = 14; // 2^14 > number of constraints
const DEPTH = 20;
const MEMBERS = 11; // leaves 0 .. 10 are taken, the others are 0
const PROVER = 6; // the leaf whose owner makes the proof
const R = 21888242871839275222246405745257275088548364400416034343698204186575808495617n; // group order (EIP-197)
const P = 21888242871839275222246405745257275088696311157297823662689037894645226208583n; // base field (EIP-197)
// The context: a large fixed number, above 2^250, as an application's identifier would be. It is floor(R / 3).
const CONTEXT = R / 3n;

const here = dirname(fileURLToPath(import.meta.url));
const work = process.env.WORK ?? join(tmpdir(), 'limbsmith-groth16');
const check = process.argv.includes('--check');

// --- the statement, once more in JavaScript ---------------------------------------------------------------------------

const mod = (x) => ((x % R) + R) % R;
const fifth = (x) => mod(x * mod(mod(x * x) * mod(x * x)));

const constants = [];
for (let n = 1n, k = 1n; constants.length < 192; n++) {
    if (n >= 17n) constants.push(k);
    k = mod(fifth(k) + n);
}

function hash2(domain, left, right) {
    let state = [mod(left), mod(right), domain];
    for (let round = 0; round < 64; round++) {
        const power = state.map((x, j) => fifth(mod(x + constants[3 * round + j])));
        const sum = power[0] + power[1] + power[2];
        state = power.map((x) => mod(sum + x));
    }
    return state[0];
}
const hashLeaf = (secret, blinding) => hash2(1n, secret, blinding);
const hashNode = (left, right) => hash2(2n, left, right);
const hashNullifier = (secret, context) => hash2(3n, secret, context);

// Secrets by a rule, since this is a demonstration: hashes in domains that the circuit does not use.
const secretOf = (member) => hash2(100n, BigInt(member), 0n);
const blindingOf = (member) => hash2(101n, BigInt(member), 0n);

function statement() {
    let level = [...Array(MEMBERS).keys()].map((i) => hashLeaf(secretOf(i), blindingOf(i)));
    const sibling = [];
    const bit = [];
    let empty = 0n; // root of the empty tree of this height
    for (let height = 0, index = PROVER; height < DEPTH; height++, index >>= 1) {
        sibling.push(level[index ^ 1] ?? empty);
        bit.push(index & 1);
        const above = [];
        for (let i = 0; i < level.length; i += 2) above.push(hashNode(level[i], level[i + 1] ?? empty));
        level = above;
        empty = hashNode(empty, empty);
    }
    return {
        root: level[0],
        nullifier: hashNullifier(secretOf(PROVER), CONTEXT),
        context: CONTEXT,
        secret: secretOf(PROVER),
        blinding: blindingOf(PROVER),
        sibling,
        bit,
    };
}

// --- the tools -------------------------------------------------------------------------------------------------------

const text = (value) => JSON.stringify(value, (_, x) => (typeof x === 'bigint' ? x.toString() : x), 1) + '\n';
const read = (name) => JSON.parse(readFileSync(join(here, name), 'utf8'));
const write = (name, value) => {
    mkdirSync(dirname(join(here, name)), { recursive: true });
    writeFileSync(join(here, name), text(value));
    console.log(`wrote ${name}`);
};
function must(condition, what) {
    if (!condition) {
        console.error(`make.mjs: ${what}`);
        process.exit(1);
    }
}

mkdirSync(work, { recursive: true });
if (!existsSync(join(work, 'package.json'))) writeFileSync(join(work, 'package.json'), '{"private": true}\n');
const pins = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
execFileSync('npm', ['install', '--no-fund', '--no-audit', '--save-exact', ...pins], { cwd: work, stdio: 'inherit' });
const require = createRequire(join(work, 'package.json'));
for (const [name, version] of Object.entries(PACKAGES)) {
    const found = JSON.parse(readFileSync(join(work, 'node_modules', name, 'package.json'), 'utf8')).version;
    must(found === version, `${name} is ${found}, not ${version}`);
}
const snarkjs = require('snarkjs');

// The compiler (WebAssembly) sees only the current folder.
writeFileSync(join(work, 'membership.circom'), readFileSync(join(here, 'membership.circom')));
execFileSync(join(work, 'node_modules', '.bin', 'circom2'), ['membership.circom', '--r1cs', '--wasm', '--O2'], {
    cwd: work,
    stdio: 'inherit',
});

const file = (name) => join(work, name);
const circuit = await snarkjs.r1cs.info(file('membership.r1cs'));
must(circuit.nConstraints < 2 ** POWER, `${circuit.nConstraints} constraints do not fit 2^${POWER}`);
const bn128 = await snarkjs.curves.getCurveFromName('bn128');
await snarkjs.powersOfTau.newAccumulator(bn128, POWER, file('new.ptau'));
await snarkjs.powersOfTau.beacon(file('new.ptau'), file('beacon.ptau'), 'demonstration', BEACON, BEACON_ITERATIONS_LOG2);
await snarkjs.powersOfTau.preparePhase2(file('beacon.ptau'), file('final.ptau'));
await snarkjs.zKey.newZKey(file('membership.r1cs'), file('final.ptau'), file('new.zkey'));
await snarkjs.zKey.beacon(file('new.zkey'), file('final.zkey'), 'demonstration', BEACON, BEACON_ITERATIONS_LOG2);
must(await snarkjs.zKey.verifyFromR1cs(file('membership.r1cs'), file('final.ptau'), file('final.zkey')), 'the key is wrong');
const key = await snarkjs.zKey.exportVerificationKey(file('final.zkey'));

const input = statement();
await snarkjs.wtns.calculate(input, file('membership_js/membership.wasm'), file('witness.wtns'));
const publicInputs = [input.root, input.nullifier, input.context].map(String);
must(input.context > 2n ** 250n, 'the context is too small to be an example');

if (check) {
    must(text(key) === text(read('verification_key.json')), 'verification_key.json is not the key of this circuit');
    must(text(publicInputs) === text(read('public.json')), 'public.json does not hold the statement of this script');
} else {
    const made = await snarkjs.groth16.prove(file('final.zkey'), file('witness.wtns'));
    must(text(made.publicSignals) === text(publicInputs), 'the proof is about other public inputs');
    write('verification_key.json', key);
    write('public.json', publicInputs);
    write('proof.json', made.proof);
    writeTampered(made.proof, publicInputs);
}
must(await snarkjs.groth16.verify(key, read('public.json'), read('proof.json')), 'the proof does not verify');
must(!(await snarkjs.groth16.verify(key, read('tampered/public_context.json'), read('proof.json'))), 'another context verifies');
must(!(await snarkjs.groth16.verify(key, read('public.json'), read('tampered/proof_a_negated.json'))), 'another proof verifies');
console.log(`make.mjs: ${circuit.nConstraints} constraints, ${publicInputs.length} public inputs; snarkjs accepts the proof`);
process.exit(0); // snarkjs's workers would keep the process alive

// Each of these must be refused; README.md says how.
function writeTampered(proof, inputs) {
    const changed = (index, value) => inputs.map((x, i) => (i === index ? String(value) : x));
    const negated = (point) => [point[0], String(P - BigInt(point[1])), point[2]];
    const withA = (a) => ({ ...proof, pi_a: a });
    write('tampered/public_context.json', changed(2, CONTEXT + 1n));
    write('tampered/public_root_plus_r.json', changed(0, BigInt(inputs[0]) + R));
    write('tampered/public_missing_one.json', inputs.slice(0, 2));
    write('tampered/proof_a_negated.json', withA(negated(proof.pi_a)));
    write('tampered/proof_a_off_curve.json', withA([proof.pi_a[0], String((BigInt(proof.pi_a[1]) + 1n) % P), '1']));
    write('tampered/proof_a_not_canonical.json', withA([String(BigInt(proof.pi_a[0]) + P), proof.pi_a[1], '1']));
    write('tampered/proof_a_c_swapped.json', { ...proof, pi_a: proof.pi_c, pi_c: proof.pi_a });
    // x = 1 on the twist: on the curve, and outside the group of order r.
    write('tampered/proof_b_not_in_subgroup.json', { ...proof, pi_b: smallTwistPoint() });
}

// The point of the twist with x = 1 + 0u: y^2 = 1 + 3/(9 + u), a square root in Fp2 by p = 3 mod 4 (complex method).
function smallTwistPoint() {
    const m = (x) => ((x % P) + P) % P;
    const power = (b, e) => {
        let result = 1n;
        for (let x = m(b); e > 0n; e >>= 1n, x = m(x * x)) if (e & 1n) result = m(result * x);
        return result;
    };
    const inverse = (x) => power(x, P - 2n);
    const root = (x) => {
        const y = power(x, (P + 1n) / 4n);
        return m(y * y) === m(x) ? y : null;
    };
    const norm = inverse(82n); // 3/(9 + u) = 3 (9 - u)/82
    const [re, im] = [m(1n + 27n * norm), m(-3n * norm)];
    const length = root(re * re + im * im);
    const half = inverse(2n);
    const c0 = root((re + length) * half) ?? root((re - length) * half);
    const c1 = m(im * inverse(2n * c0));
    must(m(c0 * c0 - c1 * c1) === re && m(2n * c0 * c1) === im, 'the square root is wrong');
    return [
        ['1', '0'],
        [String(c0), String(c1)],
        ['1', '0'],
    ];
}
