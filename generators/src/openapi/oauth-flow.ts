// `flows` of a security scheme -> how clients obtain its tokens.
import { keyOf } from "../diagnostics/index.ts";
import type { OAuthFlow } from "../model/http.ts";
import { membersOf, type Reading, stringField } from "../reading/index.ts";
import type { Node } from "../source/index.ts";
import { ownObject } from "./openapi-reading.ts";

export function readOAuthFlows(reading: Reading, scheme: Node): OAuthFlow[] {
  const field = scheme.get("flows");
  const flows = field === undefined ? null : ownObject(reading, field, "flows");
  return (flows?.members() ?? []).flatMap((node) => readFlow(reading, node) ?? []);
}

function readFlow(reading: Reading, node: Node): OAuthFlow | null {
  const fields = required.get(node.key);
  if (fields === undefined || ownObject(reading, node, "a flow") === null) return null;
  for (const field of fields) {
    if (!node.has(field)) reading.report.add("missing-field", keyOf(node), { object: `the flow ${node.key}`, field });
  }
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
const required: ReadonlyMap<string, readonly string[]> = new Map([
  ["implicit", ["authorizationUrl"]],
  ["password", ["tokenUrl"]],
  ["clientCredentials", ["tokenUrl"]],
  ["authorizationCode", ["authorizationUrl", "tokenUrl"]],
  ["deviceAuthorization", ["deviceAuthorizationUrl", "tokenUrl"]],
]);
