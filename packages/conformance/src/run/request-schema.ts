// A description -> the same with bodies as requests have them: `readOnly` members belong to answers, and are neither sent nor
// asked for. What an answer is held to stays as it was.
import type { MediaType, NamedSchema, ObjectSchema, Operation, Schema } from "waybill/description";
import { childrenOf, unreachable } from "waybill/description";
import type { Description } from "../description/description.ts";

export function withRequestSchemas(description: Description): Description {
  const bodies = new RequestSchemas();
  const own = new Map(description.operations.map((operation) => [operation, withBodies(operation, bodies)]));
  return {
    ...description,
    operations: [...own.values()],
    at: (path) => description.at(path).map((operation) => own.get(operation) ?? operation),
    find: (method, path) => {
      const found = description.find(method, path);
      return found === null ? null : (own.get(found) ?? found);
    },
  };
}

function withBodies(operation: Operation, bodies: RequestSchemas): Operation {
  const { requestBody } = operation;
  if (requestBody === null) return operation;
  const content = requestBody.content.map((media): MediaType => ({ ...media, schema: bodies.of(media.schema) }));
  return { ...operation, requestBody: { ...requestBody, content } };
}

/** Schemas that say nothing of `readOnly` stay the very same objects. */
class RequestSchemas {
  private readonly copies = new Map<NamedSchema, NamedSchema>();
  private readonly touched = new Map<NamedSchema, boolean>();

  of(schema: Schema): Schema {
    return this.isTouched(schema) ? this.copy(schema, new Set()) : schema;
  }

  private isTouched(schema: Schema, seen: Set<NamedSchema> = new Set()): boolean {
    if (schema.notes.readOnly) return true;
    if (schema.kind !== "ref") return childrenOf(schema).some((child) => this.isTouched(child, seen));
    const { target } = schema;
    const known = this.touched.get(target);
    if (known !== undefined || seen.has(target)) return known ?? false;
    seen.add(target);
    const isTouched = this.isTouched(target.schema, seen);
    // Half way round a circle a "no" is not the last word.
    if (isTouched || seen.size === 1) this.touched.set(target, isTouched);
    return isTouched;
  }

  /** `hidden`: names that are read-only in another part of the same value. */
  private copy(schema: Schema, hidden: ReadonlySet<string>): Schema {
    const inside = (child: Schema): Schema => (this.isTouched(child) ? this.copy(child, new Set()) : child);
    const beside = (child: Schema): Schema => this.copy(child, hidden);
    switch (schema.kind) {
      case "ref":
        return { ...schema, target: hidden.size === 0 ? this.named(schema.target) : this.part(schema.target, hidden) };
      case "array":
        return {
          ...schema,
          prefixItems: schema.prefixItems.map(inside),
          items: inside(schema.items),
          contains: schema.contains === null ? null : { ...schema.contains, schema: inside(schema.contains.schema) },
        };
      case "object":
        return this.object(schema, hidden);
      case "union":
        return { ...schema, members: schema.members.map(beside) };
      case "intersection": {
        const all = new Set([...hidden, ...schema.members.flatMap(readOnlyNames)]);
        return { ...schema, members: schema.members.map((member) => this.copy(member, all)) };
      }
      case "conditional":
        // biome-ignore lint/suspicious/noThenProperty: the model's word; nothing awaits a schema
        return { ...schema, if: beside(schema.if), then: beside(schema.then), else: beside(schema.else) };
      case "unevaluated":
        return {
          ...schema,
          schema: beside(schema.schema),
          properties: schema.properties === null ? null : inside(schema.properties),
          items: schema.items === null ? null : inside(schema.items),
        };
      case "not":
      case "any":
      case "never":
      case "null":
      case "boolean":
      case "number":
      case "string":
      case "enum":
        return schema;
      default:
        return unreachable(schema);
    }
  }

  private object(schema: ObjectSchema, hidden: ReadonlySet<string>): ObjectSchema {
    const inside = (child: Schema): Schema => (this.isTouched(child) ? this.copy(child, new Set()) : child);
    const isHidden = (name: string): boolean => hidden.has(name);
    return {
      ...schema,
      properties: schema.properties
        .filter((property) => !isReadOnly(property.schema) && !isHidden(property.name))
        .map((property) => ({ ...property, schema: inside(property.schema) })),
      patternProperties: schema.patternProperties.map((entry) => ({ ...entry, schema: inside(entry.schema) })),
      additional: inside(schema.additional),
      requiredElsewhere: schema.requiredElsewhere.filter((name) => !isHidden(name)),
      dependentSchemas: schema.dependentSchemas.map((entry) => ({ ...entry, schema: inside(entry.schema) })),
    };
  }

  private named(target: NamedSchema): NamedSchema {
    if (!this.isTouched(target.schema)) return target;
    const known = this.copies.get(target);
    if (known !== undefined) return known;
    const copy: { -readonly [Key in keyof NamedSchema]: NamedSchema[Key] } = { ...target };
    this.copies.set(target, copy);
    copy.schema = this.copy(target.schema, new Set());
    return copy;
  }

  /** A part of a value whose other parts hide names: a copy of its own, since elsewhere it may stand alone. */
  private part(target: NamedSchema, hidden: ReadonlySet<string>): NamedSchema {
    return { ...target, schema: this.copy(target.schema, hidden) };
  }
}

export function isReadOnly(schema: Schema): boolean {
  return schema.notes.readOnly || (schema.kind === "ref" && isReadOnly(schema.target.schema));
}

function readOnlyNames(schema: Schema): string[] {
  switch (schema.kind) {
    case "ref":
      return readOnlyNames(schema.target.schema);
    case "unevaluated":
      return readOnlyNames(schema.schema);
    case "object":
      return schema.properties.filter((property) => isReadOnly(property.schema)).map(({ name }) => name);
    case "intersection":
      return schema.members.flatMap(readOnlyNames);
    default:
      return [];
  }
}
