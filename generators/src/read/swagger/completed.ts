// What the converter makes of a Swagger 2.0 document -> the same with what it leaves out.

import type { Node } from "../../source/index.ts";
import type { Reading } from "../fields/index.ts";
import { memberOf } from "./places.ts";
import { type Fields, methods, put, type SelfContained } from "./self-contained.ts";

export function completed(reading: Reading, upgraded: unknown, { value: swagger, examples }: SelfContained): Fields {
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

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
