// What a page may load: only files of its own site, and nothing that is written inline. In each page, and for servers to send.
/**
 * Images of descriptions and guides may be elsewhere, behind HTTPS. `hosts`: those that consoles send to, beside a
 * proxy on the reader's machine. `connect`: those that scripts of the team send to.
 */
export function policyOf(hosts: readonly string[] = [], connect: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    ["connect-src 'self'", ...hosts, ...(hosts.length === 0 ? [] : ["http://127.0.0.1:*"]), ...connect].join(" "),
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; ");
}
