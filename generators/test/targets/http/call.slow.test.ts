// What a call resolves to, and what it throws, as the user of a generated client sees it: compiled, and run against canned responses.
// @module-tag compilers
import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Project, ts } from "ts-morph";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compilerErrorsOf, testedCompilers } from "../../scenarios/compile.ts";
import { generate, temporaryDirectory } from "../../scenarios/generation.ts";

const description = `
openapi: 3.1.1
info: { title: Orders, version: "1" }
paths:
  /orders/{orderId}:
    parameters:
      - { name: orderId, in: path, required: true, schema: { type: string } }
    get:
      operationId: getOrder
      responses:
        "200": { description: Found., headers: { ETag: { required: true, schema: { type: string } } }, content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
        "304": { description: Not modified. }
        "404": { description: Not found., headers: { X-Reason: { required: true, schema: { type: string } } }, content: { application/json: { schema: { $ref: "#/components/schemas/Missing" } } } }
        default: { description: Failed., content: { application/json: { schema: { $ref: "#/components/schemas/Fault" } } } }
    put:
      operationId: putOrder
      responses:
        "200": { description: Changed., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
        "202": { description: Queued., content: { application/json: { schema: { type: object, required: [ticket], properties: { ticket: { type: string } } } } } }
        "204": { description: Unchanged. }
        4XX: { description: Refused., content: { application/json: { schema: { $ref: "#/components/schemas/Fault" } } } }
    head:
      operationId: probeOrder
      responses:
        "200": { description: Found., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
    patch:
      operationId: patchOrder
      responses:
        2XX: { description: Changed., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
        "207": { description: In part., content: { text/plain: { schema: { type: string } } } }
        "409": { description: Conflict., headers: { RateLimit: { schema: { type: string } } }, content: { application/json: { schema: { $ref: "#/components/schemas/Missing" } } } }
    delete:
      operationId: deleteOrder
      responses:
        "204": { description: Deleted. }
  /orders:
    get:
      operationId: listOrders
      responses:
        default: { description: Orders or a fault., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
  /archive:
    get:
      operationId: getArchive
      responses:
        "302": { description: Elsewhere., headers: { Location: { required: true, schema: { type: string } } } }
components:
  schemas:
    Order: { type: object, required: [id], properties: { id: { type: string } } }
    Missing: { type: object, required: [missing], properties: { missing: { type: string } } }
    Fault: { type: object, required: [message], properties: { message: { type: string } } }
`;

/** What a user writes; each line below an expectation must not compile. */
const usage = `
import {
  type CallOptions,
  type Client,
  createClient,
  createSend,
  type ErrorOf,
  failed,
  type FetchResponse,
  isErrorOf,
  ok,
  ResponseError,
  type Send,
  type Success,
  type SuccessBody,
  type SuccessStatus,
  throwing,
  withRetries,
} from "./client/index.gen.ts";
import { deleteOrder, getOrder, patchOrder, putOrder } from "./client/operations.gen.ts";
import type {
  DeleteOrderResponse,
  Fault,
  GetArchiveResponse,
  GetOrderResponse,
  ListOrdersResponse,
  Missing,
  Order,
  PatchOrderResponse,
  ProbeOrderResponse,
  PutOrderResponse,
} from "./types/index.gen.ts";

type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
export const bodies: [
  Same<SuccessBody<GetOrderResponse>, Order>,
  Same<SuccessBody<FetchResponse<GetOrderResponse>>, Order>,
  Same<SuccessBody<PutOrderResponse>, Order | { readonly ticket: string } | undefined> | Same<SuccessBody<PutOrderResponse>, Order | { ticket: string } | undefined>,
  Same<SuccessBody<PatchOrderResponse>, Order | string>,
  Same<SuccessBody<ProbeOrderResponse>, undefined>,
  Same<SuccessBody<DeleteOrderResponse>, undefined>,
  Same<SuccessBody<ListOrdersResponse>, Order>,
  Same<SuccessBody<GetArchiveResponse>, never>,
  Same<Success<GetOrderResponse>["status"], 200>,
  Same<Success<ListOrdersResponse>["status"], SuccessStatus>,
  Same<ErrorOf<PatchOrderResponse>, ResponseError<Extract<PatchOrderResponse, { status: 409 }>>>,
  Same<Extract<ErrorOf<GetOrderResponse>, { status: 404 }>["body"], Missing>,
  Same<ErrorOf<DeleteOrderResponse>, never>,
] = [true, true, true, true, true, true, true, true, true, true, true, true, true];

const first: SuccessStatus = 200;
const last: SuccessStatus = 299;
// @ts-expect-error a redirection
const beyond: SuccessStatus = 300;
export const statuses: SuccessStatus[] = [first, last, beyond];

type Fetch = (url: string, init: RequestInit) => Promise<Response>;
const path = { orderId: "1" };

export async function inResponses(fetch: Fetch): Promise<unknown> {
  const client: Client = createClient(createSend({ baseUrl: "https://api.example", fetch }));
  const order = await client.getOrder({ path });
  const response: Response = order.response;
  const left: number | undefined = order.rateLimit?.remaining;
  if (order.status === 404) return order.body.missing;
  // @ts-expect-error a 304 has no body
  const anyBody: object = order.body;
  if (anyBody === null) return null;
  if (!ok(order)) {
    // @ts-expect-error no success is left
    if (order.status === 200) return "";
    return order.status === 304 ? 304 : order.body.message;
  }
  const status: 200 = order.status;
  const tag: string | undefined = order.headers.ETag;
  // @ts-expect-error a header that is required may be absent all the same
  const always: string = order.headers.ETag;
  return [status, tag ?? always, order.body.id, response.headers.get("x-more"), order.request.method, left];
}

export async function byFailure(fetch: Fetch): Promise<unknown> {
  const send = createSend({ baseUrl: "https://api.example", fetch });
  const response = await send(putOrder, { path });
  if (failed(response)) return [response.status, response.body.message];
  if (response.status === 204) return 204;
  return response.status === 202 ? response.body.ticket : response.body.id;
}

/** By options alone, in each mode. */
export async function byOptions(fetch: Fetch): Promise<unknown> {
  const options = { baseUrl: "https://api.example", fetch };
  const responses: Client = createClient(options);
  const throws: Client<CallOptions, "throws"> = createClient({ ...options, throws: true });
  const lenient: Client<CallOptions, "lenient"> = createClient({ ...options, unexpected: "lenient" });
  // @ts-expect-error a response that is thrown is not one that is returned
  createClient({ ...options, unexpected: "lenient", throws: true });
  const response = await responses.getOrder({ path });
  const order = await throws.getOrder({ path });
  const any = await lenient.getOrder({ path });
  return [response.status, order.id, any.unexpected ?? any.status];
}

export async function inThrows(fetch: Fetch): Promise<unknown> {
  const client: Client<CallOptions, "throws"> = createClient(createSend({ baseUrl: "https://api.example", fetch }), { throws: true });
  try {
    const order: Order = await client.getOrder({ path });
    return order.id;
  } catch (error) {
    if (isErrorOf(getOrder, error)) {
      if (error.status === 404) {
        const missing: Missing = error.body;
        // @ts-expect-error of the body of another status
        const message: unknown = error.body.message;
        const reason: string | undefined = error.headers["X-Reason"];
        const response: Response = error.response;
        const left: number | undefined = error.rateLimit?.remaining;
        return [error.message, missing, message, reason, response.status, error.request.operation, left];
      }
      if (error.status === 304) {
        const [none, noHeaders]: [undefined, undefined] = [error.body, error.headers];
        return [304, none, noHeaders];
      }
      const fault: Fault = error.body;
      return [error.message, error.code, error.status, fault, Object.keys(error)];
    }
    if (isErrorOf(patchOrder, error)) return "of another operation";
    if (error instanceof ResponseError) return [error.status, error.body];
    throw error;
  }
}

export async function bySend(fetch: Fetch): Promise<unknown> {
  const send = throwing(withRetries(createSend({ baseUrl: "https://api.example", fetch })));
  const [one, changed, none] = [
    await send(getOrder, { path }, { retries: 0 }),
    await createClient(send).patchOrder({ path }),
    await createClient(send).deleteOrder({ path }),
  ];
  const text: string = typeof changed === "string" ? changed : changed.id;
  return [one.id, text, none];
}

/** A function of one's own, as in a test. */
export async function described(): Promise<unknown> {
  const send: Send<{ readonly tries: number }> = async (operation) => JSON.parse(\`{"status":200,"body":{"id":"\${operation.id}"}}\`);
  const client = createClient(send);
  const order = await client.getOrder({ path }, { tries: 2 });
  // @ts-expect-error it says nothing of the exchange
  if (order.response) return null;
  return ok(order) ? order.body.id : order.status;
}

export const wrong = async (fetch: Fetch, send: Send<object>): Promise<void> => {
  // @ts-expect-error whether a function of one's own throws, it says itself
  createClient(send, { throws: true });
  const client = createClient(createSend({ baseUrl: "", fetch }), { throws: true });
  // @ts-expect-error no order, but its body
  console.log((await client.getOrder({ path })).status);
  // @ts-expect-error retries need the response
  withRetries(throwing(createSend({ baseUrl: "" })));
};

export const wrongErrors = (error: unknown): void => {
  if (isErrorOf(getOrder, error)) {
    // @ts-expect-error before the status is known, the body is one of several
    console.log(error.body.missing);
    // @ts-expect-error a success is no error
    console.log(error.status === 200);
    if (error.status !== 404) return;
    // @ts-expect-error not in the body of a 404
    console.log(error.body.message);
    // @ts-expect-error not among its headers
    console.log(error.headers["X-Other"]);
    // @ts-expect-error not an error's property
    console.log(error.data);
  }
  // @ts-expect-error only successes are described
  if (isErrorOf(deleteOrder, error)) console.log(error.status);
};
`;

type Fetch = () => Promise<Response>;

interface Usage {
  byOptions(fetch: Fetch): Promise<unknown>;
  inResponses(fetch: Fetch): Promise<unknown>;
  byFailure(fetch: Fetch): Promise<unknown>;
  inThrows(fetch: Fetch): Promise<unknown>;
  bySend(fetch: Fetch): Promise<unknown>;
  described(): Promise<unknown>;
}

const { directory, dispose } = temporaryDirectory();
let user: Usage;

beforeAll(async () => {
  const { diagnostics } = await generate(new Map([["openapi.yaml", description]]), ["client"], directory);
  expect(diagnostics).toBe("");
  const file = path.join(directory, "usage.ts");
  writeFileSync(file, usage.trimStart());
  user = await import(pathToFileURL(file).href);
});

afterAll(dispose);

it.each(testedCompilers)("the types of both modes compile with %s", async (compiler) =>
  expect(await compilerErrorsOf(compiler, directory)).toBe(""),
);

/** A server with one response; without a body for `undefined`. */
function responding(status: number, body?: unknown, headers: Readonly<Record<string, string>> = {}): Fetch {
  return async () =>
    body === undefined ? new Response(null, { status, headers }) : Response.json(body, { status, headers });
}

describe("a client that resolves to responses", () => {
  it("resolves to every described response, with the response itself and the request", async () => {
    const found = responding(200, { id: "1" }, { ETag: '"a"', "x-more": "more" });
    expect(await user.inResponses(found)).toEqual([200, '"a"', "1", "more", "GET", undefined]);
    expect(await user.inResponses(responding(404, { missing: "order" }))).toBe("order");
    expect(await user.inResponses(responding(304))).toBe(304);
    expect(await user.inResponses(responding(500, { message: "Down" }))).toBe("Down");
  });

  it("narrows by failed, too", async () => {
    expect(await user.byFailure(responding(418, { message: "Teapot" }))).toEqual([418, "Teapot"]);
    expect(await user.byFailure(responding(204))).toBe(204);
    expect(await user.byFailure(responding(202, { ticket: "t" }))).toBe("t");
    expect(await user.byFailure(responding(200, { id: "1" }))).toBe("1");
  });
});

describe("a client that throws", () => {
  it("resolves to the body of a success", async () => {
    expect(await user.inThrows(responding(200, { id: "1" }))).toBe("1");
    const statuses = [responding(200, { id: "1" }), responding(226, { id: "2" }), responding(204)];
    expect(await user.bySend(async () => (statuses.shift() ?? responding(500))())).toEqual(["1", "2", undefined]);
  });

  it("throws any other response of the operation, with its parts typed by status", async () => {
    expect(await user.inThrows(responding(404, { missing: "order" }, { "x-reason": "gone" }))).toEqual([
      "getOrder: 404",
      { missing: "order" },
      undefined,
      "gone",
      404,
      "getOrder",
      undefined,
    ]);
    expect(await user.inThrows(responding(304))).toEqual([304, undefined, undefined]);
    const fault = { message: "Down" };
    expect(await user.inThrows(responding(500, fault))).toEqual([
      "getOrder: 500: Down",
      "response",
      500,
      fault,
      ["code"],
    ]);
  });

  it("throws a 2xx that the description leaves to default, beside the successes it lists", async () => {
    const fault = { message: "Created" };
    expect(await user.inThrows(responding(201, fault))).toEqual([
      "getOrder: 201: Created",
      "response",
      201,
      fault,
      ["code"],
    ]);
  });
});

it("a client of options sends by fetch, in the mode that they name", async () => {
  expect(await user.byOptions(responding(200, { id: "1" }))).toEqual([200, "1", 200]);
  await expect(user.byOptions(responding(404, { missing: "order" }))).rejects.toThrow("getOrder: 404");
});

it.each([
  ["createClient({})", "Property 'baseUrl' is missing in type '{}' but required in type 'ClientOptions<false>'."],
  ["createClient({ baseURL: '' })", "Did you mean to write 'baseUrl'?"],
  [
    "createClient({ baseUrl: '', throw: true })",
    "'throw' does not exist in type 'ClientOptions<false>'. Did you mean to write 'throws'?",
  ],
  ["createSend({})", "Property 'baseUrl' is missing in type '{}' but required in type 'AnySendOptions<\"throw\">'."],
  ["createSend({ baseURL: '' })", "Did you mean to write 'baseUrl'?"],
  [
    "createSend({ baseUrl: '', unexpected: 'lenien' })",
    'Type \'"lenien"\' is not assignable to type \'"throw" | "lenient" | undefined\'.',
  ],
])("the compiler says what is wrong with %s, and nothing about other signatures", (call, expected) => {
  const project = new Project({ compilerOptions });
  const text = `import { createClient, createSend } from "./client/index.gen.ts";\n${call};\n`;
  const file = project.createSourceFile(path.join(directory, "mistake.ts"), text);
  project.resolveSourceFileDependencies();
  const messages = file
    .getPreEmitDiagnostics()
    .map(({ compilerObject: { messageText } }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  expect(messages).toEqual([expect.stringContaining(expected)]);
  expect(messages.join("")).not.toMatch(/Overload \d/);
});

it("a function of one's own resolves to what it was written to", async () => {
  expect(await user.described()).toBe("getOrder");
});

it("editors show the method and path of an operation before its words, and the members of its result", () => {
  const file = path.join(directory, "hover.ts");
  const text = `import { createClient, createSend, getOrder } from "./client/index.gen.ts";
const send = createSend({ baseUrl: "" });
export const found = await createClient(send).getOrder({ path: { orderId: "1" } });
export const order = await createClient(send, { throws: true }).getOrder({ path: { orderId: "1" } });
export const sent = await send(getOrder, { path: { orderId: "1" } });
export const data = getOrder;
`;
  const project = new Project({ compilerOptions });
  project.createSourceFile(file, text);
  project.resolveSourceFileDependencies();
  const service = project.getLanguageService().compilerObject;
  const uses = [...text.matchAll(/getOrder/g)].slice(1).map(({ index }) => service.getQuickInfoAtPosition(file, index));
  for (const info of uses) expect(ts.displayPartsToString(info?.documentation)).toMatch(/^`GET \/orders\/\{orderId\}`/);
  const typeOf = (name: string): string => {
    const info = service.getQuickInfoAtPosition(file, text.indexOf(`const ${name}`) + "const ".length);
    return ts.displayPartsToString(info?.displayParts);
  };
  // Not the name of a type alone.
  const members =
    /^const \w+: \(\{ status: 200; contentType: "application\/json"; .*body: Order; \} \| \{ status: 304; body\?: never \| undefined; \} \| .*\}\) & ResponseDetails$/;
  for (const name of ["found", "sent"]) expect(typeOf(name).replaceAll(/\s+/g, " ")).toMatch(members);
  expect(typeOf("order")).toBe("const order: Order");
  const [responding, throws] = uses.map((info) => ts.displayPartsToString(info?.displayParts));
  expect(responding).toMatch(/: Promise<\(\{\s+status: 200;.*\}\) & ResponseDetails>$/s);
  expect(throws).toMatch(/: Promise<Order>$/);
});

const compilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
  allowImportingTsExtensions: true,
  noEmit: true,
};
