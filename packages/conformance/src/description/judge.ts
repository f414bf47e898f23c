// Schemas of a description -> what Ajv finds wrong with a value. Ajv reads the schema text as it stands in the documents,
// not the toolkit's reading of it, so a mistake in that reading cannot hide here.
import { pathToFileURL } from "node:url";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { type Location, pointerOf, type SourceDocument } from "waybill/description";
import { asJsonSchema2020 } from "./json-schema-2020.ts";

/** One reason why a value does not match its schema. */
export interface SchemaError {
  /** Where in the value: a JSON pointer, empty for all of it. */
  readonly pointer: string;
  /** `must be string`, in Ajv's words, with the allowed values where there are any. */
  readonly message: string;
  readonly keyword: string;
}

/** Every reason why `value` does not match the schema that stands at `at`; none when it does. */
export type Judge = (at: Location, value: unknown) => readonly SchemaError[];

/** Each schema is compiled once, when it is first needed. */
export function createJudge(documents: readonly SourceDocument[]): Judge {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    ownProperties: true,
    // Without it nothing above 1e21 is a multiple of anything.
    multipleOfPrecision: 9,
    validateSchema: false,
    logger: false,
  });
  formats.default(ajv);
  const version = documents.map(({ value }) => openApiVersionOf(value)).find((found) => found !== null) ?? null;
  for (const { path, value } of documents) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) continue;
    // With the address inside, Ajv never loses what the references in a document are relative to.
    const document = asJsonSchema2020(value, { openApi30: version?.startsWith("3.0") ?? false });
    ajv.addSchema({ ...document, $id: uriOf(path) }, uriOf(path), false, false);
  }
  const compiled = new Map<string, ValidateFunction>();
  return (at, value) => {
    const uri = `${uriOf(at.document.path)}#${encodeURI(pointerOf(at))}`;
    const validate = compiled.get(uri) ?? ajv.compile({ $ref: uri });
    compiled.set(uri, validate);
    return validate(value) ? [] : errorsOf(validate.errors ?? []);
  };
}

function uriOf(path: string): string {
  return pathToFileURL(path).href;
}

function openApiVersionOf(root: unknown): string | null {
  if (typeof root !== "object" || root === null || !("openapi" in root)) return null;
  return typeof root.openapi === "string" ? root.openapi : null;
}

/** Ajv says of an `anyOf` that it failed, and before that why each branch did: the branches explain, the rest repeats. */
function errorsOf(errors: readonly ErrorObject[]): SchemaError[] {
  const seen = new Set<string>();
  return errors.flatMap((error) => {
    const pointer = error.instancePath;
    const message = messageOf(error);
    const key = `${pointer} ${message}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ pointer, message, keyword: error.keyword }];
  });
}

function messageOf({ keyword, message = keyword, params }: ErrorObject): string {
  const facts = new Map<string, unknown>(Object.entries(params));
  switch (keyword) {
    case "enum":
      return `${message}: ${JSON.stringify(facts.get("allowedValues"))}`;
    case "const":
      return `must be ${JSON.stringify(facts.get("allowedValue"))}`;
    case "additionalProperties":
      return `${message}: ${JSON.stringify(facts.get("additionalProperty"))}`;
    default:
      return message;
  }
}
