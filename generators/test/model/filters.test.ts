import { describe, expect, test } from "vitest";
import { type Filters, filtered } from "../../src/model/finish/filters.ts";
import { everyOperationOf } from "../../src/model/http.ts";
import { readFiles } from "../source/memory-files.ts";

const openapi = `openapi: 3.1.1
info: { title: T, version: "1" }
paths:
  /a:
    get: { operationId: getA, tags: [one], responses: { "200": { description: A } } }
    put:
      operationId: putA
      tags: [one, two/x]
      responses: { "200": { description: A } }
      callbacks: { done: { "{$url}": { post: { operationId: done, responses: { "200": { description: A } } } } } }
  /a/{b}/c: { get: { operationId: getC, deprecated: true, responses: { "200": { description: A } } } }
webhooks: { ping: { post: { responses: { "200": { description: A } } } } }
components: { schemas: { Lone: { type: string } } }
`;
const asyncapi = `asyncapi: 3.0.0
info: { title: T, version: "1" }
channels:
  first: { address: in/first, messages: { made: { name: order.made, payload: { type: string } }, gone: { payload: { type: string } } } }
  second: { messages: { also: { payload: { type: string } } } }
operations:
  take: { action: receive, channel: { $ref: "#/channels/first" }, messages: [{ $ref: "#/channels/first/messages/made" }] }
  send: { action: send, channel: { $ref: "#/channels/first" } }
`;
const all = ["getA", "putA", "getC", "ping", "done", "made", "gone", "also"];
const { api } = readFiles({ "openapi.yaml": openapi, "asyncapi.yaml": asyncapi });
if (api === null) throw new Error("not read");

function left(filters: Partial<Filters>): string {
  const whole = { include: [], exclude: [], deprecated: true, unusedSchemas: "drop", ...filters } as const;
  const { http, messaging } = filtered(api ?? { http: null, messaging: null, schemas: [] }, whole).api;
  const callback = (id: string): string => id.replace(/^postUrl|^putA_?done/i, "done");
  return [
    ...everyOperationOf(http).map(({ id }) => callback(id)),
    ...(messaging?.messages ?? []).map(({ key }) => key),
  ].join(" ");
}

describe("filtered operations and messages", () => {
  test.each<[Partial<Filters>, string]>([
    [{}, all.join(" ")],
    [{ include: [{ tag: "one" }] }, "getA putA done made gone also"],
    [{ include: [{ tag: "two/*" }] }, "putA done made gone also"],
    [{ include: [{ tag: "*" }] }, "getA putA done made gone also"],
    [{ include: [{ tag: "one", method: "GET".toLowerCase() }] }, "getA made gone also"],
    [{ include: [{ operation: "getA" }, { path: "/a/**" }] }, "getA getC made gone also"],
    [{ include: [{ operation: ["getA", /C$/g] }] }, "getA getC made gone also"],
    [{ include: [{ path: "ping" }] }, "ping made gone also"],
    [{ include: [{ operation: "done" }] }, "done made gone also"],
    [{ include: [{ tag: "one" }], exclude: [{ operation: "done" }] }, "getA putA made gone also"],
    [{ exclude: [{ path: "/a/*/*" }] }, "getA putA ping done made gone also"],
    [{ exclude: [{ path: "/*" }] }, "getC ping made gone also"],
    [{ deprecated: false }, "getA putA ping done made gone also"],
    [{ include: [{ channel: "second" }] }, "getA putA getC ping done also"],
    [{ include: [{ channel: "in/first", message: "order.*" }] }, "getA putA getC ping done made"],
    [{ include: [{ operation: "take" }] }, "getA putA getC ping done made"],
    [{ exclude: [{ operation: "take" }] }, all.join(" ")],
    [{ exclude: [{ operation: "send" }] }, "getA putA getC ping done made also"],
    [{ exclude: [{ message: "*" }] }, "getA putA getC ping done"],
  ])("are those that the selectors choose: %j", (filters, ids) => {
    expect(left(filters).split(" ").sort()).toEqual(ids.split(" ").sort());
  });

  test("channels and operations keep the remaining messages, and are removed when none is left", () => {
    const whole = { exclude: [], deprecated: true, unusedSchemas: "keep" } as const;
    const { messaging, ...rest } = filtered(api, { ...whole, include: [{ operation: "take" }] }).api;
    expect(messaging?.channels.map(({ key, messages }) => [key, messages.length])).toEqual([["first", 1]]);
    expect(messaging?.operations.map(({ key, messages }) => [key, messages.length])).toEqual([["take", 1]]);
    expect(rest.schemas.map(({ name }) => name)).toEqual(["Lone"]);
  });
});

describe("selectors that match nothing", () => {
  test.each<[Partial<Filters>, unknown[]]>([
    [{ include: [{ tag: ["one", "tow"] }] }, [{ at: "include[0].tag", text: '"tow"', known: ["one", "two/x"] }]],
    [{ exclude: [{ operation: "x" }, { tag: "one" }] }, [expect.objectContaining({ at: "exclude[0].operation" })]],
    [{ include: [{ tag: "one", path: "ping" }] }, [{ at: "include[0]", text: "", known: [] }]],
    [{ include: [{ path: /^\/z/ }] }, [expect.objectContaining({ text: "/^\\/z/" })]],
    // A dot in a text pattern is literal.
    [{ include: [{ operation: "get." }] }, [expect.objectContaining({ at: "include[0].operation" })]],
  ])("are reported with their place: %j", (filters, expected) => {
    const whole = { include: [], exclude: [], deprecated: true, unusedSchemas: "drop", ...filters } as const;
    expect(filtered(api, whole).unmatched).toEqual(expected);
  });
});
