// Lists everything that could get lost: a copy of the description for each member, element or value that says something.
import { type Description, type Json, type JsonObject, objectIn } from "../description.ts";

export interface Removal {
  /** `schemas/order.yaml#/properties/id/type` */
  readonly place: string;
  readonly without: Description;
}

/** Words for people, examples, and what only other tools read: their loss changes no fact, or `prose` notices it. */
const words = new Set([
  "title",
  "summary",
  "description",
  "tags",
  "example",
  "examples",
  "links",
  "operationId",
  "bearerFormat",
  "x-enumDescriptions",
  // The list of components names files that are referred to anyway.
  "schemas",
  "x-waybill-open-decisions",
  "x-waybill-partial",
  "openDecisions",
  "outside",
  "bindingVersion",
]);

/** Where the facts stand. The rest of the two documents names things and describes the documents themselves. */
const parts: readonly [file: RegExp, keys: readonly string[] | "all"][] = [
  [/^(?:schemas|paths|messages)\//, "all"],
  [/^openapi\.yaml$/, ["paths", "security", "components"]],
  [/^asyncapi\.yaml$/, ["channels", "operations", "components"]],
];

export function removalsIn(description: Description, file: string): Removal[] {
  const root = objectIn(description.values.get(file));
  const keys = parts.find(([pattern]) => pattern.test(file))?.[1] ?? [];
  const members = Object.entries(root).filter(([key]) => (keys === "all" || keys.includes(key)) && !words.has(key));
  return members.flatMap(([key, member]) =>
    [...changesTo(member)].map(({ path, value }) => {
      const changed = value === gone ? withoutKey(root, key) : { ...root, [key]: value };
      const without = { ...description, values: new Map(description.values).set(file, changed) };
      return { place: `${file}#/${[key, ...path].join("/")}`, without };
    }),
  );
}

interface Change {
  readonly path: readonly string[];
  readonly value: Json | typeof gone;
}

const gone = Symbol("gone");

/** The value gone, and the value with one thing below it gone or another. */
function* changesTo(value: Json): Generator<Change> {
  yield { path: [], value: gone };
  if (Array.isArray(value)) {
    for (const [at, element] of value.entries()) {
      for (const change of changesTo(element)) {
        const changed = change.value === gone ? value.toSpliced(at, 1) : value.with(at, change.value);
        yield { path: [String(at), ...change.path], value: changed };
      }
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      if (words.has(key)) continue;
      for (const change of changesTo(member)) {
        const changed = change.value === gone ? withoutKey(value, key) : { ...value, [key]: change.value };
        yield { path: [key, ...change.path], value: changed };
      }
    }
  } else {
    yield { path: ["*"], value: otherThan(value) };
  }
}

function otherThan(value: null | boolean | number | string): Json {
  if (typeof value === "boolean") return !value;
  return typeof value === "number" ? value + 1 : `${value}x`;
}

function withoutKey(value: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}
