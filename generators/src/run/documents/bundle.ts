// A description in several files -> one document: what components refer to is in them, the rest gets a component or is copied to its place.
import path from "node:path";
import { keyOf, Report, reportSourceProblem } from "../../diagnostics/index.ts";
import { computedOnce } from "../../model/computed-once.ts";
import { SchemaResources } from "../../read/jsonschema/resources.ts";
import { type ReadOptions, readModel, sourcesOf } from "../../read/read-api.ts";
import {
  escapeToken,
  identityOf,
  type Node,
  type Result,
  type Sources,
  spanOf,
  tokensOf,
  tokensTo,
  writtenAt,
} from "../../source/index.ts";
import { isReferable, type Kind, memberKind, referredKind, type Standard, settledKind, standardOf } from "./kinds.ts";

/** A value of JSON; a `bigint` is an integer that a number would not hold exactly. */
export type DocumentValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | DocumentValue[]
  | { [key: string]: DocumentValue };
export type DocumentObject = { [key: string]: DocumentValue };

export interface Bundled {
  readonly document: DocumentObject;
  /** The document as it is written. */
  readonly root: Node;
  readonly standard: Standard;
  /** How many files were read. */
  readonly files: number;
}

/**
 * The document without references to other files. `Order: { $ref: schemas/order.yaml }` in `components` becomes the schema itself, and
 * what refers to the file refers to `Order`. Other schemas get the names that generated code has for them. `null` if a reference leads
 * nowhere, or the file is no description: the report has the reason.
 */
export function bundleDescription(
  file: string,
  options: Omit<ReadOptions, "openapi" | "asyncapi">,
  report: Report,
): Bundled | null {
  const sources = sourcesOf({ ...options, openapi: file });
  const opened = sources.open(file);
  if (!opened.ok) {
    reportSourceProblem(report, opened.problem);
    return null;
  }
  const root = opened.value;
  const standard = standardOf(root.value);
  if (standard === null) {
    report.add("not-a-description", keyOf(root), { expected: "openapi", found: null, advice: null });
    return null;
  }
  const namesOf = (): ReadonlyMap<string, string> => {
    const entry = root.has("asyncapi") ? { asyncapi: file } : { openapi: file };
    const { api } = readModel({ ...options, ...entry }, new Report());
    // Forms for one direction, which are at the same place, come after the schema.
    return new Map((api?.schemas ?? []).toReversed().map(({ at, name }) => [identityOf(writtenAt(at)), name]));
  };
  const document = new Bundle({ sources, root, standard, report, namesOf }).document();
  return document === null ? null : { document, root, standard, files: sources.documents().length };
}

/** What a reference leads to outside of the document. */
interface Target {
  readonly node: Node;
  readonly kind: Kind;
  /** The place in the document that only refers to it, and gets its content. */
  owner: readonly string[] | null;
  /** Where it is in the result; `null`: it is copied to each place; absent: not decided yet. */
  place?: readonly string[] | null;
  /** Whether it is a component of its own there. */
  isAdded?: boolean;
}

interface Visit {
  readonly node: Node;
  readonly kind: Kind;
  /** The keys that lead to it in the result, as far as they are known. */
  readonly place: readonly string[] | null;
}

interface Input {
  readonly sources: Sources;
  readonly root: Node;
  readonly standard: Standard;
  readonly report: Report;
  /** Names of schemas, by identity. */
  readonly namesOf: () => ReadonlyMap<string, string>;
}

class Bundle {
  private readonly input: Input;
  private readonly resources: SchemaResources;
  private readonly targets = new Map<string, Target>();
  private readonly pending: Visit[] = [];
  private readonly seen = new Set<string>();
  private readonly result: DocumentObject = {};
  /** References that stay as they are written if they can be followed in the result, and what they become otherwise. */
  private readonly kept: { holder: DocumentObject; key: string; otherwise: () => string }[] = [];
  /** What is being copied, and where to. */
  private readonly copying = new Map<string, readonly string[]>();
  private failed = false;
  private names: ReadonlyMap<string, string> | null = null;
  private byNode: ReadonlyMap<string, readonly Target[]> | null = null;
  /** The names in each section. */
  private readonly taken = new Map<string, Set<string>>();

  constructor(input: Input) {
    this.input = input;
    this.resources = new SchemaResources(input.sources, new Report());
  }

  document(): DocumentObject | null {
    const { root } = this.input;
    const componentsFirst = [...root.members()].sort((a, b) => Number(isNamed(b.key)) - Number(isNamed(a.key)));
    for (const member of componentsFirst)
      this.walk({ node: member, kind: this.kindIn("document", member.key), place: [member.key] });
    for (let next = this.pending.shift(); next !== undefined; next = this.pending.shift()) this.walk(next);
    if (this.failed) return null;
    for (const target of this.targets.values()) this.placeOf(target);
    for (const member of root.members())
      put(this.result, member.key, this.copy(member, this.kindIn("document", member.key), [member.key]));
    for (const { place, node, kind, isAdded } of this.targets.values()) {
      if (isAdded !== true || !place) continue;
      const holder = place.slice(0, -1).reduce(objectAt, this.result);
      put(holder, place.at(-1) ?? "", this.copy(node, kind, place));
    }
    for (const { holder, key, otherwise } of this.kept) {
      if (!leads(this.result, String(holder[key]))) put(holder, key, otherwise());
    }
    return this.failed ? null : this.result;
  }

  private kindIn(kind: Kind, key: string): Kind {
    return memberKind(this.input.standard, kind, key);
  }

  // The targets of all references.

  private walk({ node, kind: written, place }: Visit): void {
    const kind = settledKind(written, node.value);
    const { value } = node;
    const referred = referredKind(kind);
    if (referred !== null && typeof value === "string") this.meet(node, value, referred);
    if (typeof value !== "object" || value === null || kind === "data") return;
    const ref = referenceIn(node);
    if (ref !== null) {
      const target = this.meet(ref, String(ref.value), kind);
      if (target !== null && target.owner === null && isPure(node) && place !== null && isOwner(place))
        target.owner = place;
      if (target !== null) this.later(target.node, kind, target.owner === place ? place : null);
    }
    for (const child of node.isArray ? node.items() : node.members()) {
      if (child.key === "$ref" && ref !== null) continue;
      const inner = node.isArray ? this.kindIn(kind, "") : this.kindIn(kind, child.key);
      this.walk({ node: child, kind: inner, place: place === null ? null : [...place, child.key] });
    }
  }

  private later(node: Node, kind: Kind, place: readonly string[] | null): void {
    const key = `${kind} ${identityOf(node)}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.pending.push({ node, kind, place });
  }

  /** The target of a reference, if it is outside of the document. */
  private meet(ref: Node, text: string, kind: Kind): Target | null {
    const node = this.targetOf(ref, text, kind);
    if (node === null || node.document === this.input.root.document) return null;
    const key = targetKey(node, kind);
    const target = computedOnce(this.targets, key, () => ({ node, kind, owner: null }));
    if (ref.key !== "$ref") this.later(node, kind, null);
    return target;
  }

  /** Through files that only refer to another; `null` where a reference leads nowhere, which is reported where it is no data. */
  private targetOf(ref: Node, text: string, kind: Kind): Node | null {
    // The names of components in the mapping of a discriminator are no references.
    const isSoft = !isReferable(kind) || ref.key !== "$ref";
    if (isSoft && ref.key !== "$ref" && !/[#/.]/.test(text)) return null;
    // The value of an example may be a file; a pointer in it is part of the example.
    if (kind === "value" && text.startsWith("#")) return null;
    const passed = new Set<string>();
    let [at, next] = [ref, text];
    for (;;) {
      const reached: Result<Node> = this.resolve(next, at, kind);
      if (!reached.ok) {
        if (isSoft) return null;
        reportSourceProblem(this.input.report, reached.problem);
        this.failed = true;
        return null;
      }
      const { value } = reached;
      const further = value.document === this.input.root.document || !isPure(value) ? null : referenceIn(value);
      if (further === null) return value;
      if (passed.has(identityOf(value))) {
        this.input.report.add("ref-cycle", ref, { ref: text });
        this.failed = true;
        return null;
      }
      passed.add(identityOf(value));
      [at, next] = [further, String(further.value)];
    }
  }

  private resolve(text: string, from: Node, kind: Kind): Result<Node> {
    return kind === "schema" ? this.resources.resolve(text, from) : this.input.sources.resolve(text, from);
  }

  // The place of each target.

  private placeOf(target: Target): readonly string[] | null {
    if (target.place !== undefined) return target.place;
    this.names ??= this.input.namesOf();
    // A part of another schema has a name of its own in generated code: as a component, it keeps it.
    const isTyped = target.kind === "schema" && this.names.has(identityOf(target.node));
    target.place = target.owner ?? (isTyped ? null : this.partOf(target.node));
    const section = this.input.standard.sectionOf(target.kind);
    // A schema without a type, such as the items of an object, gets none by being a component.
    const isUnnamed = target.kind === "schema" && this.names.size > 0 && !isTyped;
    if (target.place !== null || section === null || isUnnamed) return target.place;
    const key = section.join("/");
    const taken = computedOnce(this.taken, key, () => new Set(this.namesIn(section)));
    const name = this.freeName(target, taken);
    taken.add(name);
    target.isAdded = true;
    target.place = [...section, name];
    return target.place;
  }

  private namesIn(section: readonly string[]): readonly string[] {
    const node = section.reduce<Node | undefined>((at, key) => at?.get(key), this.input.root);
    const target = node === undefined ? null : referenceIn(node);
    const members = target === null ? null : this.targetOf(target, String(target.value), "other");
    return [...(node?.keys() ?? []), ...(members?.keys() ?? [])];
  }

  /** The place of a node inside of another target that has a place: it is referred to in there. */
  private partOf(node: Node): readonly string[] | null {
    let depth = tokensTo(node).length;
    for (let at = node.parent; at !== null; at = at.parent) {
      depth -= 1;
      const holder = this.atNode(identityOf(at)).find(
        ({ owner, kind }) => owner !== null || this.input.standard.sectionOf(kind) !== null,
      );
      const place = holder === undefined ? null : this.placeOf(holder);
      if (place !== null) return [...place, ...tokensTo(node).slice(depth)];
    }
    return null;
  }

  /** Of what an extension refers to, such as a schema. */
  private placeAt(node: Node): readonly string[] | null {
    return this.atNode(identityOf(node)).flatMap(({ place }) => (place == null ? [] : [place]))[0] ?? null;
  }

  private atNode(identity: string): readonly Target[] {
    this.byNode ??= Map.groupBy(this.targets.values(), ({ node }) => identityOf(node));
    return this.byNode.get(identity) ?? [];
  }

  /** That of generated code; else the last key, or the name of the file; with more of the path where that is taken. */
  private freeName({ node, kind }: Target, taken: ReadonlySet<string>): string {
    const named = kind === "schema" ? this.names?.get(identityOf(node)) : undefined;
    const from = path.posix.relative(path.posix.dirname(this.input.root.document.path), node.document.path);
    const file = from.replace(/\.[^./]+$/, "").split("/");
    const tokens = tokensTo(node).filter((token) => !/^(?:components|schemas|definitions|properties)$/.test(token));
    const parts = [...file, ...tokens]
      .map((part) => part.replace(/[^A-Za-z0-9._-]+/g, "_").replace(/^[._]+|_+$/g, ""))
      .filter((part) => part !== "");
    const spelled = parts.map((_, index) => parts.slice(parts.length - 1 - index).join("_"));
    const candidates = [...(named === undefined ? [] : [named]), ...spelled];
    for (let suffix = ""; ; suffix += "_") {
      const free = candidates.map((name) => name + suffix).find((name) => !taken.has(name));
      if (free !== undefined) return free;
    }
  }

  // The result.

  private copy(node: Node, writtenKind: Kind, place: readonly string[]): DocumentValue {
    const kind = settledKind(writtenKind, node.value);
    const { value } = node;
    const referred = referredKind(kind);
    if (referred !== null && typeof value === "string") return this.mapped(node, value, referred);
    if (typeof value !== "object" || value === null) return exactly(node);
    const ref = kind === "data" ? null : referenceIn(node);
    if (ref !== null) return this.copyReference(node, { ref, kind, place });
    const added = kind === "schema" ? this.targets.get(targetKey(node, kind)) : undefined;
    if (added?.isAdded === true && added.place && added.place.join("\n") !== place.join("\n"))
      return { $ref: `#${fragmentOf(added.place)}` };
    return this.members(node, kind, place);
  }

  private members(node: Node, kind: Kind, place: readonly string[]): DocumentValue {
    if (node.isArray) return node.items().map((item) => this.copy(item, this.kindIn(kind, ""), [...place, item.key]));
    const copy: DocumentObject = {};
    const isMoved = kind === "schema" && node.document !== this.input.root.document;
    for (const member of node.members()) {
      // What they name is referred to by pointers now, which an $id around them would make relative to itself.
      if (isMoved && (member.key === "$id" || member.key === "$anchor") && typeof member.value === "string") continue;
      put(copy, member.key, this.copy(member, this.kindIn(kind, member.key), [...place, member.key]));
    }
    return copy;
  }

  private mapped(node: Node, text: string, kind: Kind): string {
    const target = this.targetOf(node, text, kind);
    if (target === null) return text;
    if (target.document === this.input.root.document)
      return node.document === target.document ? text : `#${fragmentOf(tokensTo(target))}`;
    const place = this.targets.get(targetKey(target, kind))?.place ?? null;
    if (place !== null) return `#${fragmentOf(place)}`;
    this.input.report.add("unsupported-feature", node, unplaced);
    this.failed = true;
    return text;
  }

  private copyReference(
    node: Node,
    { ref, kind, place }: { ref: Node; kind: Kind; place: readonly string[] },
  ): DocumentValue {
    const text = String(ref.value);
    const target = this.targetOf(ref, text, kind);
    if (target === null) return this.members(node, kind, place);
    const { document } = this.input.root;
    const isOwn = node.document === document;
    if (target.document === document) {
      const isPlain = isOwn && (kind !== "schema" || this.resources.resourceOf(node).at.parent === null);
      const pointer = isPlain && text.startsWith("#") ? text : `#${fragmentOf(tokensTo(target))}`;
      return this.referring(node, kind, { place, pointer });
    }
    const known = this.targets.get(targetKey(target, kind));
    const isOwner = known?.owner !== null && known?.owner?.join("\n") === place.join("\n");
    const at = isOwner || kind === "value" ? null : (known?.place ?? (isReferable(kind) ? null : this.placeAt(target)));
    const current = this.copying.get(targetKey(target, kind));
    if (at === null && (isOwner || current === undefined)) {
      this.copying.set(targetKey(target, kind), place);
      const content = this.copy(target, kind, place);
      this.copying.delete(targetKey(target, kind));
      if (isPure(node) || !isObject(content)) return content;
      // Both count: a path item may have operations beside its reference, and a text there replaces that of the target.
      const { $ref: _, ...beside } = Object(this.members(node, kind, place)) as DocumentObject;
      return { ...content, ...beside };
    }
    const pointer = `#${fragmentOf(at ?? current ?? [])}`;
    const written = this.inDocument(ref, text);
    return this.referring(node, kind, { place, pointer: written ?? pointer, otherwise: pointer });
  }

  private referring(
    node: Node,
    kind: Kind,
    { place, pointer, otherwise = pointer }: { place: readonly string[]; pointer: string; otherwise?: string },
  ): DocumentValue {
    const holder: DocumentObject = {};
    for (const member of node.members())
      put(
        holder,
        member.key,
        member.key === "$ref" ? pointer : this.copy(member, this.kindIn(kind, member.key), [...place, member.key]),
      );
    if (otherwise !== pointer) this.kept.push({ holder, key: "$ref", otherwise: () => otherwise });
    return holder;
  }

  /** A pointer into the document that leads through references: `#/channels/orders/messages/created`. */
  private inDocument(ref: Node, text: string): string | null {
    const [file = "", fragment] = text.split("#");
    if (fragment === undefined || !fragment.startsWith("/")) return null;
    const reached = file === "" ? null : this.input.sources.resolve(file, ref);
    const document = reached === null ? ref.document : reached.ok ? reached.value.document : null;
    return document === this.input.root.document ? `#${fragment}` : null;
  }
}

const unplaced = {
  feature: "this operationRef in one document",
  reason: "its operation is in a path item that is copied to each place",
  advice: "name the operation by operationId",
};

function isNamed(key: string): boolean {
  return ["components", "definitions", "parameters", "responses"].includes(key);
}

/** Places of the document whose content has a name there: `components/schemas/Order`, `paths//orders`, `channels/a/messages/b`. */
function isOwner(place: readonly string[]): boolean {
  if (place.length <= 2) return true;
  return place[0] === "components"
    ? place.length === 3
    : place[0] === "channels" && place[2] === "messages" && place.length === 4;
}

function targetKey(node: Node, kind: Kind): string {
  return `${kind} ${identityOf(node)}`;
}

function referenceIn(node: Node): Node | null {
  const ref = node.isObject ? node.get("$ref") : undefined;
  return typeof ref?.value === "string" ? ref : null;
}

function isPure(node: Node): boolean {
  return node.isObject && node.keys().length === 1 && node.has("$ref");
}

export function isObject(value: DocumentValue | undefined): value is DocumentObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function objectAt(holder: DocumentObject, key: string): DocumentObject {
  const value = Object.hasOwn(holder, key) ? holder[key] : undefined;
  if (isObject(value)) return value;
  const added: DocumentObject = {};
  put(holder, key, added);
  return added;
}

/** Also for `__proto__`. */
function put(object: DocumentObject, key: string, value: DocumentValue): void {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}

/** A scalar; an integer that a number does not hold, as it is written. */
function exactly(node: Node): DocumentValue {
  const { value } = node;
  if (typeof value !== "number" || !Number.isInteger(value) || Number.isSafeInteger(value))
    return value as DocumentValue;
  const { start, end } = spanOf(node);
  const text = node.document.text.slice(start, end);
  return /^-?\d+$/.test(text) ? BigInt(text) : value;
}

/** Whether a pointer leads to a value without passing a reference. */
function leads(document: DocumentObject, ref: string): boolean {
  const tokens = tokensOf(decodeURIComponent(ref.slice(1))) ?? [];
  let at: unknown = document;
  for (const token of tokens) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, token)) return false;
    at = Reflect.get(at, token);
  }
  return true;
}

/** `["paths", "/orders/{id}"]` -> `/paths/~1orders~1%7Bid%7D`, as the fragment of a URI. */
export function fragmentOf(tokens: readonly string[]): string {
  const special = /[^\w.~!$&'()*+,;=:@-]/gu;
  return tokens.map((token) => `/${escapeToken(token).replace(special, encodeURIComponent)}`).join("");
}
