// The examples of messages -> the same examples with their signatures, and a vector for each in spec/examples/signatures.json.
import { createHmac } from "node:crypto";
import { type Description, type Json, type JsonObject, objectIn } from "../../../spec/test/description.ts";
import { messagesOf } from "../../../spec/test/operations.ts";

export const signatures = "examples/signatures.json";

/** The new text of each file, by its path below spec/. */
export function signedTexts(description: Description): ReadonlyMap<string, string> {
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
