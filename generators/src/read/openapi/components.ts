// Components Object: names its schemas, and reads everything once, so that mistakes in unused components are reported.
import type { Link } from "../../model/http.ts";
import type { Node } from "../../source/index.ts";
import { checkReferences, membersOf, readPart } from "../fields/index.ts";
import { readExample } from "./example.ts";
import { fields } from "./fields.ts";
import { readHeader } from "./header.ts";
import { readLink } from "./link.ts";
import { readMediaType } from "./media-type.ts";
import { type OpenApiReading, openObject, ownObject } from "./openapi-reading.ts";
import { readParameter } from "./parameter.ts";
import { readRequestBody } from "./request-body.ts";
import { readResponse } from "./response.ts";

/** The node if it is an object. Reads its schemas, which registers the names of their targets. */
export function openComponents(reading: OpenApiReading): Node | null {
  const field = reading.root.get("components");
  const components = field === undefined ? null : componentsOf(reading, field);
  if (components !== null) reading.schemas.readComponents(membersOf(reading, components, "schemas"));
  return components;
}

/** The node itself, or the target of a reference in place of it, which bundlers inline. */
function componentsOf(reading: OpenApiReading, field: Node): Node | null {
  const ref = field.get("$ref");
  if (typeof ref?.value !== "string") return ownObject(reading, field, "components");
  reading.report.add("misplaced-ref", ref, { field: "components" });
  return openObject(reading, field, "components");
}

/** Reads the components of operations, used or not (operations read them again), and returns their links. */
export function checkComponents(reading: OpenApiReading, components: Node): Link[] {
  const links: Link[] = [];
  const each = (name: string, read: (member: Node) => unknown): void => {
    for (const member of membersOf(reading, components, name)) readPart(reading, null, () => read(member));
  };
  each("parameters", (member) => readParameter(reading, member));
  each("requestBodies", (member) => readRequestBody(reading, member));
  each("responses", (member) => {
    links.push(...(readResponse(reading, member, { kind: "default" })?.links ?? []));
  });
  each("headers", (member) => readHeader(reading, member));
  each("examples", (member) => readExample(reading, member));
  each("links", (member) => links.push(...[readLink(reading, member) ?? []].flat()));
  // The required path parameters are only known where a path refers to it.
  each("pathItems", (member) => checkPathItem(reading, member));
  const resolve = (ref: Node): Node | null => reading.schemas.targetOf(ref);
  each("callbacks", (member) => checkReferences(reading, member, { resolve }));
  // Under `components` the key of a media type is a name, not a type.
  each("mediaTypes", (member) => readMediaType(reading, member, "application/json"));
  return links;
}

function checkPathItem(reading: OpenApiReading, member: Node): void {
  const node = openObject(reading, member, "a path item", fields["a path item"].split(" "));
  if (node !== null) checkReferences(reading, node, { resolve: (ref) => reading.schemas.targetOf(ref) });
}
