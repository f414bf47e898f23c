// What responses say about subscriptions, and what they do not.
import { expect, test } from "vitest";
import type { Json, Operation } from "waybill/description";
import type { CallResult, Context } from "../../src/run/context.ts";
import { noValues } from "../../src/run/request-values.ts";
import { subscriptionApiOf } from "../../src/run/subscriptions/api.ts";
import { referencesOf, Subscriptions } from "../../src/run/subscriptions/subscriptions.ts";
import { smallApi } from "./obedient/apis.ts";

const { description } = smallApi("hooks");
const base = "http://127.0.0.1:4000";

function operation(id: string): Operation {
  const found = description.operations.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no operation is called ${id}`);
  return found;
}

function result(id: string, path: Record<string, Json>, json: unknown): CallResult {
  const values = { ...noValues, parameters: { ...noValues.parameters, path } };
  const exchange = { request: { headers: [], target: "/" } };
  return { operation: operation(id), status: 200, json, values, exchange, verdict: null } as unknown as CallResult;
}

/** Subscriptions of a run, and what lets them know a response. */
function subscriptionsOf(): { readonly all: Subscriptions["all"]; readonly hear: (result: CallResult) => void } {
  const listeners: ((result: CallResult) => void)[] = [];
  const recorder = { secrets: new Map() };
  const context = { listeners, options: {}, recorder, isOfOther: () => false } as unknown as Context;
  const api = subscriptionApiOf(description);
  if (api === null) throw new Error("the description has no subscriptions");
  const { all } = new Subscriptions(context, api, base);
  return { all, hear: (given) => listeners.forEach((listen) => void listen(given)) };
}

const hook = { id: 5, url: `${base}/a`, events: ["task.added"], active: true };

test("operations on subscriptions change them", () => {
  const { all, hear } = subscriptionsOf();
  hear(result("addHook", {}, hook));
  hear(result("changeHook", { id: 5 }, { ...hook, active: false }));
  expect(all).toMatchObject([{ id: 5, active: false, url: `${base}/a`, deleted: false }]);
  hear(result("removeHook", { id: 5 }, null));
  expect(all).toMatchObject([{ deleted: true }]);
});

test("something else with the same id changes none", () => {
  const { all, hear } = subscriptionsOf();
  hear(result("addHook", {}, hook));
  hear(result("getTask", { id: 5 }, { id: 5, active: false, url: "https://example.com" }));
  hear(result("endTask", { id: 5 }, null));
  expect(all).toMatchObject([{ id: 5, active: true, url: `${base}/a`, deleted: false }]);
});

test("a member without a value names nothing that an event is about", () => {
  expect(referencesOf(result("addTask", {}, { id: "t1", parentId: null, groupId: { id: 3 } }))).toEqual(["t1"]);
});
