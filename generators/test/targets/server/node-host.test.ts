// A service on a server of Node: where it listens, what it serves besides, and how it stops.
import { createServer, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createNodeHandler } from "../../../src/targets/server/runtime/node-handler.ts";
import {
  createNodeHost,
  type HostLimits,
  type NodeHost,
  serverUrl,
} from "../../../src/targets/server/runtime/node-host.ts";
import type { AnyResponse } from "../../../src/targets/server/runtime/refusals.ts";
import type { Route } from "../../../src/targets/server/runtime/runtime.ts";
import { bareRoute } from "./bare-route.ts";

const route: Route<"wait"> = {
  ...bareRoute,
  operationId: "wait",
  handler: "wait",
  method: "GET",
  path: "/wait",
  segments: ["wait"],
  responses: [{ status: 200, headers: [], content: [{ type: "text/plain", body: "text" }] }],
};

/** Its operation responds with the credentials that it was sent, once `released`. */
function hostOf(released: Promise<void>, arrived: () => void = () => {}, limits: Partial<HostLimits> = {}): NodeHost {
  const handler = createNodeHandler<"wait", string | null>({
    routes: [route],
    handlers: {
      wait: async (_, credentials) => {
        arrived();
        await released;
        return { status: 200, body: String(credentials) };
      },
    },
    context: (request) => request.header("authorization") ?? "none",
  });
  const besides = ({ url }: Pick<IncomingMessage, "url">): false | AnyResponse | Promise<AnyResponse> => {
    if (url === "/health") return { status: 503, body: { status: "unavailable" } };
    return url === "/broken" ? Promise.reject(new Error("broken")) : false;
  };
  return createNodeHost(handler, { createServer, besides, limits: { linger: 50, ...limits } });
}

const host = hostOf(Promise.resolve());
let url = "";
beforeAll(async () => {
  url = await host.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => host.close());

/** All that comes back on a connection of its own. */
async function exchange(at: string, ...lines: readonly string[]): Promise<string> {
  const socket = connect({ port: Number(new URL(at).port), host: "127.0.0.1" });
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  return await text(socket);
}

it("listening resolves to the URL, and rejects where the port is in use", async () => {
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await expect(
    hostOf(Promise.resolve()).listen({ port: Number(new URL(url).port), host: "127.0.0.1" }),
  ).rejects.toThrow("EADDRINUSE");
});

it.each([
  [{ address: "0.0.0.0", family: "IPv4", port: 80 }, "http://127.0.0.1:80"],
  [{ address: "::", family: "IPv6", port: 80 }, "http://[::1]:80"],
  [{ address: "2001:db8::1", family: "IPv6", port: 80 }, "http://[2001:db8::1]:80"],
  ["/run/service.sock", null],
  [null, null],
])("a server at %j has the URL %s", (address, expected) => {
  expect(serverUrl({ address: () => address })).toBe(expected);
});

it("a host serves health checks beside the API, and ends the connection where they fail", async () => {
  const response = await fetch(`${url}/health`);
  expect([response.status, await response.json()]).toEqual([503, { status: "unavailable" }]);
  expect(await exchange(url, "GET /broken HTTP/1.1", "Host: x")).toBe("");
});

it("a host rejects malformed requests with a problem document", async () => {
  expect(await exchange(url, "HELLO")).toMatch(/^HTTP\/1\.1 400 [\s\S]*problem\+json[\s\S]*malformed_request/);
});

it("a host joins several credentials instead of choosing one", async () => {
  const lines = ["GET /wait HTTP/1.1", "Host: x", "Connection: close"];
  expect(await exchange(url, ...lines, "Authorization: a")).toMatch(/\r\n\r\na$/);
  expect(await exchange(url, ...lines, "Authorization: a", "authorization: b")).toMatch(/\r\n\r\na, b$/);
  expect(await exchange(url, ...lines)).toMatch(/\r\n\r\nnone$/);
});

it("a host ends a connection whose handler never responds", async () => {
  const silent = hostOf(new Promise(() => {}), undefined, { stalled: 20 });
  const at = await silent.listen({ host: "127.0.0.1", port: 0 });
  expect(await exchange(at, "GET /wait HTTP/1.1", "Host: x")).toBe("");
  await silent.close();
});

it("a host stops when requests under way have their responses, the last on their connections", async () => {
  const [release, arrival] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stopping = hostOf(release.promise, arrival.resolve);
  const at = await stopping.listen({ port: 0 });
  const idle = exchange(at);
  const response = fetch(`${at}/wait`);
  await arrival.promise;
  const closed = stopping.close();
  expect(stopping.isDraining).toBe(true);
  release.resolve();
  expect((await response).headers.get("connection")).toBe("close");
  await Promise.all([closed, idle]);
  await expect(fetch(`${at}/wait`)).rejects.toThrow();
});
