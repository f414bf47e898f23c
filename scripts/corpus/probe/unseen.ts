// What `waybill diff` says nothing about, each with its reason: the kind of node, and when.
import type { Mutation } from "./mutations.ts";

/** What a reason looks at besides the node. */
export interface Surroundings {
  /** The object or list the node is in. */
  readonly parent: unknown;
  /** The value of the node's file. */
  readonly file: unknown;
  /** The entry document. */
  readonly document: unknown;
  /** The value that a reference of the node's file leads to. */
  readonly resolve: (ref: string) => unknown;
}

export interface Unseen {
  /** In docs/diff.md: what is not reported. */
  readonly what: string;
  /** And why. */
  readonly why: string;
  readonly kinds: RegExp;
  readonly when?: (mutation: Mutation, around: Surroundings) => boolean;
}

/** The reason why it is right that nothing was said; `null` when there is none. */
export function reasonFor(mutation: Mutation, around: Surroundings): Unseen | null {
  const { kind } = mutation.node;
  return unseen.find(({ kinds, when }) => kinds.test(kind) && (when?.(mutation, around) ?? true)) ?? null;
}

export const unseen: readonly Unseen[] = [
  {
    what: "`info.version`, and the version of the standard",
    why: "the changes decide the version; the standard's version is how the description is written",
    kinds: /^(Info\.version|Document\.(openapi|asyncapi|jsonSchemaDialect))$/,
  },
  {
    what: "security schemes and other components that nothing refers to, but schemas; and unused `$defs`",
    why: "no operation or message uses them",
    kinds: /^(Document\.components|Components\.securitySchemes(\.\*)?|Schema\.(\$defs|definitions))$/,
    when: ({ node }, { document }) => {
      const [, section, name] = node.tokens;
      const isUsed = (each: string) =>
        new RegExp(`/securitySchemes/${each}"|"${each}":\\[`).test(JSON.stringify(document));
      if (section !== "securitySchemes") return node.kind !== "Document.components";
      return !(name === undefined ? Object.keys(Object(node.value)) : [name]).some(isUsed);
    },
  },
  {
    what: "`type` beside `enum`, `const` or alternatives",
    why: "their values have that type already",
    kinds: /^Schema\.type$/,
    when: ({ act }, { parent }) => has(parent, "enum", "const") || (act === "delete" && has(parent, "oneOf", "anyOf")),
  },
  {
    what: "`nullable: true` beside an `enum` without `null`",
    why: "the standard allows null only where `enum` lists it",
    kinds: /^Schema\.nullable$/,
    when: (_, { parent }) => has(parent, "enum"),
  },
  {
    what: "a keyword beside a `type` it does not apply to",
    why: "it does not constrain such values; `waybill lint` warns about it",
    kinds: /^Schema\./,
    when: ({ node }, { parent }) => !applies(node.tokens.at(-1) ?? "", Reflect.get(Object(parent), "type")),
  },
  {
    what: "a keyword with the value that applies without it, such as `additionalProperties: true` or `required: false`",
    why: "the meaning is the same with and without it",
    kinds: /\./,
    when: ({ node, act }) => act === "delete" && isDefault(node.tokens.at(-1) ?? "", node.value),
  },
  {
    what: "a keyword that another part of an `allOf` repeats",
    why: "parts of an `allOf` are compared together",
    kinds: /^Schema\./,
    when: ({ node: { tokens }, act }) => act === "delete" && tokens.includes("allOf"),
  },
  {
    what: "`minProperties` and `maxProperties` that required members, or the members of a closed object, imply",
    why: "they exclude no value",
    kinds: /^Schema\.(minProperties|maxProperties)$/,
    when: ({ node }, { parent }) => isImplied(node.tokens.at(-1) ?? "", Number(node.value), parent),
  },
  {
    what: "what `security` lists beside requests without credentials",
    why: "requests without credentials are accepted before and after",
    kinds: /^(Document|Operation)\.security(\.\*)?$/,
    when: ({ node, act }, { parent }) => {
      const requirements = node.tokens.at(-1) === "security" ? node.value : parent;
      return act === "delete" && Array.isArray(requirements) && requirements.some((each) => sizeOf(each) === 0);
    },
  },
  {
    what: "the messages of an operation that lists all of its channel, and of one that lists none",
    why: "without a list, an operation has every message of its channel",
    kinds: /^(Operation|Reply)\.messages$/,
    when: ({ node, act }, { parent, resolve }) =>
      act === "delete" && sizeOf(node.value) === sizeOf(Reflect.get(Object(channelOf(parent, resolve)), "messages")),
  },
  {
    what: "the name of a message that is its key, and the operationId that is derived without it",
    why: "the meaning is the same with and without it",
    kinds: /^(Message\.name|MessageTrait\.name|Operation\.operationId)$/,
    when: ({ act }) => act === "delete",
  },
  {
    what: "a field of a trait that its owner has too; in AsyncAPI 2, a field of the owner that a trait has too",
    why: "the other one counts",
    kinds: /\./,
    when: ({ node }, { file }) => isOverridden(file, node.tokens),
  },
  {
    what: "a `schemaFormat` that is the default",
    why: "the meaning is the same with and without it",
    kinds: /\.schemaFormat$/,
    when: ({ act }) => act === "delete",
  },
  {
    what: "the content type of a message that is the default",
    why: "the meaning is the same with and without it",
    kinds: /^(Message|MessageTrait)\.contentType$/,
    when: ({ node, act }, { document }) => {
      const stated: unknown = Reflect.get(Object(document), "defaultContentType");
      return act === "delete" && node.value === (stated ?? "application/json");
    },
  },
];

function has(parent: unknown, ...keys: readonly string[]): boolean {
  return keys.some((key) => Object.hasOwn(Object(parent), key));
}

function isImplied(keyword: string, bound: number, schema: unknown): boolean {
  const { required, properties, additionalProperties }: Record<string, unknown> = { ...Object(schema) };
  if (keyword === "minProperties") return sizeOf(required) >= bound;
  return additionalProperties === false && sizeOf(properties) <= bound;
}

/** `subscribe/summary` beside `subscribe/traits/0/summary`, and the other way round. */
function isOverridden(file: unknown, tokens: readonly string[]): boolean {
  let at = file;
  for (const [index, token] of tokens.entries()) {
    const traits: unknown = Reflect.get(Object(at), "traits");
    if (token === "traits") {
      const field = tokens[index + 2];
      if (field !== undefined && has(at, field)) return true;
    } else if (Array.isArray(traits) && traits.some((trait) => has(trait, token))) return true;
    at = Reflect.get(Object(at), token);
  }
  return false;
}

function sizeOf(value: unknown): number {
  return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
}

function channelOf(parent: unknown, resolve: (ref: string) => unknown): unknown {
  const ref: unknown = Reflect.get(Object(Reflect.get(Object(parent), "channel")), "$ref");
  return typeof ref === "string" ? resolve(ref) : null;
}

/** Keywords by the type they apply to. */
const typed: Readonly<Record<string, readonly string[]>> = {
  object: "properties required additionalProperties patternProperties propertyNames minProperties maxProperties".split(
    " ",
  ),
  array: "items prefixItems uniqueItems minItems maxItems contains".split(" "),
  string: "minLength maxLength pattern".split(" "),
  number: "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf".split(" "),
};

function applies(keyword: string, type: unknown): boolean {
  const [needed] = Object.entries(typed).find(([, keywords]) => keywords.includes(keyword)) ?? [];
  if (needed === undefined || type === undefined) return true;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.includes(needed) || (needed === "number" && types.includes("integer"));
}

const defaults: Readonly<Record<string, readonly unknown[]>> = {
  required: [false],
  nullable: [false],
  deprecated: [false],
  readOnly: [false],
  writeOnly: [false],
  uniqueItems: [false],
  explode: [true, false],
  allowReserved: [false],
  allowEmptyValue: [false],
  additionalProperties: [true],
  minLength: [0],
  minItems: [0],
  minProperties: [0],
  style: ["form", "simple"],
  protocolVersion: [],
};

function isDefault(key: string, value: unknown): boolean {
  if (Object.hasOwn(defaults, key)) return defaults[key]?.includes(value) === true;
  return sizeOf(value) === 0 && typeof value === "object";
}
