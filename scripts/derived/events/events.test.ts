// The list of event names, the signatures of examples and the table of the guide follow from the messages.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { brokenCopy, brokenText, type Description, objectIn, readDescription } from "../../../spec/test/description.ts";
import { derivedTexts } from "./derived-texts.ts";
import { eventNames, eventNamesText } from "./event-names.ts";
import { guide, guideText } from "./guide-table.ts";
import { signatures, signedTexts } from "./signatures.ts";

const spec = readDescription();
const shipped = "examples/messages/order-shipped.json";

const read = (file: string): string => readFileSync(path.join(import.meta.dirname, "../../..", file), "utf8");

test("every derived file is what the messages say", () => {
  const texts = derivedTexts(read);
  expect([...texts].filter(([file, text]) => text !== read(file)).map(([file]) => file)).toEqual([]);
  expect(texts.size).toBeGreaterThan(10);
});

test("the guide has a row for each event, with when it fires", () => {
  const before = read(guide);
  expect(guideText(spec, before.replace(/^\| \[`order\.shipped`.*\n/m, ""))).toBe(before);
  expect(before).toContain("| [`order.cancelled`](/reference/events/order-cancelled/) | an order is cancelled |\n");
  const silent = brokenCopy(spec, "messages/order-shipped.yaml", (message) => delete message["description"]);
  expect(() => guideText(silent, before)).toThrow('orderShipped has to begin with "Fires when"');
  expect(() => guideText(spec, "# Webhooks\n")).toThrow(`${guide} has no table`);
});

test("a renamed message renames its event, and keeps its place", () => {
  const renamed = brokenCopy(spec, "messages/order-shipped.yaml", (message) => Object.assign(message, { name: "a.b" }));
  expect(eventNamesText(renamed)).toContain("  - order.created\n  - a.b\n  - order.delivered\n");
  expect(eventNamesText(renamed)).toContain("  a.b: An order is on its way.\n");
});

test("an event that is sent on request only cannot be subscribed to", () => {
  expect(eventNamesText(spec)).not.toContain("- webhook.test");
  const unmarked = brokenCopy(spec, "paths/webhooks.yaml", ({ test }) => {
    delete objectIn(objectIn(test)["post"])["x-waybill-test-result"];
  });
  expect(eventNamesText(unmarked)).toContain("- webhook.test");
});

test("another payload gets another signature, in the example and among the vectors, and nothing else changes", () => {
  const texts = signedTexts(brokenText(spec, shipped, (text) => text.replace('"ups"', '"dhl"')));
  const [, signature = ""] = /"X-Webhook-Signature": "(sha256=[0-9a-f]{64})"/.exec(texts.get(shipped) ?? "") ?? [];
  expect(spec.texts.get(shipped)).not.toContain(signature);
  const changed = differentLines(spec, texts);
  expect(changed.map(([file]) => file)).toEqual([signatures, signatures, shipped, shipped]);
  expect(changed.filter(([, line]) => line.includes(signature))).toHaveLength(2);
});

test("an example without the headers to sign stops the run", () => {
  const unsigned = brokenText(spec, shipped, (text) => text.replace("X-Webhook-Signature", "X-Other"));
  expect(() => signedTexts(unsigned)).toThrow(`spec/${shipped} needs a header X-Webhook-Signature`);
  const undated = brokenText(spec, shipped, (text) => text.replace("X-Webhook-Timestamp", "X-Other"));
  expect(() => signedTexts(undated)).toThrow(
    `spec/${shipped} needs the headers X-Webhook-Event and X-Webhook-Timestamp`,
  );
});

test("a schema without an enum stops the run", () => {
  const other = brokenText(spec, eventNames, (text) => text.replace("\nenum:\n", "\nnames:\n"));
  expect(() => eventNamesText(other)).toThrow(`spec/${eventNames} has no enum to replace`);
});

function differentLines(description: Description, texts: ReadonlyMap<string, string>): [string, string][] {
  return [...texts]
    .flatMap(([file, text]) => {
      const before = new Set(description.texts.get(file)?.split("\n"));
      return text.split("\n").flatMap((line): [string, string][] => (before.has(line) ? [] : [[file, line]]));
    })
    .sort(([a], [b]) => (a === signatures ? -1 : b === signatures ? 1 : 0));
}
