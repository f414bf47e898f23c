// A description -> the operations that manage subscriptions, recognised by their requests and responses.
import { describe, expect, it } from "vitest";
import { subscriptionApiOf } from "../../src/run/subscriptions/api.ts";
import { openText } from "../description/opened.ts";
import { smallApi } from "./obedient/apis.ts";

const events = (names: readonly string[]) => ({
  asyncapi: "3.0.0",
  info: { title: "Test", version: "1" },
  channels: {
    hook: {
      address: null,
      messages: Object.fromEntries(
        names.map((name) => [name.replace(".", ""), { name, contentType: "application/json", payload: {} }]),
      ),
    },
  },
  operations: { send: { action: "send", channel: { $ref: "#/channels/hook" } } },
});

/** The fields found in a create whose body has these properties. */
function fieldsOf(properties: object, more: object = {}): object | null {
  const body = { content: { "application/json": { schema: { type: "object", properties } } } };
  const responses = { 201: { description: "", content: { "application/json": { schema: more } } } };
  const paths = { "/hooks": { post: { requestBody: body, responses: responses } } };
  const description = openText(
    { openapi: "3.1.0", info: { title: "Test", version: "1" }, paths },
    events(["a.b", "c.d"]),
  );
  const api = subscriptionApiOf(description);
  return api === null
    ? null
    : { url: api.urlField, events: api.eventsField, names: api.events, secret: api.secretField };
}

const list = { type: "array", items: { enum: ["a.b", "c.d"] } };

describe("subscriptions", () => {
  it("are made, changed, tested, rotated and removed by operations below one path, with or without links", () => {
    const api = subscriptionApiOf(smallApi("hooks").description);
    const { create, update, remove, rotate, test } = api ?? {};
    expect([create, update, remove, rotate, test].map((one) => one?.id)).toEqual([
      "addHook",
      "changeHook",
      "removeHook",
      "rotateHook",
      "testHook",
    ]);
    expect([api?.urlField, api?.eventsField, api?.secretField, api?.activeField]).toEqual([
      "url",
      "events",
      "secret",
      "active",
    ]);
  });

  it.each([
    [
      { callback_url: { type: "string" }, topics: list },
      { url: "callback_url", events: "topics", names: ["a.b", "c.d"] },
    ],
    [
      { endpoint: { type: "string" }, on: { type: "array", items: { enum: ["a.b"] } } },
      { url: "endpoint", events: "on", names: ["a.b"] },
    ],
    [{ avatarUrl: { type: "string" }, events: list }, null],
    [{ url: { type: "string" }, events: { type: "array", items: { enum: ["a.b", "x.y"] } } }, null],
    [{ url: { type: "string" }, events: { type: "array", items: { type: "string" } } }, null],
    [{ url: { type: "string" }, events: { enum: ["a.b"] } }, null],
  ])("are recognised by an address and a list of message names: %j", (properties, found) => {
    expect(fieldsOf(properties)).toEqual(found === null ? null : { ...found, secret: null });
  });

  it("have a secret where the response has one", () => {
    const responses = {
      allOf: [{ type: "object", properties: { signingKey: { type: "string" } } }, { type: "object" }],
    };
    expect(fieldsOf({ url: { type: "string" }, events: list }, responses)).toMatchObject({ secret: "signingKey" });
  });
});
