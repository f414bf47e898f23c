// Compiles the description's schemas with Ajv, the reference that every generated validator is held against.
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { type Description, type Json, type JsonObject, type Node, targetOf } from "./description.ts";

/** What is wrong with a value, in Ajv's words; none when it is valid. */
export type Validate = (value: Json) => string[];

/** A compiler of schemas that stand anywhere in the description. Strict: an unknown keyword or format is an error. */
export function validatorOf(description: Description): (schema: Node) => Validate {
  const ajv = strictAjv();
  for (const [file, value] of description.values) {
    if (file.startsWith("schemas/")) ajv.addSchema(asObject(absolute(value, file)), idOf(file));
  }
  return ({ file, value }) => {
    const valid = ajv.compile(asObject(absolute(value, file)));
    return (instance) => (valid(instance) ? [] : wordsOf(valid.errors));
  };
}

/** A compiler for the definitions in a self-contained JSON Schema document, by name. */
export function definitionsOf(schema: JsonObject): (name: string) => Validate | undefined {
  const ajv = strictAjv();
  ajv.addSchema(schema, "definitions");
  return (name) => {
    const valid = ajv.getSchema(`definitions#/$defs/${name}`);
    return valid && ((instance) => (valid(instance) === true ? [] : wordsOf(valid.errors)));
  };
}

function strictAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  formats.default(ajv);
  ajv.addVocabulary([
    "x-enumDescriptions",
    "x-waybill-open-decisions",
    "x-waybill-immutable",
    "x-waybill-references",
    "x-waybill-state-machine",
    "x-waybill-unique",
    "x-waybill-url-rules",
    "x-waybill-verbatim",
  ]);
  return ajv;
}

/** The same schema with every reference absolute, so that it can stand anywhere. */
function absolute(value: Json, file: string): Json {
  if (Array.isArray(value)) return value.map((element) => absolute(element, file));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key !== "$ref" || typeof member !== "string") return [key, absolute(member, file)];
      const target = targetOf(file, member);
      return [key, `${idOf(target.file)}${target.pointer === "" ? "" : `#${target.pointer}`}`];
    }),
  );
}

function idOf(file: string): string {
  return `https://spec.example/${file}`;
}

function asObject(schema: Json): JsonObject {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema))
    throw new Error("a schema is an object here");
  return schema;
}

function wordsOf(errors: ErrorObject[] | null | undefined): string[] {
  return (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`.trim());
}
