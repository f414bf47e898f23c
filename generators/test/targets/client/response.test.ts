// What a response becomes: the described one for its status and media type, or the reason why there is none.
import { describe, expect, it } from "vitest";
import { readAs, readNumber, readText } from "../../../src/targets/client/runtime/headers.ts";
import { readResponse } from "../../../src/targets/client/runtime/response.ts";
import type { Operation, RequestParts } from "../../../src/targets/client/runtime/runtime.ts";
import { binary, json, text } from "../../../src/targets/http/runtime/bodies.ts";
import { multipartOf } from "../../../src/targets/http/runtime/form-fields.ts";
import { chooseMediaType } from "../../../src/targets/http/runtime/media-types.ts";
import { bareOperation } from "./bare-operation.ts";

const responses: Operation["responses"] = {
  200: {
    headers: {
      "RateLimit-Limit": readNumber,
      "X-Flag": readAs("boolean"),
      "X-List": readAs({ kind: "array", items: "integer" }),
      ETag: readText,
    },
    choose: chooseMediaType,
    content: { "application/json": json, "text/html; charset=utf-8": text },
  },
  204: {},
  206: {
    choose: chooseMediaType,
    content: { "image/*": binary, "multipart/form-data": multipartOf({ value: "any" }) },
  },
  "4XX": { choose: chooseMediaType, content: { "*/*": text } },
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
      status: 200,
      contentType: "application/json",
      headers: { "RateLimit-Limit": 1000, "X-Flag": true, "X-List": [1, 2, 3], ETag: '"7"' },
      body: { snake_case: [1] },
    });
  });

  it("leaves out headers that were not sent, and keeps text that does not spell the described value", async () => {
    const headers = { "content-type": "application/json", "ratelimit-limit": "many", "x-flag": "yes", etag: "" };
    expect(await read("1", { status: 200, headers })).toEqual({
      status: 200,
      contentType: "application/json",
      headers: { "RateLimit-Limit": "many", "X-Flag": "yes", ETag: "" },
      body: 1,
    });
  });

  it("reads a response without a body", async () => {
    expect(await read(null, { status: 204 })).toEqual({ status: 204 });
  });

  it("prefers the code to the range, and the range to the default", async () => {
    expect(await read("gone", { status: 410, headers: { "content-type": "text/x; a=b" } })).toEqual({
      status: 410,
      contentType: "text/x; a=b",
      body: "gone",
    });
    expect(await read("{}", { status: 500, headers: { "content-type": "application/problem+json" } })).toEqual({
      status: 500,
      contentType: "application/problem+json",
      body: {},
    });
  });

  it("reports an undescribed status with the response", async () => {
    const operation = { ...bareOperation, responses: { 200: {} } };
    expect(await readResponse(operation, new Response("gone", { status: 404 }))).toEqual({
      undescribed: "status",
      body: "gone",
    });
  });

  it("leaves a body that is not described to who asks for it", async () => {
    const response = new Response("created: 7", { status: 299 });
    expect(await readResponse({ ...bareOperation, responses: { 299: {} } }, response)).toEqual({ status: 299 });
    expect([response.bodyUsed, await response.text()]).toEqual([false, "created: 7"]);
    const broken = new ReadableStream({ start: (controller) => controller.error(new Error("lost")) });
    await expect(read(broken, { status: 299 }, { 299: {} })).rejects.toThrow("lost");
  });
});

describe("the numbers in headers", () => {
  it.each([
    ["0", 0],
    ["-1.5", -1.5],
    ["1e3", 1000],
    ["9007199254740991", 9007199254740991],
    ["9007199254740993", "9007199254740993"],
    [`1${"0".repeat(400)}`, `1${"0".repeat(400)}`],
    ["", ""],
    ["-", "-"],
    ["0x10", "0x10"],
    ["1, 2", "1, 2"],
    ["Infinity", "Infinity"],
  ])("are read exactly, or stay text: %j is %j", (sent, value) => expect(readNumber(sent)).toBe(value));
});

describe("media types", () => {
  it.each([
    ["application/json; charset=utf-8", "application/json", "1"],
    ["APPLICATION/JSON", "application/json", "1"],
    ["text/html;charset=UTF-8", "text/html; charset=utf-8", "Unauthorized"],
    ["text/html", "text/html; charset=utf-8", "Unauthorized"],
  ])("select the described type without regard to case and parameters: %s is %s", async (sent, type, body) => {
    expect(await read(body, { status: 200, headers: { "content-type": sent } })).toMatchObject({ contentType: type });
    // The same when there is nothing to choose from.
    const only = { 299: { content: { [type]: text } } };
    expect(await read(body, { status: 299, headers: { "content-type": sent } }, only)).toEqual({
      status: 299,
      contentType: type,
      body,
    });
  });

  it("prefers the one with its parameters, then without, then a range, then any", async () => {
    const content = { "*/*": text, "text/*": text, "text/html": text, "text/html; level=1": text };
    const typeOf = async (sent: string): Promise<unknown> =>
      Object(await read("x", { status: 299, headers: { "content-type": sent } }, all)).contentType;
    const all = { 299: { content, choose: (types: readonly string[], sent: string) => chosen(types, sent) } };
    const asked: (string | undefined)[] = [];
    const chosen = (types: readonly string[], sent: string): string | undefined => {
      const type = chooseMediaType(types, sent);
      asked.push(type);
      return type;
    };
    const sent = ["Text/HTML;Level=1", "text/html; level=2", "text/plain", "image/png"];
    expect(await Promise.all(sent.map(typeOf))).toEqual(["text/html; level=1", "text/html", "text/plain", "image/png"]);
    expect(asked).toEqual(["text/html; level=1", "text/html", "text/*", "*/*"]);
  });

  it("reports an undescribed or missing media type with the response", async () => {
    expect(await read("<x/>", { status: 200, headers: { "content-type": "text/xml" } })).toEqual({
      undescribed: "content-type",
      body: "<x/>",
    });
    expect(await read(new Blob(["1"]), { status: 200 })).toEqual({ undescribed: "content-type", body: "1" });
    expect(await read(new Blob(["1"]), { status: 500 })).toEqual({ undescribed: "content-type", body: "1" });
  });

  it.each(["", "{", "Unauthorized"])("reports that %j is not valid JSON", async (body) => {
    expect(await read(body, { status: 200, headers: { "content-type": "application/json" } })).toEqual({
      undescribed: "body",
      body,
    });
  });

  it("reports a form without parts", async () => {
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    expect(await read("no parts", { status: 206, headers })).toEqual({ undescribed: "body", body: "no parts" });
  });

  it("fails with what the connection failed with", async () => {
    const lost = new Error("lost");
    const body = (): ReadableStream => new ReadableStream({ start: (controller) => controller.error(lost) });
    for (const type of ["application/json", "text/html", "text/xml"]) {
      await expect(read(body(), { status: 200, headers: { "content-type": type } })).rejects.toBe(lost);
    }
    for (const type of ["image/png", "multipart/form-data; boundary=b"]) {
      await expect(read(body(), { status: 206, headers: { "content-type": type } })).rejects.toBe(lost);
    }
  });

  it("reads bytes as a blob, and keeps the media type that was sent for a range", async () => {
    const reading = await read(new Uint8Array([0, 255]), { status: 206, headers: { "content-type": "image/png" } });
    const { contentType, body } = reading as { contentType: string; body: Blob };
    expect([contentType, new Uint8Array(await body.arrayBuffer())]).toEqual(["image/png", new Uint8Array([0, 255])]);
  });
});

const described: Operation<RequestParts> = { ...bareOperation, responses };

function read(
  body: ConstructorParameters<typeof Response>[0],
  init: ResponseInit,
  received: Operation["responses"] = responses,
): ReturnType<typeof readResponse> {
  return readResponse({ ...described, responses: received }, new Response(body, init));
}
