// The output for the shop, run with TanStack Query itself against a `fetch` that records what it is called with.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { hashKey, InfiniteQueryObserver, MutationObserver, QueryClient } from "@tanstack/query-core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { temporaryDirectory } from "../../../../generators/test/scenarios/generation.ts";
import { generateShop } from "./generated.ts";

const { directory, dispose } = temporaryDirectory(path.join(import.meta.dirname, ".."));
afterAll(dispose);

const load = (file: string) => import(pathToFileURL(path.join(directory, file)).href);

/** What exists only while the test runs. */
type Module = Awaited<ReturnType<typeof load>>;

let queries: Module;
let client: Module;

beforeAll(async () => {
  await generateShop(directory, { framework: "core", scope: "shop", queries: ["searchOrders"] });
  queries = await load("tanstack-query/index.gen.ts");
  client = await load("client/index.gen.ts");
});

interface Sent {
  readonly method: string | undefined;
  readonly url: string;
  readonly signal: AbortSignal | null | undefined;
}

/** `respond`: the response to each request; to throw is a connection that fails. */
function sender(respond: (request: Sent) => Response | Promise<Response>) {
  const sent: Sent[] = [];
  const send = client.createSend({
    baseUrl: "https://shop.example",
    fetch: async (url: string, { method, signal }: RequestInit) => {
      const request = { method, url, signal };
      sent.push(request);
      return await respond(request);
    },
  });
  return { send, sent };
}

const json = (body: unknown, status = 200) => Response.json(body, { status });
const order = { id: "1", total: 2 };

it("a mutation that succeeds invalidates the queries that the option names, until that is ended", async () => {
  const invalidated = async (invalidates: "tag" | "path" | Record<string, string[]>) => {
    const folder = path.join(directory, typeof invalidates === "string" ? invalidates : "named");
    await generateShop(folder, { framework: "core", scope: "shop", invalidates });
    const own = await import(pathToFileURL(path.join(folder, "tanstack-query/index.gen.ts")).href);
    const cache = new QueryClient();
    const keys = [own.listOrdersKey({}), own.getOrderKey({ path: { id: "1" } }), own.listCustomersKey({})];
    const { send } = sender(({ url }) => (url.endsWith("/2") ? json({ message: "No" }, 400) : json(order, 201)));
    const after = async (mutate: () => Promise<unknown>) => {
      for (const key of keys) cache.setQueryData(key, {});
      await mutate().catch(() => undefined);
      return keys.map((key) => cache.getQueryState(key)?.isInvalidated);
    };
    const createOrder = () =>
      new MutationObserver<unknown, Error, unknown>(cache, own.createOrderMutation(send)).mutate({
        body: { total: 1 },
      });
    expect(await after(createOrder)).toEqual([false, false, false]);
    const end = own.invalidateAfterMutations(cache);
    const found = await after(createOrder);
    const remove = (id: string) =>
      new MutationObserver<unknown, Error, unknown>(cache, own.deleteOrderMutation(send)).mutate({ path: { id } });
    // It fails.
    expect(await after(() => remove("2"))).toEqual([false, false, false]);
    end();
    expect(await after(createOrder)).toEqual([false, false, false]);
    return found;
  };
  expect(await invalidated("tag")).toEqual([true, true, false]);
  expect(await invalidated("path")).toEqual([true, true, false]);
  expect(await invalidated({ createOrder: ["getOrder", "customers"] })).toEqual([false, true, true]);
});

it("an infinite key without a request begins all of them", () => {
  expect(queries.listCustomersInfiniteKey()).toEqual(["shop", "customers", "listCustomers"]);
});

it("a query holds the body of a success, under the key of its request", async () => {
  const { send, sent } = sender(() => json(order));
  const cache = new QueryClient();
  const request = { path: { id: "1" } };
  expect(await cache.fetchQuery(queries.getOrderOptions(send, request))).toEqual(order);
  expect(cache.getQueryData(queries.getOrderKey(request))).toEqual(order);
  expect(sent).toMatchObject([{ method: "GET", url: "https://shop.example/orders/1" }]);
});

it("a success without a body is null, since a query cannot hold undefined", async () => {
  const { send } = sender(() => new Response(null, { status: 204 }));
  expect(await new QueryClient().fetchQuery(queries.healthOptions(send))).toBe(null);
});

it("a described failure is an error with its response, by status", async () => {
  const { send } = sender(() => json({ message: "No such order" }, 404));
  const failure = new QueryClient().fetchQuery(queries.getOrderOptions(send, { path: { id: "1" } }));
  await expect(failure).rejects.toMatchObject({
    code: "response",
    status: 404,
    body: { message: "No such order" },
  });
});

it("keys begin with scope, first tag and id, and end with the request", () => {
  expect(queries.queryKeyOf()).toEqual(["shop"]);
  expect(queries.queryKeyOf("orders")).toEqual(["shop", "orders"]);
  expect(queries.getOrderKey()).toEqual(["shop", "orders", "getOrder"]);
  expect(queries.getOrderKey({ path: { id: "1" } })).toEqual(["shop", "orders", "getOrder", { path: { id: "1" } }]);
  expect(queries.healthKey()).toEqual(["shop", "health"]);
});

it("requests that send the same have the same key", () => {
  const { send } = sender(() => json([]));
  const keys = [undefined, {}, { query: {} }, { query: { limit: undefined } }, { query: undefined }].map((request) =>
    hashKey(queries.listOrdersOptions(send, request).queryKey),
  );
  expect(new Set(keys).size).toBe(1);
  const one = queries.listOrdersKey({ query: { limit: 1, offset: 2 } });
  expect(hashKey(one)).toBe(hashKey(queries.listOrdersKey({ query: { offset: 2, limit: 1 } })));
  expect(hashKey(one)).not.toBe(keys[0]);
  expect(hashKey(queries.searchOrdersKey({ body: {} }))).not.toBe(hashKey(queries.searchOrdersKey({})));
});

it("a key without a request invalidates all requests, a part of one those that have it", async () => {
  const { send } = sender(() => json([]));
  const cache = new QueryClient();
  for (const limit of [1, 2]) await cache.fetchQuery(queries.listOrdersOptions(send, { query: { limit, offset: 0 } }));
  const stale = (key: readonly unknown[]) => cache.getQueryState(key)?.isInvalidated;
  const [first, second] = [1, 2].map((limit) => queries.listOrdersKey({ query: { limit, offset: 0 } }));
  await cache.invalidateQueries({ queryKey: queries.listOrdersKey({ query: { limit: 1 } }) });
  expect([stale(first), stale(second)]).toEqual([true, false]);
  await cache.invalidateQueries({ queryKey: queries.queryKeyOf("orders") });
  expect([stale(first), stale(second)]).toEqual([true, true]);
});

it("an infinite query retries what may pass, and no page that the one before does not lead to", async () => {
  const page = { data: [{ name: "Mara" }], next_cursor: "two", total: 2 };
  const attempts = async (respond: () => Response, client = new QueryClient()): Promise<number> => {
    const { send, sent } = sender(({ url }) => (url.includes("cursor=two") ? respond() : json(page)));
    const observer = new InfiniteQueryObserver(client, {
      ...queries.listCustomersInfiniteOptions(send),
      retryDelay: 0,
    });
    const stop = observer.subscribe(() => {});
    await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true));
    const result = await observer.fetchNextPage();
    stop();
    // The first page stays.
    expect([result.isFetchNextPageError, Object(result.data).pages]).toMatchObject([true, [{ body: page }]]);
    return sent.length - 1;
  };
  vi.stubGlobal("window", {});
  expect(await attempts(() => json({ message: "none" }, 404))).toBe(1);
  expect(await attempts(() => json({ message: "busy" }, 503))).toBe(4);
  // It leads to itself: the next page is not requested.
  const circle = (): Response => json(page);
  const { send, sent } = sender(circle);
  const options = { ...queries.listCustomersInfiniteOptions(send), pages: 9, retryDelay: 0 };
  await expect(new QueryClient().fetchInfiniteQuery(options)).rejects.toMatchObject({ code: "pagination" });
  expect(sent).toHaveLength(2);
  const patient = new QueryClient({ defaultOptions: { queries: { retry: 1 } } });
  expect(await attempts(() => json({ message: "none" }, 404), patient)).toBe(2);
  vi.unstubAllGlobals();
});

it("an infinite query holds items, and asks for the next page with what the last one led to", async () => {
  const all = ["a", "b", "c"].map((id) => ({ id, total: 1 }));
  const { send, sent } = sender(({ url }) => {
    const { searchParams } = new URL(url);
    const offset = Number(searchParams.get("offset") ?? 0);
    return json(all.slice(offset, offset + 2));
  });
  const cache = new QueryClient();
  const request = { query: { limit: 2 } };
  const options = { ...queries.listOrdersInfiniteOptions(send, request), pages: 2 };
  const { pages, pageParams }: Module = await cache.fetchInfiniteQuery(options);
  expect(pages.map(({ items }: Module) => items)).toEqual([all.slice(0, 2), all.slice(2)]);
  expect(sent.map(({ url }) => new URL(url).search)).toEqual(["?limit=2", "?offset=2&limit=2"]);
  // Stored and restored as JSON.
  expect(JSON.parse(JSON.stringify({ pages, pageParams }))).toEqual({ pages, pageParams });
  expect(cache.getQueryData(queries.listOrdersInfiniteKey(request))).toEqual({ pages, pageParams });
  expect(cache.getQueryData(queries.listOrdersKey(request))).toBe(undefined);
  await cache.invalidateQueries({ queryKey: queries.listOrdersKey(request) });
  expect(cache.getQueryState(queries.listOrdersInfiniteKey(request))?.isInvalidated).toBe(true);
});

it("the pages of a list inside a body have that body, and end where the cursor does", async () => {
  const bodies = [
    { data: [{ name: "Mara" }], next_cursor: "two", total: 2 },
    { data: [{ name: "Jonas" }], next_cursor: null, total: 2 },
  ];
  const { send, sent } = sender(({ url }) => json(bodies[url.includes("cursor=two") ? 1 : 0]));
  const options = { ...queries.listCustomersInfiniteOptions(send), pages: 9 };
  const { pages }: Module = await new QueryClient().fetchInfiniteQuery(options);
  expect(pages.map(({ items, body }: Module) => [items, body])).toEqual(bodies.map((body) => [body.data, body]));
  expect(sent.length).toBe(2);
});

it("a page without a body has no items, and null instead of the body", async () => {
  const { send } = sender(() => new Response(null, { status: 204 }));
  const { pages }: Module = await new QueryClient().fetchInfiniteQuery(queries.listSuppliersInfiniteOptions(send));
  expect(pages).toEqual([{ items: [], next: null, body: null }]);
});

it("cancelling a query ends its request", async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<Sent>();
  const { send } = sender((request) => {
    arrive(request);
    return new Promise((_, reject) => {
      request.signal?.addEventListener("abort", () => reject(request.signal?.reason));
    });
  });
  const cache = new QueryClient();
  const options = queries.getOrderOptions(send, { path: { id: "1" } });
  const outcome = cache.fetchQuery(options).catch((error: unknown) => error);
  const { signal } = await arrived;
  expect(signal?.aborted).toBe(false);
  await cache.cancelQueries({ queryKey: options.queryKey });
  expect(signal?.aborted).toBe(true);
  await outcome;
});

it("what may change something is sent once, also when the client retries by default", async () => {
  const { send, sent } = sender(() => {
    throw new TypeError("Failed to fetch");
  });
  const again = { retry: 2, retryDelay: 0 };
  const cache = new QueryClient({ defaultOptions: { queries: again, mutations: again } });
  const create = new MutationObserver<unknown, Error, unknown>(cache, queries.createOrderMutation(send));
  await expect(create.mutate({ body: { total: 1 } })).rejects.toMatchObject({ code: "network" });
  expect(sent.map(({ method }) => method)).toEqual(["POST"]);
  await expect(cache.fetchQuery(queries.searchOrdersOptions(send))).rejects.toMatchObject({ code: "network" });
  expect(sent.map(({ method }) => method)).toEqual(["POST", "POST"]);
});

it("a read is sent again as the client says", async () => {
  const responses = [() => Promise.reject(new TypeError("Failed to fetch")), () => json(order)];
  const { send, sent } = sender(() => responses[Math.min(sent.length - 1, 1)]?.() ?? json(order));
  const cache = new QueryClient({ defaultOptions: { queries: { retry: 1, retryDelay: 0 } } });
  expect(await cache.fetchQuery(queries.getOrderOptions(send, { path: { id: "1" } }))).toEqual(order);
  expect(sent.length).toBe(2);
});

it("a mutation resolves to the body, has the key of its operation, and needs no request where none is required", async () => {
  const { send, sent } = sender(({ method, url }) =>
    url.endsWith("/health") ? new Response(null, { status: 204 }) : json({ ...order, id: method }, 201),
  );
  const cache = new QueryClient();
  const options = queries.createOrderMutation(send);
  expect(options.mutationKey).toEqual(["shop", "orders", "createOrder"]);
  expect(await new MutationObserver<unknown, Error, unknown>(cache, options).mutate({ body: { total: 1 } })).toEqual({
    id: "POST",
    total: 2,
  });
  expect(await new MutationObserver(cache, queries.resetMutation(send)).mutate(undefined)).toBe(undefined);
  expect(sent.length).toBe(2);
});
