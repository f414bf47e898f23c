// A schema -> the type of its values as openapi-typescript's users know it: members without `undefined`, components by their place.
import {
  type Code,
  code,
  type Doc,
  documented,
  intersectionTypeOf,
  key,
  literal,
  memberAt,
  memberDocOf,
  type NamedSchema,
  objectTypeOf,
  type Schema,
  unionTypeOf,
} from "waybill/plugin";
import { memberIn, valueIn } from "./locations.ts";
import type { PathsOptions } from "./style.ts";

type ArraySchema = Extract<Schema, { kind: "array" }>;
type ObjectSchema = Extract<Schema, { kind: "object" }>;
type UnionSchema = Extract<Schema, { kind: "union" }>;
type Property = ObjectSchema["properties"][number];

/** A type, and how tightly it binds: a union in an array needs parentheses. */
interface Typed {
  readonly code: Code;
  readonly binds: "union" | "intersection" | "operand";
}

export interface Member {
  readonly name: string;
  readonly type: Code;
  readonly isOptional?: boolean;
  readonly isReadonly?: boolean;
  readonly doc?: Doc;
}

/** Where values are: what a client sends may leave out members with a default. */
export type Use = "sent" | "any";

export class SchemaTypes {
  private readonly style: PathsOptions;
  private readonly referenceTo: (target: NamedSchema) => Code;

  constructor(style: PathsOptions, referenceTo: (target: NamedSchema) => Code) {
    this.style = style;
    this.referenceTo = referenceTo;
  }

  typeOf(schema: Schema, use: Use): Code {
    return this.typed(schema, use, []).code;
  }

  /** `{ a: string; b?: number }`, each member on a line. */
  objectOf(members: readonly Member[], further: readonly Code[] = []): Code {
    return objectTypeOf([...this.ordered(members).map((member) => this.memberCode(member)), ...further], true);
  }

  memberCode({ name, type, isOptional = false, isReadonly = false, doc }: Member): Code {
    // A status is a number, as in the types that look it up.
    const written = /^[1-5]\d\d$/.test(name) ? literal(Number(name)) : key(name);
    const plain = isOptional ? code`${written}?: ${type}` : code`${written}: ${type}`;
    const member = isReadonly || this.style.immutable ? code`readonly ${plain}` : plain;
    return doc === undefined ? member : documented(doc, member);
  }

  ordered<Item extends { readonly name: string }>(items: readonly Item[]): readonly Item[] {
    return this.style.alphabetize ? items.toSorted((a, b) => (a.name < b.name ? -1 : 1)) : items;
  }

  /** `beside`: the other parts that describe the same value. */
  private typed(schema: Schema, use: Use, beside: readonly Schema[]): Typed {
    switch (schema.kind) {
      case "any":
        return unknown;
      case "never":
      case "null":
      case "boolean":
      case "number":
        return keywords[schema.kind];
      case "string":
        if (schema.known === undefined) return keywords.string;
        return unionOf([...schema.known.map(literalType), operand(code`(string & {})`)]);
      case "enum":
        return unionOf(schema.values.map(literalType));
      case "array":
        return this.arrayTyped(schema, use);
      case "object":
        return this.objectTyped(schema, use, beside);
      case "ref":
        return operand(this.referenceTo(schema.target));
      case "union":
        return unionOf(meantMembers(schema).map((member) => this.typed(member, use, beside)));
      case "intersection": {
        const { members } = schema;
        return intersectionOf(
          members.map((member) => this.typed(member, use, [...beside, ...members.filter((other) => other !== member)])),
        );
      }
      case "not":
        return schema.schema.kind === "any" ? keywords.never : unknown;
      case "conditional":
        return unionOf([schema.then, schema.else].map((branch) => this.typed(branch, use, beside)));
      case "unevaluated":
        return this.typed(schema.schema, use, beside);
    }
  }

  private arrayTyped({ prefixItems, items, minItems, maxItems }: ArraySchema, use: Use): Typed {
    const of = (schema: Schema): Typed => this.typed(schema, use, []);
    const withReadonly = (written: Code): Typed => operand(this.style.immutable ? code`readonly ${written}` : written);
    if (prefixItems.length > 0) {
      const rest = items.kind === "never" ? [] : [code`...${inArray(of(items))}[]`];
      return withReadonly(tupleOf([...prefixItems.map((item) => of(item).code), ...rest]));
    }
    const least = minItems ?? 0;
    const isTuple =
      this.style.arrayLength && (least > 0 || maxItems !== null) && Math.max(least, maxItems ?? 0) < mostElements;
    if (!isTuple) return withReadonly(code`${inArray(of(items))}[]`);
    const elements = (count: number): Code[] => Array.from({ length: count }, () => of(items).code);
    if (maxItems === null) return withReadonly(tupleOf([...elements(least), code`...${inArray(of(items))}[]`]));
    const lengths = Array.from({ length: maxItems - least + 1 }, (_, more) => operand(tupleOf(elements(least + more))));
    return unionOf(lengths);
  }

  private objectTyped(schema: ObjectSchema, use: Use, beside: readonly Schema[]): Typed {
    const { properties, requiredElsewhere } = schema;
    const isAllRequired = this.style.propertiesRequiredByDefault && !properties.some(({ required }) => required);
    const listed = properties
      .filter(({ schema: { annotations } }) => !(this.style.excludeDeprecated && annotations.deprecated))
      .map((property) => this.memberOf(property, use, isAllRequired));
    const required = requiredElsewhere.map((name) => {
      const described = beside.map((part) => memberAt(part, [name])).filter((member) => member !== null);
      return { name, type: intersectionOf(described.map((member) => this.typed(member, use, []))).code };
    });
    const members = [...listed, ...required];
    const index = this.indexOf(schema, use);
    if (members.length === 0 && index === null) return beside.length > 0 ? unknown : operand(this.empty(schema));
    if (members.length === 0 && index !== null) return operand(index);
    const object = operand(this.objectOf(members));
    return index === null ? object : intersectionOf([object, operand(index)]);
  }

  private memberOf({ name, required, schema, at }: Property, use: Use, isAllRequired: boolean): Member {
    const { annotations } = schema;
    // As it is written: also a default that the schema refuses.
    const isFilled = this.style.defaultNonNullable && use !== "sent" && has(valueIn(at), "default");
    const type = this.typeOf(schema, use);
    return {
      name,
      type: this.style.readWriteMarkers ? marked(type, annotations) : type,
      isOptional: !(required || isFilled || isAllRequired),
      isReadonly: annotations.readOnly && !this.style.readWriteMarkers,
      doc: memberDocOf(schema, name),
    };
  }

  /** `{ [key: string]: T }` where the description has other members. */
  private indexOf({ patternProperties, additional, additionalStated }: ObjectSchema, use: Use): Code | null {
    const isOpen = additional.kind !== "never" && (additionalStated || this.style.additionalProperties);
    const others = [...patternProperties.map(({ schema }) => schema), ...(isOpen ? [additional] : [])];
    if (others.length === 0) return null;
    const member = code`[key: string]: ${unionOf(others.map((schema) => this.typed(schema, use, []))).code}`;
    return objectTypeOf([this.style.immutable ? code`readonly ${member}` : member]);
  }

  private empty({ additional }: ObjectSchema): Code {
    const isUnknown = this.style.emptyObjectsUnknown && additional.kind !== "never";
    return isUnknown ? code`Record<string, unknown>` : code`Record<string, never>`;
  }
}

/** Without a type, what is said of members means an object, and what is said of items an array. */
function meantMembers(schema: UnionSchema): readonly Schema[] {
  const { mode, members, at } = schema;
  const value = valueIn(at);
  if (mode !== "types" || has(value, "type")) return members;
  const impliedTypes = Object.entries(keywordsOf).filter(([, keywords]) =>
    keywords.some((keyword) => has(value, keyword)),
  );
  const chosen = members.filter(({ kind }) => impliedTypes.some(([type]) => kind === type));
  return chosen.length === 0 ? members : chosen;
}

const keywordsOf = {
  object: ["properties", "required", "additionalProperties", "patternProperties"],
  array: ["items", "prefixItems"],
};

function has(value: unknown, name: string): boolean {
  return memberIn(value, name) !== undefined;
}

/** A union of tuples of every length is for a few elements. */
const mostElements = 30;

const keywords = {
  never: operand(code`never`),
  null: operand(code`null`),
  boolean: operand(code`boolean`),
  number: operand(code`number`),
  string: operand(code`string`),
} as const;
const unknown: Typed = operand(code`unknown`);

function operand(written: Code): Typed {
  return { code: written, binds: "operand" };
}

function inArray({ code: written, binds }: Typed): Code {
  return binds === "operand" ? written : code`(${written})`;
}

function tupleOf(elements: readonly Code[]): Code {
  return code`[${joined(elements)}]`;
}

function joined([first, ...rest]: readonly Code[]): Code {
  if (first === undefined) return code``;
  return rest.reduce((all, one) => code`${all}, ${one}`, first);
}

/** The type of one JSON value. */
function literalType(value: unknown): Typed {
  if (Array.isArray(value)) return operand(tupleOf(value.map((item) => literalType(item).code)));
  if (typeof value !== "object" || value === null) return operand(literal(value));
  const members = Object.entries(value).map(([name, member]) => code`${key(name)}: ${literalType(member).code}`);
  return operand(members.length === 0 ? code`Record<string, never>` : objectTypeOf(members));
}

/** `null` comes last, as people write it. */
function unionOf(members: readonly Typed[]): Typed {
  if (members.includes(unknown)) return unknown;
  const distinct = new Set(members);
  const isNullable = distinct.size > 1 && distinct.delete(keywords.null);
  const written = [...distinct, ...(isNullable ? [keywords.null] : [])];
  const [only] = written;
  if (only === undefined) return keywords.never;
  return written.length === 1 ? only : { code: unionTypeOf(written.map((one) => one.code)), binds: "union" };
}

function marked(type: Code, { readOnly, writeOnly }: Schema["annotations"]): Code {
  if (readOnly) return code`$Read<${type}>`;
  return writeOnly ? code`$Write<${type}>` : type;
}

/** What says nothing is left out. */
function intersectionOf(parts: readonly Typed[]): Typed {
  const stated = [...new Set(parts)].filter((part) => part !== unknown);
  const [only] = stated;
  if (only === undefined) return unknown;
  if (stated.length === 1) return only;
  const codes = stated.map(({ code: written, binds }) => (binds === "union" ? code`(${written})` : written));
  return { code: intersectionTypeOf(codes), binds: "intersection" };
}
