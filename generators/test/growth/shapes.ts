// Descriptions with many items of one kind.
import type { Files } from "./run.ts";

type Json = Readonly<Record<string, unknown>>;
type Entry = readonly [string, unknown];

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const listed = (count: number, entry: (at: number) => Entry): Json => Object.fromEntries(numbers(count).map(entry));
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const jsonOf = (schema: Json): Json => ({ content: { "application/json": { schema } } });

function described(schemas: Json, paths: Json = {}, more: Readonly<Record<string, Json>> = {}): Files {
  const root = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths, components: { schemas } };
  return new Map(
    Object.entries({ "openapi.yaml": root, ...more }).map(([file, value]) => [file, JSON.stringify(value)]),
  );
}

const operation = (at: number, schema: Json): Json => ({
  post: {
    operationId: `op${at}`,
    tags: ["all"],
    parameters: [{ name: `p${at}`, in: "query", schema: { type: "integer", minimum: at } }],
    requestBody: jsonOf(schema),
    responses: { 200: { description: "OK", ...jsonOf(schema) }, default: { description: "no" } },
  },
});
const text = (at: number): Json => ({ type: "string", maxLength: at + 1, description: `Text ${at}.` });
const objectWith = (properties: Json): Json => ({ type: "object", properties });

/** By name: a description with the given number of items. */
export const shapes: Readonly<Record<string, (size: number) => Files>> = {
  "operations under one tag": (size) =>
    described(
      { A: objectWith({ a: text(1) }) },
      listed(size, (at) => [`/p${at}`, operation(at, ref("A"))]),
    ),
  "schemas that refer to the next one": (size) =>
    described(listed(size, (at) => [`S${at}`, objectWith({ next: ref(`S${(at + 1) % size}`), own: text(at) })])),
  "files whose names clash": (size) =>
    described(
      { All: objectWith(listed(size, (at) => [`m${at}`, { $ref: `f${at}/order.yaml` }])) },
      {},
      Object.fromEntries(numbers(size).map((at) => [`f${at}/order.yaml`, objectWith({ a: text(at) })])),
    ),
  "places in one schema that are referred to": (size) =>
    described({
      Whole: objectWith(listed(size, (at) => [`m${at}`, text(at)])),
      ...listed(size, (at) => [`Part${at}`, ref(`Whole/properties/m${at}`)]),
    }),
  "members of one allOf": (size) =>
    described({ A: { allOf: numbers(size).map((at) => objectWith({ [`m${at}`]: text(at) })) } }),
  "alternatives of one oneOf": (size) =>
    described({
      A: {
        oneOf: numbers(size).map((at) => ({
          type: "object",
          required: [`m${at}`],
          properties: { [`m${at}`]: text(at) },
        })),
      },
    }),
  // Chains have a length that is a limit of the toolkit: each is followed to its end from every place in it.
  "chains of ten schemas in allOf": (size) =>
    described({
      ...listed(size, (at) => {
        const next = at % 10 === 9 || at + 1 === size ? [] : [ref(`S${at + 1}`)];
        return [`S${at}`, { allOf: [...next, objectWith({ [`m${at}`]: text(at) })] }];
      }),
    }),
  "values of one enum": (size) => described({ A: { type: "string", enum: numbers(size).map((at) => `value ${at}`) } }),
  "members of one schema": (size) => described({ A: objectWith(listed(size, (at) => [`m${at}`, text(at)])) }),
  "schemas with forms of their own": (size) =>
    described(
      listed(size, (at) => [`S${at}`, objectWith({ id: { type: "string", readOnly: true }, own: text(at) })]),
      listed(size, (at) => [`/p${at}`, operation(at, ref(`S${at}`))]),
    ),
};

/** The control case: a block that runs for each pair. */
export function pairsOf(size: number): number {
  return numbers(size).reduce((sum, a) => sum + numbers(size).filter((b) => a !== b).length, 0);
}
