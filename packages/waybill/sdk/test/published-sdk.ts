// The source of a small SDK in the form of Stainless, its configuration, what is listed of it, and calls of its methods.

const source = `class APIResource {
  protected _client: any;
}
class Notes extends APIResource {
  create(noteID: string, params: any, options?: any) {
    const { order_id, ...body } = params;
    return this._client.post(path\`/orders/\${order_id}/notes/\${noteID}\`, { body, ...options });
  }
}
class Orders extends APIResource {
  notes: Notes = new Notes();
  create(params: any, options?: any) {
    const { 'Idempotency-Key': key, ...body } = params;
    return this._client.post('/orders', { body, ...options });
  }
  retrieve(orderID: string, options?: any) {
    return this._client.get(path\`/orders/\${orderID}\`, options);
  }
  place(params: any, options?: any) {
    const { NewOrder } = params;
    return this._client.post('/orders', { body: NewOrder, ...options });
  }
  list(query: any = {}, options?: any) {
    return this._client.getAPIList('/orders', Object, { query, ...options });
  }
  createAndWait(params: any) {
    return this.create(params);
  }
}
class OldShop {
  constructor({ baseURL = readEnv('OLD_URL'), apiKey = readEnv('OLD_KEY'), secret = readEnv('OLD_SECRET') } = {}) {}
  status(options?: any) {
    return this.get('/status', options);
  }
  orders: Orders = new Orders();
}
export { OldShop as default };
`;

const configuration = `organization: { name: old_shop }
client_settings:
  opts:
    api_key: { read_env: OLD_KEY, auth: { security_scheme: key } }
    secret: { read_env: OLD_SECRET }
resources:
  $shared: { models: { order: Order } }
  $client: { methods: { status: get /status } }
  orders:
    methods:
      create: post /orders
      retrieve: { type: http, endpoint: "get /orders/{id}", only: [node] }
      place: { endpoint: post /orders, body_param_name: NewOrder }
      list: { type: alias, to: old_list }
      old_list: { endpoint: get /orders, skip: [typescript] }
      create_and_wait: { type: custom }
    subresources:
      notes: { methods: { create: "post /orders/{order_id}/notes/{note_id}" } }
`;

const method = (title: string, resource: string, call: string): string =>
  `- <code${title}>client.${resource}<a href="./src/index.ts">${call.replace("(", "</a>(")}</code>\n`;

const references = {
  "api.md": `# OldShop\n\n${method(' title="get /status"', "", "status() -> Status")}\n# [Orders](orders/api.md)\n`,
  "orders/api.md": [
    method(' title="get /orders/{id}"', "orders.", "retrieve(orderID) -> Order"),
    method(' title="get /orders"', "orders.", "list({ ...params }) -> OrdersPage"),
    method("", "orders.", "createAndWait(params) -> Promise&lt;Order&gt;"),
    method(' title="post /orders/{order_id}/notes/{id}"', "orders.notes.", "create(id, { ...params }) -> Note"),
  ].join(""),
};

const compilerOptions = {
  ...{ target: "es2022", module: "nodenext", strict: true, exactOptionalPropertyTypes: true, noEmit: true },
  ...{ skipLibCheck: true, allowImportingTsExtensions: true, lib: ["es2024", "dom", "dom.iterable"], types: [] },
};

export const publishedSdk: Readonly<Record<string, string>> = {
  "node_modules/old-shop/package.json": '{ "version": "4.2.0" }',
  "node_modules/old-shop/src/index.ts": source,
  "stainless.yml": configuration,
  ...references,
  "tsconfig.json": JSON.stringify({ compilerOptions, files: ["sdk/calls.ts"] }),
};

export const expectedDifferences = `missing  status: the description has no GET /status
missing  orders.createAndWait: sends no request of its own: copy its code
missing  orders.notes.create: the description has no POST /orders/{}/notes/{}
differs  new OldShop(): pass secret as credentials or headers
4 of 7 methods are called as before
`;

export const differencesOfReference = `missing  status: the description has no GET /status
missing  orders.createAndWait: sends no request of its own: copy its code
missing  orders.notes.create: the description has no POST /orders/{}/notes/{}
differs  new OldShop(): api.md has no options: add credentials to waybill.surface.json, or pass headers
2 of 5 methods are called as before
`;

export const callsOfMethods = `import OldShop from "./src/index.ts";

const order = { id: "7b0f6cb0-2f5d-4c8b-9a53-1d8c1f0e6f3a", sku: "PEN-1" };
const client: OldShop = new OldShop({
  ...{ apiKey: "secret", baseURL: "http://shop.test/v1", maxRetries: 0 },
  fetch: async (url, init) => {
    const headers = new Headers(init.headers);
    const path = url.replace("http://shop.test", "");
    const line = [init.method, path, headers.get("authorization"), headers.get("idempotency-key"), init.body];
    console.log(line.filter((part) => part !== null).join(" "));
    if (init.method === "POST") return Response.json(order, { status: 201 });
    if (url.endsWith("/none")) return Response.json({ message: "none" }, { status: 404 });
    if (!url.includes("?")) return Response.json(order);
    const [quantity, next_cursor] = url.includes("cursor") ? [2, null] : [1, "next"];
    return Response.json({ data: [{ ...order, quantity }], next_cursor });
  },
});

const { sku } = await client.orders.retrieve(order.id);
const { response } = await client.orders.create({ sku }, { idempotencyKey: "key-1" }).withResponse();
const quantities: (number | undefined)[] = [];
await client.orders.place({ NewOrder: { sku } }, { idempotencyKey: "key-2" });
for await (const { quantity } of client.orders.list({ limit: 2 })) quantities.push(quantity);
const failed = await client.orders.retrieve("none", { timeout: 5_000 }).catch((error: { status: number }) => error.status);
// @ts-expect-error: it is a string.
client.orders.retrieve satisfies (id: number) => unknown;
// @ts-expect-error: the body has no such member.
(() => client.orders.create({ sku, color: "red" }));
console.log(sku, response.status, quantities.join(), failed);
`;
