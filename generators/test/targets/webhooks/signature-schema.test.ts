// The examples of signatures -> valid by the JSON Schema of the extension, which editors and other tools check with; and what it refuses.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { load } from "js-yaml";
import { expect, it } from "vitest";

const root = path.join(import.meta.dirname, "../../../..");
const folder = path.join(root, "examples/signatures");
const { $defs } = JSON.parse(readFileSync(path.join(root, "spec/extensions.schema.json"), "utf8"));
const validate = new Ajv2020({ strict: false }).compile({ $ref: "#/$defs/x-waybill-signature", $defs });

function valuesIn(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === "x-waybill-signature" ? [member] : valuesIn(member),
  );
}

const examples = readdirSync(folder).filter((file) => file.endsWith(".yaml"));

it.each(examples)("an example of a signature fits extensions.schema.json: %s", (file) => {
  const values = valuesIn(load(readFileSync(path.join(folder, file), "utf8")));
  expect(values).toHaveLength(1);
  for (const value of values) expect([validate(value), validate.errors]).toEqual([true, null]);
});

const stripe = {
  algorithm: "hmac-sha256",
  signedContent: "{timestamp}.{body}",
  encoding: "hex",
  header: "Stripe-Signature",
  timestamp: { key: "t", tolerance: 300 },
};

it.each<[string, unknown]>([
  ["another name", "standard-webhook"],
  ["another algorithm", { ...stripe, algorithm: "rsa" }],
  ["no header", { ...stripe, header: undefined }],
  ["a member that is misspelled", { ...stripe, tolerence: 300 }],
  ["a tolerance that is no number", { ...stripe, timestamp: { key: "t", tolerance: "300" } }],
])("a malformed signature does not fit extensions.schema.json: %s", (_, value) => {
  expect(validate(JSON.parse(JSON.stringify(value)))).toBe(false);
});
