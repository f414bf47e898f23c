// Security schemes and requirements.
import { keyOf, nearest } from "../../diagnostics/index.ts";
import type { OAuthFlow, SecurityRequirement, SecurityScheme } from "../../model/http.ts";
import { identityOf, type Node } from "../../source/index.ts";
import {
  booleanField,
  choiceOf,
  expectFields,
  expectObject,
  extensionsOf,
  itemsOf,
  membersOf,
  type Reading,
  requiredString,
  stringField,
  stringsOf,
} from "../fields/index.ts";
import { describe, type OpenApiReading, openObject, ownObject, siblingTexts } from "./openapi-reading.ts";

export function readSecuritySchemes(reading: OpenApiReading, components: Node): SecurityScheme[] {
  return membersOf(reading, components, "securitySchemes").flatMap((member) => {
    const node = openObject(reading, member, "a security scheme", siblingTexts(reading, "description"));
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
      extensions: extensionsOf(node),
      at: node,
    };
  });
}

/** Only what sends or checks credentials depends on a scheme. */
const ofCredentials = { tolerated: null, stops: ["serving", "calls"] };

/** The required fields of each type of scheme. */
const required: Readonly<Record<string, readonly string[]>> = {
  apiKey: ["name", "in"],
  http: ["scheme"],
  mutualTLS: [],
  oauth2: ["flows"],
  openIdConnect: ["openIdConnectUrl"],
};

function readType(reading: OpenApiReading, node: Node): string {
  const type = requiredString(reading, node, { name: "type", object: "a security scheme", missing: ofCredentials });
  const field = node.get("type");
  const wanted = Object.hasOwn(required, type) ? required[type] : undefined;
  if (wanted === undefined && type !== "" && field !== undefined) {
    const near = nearest(type, Object.keys(required));
    const expected = near === undefined ? Object.keys(required).join(", ") : `"${near}"`;
    choiceOf(reading, field, Object.keys(required), expected, { tolerated: null });
  }
  expectFields(reading, node, `a security scheme of type ${type}`, wanted ?? [], ofCredentials);
  const place = node.get("in");
  if (type === "apiKey" && place !== undefined) {
    choiceOf(reading, place, ["header", "query", "cookie"], "header, query or cookie");
  }
  return type;
}

/** `null` when there is no `security`, which is then inherited; an empty list means no authentication. */
export function readSecurityRequirements(
  reading: OpenApiReading,
  owner: Node,
  schemes: readonly SecurityScheme[],
): SecurityRequirement[] | null {
  const field = owner.get("security");
  if (field === undefined) return null;
  const known = schemes.map((scheme) => scheme.name);
  const alternatives = itemsOf(reading, owner, "security");
  if (field.value === null) return null;
  return alternatives.flatMap((requirement) => {
    // Any other value would read as "no scheme is needed".
    if (expectObject(reading, requirement, "a security requirement") === null) return [];
    const members = requirement.members().map((member) => {
      const name = known.includes(member.key) ? member.key : nameOfReference(reading, member, schemes);
      return { name: name ?? member.key, scopes: stringsOf(reading, requirement, member.key) };
    });
    return [{ schemes: members }];
  });
}

/** Since 3.2, the key of a requirement may be the URI of a scheme: the name of that scheme, which is reported if there is none. */
function nameOfReference(reading: OpenApiReading, member: Node, schemes: readonly SecurityScheme[]): string | null {
  const isUri = reading.version === "3.2" && /[#/.:]/.test(member.key);
  const target = isUri ? reading.sources.resolve(member.key, member) : null;
  if (target?.ok && target.value.isObject) {
    const identity = identityOf(target.value);
    const scheme = schemes.find(({ at }) => identityOf(at) === identity);
    if (scheme !== undefined) return scheme.name;
    const reason = 'list it under components.securitySchemes: "name: { $ref: URI }"';
    reading.report.add("unsupported-feature", keyOf(member), { feature: "a scheme of another document", reason });
    return null;
  }
  const near = nearest(
    member.key,
    schemes.map(({ name }) => name),
  );
  reading.report.add("unknown-security-scheme", keyOf(member), { name: member.key, near });
  return null;
}

/** How clients obtain the tokens of a scheme. */
function readOAuthFlows(reading: Reading, scheme: Node): OAuthFlow[] {
  const field = scheme.get("flows");
  const flows = field === undefined ? null : ownObject(reading, field, "flows");
  return (flows?.members() ?? []).flatMap((node) => readFlow(reading, node) ?? []);
}

function readFlow(reading: Reading, node: Node): OAuthFlow | null {
  const fields = fieldsOfFlow.get(node.key);
  if (fields === undefined || ownObject(reading, node, "a flow") === null) return null;
  expectFields(reading, node, `the flow ${node.key}`, fields, { stops: ofCredentials.stops });
  return {
    kind: node.key,
    authorizationUrl: stringField(reading, node, "authorizationUrl"),
    deviceAuthorizationUrl: stringField(reading, node, "deviceAuthorizationUrl"),
    tokenUrl: stringField(reading, node, "tokenUrl"),
    refreshUrl: stringField(reading, node, "refreshUrl"),
    scopes: membersOf(reading, node, "scopes").map((scope) => ({
      name: scope.key,
      description: typeof scope.value === "string" ? scope.value : "",
    })),
    at: node,
  };
}

/** The required fields of each flow. In practice their scopes are optional: they are for people. */
const fieldsOfFlow: ReadonlyMap<string, readonly string[]> = new Map([
  ["implicit", ["authorizationUrl"]],
  ["password", ["tokenUrl"]],
  ["clientCredentials", ["tokenUrl"]],
  ["authorizationCode", ["authorizationUrl", "tokenUrl"]],
  ["deviceAuthorization", ["deviceAuthorizationUrl", "tokenUrl"]],
]);
