import { once } from "node:events";
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { proxyOn } from "../src/run/proxy.ts";

/** A server without CORS that repeats the request, and the proxy to it. */
async function started(): Promise<{ readonly api: string; readonly address: string }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    const { authorization, origin, cookie } = headers;
    response.writeHead(201, { "content-type": "application/json", "x-limit": "5", "set-cookie": "a=b" });
    response.end(
      JSON.stringify({ method, url, authorization, origin, cookie, body: Buffer.concat(chunks).toString() }),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const at = server.address();
  const api = `http://127.0.0.1:${typeof at === "object" ? at?.port : 0}`;
  const proxy = await proxyOn(0, { hosts: [api], site: "https://docs.example" });
  onTestFinished(() => {
    server.close();
    proxy.server.close();
  });
  return { api, address: proxy.address };
}

test("the proxy forwards a request to a server of the description, and its response may be read by the page", async () => {
  const { api, address } = await started();
  const headers = { origin: "https://docs.example", authorization: "Bearer k", "content-type": "application/json" };
  const response = await fetch(`${address}/${api}/v1/orders?a=b%20c`, { method: "POST", headers, body: "{}" });
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({
    ...{ method: "POST", url: "/v1/orders?a=b%20c", authorization: "Bearer k", body: "{}" },
  });
  const {
    "access-control-allow-origin": origin,
    "x-limit": limit,
    "set-cookie": cookie,
  } = Object.fromEntries(response.headers);
  expect({ origin, limit, cookie }).toEqual({ origin: "https://docs.example", limit: "5", cookie: undefined });
});

test("the proxy allows what a browser asks before a request", async () => {
  const { api, address } = await started();
  const asked = { "access-control-request-method": "PUT", "access-control-request-headers": "authorization" };
  const response = await fetch(`${address}/${api}/`, {
    method: "OPTIONS",
    headers: { origin: "https://d.example", ...asked },
  });
  expect(response.status).toBe(204);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    ...{ "access-control-allow-methods": "PUT", "access-control-allow-headers": "authorization" },
  });
});

test.each([
  ["http://127.0.0.1:1/x", 403, /127\.0\.0\.1:1 is no server of the description/],
  ["file:///etc/passwd", 403, /no server/],
  ["nothing", 400, /must be a URL/],
])("the proxy refuses %s with %i", async (path, status, message) => {
  const { address } = await started();
  const response = await fetch(`${address}/${path}`);
  expect({ status: response.status, text: await response.text() }).toEqual({
    status,
    text: expect.stringMatching(message),
  });
});

test("a server that cannot be reached is a bad gateway", async () => {
  const { server, address } = await proxyOn(0, { hosts: ["http://127.0.0.1:9"], site: null });
  onTestFinished(() => void server.close());
  const response = await fetch(`${address}/http://127.0.0.1:9/`);
  expect({ status: response.status, text: await response.text() }).toMatchObject({ status: 502 });
});

test("pages of other sites get nothing", async () => {
  const { api, address } = await started();
  const response = await fetch(`${address}/${api}/`, { headers: { origin: "https://evil.example" } });
  expect({ status: response.status, text: await response.text() }).toEqual({
    status: 403,
    text: "waybill docs proxy: pages of https://evil.example may not send requests: start it with --site https://evil.example\n",
  });
});
