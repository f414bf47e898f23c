// Schemas of a description -> the errors of Ajv for a value. Ajv gets the schema text of the documents, not the
// model of the toolkit, so a mistake in the toolkit's reader cannot hide here.

import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import {
  type Diagnostic,
  effort,
  type Location,
  type Meanings,
  matcherOf,
  pointerOf,
  Report,
  type SourceDocument,
  textOf,
} from "waybill/description";
import { type BaseUnions, baseUnionsIn, noUnions } from "./base-unions.ts";
import { isRecord, textIn } from "./extensions.ts";
import { asJsonSchema2020, type JsonSchema2020, siblingsCountIn } from "./json-schema-2020.ts";
import {
  type Documents,
  documentsByPlace,
  memberOf,
  placeAt,
  placeOfReference,
  type SchemaPlace,
} from "./schema-place.ts";

/** One reason why a value does not match its schema. */
export interface SchemaError {
  /** Where in the value: a JSON pointer, empty for all of it. */
  readonly pointer: string;
  /** `must be string`, in Ajv's words, with the allowed values where there are any. */
  readonly message: string;
  readonly keyword: string;
  /** The keyword that rejects it, in the description. */
  readonly at: Location;
}

/**
 * Every reason why `value`, which the service sent, does not match the schema at `at`; none when it does. Throws
 * a `DescriptionError` when Ajv cannot compile the schema.
 */
export type Validate = (at: Location, value: unknown) => readonly SchemaError[];

export interface Schemas {
  readonly validate: Validate;
  /** Throws a `DescriptionError` when Ajv cannot compile the schema. */
  readonly compile: (at: Location) => void;
}

/** How schemas are read where the standard alone does not decide. */
export interface SchemaRules extends Meanings {
  /** Whether a reference that leads nowhere was tolerated: it accepts anything. */
  readonly dangling: boolean;
}

/** Each schema is compiled once, when it is first needed. */
export function createSchemas(
  documents: readonly SourceDocument[],
  { nullable = "letter", discriminators = "letter", untyped = "letter", dangling = false }: Partial<SchemaRules> = {},
): Schemas {
  const validators = new Validators(documents, { nullable, discriminators, untyped, dangling });
  const validate: Validate = (at, value) => {
    const compiled = validators.at(at);
    try {
      if (compiled(value)) return [];
    } catch (error) {
      if (error instanceof TooManySteps) return [{ pointer: "", message: error.message, keyword: "pattern", at }];
      if (!(error instanceof RangeError)) throw error;
      return [{ pointer: "", message: "is nested too deeply to be validated", keyword: "depth", at }];
    }
    return reasonsOf(compiled.errors ?? []).map(({ error, message }) => {
      return { pointer: error.instancePath, message, keyword: error.keyword, at: validators.placeOf(error) ?? at };
    });
  };
  return { validate, compile: (at) => void validators.at(at) };
}

class TooManySteps extends Error {}

/** The regular expression of a `pattern`, in the form that Ajv asks for; Ajv caches them by their text. */
function countedExpression(pattern: string): { test: (text: string) => boolean; toString: () => string } {
  const matcher = matcherOf(pattern);
  const test = (text: string): boolean => {
    const isMatch = matcher.test(text, effort());
    if (isMatch === null)
      throw new TooManySteps(`cannot be validated: ${JSON.stringify(pattern)} takes too many steps`);
    return isMatch;
  };
  return { test, toString: () => pattern };
}

interface Unread {
  readonly identity: string;
  readonly name: string;
  readonly place: SchemaPlace;
  readonly siblings: boolean;
  readonly isTyped: boolean;
  /** Whether it is what others extend, without those that do. */
  readonly isBase: boolean;
}

/** Ajv gets each place with a schema, and each target of a reference, as a schema of its own, named by a number. */
class Validators {
  private readonly documents: Documents;
  private readonly isOpenApi30: boolean;
  private readonly rules: SchemaRules;
  private readonly unions: BaseUnions;
  private readonly names = new Map<string, string>();
  private readonly unread: Unread[] = [];
  private count = 0;
  private readonly origins = new WeakMap<object, SchemaPlace>();
  private readonly ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    ownProperties: true,
    // So that an error says which schema object it is from.
    verbose: true,
    // Without it nothing above 1e21 is a multiple of anything.
    multipleOfPrecision: 9,
    validateSchema: false,
    logger: false,
    // Neither the patterns nor the texts are ours: matching is counted in steps.
    code: { regExp: Object.assign(countedExpression, { code: "countedExpression" }) },
  });

  constructor(documents: readonly SourceDocument[], rules: SchemaRules) {
    this.rules = rules;
    formats.default(this.ajv);
    this.documents = documentsByPlace(documents);
    this.unions = rules.discriminators === "author" ? baseUnionsIn(this.documents) : noUnions;
    this.isOpenApi30 = documents.some(({ value }) => {
      return isRecord(value) && textIn(value, "openapi")?.startsWith("3.0") === true;
    });
  }

  at(at: Location): ValidateFunction {
    const place = placeAt(at);
    if (place === null) throw unusableSchemaAt(at, "there is nothing at this place");
    const name = this.nameOf(place, { siblings: this.siblingsCountAt(at), isTyped: false, isBase: false });
    try {
      this.readAll();
      const validate = this.ajv.getSchema(name);
      if (validate !== undefined) return validate;
    } catch (error) {
      if (!(error instanceof Error) || error.name === "DescriptionError") throw error;
      throw unusableSchemaAt(at, error.message);
    }
    throw unusableSchemaAt(at, "Ajv did not compile it");
  }

  /** The keyword behind an error, or its schema where the dialect names it differently. */
  placeOf({ parentSchema, keyword }: ErrorObject): Location | null {
    const origin = typeof parentSchema === "object" ? this.origins.get(parentSchema) : undefined;
    if (origin === undefined) return null;
    return (memberOf(origin, keyword) ?? origin).at;
  }

  private nameOf(place: SchemaPlace, form: Pick<Unread, "siblings" | "isTyped" | "isBase">): string {
    const { siblings, isTyped, isBase } = form;
    const identity = `${siblings} ${isTyped} ${isBase} ${place.at.document.path}#${pointerOf(place.at)}`;
    const known = this.names.get(identity);
    if (known !== undefined) return known;
    this.count += 1;
    const name = `schema:${this.count}`;
    this.names.set(identity, name);
    this.unread.push({ identity, name, place, ...form });
    return name;
  }

  private readAll(): void {
    for (let next = this.unread.pop(); next !== undefined; next = this.unread.pop()) {
      const { identity, name } = next;
      try {
        this.ajv.addSchema(this.schemaOf(next), name);
      } catch (error) {
        // So that the next attempt fails in the same way.
        this.names.delete(identity);
        throw error;
      }
    }
  }

  private schemaOf({ place, siblings, isTyped, isBase }: Unread): JsonSchema2020 {
    const meaning = isBase
      ? null
      : this.unions.meaningOf(place, (target, base) => this.nameOf(target, { siblings, isTyped, isBase: base }));
    if (meaning !== null) return meaning;
    const schema = asJsonSchema2020(
      place,
      {
        siblings,
        meanings: this.rules,
        target: (ref) => this.targetOf(ref),
        refTo: (target, { ref, ...form }) =>
          this.nameOf(target, { ...form, isBase: ref !== null && this.unions.isExtension(ref) }),
        onSchema: (converted, from) => this.origins.set(converted, from),
      },
      { hidden: new Set(), isTyped },
    );
    const listing = this.unions.listingIn(place);
    if (listing.length === 0 || typeof schema === "boolean") return schema;
    return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !listing.includes(keyword)));
  }

  private targetOf({ at, value }: SchemaPlace): SchemaPlace | null {
    const target = placeOfReference(this.documents, String(value), at);
    if (target === null && !this.rules.dangling) throw unusableSchemaAt(at, `${JSON.stringify(value)} leads nowhere`);
    return target;
  }

  /** In a file that both descriptions share, keywords beside a `$ref` are an error on AsyncAPI's side. */
  private siblingsCountAt(at: Location): boolean {
    for (let inner: Location | null = at; inner !== null; inner = inner.parent) {
      const around = inner.key === "schema" && inner.parent !== null ? placeAt(inner.parent) : null;
      const format = around === null ? undefined : memberOf(around, "schemaFormat")?.value;
      if (typeof format === "string") return siblingsCountIn(format);
    }
    return !this.isOpenApi30;
  }
}

interface Reason {
  readonly error: ErrorObject;
  readonly message: string;
}

/** Without duplicates. Of a union, only the branches that matched most of the value are reported. */
function reasonsOf(errors: readonly ErrorObject[]): Reason[] {
  const unions = new Set(errors.filter(isUnion).map(({ instancePath }) => instancePath));
  const entered = new Set(errors.flatMap(({ instancePath }) => pointersAbove(instancePath)));
  const reasons = new Map<string, Reason>();
  for (const error of errors) {
    const { instancePath } = error;
    if (isShallow(error) && unions.has(instancePath) && entered.has(instancePath)) continue;
    const message = messageOf(error);
    const key = `${instancePath} ${message}`;
    if (!reasons.has(key)) reasons.set(key, { error, message });
  }
  return [...reasons.values()];
}

function isUnion({ keyword }: ErrorObject): boolean {
  return keyword === "anyOf" || keyword === "oneOf";
}

/**
 * Ajv says of an `anyOf` that it failed, and before that why each branch did. A branch that was wrong inside the value
 * explains more than one that is for values of another kind. That several branches match is a reason of its own.
 */
function isShallow({ keyword, params }: ErrorObject): boolean {
  if (keyword === "oneOf") return new Map<string, unknown>(Object.entries(params)).get("passingSchemas") == null;
  return ["anyOf", "type", "const", "enum"].includes(keyword);
}

/** `/a/b` gives the root and `/a`. */
function pointersAbove(pointer: string): string[] {
  const tokens = pointer.split("/");
  return tokens.slice(1).map((_token, index) => tokens.slice(0, index + 1).join("/"));
}

function messageOf(error: ErrorObject): string {
  const text = plainMessageOf(error);
  return error.propertyName === undefined ? text : `the name ${JSON.stringify(error.propertyName)} ${text}`;
}

function plainMessageOf({ keyword, message = keyword, params }: ErrorObject): string {
  const facts = new Map<string, unknown>(Object.entries(params));
  switch (keyword) {
    case "enum":
      return `${message}: ${JSON.stringify(facts.get("allowedValues"))}`;
    case "const":
      return `must be ${JSON.stringify(facts.get("allowedValue"))}`;
    case "additionalProperties":
      return `${message}: ${JSON.stringify(facts.get("additionalProperty"))}`;
    // Ajv names the elements, which differ each time.
    case "uniqueItems":
      return "must NOT have duplicate items";
    case "false schema":
      return "must be absent";
    default:
      return message;
  }
}

/** The description cannot be read, or only in part. `diagnostics` state where and why. */
export class DescriptionError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(textOf).join("\n\n"));
    this.name = "DescriptionError";
    this.diagnostics = diagnostics;
  }
}

/** A schema that cannot be compiled to a validator. */
function unusableSchemaAt(at: Location, reason: string): DescriptionError {
  const report = new Report();
  report.add("unsupported-feature", at, { feature: "this schema", reason });
  return new DescriptionError(report.list());
}
