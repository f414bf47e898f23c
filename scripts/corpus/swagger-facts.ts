// What a Swagger 2.0 document, or the OpenAPI 3.0 document made of it, states, as one line a fact, in the same words for both: operations,
// parameters, bodies, forms, separators of lists, media types, responses, headers, examples, security, servers, schemas.

const methods = ["get", "put", "post", "delete", "options", "head", "patch"];
const forms = ["multipart/form-data", "application/x-www-form-urlencoded"];
const keywords = ["enum", "default", "minimum", "maximum", "pattern", "format", "maxLength", "minLength"];
const flows: Readonly<Record<string, string>> = { application: "clientCredentials", accessCode: "authorizationCode" };

type Add = (...words: readonly unknown[]) => void;

export function swaggerFacts(document: unknown): ReadonlySet<string> {
  const { facts, add } = newFacts();
  for (const { item, operation, name } of operationsOf(document)) {
    const types = (key: string): readonly unknown[] => {
      const own = itemsOf(at(operation, key) ?? at(document, key));
      return own.length > 0 ? own : ["application/json"];
    };
    for (const parameter of parametersOf(document, item, operation).values()) {
      const place = at(parameter, "in");
      if (place === "body") addBody(add, name, { required: at(parameter, "required"), types: types("consumes") });
      if (place === "body") addRef(add, ["bodyref", name], at(parameter, "schema"));
      else if (place === "formData") {
        addField(add, name, {
          field: at(parameter, "name"),
          schema: parameter,
          required: at(parameter, "required") === true,
        });
        for (const type of types("consumes")) if (forms.includes(String(type))) add("consumes", name, type);
      } else
        addParameter(add, name, { parameter, schema: parameter, list: at(parameter, "collectionFormat") ?? "csv" });
    }
    for (const [status, written] of membersOf(at(operation, "responses"))) {
      if (status.startsWith("x-")) continue;
      const response = followed(document, written);
      const schema = at(response, "schema");
      addResponse(add, [name, status], response);
      if (schema !== undefined) for (const type of types("produces")) add("produces", name, status, type);
      addRef(add, ["responseref", name, status], schema);
      for (const [header, one] of membersOf(at(response, "headers")))
        add("header", name, status, header, at(one, "type"));
      if (schema !== undefined)
        for (const [type] of membersOf(at(response, "examples")))
          if (types("produces").includes(type)) add("example", name, status, type);
    }
  }
  for (const [key, scheme] of membersOf(at(document, "securityDefinitions"))) {
    const flow = String(at(scheme, "flow") ?? "");
    const type = at(scheme, "type") === "basic" ? "http" : at(scheme, "type");
    add("scheme", key, type, flows[flow] ?? flow, Object.keys(Object(at(scheme, "scopes"))));
  }
  addDocument(add, document);
  const base = `${String(at(document, "host") ?? "")}${String(at(document, "basePath") ?? "")}`;
  if (at(document, "host") === undefined) add("server", base === "" ? "/" : base);
  else {
    const schemes = itemsOf(at(document, "schemes"));
    for (const scheme of schemes) add("server", `${String(scheme)}://${base}`);
    if (schemes.length === 0) add("server", `//${base}`);
  }
  addSchemas(add, at(document, "definitions"), "");
  return facts;
}

export function openApiFacts(document: unknown): ReadonlySet<string> {
  const { facts, add } = newFacts();
  for (const { item, operation, name } of operationsOf(document)) {
    for (const parameter of parametersOf(document, item, operation).values())
      addParameter(add, name, { parameter, schema: at(parameter, "schema"), list: separatorOf(parameter) });
    const body = followed(document, at(operation, "requestBody"));
    const contents = membersOf(at(body, "content"));
    if (body !== undefined)
      addBody(add, name, { required: at(body, "required"), types: contents.map(([type]) => type) });
    for (const [type, media] of contents) {
      const schema = at(media, "schema");
      addRef(add, ["bodyref", name], schema);
      if (!forms.includes(type) || at(schema, "$ref") !== undefined) continue;
      const required = itemsOf(at(schema, "required"));
      for (const [field, one] of membersOf(at(schema, "properties")))
        addField(add, name, { field, schema: one, required: required.includes(field) });
    }
    for (const [status, written] of membersOf(at(operation, "responses"))) {
      const response = followed(document, written);
      addResponse(add, [name, status], response);
      for (const [type, media] of membersOf(at(response, "content"))) {
        add("produces", name, status, type);
        addRef(add, ["responseref", name, status], at(media, "schema"));
        if (at(media, "example") !== undefined || at(media, "examples") !== undefined)
          add("example", name, status, type);
      }
      for (const [header, one] of membersOf(at(response, "headers")))
        add("header", name, status, header, at(at(followed(document, one), "schema"), "type"));
    }
  }
  const components = at(document, "components");
  for (const [key, scheme] of membersOf(at(components, "securitySchemes"))) {
    const [[flow, details] = ["", undefined]] = membersOf(at(scheme, "flows"));
    add("scheme", key, at(scheme, "type"), flow, Object.keys(Object(at(details, "scopes"))));
  }
  addDocument(add, document);
  const servers = itemsOf(at(document, "servers"));
  for (const server of servers) add("server", at(server, "url"));
  if (servers.length === 0) add("server", "/");
  addSchemas(add, at(components, "schemas"), "");
  return facts;
}

function newFacts(): { readonly facts: Set<string>; readonly add: Add } {
  const facts = new Set<string>();
  const textOf = (word: unknown): string => (typeof word === "string" ? word : (JSON.stringify(word) ?? "nothing"));
  return { facts, add: (...words) => facts.add(words.map(textOf).join(" ")) };
}

interface NamedOperation {
  readonly item: unknown;
  readonly operation: unknown;
  readonly name: string;
}

function operationsOf(document: unknown): NamedOperation[] {
  return membersOf(at(document, "paths")).flatMap(([path, written]) => {
    const item = followed(document, written);
    return methods.flatMap((method) => {
      const operation = at(item, method);
      return operation === undefined ? [] : [{ item, operation, name: `${method} ${path}` }];
    });
  });
}

function addDocument(add: Add, document: unknown): void {
  for (const { operation, name } of operationsOf(document)) {
    add("operation", name, at(operation, "operationId"), at(operation, "deprecated"), at(operation, "tags"));
    add("security", name, at(operation, "security"));
  }
  add("security", "of the document", at(document, "security"));
}

function parametersOf(document: unknown, item: unknown, operation: unknown): ReadonlyMap<string, unknown> {
  const all = [...itemsOf(at(item, "parameters")), ...itemsOf(at(operation, "parameters"))];
  const found = all.map((one) => followed(document, one)).filter((one) => one !== undefined);
  return new Map(found.map((one) => [`${String(at(one, "in"))} ${String(at(one, "name"))}`, one]));
}

function addParameter(
  add: Add,
  name: string,
  { parameter, schema, list }: { readonly parameter: unknown; readonly schema: unknown; readonly list: unknown },
): void {
  const words = [name, at(parameter, "in"), at(parameter, "name")];
  add("parameter", ...words, at(schema, "type"), at(parameter, "required") === true);
  for (const keyword of keywords) add("keyword", ...words, keyword, at(schema, keyword));
  if (at(schema, "type") !== "array") return;
  add("list", ...words, list);
  add("items", ...words, at(at(schema, "items"), "type"), at(at(schema, "items"), "enum"));
}

function separatorOf(parameter: unknown): string {
  const style = at(parameter, "style") ?? (at(parameter, "in") === "query" ? "form" : "simple");
  if (style === "pipeDelimited") return "pipes";
  if (style === "spaceDelimited") return "ssv";
  return style === "form" && at(parameter, "explode") !== false ? "multi" : "csv";
}

function addBody(
  add: Add,
  name: string,
  body: { readonly required: unknown; readonly types: readonly unknown[] },
): void {
  add("body", name, body.required === true);
  for (const type of body.types) add("consumes", name, type);
}

function addField(
  add: Add,
  name: string,
  one: { readonly field: unknown; readonly schema: unknown; readonly required: boolean },
): void {
  const { field, schema, required } = one;
  const isFile = at(schema, "type") === "file" || at(schema, "format") === "binary";
  add("field", name, field, isFile ? "file" : at(schema, "type"), required, at(schema, "enum"), at(schema, "default"));
}

function addResponse(add: Add, words: readonly string[], response: unknown): void {
  add("response", ...words, at(response, "description"));
}

function addRef(add: Add, words: readonly string[], schema: unknown): void {
  const ref = at(schema, "$ref");
  if (typeof ref === "string") add(...words, ref.split("/").at(-1));
}

/** Every keyword of every schema, where it is. */
function addSchemas(add: Add, value: unknown, place: string): void {
  for (const [key, member] of membersOf(value)) {
    if (["example", "default"].includes(key) || key.startsWith("x-kubernetes")) continue;
    const isName = place.endsWith("/properties") || place === "";
    if (!isName && key === "discriminator") add("discriminator", place, at(member, "propertyName") ?? member);
    else if (!isName && (key === "x-nullable" || key === "nullable")) {
      if (member === true) add("nullable", place);
    } else if (!isName && key === "$ref") add("ref", place, String(member).split("/").at(-1));
    else if (typeof member === "object" && member !== null) addSchemas(add, member, `${place}/${key}`);
    else if (!key.startsWith("x-") && member !== "file") add("schema", place, key, member);
  }
}

function at(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

function membersOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function followed(document: unknown, value: unknown): unknown {
  let found = value;
  for (let steps = 0; steps < 9; steps += 1) {
    const ref = at(found, "$ref");
    if (typeof ref !== "string" || !ref.startsWith("#/")) return found;
    const tokens = ref.slice(2).split("/");
    found = tokens.reduce<unknown>(
      (reached, token) => at(reached, decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~")),
      document,
    );
  }
  return found;
}
