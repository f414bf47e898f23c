// Security schemes and requirements.
import { keyOf, nearest } from "../diagnostics/index.ts";
import type { SecurityRequirement, SecurityScheme } from "../model/http.ts";
import {
  booleanField,
  expectObject,
  itemsOf,
  membersOf,
  requiredString,
  stringField,
  stringsOf,
} from "../reading/index.ts";
import type { Node } from "../source/index.ts";
import { readOAuthFlows } from "./oauth-flow.ts";
import { describe, type OpenApiReading, openObject, wordsBeside } from "./openapi-reading.ts";

export function readSecuritySchemes(reading: OpenApiReading, components: Node): SecurityScheme[] {
  return membersOf(reading, components, "securitySchemes").flatMap((member) => {
    const node = openObject(reading, member, "a security scheme", wordsBeside(reading, "description"));
    if (node === null) return [];
    return {
      name: member.key,
      type: readType(reading, node),
      scheme: stringField(reading, node, "scheme"),
      in: stringField(reading, node, "in"),
      parameterName: stringField(reading, node, "name"),
      bearerFormat: stringField(reading, node, "bearerFormat"),
      openIdConnectUrl: stringField(reading, node, "openIdConnectUrl"),
      oauth2MetadataUrl: stringField(reading, node, "oauth2MetadataUrl"),
      flows: readOAuthFlows(reading, node),
      description: describe(reading, member, node),
      deprecated: booleanField(reading, node, "deprecated") ?? false,
      at: node,
    };
  });
}

/** The required fields of each type of scheme. */
const required: Readonly<Record<string, readonly string[]>> = {
  apiKey: ["name", "in"],
  http: ["scheme"],
  mutualTLS: [],
  oauth2: ["flows"],
  openIdConnect: ["openIdConnectUrl"],
};

function readType(reading: OpenApiReading, node: Node): string {
  const type = requiredString(reading, node, { name: "type", object: "a security scheme" });
  const field = node.get("type");
  const wanted = Object.hasOwn(required, type) ? required[type] : undefined;
  if (wanted === undefined && type !== "" && field !== undefined) {
    const near = nearest(type, Object.keys(required));
    const expected = near === undefined ? Object.keys(required).join(", ") : `"${near}"`;
    reading.report.add(
      "invalid-keyword-value",
      field,
      { keyword: "type", expected, found: JSON.stringify(type) },
      { tolerated: null },
    );
  }
  for (const name of wanted ?? []) {
    if (!node.has(name)) {
      reading.report.add(
        "missing-field",
        keyOf(node),
        { object: `a security scheme of type ${type}`, field: name },
        { tolerated: null },
      );
    }
  }
  if (type === "apiKey") checkKeyPlace(reading, node);
  return type;
}

function checkKeyPlace(reading: OpenApiReading, node: Node): void {
  const field = node.get("in");
  if (field === undefined || field.value === "header" || field.value === "query" || field.value === "cookie") return;
  const expected = "header, query or cookie";
  reading.report.add("invalid-keyword-value", field, { keyword: "in", expected, found: JSON.stringify(field.value) });
}

/** `null` when there is no `security`, which is then inherited; an empty list means no authentication. */
export function readSecurityRequirements(
  reading: OpenApiReading,
  owner: Node,
  schemes: readonly SecurityScheme[],
): SecurityRequirement[] | null {
  if (!owner.has("security")) return null;
  const known = schemes.map((scheme) => scheme.name);
  return itemsOf(reading, owner, "security").flatMap((requirement) => {
    // Any other value would read as "no scheme is needed".
    if (expectObject(reading, requirement, "a security requirement") === null) return [];
    const members = requirement.members().map((member) => {
      if (!known.includes(member.key)) {
        const near = nearest(member.key, known);
        reading.report.add("unknown-security-scheme", keyOf(member), { name: member.key, near });
      }
      return { name: member.key, scopes: stringsOf(reading, requirement, member.key) };
    });
    return [{ schemes: members }];
  });
}
