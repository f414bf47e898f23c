// What a page of the docs may load: only files of its own site, and nothing that is written inline.

/** A Content-Security-Policy, as in the pages themselves; only a header can restrict framing. */
export const pagePolicy: string = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
].join("; ");

/** The playground reads the description at an address that its reader types. */
export const pagePolicies: Readonly<Record<string, string>> = {
  "/playground/": pagePolicy.replace("connect-src 'self'", "connect-src 'self' https:"),
};
