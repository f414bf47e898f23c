// `waybill:style`: what many style guides of APIs require and no standard does. Each rule has its reason and an example of both kinds.
import {
  type Api,
  defineRule,
  type LintRule,
  type Location,
  type Property,
  type Schema,
  type Status,
  valueAt,
} from "waybill/plugin";
import { isRecord } from "./values.ts";

/** What the README has of a rule. */
export interface StyleRule {
  readonly rule: LintRule;
  readonly reason: string;
  /** As the README has them: code is in backquotes. */
  readonly right: string;
  readonly wrong: string;
}

export const styleRules: readonly StyleRule[] = [
  {
    rule: defineRule({
      name: "style-path-case",
      on: "operation",
      check({ path, trigger, at }, { report }) {
        const other = path.segments.find((part) => part.kind === "literal" && /[A-Z]/.test(part.text));
        if (trigger === null && other?.kind === "literal")
          report({
            message: `the path segment ${quoted(other.text)} has upper case letters`,
            hint: "write words with hyphens",
            at,
          });
      },
    }),
    reason: "URLs are case-sensitive, so readers should not have to guess",
    right: "`/gift-cards/{cardId}`",
    wrong: "`/giftCards/{cardId}`",
  },
  {
    rule: defineRule({
      name: "style-operation-id-case",
      on: "operation",
      check({ id, at }, { report }) {
        if (!isStated(at, "operationId") || /^[a-z][A-Za-z0-9]*$/.test(id)) return;
        report({
          message: `the operationId ${quoted(id)} is not in camel case`,
          hint: "it becomes the name of a method",
          at,
        });
      },
    }),
    reason: "it becomes the name of a method in most languages",
    right: "`operationId: listOrders`",
    wrong: "`operationId: List_Orders`",
  },
  {
    rule: defineRule({
      name: "style-property-case",
      on: "schema",
      check({ schema }, { report, api }) {
        const usual = usualCaseOf(api);
        for (const { name, at } of propertiesOf(schema))
          if (caseOf(name) !== null && caseOf(name) !== usual)
            report({
              message: `the property ${quoted(name)} is not in ${usual} case, as most are`,
              hint: "use one case",
              at,
            });
      },
    }),
    reason: "two spellings in one API are mistaken for each other; the more frequent one counts",
    right: "`orderId, shipTo`",
    wrong: "`orderId, ship_to`",
  },
  {
    rule: defineRule({
      name: "style-operation-summary",
      on: "operation",
      check({ id, words }, { report }) {
        if (!words.summary?.trim()) report({ message: `${quoted(id)} has no summary`, hint: "add a few words" });
      },
    }),
    reason: "it is the title of the operation in every documentation",
    right: "`summary: List orders`",
    wrong: "no summary",
  },
  {
    rule: defineRule({
      name: "style-parameter-description",
      on: "parameter",
      check({ name, words }, { report }) {
        if (!words.description?.trim())
          report({ message: `the parameter ${quoted(name)} has no description`, hint: "say what it does" });
      },
    }),
    reason: "a name and a type do not say what a value does",
    right: "`description: At most so many orders`",
    wrong: "no description",
  },
  {
    rule: defineRule({
      name: "style-schema-description",
      on: "schema",
      check({ name, schema }, { report }) {
        if (!schema.annotations.description?.trim() && !schema.annotations.title?.trim())
          report({ message: `the schema ${name} has no description`, hint: "say what it is" });
      },
    }),
    reason: "it is the comment on a type that people import",
    right: "`description: What was bought`",
    wrong: "no title and no description",
  },
  {
    rule: defineRule({
      name: "style-operation-tag",
      on: "operation",
      check({ id, tags, trigger }, { report }) {
        if (trigger === null && tags.length === 0)
          report({ message: `${quoted(id)} has no tag`, hint: "tags group operations" });
      },
    }),
    reason: "documentation and SDKs group operations by tags",
    right: "`tags: [orders]`",
    wrong: "no tags",
  },
  {
    rule: defineRule({
      name: "style-tag-description",
      on: "operation",
      check({ tags }, { report, api }) {
        for (const name of tags) {
          const tag = api.http?.tags.find((one) => one.name === name);
          if (!tag?.description?.trim() && !tag?.summary?.trim())
            report({ message: `the tag ${quoted(name)} has no description`, hint: "describe it in tags at the root" });
        }
      },
    }),
    reason: "it introduces a group of operations",
    right: "`tags: [{ name: orders, description: What was bought }]`",
    wrong: "a tag that the root does not describe",
  },
  {
    rule: defineRule({
      name: "style-client-error",
      on: "operation",
      check({ id, trigger, parameters, requestBody, responses }, { report }) {
        const isFallible = parameters.length > 0 || requestBody !== null;
        const hasError = responses.some(({ status }) => isError(status));
        if (trigger === null && isFallible && !hasError)
          report({ message: `${quoted(id)} describes no error`, hint: 'add "4XX" or "default"' });
      },
    }),
    reason: "a request with values can be wrong, and clients have to read what comes then",
    right: '`responses: { "200": …, "4XX": … }`',
    wrong: '`responses: { "200": … }`',
  },
  {
    rule: defineRule({
      name: "style-error-problem",
      on: "response",
      check({ status, content, at }, { report }) {
        const types = content.map(({ type }) => type.split(";")[0]);
        if (isError(status) && content.length > 0 && !types.includes("application/problem+json"))
          report({ message: "this error is no problem of RFC 9457", hint: "use application/problem+json", at });
      },
    }),
    reason: "clients know the members of application/problem+json (RFC 9457)",
    right: "`content: { application/problem+json: … }`",
    wrong: "`content: { application/json: … }`",
  },
  {
    rule: defineRule({
      name: "style-list-pagination",
      on: "operation",
      check({ id, method, pagination, responses, trigger }, { report }) {
        const isList = responses.some(
          ({ status, content }) =>
            status.kind === "code" && status.code === 200 && content.some(({ schema }) => schema.kind === "array"),
        );
        if (trigger === null && method === "get" && isList && pagination === null)
          report({ message: `${quoted(id)} returns a list without pages`, hint: "add a limit and a cursor" });
      },
    }),
    reason: "lists grow, and pages cannot be added later without a new version",
    right: "`parameters: [limit, cursor]`, and the next cursor in the response",
    wrong: "GET that returns an array, all at once",
  },
  {
    rule: defineRule({
      name: "style-operation-security",
      on: "operation",
      check({ id, trigger, security, at }, { report, api }) {
        if (trigger !== null || security.length > 0 || isStated(at, "security")) return;
        if (isStated(api.http?.at ?? null, "security")) return;
        report({ message: `${quoted(id)} does not say who may call it`, hint: "add security; [] is for everybody" });
      },
    }),
    reason: "an operation that is open by mistake looks the same",
    right: "`security: []` at an operation that is open",
    wrong: "no security at the operation and none at the root",
  },
  {
    rule: defineRule({
      name: "style-https-server",
      on: "operation",
      check({ servers }, { report }) {
        for (const { url, at } of servers)
          if (/^http:/i.test(url) && !/^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/i.test(url))
            report({ message: `the server ${quoted(url)} is not encrypted`, hint: "use https", at });
      },
    }),
    reason: "credentials would travel in clear text",
    right: "`url: https://api.example.com`",
    wrong: "`url: http://api.example.com`",
  },
  {
    rule: defineRule({
      name: "style-key-in-query",
      on: "operation",
      check({ security }, { report, api }) {
        const names = security.flatMap(({ schemes }) => schemes.map(({ name }) => name));
        for (const { name, type, in: place, at } of api.http?.securitySchemes ?? [])
          if (names.includes(name) && type === "apiKey" && place === "query")
            report({ message: `the key ${quoted(name)} is part of URLs`, hint: "send it in a header", at });
      },
    }),
    reason: "URLs are logged and passed on",
    right: "`in: header`",
    wrong: "`in: query`",
  },
];

function quoted(text: string): string {
  return JSON.stringify(text);
}

function isStated(at: Location | null, field: string): boolean {
  const value = at === null ? undefined : valueAt(at);
  return isRecord(value) && field in value;
}

function isError(status: Status): boolean {
  if (status.kind === "default") return true;
  return status.kind === "code" ? status.code >= 400 : status.first >= 4;
}

const usual = new WeakMap<Api, Case>();

type Case = "camel" | "snake" | "kebab" | "pascal";

/** `null` for one word in lower case, which fits each. */
function caseOf(name: string): Case | null {
  if (/^[^_-]+_/.test(name)) return "snake";
  if (/^[^_-]+-/.test(name)) return "kebab";
  if (/^[A-Z]/.test(name)) return "pascal";
  return /[A-Z]/.test(name) ? "camel" : null;
}

/** Of most properties. Each schema asks for it: they are counted once. */
function usualCaseOf(api: Api): Case {
  const known = usual.get(api);
  if (known !== undefined) return known;
  const counts = new Map<Case, number>();
  const names = api.schemas.flatMap(({ schema }) => propertiesOf(schema).map(({ name }) => caseOf(name)));
  for (const one of names) if (one !== null) counts.set(one, (counts.get(one) ?? 0) + 1);
  const [[most] = ["camel" as const]] = [...counts].sort(([, one], [, other]) => other - one);
  usual.set(api, most);
  return most;
}

/** Without those of schemas that it refers to. */
function propertiesOf(schema: Schema): readonly Property[] {
  switch (schema.kind) {
    case "object":
      return schema.properties.flatMap((property) => [property, ...propertiesOf(property.schema)]);
    case "array":
      return propertiesOf(schema.items);
    case "union":
    case "intersection":
      return schema.members.flatMap(propertiesOf);
    default:
      return [];
  }
}
