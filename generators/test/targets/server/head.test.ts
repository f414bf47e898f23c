// HEAD where GET is described: the response to GET without its body; and the route that hooks get.
import { createServer } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createNodeHandler } from "../../../src/targets/server/runtime/node-handler.ts";
import { createNodeHost } from "../../../src/targets/server/runtime/node-host.ts";
import type { Route } from "../../../src/targets/server/runtime/runtime.ts";
import { createFetchHandler, type Service } from "../../../src/targets/server/runtime/serve.ts";
import { bareRoute } from "./bare-route.ts";

type Name = "words" | "bytes" | "stream" | "owned" | "own" | "put";

const content = [{ type: "text/plain", body: "text" as const }];
function routeOf(name: Name, method: string, path: string): Route<Name> {
  const responses = [{ status: 200 as const, headers: [], content: name === "own" ? [] : content }];
  return { ...bareRoute, operationId: name, handler: name, method, path, segments: [path.slice(1)], responses };
}

let cancelled = 0;
function countCancelled(): void {
  cancelled += 1;
}

const seen: (string | null)[] = [];
const service: Service<Name, object> = {
  routes: [
    routeOf("words", "GET", "/words"),
    routeOf("bytes", "GET", "/bytes"),
    routeOf("stream", "GET", "/stream"),
    routeOf("owned", "GET", "/owned"),
    routeOf("own", "HEAD", "/owned"),
    routeOf("put", "PUT", "/put"),
    routeOf("put", "PUT", "/words"),
  ],
  handlers: {
    words: () => ({ status: 200, body: "zwölf" }),
    bytes: () => ({ status: 200, body: new Blob(["12345"]) }),
    stream: () => ({ status: 200, body: new ReadableStream({ cancel: countCancelled }) }),
    owned: () => ({ status: 200, body: "of GET" }),
    own: () => ({ status: 200, headers: { "X-Own": "1" } }),
    put: () => ({ status: 200, body: "" }),
  },
  context: () => ({}),
  onResponse: (_response, _request, _state, route) => void seen.push(route && `${route.operationId} ${route.path}`),
};

const host = createNodeHost(createNodeHandler(service), { createServer, limits: { linger: 50 } });
let url = "";
beforeAll(async () => {
  url = await host.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => host.close());

/** Status, `Allow` and `Content-Length` over a socket, where a body would be seen, and of the Fetch handler. */
async function head(path: string): Promise<unknown[]> {
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1" });
  socket.write(`HEAD ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const [top = "", body] = (await text(socket)).split("\r\n\r\n");
  const headerOf = (name: string): string | null => new RegExp(`^${name}: (.*)$`, "im").exec(top)?.[1] ?? null;
  const response = await createFetchHandler(service)(new Request(`http://x${path}`, { method: "HEAD" }));
  const { status, headers } = response;
  const fetched = [status, headers.get("allow"), headers.get("content-length"), await response.text()];
  const sent = [Number(top.slice(9, 12)), headerOf("Allow"), headerOf("Content-Length"), body];
  expect(fetched).toEqual(sent);
  return sent;
}

it.each([
  ["text", "/words", [200, null, "6", ""]],
  ["bytes", "/bytes", [200, null, "5", ""]],
  ["a stream, whose length is not known", "/stream", [200, null, null, ""]],
  ["a route with a HEAD of its own", "/owned", [200, null, null, ""]],
  ["a path without GET", "/put", [405, "PUT", expect.stringMatching(/^\d+$/), ""]],
  ["nothing", "/none", [404, null, expect.stringMatching(/^\d+$/), ""]],
])("HEAD of %s has the headers of GET and no body", async (_, path, expected) => {
  expect(await head(path)).toEqual(expected);
});

it("a stream that HEAD does not send is cancelled", async () => {
  cancelled = 0;
  await head("/stream");
  expect(cancelled).toBe(2);
});

it("Allow lists HEAD after GET, once", async () => {
  const post = async (path: string): Promise<string | null> => {
    const response = await createFetchHandler(service)(new Request(`http://x${path}`, { method: "POST" }));
    return response.headers.get("allow");
  };
  expect([await post("/words"), await post("/owned"), await post("/put")]).toEqual([
    "GET, HEAD, PUT",
    "GET, HEAD",
    "PUT",
  ]);
});

it("onResponse gets the route that was found, and null where none was", async () => {
  seen.length = 0;
  const handler = createFetchHandler(service);
  for (const path of ["/words", "/none"]) await handler(new Request(`http://x${path}`));
  await handler(new Request("http://x/words", { method: "HEAD" }));
  await handler(new Request("http://x/words", { method: "POST" }));
  expect(seen).toEqual(["words /words", null, "words /words", null]);
});
