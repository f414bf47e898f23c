// What a response becomes: the described one for its status and media type, or the reason why there is none.
import { describe, expect, it } from "vitest";
import { binary, form, json, multipart, text } from "../../src/targets/client/runtime/bodies.ts";
import { readResponse } from "../../src/targets/client/runtime/response.ts";
import type { Operation } from "../../src/targets/client/runtime/runtime.ts";
import { readHeader } from "../../src/targets/http/runtime/values.ts";

const responses: Operation["responses"] = {
  200: {
    headers: {
      "RateLimit-Limit": "integer",
      "X-Flag": "boolean",
      "X-List": { kind: "array", items: "integer" },
      ETag: "string",
    },
    readHeader,
    content: { "application/json": json, "text/html; charset=utf-8": text },
  },
  204: {},
  206: {
    content: { "image/*": binary, "application/x-www-form-urlencoded": form, "multipart/form-data": multipart },
  },
  "4XX": { content: { "*/*": text } },
  default: { content: { "application/problem+json": json } },
};

describe("statuses", () => {
  it("reads a JSON body with typed headers", async () => {
    const headers = {
      "content-type": "application/json",
      "ratelimit-limit": "1000",
      "x-flag": "true",
      "x-list": "1, 2,3",
      etag: '"7"',
      other: "x",
    };
    expect(await read('{"snake_case":[1]}', { status: 200, headers })).toEqual({
      kind: "described",
      response: {
        status: 200,
        contentType: "application/json",
        headers: { "RateLimit-Limit": 1000, "X-Flag": true, "X-List": [1, 2, 3], ETag: '"7"' },
        body: { snake_case: [1] },
      },
    });
  });

  it("leaves out headers that were not sent, and keeps text that does not spell the described value", async () => {
    const headers = { "content-type": "application/json", "ratelimit-limit": "many" };
    expect(await read("1", { status: 200, headers })).toMatchObject({
      response: { headers: { "RateLimit-Limit": "many" }, body: 1 },
    });
  });

  it("reads a response without a body", async () => {
    expect(await read(null, { status: 204 })).toEqual({ kind: "described", response: { status: 204 } });
  });

  it("prefers the code to the range, and the range to the default", async () => {
    expect(await read("gone", { status: 410, headers: { "content-type": "text/x; a=b" } })).toEqual({
      kind: "described",
      response: { status: 410, contentType: "text/x; a=b", body: "gone" },
    });
    expect(await read("{}", { status: 500, headers: { "content-type": "application/problem+json" } })).toMatchObject({
      response: { status: 500, body: {} },
    });
  });

  it("says when the status is not described", async () => {
    const operation = { ...operationOf(), responses: { 200: {} } };
    expect(await readResponse(operation, new Response(null, { status: 404 }))).toEqual({
      kind: "undescribed",
      reason: "status",
    });
  });

  it("reads no body of an answer to HEAD", async () => {
    const operation = { ...operationOf(), method: "HEAD" } as const;
    expect(await readResponse(operation, new Response(null, { status: 200 }))).toEqual({
      kind: "described",
      response: { status: 200, headers: {} },
    });
  });
});

describe("media types", () => {
  it.each([
    ["application/json; charset=utf-8", "application/json", "1"],
    ["APPLICATION/JSON", "application/json", "1"],
    ["text/html;charset=UTF-8", "text/html; charset=utf-8", "Unauthorized"],
    ["text/html", "text/html; charset=utf-8", "Unauthorized"],
  ])("%s is the described %s", async (sent, described, text) => {
    expect(await read(text, { status: 200, headers: { "content-type": sent } })).toMatchObject({
      response: { contentType: described },
    });
  });

  it("says when the media type is not described, or missing", async () => {
    const undescribed = { kind: "undescribed", reason: "content-type" };
    expect(await read("<x/>", { status: 200, headers: { "content-type": "text/xml" } })).toEqual(undescribed);
    expect(await read(new Blob(["1"]), { status: 200 })).toEqual(undescribed);
  });

  it.each(["", "{", "Unauthorized"])("says when %j is not the JSON it claims to be", async (text) => {
    expect(await read(text, { status: 200, headers: { "content-type": "application/json" } })).toEqual({
      kind: "undescribed",
      reason: "body",
    });
  });

  it("reads bytes as a blob, and keeps the media type that was sent for a range", async () => {
    const reading = await read(new Uint8Array([0, 255]), { status: 206, headers: { "content-type": "image/png" } });
    if (reading.kind !== "described") throw new Error("undescribed");
    const { contentType, body } = reading.response as { contentType: string; body: Blob };
    expect([contentType, new Uint8Array(await body.arrayBuffer())]).toEqual(["image/png", new Uint8Array([0, 255])]);
  });

  it("reads forms", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    expect(await read("a=1&b=x+y&a=2&__proto__=p", { status: 206, headers })).toMatchObject({
      response: {
        body: Object.fromEntries([
          ["a", ["1", "2"]],
          ["b", "x y"],
          ["__proto__", "p"],
        ]),
      },
    });
    const data = new FormData();
    data.append("note", "hi");
    expect(await readResponse(operationOf(), new Response(data, { status: 206 }))).toMatchObject({
      response: { body: { note: "hi" } },
    });
  });
});

function read(body: ConstructorParameters<typeof Response>[0], init: ResponseInit): ReturnType<typeof readResponse> {
  return readResponse(operationOf(), new Response(body, init));
}

function operationOf(): Operation {
  return {
    id: "get",
    method: "GET",
    path: "/",
    safe: true,
    idempotent: true,
    parameters: [],
    requestBody: null,
    responses,
    security: [],
  };
}
