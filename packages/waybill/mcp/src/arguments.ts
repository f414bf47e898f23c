// An operation -> the arguments of its tool: one for each parameter, and one for the body.
import {
  childrenOf,
  concreteTypeOf,
  isBodiless,
  type Json,
  type JsonSchema,
  JsonSchemas,
  type MediaType,
  type Operation,
  type Schema,
} from "waybill/plugin";

/** An argument and where it goes in a request; `name` is `null` for the body. */
export interface ToolArgument {
  readonly argument: string;
  readonly part: "path" | "query" | "headers" | "cookies" | "body";
  readonly name: string | null;
}

export interface ToolInput {
  readonly arguments: readonly ToolArgument[];
  /** Set where the operation takes several media types, or a range of them. */
  readonly contentType: string | null;
  readonly schema: JsonSchema;
}

/** `null` when the body, also an optional one, is nothing that JSON can hold: a tool could not send it. */
export function inputOf(operation: Operation): ToolInput | null {
  const { parameters } = operation;
  const requestBody = isBodiless(operation) ? null : operation.requestBody;
  const media = requestBody === null ? null : chosenOf(requestBody.content);
  if (requestBody !== null && media === null) return null;
  const schemas = new JsonSchemas();
  const names = argumentNamesOf([...parameters.map(({ name }) => name), ...(media === null ? [] : ["body"])]);
  const inputs = parameters.map((parameter) => ({
    part: parts[parameter.in],
    name: parameter.name,
    isRequired: parameter.required,
    schema: describedBy(schemas.of(parameter.schema), parameter.words.description),
  }));
  const bodies = (media === null ? [] : [media]).map(({ schema }) => ({
    part: "body" as const,
    name: null,
    isRequired: requestBody?.required === true,
    schema: describedBy(schemas.of(schema), requestBody?.description ?? null),
  }));
  const all = [...inputs, ...bodies].map((input, at) => ({ ...input, argument: names[at] ?? "body" }));
  const required = all.filter(({ isRequired }) => isRequired).map(({ argument }) => argument);
  return {
    arguments: all.map(({ argument, part, name }) => ({ argument, part, name })),
    contentType:
      media === null || (requestBody?.content.length === 1 && !media.type.includes("*")) ? null : concreteTypeOf(media),
    schema: {
      type: "object",
      properties: Object.fromEntries<Json>(all.map(({ argument, schema }) => [argument, schema])),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
      ...schemas.definitions,
    },
  };
}

/** JSON where there is a choice: it says most about its values. */
function chosenOf(content: readonly MediaType[]): MediaType | null {
  const usable = content.filter(isWritable);
  return usable.find(({ body }) => body === "json") ?? usable[0] ?? null;
}

/** JSON, forms and text without files: what arguments, which are JSON, can say completely. */
function isWritable({ type, body, schema }: MediaType): boolean {
  if (body === "json" || body === "text") return true;
  if (type.includes("*")) return false;
  return body === "form" || (body === "multipart" && !hasFile(schema, new Set()));
}

/** Whether a part of a form is bytes; one without a schema may be. */
function hasFile(schema: Schema, seen: Set<Schema>): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  if (schema.kind === "any") return true;
  if (schema.kind === "string")
    return schema.format === "binary" || (schema.contentMediaType !== null && schema.contentEncoding === null);
  const parts = schema.kind === "object" ? schema.properties.map((property) => property.schema) : childrenOf(schema);
  return (schema.kind === "ref" ? [schema.target.schema] : parts).some((part) => hasFile(part, seen));
}

const parts = { path: "path", query: "query", querystring: "query", header: "headers", cookie: "cookies" } as const;

/** What the description says about the parameter comes before what it says about the type of its values. */
function describedBy(schema: JsonSchema, description: string | null): JsonSchema {
  return description === null ? schema : { ...schema, description };
}

/**
 * Models accept letters, digits, `_`, `.` and `-` in the names of arguments, at most 64; `filter[status]` becomes `filter_status`.
 * Of names that would be one, the later get a number.
 */
function argumentNamesOf(names: readonly string[]): string[] {
  return distinct(names.map((name) => name.replace(/[^A-Za-z0-9_.-]+/g, "_").replace(/^_+|_+$/g, "") || "argument"));
}

export function distinct(names: readonly string[]): string[] {
  const usedNames = new Set<string>();
  return names.map((name) => {
    const short = name.slice(0, 64);
    let free = short;
    for (let number = 2; usedNames.has(free); number += 1) free = `${short.slice(0, 61)}_${number}`;
    usedNames.add(free);
    return free;
  });
}
