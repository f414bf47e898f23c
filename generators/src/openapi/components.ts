// Components Object: its schemas get their names; everything in it is read once, so that no mistake waits for a first use.
import type { Link } from "../model/http.ts";
import { checkFields, checkReferences, expectObject, follow, membersOf } from "../reading/index.ts";
import type { Node } from "../source/index.ts";
import { readExample } from "./example.ts";
import { fields } from "./fields.ts";
import { readHeader } from "./header.ts";
import { readLink } from "./link.ts";
import { readMediaType } from "./media-type.ts";
import type { OpenApiReading } from "./openapi-reading.ts";
import { readParameter } from "./parameter.ts";
import { readRequestBody } from "./request-body.ts";
import { readResponse } from "./response.ts";

/** The node, when there is one that is an object. Reads its schemas, which name the places they lead to. */
export function openComponents(reading: OpenApiReading): Node | null {
  const field = reading.root.get("components");
  if (field === undefined || expectObject(reading, field, "components") === null) return null;
  checkFields(reading, field, "components", fields.components);
  reading.schemas.readComponents(membersOf(reading, field, "schemas"));
  return field;
}

/** Reads what operations refer to, whether they do or not (they read it again where it stands), and returns the links in it. */
export function checkComponents(reading: OpenApiReading, components: Node): Link[] {
  const links: Link[] = [];
  const each = (name: string, read: (member: Node) => unknown): void => {
    for (const member of membersOf(reading, components, name)) read(member);
  };
  each("parameters", (member) => readParameter(reading, member));
  each("requestBodies", (member) => readRequestBody(reading, member));
  each("responses", (member) => {
    links.push(...readResponse(reading, member, { kind: "default" }).flatMap((response) => response.links));
  });
  each("headers", (member) => readHeader(reading, member));
  each("examples", (member) => readExample(reading, member));
  each("links", (member) => links.push(...readLink(reading, member)));
  // Only where a path leads here is it known which parameters it must have.
  each("pathItems", (member) => checkPathItem(reading, member));
  const resolve = (ref: Node): Node | null => reading.schemas.targetOf(ref);
  each("callbacks", (member) => checkReferences(reading, member, { resolve }));
  // Under `components` a media type has a name, not a type.
  each("mediaTypes", (member) => readMediaType(reading, member, "application/json"));
  return links;
}

function checkPathItem(reading: OpenApiReading, member: Node): void {
  const node = follow(reading, member, [...fields.pathItem]);
  if (node === null || expectObject(reading, node, "a path item") === null) return;
  checkFields(reading, node, "a path item", fields.pathItem);
  checkReferences(reading, node, { resolve: (ref) => reading.schemas.targetOf(ref) });
}
