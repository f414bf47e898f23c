// What Astro has built -> pages with a policy: the hash of each inline script, and no other.
import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

export function finish(folder: string): void {
  const hashes = new Map<string, string>();
  for (const file of globSync("**/*.html", { cwd: folder })) {
    if (file.startsWith(`downloads${path.sep}`)) continue;
    const target = path.join(folder, file);
    writeFileSync(target, withPolicy(readFileSync(target, "utf8"), hashes));
  }
}

/** A page of the policy allows the scripts it has and no other, and nothing from other hosts but images. */
export function withPolicy(html: string, hashes: Map<string, string> = new Map()): string {
  const found = new Set<string>();
  for (const [, attributes = "", script = ""] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/\ssrc=/.test(attributes) || /type="application\/(ld\+)?json"/.test(attributes)) continue;
    const hash = hashes.get(script) ?? `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
    hashes.set(script, hash);
    found.add(hash);
  }
  const policy = [
    "default-src 'self'",
    // The search is WebAssembly.
    `script-src 'self' 'wasm-unsafe-eval' ${[...found].join(" ")}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return html.replace(/<meta charset="utf-8"\s*\/?>/i, (charset) => `${charset}${meta}`);
}
