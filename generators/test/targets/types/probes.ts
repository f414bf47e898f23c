// A named schema -> statements about its type that a compiler must accept or refuse: values of the schema as literals, the same with
// something wrong, and reads of required members.
import { layOut } from "../../../src/emit/layout.ts";
import { requiredMembersOf } from "../../../src/model/analysis/fixed-values.ts";
import { hasOnlyType } from "../../../src/model/analysis/json-types.ts";
import { memberAt } from "../../../src/model/analysis/members.ts";
import { isObject, sampleOf } from "../../../src/model/sampling/index.ts";
import type { Json, NamedSchema, Schema } from "../../../src/model/schema.ts";
import { describedPartOf } from "../../../src/model/values/described-part.ts";
import { canonical, isList } from "../../../src/model/values/equality.ts";
import { matches } from "../../../src/model/values/matching.ts";
import { typeOf } from "../../../src/targets/types/index.ts";
import { Expressible, type Inexpressible, Rejecters } from "./expressible.ts";

/** What a statement has wrong; `valid` and `read`: nothing. */
export const probeKinds = ["valid", "read", "missing", "undefined", "type", "value"] as const;
export type ProbeKind = (typeof probeKinds)[number];

export interface Probe {
  readonly kind: ProbeKind;
  readonly schema: string;
  /** A statement; `T` has the types. On one line where it must not compile. */
  readonly text: string;
}

/** Rejected values that a type cannot exclude: how many, by what rejects them. */
export type Unexpressed = Map<Inexpressible | typeof anyMember | typeof several, number>;
export const anyMember = "required, for a member of any value";
export const several = "several of these together";

/** The statements about the schemas of one API. `most`: how many of each kind there may be for a schema. */
export class Prober {
  readonly unexpressed: Unexpressed = new Map();
  private readonly most: number;
  private readonly expressible = new Expressible();
  private readonly rejecters = new Rejecters();

  constructor(most: number) {
    this.most = most;
  }

  of(named: NamedSchema): readonly Probe[] {
    const values = valuesOf(named);
    const narrowed = this.expressible.of(named.schema);
    const probes = [
      ...values.map((value): Probe => literal("valid", named, textOf(value))),
      ...variantsOf(values, 2 * this.most).flatMap((variant) => this.judged(named, narrowed, variant)),
      ...readsOf(named),
    ];
    const distinct = [...new Map(probes.map((probe) => [probe.text, probe])).values()];
    return probeKinds.flatMap((kind) =>
      spread(
        distinct.filter((probe) => probe.kind === kind),
        this.most,
      ),
    );
  }

  /** A variant that the expressible part of the schema rejects must not compile; one that only the rest rejects is counted. */
  private judged(named: NamedSchema, narrowed: Schema, { kind, other, original, path }: Variant): Probe[] {
    const value = changed(original, path, other);
    if (matches(narrowed, value)) {
      if (!matches(named.schema, value)) this.count(this.rejecters.of(named.schema, value) ?? several);
      return [];
    }
    const rejected = literal(kind, named, textOf(value));
    if (kind !== "missing") return [rejected];
    // `unknown` includes `undefined`.
    const isAny = ofEachType.every((some) => matches(narrowed, changed(original, path, some)));
    if (isAny) this.count(anyMember);
    return isAny ? [rejected] : [rejected, literal("undefined", named, textOf(original, path))];
  }

  private count(key: Inexpressible | typeof anyMember | typeof several): void {
    this.unexpressed.set(key, (this.unexpressed.get(key) ?? 0) + 1);
  }
}

/** Evenly spread over a list. */
function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)]).filter(
    (item) => item !== undefined,
  );
}

/** Values that match: with required members alone, with all, and some at random. */
function valuesOf({ schema }: NamedSchema): Json[] {
  const options = [{}, { all: true }, { all: true, seed: 1 }, { all: true, seed: 2 }, { seed: 3 }];
  const samples = options.map((more) => sampleOf(schema, { places: 60, described: "scalars", ...more }));
  const values = samples.flatMap((sample) => (sample.ok ? [sample.value] : []));
  const distinct = new Map(values.map((value) => [canonical(value), value]));
  return [...distinct.values()].filter((value) => isDescribed(schema, value));
}

/** A literal with members that a schema merely allows does not compile. */
function isDescribed(schema: Schema, value: Json): boolean {
  return canonical(describedPartOf(schema, value)) === canonical(value);
}

type Path = readonly (string | number)[];

/** A value with something else at one place. */
interface Variant {
  readonly kind: "missing" | "type" | "value";
  /** What is at the place; `undefined`: nothing. */
  readonly other: Json | undefined;
  readonly original: Json;
  readonly path: Path;
}

const deepest = 3;

/** At most so many of each kind: validating large values is slow. */
function variantsOf(values: readonly Json[], most: number): readonly Variant[] {
  const all = values.flatMap((original) =>
    placesIn(original, []).flatMap(({ path, value }) =>
      [...othersThan(value, path)].map(([kind, other]): Variant => ({ kind, other, original, path })),
    ),
  );
  return [...Map.groupBy(all, ({ kind }) => kind).values()].flatMap((some) => spread(some, most));
}

function placesIn(value: Json, path: Path): { readonly path: Path; readonly value: Json }[] {
  const inner = path.length === deepest ? [] : isList(value) ? value.slice(0, 2).entries() : entriesOf(value);
  return [{ path, value }, ...[...inner].flatMap(([step, child]) => placesIn(child, [...path, step]))];
}

function entriesOf(value: Json): [string, Json][] {
  return isObject(value) ? Object.entries(value) : [];
}

/** Nothing, for a member; values of other types; and one of the same type that no list of values has. */
function* othersThan(value: Json, path: Path): Iterable<[Variant["kind"], Json | undefined]> {
  if (typeof path.at(-1) === "string") yield ["missing", undefined];
  for (const other of ofEachType) if (typeNameOf(other) !== typeNameOf(value)) yield ["type", other];
  if (typeof value === "string") yield ["value", `${value}-unlisted`];
  if (typeof value === "number") yield ["value", value + 1.5];
  if (typeof value === "boolean") yield ["value", !value];
}

const ofEachType: readonly Json[] = ["text", 7, true, null, ["text"], { a: "text" }];

function typeNameOf(value: Json): string {
  return value === null ? "null" : isList(value) ? "array" : typeof value;
}

function literal(kind: ProbeKind, { name }: NamedSchema, text: string): Probe {
  return { kind, schema: name, text: `{ const value: T.${name} = ${text}; }` };
}

/** Each required member that a description has a schema of, as a value of the type of that schema. */
function readsOf({ name, schema }: NamedSchema): Probe[] {
  if (!hasOnlyType(schema, "object")) return [];
  return [...requiredMembersOf(schema)].flatMap((member) => {
    const described = memberAt(schema, [member]);
    if (described === null) return [];
    const type = layOut(typeOf(described), (symbol) => `T.${symbol.name}`);
    const text = `{ const read = (value: T.${name}): ${type} => value[${JSON.stringify(member)}]; }`;
    return [{ kind: "read" as const, schema: name, text }];
  });
}

/** A value as a literal; `undefinedAt`: where `undefined` is instead. */
function textOf(value: Json, undefinedAt: Path | null = null): string {
  if (undefinedAt !== null && undefinedAt.length === 0) return "undefined";
  const below = (step: string | number): Path | null =>
    undefinedAt !== null && undefinedAt[0] === step ? undefinedAt.slice(1) : null;
  if (isList(value)) return `[${value.map((item, index) => textOf(item, below(index))).join(", ")}]`;
  if (!isObject(value)) return Object.is(value, -0) ? "-0" : JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) =>
      `${name === "__proto__" ? '["__proto__"]' : JSON.stringify(name)}: ${textOf(member, below(name))}`,
  );
  return `{ ${members.join(", ")} }`;
}

/** With another value at the place; `undefined`: with nothing there. */
function changed(value: Json, path: Path, other: Json | undefined): Json {
  const [step, ...below] = path;
  if (step === undefined) return other ?? null;
  if (isList(value)) return value.map((item, index) => (index === step ? changed(item, below, other) : item));
  const entries = entriesOf(value).flatMap(([name, member]): [string, Json][] => {
    if (name !== step) return [[name, member]];
    return below.length === 0 && other === undefined ? [] : [[name, changed(member, below, other)]];
  });
  return Object.fromEntries(entries);
}
