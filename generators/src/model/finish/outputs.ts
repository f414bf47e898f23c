// Schemas whose members have defaults -> their form after validation, `OrderOutput`, in which these members are always there. What
// travels keeps its own name and form.

import { objectsApart } from "../analysis/discrimination.ts";
import { decidedMembersOf, defaultOf, defaultRule, PlacePlans } from "../analysis/place-plans.ts";
import { endOf, membersNamed, partsOf } from "../analysis/value-parts.ts";
import { computedOnce } from "../computed-once.ts";
import { type Draft, type DraftOperation, type DraftSchema, targetOf, withOperations } from "../draft.ts";
import type { MediaType, Parameter, Received } from "../http.ts";
import type {
  ArraySchema,
  EnumSchema,
  NamedSchema,
  NumberSchema,
  ObjectSchema,
  Property,
  Schema,
  UnevaluatedSchema,
} from "../schema.ts";
import { schemasOf } from "./filters.ts";

/** Adds the output form of each schema after it, and to each operation what its handler receives. */
export function withOutputs(draft: Draft): Draft {
  const { http, schemas } = draft;
  const outputs = new Outputs(schemas);
  for (const named of schemas) outputs.add(named);
  const all = schemas.flatMap((named) => (named.output === undefined ? [named] : [named, named.output]));
  const inOutput = (operation: DraftOperation): DraftOperation => {
    const received = outputs.received(operation);
    return received === null ? operation : { ...operation, received };
  };
  return { ...draft, http: withOperations(http, inOutput), schemas: all };
}

class Outputs {
  private readonly plans: PlacePlans;

  constructor(schemas: readonly DraftSchema[]) {
    this.plans = new PlacePlans(schemas, defaultRule);
  }

  add(named: DraftSchema): void {
    if (this.plans.has(named)) this.named(named);
  }

  /** `null` when it is the request as sent. */
  received({ parameters, requestBody }: DraftOperation): Received | null {
    const read = parameters.map((parameter) => this.parameter(parameter));
    const content = (requestBody?.content ?? []).map((media) => this.media(media));
    const isSame =
      read.every((one, index) => one === parameters[index]) &&
      content.every((one, index) => one === requestBody?.content[index]);
    return isSame ? null : { parameters: read, requestBody: requestBody === null ? null : { ...requestBody, content } };
  }

  private parameter(parameter: Parameter): Parameter {
    const schema = this.of(parameter.schema);
    const required = parameter.required || defaultOf(parameter) !== null;
    return schema === parameter.schema && required === parameter.required
      ? parameter
      : { ...parameter, schema, required };
  }

  private media(media: MediaType): MediaType {
    const schema = this.of(media.schema);
    const item = media.item === null ? null : this.of(media.item.schema);
    if (schema === media.schema && item === (media.item?.schema ?? null)) return media;
    return { ...media, schema, item: media.item === null || item === null ? null : { ...media.item, schema: item } };
  }

  /** The same object where nothing changes. */
  private of(schema: Schema): Schema {
    return this.plans.of(schema) === null ? schema : this.changed(schema);
  }

  private changed(schema: Schema): Schema {
    switch (schema.kind) {
      case "ref":
        return { ...schema, target: this.named(schema.target) };
      case "array":
        return {
          ...schema,
          prefixItems: schema.prefixItems.map((item) => this.of(item)),
          items: this.of(schema.items),
        };
      case "object":
        return this.object(schema);
      case "union": {
        const decided = new Set(decidedMembersOf(schema));
        return { ...schema, members: schema.members.map((member) => (decided.has(member) ? this.of(member) : member)) };
      }
      case "intersection":
        return { ...schema, members: schema.members.map((member) => this.of(member)) };
      case "unevaluated":
        return { ...schema, schema: this.of(schema.schema) };
      default:
        return schema;
    }
  }

  private object(schema: ObjectSchema): ObjectSchema {
    return {
      ...schema,
      properties: schema.properties.map((property) => this.property(property)),
      patternProperties: schema.patternProperties.map((each) => ({ ...each, schema: this.of(each.schema) })),
      additional: this.of(schema.additional),
    };
  }

  private property(property: Property): Property {
    return {
      ...property,
      schema: this.of(property.schema),
      required: property.required || defaultOf(property) !== null,
    };
  }

  private named(target: DraftSchema): NamedSchema {
    if (target.output !== undefined) return target.output;
    const form: DraftSchema = {
      ...target,
      identity: `${target.identity} output`,
      // If the name is taken, the first part is added.
      nameParts: ["Filled", ...target.nameParts, "Output"],
      nameLength: target.nameLength + 1,
      isOutput: true,
      basis: targetOf(target),
    };
    target.output = targetOf(form);
    form.schema = this.of(target.schema);
    return target.output;
  }
}

// Schemas in which integers of 64 bits are `bigint` -> the same, where every other schema of the same value has its integers as `bigint`
// too. So a value has one type however it is described: in all parts of an `allOf`, in alternatives, in conditions.

/** Marks schemas in place. A mark may put another schema into a group with marks, so it repeats until there is no new one. */
export function markBigints(draft: Draft): void {
  const roots = [...draft.schemas.map(({ schema }) => schema), ...schemasOf(draft)];
  for (let isNew = true; isNew; ) {
    const groups = new Groups();
    for (const root of roots) groups.visit([root]);
    isNew = groups.hasMarked;
  }
}

class Groups {
  hasMarked = false;
  private readonly ids = new Map<Schema, number>();
  private readonly seen = new Set<string>();

  /** `schemas`: those of one value. */
  visit(schemas: readonly Schema[]): void {
    const speaking = [...new Set(schemas.map(endOf))];
    const key = speaking.map((schema) => this.idOf(schema)).sort((a, b) => a - b);
    if (this.seen.has(key.join())) return;
    this.seen.add(key.join());
    const [only] = speaking;
    if (only?.kind === "union" && speaking.length === 1 && objectsApart(only) !== null) {
      for (const member of only.members) this.visit([member]);
      return;
    }
    const seen = new Set<Schema>();
    const parts = speaking.flatMap((schema) => partsOf(schema, { seen }));
    this.mark(parts.filter(isNumeric));
    const rests = parts.filter((part) => part.kind === "unevaluated");
    this.visitElements(
      parts.filter((part) => part.kind === "array"),
      rests,
    );
    this.visitMembers(
      parts.filter((part) => part.kind === "object"),
      rests,
    );
  }

  private mark(numbers: readonly (NumberSchema | EnumSchema)[]): void {
    if (!numbers.some((schema) => schema.bigint === true)) return;
    for (const schema of numbers) {
      if (schema.bigint === true) continue;
      this.hasMarked = true;
      Object.assign(schema, { bigint: true });
    }
  }

  private visitElements(arrays: readonly ArraySchema[], rests: readonly UnevaluatedSchema[]): void {
    const others = [
      ...rests.flatMap(({ items }) => (items === null ? [] : [items])),
      ...arrays.flatMap(({ contains }) => (contains === null ? [] : [contains.schema])),
    ];
    const longest = Math.max(0, ...arrays.map(({ prefixItems }) => prefixItems.length));
    for (let at = 0; at < longest; at += 1)
      this.visit([...arrays.map(({ prefixItems, items }) => prefixItems[at] ?? items), ...others]);
    if (arrays.length + others.length > 0) this.visit([...arrays.map(({ items }) => items), ...others]);
  }

  private visitMembers(objects: readonly ObjectSchema[], rests: readonly UnevaluatedSchema[]): void {
    const others = rests.flatMap(({ properties }) => (properties === null ? [] : [properties]));
    const names = new Set(objects.flatMap(({ properties }) => properties.map(({ name }) => name)));
    for (const name of names) this.visit([...objects.flatMap((object) => membersNamed(object, name)), ...others]);
    for (const { patternProperties } of objects)
      for (const { schema } of patternProperties) this.visit([schema, ...others]);
    if (objects.length + others.length > 0) this.visit([...objects.map(({ additional }) => additional), ...others]);
  }

  private idOf(schema: Schema): number {
    return computedOnce(this.ids, schema, () => this.ids.size);
  }
}

function isNumeric(schema: Schema): schema is NumberSchema | EnumSchema {
  return schema.kind === "number" || (schema.kind === "enum" && schema.values.some((value) => Number.isInteger(value)));
}
