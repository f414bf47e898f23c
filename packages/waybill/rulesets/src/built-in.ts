// The rules of `spectral:oas` and `spectral:asyncapi`: which codes of Waybill report the same, and the others as rules that run here.
// Sources: docs.stoplight.io/docs/spectral, "OpenAPI Rules" and "AsyncAPI Rules".
import type { RulesetFunction, RulesetRule, Severity, Then } from "./ruleset.ts";
import { isRecord, listOf } from "./values.ts";

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
    "asyncapi-channel-parameters": ["channel-parameter-undeclared", "channel-parameter-unused"],
    "asyncapi-document-resolved": ["official-schema"],
    "asyncapi-document-unresolved": ["official-schema"],
    "asyncapi-message-examples": ["invalid-example"],
    "asyncapi-operation-operationId-uniqueness": ["duplicate-operation-id"],
    "asyncapi-operation-security": ["unknown-security-scheme"],
    "asyncapi-payload-default": ["invalid-default"],
    "asyncapi-payload-examples": ["invalid-example"],
    "asyncapi-schema-default": ["invalid-default"],
    "asyncapi-schema-examples": ["invalid-example"],
    "asyncapi-server-security": ["unknown-security-scheme"],
    "asyncapi-server-variables": ["undefined-server-variable"],
    "asyncapi-tags-uniqueness": ["duplicate-value"],
  }),
);

const operations = "$.paths[*][get,put,post,delete,options,head,patch,trace]";
const markdown = "$..[description,title]";
const any = null;

interface Row {
  readonly given: string;
  readonly step: Partial<Then> & Pick<Then, "function">;
  readonly message: string;
  readonly formats?: readonly string[];
  readonly isOff?: true;
  readonly isUnresolved?: true;
}

const has = (field: string, rest: Partial<Row> & Pick<Row, "given" | "message">): Row => ({
  ...rest,
  step: { field, function: "truthy" },
});

const matches = (options: object, rest: Partial<Row> & Pick<Row, "given" | "message">, field?: string): Row => ({
  ...rest,
  step: { ...(field === undefined ? {} : { field }), function: "pattern", options },
});

const hasSuccess: RulesetFunction = (value, _, { path }) => {
  if (!isRecord(value) || Object.keys(value).some((status) => /^[23]/.test(status))) return [];
  return [{ message: "operation must define at least a single 2xx or 3xx response", path }];
};

const hasDefinedTags: RulesetFunction = (document) => {
  if (!isRecord(document)) return [];
  const defined = new Set(listOf(document["tags"]).map((tag) => (isRecord(tag) ? tag["name"] : null)));
  const items = isRecord(document["paths"]) ? Object.entries(document["paths"]) : [];
  return items.flatMap(([path, item]) =>
    (isRecord(item) ? Object.entries(item) : []).flatMap(([method, operation]) =>
      (isRecord(operation) ? listOf(operation["tags"]) : []).flatMap((tag, index) =>
        defined.has(tag)
          ? []
          : [
              {
                message: "operation tags must be defined in global tags",
                path: ["paths", path, method, "tags", index],
              },
            ],
      ),
    ),
  );
};

const rows: Readonly<Record<string, Row>> = {
  "operation-success-response": {
    given: `${operations}.responses`,
    step: { function: hasSuccess },
    message: "{{error}}",
  },
  "operation-tag-defined": { given: "$", step: { function: hasDefinedTags }, message: "{{error}}" },
  "contact-properties": {
    ...has("name", { given: "$.info.contact", message: "Contact object must have name, url and email" }),
    isOff: true,
  },
  "info-contact": has("contact", { given: "$.info", message: 'Info object must have "contact" object' }),
  "info-description": has("description", {
    given: "$.info",
    message: 'Info "description" must be present and non-empty string',
  }),
  "info-license": {
    ...has("license", { given: "$.info", message: 'Info object must have "license" object' }),
    isOff: true,
  },
  "license-url": {
    ...has("url", { given: "$.info.license", message: 'License object must include "url"' }),
    isOff: true,
  },
  "no-eval-in-markdown": matches(
    { notMatch: "eval\\(" },
    { given: markdown, message: 'Markdown descriptions must not have "eval("' },
  ),
  "no-script-tags-in-markdown": matches(
    { notMatch: "<script" },
    { given: markdown, message: 'Markdown descriptions must not have "<script>" tags' },
  ),
  "openapi-tags-alphabetical": {
    given: "$",
    step: { field: "tags", function: "alphabetical", options: { keyedBy: "name" } },
    message: "OpenAPI object must have alphabetical tags",
    isOff: true,
  },
  "openapi-tags": {
    ...has("tags", { given: "$", message: 'OpenAPI object must have non-empty "tags" array' }),
    isOff: true,
  },
  "operation-description": has("description", {
    given: operations,
    message: 'Operation "description" must be present and non-empty string',
  }),
  "operation-operationId": has("operationId", { given: operations, message: 'Operation must have "operationId"' }),
  "operation-operationId-valid-in-url": matches(
    { match: "^[A-Za-z0-9-._~:/?#\\[\\]@!\\$&'()*+,;=]*$" },
    { given: operations, message: "operationId must not have characters that are invalid when used in URL" },
    "operationId",
  ),
  "operation-singular-tag": {
    given: operations,
    step: { field: "tags", function: "length", options: { max: 1 } },
    message: "Operation must not have more than a single tag",
    isOff: true,
  },
  "operation-tags": has("tags", { given: operations, message: 'Operation must have non-empty "tags" array' }),
  "path-keys-no-trailing-slash": {
    given: "$.paths",
    step: { field: "@key", function: "pattern", options: { notMatch: ".+\\/$" } },
    message: "Path must not end with slash",
  },
  "tag-description": {
    ...has("description", { given: "$.tags[*]", message: 'Tag object must have "description"' }),
    isOff: true,
  },
  "oas2-api-host": {
    ...has("host", { given: "$", message: 'OpenAPI "host" must be present and non-empty string' }),
    formats: ["oas2"],
  },
  "oas2-api-schemes": {
    ...has("schemes", { given: "$", message: 'OpenAPI host "schemes" must be present and non-empty array' }),
    formats: ["oas2"],
  },
  "oas2-host-trailing-slash": {
    ...matches({ notMatch: "/$" }, { given: "$", message: "Server URL must not have trailing slash" }, "host"),
    formats: ["oas2"],
  },
  "oas3-api-servers": {
    ...has("servers", { given: "$", message: 'OpenAPI "servers" must be present and non-empty array' }),
    formats: ["oas3"],
  },
  "oas3-parameter-description": {
    ...has("description", {
      given: "$..parameters[?(@ && @.in)]",
      message: 'Parameter objects must have "description"',
    }),
    formats: ["oas3"],
    isOff: true,
  },
  "oas3-server-not-example.com": {
    ...matches(
      { notMatch: "example\\.com" },
      { given: "$.servers[*].url", message: "Server URL must not point at example.com" },
    ),
    formats: ["oas3"],
    isOff: true,
  },
  "oas3-server-trailing-slash": {
    ...matches({ notMatch: "./$" }, { given: "$.servers[*].url", message: "Server URL must not have trailing slash" }),
    formats: ["oas3"],
  },
  "oas3-unused-component": {
    given: "$",
    step: { function: unusedComponents },
    message: "Potentially unused component has been detected",
    formats: ["oas3"],
    isUnresolved: true,
  },
  "asyncapi-info-contact": {
    ...has("contact", { given: "$.info", message: 'Info object must have "contact" object' }),
    formats: ["aas2", "aas3"],
  },
  "asyncapi-info-description": {
    ...has("description", { given: "$.info", message: 'Info "description" must be present and non-empty string' }),
    formats: ["aas2", "aas3"],
  },
  "asyncapi-info-license": {
    ...has("license", { given: "$.info", message: 'Info object must have "license" object' }),
    formats: ["aas2", "aas3"],
  },
  "asyncapi-servers": {
    ...has("servers", { given: "$", message: 'AsyncAPI object must have non-empty "servers" object' }),
    formats: ["aas2", "aas3"],
  },
};

function unusedComponents(document: unknown): unknown {
  if (!isRecord(document) || !isRecord(document["components"])) return [];
  const referred = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, member] of Object.entries(value))
      if (key === "$ref" && typeof member === "string") referred.add(decodeURIComponent(member.slice(1)));
      else collect(member);
  };
  collect(document);
  return Object.entries(document["components"]).flatMap(([section, members]) =>
    section === "securitySchemes" || !isRecord(members)
      ? []
      : Object.keys(members).flatMap((name) => {
          const pointer = `/components/${section}/${name}`;
          const isUsed = [...referred].some((one) => one === pointer || one.startsWith(`${pointer}/`));
          return isUsed ? [] : [{ message: "", path: ["components", section, name] }];
        }),
  );
}

/** The rules of a ruleset of Spectral that no code reports; in `mode` off, none of them is on. */
export function builtInRules(ruleset: string, mode: "all" | "recommended" | "off"): RulesetRule[] {
  const prefix = ruleset === "spectral:asyncapi" ? "asyncapi" : "";
  return Object.entries(rows)
    .filter(([name]) => name.startsWith("asyncapi") === (prefix !== ""))
    .map(([name, row]) => {
      const isOff = mode === "off" || (mode === "recommended" && row.isOff === true);
      const severity: Severity = isOff ? "off" : "warn";
      const openapi = prefix === "" ? ["oas2", "oas3"] : any;
      return {
        name,
        given: [{ expression: row.given, formats: null }],
        steps: [{ field: null, options: null, ...row.step }],
        severity,
        message: row.message,
        description: row.message,
        formats: row.formats ?? openapi,
        isResolved: row.isUnresolved !== true,
        functions: new Map(),
      };
    });
}

/** Names of rules that neither a code nor a row covers, of those that a ruleset names. */
export function isKnownRule(name: string): boolean {
  return mappedRules.has(name) || Object.hasOwn(rows, name);
}
