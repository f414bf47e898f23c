// Recomputes the signature of every vector from its bytes, and holds example deliveries, their headers and payloads together.
import { createHmac } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type Description, type Json, type JsonObject, objectIn } from "./description.ts";
import { messagesOf } from "./operations.ts";

export function checkSignatures(description: Description): string[] {
  const { vectors: listed } = objectIn(description.values.get("examples/signatures.json"));
  const vectors = Array.isArray(listed) ? listed.map(objectIn) : [];
  const examples = messagesOf(description).flatMap(({ name, examples }) => examples.map((node) => ({ name, node })));
  const unsigned = examples.filter(({ node }) => !vectors.some((vector) => isFor(vector, node.file)));
  return [
    ...unsigned.map(({ node }) => `${node.file} has no entry in signatures.json`),
    ...[true, false]
      .filter((verdict) => !vectors.some(({ valid }) => valid === verdict))
      .map((verdict) => `signatures.json: no vector is ${verdict ? "valid" : "invalid"}`),
    ...vectors.flatMap((vector, at) => [...checkForm(vector, vectors.slice(0, at)), ...checkVerdict(vector)]),
    ...vectors.filter(hasExample).flatMap((vector) => {
      const example = examples.find(({ node }) => isFor(vector, node.file));
      if (example === undefined) return [`signatures.json: ${textOf(vector, "example")} is the example of no message`];
      return checkDelivery(vector, { event: example.name, ...objectIn(example.node.value) });
    }),
  ];
}

/** The members that README.md explains, and no others. */
const members: Readonly<Record<string, (value: Json) => boolean>> = {
  name: (value) => typeof value === "string" && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value),
  valid: (value) => typeof value === "boolean",
  reason: isText,
  example: isText,
  secret: (value) => isText(value) && value !== "",
  event: (value) => value === null || isText(value),
  timestamp: (value) => typeof value === "string" && /^\d+$/.test(value),
  rawBody: isText,
  rawBodyBase64: (value) => typeof value === "string" && Buffer.from(value, "base64").toString("base64") === value,
  signature: isText,
};

function checkForm(vector: JsonObject, before: readonly JsonObject[]): string[] {
  const name = textOf(vector, "name");
  const wrong = Object.entries(vector).find(([key, value]) => members[key]?.(value) !== true);
  const missing = ["name", "valid", "secret", "event", "timestamp", "signature"].find((key) => !(key in vector));
  return [
    ...(wrong === undefined ? [] : [`signatures.json: ${name}: ${wrong[0]} cannot be ${JSON.stringify(wrong[1])}`]),
    ...(missing === undefined ? [] : [`signatures.json: ${name} has no ${missing}`]),
    ...("reason" in vector === (vector["valid"] === true)
      ? [`signatures.json: ${name}: reasons are for the invalid`]
      : []),
    ...("rawBody" in vector === "rawBodyBase64" in vector ? [`signatures.json: ${name} does not have one body`] : []),
    ...(before.some((other) => other["name"] === name) ? [`signatures.json: ${name} is there twice`] : []),
  ];
}

function checkVerdict(vector: JsonObject): string[] {
  const expected = signatureOf(vector);
  const matches = vector["signature"] === expected;
  if (matches === vector["valid"]) return [];
  const name = textOf(vector, hasExample(vector) ? "example" : "name");
  return [matches ? `${name} signature is valid` : `${name} signature is not ${JSON.stringify(expected)}`];
}

function signatureOf(vector: JsonObject): string {
  const hmac = createHmac("sha256", textOf(vector, "secret")).update(`${textOf(vector, "timestamp")}.`);
  return `sha256=${hmac.update(bodyOf(vector)).digest("hex")}`;
}

function bodyOf(vector: JsonObject): Buffer {
  if ("rawBodyBase64" in vector) return Buffer.from(textOf(vector, "rawBodyBase64"), "base64");
  return Buffer.from(textOf(vector, "rawBody"));
}

function checkDelivery(vector: JsonObject, example: JsonObject): string[] {
  const name = textOf(vector, "example");
  const headers = objectIn(example["headers"]);
  const payload = example["payload"] ?? null;
  const event = example["event"] ?? null;
  return [
    ...expectSame(`${name} valid`, vector["valid"], true),
    ...expectSame(`${name} rawBody`, parsed(textOf(vector, "rawBody")), payload),
    ...expectSame(`${name} X-Webhook-Signature`, headers["X-Webhook-Signature"], signatureOf(vector)),
    ...expectSame(`${name} X-Webhook-Timestamp`, headers["X-Webhook-Timestamp"], textOf(vector, "timestamp")),
    ...expectSame(`${name} X-Webhook-Event`, headers["X-Webhook-Event"], event),
    ...expectSame(`${name} event of the vector`, vector["event"], event),
    ...expectSame(`${name} event`, objectIn(payload)["event"], event),
  ];
}

function expectSame(what: string, found: Json | undefined, wanted: Json): string[] {
  return isDeepStrictEqual(found, wanted) ? [] : [`${what} is not ${JSON.stringify(wanted)}`];
}

function hasExample(vector: JsonObject): boolean {
  return "example" in vector;
}

function isFor(vector: JsonObject, file: string): boolean {
  return `examples/${textOf(vector, "example")}` === file;
}

function isText(value: Json): boolean {
  return typeof value === "string";
}

function textOf(value: JsonObject, key: string): string {
  const text = value[key];
  return typeof text === "string" ? text : "";
}

function parsed(text: string): Json {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}
