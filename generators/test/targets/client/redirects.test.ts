// Redirects that are followed, over real connections to two origins: what is sent on, and what is not.
import type { IncomingMessage } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { createSend } from "../../../src/targets/client/runtime/create-send.ts";
import { followRedirects } from "../../../src/targets/client/runtime/redirects.ts";
import { startServer } from "../../local-server.ts";
import { blue, createPaint, getPaint } from "./exchanges.ts";

interface Seen {
  readonly request: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Redirects `/paint…` with a status to `target`, and responds to anything else. */
async function redirecting(status: number, target: () => string, seen: Seen[] = []) {
  const server = await startServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    seen.push({ request: `${request.method} ${request.url}`, headers: request.headers, body });
    if (request.url?.startsWith("/paint")) return response.writeHead(status, { location: target() }).end("moved");
    return response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  return Object.assign(server, { seen });
}

const keys = { authorization: "Bearer secret", "x-api-key": "secret", cookie: "session=secret", "x-sign": "secret" };

describe.each([
  [301, "GET", ""],
  [302, "GET", ""],
  [303, "GET", ""],
  [307, "POST", '{"a":1}'],
  [308, "POST", '{"a":1}'],
])("a POST with %i", (status, method, body) => {
  it(`becomes a ${method} with all headers of the request at the same origin`, async () => {
    await using server = await redirecting(status, () => "/there");
    const send = createSend({ baseUrl: server.url, headers: keys, fetch: followRedirects() });
    expect(await send(createPaint, { body: { a: 1 } })).toMatchObject({ status: 200 });
    expect(server.seen.map(({ request }) => request)).toEqual(["POST /paint", `${method} /there`]);
    expect(server.seen[1]).toMatchObject({ headers: keys, body });
    expect(server.seen[1]?.headers["content-type"]).toBe(method === "GET" ? undefined : "application/json");
  });

  it("takes nothing that may be a key to another origin", async () => {
    await using other = await redirecting(200, () => "");
    await using server = await redirecting(status, () => `${other.url}/there`);
    const send = createSend({ baseUrl: server.url, headers: { ...keys, prefer: "x" }, fetch: followRedirects() });
    expect(await send(createPaint, { body: { a: 1 } })).toMatchObject({ status: 200 });
    expect(server.seen[0]?.headers).toMatchObject(keys);
    expect(JSON.stringify(other.seen)).not.toContain("secret");
    expect(other.seen).toMatchObject([{ request: `${method} /there`, headers: { prefer: "x" }, body }]);
  });
});

it("fetch itself sends a key in a custom header to another origin", async () => {
  await using other = await redirecting(200, () => "");
  await using server = await redirecting(302, () => `${other.url}/there`);
  await fetch(`${server.url}/paint`, { headers: keys });
  expect(other.seen[0]?.headers).toMatchObject({ "x-api-key": "secret" });
});

it("a GET stays one, and the response to one redirect too many is the response", async () => {
  await using server = await redirecting(307, () => "/paint/again");
  const send = createSend({ baseUrl: server.url, fetch: followRedirects({ most: 3 }) });
  await expect(send(getPaint, blue)).rejects.toMatchObject({ code: "unexpected_response", status: 307, body: "moved" });
  expect(server.seen.map(({ request }) => request)).toEqual(["GET /paint/blue", ...Array(3).fill("GET /paint/again")]);
});

it.each(["file:///etc/passwd", "data:text/plain,x"])(
  "a redirect to another scheme is not followed: %s",
  async (target) => {
    await using server = await redirecting(302, () => target);
    const send = createSend({ baseUrl: server.url, fetch: followRedirects() });
    await expect(send(getPaint, blue)).rejects.toMatchObject({ status: 302 });
  },
);

it("a stream is not sent again", async () => {
  await using server = await redirecting(307, () => "/there");
  const put = () => ({ body: new Blob(["x"]).stream(), duplex: "half" as const });
  const operation = { ...createPaint, requestBody: { content: {}, put } };
  const send = createSend({ baseUrl: server.url, fetch: followRedirects() });
  await expect(send(operation, { body: 1 })).rejects.toMatchObject({ status: 307 });
});

describe("a redirect in a browser, which does not show where it leads", () => {
  const opaque = Object.defineProperty(new Response(null), "type", { value: "opaqueredirect" });
  it.each([
    [{ authorization: "Bearer secret" }, "followed"],
    [{ "x-api-key": "secret" }, "refused"],
  ])("depends on the headers: %j is %s", async (headers, outcome) => {
    const fetch = vi.fn(async (_: string, { redirect }: RequestInit) =>
      redirect === "follow" ? Response.json({}) : opaque,
    );
    const send = createSend({ baseUrl: "https://api.example", headers, fetch: followRedirects({ fetch }) });
    const sent = send(getPaint, blue);
    if (outcome === "followed") expect(await sent).toMatchObject({ status: 200 });
    else await expect(sent).rejects.toThrow("a browser would send x-api-key to where it leads");
    expect(fetch).toHaveBeenCalledTimes(outcome === "followed" ? 2 : 1);
  });
});

it("a POST is not sent a second time where a browser hides the redirect", async () => {
  const opaque = Object.defineProperty(new Response(null), "type", { value: "opaqueredirect" });
  const fetch = vi.fn(async () => opaque);
  const send = createSend({ baseUrl: "https://api.example", fetch: followRedirects({ fetch }) });
  await expect(send(createPaint, { body: {} })).rejects.toThrow("a browser would send the POST a second time");
  expect(fetch).toHaveBeenCalledTimes(1);
});

it("the signal of a call ends it after a redirect, too", async () => {
  const caller = new AbortController();
  const reason = new Error("enough");
  await using server = await startServer(({ url }, response) => {
    if (url === "/there") caller.abort(reason);
    else response.writeHead(302, { location: "/there" }).end();
  });
  const send = createSend({ baseUrl: server.url, fetch: followRedirects() });
  await expect(send(getPaint, blue, { signal: caller.signal })).rejects.toBe(reason);
});
