// The built pages of the portal: which file a path gets, and under which policy; and what serving them on a network needs.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readImages } from "../../src/portal/images.ts";
import { inProcess } from "../cli/command-line.ts";
import { openLocal, type Storage } from "../contract/backends.ts";
import { emailOf, password, type RunningPortal, runPortal } from "./running-portal.ts";

let storage: Storage;
let portal: RunningPortal;

beforeAll(async () => {
  storage = await openLocal();
  const pages = join(storage.dataDirectory, "pages");
  mkdirSync(join(pages, "assets"), { recursive: true });
  writeFileSync(join(pages, "index.html"), "<title>Portal</title>");
  writeFileSync(join(pages, "recipient.html"), "<title>Recipient</title>");
  writeFileSync(join(pages, "assets/app-1a2b.js"), "export {};\n".repeat(200));
  writeFileSync(join(pages, ".env"), "SECRET=1");
  const images = join(storage.dataDirectory, "images");
  mkdirSync(join(images, "contract"), { recursive: true });
  writeFileSync(join(images, "contract/A%2F1.png"), "a picture");
  writeFileSync(join(images, "contract/notes.txt"), "a secret");
  writeFileSync(join(images, "top.png"), "a secret");
  portal = await runPortal(storage, { pages, images, origin: "https://portal.example" });
});
afterAll(() => portal.end());

async function get(path: string, init: RequestInit = {}) {
  const { status, headers } = await fetch(portal.url + path, init);
  return { status, headers, text: "" };
}

async function textOf(path: string): Promise<string> {
  return await (await fetch(portal.url + path)).text();
}

test("every path of the portal is its document, and those of recipients are another", async () => {
  for (const path of ["/", "/orders", "/orders/ord_1?tab=1", "/settings/keys"]) {
    expect(await textOf(path), path).toBe("<title>Portal</title>");
  }
  for (const path of ["/redeem/abc", "/landing/abc"]) expect(await textOf(path)).toBe("<title>Recipient</title>");
});

test("pages are not cached, their files are for ever, and nothing else of the folder is served", async () => {
  expect((await get("/")).headers.get("cache-control")).toBe("no-cache");
  const script = await get("/assets/app-1a2b.js");
  expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(script.headers.get("content-encoding")).toBe("gzip");
  for (const path of ["/.env", "/assets/none.js", "/..%2ffulfillment.db", "/assets/"]) {
    expect((await get(path)).status, path).toBe(404);
  }
  expect((await get("/", { method: "POST" })).status).toBe(405);
});

test("images of accounts are served by their paths, and nothing else of their folder", async () => {
  const images = readImages(join(storage.dataDirectory, "images"));
  expect(images.logoOf("contract")).toBeNull();
  expect(images.pictureOf("contract", "A/1")).toBe("/images/contract/A%252F1.png");
  const picture = await get("/images/contract/A%252F1.png");
  expect(picture.headers.get("content-type")).toBe("image/png");
  for (const path of [
    "contract/notes.txt",
    "top.png",
    "contract/..%2ftop.png",
    "..%2fimages/top.png",
    "contract%2fA.png",
  ])
    expect((await get(`/images/${path}`)).status, path).toBe(404);
});

test("pages may load only what is theirs, run nothing inline, and be shown in no frame", async () => {
  for (const path of ["/", "/redeem/abc", "/assets/none.js"]) {
    const { headers } = await get(path);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  }
});

test("/v1 has nothing of the portal, and the portal nothing of /v1", async () => {
  expect((await portal.service.ask("GET", "/portal/v1/session")).status).toBe(404);
  expect(await textOf("/v1/auth")).toBe("<title>Portal</title>");
  expect(portal.service.routes().routes.every(({ path }) => !/portal|redeem|landing/.test(path))).toBe(true);
});

test("behind TLS, only the portal's own origin may sign in, and the cookie is one that only it can set", async () => {
  const signIn = (Origin: string) =>
    portal.browser().call("POST", "/portal/v1/session", {
      body: { email: emailOf("owner"), password },
      headers: { Origin },
    });
  expect((await signIn(portal.url)).body).toMatchObject({ code: "foreign_request" });
  const { status, headers } = await signIn("https://portal.example");
  expect(status).toBe(200);
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-portal-session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    ),
  ]);
});

test("on a network, the portal needs the address of a proxy with TLS", async () => {
  const serve = ["serve", "--data", storage.dataDirectory, "--portal-port", "0"];
  const open = await inProcess([...serve, "--portal-host", "0.0.0.0"]);
  expect(open).toMatchObject({ code: 2, err: expect.stringContaining("--portal-host 0.0.0.0 needs --portal-origin") });
  for (const origin of ["http://portal.example.com", "portal.example.com", "https://portal.example.com/path"]) {
    expect(await inProcess([...serve, "--portal-origin", origin])).toMatchObject({
      code: 2,
      err: expect.stringContaining("Expected an origin such as https://portal.example.com."),
    });
  }
});
