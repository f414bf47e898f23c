// What responses say about subscriptions, and what they do not.
import { afterEach, expect, test, vi } from "vitest";
import type { Json, Operation } from "waybill/description";
import type { CallResult, Context } from "../../src/run/context.ts";
import { noValues } from "../../src/run/request-values.ts";
import { triggers } from "../../src/run/rules/life-cycle.ts";
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
function subscriptionsOf(more: object = {}) {
  const listeners: ((result: CallResult) => void)[] = [];
  const recorder = { secrets: new Map(), delivery: () => ({ message: null }) };
  const context = { listeners, options: {}, recorder, isOfOther: () => false, ...more } as unknown as Context;
  const api = subscriptionApiOf(description);
  if (api === null) throw new Error("the description has no subscriptions");
  const subscriptions = new Subscriptions(context, api, base);
  const hear = (given: CallResult): void => listeners.forEach((listen) => void listen(given));
  return { all: subscriptions.all, subscriptions, hear };
}

const hook = { id: 5, url: `${base}/a`, events: ["task.added"], active: true };

test("operations on subscriptions change them, and something else with the same id does not", () => {
  const { all, hear } = subscriptionsOf();
  hear(result("addHook", {}, hook));
  hear(result("getTask", { id: 5 }, { id: 5, active: false, url: "https://example.com" }));
  hear(result("endTask", { id: 5 }, null));
  expect(all).toMatchObject([{ id: 5, active: true, url: `${base}/a`, deleted: false }]);
  hear(result("changeHook", { id: 5 }, { ...hook, active: false }));
  expect(all).toMatchObject([{ id: 5, active: false, url: `${base}/a`, deleted: false }]);
  hear(result("removeHook", { id: 5 }, null));
  expect(all).toMatchObject([{ deleted: true }]);
});

test("a member without a value names nothing that an event is about", () => {
  expect(referencesOf(result("addTask", {}, { id: "t1", parentId: null, groupId: { id: 3 } }))).toEqual(["t1"]);
});

test("a fault of a delivery belongs to the case that caused it, whichever runs when it arrives", () => {
  const event = "task.added";
  const payload = { data: { id: "t1" } };
  const caseIds: (string | null)[] = [];
  const delivery = (_: object, __: object, caseIdOf: (verdict: object) => string | null): object => {
    const verdict = { message: { eventName: event }, payload };
    caseIds.push(caseIdOf(verdict));
    return verdict;
  };
  const more = { caseId: "first", recorder: { secrets: new Map(), delivery }, doubts: { took: () => {} } };
  const { subscriptions, hear } = subscriptionsOf(more);
  hear(result("addHook", {}, hook));
  hear(result("addTask", {}, { id: "t1" }));
  Object.assign(Reflect.get(subscriptions, "context"), { caseId: "second" });
  subscriptions.take({ method: "POST", target: "/a", headers: [], body: new Uint8Array(), at: 0 });
  expect(caseIds).toEqual(["first"]);
});

test("an event that happens once is not expected of the second attempt of its trigger", async () => {
  const event = "task.added";
  const arrivals = [{ method: "POST", target: "/a", headers: [], body: new Uint8Array(), at: 0 }];
  const trigger = async (): Promise<void> => arrivals.splice(0).forEach((one) => void subscriptions.take(one));
  const objections: string[] = [];
  const context = {
    description: { schemas: [], operations: [], messages: description.messages.slice(0, 1) },
    options: { deliveryMs: 1, triggers: { [event]: trigger } },
    recorder: { secrets: new Map(), delivery: () => ({ message: { eventName: event }, payload: {} }) },
    doubts: { took: () => {}, patience: (usual: number) => usual, waitedInVain: () => {} },
    consistency: { forget: () => {} },
    knowledge: { all: () => ({}) },
    objectTo: (check: string) => objections.push(check),
  };
  const { subscriptions, hear } = subscriptionsOf(context);
  hear(result("addHook", {}, hook));
  const [only] = triggers(Reflect.get(subscriptions, "context"), subscriptions);
  for (const _ of ["first", "second"]) await only?.run();
  subscriptions.check();
  // Of the second attempt itself, which decides about the first.
  expect(objections).toEqual(["missing-event"]);
});

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ["nothing else arrives: as long as one may take", [], 1_000],
  ["others arrive: from the last of them on", [600], 1_600],
  ["others never end: no longer than twice that", [600, 1_200, 1_800, 2_400, 3_000], 2_000],
])("a missing delivery is waited for while %s", async (_, arrivals, expected) => {
  vi.useFakeTimers();
  const messages: string[] = [];
  const { subscriptions, hear } = subscriptionsOf({
    options: { deliveryMs: 1_000 },
    doubts: { patience: (usual: number) => usual, waitedInVain: () => {} },
    objectTo: (check: string) => messages.push(check),
  });
  hear(result("addHook", {}, hook));
  subscriptions.expect("task.added", { references: ["t1"], cause: "addTask", where: null });
  const other = { target: "/other" } as Parameters<typeof subscriptions.take>[0];
  for (const after of arrivals) setTimeout(() => subscriptions.take(other), after);
  const begin = performance.now();
  let waited = Number.NaN;
  const settled = subscriptions.settle().then(() => {
    waited = performance.now() - begin;
  });
  await vi.advanceTimersByTimeAsync(5_000);
  await settled;
  expect([waited, messages]).toEqual([expected, ["missing-event"]]);
});
