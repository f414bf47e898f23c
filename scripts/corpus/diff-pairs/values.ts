// Two schemas -> values at the boundaries of both: what one of them may accept and the other not.
import type { JsonSchema } from "../../../generators/test/targets/zod/judges.ts";

type Members = Readonly<Record<string, unknown>>;

/** Plain schemas that apply to one value together: an alternative of each list was chosen. */
type Parts = readonly Members[];

/** At most this many values of the whole. */
const most = 480;
const mostWays = 8;

export function valuesOf(one: JsonSchema, other: JsonSchema, depth = 0): unknown[] {
  const [own, others] = [waysOf([one]), waysOf([other])];
  const ways = [
    ...own.map((parts) => ({ parts, others: others[0] ?? [] })),
    ...others.map((parts) => ({ parts, others: own[0] ?? [] })),
  ];
  const kept = isSame(one, other) ? own.map((parts) => ({ parts, others: [] })) : ways;
  // Deeper places take a smaller part of what is tried.
  const found = kept.slice(0, depth === 0 ? 2 * mostWays : 6).map((way) => valuesOfParts(way.parts, way.others, depth));
  return distinct(inTurn(found)).slice(0, depth === 0 ? most : most / 4 ** Math.min(depth, 2));
}

/** One of each list, then the next of each. */
function inTurn(lists: readonly (readonly unknown[])[]): unknown[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) =>
    lists.flatMap((list) => (at < list.length ? [list[at]] : [])),
  ).flat();
}

function isSame(one: JsonSchema, other: JsonSchema): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Each way to choose alternatives: the parts that apply then. */
function waysOf(schemas: readonly JsonSchema[]): Parts[] {
  let ways: Members[][] = [[]];
  for (const schema of schemas) {
    if (typeof schema === "boolean") continue;
    const { allOf, anyOf, oneOf, then, else: otherwise, not, if: condition, ...plain } = schema;
    ways = ways.map((way) => [...way, plain]);
    if (Array.isArray(allOf)) ways = crossed(ways, waysOf(allOf as JsonSchema[]));
    for (const list of [anyOf, oneOf])
      if (Array.isArray(list))
        ways = crossed(
          ways,
          (list as JsonSchema[]).flatMap((each) => waysOf([each])),
        );
    const branches = [then, otherwise, not].filter(isSchema);
    if (branches.length > 0)
      ways = [
        ...ways,
        ...crossed(
          ways,
          branches.flatMap((each) => waysOf([each])),
        ),
      ];
  }
  return ways.slice(0, mostWays);
}

function crossed(ways: readonly Members[][], others: readonly Parts[]): Members[][] {
  if (others.length === 0) return [...ways];
  return ways.flatMap((way) => others.map((other) => [...way, ...other])).slice(0, mostWays);
}

/** The likely valid ones first. */
function valuesOfParts(parts: Parts, others: Parts, depth: number): unknown[] {
  const all = [...parts, ...others];
  const scalars = scalarsOf(all);
  const types = typesOf(parts);
  const made: unknown[] = [];
  if (depth < 4) {
    if (types.has("object")) made.push(...objectsOf(parts, others, depth));
    if (types.has("array")) made.push(...listsOf(parts, others, depth));
  }
  const isLikely = (value: unknown): boolean => all.every((part) => mayAccept(part, value));
  const isPossible = (value: unknown): boolean => parts.every((part) => mayAccept(part, value));
  const likely = scalars.filter(isLikely);
  const possible = scalars.filter((value) => !isLikely(value) && isPossible(value));
  return distinct([...inTurn([likely, made, possible]), ...scalars]).slice(0, most);
}

function typesOf(parts: Parts): Set<string> {
  const found = new Set(["object", "array"]);
  for (const { type } of parts)
    if (type !== undefined) {
      const listed = Array.isArray(type) ? type : [type];
      for (const each of found) if (!listed.includes(each)) found.delete(each);
    }
  return found;
}

/** All members, each left out, each with every value it may have, and only those that one side requires. */
function objectsOf(parts: Parts, others: Parts, depth: number): unknown[] {
  const all = [...parts, ...others];
  const names = distinct(
    all.flatMap((part) => [
      ...Object.keys(membersIn(part["properties"])),
      ...stringsIn(part["required"]),
      ...Object.keys(membersIn(part["dependentRequired"])),
    ]),
  ) as string[];
  const own = distinct(
    parts.flatMap((part) => [...Object.keys(membersIn(part["properties"])), ...stringsIn(part["required"])]),
  ) as string[];
  const byName = new Map(
    names.map((name) => [name, valuesOf(memberOf(parts, name), memberOf(others, name), depth + 1)]),
  );
  const likely = (chosen: readonly string[]): Record<string, unknown> =>
    Object.fromEntries(chosen.map((name) => [name, byName.get(name)?.[0]]));
  const required = parts.flatMap((part) => stringsIn(part["required"]));
  const whole = likely(own);
  const found: unknown[] = [whole, likely(required), likely(names), {}];
  for (const name of names) {
    found.push(Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name)));
    found.push({ ...likely(required), [name]: byName.get(name)?.[0] });
    for (const value of (byName.get(name) ?? []).slice(0, 30)) {
      found.push({ ...whole, [name]: value });
      if (!required.includes(name)) found.push({ ...likely(required), [name]: value });
    }
  }
  const extra = depth > 2 ? [] : valuesOf(memberOf(parts, "zz"), memberOf(others, "zz"), depth + 1).slice(0, 12);
  for (const value of extra) found.push({ ...whole, zz: value }, { zz: value }, { zz: value, yy: value });
  return found.slice(0, most);
}

/** What applies to the member. */
function memberOf(parts: Parts, name: string): JsonSchema {
  const schemas = parts.flatMap((part): JsonSchema[] => {
    const properties = membersIn(part["properties"]);
    const named = properties[name];
    const patterned = Object.entries(membersIn(part["patternProperties"])).flatMap(([pattern, schema]) =>
      new RegExp(pattern, "u").test(name) && isSchema(schema) ? [schema] : [],
    );
    const listed = [...(isSchema(named) && Object.hasOwn(properties, name) ? [named] : []), ...patterned];
    const rest = part["additionalProperties"];
    return listed.length > 0 || !isSchema(rest) ? listed : [rest];
  });
  return schemas.length === 1 ? (schemas[0] ?? true) : { allOf: schemas };
}

function listsOf(parts: Parts, others: Parts, depth: number): unknown[] {
  const elementsOf = (of: Parts): JsonSchema => ({
    allOf: of.flatMap((part) => (isSchema(part["items"]) ? [part["items"]] : [])),
  });
  const values = valuesOf(elementsOf(parts), elementsOf(others), depth + 1);
  const sizes = distinct(
    [...parts, ...others].flatMap((part) => around([part["minItems"], part["maxItems"]])).concat([0, 1, 2, 3]),
  ) as number[];
  const [first] = values;
  return [
    ...sizes
      .filter((size) => size >= 0 && size < 9)
      .flatMap((size) => [
        Array.from({ length: size }, () => first),
        Array.from({ length: size }, (_, at) => values[at]),
      ]),
    ...values.slice(0, 30).map((value) => [value]),
    ...values.slice(0, 20).map((value) => [first, value]),
    ...values.slice(0, 20).map((value) => [first, value, value]),
  ];
}

const usual = [null, true, false, 0, 1, -1, 0.5, 2, "", "a", "ab", "abc", "AB", "1", "a1", "2027-01-31", "a@b.example"];
const formatted = ["2027-01-31T00:00:00Z", "7f000001-0000-4000-8000-000000000000"];

/** Values at the bounds of every part. */
function scalarsOf(parts: Parts): unknown[] {
  const listed = parts.flatMap((part) => [
    ...("const" in part ? [part["const"]] : []),
    ...(Array.isArray(part["enum"]) ? part["enum"] : []),
  ]);
  const bounds = around(
    parts.flatMap((part) => ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map((key) => part[key])),
  );
  const steps = parts.flatMap((part) => (typeof part["multipleOf"] === "number" ? [part["multipleOf"]] : []));
  const multiples = steps.flatMap((step) => [step, 2 * step, 3 * step, 5 * step, 10 * step, -step]);
  const halves = bounds.flatMap((bound) => [bound - 0.5, bound + 0.5]);
  const lengths = around(parts.flatMap((part) => [part["minLength"], part["maxLength"]])).filter(
    (length) => length >= 0 && length < 40,
  );
  const texts = lengths.flatMap((length) => [
    "a".repeat(length),
    "b1".repeat(length).slice(0, length),
    "AB".repeat(length).slice(0, length),
    `${"x".repeat(Math.max(0, length - 1))}1`,
  ]);
  return distinct([...listed, ...bounds, ...multiples, ...halves, ...texts, ...usual, ...formatted]);
}

function around(bounds: readonly unknown[]): number[] {
  return bounds.flatMap((bound) => (typeof bound === "number" ? [bound, bound - 1, bound + 1] : []));
}

/** Whether a part by itself does not refuse a scalar; formats and what is inside of objects and lists are not looked at. */
function mayAccept(part: Members, value: unknown): boolean {
  const { type, minimum = -1e9, maximum = 1e9, exclusiveMinimum = -1e9, exclusiveMaximum = 1e9, multipleOf } = part;
  if (type !== undefined && !(Array.isArray(type) ? type : [type]).some((each) => isOfType(value, each))) return false;
  if ("const" in part && part["const"] !== value) return false;
  if (Array.isArray(part["enum"]) && !part["enum"].includes(value)) return false;
  if (typeof value === "number") {
    if (value < Number(minimum) || value > Number(maximum)) return false;
    if (value <= Number(exclusiveMinimum) || value >= Number(exclusiveMaximum)) return false;
    return typeof multipleOf !== "number" || Number.isInteger(value / multipleOf);
  }
  if (typeof value !== "string") return true;
  const { minLength = 0, maxLength = 1e9, pattern, format } = part;
  if (value.length < Number(minLength) || value.length > Number(maxLength)) return false;
  if (typeof pattern === "string" && !new RegExp(pattern, "u").test(value)) return false;
  return typeof format !== "string" || isFormatted(format, value);
}

function isFormatted(format: string, value: string): boolean {
  if (format === "date") return value === "2027-01-31";
  if (format === "date-time") return value === "2027-01-31T00:00:00Z";
  if (format === "uuid") return value.length === 36 && value.includes("-");
  return format !== "email" || value === "a@b.example";
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "null") return value === null;
  return type === typeof value && value !== null;
}

function distinct(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()].filter(
    (value) => value !== undefined,
  );
}

function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function membersIn(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "boolean" || (typeof value === "object" && value !== null && !Array.isArray(value));
}
