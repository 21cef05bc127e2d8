// SPDX-License-Identifier: Apache-2.0 OR MIT
// The demo page in headless Chromium, as a person would use it: three files, then a changed one, then nonsense.
// usage: node browser.mjs FOLDER CHROMIUM DATA [SCREENSHOT]    (FOLDER: the package with demo/, DATA: tests/data/groth16)
import assert from "node:assert/strict";
import { readFile, writeFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import puppeteer from "puppeteer-core";

const [folder, chromium, data, screenshot] = process.argv.slice(2);
const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

const work = await mkdtemp(join(tmpdir(), "limbsmith-"));
const browser = await puppeteer.launch({
  executablePath: chromium,
  args: ["--no-sandbox", "--disable-gpu"],
  userDataDir: join(work, "profile"),
});
try {
  const page = await browser.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  // No server: the browser's requests are answered from the folder.
  await page.setRequestInterception(true);
  page.on("request", async (request) => {
    const path = join(folder, normalize(new URL(request.url()).pathname));
    const body = await readFile(path).catch(() => null);
    if (body) await request.respond({ body, contentType: types[extname(path)] ?? "application/octet-stream" });
    else await request.respond({ status: 404 });
  });
  await page.goto("http://limbsmith.test/demo/index.html");
  const input = await page.$("#files");
  const after = async (pattern, ...files) => {
    await page.$eval("#result", (result) => (result.textContent = ""));
    await input.uploadFile(...files);
    await page.waitForFunction(() => document.getElementById("result").textContent !== "", { timeout: 60000 });
    const said = await page.$eval("#result", (result) => result.textContent);
    assert.match(said, pattern);
    console.log(`browser: ${said}`);
  };
  await after(/^Valid, in [\d.]+ ms\.$/, ...["verification_key", "proof", "public"].map((name) => join(data, `${name}.json`)));
  if (screenshot) await page.screenshot({ path: screenshot });
  const signals = JSON.parse(await readFile(join(data, "public.json"), "utf8"));
  const changed = join(work, "changed.json");
  await writeFile(changed, JSON.stringify(["1", ...signals.slice(1)]));
  await after(/^Invalid: /, changed);
  await writeFile(changed, JSON.stringify(signals.slice(1)));
  await after(/public: \d+ entries, not \d+/, changed);
  await writeFile(changed, "{");
  await after(/changed\.json: /, changed);
  assert.deepEqual(problems, []);
} finally {
  await browser.close();
  await rm(work, { recursive: true, force: true });
}
