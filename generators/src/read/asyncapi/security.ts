// Security schemes of AsyncAPI, and the alternatives that servers and operations list -> MessagingSecurityScheme, SecurityRequirement.
import { keyOf, listOf, nearest } from "../../diagnostics/index.ts";
import type { OAuthFlow, SecurityRequirement } from "../../model/http.ts";
import type { MessagingSecurityScheme } from "../../model/messaging.ts";
import { identityOf, type Node } from "../../source/index.ts";
import {
  choiceOf,
  expectFields,
  expectKnown,
  expectObject,
  extensionsOf,
  itemsOf,
  membersOf,
  readPart,
  requiredString,
  stringField,
  stringsOf,
} from "../fields/index.ts";
import { type AsyncApiReading, openObject, readObjects } from "./asyncapi-reading.ts";

/** Those of the components. */
export function readSecuritySchemes(reading: AsyncApiReading, components: Node | null): MessagingSecurityScheme[] {
  const members = components === null ? [] : membersOf(reading, components, "securitySchemes");
  return readObjects(reading, members, "a security scheme", (node, name) => readScheme(reading, node, name));
}

/** No generated code depends on it. */
const notRead = { tolerated: "it is left as it is", stops: [] };

function readScheme(reading: AsyncApiReading, node: Node, name: string): MessagingSecurityScheme {
  const type = requiredString(reading, node, { name: "type", object: "a security scheme", missing: notRead });
  const wanted = Object.hasOwn(required, type) ? required[type] : undefined;
  const field = node.get("type");
  if (wanted === undefined && typeof field?.value === "string") {
    const near = nearest(type, Object.keys(required));
    const expected = near === undefined ? Object.keys(required).join(", ") : `"${near}"`;
    const args = { keyword: "type", expected, found: JSON.stringify(type) };
    reading.report.add("invalid-keyword-value", field, args, notRead);
  }
  expectFields(reading, node, `a security scheme of type ${type}`, wanted ?? [], notRead);
  const place = node.get("in");
  const places = Object.hasOwn(placesOf, type) ? placesOf[type] : undefined;
  if (places !== undefined && place !== undefined) choiceOf(reading, place, places, listOf(places, "or"), notRead);
  return {
    name,
    type,
    scheme: stringField(reading, node, "scheme"),
    in: stringField(reading, node, "in"),
    parameterName: stringField(reading, node, "name"),
    openIdConnectUrl: stringField(reading, node, "openIdConnectUrl"),
    flows: readFlows(reading, node),
    description: stringField(reading, node, "description"),
    extensions: extensionsOf(node),
    at: node,
  };
}

/** The types of scheme, and the fields that each requires. */
const required: Readonly<Record<string, readonly string[]>> = {
  userPassword: [],
  apiKey: ["in"],
  X509: [],
  symmetricEncryption: [],
  asymmetricEncryption: [],
  httpApiKey: ["name", "in"],
  http: ["scheme"],
  oauth2: ["flows"],
  openIdConnect: ["openIdConnectUrl"],
  plain: [],
  scramSha256: [],
  scramSha512: [],
  gssapi: [],
};

/** Where a scheme sends its key. */
const placesOf: Readonly<Record<string, readonly string[]>> = {
  apiKey: ["user", "password"],
  httpApiKey: ["header", "query", "cookie"],
};

/** The URLs that each flow requires. */
const flowUrls: Readonly<Record<string, readonly string[]>> = {
  implicit: ["authorizationUrl"],
  password: ["tokenUrl"],
  clientCredentials: ["tokenUrl"],
  authorizationCode: ["authorizationUrl", "tokenUrl"],
};

function readFlows(reading: AsyncApiReading, scheme: Node): OAuthFlow[] {
  const field = scheme.get("flows");
  const flows = field === undefined ? null : expectKnown(reading, field, "flows", reading.fields);
  return (flows?.members() ?? []).flatMap((member) => {
    if (member.key.startsWith("x-")) return [];
    const node = expectKnown(reading, member, "a flow", reading.fields);
    if (node === null) return [];
    const urls = Object.hasOwn(flowUrls, node.key) ? flowUrls[node.key] : undefined;
    expectFields(reading, node, `the flow ${node.key}`, urls ?? [], notRead);
    const scopes = membersOf(reading, node, reading.version === 2 ? "scopes" : "availableScopes");
    return {
      kind: node.key,
      authorizationUrl: stringField(reading, node, "authorizationUrl"),
      deviceAuthorizationUrl: null,
      tokenUrl: stringField(reading, node, "tokenUrl"),
      refreshUrl: stringField(reading, node, "refreshUrl"),
      scopes: scopes.map(({ key, value }) => ({ name: key, description: typeof value === "string" ? value : "" })),
      at: node,
    };
  });
}

/** `security` of the first owner that has it. AsyncAPI 3 lists schemes, AsyncAPI 2 their names with scopes. */
export function readSecurity(reading: AsyncApiReading, owners: readonly Node[]): SecurityRequirement[] {
  const owner = owners.find((each) => each.has("security"));
  if (owner === undefined) return [];
  const read = reading.version === 2 ? readNames : readListed;
  const readAll = () => itemsOf(reading, owner, "security").flatMap((item) => read(reading, item) ?? []);
  return readPart(reading, null, readAll) ?? [];
}

function readNames(reading: AsyncApiReading, item: Node): SecurityRequirement | null {
  if (expectObject(reading, item, "a security requirement") === null) return null;
  const known = [...reading.schemeNames.values()];
  const schemes = item.members().map((member) => {
    if (!known.includes(member.key)) {
      const near = nearest(member.key, known);
      reading.report.add("unknown-security-scheme", keyOf(member), { name: member.key, near }, notRead);
    }
    return { name: member.key, scopes: stringsOf(reading, item, member.key) };
  });
  return { schemes };
}

/** A scheme without a name, which is in no component, is named after what it says: `httpApiKey header X-Key`. */
function readListed(reading: AsyncApiReading, item: Node): SecurityRequirement | null {
  const node = openObject(reading, item, "a security scheme");
  if (node === null) return null;
  const named = reading.schemeNames.get(identityOf(node));
  if (named !== undefined) return { schemes: [{ name: named, scopes: stringsOf(reading, node, "scopes") }] };
  const read = readScheme(reading, node, "");
  const parts = [read.type, read.scheme, read.in, read.parameterName, read.openIdConnectUrl];
  const name = parts.filter((part) => part !== null).join(" ");
  reading.ownSchemes.set(identityOf(node), { ...read, name });
  return { schemes: [{ name, scopes: stringsOf(reading, node, "scopes") }] };
}
