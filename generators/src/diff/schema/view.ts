// Schemas that all apply to one value -> their combination, sorted by the JSON type they apply to. References and
// intersections are resolved, and so are alternatives that only the type of the value decides.
import { type JsonType, jsonTypeOf, jsonTypes, jsonTypesOf } from "../../model/analysis/json-types.ts";
import type { Location } from "../../model/place.ts";
import {
  type ArraySchema,
  anyText,
  type ConditionalSchema,
  type Discriminator,
  type EnumSchema,
  type Json,
  type NotSchema,
  type NumberSchema,
  noAnnotations,
  type ObjectSchema,
  type Schema,
  type StringSchema,
  type UnevaluatedSchema,
  type UnionSchema,
} from "../../model/schema.ts";
import { unreachable } from "../../model/unreachable.ts";
import { matches } from "../../model/values/matching.ts";
import {
  activeArrays,
  activeNumbers,
  activeObjects,
  activeStrings,
  isEverything,
  isNothing,
  onlyTypeOf,
} from "./idle.ts";

export interface View {
  /** The location to report when no closer one is known. */
  readonly at: Location;
  readonly types: ReadonlySet<JsonType>;
  readonly numbers: readonly NumberSchema[];
  readonly strings: readonly StringSchema[];
  readonly arrays: readonly ArraySchema[];
  readonly objects: readonly ObjectSchema[];
  readonly enums: readonly EnumView[];
  readonly choices: readonly Choice[];
  /** The alternatives beside one that accepts every text or number: they exclude nothing. */
  readonly suggestions: readonly Suggestion[];
  readonly nots: readonly NotSchema[];
  readonly conditions: readonly ConditionalSchema[];
  /** The schemas of unevaluated members and elements. */
  readonly rests: readonly UnevaluatedSchema[];
  /** Everything but alternatives, as it is in the description, with the types it applies to. */
  readonly parts: readonly { readonly types: Types; readonly schema: Schema }[];
}

/** The values of one `enum` that have a type. */
export interface EnumView {
  readonly type: JsonType;
  readonly schema: EnumSchema;
  /** Where each value is, when it is not in one `enum`. */
  readonly places?: readonly Location[];
}

/** `enum` of `anyOf: [string, enum]`. */
export interface Suggestion {
  readonly type: JsonType;
  readonly schema: Schema;
}

/** Alternatives that the type of a value does not decide. */
export interface Choice {
  readonly type: JsonType;
  readonly at: Location;
  readonly mode: "anyOf" | "oneOf";
  readonly members: readonly Schema[];
  /** What applies next to each, where it is compared with them. */
  readonly beside: readonly Schema[];
  readonly discriminator: Discriminator | null;
  /** The same for every type with the same alternatives. */
  readonly key: string;
}

export function viewOf(schemas: readonly Schema[], at: Location): View {
  const collected = new Collected(at);
  for (const schema of schemas) collected.add(schema, new Set(jsonTypes));
  return withoutIdle(collected);
}

/** Without what excludes nothing beside the rest. */
function withoutIdle(view: View): View {
  const { types, rests } = view;
  return {
    ...view,
    numbers: activeNumbers(view.numbers),
    strings: activeStrings(view.strings),
    arrays: activeArrays(view.arrays, rests.length > 0),
    objects: activeObjects(view.objects, rests.length > 0),
    nots: view.nots.filter(({ schema }) => [...jsonTypesOf(schema)].some((type) => types.has(type))),
    conditions: view.conditions.filter(
      ({ then, else: otherwise }) => rests.length > 0 || !(isEverything(then) && isEverything(otherwise)),
    ),
  };
}

/** Whether everything is accepted. */
export function acceptsAll(view: View): boolean {
  const { types, numbers, strings, arrays, objects, enums, choices, nots, conditions, rests } = view;
  const constraints = [numbers, strings, arrays, objects, enums, choices, nots, conditions, rests];
  return types.size === jsonTypes.length && constraints.every((list) => list.length === 0);
}

type Types = ReadonlySet<JsonType>;

class Collected implements View {
  readonly at: Location;
  readonly types: Set<JsonType> = new Set(jsonTypes);
  readonly numbers: NumberSchema[] = [];
  readonly strings: StringSchema[] = [];
  readonly arrays: ArraySchema[] = [];
  readonly objects: ObjectSchema[] = [];
  readonly enums: EnumView[] = [];
  readonly choices: Choice[] = [];
  readonly suggestions: Suggestion[] = [];
  readonly nots: NotSchema[] = [];
  readonly conditions: ConditionalSchema[] = [];
  readonly rests: UnevaluatedSchema[] = [];
  readonly parts: { readonly types: Types; readonly schema: Schema }[] = [];
  private readonly inside = new Set<Schema>();

  constructor(at: Location) {
    this.at = at;
  }

  /** Adds what `schema` states about values of some types. */
  add(schema: Schema, types: Types): void {
    switch (schema.kind) {
      case "any":
        return;
      case "never":
        this.refuse(types, new Set());
        return;
      case "null":
      case "boolean":
        this.refuse(types, new Set([schema.kind]));
        return;
      case "number":
        this.addTyped(schema, types, this.numbers);
        return;
      case "string":
        this.addTyped(schema, types, this.strings);
        return;
      case "array":
        this.addTyped(schema, types, this.arrays);
        return;
      case "object":
        this.addTyped(schema, types, this.objects);
        return;
      case "enum":
        this.addEnum(schema, types);
        return;
      case "ref":
        this.addReferred(schema.target.schema, types);
        return;
      case "intersection":
        for (const member of schema.members) this.add(member, types);
        return;
      case "union":
        this.addUnion(schema, types);
        return;
      case "not":
        this.addNot(schema, types);
        return;
      case "conditional":
        this.addCondition(schema, types);
        return;
      case "unevaluated":
        addOnce(schema, this.rests);
        this.add(schema.schema, types);
        return;
      default:
        unreachable(schema);
    }
  }

  /** A reference to itself without a value in between states nothing; the reader reports it. */
  private addReferred(schema: Schema, types: Types): void {
    if (this.inside.has(schema)) return;
    this.inside.add(schema);
    this.add(schema, types);
    this.inside.delete(schema);
  }

  private addNot(schema: NotSchema, types: Types): void {
    const { schema: inner } = schema;
    const type = onlyTypeOf(inner);
    if (isNothing(inner)) return;
    if (inner.kind === "not") this.add(inner.schema, types);
    else if (isEverything(inner)) this.refuse(types, new Set());
    else if (type !== null) this.refuse(new Set([...types].filter((each) => each === type)), new Set());
    else {
      addOnce(schema, this.nots);
      this.parts.push({ types, schema });
    }
  }

  private addCondition(schema: ConditionalSchema, types: Types): void {
    if (isEverything(schema.if)) this.add(schema.then, types);
    else if (isNothing(schema.if)) this.add(schema.else, types);
    else {
      addOnce(schema, this.conditions);
      this.parts.push({ types, schema });
    }
  }

  private addTyped<S extends Schema & { readonly kind: JsonType }>(schema: S, types: Types, list: S[]): void {
    this.refuse(types, new Set([schema.kind]));
    if (types.has(schema.kind) && this.types.has(schema.kind)) {
      list.push(schema);
      this.parts.push({ types: new Set([schema.kind]), schema });
    }
  }

  private refuse(types: Types, allowedTypes: Types): void {
    for (const type of types) if (!allowedTypes.has(type)) this.types.delete(type);
  }

  private addEnum(schema: EnumSchema, types: Types): void {
    const held = new Set(schema.values.map(jsonTypeOf));
    this.refuse(types, held);
    for (const type of types) if (held.has(type)) this.enums.push({ type, schema });
    this.parts.push({ types, schema });
  }

  private addUnion(schema: UnionSchema, types: Types): void {
    const bytes = untypedBytesIn(schema);
    if (bytes !== null) {
      this.add(bytes, types);
      return;
    }
    const all = schema.discriminator === null ? flatMembers(schema) : schema.members;
    const typesOf = all.map((member) => jsonTypesOf(member));
    for (const type of types) {
      const members = all.filter((_, index) => typesOf[index]?.has(type));
      const isOpen = schema.mode === "anyOf" && this.rests.length === 0 && members.some(isEverything);
      if (isOpen) continue;
      const suggested = this.rests.length === 0 ? suggestedOf(schema, members, type) : [];
      const remainingMembers = members.filter((member) => !suggested.includes(member));
      const [only] = remainingMembers;
      if (schema.mode === "anyOf") this.suggestions.push(...suggested.map((member) => ({ type, schema: member })));
      else if (suggested.length > 0) this.addNot(eitherOf(suggested, schema), new Set([type]));
      if (only === undefined) this.types.delete(type);
      else if (remainingMembers.length === 1) this.add(only, new Set([type]));
      else if (schema.mode !== "types")
        this.choices.push(choiceOf({ ...schema, members: all }, remainingMembers, type));
    }
  }
}

/**
 * The scalar alternatives whose values another one accepts: of `anyOf` they exclude nothing. Of `oneOf`, lists of values beside one that accepts
 * every text or number: they match two, so they are excluded.
 */
function suggestedOf({ mode, discriminator }: UnionSchema, members: readonly Schema[], type: JsonType): Schema[] {
  if (mode === "types" || discriminator !== null || type === "object" || type === "array") return [];
  const open = members.find((member) => onlyTypeOf(referredBy(member)) === type);
  const listed = members.filter((member) => listsIn(member) !== null);
  if (mode === "oneOf") return open !== undefined && listed.length === members.length - 1 ? listed : [];
  if (open !== undefined) return members.filter((member) => member !== open);
  const wide = members.filter((member) => referredBy(member).kind === type);
  const isWithin = (value: Json): boolean => jsonTypeOf(value) !== type || wide.some((each) => matches(each, value));
  return listed.filter((member) => listsIn(member)?.every(({ values }) => values.every(isWithin)));
}

function eitherOf(members: readonly Schema[], { at: owner, annotations }: UnionSchema): NotSchema {
  const [only, ...more] = members;
  const at = only?.at ?? owner;
  const any: Schema = { kind: "union", mode: "anyOf", members, discriminator: null, at, annotations };
  return { kind: "not", schema: only !== undefined && more.length === 0 ? only : any, at, annotations };
}

/** Whether it excludes what two alternatives of a `oneOf` match. */
export function isOverlap({ at }: NotSchema): boolean {
  return at.parent?.key === "oneOf";
}

/** An `enum`, or those of alternatives that are nothing else; `null` for any other schema. */
export function listsIn(schema: Schema, step = 0): EnumSchema[] | null {
  const target = referredBy(schema);
  if (target.kind === "enum") return [target];
  if (target.kind !== "union" || step === mostSteps) return null;
  const lists = target.members.map((member) => listsIn(member, step + 1));
  return lists.includes(null) ? null : lists.flatMap((list) => list ?? []);
}

/** The maximum length of a chain of references. */
const mostSteps = 20;

function referredBy(schema: Schema, step = 0): Schema {
  return schema.kind === "ref" && step < mostSteps ? referredBy(schema.target.schema, step + 1) : schema;
}

/** `contentMediaType: application/octet-stream` without a type: bytes, of which the JSON types say nothing. */
function untypedBytesIn({ mode, members }: UnionSchema): StringSchema | null {
  if (mode !== "types" || members.length !== jsonTypes.length) return null;
  const [text, ...more] = members.filter((member) => onlyTypeOf(member) === null);
  if (text?.kind !== "string" || more.length > 0) return null;
  return text.contentEncoding === null && isBinary(text.contentMediaType) ? text : null;
}

function isBinary(mediaType: string | null): boolean {
  return (
    mediaType !== null && /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip|gzip)$/i.test(mediaType)
  );
}

/** Alternatives of alternatives are alternatives, where they have no name of their own; so are the types of one. */
function flatMembers({ mode, members }: UnionSchema): Schema[] {
  return members.flatMap((member) => {
    if (member.kind !== "union" || member.discriminator !== null || member.annotations.title !== null) return [member];
    const hasTypes = member.mode === "types" && member.members.length < jsonTypes.length;
    return member.mode === mode || hasTypes ? flatMembers(member) : [member];
  });
}

/** An alternative that allows several types appears once for each of them. */
function addOnce<S>(schema: S, list: S[]): void {
  if (!list.includes(schema)) list.push(schema);
}

function choiceOf(schema: UnionSchema, members: readonly Schema[], type: JsonType): Choice {
  const { at, mode, discriminator } = schema;
  const indexes = members.map((member) => schema.members.indexOf(member));
  const mapping = (discriminator?.mapping ?? []).flatMap(({ value, member }) => {
    const index = indexes.indexOf(member);
    return index === -1 ? [] : [{ value, member: index }];
  });
  return {
    type,
    at,
    mode: mode === "oneOf" ? "oneOf" : "anyOf",
    members,
    beside: [],
    discriminator: discriminator === null ? null : { ...discriminator, mapping },
    key: indexes.join(),
  };
}

export function bareOf(type: JsonType, at: Location): Schema {
  const shared = { at, annotations: noAnnotations };
  switch (type) {
    case "null":
    case "boolean":
      return { kind: type, ...shared };
    case "string":
      return anyText(at);
    case "number": {
      const limits = { minimum: null, exclusiveMinimum: null, maximum: null, exclusiveMaximum: null };
      return { kind: "number", integer: false, ...limits, multipleOf: null, format: null, ...shared };
    }
    case "array": {
      const limits = { contains: null, minItems: null, maxItems: null, uniqueItems: false };
      return {
        kind: "array",
        prefixItems: [],
        items: { kind: "any", ...shared },
        itemsStated: false,
        ...limits,
        ...shared,
      };
    }
    case "object": {
      const lists = { properties: [], patternProperties: [], requiredElsewhere: [] };
      const dependence = { dependentRequired: [], dependentSchemas: [] };
      const limits = { propertyNames: null, minProperties: null, maxProperties: null };
      const additional = { additional: { kind: "any", ...shared }, additionalStated: false } as const;
      return { kind: "object", ...lists, ...dependence, ...limits, ...additional, ...shared };
    }
    default:
      return unreachable(type);
  }
}
