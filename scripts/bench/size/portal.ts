// The package of the portal -> how much script its pages load before they show anything, built in a folder that is gone afterwards.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

export interface InitialScripts {
  readonly page: string;
  /** With gzip. */
  readonly bytes: number;
}

/** The chunk of a route that counts with the page: the first that one sees. */
const firstRoutes: Readonly<Record<string, readonly string[]>> = { "index.html": ["orders"], "recipient.html": [] };

export function initialScripts(portal: string): InitialScripts[] {
  const out = mkdtempSync(join(tmpdir(), "portal-size-"));
  try {
    const vite = join(portal, "node_modules/vite/bin/vite.js");
    const options = ["build", "--outDir", out, "--emptyOutDir", "--logLevel", "error"];
    execFileSync(process.execPath, [vite, ...options], { cwd: portal, stdio: ["ignore", "ignore", "inherit"] });
    return Object.entries(firstRoutes).map(([page, routes]) => ({ page, bytes: bytesOf(out, page, routes) }));
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** Each script with all that it imports statically. */
function bytesOf(out: string, page: string, routes: readonly string[]): number {
  const html = readFileSync(join(out, page), "utf8");
  const assets = readdirSync(join(out, "assets"));
  const ofRoutes = routes.flatMap((route) =>
    assets.filter((name) => name.startsWith(`${route}-`) && name.endsWith(".js")),
  );
  const waiting = [
    ...[...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, name = ""]) => name),
    ...ofRoutes,
  ];
  const seen = new Set<string>();
  let bytes = 0;
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const text = readFileSync(join(out, "assets", name), "utf8");
    bytes += gzipSync(text, { level: 9 }).length;
    waiting.push(...[...text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].map(([, found = ""]) => found));
  }
  return bytes;
}
