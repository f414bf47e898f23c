// The text of a request -> the values of its parameters and body, decoded from the rules of OpenAPI, independently of the encoder of the run.
import type { Json, Operation, Parameter, Schema } from "waybill/description";

export interface Incoming {
  readonly method: string;
  /** Percent-encoded, as it came, without the query. */
  readonly path: string;
  readonly query: string;
  /** Names in small letters. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** The values of a path's parameters, still encoded; `null` when it is another path. */
export function matchPath({ path }: Operation, actual: string): Map<string, string> | null {
  const [template, given] = [path.text.split("/"), actual.split("/")];
  if (template.length !== given.length) return null;
  const values = new Map<string, string>();
  for (const [index, part] of template.entries()) {
    if (!part.includes("{")) {
      if (part !== given[index]) return null;
      continue;
    }
    const names = [...part.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
    const literals = part.split(/\{[^}]+\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const found = new RegExp(`^${literals.join("(.+)")}$`).exec(given[index] ?? "");
    if (found === null) return null;
    for (const [at, name] of names.entries()) values.set(name, found[at + 1] ?? "");
  }
  return values;
}

/** `undefined`: it was not sent. */
export function readParameter(
  parameter: Parameter,
  incoming: Incoming,
  path: ReadonlyMap<string, string>,
): Json | undefined {
  const { schema, mediaType } = parameter;
  if (mediaType !== null) {
    const [text] = pairsOf(parameter, incoming).filter(([name]) => name === parameter.name);
    return text === undefined ? undefined : readJson(decode(text[1]));
  }
  switch (parameter.in) {
    case "path":
      return readPath(parameter, path.get(parameter.name) ?? "");
    case "header": {
      const text = incoming.headers.get(parameter.name.toLowerCase());
      return text === undefined
        ? undefined
        : readDelimited(schema, { text, separator: ",", explode: parameter.explode });
    }
    case "query":
    case "querystring":
    case "cookie":
      return readPairs(parameter, pairsOf(parameter, incoming));
  }
}

function pairsOf({ in: place }: Parameter, { query, headers }: Incoming): [string, string][] {
  const text = place === "query" ? query.split("&") : (headers.get("cookie") ?? "").split(/;\s*/);
  return text
    .filter((pair) => pair !== "")
    .map((pair) => {
      const at = pair.indexOf("=");
      const [name, value] = at === -1 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)];
      // The value stays as it is: a delimiter that is encoded is none.
      return [decode(name), value];
    });
}

function readPath({ name, style, explode, schema }: Parameter, text: string): Json {
  if (style === "label") {
    return readDelimited(schema, { text: text.slice(1), separator: explode ? "." : ",", explode });
  }
  if (style === "matrix") {
    const parts = text.slice(1).split(";");
    if (kindOf(schema) === "object" && explode) return readObject(schema, parts.map(pairOf));
    const values = parts.map((part) => part.slice(name.length + 1));
    return explode && kindOf(schema) === "array"
      ? readArray(schema, values)
      : readDelimited(schema, { text: values.join(","), separator: ",", explode: false });
  }
  return readDelimited(schema, { text, separator: ",", explode });
}

function readPairs({ name, style, explode, schema }: Parameter, pairs: readonly [string, string][]): Json | undefined {
  const kind = kindOf(schema);
  if (style === "deepObject") {
    const members = pairs.flatMap(([key, value]): [string, string][] =>
      key.startsWith(`${name}[`) ? [[key.slice(name.length + 1, -1), value]] : [],
    );
    return members.length === 0 ? undefined : readObject(schema, members);
  }
  if (kind === "object" && explode) {
    const names = propertiesOf(schema).map((one) => one.name);
    const members = pairs.filter(([key]) => names.includes(key));
    return members.length === 0 ? undefined : readObject(schema, members);
  }
  const values = pairs.filter(([key]) => key === name).map(([, value]) => value);
  const [first] = values;
  if (first === undefined) return undefined;
  if (kind === "array" && explode) return readArray(schema, values);
  const separator = style === "pipeDelimited" ? "%7C" : style === "spaceDelimited" ? "%20" : ",";
  return readDelimited(schema, {
    text: first.replaceAll("|", "%7C").replaceAll("+", "%20"),
    separator,
    explode: false,
  });
}

interface Delimited {
  readonly text: string;
  readonly separator: string;
  readonly explode: boolean;
}

function readDelimited(schema: Schema, { text, separator, explode }: Delimited): Json {
  const kind = kindOf(schema);
  if (kind !== "array" && kind !== "object") return scalarOf(schema, decode(text));
  const parts = text === "" ? [] : text.split(separator).map((part) => part.trim());
  if (kind === "array") return readArray(schema, parts);
  if (explode) return readObject(schema, parts.map(pairOf));
  return readObject(
    schema,
    parts.flatMap((part, index): [string, string][] => (index % 2 === 0 ? [[part, parts[index + 1] ?? ""]] : [])),
  );
}

function pairOf(text: string): [string, string] {
  const at = text.indexOf("=");
  return [text.slice(0, at), text.slice(at + 1)];
}

function readArray(schema: Schema, texts: readonly string[]): Json {
  const own = resolved(schema);
  return texts.map((text) => (own.kind === "array" ? scalarOf(own.items, decode(text)) : decode(text)));
}

function readObject(schema: Schema, pairs: readonly (readonly [string, string])[]): Json {
  return Object.fromEntries(pairs.map(([key, text]) => [decode(key), memberOf(schema, decode(key), decode(text))]));
}

/** A member of a form or of an object in a parameter: several parts of one name are a list. */
function memberOf(schema: Schema, name: string, text: string): Json {
  const member = propertiesOf(schema).find((one) => one.name === name);
  return member === undefined ? text : scalarOf(member.schema, text);
}

/** What the text spells where the schema wants it; anything else stays text. */
function scalarOf(schema: Schema, text: string): Json {
  const own = resolved(schema);
  switch (own.kind) {
    case "number":
      return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : text;
    case "boolean":
      return text === "true" || text === "false" ? text === "true" : text;
    case "enum":
      return own.values.find((value) => String(value) === text) ?? text;
    case "union":
    case "intersection":
      return own.members.map((member) => scalarOf(member, text)).find((value) => typeof value !== "string") ?? text;
    case "object":
    case "array":
      return readJson(text) ?? text;
    default:
      return text;
  }
}

/** The body as a value; `undefined` when it cannot be read as what it says it is. */
export function readBody(schema: Schema, kind: string, incoming: Incoming): Json | undefined {
  const text = incoming.body.toString("utf8");
  if (kind === "json") return readJson(text);
  if (kind === "form") return collect(schema, [...new URLSearchParams(text)]);
  if (kind !== "multipart") return text;
  const boundary = /boundary=(.+)$/.exec(incoming.headers.get("content-type") ?? "")?.[1];
  if (boundary === undefined) return undefined;
  const parts = text.split(`--${boundary}`).slice(1, -1);
  return collect(
    schema,
    parts.map((part): [string, string] => {
      const [head = "", ...rest] = part.split("\r\n\r\n");
      return [/name="([^"]*)"/.exec(head)?.[1] ?? "", rest.join("\r\n\r\n").slice(0, -2)];
    }),
  );
}

function collect(schema: Schema, pairs: readonly [string, string][]): Json {
  const members = new Map<string, Json>();
  for (const [name, text] of pairs) {
    const member = propertiesOf(schema).find((one) => one.name === name);
    if (member !== undefined && kindOf(member.schema) === "array") {
      const before = members.get(name);
      members.set(name, [
        ...(Array.isArray(before) ? before : []),
        ...asList(readArray(member.schema, [encodeURIComponent(text)])),
      ]);
    } else members.set(name, memberOf(schema, name, text));
  }
  return Object.fromEntries(members);
}

function asList(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [value];
}

function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", "%20"));
  } catch {
    return text;
  }
}

export function resolved(schema: Schema): Schema {
  return schema.kind === "ref" ? resolved(schema.target.schema) : schema;
}

/** The one kind that a value is sent as; of a union that of its first member that is a list or an object. */
function kindOf(schema: Schema): Schema["kind"] {
  const own = resolved(schema);
  if (own.kind !== "union" && own.kind !== "intersection") return own.kind;
  return own.members.map(kindOf).find((kind) => kind === "array" || kind === "object") ?? own.kind;
}

export interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

export function propertiesOf(schema: Schema): readonly Member[] {
  const own = resolved(schema);
  if (own.kind === "object") return own.properties;
  return own.kind === "intersection" || own.kind === "union" ? own.members.flatMap(propertiesOf) : [];
}
