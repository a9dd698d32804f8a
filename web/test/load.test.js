// Load: a thousand requests from another process, eight at a time, one in twenty malformed and one in twenty far too large.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { arrival, serve } from "./harness.js";

const REQUESTS = 1000;
const AT_ONCE = 8;
let server;
before(async () => {
  process.env.MALLOC_TRIM_THRESHOLD_ = "131072";
  server = await serve();
});
after(async () => {
  assert.equal(await server.stop(), 0);
});

/**
 * The memory that the server has taken for itself in kibibytes, the pages of the program apart; none where that cannot be
 * told. The allocator keeps some for each thread that works, at most one for each desk, so it grows until all have worked;
 * beyond that it is told to give back what is free at once, so that what is left is what the server holds.
 */
function memory() {
  try {
    return Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]);
  } catch {
    return NaN;
  }
}

const post = (body) =>
  fetch(`${server.url}api/v1/solve`, { method: "POST", headers: { "content-type": "application/json" }, body });

/** Graphs with the bytes that the command line answers. */
function graphs() {
  const families = [["tree", "--n", "300"], ["path", "--n", "500"], ["expchain", "--n", "80"], ["chain", "--n", "12"]];
  return families.flatMap((family) =>
    ["1", "2", "3"].map((seed) => {
      const text = arrival("", "generate", ...family, "--seed", seed).out;
      return { body: JSON.stringify({ text }), answer: arrival(text, "solve", "-", "--json").out };
    }),
  );
}

async function round(good) {
  const counts = { good: 0, malformed: 0, large: 0 };
  const large = [JSON.stringify({ text: "#".repeat(9 << 20) }), JSON.stringify({ text: "a: s^4000000000\nsink s" })];
  let next = 0;
  const worker = async () => {
    while (next < REQUESTS) {
      const number = next++;
      if (number % 20 === 7) {
        const response = await post('{"text": "a: s');
        assert.equal(response.status, 400);
        assert.match(await response.text(), /EOF while parsing a string/);
        counts.malformed += 1;
      } else if (number % 20 === 13) {
        // A server that refuses a body need not read it to the end, and then the answer may not be read either.
        const status = await post(large[Math.floor(number / 20) % 2]).then((response) => response.text().then(() => response.status), () => 413);
        assert.equal(status, 413);
        counts.large += 1;
      } else {
        const { body, answer } = good[number % good.length];
        const response = await post(body);
        assert.equal(response.status, 200);
        assert.equal(await response.text(), answer);
        counts.good += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return counts;
}

test("every good request is answered right, the others are refused, and memory comes back", async (context) => {
  const good = graphs();
  const began = memory();
  const start = performance.now();
  assert.deepEqual(await round(good), { good: 900, malformed: 50, large: 50 });
  const seconds = (performance.now() - start) / 1000;
  const first = memory();
  await round(good);
  const second = memory();
  context.diagnostic(
    `${REQUESTS} requests in ${seconds.toFixed(1)} s; memory ${began} KiB before, ${first} KiB after, ${second} KiB after as many again`,
  );
  // A request of ten kibibytes that was kept would show as nine mebibytes.
  assert.ok(!(first > began + 16 * 1024), `${first} KiB after a thousand requests, ${began} KiB before`);
  assert.ok(!(second > first + 1024), `${second} KiB after a second thousand, ${first} KiB after the first`);
});
