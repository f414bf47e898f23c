// Builds docs/dist: collects the content, has the reference drawn, lets Astro build the pages, and finishes them.
import { rmSync } from "node:fs";
import path from "node:path";
import { buildReference } from "../reference/index.ts";
import { linkedPages } from "./links.ts";
import { navigationOf } from "./navigation.ts";
import { readPages } from "./pages.ts";
import { stage } from "./stage.ts";

const docs = path.join(import.meta.dirname, "..");
const root = path.join(docs, "..");

await buildSite();

async function buildSite(): Promise<void> {
  process.env["ASTRO_TELEMETRY_DISABLED"] = "1";
  const pages = linkedPages(readPages(root), root);
  const reference = await buildReference({ spec: path.join(root, "spec") });
  stage(path.join(docs, ".content"), {
    pages,
    reference,
    navigation: navigationOf(pages, reference.navigation, []),
  });
  // What Astro keeps between builds would let a page that is gone come back.
  rmSync(path.join(docs, ".astro"), { recursive: true, force: true });
  const { build } = await import("astro");
  await build({ root: docs, logLevel: "warn" });
}
