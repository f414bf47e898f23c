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
  const items = itemsOf(reading, owner, "parameters");
  checkQuerystring(reading, items);
  return items.flatMap((item) => {
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

/** The whole query is one value, or each parameter is. */
function checkQuerystring({ version, sources, report }: OpenApiReading, items: readonly Node[]): void {
  if (version !== "3.2") return;
  const placeOf = (item: Node): unknown => {
    const ref = item.get("$ref");
    const target = typeof ref?.value === "string" ? sources.resolve(ref.value, ref) : null;
    return (target?.ok ? target.value : item).get("in")?.value;
  };
  const whole = items.find((item) => placeOf(item) === "querystring");
  if (whole === undefined || !items.some((item) => placeOf(item) === "query")) return;
  const args = { object: "the list of parameters", first: "in: query", second: "in: querystring" };
  report.add("conflicting-fields", whole, args);
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
  const parameter = node === item ? readOwn(reading, node) : sharedParameter(reading, node);
  if (parameter === null) return null;
  return { ...parameter, words: { ...parameter.words, description: describe(reading, item, node) } };
}

function sharedParameter(reading: OpenApiReading, node: Node): Parameter | null {
  return readShared(reading, reading.parameters, identityOf(node), () => readOwn(reading, node));
}

/** The parameter itself, without references. */
function readOwn(reading: OpenApiReading, node: Node): Parameter | null {
  checkFields(reading, node, "a parameter", fields["a parameter"]);
  const place = readPlace(reading, node);
  const name = requiredString(reading, node, { name: "name", object: "a parameter" });
  if (place === null) return null;
  const style = readStyle(reading, node, place);
  const content = readSoleContent(reading, node, "a parameter");
  const schema = node.get("schema");
  return {
    kind: "parameter",
    name,
    in: place,
    required: readRequired(reading, node, place),
    style,
    explode: booleanField(reading, node, "explode") ?? style === "form",
    allowReserved: readReserved(reading, node, place),
    schema: withEmptyValue(reading, node, {
      schema: schema === undefined ? (content?.schema ?? reading.schemas.anything(node)) : reading.schemas.read(schema),
      isForm: place === "query" && style === "form" && content === undefined,
    }),
    mediaType: content?.type ?? null,
    words: {
      summary: null,
      description: stringField(reading, node, "description"),
      deprecated: booleanField(reading, node, "deprecated") ?? false,
    },
    examples: content?.examples ?? readExamples(reading, node, "a parameter"),
    at: node,
  };
}

/** `schema`, or `content` with one media type, describes a parameter or a header. */
export function readSoleContent(reading: OpenApiReading, node: Node, what: string): MediaType | undefined {
  const tolerated = '"schema" is used, and "content" is ignored';
  checkExclusive(reading, node, what, ["schema", "content"], { tolerated });
  const field = node.get("content");
  if (field === undefined && !node.has("schema")) {
    reading.report.add("missing-field", keyOf(node), { object: what, field: "schema" }, { tolerated: null });
  }
  const content = readContent(reading, node);
  if (field?.isObject && content.length !== 1) {
    const found = `${content.length} of them`;
    const args = { keyword: "content", expected: "one media type", found };
    reading.report.add("invalid-keyword-value", keyOf(field), args, { tolerated: null });
  }
  return node.has("schema") ? undefined : content[0];
}

function readRequired(reading: OpenApiReading, node: Node, place: ParameterPlace): boolean {
  const required = booleanField(reading, node, "required") ?? false;
  if (place === "path" && !required) {
    const field = node.get("required");
    const found = field === undefined ? "nothing" : "false";
    const expected = "true for a path parameter";
    const args = { keyword: "required", expected, found };
    const tolerated = "the parameter is required, like every path parameter";
    reading.report.add("invalid-keyword-value", field ?? keyOf(node), args, { tolerated });
  }
  return required || place === "path";
}

const places: readonly ParameterPlace[] = ["path", "query", "header", "cookie"];

function readPlace(reading: OpenApiReading, node: Node): ParameterPlace | null {
  const field = node.get("in");
  expectFields(reading, node, "a parameter", ["in"], { tolerated: null });
  if (field === undefined) return null;
  if (field.value === "querystring" || field.value === "body" || field.value === "formData") {
    const reason = "use query, header, path, cookie or a request body";
    reading.report.add("unsupported-feature", field, { feature: `a parameter in ${field.value}`, reason });
    return null;
  }
  return choiceOf(reading, field, places, "path, query, header or cookie", { tolerated: null });
}

const styles: Readonly<Record<ParameterPlace, readonly ParameterStyle[]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
};

function readStyle(reading: OpenApiReading, node: Node, place: ParameterPlace): ParameterStyle {
  const allowed = styles[place];
  const fallback = place === "path" || place === "header" ? "simple" : "form";
  const field = node.get("style");
  if (field === undefined || stringField(reading, node, "style") === null) return fallback;
  if (place === "cookie" && field.value === "cookie" && reading.version === "3.2") {
    const reason = 'the values of cookies are percent-encoded, which is the style "form"';
    reading.report.add("unsupported-feature", field, { feature: 'the style "cookie"', reason });
    return fallback;
  }
  return choiceOf(reading, field, allowed, `${allowed.join(", ")} for a ${place} parameter`) ?? fallback;
}

/** Only what is percent-encoded; until 3.2, only the query. */
function readReserved(reading: OpenApiReading, node: Node, place: ParameterPlace): boolean {
  const field = node.get("allowReserved");
  if (field === undefined || booleanField(reading, node, "allowReserved") !== true) return false;
  if (place === "query" || (reading.version === "3.2" && place !== "header")) return true;
  const reason =
    place === "header"
      ? "headers are not percent-encoded"
      : `OpenAPI ${reading.version} has it for query parameters only`;
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
  return [schema.minLength, schema.pattern, schema.format].every((said) => said === null || said === 0);
}
