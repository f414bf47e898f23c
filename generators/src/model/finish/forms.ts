// Schemas with `readOnly` or `writeOnly` members -> their forms in requests and in responses: `OrderWritable` lacks what only the
// server sets, `OrderReadable` what it never returns. Where enums are open in one direction only, the form of the other direction
// closes them. The schema itself is unchanged, under its own name.
import { type Draft, type DraftOperation, type DraftSchema, targetOf, withMessages, withOperations } from "../draft.ts";
import type { Header, MediaType, Parameter, Response } from "../http.ts";
import type { IntersectionSchema, ObjectSchema, Schema, StringSchema } from "../schema.ts";
import { unreachable } from "../unreachable.ts";
import { childrenOf, foundIn } from "../walk.ts";
import { type ClosedSide, closedOf } from "./enum-rules.ts";

/** Converts bodies to the form of their direction, and puts each form that differs next to its schema. */
export function withForms(draft: Draft, closed: ClosedSide = null): Draft {
  const { http, messaging, schemas } = draft;
  if (http === null) return draft;
  const writable = new Forms({ mark: "readOnly", suffix: "Writable", closes: closed === "request" }, schemas);
  const readable = new Forms({ mark: "writeOnly", suffix: "Readable", closes: closed === "response" }, schemas);
  const formed = withOperations(http, (operation) =>
    // The API sends webhooks and callbacks, so their requests contain what only it sets.
    operation.trigger === null ? inForms(operation, writable, readable) : inForms(operation, readable, writable),
  );
  const sent =
    closed === "response"
      ? withMessages(messaging, (message) => ({
          ...message,
          payload: readable.of(message.payload),
          headers: message.headers && readable.of(message.headers),
        }))
      : messaging;
  const withOwn = (schema: DraftSchema): DraftSchema[] => [
    schema,
    ...writable.madeOf(schema),
    ...readable.madeOf(schema),
  ];
  return { http: formed, messaging: sent, schemas: schemas.flatMap(withOwn) };
}

function inForms(operation: DraftOperation, writable: Forms, readable: Forms): DraftOperation {
  const { parameters, requestBody, responses } = operation;
  return {
    ...operation,
    parameters: valuesIn(parameters, writable),
    requestBody: requestBody === null ? null : { ...requestBody, content: contentIn(requestBody.content, writable) },
    responses: responses.map(
      (response): Response => ({
        ...response,
        headers: valuesIn(response.headers, readable),
        content: contentIn(response.content, readable),
      }),
    ),
  };
}

/** Parameters and headers have no readOnly or writeOnly members: only their enums have forms. */
function valuesIn<T extends Parameter | Header>(values: readonly T[], forms: Forms): readonly T[] {
  return forms.way.closes ? values.map((value) => ({ ...value, schema: forms.of(value.schema) })) : values;
}

function contentIn(content: readonly MediaType[], forms: Forms): MediaType[] {
  return content.map((media) => ({
    ...media,
    schema: forms.of(media.schema),
    item: media.item === null ? null : { ...media.item, schema: forms.of(media.item.schema) },
  }));
}

/** The annotation that removes a member in one direction. */
type Mark = "readOnly" | "writeOnly";
type Names = ReadonlySet<string>;
const noNames: Names = new Set();

interface Way {
  readonly mark: Mark;
  readonly suffix: string;
  /** Whether enums that the configuration opened are closed in this direction. */
  readonly closes: boolean;
}

class Forms {
  readonly way: Way;
  /** Every named schema with a marked member somewhere inside, behind references too. */
  private readonly affected: ReadonlySet<DraftSchema>;
  /** The schemas that are being expanded: a reference from inside to one of them is a cycle without meaning, reported elsewhere. */
  private readonly writtenOut = new Set<DraftSchema>();
  private readonly formed = new Map<DraftSchema, DraftSchema>();

  constructor(way: Way, schemas: readonly DraftSchema[]) {
    this.way = way;
    this.affected = foundIn(schemas, ({ schema }, refer) => this.scan(schema, refer));
  }

  /** The form of a schema in this direction; the same object where nothing changes. */
  of(schema: Schema): Schema {
    return this.isAffected(schema) ? this.formOf(schema, noNames) : schema;
  }

  madeOf(schema: DraftSchema): DraftSchema[] {
    const form = this.formed.get(schema);
    return form === undefined ? [] : [form];
  }

  /** Whether a member is marked before any reference; each reference reports its own. */
  private scan(schema: Schema, refer: (target: DraftSchema) => void): boolean {
    if (schema.kind === "ref") refer(schema.target);
    let isFound =
      (schema.kind === "object" && schema.properties.some((each) => isMarked(each.schema, this.way.mark))) ||
      this.isClosed(schema);
    for (const child of childrenOf(schema)) if (this.scan(child, refer)) isFound = true;
    return isFound;
  }

  private isAffected(schema: Schema): boolean {
    let isAffected = false;
    const isMarked = this.scan(schema, (target) => {
      isAffected ||= this.affected.has(target);
    });
    return isMarked || isAffected;
  }

  private isClosed(schema: Schema): schema is StringSchema {
    return this.way.closes && schema.kind === "string" && schema.closable === true;
  }

  /** For a schema that only validates a value: removed members change nothing there, closed enums do. */
  private judging<S extends Schema | null>(schema: S): S | Schema {
    return this.way.closes && schema !== null ? this.of(schema) : schema;
  }

  /** `left`: members of the same value that another part of its schema marks. */
  private formOf(schema: Schema, omittedNames: Names): Schema {
    switch (schema.kind) {
      case "any":
      case "never":
      case "null":
      case "boolean":
      case "number":
      case "enum":
        return schema;
      case "string":
        return this.isClosed(schema) ? closedOf(schema) : schema;
      case "not":
        return { ...schema, schema: this.judging(schema.schema) };
      case "ref":
        return this.refForm(schema.target, omittedNames) ?? schema;
      case "array": {
        const { contains } = schema;
        return {
          ...schema,
          prefixItems: schema.prefixItems.map((each) => this.of(each)),
          items: this.of(schema.items),
          contains: contains === null ? null : { ...contains, schema: this.judging(contains.schema) },
        };
      }
      case "object":
        return this.objectForm(schema, omittedNames);
      case "union":
        return { ...schema, members: schema.members.map((member) => this.formOf(member, omittedNames)) };
      case "intersection":
        return this.intersectionForm(schema, omittedNames);
      case "conditional":
        return {
          ...schema,
          if: this.judging(schema.if),
          // biome-ignore lint/suspicious/noThenProperty: the name JSON Schema gives it
          then: this.formOf(schema.then, omittedNames),
          else: this.formOf(schema.else, omittedNames),
        };
      case "unevaluated": {
        const { properties, items } = schema;
        const rest = {
          properties: properties === null ? null : this.of(properties),
          items: items === null ? null : this.of(items),
        };
        return { ...schema, ...rest, schema: this.formOf(schema.schema, omittedNames) };
      }
      default:
        return unreachable(schema);
    }
  }

  /** A marked member may be sent all the same, since the standard only advises against it: then it is validated. */
  private objectForm(schema: ObjectSchema, omittedNames: Names): ObjectSchema {
    const allOmitted = new Set([...omittedNames, ...markedNamesOf(schema, this.way.mark)]);
    const isLeft = (name: string): boolean => allOmitted.has(name);
    return {
      ...schema,
      properties: schema.properties.map((property) => {
        const form = { ...property, schema: this.of(property.schema) };
        return isLeft(property.name) ? { ...form, required: false, unsent: true } : form;
      }),
      patternProperties: schema.patternProperties.map((entry) => ({ ...entry, schema: this.of(entry.schema) })),
      additional: this.of(schema.additional),
      propertyNames: this.judging(schema.propertyNames),
      requiredElsewhere: schema.requiredElsewhere.filter((name) => !isLeft(name)),
      dependentRequired: schema.dependentRequired.map(({ name, requires }) => ({
        name,
        requires: requires.filter((other) => !isLeft(other)),
      })),
      dependentSchemas: schema.dependentSchemas.map((entry) => ({
        ...entry,
        schema: this.formOf(entry.schema, allOmitted),
      })),
    };
  }

  private intersectionForm(schema: IntersectionSchema, omittedNames: Names): IntersectionSchema {
    const all = new Set([...omittedNames, ...markedNamesOf(schema, this.way.mark)]);
    return { ...schema, members: schema.members.map((member) => this.formOf(member, all)) };
  }

  /** A schema that requires a member which another part of the same value marks has no named form: it is expanded. */
  private refForm(target: DraftSchema, omittedNames: Names): Schema | null {
    const markedNames = markedNamesOf(target.schema, this.way.mark);
    const others = new Set([...omittedNames].filter((name) => !markedNames.has(name)));
    if (requiresAny(target.schema, others) && !this.writtenOut.has(target)) return this.writeOut(target, others);
    if (!this.affected.has(target)) return null;
    const { at, annotations } = target.schema;
    return { kind: "ref", target: targetOf(this.named(target)), at, annotations };
  }

  private writeOut(target: DraftSchema, omittedNames: Names): Schema {
    this.writtenOut.add(target);
    const form = this.formOf(target.schema, omittedNames);
    this.writtenOut.delete(target);
    return form;
  }

  private named(target: DraftSchema): DraftSchema {
    const known = this.formed.get(target);
    if (known !== undefined) return known;
    const form: DraftSchema = {
      ...target,
      identity: `${target.identity} ${this.way.suffix}`,
      // If the name is taken, the first part is added.
      nameParts: [this.way.mark === "readOnly" ? "Sent" : "Returned", ...target.nameParts, this.way.suffix],
      nameLength: target.nameLength + 1,
      basis: targetOf(target),
    };
    this.formed.set(target, form);
    form.schema = this.formOf(target.schema, noNames);
    return form;
  }
}

/** The named schemas visited so far: each counts once. */
type Seen = Set<DraftSchema>;

/** Marked in the schema itself, in its target, or in any part of it. */
function isMarked(schema: Schema, mark: Mark, seen: Seen = new Set()): boolean {
  if (schema.annotations[mark]) return true;
  if (schema.kind === "intersection") return schema.members.some((member) => isMarked(member, mark, seen));
  if (schema.kind !== "ref" || seen.has(schema.target)) return false;
  return isMarked(schema.target.schema, mark, seen.add(schema.target));
}

/** The marked members of an object, in any part of its schema. */
function markedNamesOf(schema: Schema, mark: Mark, seen: Seen = new Set()): Set<string> {
  switch (schema.kind) {
    case "object":
      return new Set(schema.properties.flatMap(({ name, schema: each }) => (isMarked(each, mark) ? [name] : [])));
    case "union":
      // One member for each type of value: the one for objects counts. Real alternatives apply to some objects only.
      if (schema.mode !== "types") return new Set();
      return new Set(schema.members.flatMap((member) => [...markedNamesOf(member, mark, seen)]));
    case "intersection":
      return new Set(schema.members.flatMap((member) => [...markedNamesOf(member, mark, seen)]));
    case "unevaluated":
      return markedNamesOf(schema.schema, mark, seen);
    case "ref":
      if (seen.has(schema.target)) return new Set();
      return markedNamesOf(schema.target.schema, mark, seen.add(schema.target));
    default:
      return new Set();
  }
}

/** Whether a part that validates the same object requires one of the names. */
function requiresAny(schema: Schema, names: Names, seen: Seen = new Set()): boolean {
  if (names.size === 0) return false;
  switch (schema.kind) {
    case "object":
      return (
        schema.requiredElsewhere.some((name) => names.has(name)) ||
        schema.properties.some(({ name, required }) => required && names.has(name))
      );
    case "intersection":
    case "union":
      return schema.members.some((member) => requiresAny(member, names, seen));
    case "unevaluated":
      return requiresAny(schema.schema, names, seen);
    case "ref":
      if (seen.has(schema.target)) return false;
      return requiresAny(schema.target.schema, names, seen.add(schema.target));
    default:
      return false;
  }
}
