// A Swagger 2.0 document -> one plain value without references to other files, prepared for the converter: what it would lose, or
// fail on, is put into a form that it keeps. The value is new, and each part knows where it is written.
import path from "node:path";
import {
  escapeToken,
  identityOf,
  isUrl,
  type Node,
  pointerOf,
  tokensTo,
  type WrittenValue,
  type WrittenValues,
} from "../../source/index.ts";
import { expectObject, type Reading } from "../fields/index.ts";

export type Fields = Record<string, unknown>;

export interface SelfContained {
  readonly value: Fields;
  readonly written: WrittenValues;
  /** `examples` of responses, by the place of the response: they are put in after the conversion. */
  readonly examples: readonly { readonly response: readonly string[]; readonly examples: Node }[];
}

export const methods: readonly string[] = ["get", "put", "post", "delete", "options", "head", "patch"];
const formTypes = ["application/x-www-form-urlencoded", "multipart/form-data"] as const;

export function selfContained(reading: Reading, root: Node): SelfContained {
  return new SwaggerCopy(reading, root).copy();
}

class SwaggerCopy {
  private readonly reading: Reading;
  private readonly root: Node;
  /** What is not below the same keys in the document itself, by its place in the copy. */
  private readonly moved = new Map<string, Node>();
  private readonly examples: { response: readonly string[]; examples: Node }[] = [];
  /** Names of definitions, those of other files by the identity of the schema. */
  private readonly names: Set<string>;
  private readonly imported = new Map<string, string>();
  private readonly definitions: Fields = {};

  constructor(reading: Reading, root: Node) {
    this.reading = reading;
    this.root = root;
    this.names = new Set(root.get("definitions")?.keys() ?? []);
  }

  copy(): SelfContained {
    const { root } = this;
    const value: Fields = {};
    for (const member of root.members()) {
      const { key } = member;
      const isEmptyList = (key === "consumes" || key === "produces") && member.items().length === 0;
      if (isEmptyList || (key === "schemes" && !root.has("host"))) continue;
      put(value, key, this.rootMember(member));
    }
    if (Object.keys(this.definitions).length > 0) value["definitions"] = this.definitions;
    return { value, written: (tokens) => this.written(tokens), examples: this.examples };
  }

  private rootMember(member: Node): unknown {
    switch (member.isObject ? member.key : "") {
      case "definitions":
        for (const one of member.members()) put(this.definitions, one.key, this.schema(one));
        return this.definitions;
      case "parameters":
        return mapped(member, (one) => {
          const parameter = this.parameter(one, ["parameters", one.key], { isShared: true });
          return parameter?.isBody === true ? null : (parameter?.value ?? null);
        });
      case "responses":
        return mapped(member, (one) => this.response(one, ["responses", one.key], false));
      case "paths":
        return mapped(member, (one) => (one.key.startsWith("x-") ? plain(one) : this.pathItem(one)));
      default:
        return plain(member);
    }
  }

  private pathItem(written: Node): unknown {
    const place = ["paths", written.key];
    const item = this.followed(written, place);
    if (!item.isObject) return plain(item);
    const shared = this.parameters(item, place);
    const value: Fields = {};
    const inPath = shared.filter(({ isBody }) => !isBody);
    if (inPath.length > 0) value["parameters"] = this.list(inPath, [...place, "parameters"]);
    // The converter takes every member for an operation.
    for (const member of item.members()) {
      if (methods.includes(member.key) && expectObject(this.reading, member, "an operation") !== null)
        put(
          value,
          member.key,
          this.operation(
            member,
            [...place, member.key],
            shared.filter(({ isBody }) => isBody),
          ),
        );
    }
    return value;
  }

  private operation(operation: Node, place: readonly string[], sharedBodies: readonly Parameter[]): Fields {
    const value: Fields = {};
    const operationParameters = this.parameters(operation, place);
    const isOverridden = ({ node }: Parameter): boolean =>
      operationParameters.some(({ node: other, isBody }) => isBody && (isNamed(other, node) || isIn(other, "body")));
    const parameters = [...operationParameters, ...sharedBodies.filter((shared) => !isOverridden(shared))];
    for (const member of operation.members()) {
      if (["parameters", "responses", "consumes", "produces", "schemes"].includes(member.key)) continue;
      put(value, member.key, plain(member));
    }
    if (parameters.length > 0) value["parameters"] = this.list(parameters, [...place, "parameters"]);
    const consumes = this.consumes(operation, parameters);
    if (consumes !== null) value["consumes"] = consumes;
    const produces = typesOf(operation.get("produces"));
    if (produces !== null) value["produces"] = produces;
    const servers = this.servers(operation);
    if (servers !== null) value["servers"] = servers;
    const responses = operation.get("responses");
    if (responses !== undefined)
      value["responses"] = mapped(responses, (one) =>
        one.key.startsWith("x-") ? plain(one) : this.response(one, [...place, "responses", one.key], produces !== null),
      );
    return value;
  }

  /** A form needs one of the two media types of forms; a list without any means the default. */
  private consumes(operation: Node, parameters: readonly Parameter[]): readonly string[] | null {
    const declaredTypes = typesOf(operation.get("consumes"));
    const fields = parameters.filter(({ node }) => isIn(node, "formData"));
    if (fields.length === 0) return declaredTypes;
    const types = declaredTypes ?? typesOf(this.root.get("consumes")) ?? [];
    const isForm = types.some((type) => formTypes.some((form) => type.startsWith(form)));
    if (!isForm) return [fields.some(({ node }) => node.get("type")?.value === "file") ? formTypes[1] : formTypes[0]];
    for (const { node } of fields) {
      if (types.includes(formTypes[1])) checkCollectionFormat(this.reading, node, "multipart");
    }
    return declaredTypes;
  }

  private servers(operation: Node): unknown[] | null {
    const host = this.root.get("host")?.value;
    const base = this.root.get("basePath")?.value ?? "";
    const schemes = operation.get("schemes")?.items() ?? [];
    if (schemes.length === 0 || typeof host !== "string") return null;
    return schemes.map(({ value }) => ({ url: `${String(value)}://${host}${String(base)}` }));
  }

  private parameters(holder: Node, place: readonly string[]): Parameter[] {
    const items = holder.get("parameters")?.items() ?? [];
    return items.flatMap((item) => this.parameter(item, [...place, "parameters"], { isShared: false }) ?? []);
  }

  /** A body has no place of its own in OpenAPI 3, and no reference leads to a form field: these are copied to where they are used. */
  private parameter(written: Node, place: readonly string[], { isShared }: { isShared: boolean }): Parameter | null {
    const node = this.followed(written, isShared ? place : null);
    const where = node.get("in");
    const { report } = this.reading;
    if (expectObject(this.reading, node, "a parameter") === null) return null;
    // A reference that leads nowhere is reported by the reader.
    if (node.has("$ref")) return { node, value: plain(node), isBody: false };
    if (where === undefined) {
      report.add("missing-field", node, { object: "a parameter", field: "in" }, { tolerated: null });
      return null;
    }
    const known = ["query", "header", "path", "formData", "body"];
    if (typeof where.value !== "string" || !known.includes(where.value)) {
      const expected = "one of query, header, path, formData and body";
      report.add("invalid-keyword-value", where, { keyword: "in", expected, found: JSON.stringify(where.value) });
      return null;
    }
    const isBody = where.value === "body" || where.value === "formData";
    const isComponent = node !== written && node.document === this.root.document && tokensTo(node)[0] === "parameters";
    if (!isShared && !isBody && isComponent && tokensTo(node).length === 2) {
      return { node: written, value: { $ref: `#/parameters/${escapeToken(node.key)}` }, isBody };
    }
    const value: Fields = {};
    for (const member of node.members())
      put(value, member.key, member.key === "schema" ? this.schema(member) : plain(member));
    if (!checkCollectionFormat(this.reading, node, where.value)) delete value["collectionFormat"];
    // The default of Swagger; without it, the converter assumes the one of OpenAPI 3.
    if (where.value === "formData" && value["type"] === "array") value["collectionFormat"] ??= "csv";
    return { node, value, isBody };
  }

  private list(parameters: readonly Parameter[], place: readonly string[]): unknown[] {
    for (const [index, { node }] of parameters.entries()) this.move([...place, String(index)], node);
    return parameters.map(({ value }) => value);
  }

  /** Responses of other files are copied, and those of this one where their media types are those of the operation. */
  private response(written: Node, place: readonly string[], isCopied: boolean): unknown {
    const response = this.followed(written, null);
    const tokens = tokensTo(response);
    const isComponent = response.document === this.root.document && tokens[0] === "responses" && tokens.length === 2;
    if (response !== written && isComponent && !isCopied) return { $ref: `#/responses/${escapeToken(response.key)}` };
    if (response !== written) this.move(place, response);
    if (expectObject(this.reading, response, "a response") === null) return null;
    const value: Fields = {};
    for (const member of response.members()) {
      if (member.key === "examples") this.examples.push({ response: place, examples: member });
      else if (member.key === "schema") value["schema"] = this.schema(member);
      else if (member.key === "headers") value["headers"] = mapped(member, (header) => this.header(header));
      else put(value, member.key, plain(member));
    }
    return value;
  }

  private header(header: Node): unknown {
    checkCollectionFormat(this.reading, header, "header");
    return header.isObject ? plain(header.without(new Set(["collectionFormat"]))) : plain(header);
  }

  /** Every reference becomes one to a definition of this document. */
  private schema(node: Node): unknown {
    if (node.isArray) return node.items().map((item) => this.schema(item));
    if (!node.isObject) return node.value;
    const value: Fields = {};
    for (const member of node.members()) {
      const { key } = member;
      if (key === "$ref" && typeof member.value === "string") put(value, key, this.reference(member, member.value));
      else if (isFree(key)) put(value, key, plain(member));
      else if (key === "properties" && member.isObject)
        put(
          value,
          key,
          mapped(member, (one) => this.schema(one)),
        );
      else put(value, key, this.schema(member));
    }
    return value;
  }

  private reference(at: Node, ref: string): string {
    const resolved = this.reading.sources.resolve(ref, at);
    // The reader follows it once more, and reports that it leads nowhere.
    if (!resolved.ok) return this.fromRoot(at, ref);
    const target = resolved.value;
    const tokens = tokensTo(target);
    if (target.document === this.root.document && tokens[0] === "definitions" && tokens.length > 1)
      return `#${pointerOf(target)}`;
    return `#/definitions/${escapeToken(this.importedName(target))}`;
  }

  /** A reference of another file as this one would write it. */
  private fromRoot({ document }: Node, ref: string): string {
    if (document === this.root.document || isUrl(ref)) return ref;
    const [file = "", ...fragment] = ref.split("#");
    const folder = path.posix.dirname(document.path);
    const target = file === "" ? document.path : path.posix.join(folder, file);
    return [path.posix.relative(path.posix.dirname(this.root.document.path), target), ...fragment].join("#");
  }

  private importedName(target: Node): string {
    const identity = identityOf(target);
    const known = this.imported.get(identity);
    if (known !== undefined) return known;
    const name = this.freeName(target);
    this.imported.set(identity, name);
    this.names.add(name);
    this.move(["definitions", name], target);
    // References inside it may lead back to it: it has its name already.
    put(this.definitions, name, this.schema(target));
    return name;
  }

  /** The last key, or the name of the file; with more of the path where that is taken. */
  private freeName(target: Node): string {
    const file = target.document.name
      .replace(/\.[^./]+$/, "")
      .split("/")
      .filter((part) => /\w/.test(part));
    const tokens = tokensTo(target).filter((token) => token !== "definitions" && token !== "properties");
    const parts = [...file, ...tokens].map((part) => part.replace(/[^A-Za-z0-9._-]+/g, "_"));
    const candidates = parts.map((_, index) => parts.slice(parts.length - 1 - index).join("_"));
    return candidates.find((name) => name !== "" && !this.names.has(name)) ?? `${parts.join("_")}_${this.names.size}`;
  }

  /** What a `$ref` that stands for a whole object leads to. `place`: where a copy of it goes. */
  private followed(written: Node, place: readonly string[] | null): Node {
    const passed = new Set<string>();
    let at = written;
    for (
      let ref = at.get("$ref");
      typeof ref?.value === "string" && !passed.has(identityOf(at));
      ref = at.get("$ref")
    ) {
      passed.add(identityOf(at));
      const resolved = this.reading.sources.resolve(ref.value, ref);
      if (!resolved.ok) return at;
      at = resolved.value;
    }
    if (place !== null && at !== written) this.move(place, at);
    return at;
  }

  private move(place: readonly string[], to: Node): void {
    this.moved.set(JSON.stringify(place), to);
  }

  private written(tokens: readonly string[]): WrittenValue {
    for (let length = tokens.length; length > 0; length -= 1) {
      const node = this.moved.get(JSON.stringify(tokens.slice(0, length)));
      if (node !== undefined) return { document: node.document, tokens: [...tokensTo(node), ...tokens.slice(length)] };
    }
    return { document: this.root.document, tokens };
  }
}

interface Parameter {
  /** Where it is written; a reference to a parameter of the document itself. */
  readonly node: Node;
  readonly value: unknown;
  /** The whole body, or a field of a form. */
  readonly isBody: boolean;
}

function isIn(node: Node, place: string): boolean {
  return node.get("in")?.value === place;
}

function isNamed(one: Node, other: Node): boolean {
  return one.get("name")?.value === other.get("name")?.value;
}

/** Media types; an empty list takes back those of the document, which leaves the default. `null` where nothing is said. */
function typesOf(node: Node | undefined): readonly string[] | null {
  if (node === undefined || !node.isArray) return null;
  const types = node.items().flatMap(({ value }) => (typeof value === "string" ? [value] : []));
  return types.length > 0 ? types : ["application/json"];
}

/** Below these keys are values of the author. */
function isFree(key: string): boolean {
  return key.startsWith("x-") || ["example", "default", "enum"].includes(key);
}

/** A copy that the converter may change. */
function plain(node: Node): unknown {
  return structuredClone(node.value);
}

function mapped(node: Node, of: (member: Node) => unknown): unknown {
  if (!node.isObject) return plain(node);
  const value: Fields = {};
  for (const member of node.members()) {
    const mappedValue = of(member);
    if (mappedValue !== null) put(value, member.key, mappedValue);
  }
  return value;
}

/** Assigning would set the prototype for the key `__proto__`. */
export function put(fields: Fields, key: string, value: unknown): void {
  Object.defineProperty(fields, key, { value, writable: true, enumerable: true, configurable: true });
}

/** The formats that have an equivalent, by place; one without is reported. */
const formats: Readonly<Record<string, readonly string[]>> = {
  query: ["csv", "ssv", "pipes", "multi"],
  formData: ["csv", "ssv", "pipes", "multi"],
  // A part for each value is all there is.
  multipart: ["multi"],
  header: ["csv"],
  path: ["csv"],
};

const places: Readonly<Record<string, string>> = {
  query: "in a query",
  formData: "in a form",
  multipart: "in multipart/form-data",
  header: "in a header",
  path: "in a path",
};

function checkCollectionFormat(reading: Reading, node: Node, where: string): boolean {
  const format = node.get("collectionFormat");
  const nested = node.get("items")?.get("collectionFormat");
  if (nested !== undefined && nested.value !== "csv") report(reading, nested, "in a list of lists");
  if (typeof format?.value !== "string" || formats[where]?.includes(format.value) !== false) return true;
  report(reading, format, places[where] ?? "here");
  return false;
}

function report(reading: Reading, format: Node, place: string): void {
  reading.report.add("unsupported-collection-format", format, { format: String(format.value), place });
}
