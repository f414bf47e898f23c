// What Astro has built -> pages with a policy: the hash of each inline script, and no other.
import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { SearchKind } from "../config.ts";

export function finish(folder: string, search: SearchKind): void {
  const policy: PolicyOptions = { search, hashes: new Map() };
  for (const file of globSync("**/*.html", { cwd: folder })) {
    if (file.startsWith(`downloads${path.sep}`)) continue;
    const target = path.join(folder, file);
    writeFileSync(target, withPolicy(readFileSync(target, "utf8"), policy));
  }
}

interface PolicyOptions {
  readonly search: SearchKind;
  /** By script. */
  readonly hashes: Map<string, string>;
}

/** A page of the policy allows the scripts it has and no other, and nothing from other hosts but images. */
export function withPolicy(html: string, { search, hashes }: PolicyOptions): string {
  const found = new Set<string>();
  for (const [, attributes = "", script = ""] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/\ssrc=/.test(attributes) || /type="application\/(ld\+)?json"/.test(attributes)) continue;
    const hash = hashes.get(script) ?? `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
    hashes.set(script, hash);
    found.add(hash);
  }
  const policy = [
    "default-src 'self'",
    // Pagefind is WebAssembly.
    ["script-src 'self'", ...(search === "pagefind" ? ["'wasm-unsafe-eval'"] : []), ...found].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return html.replace(/<meta charset="utf-8"\s*\/?>/i, (charset) => `${charset}${meta}`);
}
