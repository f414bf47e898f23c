// The description states every fact of the requirements, and nothing the requirements state can be removed without losing one.
import { describe, expect, test } from "vitest";
import { oneIn } from "../../../scripts/testing/long.ts";
import { brokenCopy, type Description, type Json, objectIn, readDescription } from "../description.ts";
import { facts, factsByFile, isLost, proseFacts } from "./facts.ts";
import { prose } from "./prose.ts";
import { removalsIn } from "./removals.ts";
import { statedPart } from "./stated-part.ts";

const whole = readDescription();
const spec = statedPart(whole);

describe("the description states", () => {
  test.each([...facts, ...proseFacts])("a fact of the requirements: $fact", ({ stated, described }) => {
    expect(described(spec)).toEqual(stated);
  });
});

describe("every removal or change loses a fact", () => {
  const rests = factsByFile(spec);
  test.each([...rests].filter(([, facts]) => facts.length > 0))("in %s", (file, facts) => {
    const unnoticed = oneIn(3, removalsIn(spec, file)).filter(
      ({ without }) => !facts.some((fact) => isLost(without, fact)),
    );
    expect(unnoticed.map(({ place }) => place)).toEqual([]);
  });

  test("there is much to lose", () => {
    expect([...rests.keys()].flatMap((file) => removalsIn(spec, file)).length).toBeGreaterThan(3000);
  });
});

test("without its words, a fact is lost", () => {
  const kept = prose.filter(([, file, words], at) => {
    const withoutWords = brokenCopy(spec, file, (value) => Object.assign(value, withoutAny(value, words)));
    const fact = proseFacts[at];
    return fact !== undefined && !isLost(withoutWords, fact);
  });
  expect(kept.map(([fact]) => fact)).toEqual([]);
});

test("an added operation and an added event leave every fact as it was", () => {
  const paths = brokenCopy(whole, "paths/webhooks.yaml", (file) => {
    const { get } = objectIn(file["webhooks"]);
    file["added"] = { get: { ...objectIn(get), operationId: "listEvenMore", "x-waybill-events": ["order.added"] } };
  });
  const openapi = brokenCopy(paths, "openapi.yaml", ({ paths, components }) => {
    objectIn(paths)["/v1/added"] = { $ref: "paths/webhooks.yaml#/added" };
    objectIn(objectIn(components)["parameters"])["Added"] = { name: "added", in: "query" };
  });
  const message = brokenCopy(openapi, "asyncapi.yaml", ({ channels }) => {
    objectIn(objectIn(objectIn(channels)["subscriber"])["messages"])["orderAdded"] = { name: "order.added" };
  });
  const names = brokenCopy(message, "schemas/webhook-event-name.yaml", ({ enum: events }) => {
    if (Array.isArray(events)) events.push("order.added");
  });
  const added: Description = brokenCopy(names, "schemas/order-status.yaml", (schema) => {
    const { transitions } = objectIn(schema["x-waybill-state-machine"]);
    if (Array.isArray(transitions)) transitions.push({ from: ["SHIPPED"], to: "SHIPPED", event: "order.added" });
  });
  expect([...added.values]).not.toEqual([...whole.values]);
  expect(Object.fromEntries(statedPart(added).values)).toEqual(Object.fromEntries(spec.values));
});

function withoutAny(value: Json, words: RegExp): Json {
  if (typeof value === "string") return value.replace(/\s+/g, " ").replace(new RegExp(words, "g"), "");
  if (Array.isArray(value)) return value.map((element) => withoutAny(element, words));
  return value instanceof Object
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutAny(member, words)]))
    : value;
}
