// A built site beside the API: its responses, their headers, what it must not reach, and that the API does not notice.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openLocal } from "./backends.ts";
import { exchanged, type RunningService, runService } from "./running-service.ts";

const files: Readonly<Record<string, string | Uint8Array>> = {
  "secret.txt": "outside",
  "site/index.html": "<h1>Landing</h1>",
  "site/404.html": "<h1>No such page</h1>",
  "site/guides/quick-start/index.html": "<h1>Quick start</h1>",
  "site/guides/quick-start.md": "# Quick start\n",
  "site/guides/quick-start.md.br": brotliCompressSync("# Quick start\n"),
  "site/guides/quick-start.md.gz": gzipSync("# Quick start\n"),
  "site/guides/index.html.br": brotliCompressSync("<h1>Guides</h1>"),
  "site/guides/index.html": "<h1>Guides</h1>",
  "site/.well-known/api-catalog": "{}",
  "site/downloads/openapi.yaml": "openapi: 3.1.0\n",
  "site/pagefind/wasm.unknown.pagefind": "x",
  "site/pagefind/pagefind.js": "export {};",
  "site/pagefind/code.wasm": "x",
  "site/_assets/page.Ab12.css": "a{}",
  "site/_assets/font.woff2": "x",
  "site/llms.txt": "# Waybill\n",
  "site/v1/index.html": "<h1>Never shown</h1>",
  "site/logo.svg": "<svg/>",
  "site/playground/index.html": "<h1>Playground</h1>",
  "site/.env": "KEY=outside",
  "site/.git/config": "outside",
  "site/guides/.htpasswd": "outside",
  "site/.well-known/.hidden": "outside",
  "outside/index.html": "outside",
  "outside/page.md": "outside",
};

/** Symbolic links, and where they lead. */
const links: Readonly<Record<string, string>> = {
  "site/link.txt": "../secret.txt",
  "site/absolute.txt": "/etc/hostname",
  "site/folder": "../outside",
  "site/again": "folder",
  "site/llms.txt.br": "../secret.txt",
  "site/inside.svg": "logo.svg",
  "site/manual": "guides",
  "site/broken": "nowhere",
  "site/circle": "circle",
};

let folder: string;
let service: RunningService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "fulfillment-docs-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  for (const [name, to] of Object.entries(links)) symlinkSync(to, join(folder, name));
  execFileSync("mkfifo", [join(folder, "site/pipe")]);
  service = await runService(await openLocal(), { docsDirectory: join(folder, "site"), rateLimit: 50 });
});
afterAll(async () => {
  await service.end();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(new URL(path, service.url), { redirect: "manual", ...init });

test.each([
  ["/", "text/html; charset=utf-8"],
  ["/guides/quick-start/", "text/html; charset=utf-8"],
  ["/guides/quick-start/?from=mail", "text/html; charset=utf-8"],
  ["/guides/quick-start.md", "text/markdown; charset=utf-8"],
  ["/.well-known/api-catalog", "application/linkset+json"],
  ["/downloads/openapi.yaml", "application/yaml"],
  ["/pagefind/wasm.unknown.pagefind", "application/octet-stream"],
  ["/pagefind/pagefind.js", "text/javascript; charset=utf-8"],
  ["/pagefind/code.wasm", "application/wasm"],
  ["/_assets/page.Ab12.css", "text/css; charset=utf-8"],
  ["/_assets/font.woff2", "font/woff2"],
  ["/llms.txt", "text/plain; charset=utf-8"],
  ["/logo.svg", "image/svg+xml"],
])("a file is served with its media type: %s is %s", async (path, type) => {
  const response = await ask(path);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
  const name = path.replace(/\?.*/, "").replace(/\/$/, "/index.html");
  expect(await response.text()).toBe(files[`site${name}`]);
  const head = await ask(path, { method: "HEAD" });
  expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([200, type, ""]);
});

test.each(["/", "/none", "/guides", "/llms.txt"])("a page has the headers of its policy: %s", async (path) => {
  const { headers } = await ask(path);
  const policy = headers.get("content-security-policy") ?? "";
  for (const part of ["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "frame-ancestors 'none'"]) {
    expect(policy.split("; ")).toContain(part);
  }
  expect(policy).not.toMatch(/unsafe-inline|https?:|\*/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
});

test("only the playground may read from other hosts", async () => {
  const policyAt = async (path: string) => (await ask(path)).headers.get("content-security-policy")?.split("; ") ?? [];
  expect(await policyAt("/playground/")).toContain("connect-src 'self' https:");
  expect(await policyAt("/guides/quick-start/")).toContain("connect-src 'self'");
});

test("a folder without its slash is redirected to, on this host, with the query", async () => {
  for (const [path, location] of [
    ["/guides/quick-start", "/guides/quick-start/"],
    ["/guides?a=1&b=/x", "/guides/?a=1&b=/x"],
  ] as const) {
    const response = await ask(path);
    expect([response.status, response.headers.get("location")]).toEqual([301, location]);
  }
});

test("what is not there is the site's own page, with 404", async () => {
  for (const path of ["/none", "/none/", "/v2/orders/list", "/guides/quick-start/more/", "/downloads/", "/llms.txt/"]) {
    const response = await ask(path, { headers: { "If-None-Match": "*" } });
    expect([response.status, await response.text()], path).toEqual([404, "<h1>No such page</h1>"]);
  }
});

test("a page that has not changed is not sent again, and hashed files are cached", async () => {
  const first = await ask("/guides/quick-start/");
  const etag = first.headers.get("etag") ?? "";
  expect(first.headers.get("cache-control")).toBe("no-cache");
  // `fetch` would ask for the whole page.
  const again = await wire(`GET /guides/quick-start/ HTTP/1.1\r\nIf-None-Match: ${etag}`);
  expect(again).toMatch(/^HTTP\/1\.1 304 /);
  expect(again).toContain(etag);
  expect(again).not.toContain("<h1>");
  expect((await ask("/_assets/page.Ab12.css")).headers.get("cache-control")).toMatch(/max-age=31536000, immutable/);
});

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, br;q=0", "gzip"],
  ["gzip", "gzip"],
  ["identity", null],
  ["xbr, gzipped", null],
])("accepting %j it gets %s", async (accepted, encoding) => {
  const response = await ask("/guides/quick-start.md", { headers: { "Accept-Encoding": accepted } });
  expect(response.headers.get("content-encoding")).toBe(encoding);
  expect(response.headers.get("vary")).toBe("Accept-Encoding");
  expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect(await response.text()).toBe("# Quick start\n");
});

test("the page of a folder is compressed too, and what has no such form is sent as it is", async () => {
  const headers = { "Accept-Encoding": "br" };
  expect((await ask("/guides/", { headers })).headers.get("content-encoding")).toBe("br");
  expect((await ask("/guides/quick-start/", { headers })).headers.get("content-encoding")).toBe(null);
});

describe("the API beside it", () => {
  test.each(["/v1", "/v1/", "/v1/orders/list", "/v1/none", "/%761/orders/list", "/v1?x", "/%ZZ", "/v1/../llms.txt"])(
    "responds to %s itself",
    async (path) => {
      const response = await wire(`GET ${path} HTTP/1.1`);
      expect(response).toMatch(/^HTTP\/1\.1 401 /);
      expect(response).toMatch(/^RateLimit-Limit: /m);
    },
  );

  test("responds to every other method everywhere", async () => {
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "PROPFIND"]) {
      expect(await service.call(method, "/guides/")).toMatchObject({ status: 404, body: { message: "Not found" } });
    }
  });

  test("gives no page for a key, and counts none", async () => {
    const remaining = async (): Promise<number> =>
      Number((await service.call("GET", "/v1/auth")).headers.get("RateLimit-Remaining"));
    const before = await remaining();
    const headers = { Authorization: `Bearer ${service.account.key}` };
    for (let count = 0; count < 5; count += 1)
      expect((await ask("/", { headers })).headers.has("ratelimit-limit")).toBe(false);
    expect(await remaining()).toBe(before - 1);
  });

  test("has the same routes", () => {
    expect(
      service
        .routes()
        .routes.filter(({ path }) => !path.startsWith("/v1"))
        .map(({ path }) => path),
    ).toEqual(["/healthz", "/readyz"]);
  });

  test("is as healthy", async () => expect(await (await ask("/healthz")).json()).toEqual({ status: "ok" }));
});

test.each([
  "/../secret.txt",
  "/guides/../../secret.txt",
  "/%2e%2e/secret.txt",
  "/%2e%2e%2fsecret.txt",
  "/guides/..%2f..%2fsecret.txt",
  "/..%5csecret.txt",
  "/%252e%252e/secret.txt",
  "//secret.txt",
  "/./llms.txt",
  "//llms.txt",
  "/llms.txt%00.html",
  "/guides/%2e%2e/llms.txt",
])("a path out of the folder leads nowhere: %s", async (path) => {
  const response = await wire(`GET ${path} HTTP/1.1`);
  expect(response).toMatch(/^HTTP\/1\.1 404 /);
  expect(response).not.toMatch(/outside|# Waybill|^location:/im);
});

test.each([
  "/.env",
  "/.git/config",
  "/%2egit/config",
  "/guides/.htpasswd",
  "/.well-known/.hidden",
  "/link.txt",
  "/absolute.txt",
  "/folder",
  "/folder/",
  "/folder/page.md",
  "/again/page.md",
  "/broken",
  "/circle",
  "/pipe",
])("a hidden, special or outside file is not served: %s", async (path) => {
  for (const method of ["GET", "HEAD"]) expect((await ask(path, { method })).status).toBe(404);
  expect(await (await ask(path)).text()).toBe("<h1>No such page</h1>");
});

test("a link that stays in the folder is followed, and one to a compressed form outside is not used", async () => {
  expect(await (await ask("/inside.svg")).text()).toBe("<svg/>");
  expect(await (await ask("/manual/quick-start.md")).text()).toBe("# Quick start\n");
  const response = await ask("/llms.txt", { headers: { "Accept-Encoding": "br" } });
  expect([response.headers.get("content-encoding"), await response.text()]).toEqual([null, "# Waybill\n"]);
});

test("a folder that is itself a link is served, and its own page for what is not there stays in it", async () => {
  const [directory, current] = [join(folder, "release"), join(folder, "current")];
  mkdirSync(directory);
  writeFileSync(join(directory, "index.html"), "here");
  symlinkSync("../secret.txt", join(directory, "404.html"));
  symlinkSync("release", current);
  const linked = await runService(await openLocal(), { docsDirectory: current });
  expect(await (await fetch(linked.url)).text()).toBe("here");
  const missing = await fetch(new URL("/none", linked.url));
  expect([missing.status, await missing.text()]).toEqual([404, "Not found\n"]);
  await linked.end();
});

test("a folder that is empty yet is filled while the service runs", async () => {
  const directory = join(folder, "later");
  mkdirSync(directory);
  const later = await runService(await openLocal(), { docsDirectory: directory });
  const landing = await fetch(later.url);
  expect([landing.status, landing.headers.get("retry-after")]).toEqual([503, "5"]);
  writeFileSync(join(directory, "index.html"), "here");
  expect(await (await fetch(later.url)).text()).toBe("here");
  expect((await fetch(new URL("/none", later.url))).status).toBe(404);
  await later.end();
});

test("a folder that is not there stops the service from starting", async () => {
  const directory = join(folder, "nowhere");
  const storage = await openLocal();
  const refused = `cannot serve docs from ${directory}: there is no such folder`;
  await expect(runService(storage, { docsDirectory: directory })).rejects.toThrow(refused);
  await storage.drop();
});

function wire(line: string): Promise<string> {
  return exchanged(service.url, `${line}\r\nHost: x\r\nConnection: close\r\n\r\n`);
}
