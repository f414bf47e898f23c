// Builds docs/dist: collects the content, has the reference drawn, lets Astro build the pages, and finishes them.
import path from "node:path";
import { buildSite } from "./site.ts";

const docs = path.join(import.meta.dirname, "..");
const started = performance.now();
const built = await buildSite({
  docs,
  output: path.join(docs, "dist"),
  site: process.env["DOCS_SITE"] ?? "https://docs.waybill.example",
  base: process.env["DOCS_BASE"] ?? "/",
  edit: process.env["DOCS_EDIT"] ?? null,
});
for (const problem of built.problems) console.error(problem);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`${built.pages} pages, ${built.files} files in ${seconds} s`);
if (built.problems.length > 0) {
  console.error(
    `${built.problems.length} problems: the site is in docs/dist to look at, and is not fit to be published`,
  );
  process.exitCode = 1;
}
