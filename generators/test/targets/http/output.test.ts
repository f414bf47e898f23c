// The generated server and client as their users have them: compiled, and run by Node as they are.
// @module-tag compilers
import { execFile } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { parseSync, Visitor } from "oxc-parser";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compilerErrorsOf, testedCompilers } from "../../scenarios/compile.ts";
import { type GeneratedFolder, generateOwn } from "./generated.ts";

/** What a user writes on top; each line below an expectation must not compile. */
const usage = `
import { buildRequest, createClient, createSend, operations, readResponse, type Send } from "./client/index.gen.ts";
import { createMatcher, type Handlers, readParameters, routes, unimplemented } from "./server/index.gen.ts";

interface Context {
  readonly account: string;
}

export const handlers: Handlers<Context> = {
  ...unimplemented,
  listOrders: async (request, context) => {
    const limit: number = request.query?.limit ?? 20;
    const message = \`\${context.account} \${limit} \${typeof request.query?.offset} \${request.query?.orderStatus}\`;
    return { status: 400, contentType: "application/json", headers, body: { message } };
  },
};

// @ts-expect-error 418 is not among the statuses of the operation
export const teapot: Handlers = { ...unimplemented, listOrders: async () => ({ status: 418 }) };

// @ts-expect-error a handler is missing
export const incomplete: Handlers = { listOrders: unimplemented.listOrders };

const headers = {
  "RateLimit-Limit": 1000,
  "RateLimit-Remaining": 999,
  "RateLimit-Reset": 60,
  "X-RateLimit-Limit": 1000,
  "X-RateLimit-Remaining": 999,
  "X-RateLimit-Reset": 1762247094,
};

const match = createMatcher(routes);

async function serve(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const found = match(request.method, url.pathname);
  if (found.kind !== "found" || found.route.handler !== "listOrders") return new Response(null, { status: 404 });
  const values = readParameters(found.route.parameters, { path: found.path, query: url.search.slice(1), header: (name) => request.headers.get(name) });
  const verdict = found.route.schemas.query?.safeParse(values.query);
  if (verdict?.success === false) return new Response(verdict.error.issues.map((issue) => issue.path.join(".")).join(" "), { status: 500, headers: { "content-type": "text/html" } });
  const response = await handlers.listOrders(values, { account: "demo" });
  if (response.status !== 400) return new Response(null, { status: 500 });
  return Response.json(response.body, { status: response.status, headers: Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]) });
}

export const send: Send<{ readonly tries: number }> = async (operation, request) => {
  const { url, ...init } = buildRequest(operation, request, "https://api.example");
  const reading = await readResponse(operation, await serve(new Request(url, init)));
  if ("undescribed" in reading) throw new Error(reading.undescribed);
  return reading;
};

const client = createClient(send);
const response = await client.listOrders({ query: { limit: 5, orderStatus: "SHIPPED" } }, { tries: 1 });
if (response.status === 200) {
  const ids: string[] = response.body.map((order) => order.id);
  console.log(ids);
} else if (response.status === 401) {
  const text: "Unauthorized" = response.body;
  console.log(text);
} else {
  const remaining: number | undefined = response.headers["RateLimit-Remaining"];
  console.log(JSON.stringify([response.status, response.body.message, remaining]));
}

const fetching = createClient(createSend({ baseUrl: "https://api.example", fetch: (url, init) => serve(new Request(url, init)) }));
const received = await fetching.listOrders({ query: { limit: 6 } }, { timeout: 30_000 });
if ("rateLimit" in received) console.log(JSON.stringify([received.status, received.rateLimit]));

export const single = async (): Promise<string> => {
  const order = await send(operations.getOrder, { path: { orderId: "x" } });
  return order.status === 200 ? order.body.id : "";
};

export const wrong = async (): Promise<void> => {
  // @ts-expect-error the order is not named
  await client.getOrder({});
  // @ts-expect-error the status does not exist
  await send(operations.listOrders, { query: { orderStatus: "LOST" } });
  // @ts-expect-error a call by fetch knows nothing of tries
  await fetching.listWarehouses({}, { tries: 1 });
  // @ts-expect-error the operation takes nothing
  await client.listWarehouses({ query: {} });
  const created = await client.createOrder({ body: { campaignId: "c", recipient: {}, lineItems: [] } } as never);
  // @ts-expect-error a body only where the status has one of that shape
  if (created.status === 201) console.log(created.body.errors);
};
`;

let folder: GeneratedFolder | null = null;
let directory = "";

beforeAll(async () => {
  folder = await generateOwn(["server", "client"]);
  directory = folder.directory;
  writeFileSync(path.join(directory, "usage.ts"), usage.trimStart());
});

afterAll(() => folder?.dispose());

it.each(testedCompilers)(
  "generated code compiles with %s under the strictest flags, and so does code on top of it",
  async (compiler) => {
    expect(await compilerErrorsOf(compiler, directory)).toBe("");
  },
);

it("a generated client and generated handlers run under Node as they are", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(directory, "usage.ts")]);
  expect(stdout).toBe('[400,"demo 5 undefined SHIPPED",999]\n[400,{"limit":1000,"remaining":999,"reset":60}]\n');
});

it("generated code contains no `any`", () => {
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((name) =>
    /^(server|client).*\.gen\.ts$/.test(name),
  );
  expect(files.length).toBeGreaterThan(10);
  for (const name of files) {
    const places: number[] = [];
    const { program, errors } = parseSync(name, readFileSync(path.join(directory, name), "utf8"));
    new Visitor({ TSAnyKeyword: ({ start }) => void places.push(start) }).visit(program);
    expect({ name, errors, places }).toEqual({ name, errors: [], places: [] });
  }
});
