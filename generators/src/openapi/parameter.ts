// Parameter Object -> Parameter.
import { keyOf } from "../diagnostics/index.ts";
import type { Parameter, ParameterPlace, ParameterStyle } from "../model/http.ts";
import { booleanField, checkFields, followObject, itemsOf, requiredString, stringField } from "../reading/index.ts";
import type { Node } from "../source/index.ts";
import { readExamples } from "./example.ts";
import { fields } from "./fields.ts";
import { readContent } from "./media-type.ts";
import type { OpenApiReading } from "./openapi-reading.ts";
import { readWords } from "./words.ts";

/** The `parameters` of a path item or an operation. */
export function readParameters(reading: OpenApiReading, owner: Node): Parameter[] {
  const seen = new Set<string>();
  return itemsOf(reading, owner, "parameters").flatMap((item) => {
    const parameter = readParameter(reading, item);
    if (parameter === null) return [];
    const name = parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name;
    const key = `${parameter.in} ${name}`;
    if (seen.has(key)) reading.report.add("duplicate-parameter", item, { name: parameter.name, in: parameter.in });
    seen.add(key);
    return isIgnoredHeader(parameter) ? [] : [parameter];
  });
}

/** OpenAPI says so: these three are described by content and security instead. */
function isIgnoredHeader(parameter: Parameter): boolean {
  return parameter.in === "header" && ["accept", "content-type", "authorization"].includes(parameter.name.toLowerCase());
}

function readParameter(reading: OpenApiReading, item: Node): Parameter | null {
  const node = followObject(reading, item, "a parameter");
  if (node === null) return null;
  checkFields(reading, node, "a parameter", fields.parameter);
  const place = readPlace(reading, node);
  if (place === null) return null;
  const required = booleanField(reading, node, "required") ?? false;
  if (place === "path" && !required) {
    const at = node.get("required") ?? keyOf(node);
    reading.report.add("invalid-keyword-value", at, { keyword: "required", expected: "true for a path parameter", found: "false" });
  }
  const style = readStyle(reading, node, place);
  const [content] = readContent(reading, node);
  const schema = node.get("schema");
  if (content === undefined && schema === undefined) {
    reading.report.add("missing-field", keyOf(node), { object: "a parameter", field: "schema" });
  }
  return {
    kind: "parameter",
    name: requiredString(reading, node, "name", "a parameter"),
    in: place,
    required,
    style,
    explode: booleanField(reading, node, "explode") ?? style === "form",
    allowReserved: booleanField(reading, node, "allowReserved") ?? false,
    schema: schema === undefined ? (content?.schema ?? reading.schemas.anything(node)) : reading.schemas.read(schema),
    mediaType: content?.type ?? null,
    words: readWords(reading, node),
    examples: content?.examples ?? readExamples(reading, node),
    at: node,
  };
}

const places: readonly ParameterPlace[] = ["path", "query", "header", "cookie"];

function readPlace(reading: OpenApiReading, node: Node): ParameterPlace | null {
  const field = node.get("in");
  if (field === undefined) {
    reading.report.add("missing-field", keyOf(node), { object: "a parameter", field: "in" });
    return null;
  }
  const place = places.find((name) => name === field.value);
  if (place !== undefined) return place;
  if (field.value === "querystring" || field.value === "body" || field.value === "formData") {
    const feature = `a parameter in ${field.value}`;
    reading.report.add("unsupported-feature", field, { feature, reason: "use query, header, path, cookie or a request body" });
    return null;
  }
  const expected = "path, query, header or cookie";
  reading.report.add("invalid-keyword-value", field, { keyword: "in", expected, found: JSON.stringify(field.value) });
  return null;
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
  const written = stringField(reading, node, "style");
  const field = node.get("style");
  if (written === null || field === undefined) return fallback;
  const style = allowed.find((name) => name === written);
  if (style !== undefined) return style;
  const expected = `${allowed.join(", ")} for a ${place} parameter`;
  reading.report.add("invalid-keyword-value", field, { keyword: "style", expected, found: JSON.stringify(written) });
  return fallback;
}
