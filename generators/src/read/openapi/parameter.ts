// Parameter Object -> Parameter.
import { keyOf } from "../../diagnostics/index.ts";
import type { MediaType, Parameter, ParameterPlace, ParameterStyle } from "../../model/http.ts";
import { noAnnotations, type Schema } from "../../model/schema.ts";
import { identityOf, type Node } from "../../source/index.ts";
import {
  booleanField,
  checkExclusive,
  checkFields,
  choiceOf,
  expectFields,
  followObject,
  itemsOf,
  readShared,
  requiredString,
  stringField,
} from "../fields/index.ts";
import { readContent, readExamples } from "./media-type.ts";
import { describe, fields, type OpenApiReading, siblingTexts } from "./openapi-reading.ts";

/** The `parameters` of a path item or an operation. */
export function readParameters(reading: OpenApiReading, owner: Node): Parameter[] {
  const seen = new Set<string>();
  return itemsOf(reading, owner, "parameters").flatMap((item) => {
    const parameter = readParameter(reading, item);
    if (parameter === null) return [];
    const name = parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name;
    const key = `${parameter.in} ${name}`;
    if (seen.has(key)) {
      reading.report.add("duplicate-parameter", item, { name: parameter.name, in: parameter.in });
      return [];
    }
    seen.add(key);
    return isIgnoredHeader(reading, parameter) ? [] : [parameter];
  });
}

/** The whole query is one value, or each parameter is: also where the path item has one of them, and its operation another. */
export function checkQuerystring({ report }: OpenApiReading, parameters: readonly Parameter[]): void {
  const [first, ...others] = parameters.filter((parameter) => parameter.in === "querystring");
  if (first === undefined) return;
  const object = "the list of parameters";
  const query = parameters.find((parameter) => parameter.in === "query");
  if (query !== undefined)
    report.add("conflicting-fields", first.at, { object, first: "in: query", second: "in: querystring" });
  for (const { name, at } of others)
    report.add("conflicting-fields", at, {
      object,
      first: `in: querystring (${first.name})`,
      second: `another (${name})`,
    });
}

/** A map, since names of the description, such as `constructor`, are looked up in it. */
const describedElsewhere: ReadonlyMap<string, string> = new Map([
  ["accept", "remove it; the media types of the responses define what is accepted"],
  ["content-type", "remove it; the media types of the request body define what is sent"],
  ["authorization", "define it under components.securitySchemes, and require it with security"],
]);

/** OpenAPI ignores these three: content and security describe them instead. */
function isIgnoredHeader(reading: OpenApiReading, parameter: Parameter): boolean {
  const advice = parameter.in === "header" ? describedElsewhere.get(parameter.name.toLowerCase()) : undefined;
  if (advice === undefined) return false;
  const place = { document: parameter.at.document, parent: parameter.at, key: "name" };
  const reason = "OpenAPI ignores header parameters of this name";
  reading.report.add("no-effect", place, { what: `the header parameter "${parameter.name}"`, reason, advice });
  return true;
}

export function readParameter(reading: OpenApiReading, item: Node): Parameter | null {
  const node = followObject(reading, item, "a parameter", siblingTexts(reading, "description"));
  if (node === null) return null;
  const read = (): Parameter | null => readOwn(reading, node);
  const parameter = node === item ? read() : readShared(reading, reading.parameters, identityOf(node), read);
  if (parameter === null) return null;
  return { ...parameter, words: { ...parameter.words, description: describe(reading, item, node) } };
}

/** The parameter itself, without references. */
function readOwn(reading: OpenApiReading, node: Node): Parameter | null {
  checkFields(reading, node, "a parameter", fields["a parameter"]);
  const place = readPlace(reading, node);
  const name = requiredString(reading, node, { name: "name", object: "a parameter" });
  if (place === null) return null;
  const style = readStyle(reading, node, place);
  const schema = schemaOf(reading, node, place);
  const content = readSoleContent(reading, node, "a parameter", schema);
  return {
    kind: "parameter",
    name,
    in: place,
    required: readRequired(reading, node, place),
    style,
    explode: booleanField(reading, node, "explode") ?? (style === "form" || style === "cookie"),
    allowReserved: readReserved(reading, node, place),
    schema: withEmptyValue(reading, node, {
      schema: schema === undefined ? (content?.schema ?? reading.schemas.anything(node)) : reading.schemas.read(schema),
      isForm: place === "query" && style === "form" && content === undefined,
    }),
    mediaType: content?.type ?? null,
    ...(place === "querystring" && content !== undefined ? { encodings: content.encodings } : {}),
    words: {
      summary: null,
      description: stringField(reading, node, "description"),
      deprecated: booleanField(reading, node, "deprecated") ?? false,
    },
    examples: [...(content?.examples ?? []), ...readExamples(reading, node, "a parameter")],
    at: node,
  };
}

/** A query string is a document: it has neither a schema nor a style of its own. */
function schemaOf(reading: OpenApiReading, node: Node, place: ParameterPlace): Node | undefined {
  if (place !== "querystring") return node.get("schema");
  for (const second of ["schema", "style", "explode", "allowReserved"]) {
    const field = node.get(second);
    const args = { object: "a parameter", first: "in: querystring", second };
    if (field !== undefined)
      reading.report.add("conflicting-fields", keyOf(field), args, { tolerated: "it is ignored" });
  }
  return undefined;
}

/** `schema`, or `content` with one media type, describes a parameter or a header. */
export function readSoleContent(
  reading: OpenApiReading,
  node: Node,
  what: string,
  schema: Node | undefined = node.get("schema"),
): MediaType | undefined {
  const tolerated = '"schema" is used, and "content" is ignored';
  if (schema !== undefined) checkExclusive(reading, node, what, ["schema", "content"], { tolerated });
  const field = node.get("content");
  if (field === undefined && schema === undefined) {
    const missing = node.get("in")?.value === "querystring" ? "content" : "schema";
    reading.report.add("missing-field", keyOf(node), { object: what, field: missing }, { tolerated: null });
  }
  const content = readContent(reading, node);
  if (field?.isObject && content.length !== 1) {
    const actual = `${content.length} of them`;
    const args = { keyword: "content", expected: "one media type", found: actual };
    reading.report.add("invalid-keyword-value", keyOf(field), args, { tolerated: null });
  }
  return schema === undefined ? content[0] : undefined;
}

function readRequired(reading: OpenApiReading, node: Node, place: ParameterPlace): boolean {
  const required = booleanField(reading, node, "required") ?? false;
  if (place === "path" && !required) {
    const field = node.get("required");
    const actual = field === undefined ? "nothing" : "false";
    const expected = "true for a path parameter";
    const args = { keyword: "required", expected, found: actual };
    const tolerated = "the parameter is required, like every path parameter";
    reading.report.add("invalid-keyword-value", field ?? keyOf(node), args, { tolerated });
  }
  return required || place === "path";
}

const places: readonly ParameterPlace[] = ["path", "query", "header", "cookie"];
const placesOf32: readonly ParameterPlace[] = [...places, "querystring"];

function readPlace(reading: OpenApiReading, node: Node): ParameterPlace | null {
  const field = node.get("in");
  expectFields(reading, node, "a parameter", ["in"], { tolerated: null });
  if (field === undefined) return null;
  if (field.value === "body" || field.value === "formData") {
    const reason = "use query, header, path, cookie or a request body";
    reading.report.add("unsupported-feature", field, { feature: `a parameter in ${field.value}`, reason });
    return null;
  }
  if (reading.version === "3.2")
    return choiceOf(reading, field, placesOf32, "path, query, querystring, header or cookie", { tolerated: null });
  return choiceOf(reading, field, places, "path, query, header or cookie", { tolerated: null });
}

const styles: Readonly<Record<ParameterPlace, readonly ParameterStyle[]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  querystring: ["form"],
  header: ["simple"],
  cookie: ["form"],
};

function readStyle(reading: OpenApiReading, node: Node, place: ParameterPlace): ParameterStyle {
  const allowed: readonly ParameterStyle[] =
    place === "cookie" && reading.version === "3.2" ? ["form", "cookie"] : styles[place];
  const fallback = place === "path" || place === "header" ? "simple" : "form";
  const field = node.get("style");
  if (field === undefined || place === "querystring" || stringField(reading, node, "style") === null) return fallback;
  return choiceOf(reading, field, allowed, `${allowed.join(", ")} for a ${place} parameter`) ?? fallback;
}

/** Only what is percent-encoded; until 3.2, only the query. */
function readReserved(reading: OpenApiReading, node: Node, place: ParameterPlace): boolean {
  const field = node.get("allowReserved");
  if (field === undefined || booleanField(reading, node, "allowReserved") !== true) return false;
  if (place === "querystring") return false;
  const isEncoded = place !== "header" && node.get("style")?.value !== "cookie";
  if (place === "query" || (reading.version === "3.2" && isEncoded)) return true;
  const unencoded = `${place === "header" ? "headers" : "cookies of this style"} are not percent-encoded`;
  const reason = isEncoded ? `OpenAPI ${reading.version} has it for query parameters only` : unencoded;
  reading.report.add("no-effect", keyOf(field), { what: '"allowReserved"', reason, advice: "remove it" });
  return false;
}

/** The schema of a value that may also be empty, as in `?flag=`: `allowEmptyValue`, where only a form can have it. */
function withEmptyValue(
  reading: OpenApiReading,
  node: Node,
  { schema, isForm }: { schema: Schema; isForm: boolean },
): Schema {
  const field = node.get("allowEmptyValue");
  if (field === undefined || booleanField(reading, node, "allowEmptyValue") !== true) return schema;
  if (!isForm) {
    const reason = "only a query parameter of style form can be empty";
    reading.report.add("no-effect", keyOf(field), { what: '"allowEmptyValue"', reason, advice: "remove it" });
    return schema;
  }
  if (takesEmptyText(schema)) return schema;
  const empty: Schema = { kind: "enum", values: [""], at: field, annotations: noAnnotations };
  const { at, annotations } = schema;
  return { kind: "union", mode: "anyOf", members: [schema, empty], discriminator: null, at, annotations };
}

function takesEmptyText(schema: Schema): boolean {
  if (schema.kind === "any") return true;
  if (schema.kind === "enum") return schema.values.includes("");
  if (schema.kind !== "string") return false;
  return [schema.minLength, schema.pattern, schema.format].every(
    (constraint) => constraint === null || constraint === 0,
  );
}
