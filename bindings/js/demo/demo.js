// SPDX-License-Identifier: Apache-2.0 OR MIT
// The page takes files until it has a verification key, a proof and public signals, told apart by what is in them.
import { load } from "../limbsmith.js";

const element = (id) => document.getElementById(id);
const given = {};
const library = load();

function kind(json) {
  if (Array.isArray(json)) return "public signals";
  if (json !== null && typeof json === "object" && "pi_a" in json) return "proof";
  if (json !== null && typeof json === "object" && "IC" in json) return "verification key";
  throw new Error("neither a verification key, nor a proof, nor public signals");
}

function say(text, className) {
  element("result").textContent = text;
  element("result").className = className;
}

async function take(files) {
  try {
    for (const file of files) {
      try {
        const json = JSON.parse(await file.text());
        given[kind(json)] = { name: file.name, json };
      } catch (error) {
        throw new Error(`${file.name}: ${error.message}`);
      }
    }
    element("list").replaceChildren(
      ...Object.entries(given).map(([what, { name }]) => {
        const item = document.createElement("li");
        item.textContent = `${what}: ${name}`;
        return item;
      }),
    );
    const [key, proof, signals] = ["verification key", "proof", "public signals"].map((what) => given[what]?.json);
    if (!key || !proof || !signals) return say("", "");
    const loaded = await library;
    const start = performance.now();
    const valid = loaded.groth16Verify(key, proof, signals);
    const time = (performance.now() - start).toFixed(1);
    say(valid ? `Valid, in ${time} ms.` : `Invalid: this proof does not hold. ${time} ms.`, valid ? "valid" : "invalid");
  } catch (error) {
    say(error.message, "error");
  }
}

element("files").addEventListener("change", (event) => {
  take([...event.target.files]);
  event.target.value = ""; // so that the same file can be chosen again after a change
});
for (const [name, over] of Object.entries({ dragover: true, dragleave: false, drop: false })) {
  element("drop").addEventListener(name, (event) => {
    event.preventDefault();
    element("drop").classList.toggle("over", over);
    if (name === "drop") take([...event.dataTransfer.files]);
  });
}
