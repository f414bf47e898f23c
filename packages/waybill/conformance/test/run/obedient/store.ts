// What an obedient server keeps: things below the path that they were created at, each with an id of the kind that the
// description asks for. Paths that nothing creates at hold what the description itself names.
import { type Json, matches, type Operation, type Schema } from "waybill/description";
import { sampleOf } from "../../../src/values/places.ts";
import { propertiesOf, resolved } from "./decode.ts";

export type Thing = Record<string, Json>;

export class Store {
  /** By concrete path: `/users/u1/cards`. */
  private readonly things = new Map<string, Map<string, Thing>>();
  private readonly singles = new Map<string, Thing>();
  private readonly operations: readonly Operation[];
  /** The shapes of things, by template. */
  private readonly known = new Map<string, Schema[]>();
  /** Ids count up from here. */
  private made: number;
  private readonly seeds: number;

  constructor(operations: readonly Operation[], seeds: number, made = 0) {
    this.operations = operations;
    this.seeds = seeds;
    this.made = made;
  }

  /** The things at a concrete path that belongs to the template; a first look finds as many as there are at the start. */
  at(template: string, path: string): Map<string, Thing> {
    const found = this.things.get(path);
    if (found !== undefined) return found;
    const things = new Map<string, Thing>();
    this.things.set(path, things);
    for (let count = 0; count < this.seeds; count += 1) this.add(template, path, {});
    return things;
  }

  /** The thing at a path of its own, with what is said of it now. */
  single(path: string, said: Thing, isWhole: boolean): Thing {
    const thing = { ...(isWhole ? {} : this.singles.get(path)), ...said };
    this.singles.set(path, thing);
    return thing;
  }

  /** The operation that makes things at a template; `null` when nothing does. */
  creator(template: string): Operation | null {
    const found = this.operations.find(({ method, path }) => method === "post" && path.text === template);
    return found !== undefined && this.idOf(template) !== null && this.hasItems(template) ? found : null;
  }

  hasItems(template: string): boolean {
    return this.operations.some(({ path }) => path.text.startsWith(`${template}/{`));
  }

  /** The member of a thing's record that its path names. */
  idOf(template: string): { readonly member: string; readonly schema: Schema } | null {
    const parameter = /^\/\{([^}]+)\}/.exec(
      this.operations.find(({ path }) => path.text.startsWith(`${template}/{`))?.path.text.slice(template.length) ?? "",
    )?.[1];
    const members = this.shapes(template).flatMap(propertiesOf);
    const plain = (name: string): string => name.replace(/[^a-z0-9]/gi, "").toLowerCase();
    const member =
      members.find(({ name }) => plain(name) === plain(parameter ?? "id")) ?? members.find(({ name }) => name === "id");
    return member === undefined ? null : { member: member.name, schema: member.schema };
  }

  add(template: string, path: string, said: Thing): Thing {
    const id = this.idOf(template);
    this.made += 1;
    const records = this.shapes(template).map((shape) => asThing(sampleWith(shape)));
    const thing: Thing = { ...Object.assign({}, ...records), ...vary(said, this.shapes(template), this.made), ...said };
    // The client may choose a name, but not an id.
    const chosen = id === null || id.member === "id" ? undefined : said[id.member];
    const own = this.shapes(template)
      .flatMap(propertiesOf)
      .find(({ name }) => name === "id");
    if (own !== undefined) thing["id"] = idFor(own.schema, this.made);
    if (id !== null) thing[id.member] = chosen ?? idFor(id.schema, this.made);
    this.at(template, path).set(String(id === null ? this.made : thing[id.member]), thing);
    return thing;
  }

  /** Everything that responses contain of such a thing. */
  private shapes(template: string): Schema[] {
    const shapes = this.known.get(template) ?? this.shapesOf(template);
    this.known.set(template, shapes);
    return shapes;
  }

  private shapesOf(template: string): Schema[] {
    const own = this.operations.filter(
      ({ path, method }) =>
        (path.text === template && method === "post") ||
        new RegExp(`^${escaped(template)}/\\{[^}]+\\}$`).test(path.text),
    );
    return own.flatMap(({ responses }) =>
      responses
        .filter(
          ({ status }) =>
            status.kind !== "default" && String(status.kind === "code" ? status.code : status.first)[0] === "2",
        )
        .flatMap(({ content }) => content.filter(({ body }) => body === "json").map(({ schema }) => schema)),
    );
  }
}

/** Things that are there at the start differ in what filters look at. */
function vary(said: Thing, shapes: readonly Schema[], number: number): Thing {
  if (Object.keys(said).length > 0) return {};
  const members = shapes.flatMap(propertiesOf);
  return Object.fromEntries(
    members.flatMap(({ name, schema }): [string, Json][] => {
      const own = resolved(schema);
      if (own.kind === "enum") return [[name, own.values[number % own.values.length] ?? null]];
      const text = `text-${number % 3}`;
      return own.kind === "string" && /name|title|label/.test(name) && matches(schema, text) ? [[name, text]] : [];
    }),
  );
}

function idFor(schema: Schema, number: number): Json {
  const digits = String(number).padStart(12, "0");
  const candidates: Json[] = [
    `thing_${digits}`,
    number,
    `11111111-1111-4111-8111-${digits}`,
    `id${number}`,
    String(number),
  ];
  return candidates.find((one) => matches(schema, one)) ?? sampleWith(schema);
}

/** A record of the shape that a schema asks for, with all its members. */
export function sampleWith(schema: Schema): Json {
  const known = samples.get(schema);
  if (known !== undefined) return known;
  const sample = sampleOf(schema, { all: true });
  const value = sample.ok ? sample.value : null;
  samples.set(schema, value);
  return value;
}

/** A hundred runs ask for the same ones, many times each. */
const samples = new WeakMap<Schema, Json>();

export function asThing(value: Json | undefined): Thing {
  return typeof value === "object" && value !== null && !isList(value) ? { ...value } : {};
}

export interface Projection {
  /** Members that the thing lacks are made up. */
  readonly isPartial?: boolean;
  /** What they are made up from. */
  readonly base?: Json;
}

/** What of a thing a response can say: each member that its schema has and takes. */
export function projected(
  schema: Schema,
  thing: Thing,
  { isPartial = false, base = sampleWith(schema) }: Projection = {},
): Json {
  const members = propertiesOf(schema);
  if (members.length === 0 || typeof base !== "object" || base === null || Array.isArray(base)) return base;
  const kept = members.filter(({ schema: own }) => !isWriteOnly(own));
  let built: Thing = Object.fromEntries(
    Object.entries(asThing(base)).filter(([name]) => kept.some((member) => member.name === name)),
  );
  for (const { name, required, schema: own } of kept) {
    const { [name]: _, ...without } = built;
    const value = thing[name];
    const next = value === undefined ? without : { ...built, [name]: merged(built[name], trimmed(own, value)) };
    if (value !== undefined || (!required && !isPartial)) built = matches(schema, next) ? next : built;
  }
  return built;
}

/** Merges objects member by member: a response may need more fields than the request had. */
function merged(made: Json | undefined, value: Json): Json {
  if (typeof made !== "object" || made === null || isList(made)) return value;
  if (typeof value !== "object" || value === null || isList(value)) return value;
  const inner = Object.entries(value).map(([name, member]) => [name, merged(made[name], member)] as const);
  return { ...made, ...Object.fromEntries(inner) };
}

/** The value without members that the schema does not declare: the same thing has other shapes in other responses. */
function trimmed(schema: Schema, value: Json): Json {
  const own = resolved(schema);
  if (own.kind === "array" && isList(value)) return value.map((item) => trimmed(own.items, item));
  if (own.kind !== "object" || typeof value !== "object" || value === null || isList(value)) return value;
  const others = own.additionalStated ? own.additional : null;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, Json][] => {
      const declared = own.properties.find((one) => one.name === name)?.schema ?? others;
      return declared === null && own.properties.length > 0
        ? []
        : [[name, declared === null ? member : trimmed(declared, member)]];
    }),
  );
}

function isWriteOnly(schema: Schema): boolean {
  return schema.annotations.writeOnly || (schema.kind === "ref" && isWriteOnly(schema.target.schema));
}

export function isReadOnly(schema: Schema): boolean {
  return schema.annotations.readOnly || (schema.kind === "ref" && isReadOnly(schema.target.schema));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
