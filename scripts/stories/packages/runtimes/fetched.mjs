// `node fetched.mjs BUNDLE`: runs the bundled Worker on workerd, and prints what it responds to a request.
import { readFileSync } from "node:fs";
import { Miniflare } from "miniflare";

const [bundle] = process.argv.slice(2);
const miniflare = new Miniflare({
  modules: true,
  script: readFileSync(bundle, "utf8"),
  compatibilityDate: "2026-04-01",
});
try {
  const response = await miniflare.dispatchFetch("http://127.0.0.1/");
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
  console.log(text);
} finally {
  await miniflare.dispose();
}
