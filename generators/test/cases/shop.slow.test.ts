// An ordinary API of ten operations: its generated server, with all of them, and its generated client.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import { compilerErrorsOf } from "../scenarios/compile.ts";
import { generate, temporaryDirectory } from "../scenarios/generation.ts";
import { fixture } from "./case.ts";

const { directory: whole, dispose } = temporaryDirectory();
afterAll(dispose);

const program = `
import { authorizeWith, createClient } from "./client/index.gen.ts";
import { createFetchHandler, type Handlers, routes } from "./server/index.gen.ts";
import type { Order, Product } from "./types/index.gen.ts";

const id = "0b0c7d6e-3f5a-4a39-9d38-0c6f5f0c9a11";
const product: Product = { id, sku: "MUG-0001", name: "Mug", price: { amount: 900, currency: "EUR" }, status: "active" };
const order: Order = { id, status: "open", lines: [{ productId: id, quantity: 2 }] };
const headers = { ETag: '"1"' };

export async function everyOperation(): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  const handlers: Handlers = {
    listProducts: async ({ query }) => {
      seen.push(query);
      return { status: 200, body: { data: [product], next_cursor: null } };
    },
    createProduct: async ({ body }) => ({ status: 201, headers: { ...headers, Location: "/products/" + body.sku }, body: product }),
    getProduct: async () => ({ status: 200, headers, body: product }),
    updateProduct: async ({ body }) => ({ status: 200, headers, body: { ...product, description: body.description ?? null } }),
    deleteProduct: async () => ({ status: 204 }),
    uploadImage: async ({ body }) => ({ status: 201, body: { url: "https://images.shop.example/1", bytes: body.file.size } }),
    downloadImage: async () => ({ status: 200, body: new Blob([new Uint8Array([1, 2, 3])]) }),
    createOrder: async ({ body }) => ({ status: 201, body: { ...order, lines: body.lines } }),
    async streamOrders() {
      async function* events() {
        yield { event: "changed", id: "1", data: order };
      }
      return { status: 200, body: events() };
    },
    getSession: async ({ cookies }) => ({ status: 200, headers: { "Set-Cookie": "sid=2" }, body: { user: cookies.sid } }),
  };
  const handle = createFetchHandler({ routes, handlers, context: () => ({}) });
  const fetch = (url: string, init: RequestInit): Promise<Response> => handle(new Request(url, init));
  const onRequest = authorizeWith({ apiKey: "k", oauth: "t" });
  const client = createClient({ baseUrl: "https://api.shop.example", onRequest, throws: true, fetch });
  const listed = await client.listProducts({ query: { limit: 5, category: ["a", "b"], filter: { minPrice: 1 } } });
  const created = await client.createProduct({ body: { sku: "MUG-0001", name: "Mug", price: product.price } });
  const read = await client.getProduct({ path: { productId: id } });
  const patched = await client.updateProduct({ path: { productId: id }, headers: { "If-Match": '"1"' }, body: { description: null } });
  await client.deleteProduct({ path: { productId: id } });
  const uploaded = await client.uploadImage({ path: { productId: id }, body: { file: new Uint8Array(7), alt: "A mug" } });
  const image = await client.downloadImage({ path: { productId: id } });
  const placed = await client.createOrder({ body: { lines: [{ productId: id, quantity: 3 }] } });
  const changes: unknown[] = [];
  for await (const event of await client.streamOrders()) changes.push([event.event, event.data.status]);
  const session = await client.getSession({ cookies: { sid: "1" } });
  return [seen, listed.data.length, created.id, read.name, patched.description, uploaded.bytes, placed.lines, changes, session.user, image];
}
`;

it.each([
  ["a copy", "copy"],
  ["the package", "package"],
] as const)(
  "shop.yaml: the client reaches every operation of the server, and both compile, with %s of the runtime",
  async (_, runtime) => {
    const directory = path.join(whole, runtime);
    mkdirSync(directory);
    const targets = ["types", "zod", "client", "server"] as const;
    const inputs = new Map([["openapi.yaml", fixture("codegen/shop.yaml")]]);
    const { diagnostics } = await generate(inputs, targets, directory, { runtime });
    expect(diagnostics).toBe("");
    const file = path.join(directory, "program.ts");
    writeFileSync(file, program.trimStart());
    expect(await compilerErrorsOf("typescript-7.0", directory)).toBe("");
    const { everyOperation } = await import(pathToFileURL(file).href);
    expect(await everyOperation()).toEqual([
      [{ limit: 5, category: ["a", "b"], filter: { minPrice: 1 } }],
      ...[1, "0b0c7d6e-3f5a-4a39-9d38-0c6f5f0c9a11", "Mug", null, 7],
      [{ productId: "0b0c7d6e-3f5a-4a39-9d38-0c6f5f0c9a11", quantity: 3 }],
      [["changed", "open"]],
      "1",
      expect.any(Blob),
    ]);
  },
);
