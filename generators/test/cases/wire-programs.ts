// Inputs, and what uses what is generated from each: programs that have to compile, and export what tests call.
import type { ApiOptions } from "../../src/model/api-options.ts";
import type { TargetName } from "../../src/targets/built-in-targets.ts";

export interface Program {
  /** The name of a fixture, or the text of a description. */
  readonly input: string;
  readonly options?: Partial<ApiOptions>;
  /** Default: client and server. */
  readonly targets?: readonly TargetName[];
  /** What uses the client and the server; `./client/index.gen.ts` and the like are beside it. */
  readonly text: string;
}

const arrays = `
import { createClient } from "./client/index.gen.ts";
import { createFetchHandler, type Handlers, routes } from "./server/index.gen.ts";
import type { UploadDocsRequest } from "./types/index.gen.ts";
export const send = (baseUrl: string, products: UploadDocsRequest["body"]["products"]): Promise<unknown> =>
  createClient({ baseUrl }).uploadDocs({ body: { products } });
export async function roundTrip(products: UploadDocsRequest["body"]["products"]): Promise<unknown> {
  let read: unknown = null;
  const handlers: Handlers = {
    uploadDocs: async ({ body }) => {
      read = body.products;
      return { status: 204 };
    },
  };
  const handle = createFetchHandler({ routes, handlers, context: () => ({}) });
  const fetch = (url: string, init: RequestInit): Promise<Response> => handle(new Request(url, init));
  await createClient({ baseUrl: "https://api.example", fetch }).uploadDocs({ body: { products } });
  return read;
}
`;

/** Files, text and documents in one body. */
const parts = `
openapi: 3.1.0
info: { title: P, version: "1" }
paths:
  /up:
    post:
      operationId: up
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: { $ref: "#/components/schemas/Up" }
            encoding: { image: { contentType: "image/png, image/jpeg" }, meta: { contentType: application/json } }
      responses: { "204": { description: ok } }
components:
  schemas:
    Bytes: { type: string, format: binary }
    Up:
      type: object
      properties:
        files: { type: array, items: { $ref: "#/components/schemas/Bytes" } }
        image: { contentMediaType: image/png }
        either: { anyOf: [{ type: string, format: binary }, { type: string, format: uri }] }
        meta: { type: object }
        note: { type: [string, "null"] }
      additionalProperties: { type: string, contentMediaType: application/zip }
`;

/** The names that other generators read, enums that may be null, and arrays that refer to what is declared later. */
const enums = `
openapi: 3.1.0
info: { title: E, version: "1" }
paths: {}
components:
  schemas:
    Modes: { type: array, items: { $ref: "#/components/schemas/Mode" } }
    Mode: { enum: [fast, slow] }
    Tree: { type: array, items: { $ref: "#/components/schemas/Tree" } }
    Level: { type: integer, enum: [1, 3], x-enumNames: [Low, High], x-enum-descriptions: ["Not */ urgent", Urgent] }
    State: { type: [string, "null"], enum: [on air, __proto__, null], x-enum-varnames: [OnAir, Proto, Unset] }
    Count: { type: integer, enum: [1, 2] }
    Twice: { type: integer, enum: [1, 2], x-enum-varnames: [A, A] }
    Car: { type: object, properties: { mode: { $ref: "#/components/schemas/Mode" } } }
`;

export const programs: Readonly<Record<string, Program>> = {
  "binary-not-blob": {
    input: "codegen/binary-not-blob.yaml",
    text: `
import { createClient } from "./client/index.gen.ts";
import type { RawReceived, RawRequest, UpReceived, UpRequest } from "./types/index.gen.ts";
type File = UpRequest["body"]["file"];
export const up = (baseUrl: string, file: File): Promise<unknown> => createClient({ baseUrl }).up({ body: { file } });
type Fetch = (url: string, init: RequestInit) => Promise<Response>;
export const upWith = (fetch: Fetch, file: File, signal?: AbortSignal): Promise<unknown> =>
  createClient({ baseUrl: "https://api.example", fetch }).up({ body: { file } }, { signal });
export const raw = (baseUrl: string, body: RawRequest["body"]): Promise<unknown> => createClient({ baseUrl }).raw({ body });
export const accepted: readonly File[] = [
  new Blob([]), new Uint8Array(), new ArrayBuffer(1), new DataView(new ArrayBuffer(1)),
  new Uint8Array(new SharedArrayBuffer(1)), { uri: "file:///a.png", name: "a.png", type: "image/png" },
];
// @ts-expect-error bytes are no text
export const text: File = "text";
// @ts-expect-error a file of React Native has a name and a type
export const nameless: File = { uri: "file:///a.png" };
// @ts-expect-error only parts are files of React Native
export const native: RawRequest["body"] = { uri: "file:///a.png", name: "a.png", type: "image/png" };
export const received = (up: UpReceived, raw: RawReceived): [Blob, Blob] => [up.body.file, raw.body];
`,
  },
  parts: {
    input: parts,
    text: `
import { createClient } from "./client/index.gen.ts";
import { createFetchHandler, type Handlers, routes } from "./server/index.gen.ts";
import type { UpReceived, UpRequest } from "./types/index.gen.ts";
export async function roundTrip(body: UpRequest["body"]): Promise<UpReceived["body"] | null> {
  const read: UpReceived["body"][] = [];
  const handlers: Handlers = {
    up: async ({ body }) => {
      read.push(body);
      return { status: 204 };
    },
  };
  const handle = createFetchHandler({ routes, handlers, context: () => ({}) });
  const fetch = (url: string, init: RequestInit): Promise<Response> => handle(new Request(url, init));
  await createClient({ baseUrl: "https://api.example", fetch }).up({ body });
  return read[0] ?? null;
}
`,
  },
  "any-media": {
    input: "codegen/any-media.yaml",
    text: `
import { createClient } from "./client/index.gen.ts";
export const addItem = async (baseUrl: string): Promise<string> =>
  await createClient({ baseUrl, throws: true }).addItem({ body: {} });
export const getItems = async (baseUrl: string): Promise<string | undefined> =>
  (await createClient({ baseUrl, throws: true }).getItems())[0]?.a;
// Any type may be named.
export const named = (baseUrl: string): Promise<unknown> =>
  createClient({ baseUrl }).addItem({ contentType: "application/vnd.own+json", body: {} });
`,
  },
  "aspnet-media": {
    input: "codegen/aspnet-media.yaml",
    text: `
import { accepting, createClient, createSend, getW } from "./client/index.gen.ts";
import type { Handlers } from "./server/index.gen.ts";
export const temp = async (baseUrl: string): Promise<number> =>
  (await createClient({ baseUrl, throws: true }).getW()).temp;
export const response = async (baseUrl: string): Promise<number> => (await createClient({ baseUrl }).getW()).body.temp;
export const text = async (baseUrl: string): Promise<string> =>
  (await createSend({ baseUrl })(accepting(getW, "text/plain"), {})).body;
export const handlers: Handlers = { getW: async () => ({ status: 200, contentType: "text/plain", body: "warm" }) };
`,
  },
  "naive-date": {
    input: "codegen/naive-date.yaml",
    options: { dates: "date" },
    text: `
import { createClient } from "./client/index.gen.ts";
export const getA = async (baseUrl: string): Promise<Date> => (await createClient({ baseUrl, throws: true }).getA()).at;
export const lenient = async (baseUrl: string): Promise<unknown> =>
  (await createClient({ baseUrl, unexpected: "lenient" }).getA()).body;
`,
  },
  "problem-json": {
    input: "codegen/problem-json.yaml",
    text: `
import { createClient } from "./client/index.gen.ts";
type Fetch = (url: string, init: RequestInit) => Promise<Response>;
export const getA = (fetch: Fetch): Promise<unknown> => createClient({ baseUrl: "https://api.example", fetch }).getA();
export const lenient = async (fetch: Fetch): Promise<unknown> =>
  (await createClient({ baseUrl: "https://api.example", fetch, unexpected: "lenient" }).getA()).body;
`,
  },
  "pay-webhooks": {
    input: "codegen/pay-webhooks.yaml",
    targets: ["webhooks"],
    text: `
import { createWebhookHandler, type WebhookHandler } from "./webhooks/index.gen.ts";
export const receiver = (log: (text: string) => void): WebhookHandler =>
  createWebhookHandler({
    secret: "s3cret",
    handlers: {
      paymentSucceeded: ({ payload }) => log(String(payload.data.object.amount)),
      others: ({ event }) => log(event),
    },
  });
export const complete = (): WebhookHandler =>
  createWebhookHandler({ secret: "s3cret", handlers: { paymentSucceeded: () => {}, "refund.created": () => {} } });
// @ts-expect-error refund.created has no handler
export const incomplete = (): WebhookHandler => createWebhookHandler({ secret: "s3cret", handlers: { paymentSucceeded: () => {} } });
`,
  },
  "enum-values": {
    input: "codegen/enum-values.yaml",
    options: { enumObjects: "const" },
    targets: ["zod"],
    text: `
import { Color, Status } from "./types/index.gen.ts";
import { ColorSchema } from "./zod/index.gen.ts";
export const options: ("red" | "green")[] = ColorSchema.options;
export const off: 0 = Status.Off;
export const status: Status = Status.On;
export const green: Color = Color.green;
// @ts-expect-error there is no such value
export const blue: unknown = Color.blue;
`,
  },
  enums: {
    input: enums,
    options: { enumObjects: "const" },
    targets: ["zod"],
    text: `
import { Level, Mode, State } from "./types/index.gen.ts";
import { CarSchema, ModesSchema, TreeSchema } from "./zod/index.gen.ts";
export const names: unknown = [Level, Mode, State];
export const element: boolean = ModesSchema.element.safeParse("fast").success;
export const shape: string[] = Object.keys(CarSchema.shape);
export const nested: boolean = TreeSchema.element.safeParse([[]]).success;
export const high: Level = Level.High;
`,
  },
  link: {
    input: "codegen/link.yaml",
    text: `
import { createClient } from "./client/index.gen.ts";
export async function things(baseUrl: string): Promise<number[]> {
  const ids: number[] = [];
  try {
    for await (const { id } of createClient({ baseUrl }).listThings.pages()) ids.push(id ?? 0);
  } catch (error) {
    console.log(String(error));
  }
  return ids;
}
`,
  },
  "hal-pagination": {
    input: "codegen/hal-pagination.yaml",
    text: `
import { createClient } from "./client/index.gen.ts";
export async function balances(baseUrl: string): Promise<string[]> {
  const found: string[] = [];
  for await (const balance of createClient({ baseUrl }).listBalances.pages()) found.push(balance);
  return found;
}
`,
  },
  "form-null": {
    input: "codegen/form-null.yaml",
    text: `
import { createClient } from "./client/index.gen.ts";
import type { LoginRequest } from "./types/index.gen.ts";
export const login = (baseUrl: string, body: LoginRequest["body"]): Promise<unknown> => createClient({ baseUrl }).login({ body });
`,
  },
  "json-array-part": { input: "codegen/json-array-part.yaml", text: arrays },
  "json-array-part, whole": {
    input: "codegen/json-array-part.yaml",
    options: { arrayParts: "whole" },
    text: arrays,
  },
};
