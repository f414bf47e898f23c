// A Swagger 2.0 document -> the OpenAPI 3.0 document that is read in its place. Converted by @scalar/openapi-upgrader, which loses less
// than swagger2openapi and weighs a quarter: docs/decisions/0057.
import { createRequire } from "node:module";
import { keyOf, kindOf } from "../../diagnostics/index.ts";
import { isFields, memberOf } from "../../model/fields.ts";
import type { Node } from "../../source/index.ts";
import type { Reading } from "../fields/index.ts";
import { type Fields, methods, put, type SelfContained, selfContained } from "./self-contained.ts";

/** Whether a document is one of Swagger, of any version. */
export function isSwagger(root: Node): boolean {
  return root.has("swagger") && !root.has("openapi");
}

/** The root of the converted document, which has taken the place of the one that was read; `null` when it cannot be converted. */
export function convertSwagger(reading: Reading, root: Node): Node | null {
  const { report } = reading;
  const version = root.get("swagger");
  if (version === undefined) return null;
  if (String(version.value) !== "2.0" && version.value !== 2) {
    const written = typeof version.value === "string" ? version.value : kindOf(version.value);
    const advice = "Swagger 2.0 is converted; earlier versions have to be converted to it first";
    report.add("unsupported-version", version, { standard: "Swagger", version: written, advice });
    return null;
  }
  const contained = selfContained(reading, root);
  const swagger = structuredClone(contained.value);
  const value = converted(reading, root, contained);
  if (value === null) return null;
  report.add("swagger-converted", keyOf(version), {});
  const { ends: _, ...document } = root.document;
  const written = (tokens: readonly string[]) => contained.written(swaggerPlace(swagger, tokens));
  reading.sources.replace({ ...document, value, written, unconverted: root.document });
  const opened = reading.sources.open(root.document.path);
  return opened.ok ? opened.value : null;
}

function converted(reading: Reading, root: Node, contained: SelfContained): Fields | null {
  // Loaded here: most descriptions are not of Swagger.
  const name = "@scalar/openapi-upgrader/2.0-to-3.0";
  const { upgradeFromTwoToThree }: typeof import("@scalar/openapi-upgrader/2.0-to-3.0") = createRequire(
    import.meta.url,
  )(name);
  try {
    const swagger = structuredClone(contained.value);
    swagger["swagger"] = "2.0";
    const upgraded: unknown = upgradeFromTwoToThree(swagger);
    return completed(reading, upgraded, contained);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    reading.report.add("swagger-not-converted", root, { detail });
    return null;
  }
}

function completed(reading: Reading, upgraded: unknown, { value: swagger, examples }: SelfContained): Fields {
  const document = fieldsOf(upgraded);
  // Without schemes, those of the description itself count: a relative URL keeps that, and `http:` would not.
  if (memberOf(swagger, "host") !== undefined && listOf(memberOf(swagger, "schemes")).length === 0)
    put(document, "servers", [{ url: `//${String(swagger["host"])}${String(swagger["basePath"] ?? "")}` }]);
  delete document["schemes"];
  for (const scheme of membersOf(memberOf(memberOf(document, "components"), "securitySchemes")))
    for (const flow of membersOf(memberOf(scheme, "flows")))
      if (!Object.hasOwn(flow, "scopes")) put(flow, "scopes", {});
  for (const [path, item] of Object.entries(fieldsOf(memberOf(document, "paths")))) {
    for (const method of methods) {
      const operation = memberOf(item, method);
      const written = memberOf(memberOf(memberOf(swagger, "paths"), path), method);
      completeForm(memberOf(operation, "requestBody"), memberOf(written, "parameters"));
      orderHeaders(memberOf(operation, "responses"), memberOf(written, "responses"));
    }
  }
  orderHeaders(memberOf(memberOf(document, "components"), "responses"), memberOf(swagger, "responses"));
  for (const { response, examples: written } of examples) addExamples(reading, responseAt(document, response), written);
  return document;
}

/** A body with a required field is required, and no list of required fields is empty. */
function completeForm(body: unknown, parameters: unknown): void {
  const fields = listOf(parameters).filter((one) => memberOf(one, "in") === "formData");
  if (fields.length === 0 || !isFields(body)) return;
  if (fields.some((one) => memberOf(one, "required") === true)) put(body, "required", true);
  for (const [type, content] of Object.entries(fieldsOf(body["content"]))) {
    const schema = fieldsOf(memberOf(content, "schema"));
    if (listOf(schema["required"]).length === 0) delete schema["required"];
    // There, each value is a part, with any encoding.
    if (type === "multipart/form-data") delete fieldsOf(content)["encoding"];
  }
}

/** The converter turns their order round. */
function orderHeaders(responses: unknown, written: unknown): void {
  for (const [key, response] of Object.entries(fieldsOf(responses))) {
    const headers = memberOf(response, "headers");
    const names = Object.keys(fieldsOf(memberOf(memberOf(written, key), "headers")));
    if (!isFields(headers) || !isFields(response)) continue;
    const ordered: Fields = {};
    for (const name of names) put(ordered, name, headers[name]);
    put(response, "headers", ordered);
  }
}

function responseAt(document: Fields, [first = "", ...rest]: readonly string[]): unknown {
  const place = first === "responses" ? ["components", "responses", ...rest] : [first, ...rest];
  return place.reduce<unknown>(memberOf, document);
}

/** Examples by media type; one of a type that the operation does not produce is an example of nothing. */
function addExamples(reading: Reading, response: unknown, examples: Node): void {
  const content = fieldsOf(memberOf(response, "content"));
  for (const example of examples.members()) {
    const type = Object.keys(content).find((one) => baseOf(one) === baseOf(example.key));
    const media = type === undefined ? undefined : content[type];
    if (isFields(media)) put(media, "example", structuredClone(example.value));
    else {
      const reason = "the operation does not produce this media type with a schema";
      const advice = 'add the media type to "produces", and a "schema" to the response';
      reading.report.add("no-effect", { kind: "key", location: example }, { what: "this example", reason, advice });
    }
  }
}

function baseOf(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/** The object, or an empty one in the place of anything else. */
function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function membersOf(value: unknown): Fields[] {
  return Object.values(fieldsOf(value)).filter(isFields);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

// Places in a converted document -> the places in the Swagger 2.0 document that they come from.

type Tokens = readonly string[];

/** `swagger`: the document that was converted. What has no counterpart leads to the nearest part around it that has one. */
function swaggerPlace(swagger: Fields, [first = "", second = "", ...rest]: Tokens): Tokens {
  switch (first) {
    case "openapi":
      return ["swagger"];
    case "servers":
      return [["host", "basePath"].find((field) => Object.hasOwn(swagger, field)) ?? "swagger"];
    case "components":
      return componentPlace(second, rest);
    case "paths":
      return pathPlace(swagger, second, rest);
    default:
      return first === "" ? [] : second === "" ? [first] : [first, second, ...rest];
  }
}

function componentPlace(section: string, [name, ...rest]: Tokens): Tokens {
  if (name === undefined) return [sections[section] ?? "swagger"];
  switch (section) {
    case "schemas":
      return ["definitions", name, ...schemaPlace(rest)];
    case "parameters":
      return ["parameters", name, ...parameterPlace(rest)];
    case "responses":
      return ["responses", name, ...responsePlace(rest)];
    case "securitySchemes":
      return ["securityDefinitions", name, ...(rest[0] === "flows" ? rest.slice(2) : rest)];
    default:
      return ["swagger"];
  }
}

const sections: Readonly<Record<string, string>> = {
  schemas: "definitions",
  parameters: "parameters",
  responses: "responses",
  securitySchemes: "securityDefinitions",
};

function pathPlace(swagger: Fields, path: string, rest: Tokens): Tokens {
  const [method, field, ...below] = rest;
  if (path === "") return ["paths"];
  if (method === "parameters")
    return ["paths", path, "parameters", ...(field === undefined ? [] : [field, ...parameterPlace(below)])];
  if (method === undefined || field === undefined) return ["paths", path, ...rest];
  const operation = ["paths", path, method];
  const parameters = listAt(swagger, [...operation, "parameters"]);
  switch (field) {
    case "parameters": {
      const [index, ...inside] = below;
      if (index === undefined) return [...operation, "parameters"];
      return [...operation, "parameters", String(indexOfNth(parameters, Number(index))), ...parameterPlace(inside)];
    }
    case "requestBody":
      return [...operation, ...bodyPlace(parameters, below)];
    case "responses": {
      const [status, ...inside] = below;
      return [...operation, "responses", ...(status === undefined ? [] : [status, ...responsePlace(inside)])];
    }
    default:
      return [...operation, field, ...below];
  }
}

/** The body is one parameter, a form one for each field. */
function bodyPlace(parameters: readonly unknown[], [content, , schema, ...below]: Tokens): Tokens {
  const index = parameters.findIndex((one) => memberOf(one, "in") === "body");
  if (index !== -1) {
    const isSchema = content === "content" && schema === "schema";
    return ["parameters", String(index), ...(isSchema ? ["schema", ...schemaPlace(below)] : [])];
  }
  const [properties, name, ...inside] = below;
  const field = parameters.findIndex(
    (one) => memberOf(one, "in") === "formData" && (properties !== "properties" || memberOf(one, "name") === name),
  );
  return field === -1 ? ["parameters"] : ["parameters", String(field), ...schemaPlace(inside)];
}

/** Where the parameter is that is the nth of those outside of the body. */
function indexOfNth(parameters: readonly unknown[], nth: number): number {
  const others = parameters.flatMap((one, index) =>
    ["body", "formData"].includes(String(memberOf(one, "in"))) ? [] : [index],
  );
  return others[nth] ?? nth;
}

function parameterPlace([first, ...rest]: Tokens): Tokens {
  if (first === "style" || first === "explode") return ["collectionFormat"];
  return first === undefined ? [] : first === "schema" ? schemaPlace(rest) : [first, ...rest];
}

function responsePlace([first, second, third, ...rest]: Tokens): Tokens {
  if (first === "content") {
    if (third === "example") return ["examples", second ?? "", ...rest];
    return ["schema", ...(third === "schema" ? schemaPlace(rest) : [])];
  }
  if (first !== "headers" || second === undefined)
    return [first, second, third, ...rest].filter((one) => one !== undefined);
  return ["headers", second, ...(third === undefined ? [] : third === "schema" ? schemaPlace(rest) : [third, ...rest])];
}

/** Keywords that are spelt otherwise, unless they are names of properties. */
function schemaPlace(tokens: Tokens): Tokens {
  return tokens.flatMap((token, index) => {
    if (tokens[index - 1] === "properties" && tokens[index - 2] !== "properties") return [token];
    if (token === "propertyName" && tokens[index - 1] === "discriminator") return [];
    return [token === "nullable" ? "x-nullable" : token];
  });
}

function listAt(swagger: Fields, tokens: Tokens): readonly unknown[] {
  const list = tokens.reduce<unknown>(memberOf, swagger);
  return Array.isArray(list) ? list : [];
}
