// Schemas -> where in their values the texts are that are points in time, as a plan to make Dates of them; and where that cannot be
// told from the value alone, which is reported.
import type { Report } from "../diagnostics/index.ts";
import type { Api } from "./api.ts";
import { everyOperationOf } from "./http.ts";
import type { NamedSchema, ObjectSchema, Schema } from "./schema.ts";
import { speakingOf } from "./speaking-patterns.ts";
import { unreachable } from "./unreachable.ts";
import { schemasOfMessages, schemasOfOperation } from "./used-schemas.ts";

/** `null` stands for no point in time anywhere inside. */
export type DatePlan =
  | { readonly kind: "self" }
  | { readonly kind: "ref"; readonly target: NamedSchema }
  | { readonly kind: "array"; readonly first: readonly (DatePlan | null)[]; readonly items: DatePlan | null }
  | ObjectPlan
  /** All of them, one after the other. */
  | { readonly kind: "all"; readonly parts: readonly DatePlan[] }
  | {
      readonly kind: "choice";
      readonly property: string;
      readonly by: readonly (readonly [string, DatePlan | null])[];
    };

interface ObjectPlan {
  readonly kind: "object";
  /** Those without a point in time too, when `rest` must leave them alone. */
  readonly members: readonly (readonly [string, DatePlan | null])[];
  readonly patterns: readonly (readonly [string, DatePlan | null])[];
  readonly rest: DatePlan | null;
}

/** Plans for the schemas of one API. */
export class DatePlans {
  private readonly dated: ReadonlySet<NamedSchema>;

  constructor(schemas: readonly NamedSchema[]) {
    this.dated = datedOf(schemas);
  }

  has(named: NamedSchema): boolean {
    return this.dated.has(named);
  }

  of(schema: Schema): DatePlan | null {
    switch (schema.kind) {
      case "string":
        return schema.date === true ? { kind: "self" } : null;
      case "ref":
        return this.dated.has(schema.target) ? { kind: "ref", target: schema.target } : null;
      case "array": {
        const first = schema.prefixItems.map((item) => this.of(item));
        const items = this.of(schema.items);
        return items === null && first.every((item) => item === null) ? null : { kind: "array", first, items };
      }
      case "object":
        return this.ofObject(schema);
      case "union": {
        const { discriminator, members } = schema;
        if (discriminator === null) return this.all(members);
        const by = discriminator.mapping.map(({ value, member }) => {
          const chosen = members[member];
          return [value, chosen === undefined ? null : this.of(chosen)] as const;
        });
        if (by.every(([, plan]) => plan === null)) return null;
        return { kind: "choice", property: discriminator.property, by };
      }
      case "intersection":
        return this.all(schema.members);
      case "conditional":
        return this.all([schema.then, schema.else]);
      case "unevaluated":
        return this.of(schema.schema);
      case "any":
      case "never":
      case "null":
      case "boolean":
      case "number":
      case "enum":
      case "not":
        return null;
      default:
        return unreachable(schema);
    }
  }

  private all(schemas: readonly Schema[]): DatePlan | null {
    const parts = schemas.map((schema) => this.of(schema)).filter((plan) => plan !== null);
    const [only] = parts;
    return parts.length < 2 ? (only ?? null) : { kind: "all", parts };
  }

  private ofObject(schema: ObjectSchema): DatePlan | null {
    const rest = this.of(schema.additional);
    const patterns = schema.patternProperties.map((each) => [each.pattern, this.of(each.schema)] as const);
    const members = schema.properties.map((each) => [each.name, this.of(each.schema)] as const);
    const spread = rest !== null || patterns.some(([, plan]) => plan !== null);
    const own: ObjectPlan = {
      kind: "object",
      members: spread ? members : members.filter(([, plan]) => plan !== null),
      patterns: spread ? patterns : [],
      rest,
    };
    const depending = this.all(schema.dependentSchemas.map((each) => each.schema));
    if (!spread && own.members.length === 0) return depending;
    return depending === null ? own : { kind: "all", parts: [own, depending] };
  }
}

/** The schemas with a point in time inside, behind references too. */
function datedOf(schemas: readonly NamedSchema[]): ReadonlySet<NamedSchema> {
  const users = new Map<NamedSchema, NamedSchema[]>();
  const found = new Set<NamedSchema>();
  for (const named of schemas) {
    const waiting = [named.schema];
    for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
      if (schema.kind === "ref") users.set(schema.target, [...(users.get(schema.target) ?? []), named]);
      if (schema.kind === "string" && schema.date === true) found.add(named);
      waiting.push(...valuesIn(schema));
    }
  }
  for (const named of found) for (const user of users.get(named) ?? []) found.add(user);
  return found;
}

/** The schemas of the value and of what is inside of it, without those that only judge it. */
function valuesIn(schema: Schema): readonly Schema[] {
  switch (schema.kind) {
    case "array":
      return [...schema.prefixItems, schema.items];
    case "object":
      return [
        ...schema.properties.map((each) => each.schema),
        ...schema.patternProperties.map((each) => each.schema),
        ...schema.dependentSchemas.map((each) => each.schema),
        schema.additional,
      ];
    case "union":
    case "intersection":
      return schema.members;
    case "conditional":
      return [schema.then, schema.else];
    case "unevaluated":
      return [schema.schema];
    default:
      return [];
  }
}

/** Reports every text that is a point in time for one part of the description, and any text for another. */
export function checkDates(api: Api, report: Report): void {
  const check = new DateCheck(report);
  for (const named of api.schemas) {
    if (named.name === "Date") report.add("undecidable-date", named.at, { reason: 'a schema is called "Date"' });
    check.check([named.schema]);
  }
  const inline = [...everyOperationOf(api.http).flatMap(schemasOfOperation), ...schemasOfMessages(api.messaging)];
  for (const schema of inline) check.check([schema]);
}

class DateCheck {
  private readonly report: Report;
  private readonly ids = new Map<Schema, number>();
  private readonly seen = new Set<string>();

  constructor(report: Report) {
    this.report = report;
  }

  /** `schemas`: what speaks of the same value. */
  check(schemas: readonly Schema[]): void {
    const speaking = [...new Set(schemas.map(endOf))];
    const ids = speaking.map((schema) => this.idOf(schema)).sort((a, b) => a - b);
    if (this.seen.has(ids.join())) return;
    this.seen.add(ids.join());
    const [only] = speaking;
    if (only?.kind === "union" && only.discriminator !== null && speaking.length === 1) {
      for (const member of only.members) this.check([member]);
      return;
    }
    const parts = speaking.flatMap((schema) => partsOf(schema));
    this.checkTexts(parts);
    for (const part of parts) this.checkHidden(part);
    this.checkElements(parts);
    const objects = parts.filter((part) => part.kind === "object");
    const names = new Set(objects.flatMap(({ properties }) => properties.map(({ name }) => name)));
    for (const name of names) this.check(objects.flatMap((object) => membersCalled(object, name)));
    for (const { patternProperties } of objects) for (const each of patternProperties) this.check([each.schema]);
    this.check(objects.map(({ additional }) => additional));
  }

  private checkTexts(parts: readonly Schema[]): void {
    const date = parts.find((part) => part.kind === "string" && part.date === true);
    if (date === undefined) return;
    const text = parts.find(
      (part) =>
        (part.kind === "string" && part.date !== true) ||
        (part.kind === "enum" && part.values.some((value) => typeof value === "string")),
    );
    if (text === undefined) return;
    const reason =
      text.kind === "enum"
        ? "its values are listed"
        : "a text that is none is allowed in its place, or asked for beside it";
    this.report.add("undecidable-date", date.at, { reason });
  }

  private checkElements(parts: readonly Schema[]): void {
    const arrays = parts.filter((part) => part.kind === "array");
    const longest = Math.max(0, ...arrays.map(({ prefixItems }) => prefixItems.length));
    for (let at = 0; at < longest; at += 1)
      this.check(arrays.map(({ prefixItems, items }) => prefixItems[at] ?? items));
    if (arrays.length > 0) this.check(arrays.map(({ items }) => items));
  }

  /** What is found only by looking at everything else first is not looked for. */
  private checkHidden(part: Schema): void {
    if (part.kind !== "unevaluated") return;
    for (const schema of [part.properties, part.items].filter((one) => one !== null))
      for (const inner of partsOf(schema))
        if (inner.kind === "string" && inner.date === true)
          this.report.add("undecidable-date", inner.at, { reason: "only what nothing else describes is one" });
  }

  private idOf(schema: Schema): number {
    const known = this.ids.get(schema) ?? this.ids.size;
    this.ids.set(schema, known);
    return known;
  }
}

/** What a reference leads to; a circle of references is reported elsewhere. */
function endOf(schema: Schema): Schema {
  let end = schema;
  for (let steps = 0; end.kind === "ref" && steps < 100; steps += 1) end = end.target.schema;
  return end;
}

/** What says something of the value itself, references and combinations followed. */
function partsOf(schema: Schema, seen: Set<Schema> = new Set()): Schema[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  switch (schema.kind) {
    case "ref":
      return partsOf(schema.target.schema, seen);
    case "union":
    case "intersection":
      return schema.members.flatMap((member) => partsOf(member, seen));
    case "conditional":
      return [schema.then, schema.else].flatMap((branch) => partsOf(branch, seen));
    case "unevaluated":
      return [schema, ...partsOf(schema.schema, seen)];
    case "object":
      return [schema, ...schema.dependentSchemas.flatMap((each) => partsOf(each.schema, seen))];
    default:
      return [schema];
  }
}

function membersCalled(schema: ObjectSchema, name: string): readonly Schema[] {
  const listed = schema.properties.filter((property) => property.name === name).map((property) => property.schema);
  const speaking = [...listed, ...speakingOf(schema, name)];
  return speaking.length > 0 ? speaking : [schema.additional];
}
