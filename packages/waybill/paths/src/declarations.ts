// The model of a description -> the declarations `paths`, `webhooks`, `components` and `operations`, as openapi-fetch and its family take them.
import path from "node:path";
import {
  type Api,
  type Code,
  code,
  type Declaration,
  type Doc,
  docOfText,
  docOfWords,
  everyOperationOf,
  exported,
  type HttpApi,
  headerDocOf,
  key,
  type Location,
  literal,
  memberDocOf,
  type NamedSchema,
  noDoc,
  type Operation,
  parameterDocOf,
  pascalOf,
  StructureKind,
  statusText,
  typeAlias,
} from "waybill/plugin";
import { keysTo, memberIn, valueIn } from "./locations.ts";
import { type Member, SchemaTypes, type Use } from "./schema-types.ts";
import type { PathsOptions } from "./style.ts";

type Parameter = Operation["parameters"][number];
type RequestBody = NonNullable<Operation["requestBody"]>;
type Response = Operation["responses"][number];
type Header = Response["headers"][number];
type MediaType = Response["content"][number];

const places = ["query", "header", "path", "cookie"] as const;
const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
const sections = ["schemas", "responses", "parameters", "requestBodies", "headers"] as const;
type Section = (typeof sections)[number];

export function declarationsOf(api: Api, http: HttpApi, style: PathsOptions): Declaration[] {
  return new Declarations(api, http, style).all();
}

class Declarations {
  private readonly api: Api;
  private readonly http: HttpApi;
  private readonly style: PathsOptions;
  private readonly types: SchemaTypes;
  /** The members of `components`, by section and name. */
  private readonly components = new Map<Section, Map<string, Member>>(sections.map((name) => [name, new Map()]));
  private readonly named = new Map<NamedSchema, string>();
  /** The type of each operation: a path and `operations` have the same. */
  private readonly operationTypes = new Map<Operation, Code>();

  constructor(api: Api, http: HttpApi, style: PathsOptions) {
    this.api = api;
    this.http = http;
    this.style = style;
    this.types = new SchemaTypes(style, (target) => this.schemaReference(target));
  }

  all(): Declaration[] {
    const { style, http } = this;
    this.nameSchemas();
    const includedOperations = everyOperationOf(http).filter(
      ({ words }) => !(style.excludeDeprecated && words.deprecated),
    );
    const requests = includedOperations.filter(({ trigger }) => trigger === null);
    const webhooks = includedOperations.filter(({ trigger }) => trigger?.kind === "webhook");
    const paths = this.pathItems(requests);
    const hooks = this.pathItems(webhooks);
    const named = [...requests, ...webhooks].filter(isNamed);
    const operations = named.map((operation) => this.operationMember(operation, operation.id));
    return [
      ...(style.readWriteMarkers ? [markerType("$Read", "$read"), markerType("$Write", "$write")] : []),
      this.declared("paths", paths),
      this.declared("webhooks", hooks),
      this.declared("components", this.componentMembers()),
      exported(typeAlias("$defs", code`Record<string, never>`, noDoc)),
      this.declared("operations", operations),
      ...this.rootTypes(),
    ];
  }

  private declared(name: string, members: readonly Member[]): Declaration {
    if (members.length === 0) return exported(typeAlias(name, code`Record<string, never>`, noDoc));
    if (this.style.exportType) return exported(typeAlias(name, this.types.objectOf(members), noDoc));
    const properties = this.types.ordered(members).map(({ name: member, type, isOptional = false, doc = noDoc }) => {
      return { name: member, type, hasQuestionToken: isOptional, isReadonly: this.style.immutable, docs: [doc] };
    });
    return { kind: StructureKind.Interface, name, isExported: true, properties };
  }

  /** A component of the entry document has its own name; what is elsewhere has the name that bundling it gives. */
  private nameSchemas(): void {
    const aliases = aliasesOf(this.http.at);
    const usedNames = new Set<string>([...aliases.values()].flat());
    const baseSchemas = this.api.schemas.filter(({ basis, isOutput }) => basis === undefined && isOutput !== true);
    for (const schema of baseSchemas) {
      const component = this.componentName(schema.at, "schemas");
      if (component !== null) this.named.set(schema, component);
      if (component !== null) usedNames.add(component);
    }
    for (const schema of baseSchemas.filter((each) => !this.named.has(each))) {
      const name = bundledName(schema.at, usedNames);
      usedNames.add(name);
      this.named.set(schema, name);
      for (const alias of aliases.get(schema.identity) ?? [])
        this.components.get("schemas")?.set(alias, { name: alias, type: referenceTo("schemas", name) });
    }
    for (const [schema, name] of this.named) {
      const { annotations } = schema.schema;
      if (this.style.excludeDeprecated && annotations.deprecated) continue;
      const type = this.types.typeOf(schema.schema, "any");
      this.components.get("schemas")?.set(name, { name, type, doc: memberDocOf(schema.schema, name) });
    }
  }

  private schemaReference(target: NamedSchema): Code {
    const schema = target.basis ?? target;
    const name = this.named.get(schema);
    if (name === undefined) throw new Error(`no component is the schema ${schema.identity}`);
    return referenceTo("schemas", name);
  }

  private pathItems(operations: readonly Operation[]): Member[] {
    const byPath = Map.groupBy(operations, ({ path }) => path.text);
    return [...byPath].map(([path, all]) => {
      const shared = all.flatMap(({ parameters }) => parameters).filter((parameter) => isOfPathItem(parameter, all));
      const byKey = new Map(shared.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));
      const others = all.map(({ method }) => method).filter((method) => !methods.includes(method));
      const of = (method: string): Member => {
        const operation = all.find((each) => each.method === method);
        if (operation === undefined) return { name: method, type: code`never`, isOptional: true };
        return this.pathMember(operation, method);
      };
      const members = [...methods, ...new Set(others)].map(of);
      const parameters = { name: "parameters", type: this.parametersType([...byKey.values()]) };
      return { name: path, type: this.types.objectOf([parameters, ...members]) };
    });
  }

  private pathMember(operation: Operation, method: string): Member {
    const member = this.operationMember(operation, method);
    return isNamed(operation) ? { ...member, type: code`operations[${literal(operation.id)}]` } : member;
  }

  private operationMember(operation: Operation, name: string): Member {
    const type = this.operationTypes.get(operation) ?? this.operationType(operation);
    this.operationTypes.set(operation, type);
    return { name, type, doc: docOfWords(operation.words, null) };
  }

  private operationType({ parameters, requestBody, responses }: Operation): Code {
    const body: Member =
      requestBody === null
        ? { name: "requestBody", type: code`never`, isOptional: true }
        : { name: "requestBody", type: this.bodyType(requestBody), isOptional: !requestBody.required };
    return this.types.objectOf([
      { name: "parameters", type: this.parametersType(parameters) },
      body,
      { name: "responses", type: this.types.objectOf(responses.map((response) => this.responseMember(response))) },
    ]);
  }

  private parametersType(parameters: readonly Parameter[]): Code {
    const members = places.map((place): Member => {
      const own = parameters.filter((parameter) => parameter.in === place && this.isKept(parameter));
      const [form] = place === "query" ? parameters.filter((parameter) => parameter.in === "querystring") : [];
      // Its members are written as parameters are; any other document needs a `querySerializer`.
      if (form !== undefined && this.isKept(form)) return { ...this.parameterMember(form), name: place };
      if (own.length === 0) return { name: place, type: code`never`, isOptional: true };
      const type = this.types.objectOf(own.map((parameter) => this.parameterMember(parameter)));
      return { name: place, type, isOptional: own.every(({ required }) => !required) };
    });
    return this.types.objectOf(members);
  }

  private isKept({ words, schema }: Parameter): boolean {
    return !(this.style.excludeDeprecated && (words.deprecated || schema.annotations.deprecated));
  }

  private parameterMember(parameter: Parameter): Member {
    const { name, required, schema, at } = parameter;
    const doc = parameterDocOf(parameter);
    const type = this.component("parameters", at, doc, () => this.types.typeOf(schema, "sent"));
    return { name, type, isOptional: !required, doc };
  }

  private bodyType({ content, at, description }: RequestBody): Code {
    const doc = docOfText(description ?? "");
    return this.component("requestBodies", at, doc, () =>
      this.types.objectOf([{ name: "content", type: this.contentType(content, "sent") }]),
    );
  }

  private responseMember(response: Response): Member {
    const { at, description, headers, content } = response;
    const doc = docOfText(description);
    const type = this.component("responses", at, doc, () => {
      const stated = headers.map((header) => this.headerMember(header));
      const bodies: Member =
        content.length === 0
          ? { name: "content", type: code`never`, isOptional: true }
          : { name: "content", type: this.contentType(content, "any") };
      const headersType = this.types.objectOf(stated, [code`[name: string]: unknown`]);
      return this.types.objectOf([{ name: "headers", type: headersType }, bodies]);
    });
    return { name: statusText(response.status), type, doc };
  }

  private headerMember(header: Header): Member {
    const { name, at, required, schema } = header;
    const doc = headerDocOf(header);
    const type = this.component("headers", at, doc, () => this.types.typeOf(schema, "any"));
    return { name, type, isOptional: !required, doc };
  }

  private contentType(content: readonly MediaType[], use: Use): Code {
    return this.types.objectOf(
      content.map(({ type, schema }) => ({ name: type, type: this.types.typeOf(schema, use) })),
    );
  }

  /** A reference, where the description has it among its components. */
  private component(section: Section, at: Location, doc: Doc, typed: () => Code): Code {
    const name = this.componentName(at, section);
    if (name === null) return typed();
    const members = this.components.get(section);
    if (members?.has(name) === false) members.set(name, { name, type: typed(), doc });
    return referenceTo(section, name);
  }

  /** Its name, where it is a component of the entry document. */
  private componentName(at: Location, section: Section): string | null {
    if (at.document !== this.http.at.document) return null;
    const keys = keysTo(at);
    const [first, second = "", third] = keys;
    // In Swagger 2.0 they are at the root.
    if (keys.length === 2) return first === (section === "schemas" ? "definitions" : section) ? second : null;
    return keys.length === 3 && first === "components" && second === section ? (third ?? null) : null;
  }

  private componentMembers(): Member[] {
    const members = sections.map((section): Member => {
      const sectionMembers = [...(this.components.get(section) ?? new Map<string, Member>()).values()];
      return sectionMembers.length === 0
        ? { name: section, type: code`never` }
        : { name: section, type: this.types.objectOf(sectionMembers) };
    });
    return [...members, { name: "pathItems", type: code`never` }];
  }

  private rootTypes(): Declaration[] {
    const { rootTypes } = this.style;
    if (rootTypes === "none") return [];
    const usedNames = new Set(["paths", "webhooks", "components", "operations", "$defs"]);
    return sections.flatMap((section) => {
      const prefix = rootTypes === "unprefixed" && section === "schemas" ? "" : pascalOf([singular[section]]);
      return [...(this.components.get(section) ?? new Map<string, Member>()).keys()].map((name) => {
        let aliasName = `${prefix}${pascalOf([name])}`;
        while (usedNames.has(aliasName)) aliasName += "_";
        usedNames.add(aliasName);
        return exported(typeAlias(aliasName, referenceTo(section, name), noDoc));
      });
    });
  }
}

function markerType(name: string, member: string): Declaration {
  const type = code`{ readonly ${key(member)}: Value }`;
  return { kind: StructureKind.TypeAlias, name, type, isExported: true, typeParameters: [{ name: "Value" }] };
}

const singular: Readonly<Record<Section, string>> = {
  schemas: "schema",
  responses: "response",
  parameters: "parameter",
  requestBodies: "requestBody",
  headers: "header",
};

function referenceTo(section: Section, name: string): Code {
  return code`components[${literal(section)}][${literal(name)}]`;
}

/** Whether the description names it: what has no `operationId` is written where it is. */
function isNamed({ at, id }: Operation): boolean {
  const value = valueIn(at);
  return typeof value === "object" && value !== null && "operationId" in value && value.operationId === id;
}

/** Whether the path item has the parameter for all of its operations. */
function isOfPathItem({ at }: Parameter, operations: readonly Operation[]): boolean {
  const [first] = operations;
  if (first === undefined || first.at.parent === null) return false;
  const item = valueIn(first.at.parent);
  const hasSome = typeof item === "object" && item !== null && "parameters" in item;
  return (
    hasSome &&
    operations.every((operation) => operation.parameters.some((parameter) => parameter.at === at)) &&
    !operations.some((operation) => isBelow(at, operation.at))
  );
}

function isBelow(at: Location, above: Location): boolean {
  const [inner, outer] = [keysTo(at), keysTo(above)];
  return at.document === above.document && outer.every((each, index) => inner[index] === each);
}

/** The last key that leads to a schema, with keys before it while that is taken, or the name of its file. */
function bundledName(at: Location, usedNames: ReadonlySet<string>): string {
  let name = "";
  for (const key of keysTo(at).toReversed()) {
    name = name === "" ? key : `${key}-${name}`;
    if (!usedNames.has(name)) return name;
  }
  const file = /([^/\\]*?)(?:\.[^./\\]*)?$/.exec(at.document.name)?.[1] ?? "";
  const baseName = name === "" ? file : `${file}_${name}`;
  let free = baseName;
  for (let count = 2; usedNames.has(free); count += 1) free = `${baseName}-${count}`;
  return free;
}

/** The components that are only a reference into another file: their names, by the identity of what they refer to. */
function aliasesOf({ document }: Location): Map<string, string[]> {
  const aliases = new Map<string, string[]>();
  const schemas = ["components", "schemas"].reduce<unknown>(memberIn, document.value);
  if (typeof schemas !== "object" || schemas === null) return aliases;
  for (const [name, schema] of Object.entries(schemas)) {
    const reference = memberIn(schema, "$ref");
    if (typeof reference !== "string" || reference.startsWith("#")) continue;
    const [file = "", fragment = ""] = reference.split("#");
    const target = path.resolve(path.dirname(document.path), decodeURIComponent(file));
    const identity = `${target}#${decodeURIComponent(fragment)}`;
    aliases.set(identity, [...(aliases.get(identity) ?? []), name]);
  }
  return aliases;
}
