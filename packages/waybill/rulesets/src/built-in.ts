// The rulesets of Spectral itself, and which of their rules codes of Waybill report.

/** `spectral:oas` -> the ruleset. Read only where a ruleset extends it: its package takes a while to load. */
export async function builtInRuleset(reference: string): Promise<unknown> {
  const { arazzo, asyncapi, oas } = await import("@stoplight/spectral-rulesets");
  const ruleset = new Map<string, unknown>(Object.entries({ arazzo, asyncapi, oas })).get(
    reference.slice(reference.indexOf(":") + 1),
  );
  if (ruleset === undefined) throw new Error(`there is no ruleset ${reference}`);
  return ruleset;
}

/** The codes that report what a rule reports. */
export const mappedRules: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    "array-items": ["no-type"],
    "duplicated-entry-in-enum": ["duplicate-value"],
    "no-$ref-siblings": ["no-effect"],
    "oas2-operation-security-defined": ["unknown-security-scheme"],
    "oas2-schema": ["official-schema"],
    "oas2-valid-media-example": ["invalid-example"],
    "oas2-valid-schema-example": ["invalid-example"],
    "oas3-examples-value-or-externalValue": ["conflicting-fields"],
    "oas3-operation-security-defined": ["unknown-security-scheme"],
    "oas3-schema": ["official-schema"],
    "oas3-server-variables": ["undefined-server-variable"],
    "oas3-valid-media-example": ["invalid-example"],
    "oas3-valid-schema-example": ["invalid-example"],
    "openapi-tags-uniqueness": ["duplicate-value"],
    "operation-operationId-unique": ["duplicate-operation-id"],
    "operation-parameters": ["duplicate-parameter"],
    "path-declarations-must-exist": ["malformed-path"],
    "path-not-include-query": ["malformed-path"],
    "path-params": ["path-parameter-undeclared", "path-parameter-unused"],
    "typed-enum": ["impossible-schema"],
    "asyncapi-3-document-resolved": ["official-schema"],
    "asyncapi-3-document-unresolved": ["official-schema"],
    "asyncapi-3-operation-security": ["unknown-security-scheme"],
    "asyncapi-3-tags-uniqueness": ["duplicate-value"],
    "asyncapi-channel-parameters": ["channel-parameter-undeclared", "channel-parameter-unused"],
    "asyncapi-document-resolved": ["official-schema"],
    "asyncapi-document-unresolved": ["official-schema"],
    "asyncapi-message-examples": ["invalid-example"],
    "asyncapi-operation-operationId-uniqueness": ["duplicate-operation-id"],
    "asyncapi-operation-security": ["unknown-security-scheme"],
    "asyncapi-payload-default": ["invalid-default"],
    "asyncapi-payload-examples": ["invalid-example"],
    "asyncapi-schema": ["official-schema"],
    "asyncapi-schema-default": ["invalid-default"],
    "asyncapi-schema-examples": ["invalid-example"],
    "asyncapi-server-security": ["unknown-security-scheme"],
    "asyncapi-server-variables": ["undefined-server-variable"],
    "asyncapi-tags-uniqueness": ["duplicate-value"],
  }),
);
