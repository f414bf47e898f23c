// An operation -> what the console on its page needs: servers, credentials, where its parameters go, its body as a form and as JSON.
import {
  type HttpApi,
  type Json,
  type MediaType,
  type Operation,
  type Schema,
  type SecurityScheme,
  type Server,
  sampleOf,
} from "waybill/description";
import type { TryBodyField, TryCredential, TryIt, TryParameter, TryServer } from "../blocks/block.ts";
import type { SiteMap } from "./site-map.ts";

/** Where requests go: to the servers of the description, or to the host of the pages, where the API serves them itself. */
export type TryItKind = "servers" | "origin";

/** `null` for what a form cannot send: files, forms, a query that is a document. */
export function tryItOf(operation: Operation, http: HttpApi, map: SiteMap, kind: TryItKind): TryIt | null {
  const { method, path, requestBody } = operation;
  if (method === "trace" || method === "connect") return null;
  if (operation.parameters.some((one) => one.in === "querystring")) return null;
  const parameters = operation.parameters.flatMap((one): TryParameter[] => {
    if (one.in !== "path" && one.in !== "query" && one.in !== "header") return [];
    const sample = sampleOf(one.schema, { examples: one.examples });
    const value = sample.ok ? sample.value : "";
    const isList = Array.isArray(value);
    const choices = choicesOf(one.schema).map(String);
    return [{ name: one.name, in: one.in, required: one.required, isList, value: textOf(value), choices }];
  });
  const json = requestBody?.content.find(({ body }) => body === "json");
  if (requestBody !== null && json === undefined) return null;
  return {
    method: method.toUpperCase(),
    path: path.text,
    servers: kind === "origin" ? [] : operation.servers.map(serverOf),
    parameters,
    body: json === undefined ? null : { type: json.type, text: bodyOf(json), fields: fieldsOf(json.schema, [], true) },
    credentials: operation.security.map(({ schemes }) =>
      schemes.flatMap(({ name, scopes }) => {
        const scheme = http.securitySchemes.find((one) => one.name === name);
        return scheme === undefined ? [] : [credentialOf(scheme, scopes, map)];
      }),
    ),
    authentication: map.authentication,
  };
}

function serverOf({ url, variables }: Server): TryServer {
  return {
    url,
    variables: variables.map(({ name, default: value, enum: values }) => ({ name, default: value, enum: values })),
  };
}

/** The hosts that consoles of an API send to, for the policy of its pages. With variables that have no list, all hosts of the domain. */
export function consoleHosts({ operations, servers, securitySchemes }: HttpApi): string[] {
  const urls = [...servers, ...operations.flatMap((one) => one.servers)].flatMap(({ url, variables }) =>
    variables.reduce(
      (some, { name, enum: values }) =>
        some.flatMap((one) =>
          (values.length === 0 ? ["*"] : values).map((value) => one.replaceAll(`{${name}}`, value)),
        ),
      [url],
    ),
  );
  const tokens = securitySchemes.flatMap(({ flows }) => flows.flatMap(({ tokenUrl }) => tokenUrl ?? []));
  return [...new Set([...urls, ...tokens].flatMap((url) => sourceOf(url) ?? []))].sort();
}

/** `https://api.acme.example`; `https://*.acme.example` where a part of the host is open; `null` for a path. */
function sourceOf(url: string): string | null {
  const [, scheme, host = "", port = ""] = /^(https?|\*):\/\/([\w.*-]+)(:[\d*]+)?(?:\/|$)/.exec(url) ?? [];
  if (scheme === undefined) return null;
  const open = host.split(".").findLastIndex((label) => label.includes("*"));
  const closed = host.split(".").slice(open + 1);
  // A policy has a star only as the first label, and before at least one.
  if (open !== -1 && closed.length < 2) return "https:";
  return `${scheme === "*" ? "https" : scheme}://${open === -1 ? "" : "*."}${closed.join(".")}${port}`;
}

function bodyOf({ schema, examples }: MediaType): string {
  const sample = sampleOf(schema, { examples });
  return sample.ok ? JSON.stringify(sample.value, null, 2) : "";
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(",");
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

/** Deeper members, and those beyond as many, are in the JSON. */
const deepest = 3;
const mostFields = 40;

/** The members of an object, those of objects inside of it among them. */
function fieldsOf(schema: Schema, path: readonly string[], isRequired: boolean): TryBodyField[] {
  const fields = new Map<string, TryBodyField>();
  for (const { name, required, unsent, schema: member } of propertiesOf(schema)) {
    if (unsent === true || member.annotations.readOnly) continue;
    const at = [...path, name];
    const inner = at.length < deepest ? fieldsOf(member, at, isRequired && required) : [];
    const field = { path: at, required: isRequired && required, ...inputOf(member) };
    for (const one of inner.length > 0 ? inner : [field]) fields.set(JSON.stringify(one.path), one);
  }
  return [...fields.values()].slice(0, mostFields);
}

function propertiesOf(schema: Schema): Extract<Schema, { kind: "object" }>["properties"] {
  const plain = plainOf(schema);
  if (plain.kind === "object") return plain.properties;
  return plain.kind === "intersection" ? plain.members.flatMap(propertiesOf) : [];
}

function inputOf(schema: Schema): Pick<TryBodyField, "input" | "choices"> {
  const choices = choicesOf(schema);
  if (choices.length > 0) return { input: "choice", choices };
  const { kind } = plainOf(schema);
  const isPlain = kind === "string" || kind === "number" || kind === "boolean";
  if (kind === "boolean") return { input: "choice", choices: [true, false] };
  return { input: isPlain ? kind : "json", choices: [] };
}

function choicesOf(schema: Schema): readonly Json[] {
  const plain = plainOf(schema);
  return plain.kind === "enum" ? plain.values : [];
}

/** Without names, annotations beside them, and `null` as another choice. */
function plainOf(schema: Schema): Schema {
  if (schema.kind === "ref") return plainOf(schema.target.schema);
  if (schema.kind === "unevaluated") return plainOf(schema.schema);
  const members =
    schema.kind === "union"
      ? schema.members.filter(({ kind }) => kind !== "null")
      : schema.kind === "intersection"
        ? schema.members.filter(({ kind }) => kind !== "any")
        : [];
  const [only] = members;
  return members.length === 1 && only !== undefined ? plainOf(only) : schema;
}

/** Schemes of two APIs of a site may have one name: `id` has the place of the API. */
function credentialOf(scheme: SecurityScheme, scopes: readonly string[], map: SiteMap): TryCredential {
  const common = { id: `${map.overview}#${scheme.name}`, name: scheme.name };
  switch (scheme.type) {
    case "http": {
      const kind = scheme.scheme?.toLowerCase();
      return kind === "basic" || kind === "bearer"
        ? { ...common, kind }
        : { ...common, kind: "header", header: "Authorization" };
    }
    case "apiKey": {
      const name = scheme.parameterName ?? scheme.name;
      if (scheme.in === "query") return { ...common, kind: "query", parameter: name };
      return scheme.in === "header" ? { ...common, kind: "header", header: name } : { ...common, kind: "cookie" };
    }
    case "mutualTLS":
      return { ...common, kind: "mutual-tls" };
    default: {
      const flow = scheme.flows.find(({ kind }) => kind === "authorizationCode");
      const { authorizationUrl = null, tokenUrl = null } = flow ?? {};
      if (authorizationUrl === null || tokenUrl === null) return { ...common, kind: "bearer" };
      return { ...common, kind: "oauth2", authorizationUrl, tokenUrl, scopes };
    }
  }
}
