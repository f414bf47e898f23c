// Our own description and public ones: for every request body, parameter and payload Ajv, reading the very same text,
// accepts what is made as valid and refuses what is made as invalid.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import type { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Api, type Json, pointerOf, readApi, type Schema } from "waybill/description";
import { parse } from "yaml";
import { ajvOf } from "../../../../../generators/test/targets/zod/judges.ts";
import { oneIn } from "../../../../../scripts/testing/long.ts";
import { corpusPath, describeWithCorpus } from "../../../../../scripts/testing/shared-corpus.ts";
import { arbitraryOf } from "../../src/values/arbitrary.ts";
import { sampleOf } from "../../src/values/places.ts";
import { variantId } from "../../src/values/variant.ts";
import { invalidVariants, validVariants } from "../../src/values/variants.ts";

interface Subject {
  readonly name: string;
  readonly schema: Schema;
}

/** The schemas of everything that is sent. */
function subjectsOf({ http, messaging }: Api): Subject[] {
  const operations = http?.operations ?? [];
  return [
    ...operations.flatMap(({ id, requestBody, parameters }) => [
      ...(requestBody?.content ?? []).filter(({ body }) => body === "json").map(({ schema }) => ({ name: id, schema })),
      ...parameters.map(({ name, schema }) => ({ name: `${id} ${name}`, schema })),
    ]),
    ...(messaging?.messages ?? []).map(({ key, payload }) => ({ name: key, schema: payload })),
  ];
}

/** How many values were checked. A wrong one fails the test with its id. */
function validate({ schema }: Subject, accepts: (value: Json) => boolean): number {
  const said = { valid: 0, invalid: 0 };
  for (const all of [false, true]) {
    const sample = sampleOf(schema, { all });
    if (!sample.ok) throw new Error(sample.reason);
    const random = all ? [] : fc.sample(arbitraryOf(schema), { seed: 7, numRuns: 8 });
    const valid = [...random.map((value) => ({ id: "random", value })), { id: "sample", value: sample.value }];
    const [edges, misses] = [validVariants(schema, sample.value), invalidVariants(schema, sample.value)];
    const named = edges.map((variant) => ({ id: variantId(variant), value: variant.value }));
    expect([...valid, ...named].filter(({ value }) => !accepts(value))).toEqual([]);
    expect(misses.filter(({ value }) => accepts(value)).map(variantId)).toEqual([]);
    said.valid += valid.length + edges.length;
    said.invalid += misses.length;
  }
  expect(said.invalid).toBeGreaterThan(0);
  return said.valid + said.invalid;
}

describe("our own description", () => {
  const root = path.resolve(import.meta.dirname, "../../../../..");
  const { api } = readApi({ cwd: root, openapi: "spec/openapi.yaml", asyncapi: "spec/asyncapi.yaml" });
  if (api === null) throw new Error("the description cannot be read");
  const ajv = ajvOf();
  for (const name of readdirSync(path.join(root, "spec"), { recursive: true, encoding: "utf8" })) {
    const file = path.join(root, "spec", name);
    if (name.endsWith(".yaml")) ajv.addSchema(parse(readFileSync(file, "utf8")), pathToFileURL(file).href);
  }
  const subjects = subjectsOf(api).filter(({ schema }) => schema.kind !== "any");

  it.each(subjects)("has valid values for $name", (subject) => {
    const { at } = targetOf(subject.schema);
    const accepts = validatorAt(ajv, `${pathToFileURL(at.document.path).href}#${pointerOf(at)}`);
    expect(validate(subject, accepts)).toBeGreaterThan(0);
  });

  it("has edges and misses for every member of a new order", () => {
    const order = subjects.find(({ name }) => name === "createOrder");
    const sample = order === undefined ? null : sampleOf(order.schema, { all: true });
    if (order === undefined || sample?.ok !== true) throw new Error("no new order");
    const placesOf = (keyword: string): string[] =>
      invalidVariants(order.schema, sample.value)
        .filter((variant) => variant.keyword === keyword)
        .map(variantId);
    expect(placesOf("maxLength").filter((id) => !/:(astral|twice)$/.test(id))).toEqual(
      ["firstName", "lastName", "email", "phone", "street1", "street2", "city", "state", "zip"].map(
        (name) => `shipTo.${name}/maxLength`,
      ),
    );
    expect(placesOf("required")).toEqual(
      [
        "campaignId shipTo products shipTo.firstName shipTo.lastName shipTo.email shipTo.street1 shipTo.city shipTo.state shipTo.zip",
        "products.0.sku products.0.quantity",
      ].flatMap((names) => names.split(" ").map((name) => `${name}/required`)),
    );
    expect(placesOf("minItems")).toEqual(["products/minItems"]);
  });
});

describeWithCorpus("public descriptions", () => {
  it("has values for request bodies of Adyen's management API", () => {
    const text = gunzipSync(readFileSync(corpusPath("openapi", "adyen-management.json.gz"))).toString("utf8");
    const { api } = readApi({ cwd: "/corpus", openapi: "adyen.json", readText: () => text });
    // The document says 3.1, where `nullable` means nothing; it is read as the author meant it.
    const document = JSON.parse(text, (_, value: unknown) => {
      const { nullable, ...schema }: { nullable?: unknown } = Object(value);
      return nullable === true ? { anyOf: [schema, { type: "null" }] } : value;
    });
    const bodies = api === null ? [] : subjectsOf(api).filter(({ name }) => !name.includes(" "));
    expect(bodies.length).toBeGreaterThan(40);
    expect(
      checkAll(
        oneIn(10, bodies, ({ name }) => name),
        document,
      ),
    ).toBeGreaterThan(250);
  });

  it.each(["streetlights-mqtt-asyncapi.yml", "streetlights-kafka-asyncapi.yml", "websocket-gemini-asyncapi.yml"])(
    "has values for messages of %s",
    (name) => {
      const text = readFileSync(corpusPath("asyncapi", name), "utf8");
      const { api } = readApi({ cwd: "/corpus", asyncapi: name, readText: () => text });
      const payloads = api === null ? [] : subjectsOf(api).filter(({ schema }) => schema.kind !== "any");
      expect(checkAll(payloads, parse(text))).toBeGreaterThan(30);
    },
  );
});

function checkAll(subjects: readonly Subject[], document: object): number {
  const ajv = ajvOf();
  ajv.addSchema(document, "test:document");
  return subjects.reduce((sum, subject) => {
    const accepts = validatorAt(ajv, `test:document#${encodeURI(pointerOf(subject.schema.at))}`);
    return sum + validate(subject, accepts);
  }, 0);
}

/** Ajv loses the base of a relative reference behind another one. */
function targetOf(schema: Schema): Schema {
  return schema.kind === "ref" ? targetOf(schema.target.schema) : schema;
}

function validatorAt(ajv: Ajv2020, reference: string): (value: Json) => boolean {
  const validate = ajv.compile({ $ref: reference });
  return (value) => validate(value) === true;
}
