// The hosts that links of the site may lead to. Nothing is loaded from any of them.

export const hosts: ReadonlySet<string> = new Set([
  "127.0.0.1:8080",
  "asyncapi.com",
  "www.asyncapi.com",
  "developer.mozilla.org",
  "docs.astro.build",
  "github.com",
  "json-schema.org",
  "modelcontextprotocol.io",
  "mswjs.io",
  "nodejs.org",
  "opensource.org",
  "redocly.com",
  "semver.org",
  "spec.openapis.org",
  "tanstack.com",
  "www.iana.org",
  "www.npmjs.com",
  "www.rfc-editor.org",
  "www.w3.org",
]);
