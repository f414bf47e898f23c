// What a page may load: only files of its own site, and nothing that is written inline. In each page, and for servers to send.
import type { SearchKind } from "../config.ts";

/** Images of descriptions and guides may be elsewhere, behind HTTPS. Pagefind is WebAssembly. */
export function policyOf(search: SearchKind): string {
  return [
    "default-src 'none'",
    `script-src 'self'${search === "pagefind" ? " 'wasm-unsafe-eval'" : ""}`,
    "style-src 'self'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; ");
}
