// What handlers may return: a content type only where there is a choice, and bytes from any source.

import { Readable } from "node:stream";
import { describe, expect, expectTypeOf, it } from "vitest";
import { createNodeHandler } from "../../../src/targets/server/runtime/node-handler.ts";
import type { AnyResponse } from "../../../src/targets/server/runtime/refusals.ts";
import type { ByteSource, HandlerResponse } from "../../../src/targets/server/runtime/responses.ts";
import { createFetchHandler, type Service } from "../../../src/targets/server/runtime/serve.ts";
import { startServer } from "../../local-server.ts";
import { bareRoute } from "./bare-route.ts";

type Described =
  | { status: 200; contentType: "application/json"; headers: { ETag: string }; body: { id: number } }
  | { status: 200; contentType: "text/csv"; headers: { ETag: string }; body: string }
  | { status: 201; contentType: "application/json"; body: { id: number } }
  | { status: 202; contentType: `image/${string}`; body: Blob }
  | { status: 203; contentType: "application/pdf"; body: Blob }
  | { status: 204 }
  | {
      status: Exclude<200 | 201 | 400 | 500, 200 | 201>;
      contentType: "application/problem+json";
      body: { title: string };
    }
  | { status: 404; contentType: "image/png"; body: Blob }
  | { status: 404; contentType: `image/${string}`; body: Blob };

type Returned = HandlerResponse<Described>;
type Of<Status> = Extract<Returned, { status: Status }>;

describe("the type of a handler's response", () => {
  it("a content type is optional where its status has no other, and no other one is accepted", () => {
    expectTypeOf<{ status: 201; body: { id: number } }>().toExtend<Returned>();
    expectTypeOf<{ status: 201; contentType: "application/json"; body: { id: number } }>().toExtend<Returned>();
    expectTypeOf<{ status: 201; contentType: undefined; body: { id: number } }>().toExtend<Returned>();
    expectTypeOf<{ status: 400; body: { title: string } }>().toExtend<Returned>();
    expectTypeOf<{ status: 204 }>().toExtend<Returned>();
    expectTypeOf<{ status: 201; contentType: "text/csv"; body: { id: number } }>().not.toExtend<Returned>();
    expectTypeOf<{ status: 201; body: { id: string } }>().not.toExtend<Returned>();
  });

  it("a content type is required where its status has several, and where it is a range", () => {
    expectTypeOf<{
      status: 200;
      contentType: "text/csv";
      headers: { ETag: string };
      body: string;
    }>().toExtend<Returned>();
    expectTypeOf<{ status: 200; headers: { ETag: string }; body: string }>().not.toExtend<Returned>();
    expectTypeOf<{ status: 202; contentType: "image/png"; body: Blob }>().toExtend<Returned>();
    expectTypeOf<{ status: 202; body: Blob }>().not.toExtend<Returned>();
    expectTypeOf<{ status: 404; body: Blob }>().not.toExtend<Returned>();
  });

  it("headers stay as they are described", () => {
    expectTypeOf<{ status: 200; contentType: "text/csv"; body: string }>().not.toExtend<Returned>();
  });

  it("bytes may come from any source, and nothing else may", () => {
    expectTypeOf<Of<203>["body"]>().toEqualTypeOf<ByteSource>();
    expectTypeOf<{ status: 203; body: ReadableStream<Uint8Array> }>().toExtend<Returned>();
    expectTypeOf<{ status: 203; body: Readable }>().toExtend<Returned>();
    expectTypeOf<{ status: 203; body: string }>().not.toExtend<Returned>();
  });

  it("every described response is one", () => {
    expectTypeOf<Described>().toExtend<Returned>();
    expectTypeOf<HandlerResponse<never>>().toEqualTypeOf<never>();
  });
});

const bytes = { type: "application/pdf", body: "binary" as const };
const serviceOf = (respond: () => AnyResponse): Service<"x", object> => ({
  routes: [
    {
      ...bareRoute,
      path: "/x",
      segments: ["x"],
      responses: [
        { status: 200, headers: [], content: [bytes] },
        { status: 201, headers: [], content: [bytes, { type: "text/plain", body: "text" }] },
        { status: 202, headers: [], content: [{ type: "image/*", body: "binary" }] },
      ],
      schemas: {
        responses: {
          200: { body: { "application/pdf": { safeParse: () => ({ success: false, error: { issues: [] } }) } } },
        },
      },
      handler: "x",
    },
  ],
  handlers: { x: async () => respond() },
  context: () => ({}),
  checkResponses: true,
});

const sources: readonly (readonly [string, () => ByteSource])[] = [
  ["a Blob", () => new Blob(["abc"])],
  ["a Buffer", () => Buffer.from("abc")],
  ["a ReadableStream", () => new Blob(["abc"]).stream()],
  ["a stream of Node", () => Readable.from([Buffer.from("a"), Buffer.from("bc")])],
  [
    "a generator",
    async function* () {
      yield new TextEncoder().encode("abc");
    },
  ],
];

describe.each(sources)("a body from %s", (_, body) => {
  it("is sent by both handlers with the only media type of its status", async () => {
    const service = serviceOf(() => ({ status: 200, body: body() }));
    await using server = await startServer(createNodeHandler(service));
    const responses = [
      await createFetchHandler(service)(new Request("http://localhost/x")),
      await fetch(`${server.url}/x`),
    ];
    for (const response of responses)
      expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
        200,
        "application/pdf",
        "abc",
      ]);
  });
});

it("a generator ends when the client stops reading", async () => {
  const ended = Promise.withResolvers<void>();
  const body = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield new Uint8Array(1);
    } finally {
      ended.resolve();
    }
  };
  const response = await createFetchHandler(serviceOf(() => ({ status: 200, body: body() })))(
    new Request("http://localhost/x"),
  );
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await ended.promise;
});

it.each([
  [{ status: 201, body: "a" }, "x: 201 needs a contentType, which is one of application/pdf, text/plain"],
  [{ status: 202, body: new Blob([]) }, "x: 202 needs a contentType, which is one of image/*"],
  [{ status: 200, contentType: "text/css", body: new Blob([]) }, "x: 200 is never text/css, but application/pdf"],
  [
    { status: 202, contentType: "image/png", body: 5 },
    "the body has to be a Blob, a Uint8Array, a ReadableStream or an async iterable of bytes",
  ],
])("a response that is not described is an error of the service: %j", async (response, message) => {
  const errors: unknown[] = [];
  const service = { ...serviceOf(() => response), onError: (error: unknown) => errors.push(error) };
  expect((await createFetchHandler(service)(new Request("http://localhost/x"))).status).toBe(500);
  expect(errors).toEqual([expect.objectContaining({ message })]);
});
