// The description -> the text of every file that follows from its messages: the list of event names in
// spec/schemas/webhook-event-name.yaml, the table of docs/guides/webhooks.md, and examples with their signatures, with a vector for each in
// spec/examples/signatures.json.
import { createHmac } from "node:crypto";
import { dump } from "js-yaml";
import {
  type Description,
  type Json,
  type JsonObject,
  memberOf,
  membersOf,
  objectIn,
  readDescription,
  rootOf,
  stringsIn,
} from "../../spec/test/description.ts";
import { type Message, messagesOf, operationsOf, textIn } from "../../spec/test/operations.ts";

export function derivedTexts(read: (file: string) => string): ReadonlyMap<string, string> {
  const description = readDescription();
  const spec = new Map([[eventNames, eventNamesText(description)], ...signedTexts(description)]);
  return new Map([
    ...[...spec].map(([file, text]): [string, string] => [`spec/${file}`, text]),
    [guide, guideText(description, read(guide))],
  ]);
}

const eventNames = "schemas/webhook-event-name.yaml";

/** Title and description are written by hand; the values and their meanings, which end the file, are the messages'. */
function eventNamesText(description: Description): string {
  const text = description.texts.get(eventNames) ?? "";
  const start = text.indexOf("\nenum:\n");
  if (start === -1) throw new Error(`spec/${eventNames} has no enum to replace`);
  const messages = subscribableMessages(description);
  const values = {
    enum: messages.map(({ name }) => name),
    "x-enumDescriptions": Object.fromEntries(messages.map(({ name, summary }) => [name, summary])),
  };
  return `${text.slice(0, start + 1)}${dump(values, { lineWidth: 110 })}`;
}

/** All messages except those that are sent on request only: what an operation with a test result sends. */
function subscribableMessages(description: Description): Message[] {
  const onRequest = operationsOf(description)
    .map(({ node }) => objectIn(node.value))
    .filter((operation) => operation["x-waybill-test-result"] !== undefined)
    .flatMap((operation) => stringsIn(operation["x-waybill-events"]));
  return messagesOf(description).filter(({ name }) => !onRequest.includes(name));
}

const guide = "docs/guides/webhooks.md";

const table = /(\n\| event \| fires when \|\n\|---\|---\|\n)(?:\|.*\n)*/;

/** `text`: the guide before. */
function guideText(description: Description, text: string): string {
  if (!table.test(text)) throw new Error(`${guide} has no table "| event | fires when |" to replace`);
  const rows = subscribableMessages(description).map(({ key, name }) => {
    const link = `/reference/events/${name.replaceAll(/[._]/g, "-")}/`;
    return `| [\`${name}\`](${link}) | ${firesWhen(description, key)} |\n`;
  });
  return text.replace(table, (_all, head: string) => `${head}${rows.join("")}`);
}

/** `Fires when an order is cancelled. Nothing was shipped.` -> `an order is cancelled`; details after a colon are left out. */
function firesWhen(description: Description, key: string): string {
  const messages = memberOf(description, rootOf(description, "asyncapi.yaml"), "channels", "subscriber", "messages");
  const [, message] = membersOf(description, messages).find(([known]) => known === key) ?? [];
  const words = message === undefined ? "" : textIn(message, "description").replaceAll(/\s+/g, " ");
  const [, when] = /^Fires (?:when|whenever|as soon as) (.+?)[.:](?= |$)/.exec(words) ?? [];
  if (when === undefined) throw new Error(`the description of the message ${key} has to begin with "Fires when"`);
  return when;
}

const signatures = "examples/signatures.json";

/** The new text of each file, by its path below spec/. */
function signedTexts(description: Description): ReadonlyMap<string, string> {
  const file = objectIn(description.values.get(signatures));
  const before = vectorsIn(file);
  const vectors = messagesOf(description).flatMap(({ examples }) =>
    examples.map((example) => vectorOf(example.file, objectIn(example.value), before)),
  );
  const text = description.texts.get(signatures) ?? "";
  return new Map([
    ...vectors.map((vector): [string, string] => signedExample(description, vector)),
    [
      signatures,
      `${JSON.stringify({ ...file, vectors }, null, 2).slice(0, -"\n  ]\n}".length)},${handWritten(text, before)}`,
    ],
  ]);
}

/** The vectors without an example, which follow the others and keep their escapes: the end of the file, unchanged. */
function handWritten(text: string, vectors: readonly JsonObject[]): string {
  const first = vectors.find((vector) => !("example" in vector));
  const start = text.indexOf(`\n    {\n      "name": ${JSON.stringify(first?.["name"])},`);
  if (first === undefined || start === -1) throw new Error(`spec/${signatures} has no vectors besides the examples`);
  return text.slice(start);
}

interface ExampleVector {
  readonly [member: string]: Json;
  readonly example: string;
  readonly signature: string;
}

/** An example keeps the secret it has; a new one takes that of the first. */
function vectorOf(file: string, example: JsonObject, before: readonly JsonObject[]): ExampleVector {
  const known = before.find((vector) => `examples/${vector["example"]}` === file);
  const { secret } = known ?? before[0] ?? {};
  const { "X-Webhook-Event": event, "X-Webhook-Timestamp": timestamp } = objectIn(example["headers"]);
  if (typeof secret !== "string") throw new Error(`spec/${signatures} has no secret to sign ${file} with`);
  if (typeof event !== "string" || typeof timestamp !== "string")
    throw new Error(`spec/${file} needs the headers X-Webhook-Event and X-Webhook-Timestamp as text`);
  const rawBody = JSON.stringify(example["payload"]);
  const signature = `sha256=${createHmac("sha256", secret).update(`${timestamp}.${rawBody}`).digest("hex")}`;
  const name = example["name"] ?? null;
  return { name, valid: true, example: file.replace("examples/", ""), secret, event, timestamp, rawBody, signature };
}

/** Only the signature changes, so that the rest of the file stays as its author formatted it. */
function signedExample(description: Description, { example, signature }: ExampleVector): [string, string] {
  const file = `examples/${example}`;
  const text = description.texts.get(file) ?? "";
  const pattern = /("X-Webhook-Signature"\s*:\s*")[^"]*"/;
  if (!pattern.test(text)) throw new Error(`spec/${file} needs a header X-Webhook-Signature; its value is filled in`);
  return [file, text.replace(pattern, `$1${signature}"`)];
}

function vectorsIn(file: JsonObject): JsonObject[] {
  const { vectors } = file;
  return Array.isArray(vectors) ? vectors.map(objectIn) : [];
}
