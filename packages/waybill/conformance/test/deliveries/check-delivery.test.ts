import { describe, expect, test } from "vitest";
import { checkedDelivery, type Events, eventsOf, namedAndWrong, type Sent } from "./events.ts";

const text = { type: "string" };
function object(properties: Readonly<Record<string, unknown>>, ...required: string[]): unknown {
  return { type: "object", properties, ...(required.length === 0 ? {} : { required }) };
}

/** The name is in the payload and in a header, and both are fixed. */
const fixed: Events["messages"] = Object.fromEntries(
  ["created", "shipped"].map((name) => [
    name,
    {
      name: `order.${name}`,
      headers: object({ "X-Event": { const: `order.${name}` }, "X-Count": { type: "integer" } }, "X-Event"),
      payload: object({ event: { const: `order.${name}` }, id: text }, "event"),
    },
  ]),
);
/** The name is in the payload and in a header, as any text. */
const loose: Events["messages"] = Object.fromEntries(
  ["created", "shipped"].map((name) => [
    name,
    { name: `order.${name}`, headers: object({ "X-Event": text }), payload: object({ event: text }) },
  ]),
);
/** Nothing says the name. */
const nameless: Events["messages"] = {
  cup: { payload: object({ cup: text, type: text }, "cup") },
  plate: { payload: object({ plate: text, type: text }, "plate") },
};
const only: Events["messages"] = { cup: { payload: object({ cup: text, type: text }, "cup") } };
/** The name is in a header alone, and fixed there; `event` is something else. */
const parties: Events["messages"] = {
  begun: { headers: object({ "X-Kind": { const: "begun" } }), payload: object({ event: text, at: text }, "at") },
  over: { headers: object({ "X-Kind": { const: "over" } }), payload: object({ event: text, end: text }, "end") },
};
const batch: Events["messages"] = {
  one: { payload: object({ id: text }) },
  many: { payload: { type: "array", items: object({ id: text }) } },
};
const sameName: Events["messages"] = {
  first: { name: "order", payload: object({ event: { const: "order" }, a: text }, "event", "a") },
  second: { name: "order", payload: object({ event: { const: "order" }, b: text }, "event", "b") },
};

/** No message is found, by the name that is stated. */
function undeclared(name: string, declared = "order.created, order.shipped"): [null, string] {
  return [null, `undeclared-event a delivery named ${name} is not a declared message; declared: ${declared}`];
}

describe("the message of a delivery", () => {
  test.each<[string, Events["messages"], Sent, ReturnType<typeof namedAndWrong>]>([
    ["both say it", fixed, { headers: [["x-event", "order.shipped"]], body: { event: "order.shipped" } }, ["shipped"]],
    [
      "they contradict each other: the payload counts",
      fixed,
      { headers: [["x-event", "order.created"]], body: { event: "order.shipped" } },
      ["shipped", 'invalid-delivery-header order.shipped: X-Event must be "order.shipped"'],
    ],
    [
      "they contradict each other where nothing is fixed",
      loose,
      { headers: [["x-event", "order.created"]], body: { event: "order.shipped" } },
      ["shipped", "invalid-delivery-header a delivery of order.shipped contradicts itself: x-event says order.created"],
    ],
    ["the header alone says it", loose, { headers: [["x-event", "order.shipped"]] }, ["shipped"]],
    ["the key is said", loose, { body: { event: "shipped" } }, ["shipped"]],
    [
      "a name that nothing has",
      fixed,
      { headers: [["x-event", "order.lost"]], body: { event: "order.lost" } },
      undeclared("order.lost"),
    ],
    [
      "a name that nothing has, where names usually stand",
      loose,
      { body: { event_type: "order.lost" } },
      undeclared("order.lost"),
    ],
    ["no name where it is demanded", fixed, { body: { id: "a" } }, undeclared("nothing")],
    [
      "other headers with such words",
      fixed,
      {
        headers: [
          ["x-event", "order.created"],
          ["X-Event-Time", "5"],
          ["X-Topic", "a"],
        ],
        body: { event: "order.created" },
      },
      ["created"],
    ],
    [
      "nothing says it: the payload shows it",
      nameless,
      { headers: [["X-Event-Id", "1"]], body: { plate: "a", type: "big" } },
      ["plate"],
    ],
    [
      "nothing says it, and several fit",
      nameless,
      { body: { plate: "a", cup: "b" } },
      undeclared("nothing", "cup, plate"),
    ],
    [
      "there is only one",
      only,
      { body: { type: "big" } },
      ["cup", "invalid-payload cup: the body must have required property 'cup'"],
    ],
    [
      "there is only one, and it cannot be read",
      only,
      { body: "{" },
      ["cup", "invalid-payload cup: the body is not JSON: Expected property name or '}'"],
    ],
    [
      "members called as names are, where the name is elsewhere",
      parties,
      { body: { event: "wedding", end: "a" } },
      ["over"],
    ],
    ["a batch", batch, { body: [{ id: "a" }, { id: "b" }] }, ["many"]],
    ["two of one name: the one that fits", sameName, { body: { event: "order", b: "x" } }, ["second"]],
    [
      "two of one name: none fits",
      sameName,
      { body: { event: "order" } },
      ["first", "invalid-payload order: the body must have required property 'a'"],
    ],
  ])("is found by what is fixed: %s", (_name, messages, sent, found) => {
    expect(namedAndWrong(eventsOf({ messages }), sent)).toEqual(found);
  });
});

describe("differences from the description", () => {
  const created = { headers: [["X-Event", "order.created"] as const], body: { event: "order.created" } };
  test.each<[string, Sent, readonly string[]]>([
    [
      "another method",
      { ...created, method: "PUT" },
      ["wrong-delivery-method order.created arrives by PUT; declared: POST"],
    ],
    [
      "another content type",
      { ...created, headers: [...created.headers, ["Content-Type", "text/plain"]] },
      ["invalid-delivery-header order.created is text/plain; declared: application/json"],
    ],
    [
      "a content type with more to it",
      { ...created, headers: [...created.headers, ["Content-Type", "Application/JSON ; charset=utf-8"]] },
      [],
    ],
    [
      "a header missing",
      { body: created.body },
      ["invalid-delivery-header order.created: the headers must have required property 'X-Event'"],
    ],
    [
      "a wrong header",
      { ...created, headers: [...created.headers, ["x-count", "a"]] },
      ["invalid-delivery-header order.created: X-Count must be integer"],
    ],
    [
      "a wrong member",
      { ...created, body: { event: "order.created", id: 7 } },
      ["invalid-payload order.created: /id must be string"],
    ],
    [
      "a member too many",
      { ...created, body: { event: "order.created", ID: "7" } },
      ["undeclared-field order.created: /ID is not declared; declared: id"],
    ],
  ])("are reported: %s", (_name, sent, wrong) => {
    const description = eventsOf({ messages: fixed, bindings: { http: { method: "POST" } } });
    expect(namedAndWrong(description, sent)).toEqual(["created", ...wrong]);
  });

  test("are none in headers without a schema, and are found where some are required", () => {
    const messages = { a: { payload: object({}) } };
    expect(namedAndWrong(eventsOf({ messages }), { headers: [["X-Any", "1"]] })).toEqual(["a"]);
    const demanding = eventsOf({
      messages: { a: { headers: { type: "object", required: ["X-Any"] }, payload: object({}) } },
    });
    expect(namedAndWrong(demanding, { headers: [["x-any", "1"]] })).toEqual(["a"]);
    expect(checkedDelivery(demanding, { headers: [["x-any", "1"]] }).headers).toEqual(["X-Any"]);
    expect(namedAndWrong(demanding, {})).toEqual([
      "a",
      "invalid-delivery-header a: the headers must have required property 'X-Any'",
    ]);
  });

  test.each<[string, string, unknown, string, readonly string[]]>([
    [
      "a form",
      "application/x-www-form-urlencoded",
      object({ a: text }),
      "a=1&b=2",
      ["undeclared-field it: /b is not declared"],
    ],
    ["bytes", "application/octet-stream", text, "\u0000", []],
  ])("are judged by media type: %s", (_name, contentType, payload, body, wrong) => {
    const description = eventsOf({ messages: { it: { contentType, payload } } });
    expect(namedAndWrong(description, { headers: [["content-type", contentType]], body })).toEqual(["it", ...wrong]);
  });

  test("a service may send the same message by several methods", () => {
    const description = eventsOf({ messages: { it: { payload: {} } }, bindings: { http: { method: "put" } } });
    expect(namedAndWrong(description, { method: "PUT" })).toEqual(["it"]);
  });
});
