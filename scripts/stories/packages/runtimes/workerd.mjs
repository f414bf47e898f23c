// `node workerd.mjs BUNDLE`: runs the bundled Worker on workerd, and waits until the delivery that it caused has come back to it.
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { Miniflare } from "miniflare";

const [bundle] = process.argv.slice(2);
const miniflare = new Miniflare({
  modules: true,
  script: readFileSync(bundle, "utf8"),
  compatibilityDate: "2026-04-01",
  host: "127.0.0.1",
  port: 0,
});

try {
  const url = await miniflare.ready;
  const { steps, orderId } = await json(new URL("/start", url));
  const received = await within(100, async () => (await json(new URL("/received", url))).includes(orderId));
  if (!received) throw new Error(`no delivery about ${orderId} was verified within 10 seconds`);
  console.log(`${steps + 1} steps`);
} finally {
  await miniflare.dispose();
}

async function json(url) {
  const response = await fetch(url);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url.pathname} returned ${response.status}: ${text}`);
  return JSON.parse(text);
}

async function within(attempts, holds) {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (await holds()) return true;
    await delay(100);
  }
  return false;
}
