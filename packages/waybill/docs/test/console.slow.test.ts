// The console of a generated site in Chromium, under the policy of its pages, against an API on another origin.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithChromium } from "../../../../scripts/testing/chromium.ts";
import { launchChromium } from "../../../../scripts/testing/chromium-program.ts";
import { endOf } from "../../../../scripts/testing/programs.ts";
import { proxyOn } from "../src/run/proxy.ts";
import { isCopy } from "./is-copy.ts";

/** Below `/cors` pages may read responses, below `/plain` they may not. */
const descriptionOf = (api: string): string => `
openapi: 3.1.0
info: { title: Acme, version: "1", description: Orders of goods. }
servers:
  - { url: "${api}/{mode}", variables: { mode: { default: cors, enum: [cors, plain] } } }
security:
  - { bearer: [] }
  - { key: [], basic: [] }
  - { oauth: [write] }
components:
  securitySchemes:
    bearer: { type: http, scheme: bearer }
    basic: { type: http, scheme: basic }
    key: { type: apiKey, in: query, name: api_key }
    oauth:
      type: oauth2
      flows: { authorizationCode: { authorizationUrl: "${api}/authorize", tokenUrl: "${api}/token", scopes: { write: w } } }
paths:
  /orders:
    post:
      operationId: placeOrder
      summary: Place an order
      parameters: [{ name: dry, in: query, schema: { type: string, enum: ["yes", "no"] } }]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [sku]
              properties:
                sku: { type: string }
                speed: { enum: [slow, fast] }
                to: { type: object, properties: { city: { type: string } } }
            examples: { one: { value: { sku: A-1 } } }
      responses: { "201": { description: Made. } }
`;

/** Repeats what it gets; signs in with PKCE. */
const api: RequestListener = async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const url = new URL(request.url ?? "/", "http://api.test");
  if (!url.pathname.startsWith("/plain"))
    for (const name of ["origin", "headers"]) response.setHeader(`access-control-allow-${name}`, "*");
  // "*" does not include it.
  response.appendHeader("access-control-allow-headers", "authorization");
  if (request.method === "OPTIONS") return void response.end();
  if (url.pathname === "/authorize") {
    const {
      redirect_uri: back = "",
      state = "",
      code_challenge: challenge = "",
    } = Object.fromEntries(url.searchParams);
    return void response.writeHead(302, { location: `${back}?code=${challenge}&state=${state}` }).end();
  }
  if (url.pathname === "/token") {
    const form = new URLSearchParams(body);
    const hash = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    return void response.end(JSON.stringify(hash === form.get("code") ? { access_token: "signed-in" } : {}));
  }
  const { authorization } = request.headers;
  response.writeHead(authorization === undefined ? 401 : 201, { "content-type": "application/json" });
  response.end(JSON.stringify({ url: request.url, authorization, body }));
};

async function listening(listener: RequestListener): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const at = server.address();
  return { url: `http://127.0.0.1:${typeof at === "object" ? at?.port : 0}`, close: () => server.close() };
}

describeWithChromium("the console", () => {
  if (isCopy) {
    test.skip("this is a copy of the checkout, whose packages are links");
    return;
  }
  const started: { close: () => unknown }[] = [];
  let page: Page;
  const feedback: string[] = [];
  let site = "";
  let server = "";
  beforeAll(async () => {
    const apiServer = await listening(api);
    server = apiServer.url;
    const folder = mkdtempSync(path.join(tmpdir(), "docs-console-"));
    started.push({ close: () => rmSync(folder, { recursive: true, force: true }) });
    writeFileSync(path.join(folder, "openapi.yaml"), descriptionOf(server));
    writeFileSync(
      path.join(folder, "docs.config.mjs"),
      'export default { scripts: ["stats.js"], feedback: "/feedback" };',
    );
    writeFileSync(
      path.join(folder, "stats.js"),
      'document.addEventListener("waybill:feedback", ({ detail }) => { document.title = JSON.stringify(detail); });',
    );
    const program = path.join(import.meta.dirname, "../../../../generators/bin/waybill.js");
    const build = [process.execPath, program, "docs", "build", "openapi.yaml", "--out", "site"];
    expect(await endOf(build, { cwd: folder })).toMatchObject({ code: 0 });
    const types: Readonly<Record<string, string>> = {
      ".html": "text/html",
      ".js": "text/javascript",
      ".css": "text/css",
    };
    const pages = await listening((request, response) => {
      if (request.url === "/feedback") {
        request.on("data", (chunk) => feedback.push(String(chunk)));
        return void response.writeHead(204).end();
      }
      const asked = path.join(folder, "site", new URL(request.url ?? "/", "http://site.test").pathname);
      const file = existsSync(asked) && statSync(asked).isDirectory() ? path.join(asked, "index.html") : asked;
      if (!existsSync(file)) return void response.writeHead(404).end();
      response.writeHead(200, { "content-type": types[path.extname(file)] ?? "text/plain" }).end(readFileSync(file));
    });
    site = pages.url;
    const browser = await launchChromium();
    started.push(browser, pages, apiServer);
    page = await browser.newPage();
    page.setDefaultTimeout(10_000);
  });
  afterAll(async () => {
    for (const one of started) await one.close();
  });

  const labelled = (name: string): ReturnType<Page["getByLabel"]> => page.getByLabel(name, { exact: true });
  const sent = async (): Promise<string> => {
    await page.locator(".rd-try-send").click();
    await page.locator(".rd-try-response > *").first().waitFor();
    await expect.poll(() => page.locator(".rd-try-send").isEnabled()).toBe(true);
    return (await page.locator(".rd-try-response").textContent()) ?? "";
  };
  const open = async (): Promise<void> => {
    await page.goto(`${site}/operations/other/place-order/`, { waitUntil: "load" });
    await page.locator(".rd-try-open").first().click();
    await page.locator(".rd-try-form").waitFor();
  };

  test("the form and the JSON follow each other, and the request is shown before it is sent", async () => {
    await open();
    const target = page.locator(".rd-try-target code");
    expect(await target.textContent()).toBe(`POST ${server}/cors/orders`);
    await labelled("dry").selectOption("no");
    await labelled("speed").selectOption({ label: "fast" });
    await labelled("to.city").fill("Bonn");
    expect(await target.textContent()).toBe(`POST ${server}/cors/orders?dry=no`);
    expect(JSON.parse(await labelled("Body").inputValue())).toEqual({
      sku: "A-1",
      speed: "fast",
      to: { city: "Bonn" },
    });
    await labelled("Body").fill('{"sku":"B-2"}');
    expect(await labelled("sku (required)").inputValue()).toBe("B-2");
    expect(await labelled("to.city").inputValue()).toBe("");
    expect(await sent()).toMatch(/^401 Unauthorized.*401: the credentials are missing, wrong or expired/s);
    await labelled("bearer").fill("k1");
    expect(await sent()).toMatch(/^201 Created.*"authorization": "Bearer k1"/s);
  });

  test("a verdict on a page is sent, and scripts of the team see it", async () => {
    await open();
    await page.getByRole("button", { name: "Yes" }).click();
    await page.getByText("Thank you.").waitFor();
    const verdict = JSON.stringify({ page: "/operations/other/place-order/", helpful: true });
    expect({ sent: feedback, seen: await page.title() }).toEqual({ sent: [verdict], seen: verdict });
  });

  test("each scheme is sent where it belongs", async () => {
    await open();
    await labelled("Authorization").selectOption({ label: "key and basic" });
    await labelled("key (api_key)").fill("q");
    await labelled("basic: user").fill("ü");
    await labelled("basic: password").fill("p");
    expect(await sent()).toContain(`"/cors/orders?api_key=q",\n  "authorization": "Basic ${btoa("\u00c3\u00bc:p")}"`);
  });

  test("a reader signs in with OAuth 2 and PKCE", async () => {
    await open();
    await labelled("Authorization").selectOption({ label: "oauth" });
    await labelled("oauth: client id").fill("app");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Signed in.", { exact: true }).waitFor();
    expect(await sent()).toContain('"Bearer signed-in"');
  });

  test("a response that the browser withholds is explained, and arrives through the proxy", async () => {
    await open();
    await labelled("mode").selectOption("plain");
    await labelled("bearer").fill("k2");
    const explained = await sent();
    expect(explained).toContain(`does not allow requests from ${site} (CORS)`);
    expect(explained).toContain("npx waybill docs proxy openapi.yaml");
    const proxy = await proxyOn(0, { hosts: [server], site: null });
    started.push(proxy.server);
    await page.getByText("If the browser blocks the request").click();
    await labelled("Proxy").fill(proxy.address);
    expect(await sent()).toMatch(/^201 Created.*"\/plain\/orders".*"Bearer k2"/s);
  });
});
