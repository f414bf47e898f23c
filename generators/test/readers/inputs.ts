// Sizes -> the texts that cost a reader of descriptions most, each of its own kind.

type Json = Readonly<Record<string, unknown>>;

/** By path; `openapi.yaml` or `openapi.json` is where reading begins. */
export type Files = Readonly<Record<string, string>>;

export interface Input {
  /** How many of what it has in the whole run. */
  readonly size: number;
  readonly files: (size: number) => Files;
}

const numbers = (size: number): number[] => Array.from({ length: size }, (_, at) => at);
const named = (size: number, schema: (at: number) => unknown): Json =>
  Object.fromEntries(numbers(size).map((at) => [`A${at}`, schema(at)]));
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const text: Json = { type: "string" };

function described(schemas: Json, paths: Json = {}): Files {
  const root = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths, components: { schemas } };
  return { "openapi.json": JSON.stringify(root) };
}

/** `A0` refers to `A1`, and so on to the last. */
function chain(wrapped: (next: Json, at: number) => Json): Input["files"] {
  return (size) => described(named(size, (at) => (at + 1 === size ? text : wrapped(ref(`A${at + 1}`), at))));
}

function operation(at: number): Json {
  const content = { "application/json": { schema: ref("A0") } };
  return { get: { operationId: `op${at}`, responses: { 200: { description: "OK", content } } } };
}

function yaml(schemas: string): Files {
  return {
    "openapi.yaml": `openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\ncomponents:\n  schemas:\n${schemas}`,
  };
}

export const inputs: Readonly<Record<string, Input>> = {
  "one long text": {
    size: 4_000_000,
    files: (size) => described({ A0: { ...text, description: "x ".repeat(size / 2) } }),
  },
  "one long line of comment": {
    size: 4_000_000,
    files: (size) => yaml(`    # ${"x ".repeat(size / 2)}\n    A0: { type: string }\n`),
  },
  "keys of one schema": {
    size: 4000,
    files: (size) =>
      described({
        A0: { type: "object", properties: named(size, () => text), required: Object.keys(named(size, () => text)) },
      }),
  },
  "unconnected schemas": {
    size: 4000,
    files: (size) => described(named(size, () => ({ type: "object", properties: { id: text } }))),
  },
  "a chain of references": { size: 8000, files: chain((next) => next) },
  "a chain through items": { size: 4000, files: chain((items) => ({ type: "array", items })) },
  "a chain through properties": { size: 4000, files: chain((next) => ({ type: "object", properties: { next } })) },
  "a chain through allOf": {
    size: 4000,
    files: chain((next, at) => ({ allOf: [next, { type: "object", properties: { [`m${at}`]: text } }] })),
  },
  "a star of references": {
    size: 4000,
    files: (size) =>
      described(named(size, (at) => (at === 0 ? text : { type: "object", properties: { a: ref("A0") } }))),
  },
  "values of one enum": {
    size: 10_000,
    files: (size) => described({ A0: { ...text, enum: numbers(size).map((at) => `v${at}`) } }),
  },
  "nested maps": {
    size: 20_000,
    files: (size) => ({
      "openapi.json":
        described({ A0: { default: "deep" } })["openapi.json"]?.replace(
          '"deep"',
          `${'{"a":'.repeat(size)}1${"}".repeat(size)}`,
        ) ?? "",
    }),
  },
  "nested arrays in YAML": {
    size: 20_000,
    files: (size) => yaml(`    A0: { default: ${"[".repeat(size)}${"]".repeat(size)} }\n`),
  },
  "aliases of aliases": {
    size: 40,
    files: (size) =>
      yaml(
        numbers(size)
          .map(
            (at) =>
              `    A${at}: &a${at} { enum: [${
                at === 0
                  ? "1"
                  : Array(9)
                      .fill(`*a${at - 1}`)
                      .join(", ")
              }] }\n`,
          )
          .join(""),
      ),
  },
  "merged keys": {
    size: 2000,
    files: (size) =>
      yaml(
        numbers(size)
          .map((at) => `    A${at}: &a${at} { ${at === 0 ? "" : `<<: *a${at - 1}, `}x-${at}: 1 }\n`)
          .join(""),
      ),
  },
  "patterns that backtrack": {
    size: 400,
    files: (size) =>
      described({
        A0: {
          type: "object",
          properties: named(size, (at) => ({ ...text, pattern: `^(a|a)*(a+)+${at}$`, default: "a".repeat(60) })),
        },
      }),
  },
  "one long pattern": {
    size: 20_000,
    files: (size) => described({ A0: { ...text, pattern: "(a|b)*c?".repeat(size / 8), default: "a".repeat(99) } }),
  },
  "one large example": {
    size: 20_000,
    files: (size) =>
      described({
        A0: {
          type: "array",
          items: { type: "object", properties: { id: text } },
          examples: [numbers(size).map((at) => ({ id: `x${at}` }))],
        },
      }),
  },
  operations: {
    size: 2000,
    files: (size) => described({ A0: text }, Object.fromEntries(numbers(size).map((at) => [`/p${at}`, operation(at)]))),
  },
  files: {
    size: 800,
    files: (size) => ({
      ...described({
        A0: {
          type: "object",
          properties: Object.fromEntries(numbers(size).map((at) => [`m${at}`, { $ref: `f/${at}.json` }])),
        },
      }),
      ...Object.fromEntries(
        numbers(size).map((at) => [`f/${at}.json`, JSON.stringify({ type: "object", properties: { id: text } })]),
      ),
    }),
  },
  messages: {
    size: 2000,
    files: (size) => ({
      "asyncapi.json": JSON.stringify({
        asyncapi: "3.0.0",
        info: { title: "T", version: "1" },
        channels: {
          c: { address: "c", messages: named(size, () => ({ payload: { type: "object", properties: { id: text } } })) },
        },
        operations: { o: { action: "send", channel: { $ref: "#/channels/c" } } },
      }),
    }),
  },
};
