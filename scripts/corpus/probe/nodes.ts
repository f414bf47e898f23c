// A description -> every node in it that something refers to, with the kind of object and field it is.
import path from "node:path";
import { asyncApi2Types, asyncApi3Types, openApiTypes } from "./object-types.ts";

export interface ProbedNode {
  /** Absolute. */
  readonly file: string;
  /** The keys and indexes that lead to it. */
  readonly tokens: readonly string[];
  /** `Operation.tags`, `Schema.properties.*`; below a value, that of the value. */
  readonly kind: string;
  readonly value: unknown;
}

/** `load` returns the value of a file by its absolute path. */
export function nodesOf(entry: string, load: (file: string) => unknown): ProbedNode[] {
  const walk = new Walk(load, entry);
  walk.visit({ file: entry, tokens: [], value: load(entry) }, "Document");
  return walk.nodes;
}

interface Place {
  readonly file: string;
  readonly tokens: readonly string[];
  readonly value: unknown;
}

class Walk {
  readonly nodes: ProbedNode[] = [];
  private readonly seen = new Set<string>();
  private readonly load: (file: string) => unknown;
  private readonly types: Readonly<Record<string, Readonly<Record<string, string>>>>;

  constructor(load: (file: string) => unknown, entry: string) {
    this.load = load;
    const root = load(entry);
    const version = isRecord(root) ? root["asyncapi"] : undefined;
    this.types =
      version === undefined ? openApiTypes : String(version).startsWith("2") ? asyncApi2Types : asyncApi3Types;
  }

  /** An object of a type: each of its fields is a node. */
  visit(place: Place, type: string): void {
    if (!isRecord(place.value)) return;
    const ref = place.value["$ref"];
    if (typeof ref === "string") this.follow(place, ref, type);
    const id = `${place.file}#${place.tokens.join("/")}`;
    if (this.seen.has(id)) return;
    this.seen.add(id);
    const fields = this.types[type] ?? {};
    for (const [key, value] of Object.entries(place.value)) {
      // Components are reached from where they are referred to.
      if (type === "Components" && !(key in fields)) continue;
      const field = { file: place.file, tokens: [...place.tokens, key], value };
      const kind = `${type}.${key.startsWith("x-") ? "x-" : "*" in fields ? "*" : key}`;
      this.nodes.push({ ...field, kind });
      this.enter(field, kind, key.startsWith("x-") ? "" : (fields[key] ?? fields["*"] ?? ""));
    }
  }

  /** The value of a field. */
  private enter(place: Place, kind: string, held: string): void {
    const inner = /^[[{](.*)[\]}]$/.exec(held)?.[1];
    if (held === "") this.values(place, kind);
    else if (inner === undefined) this.visit(place, held);
    else
      for (const [key, value] of membersOf(place.value)) {
        const member = { file: place.file, tokens: [...place.tokens, key], value };
        this.nodes.push({ ...member, kind: `${kind}.*` });
        if (inner === "") this.values(member, `${kind}.*`);
        else this.visit(member, inner);
      }
  }

  /** What is inside a value is of the value's kind. */
  private values(place: Place, kind: string): void {
    for (const [key, value] of membersOf(place.value)) {
      const member = { file: place.file, tokens: [...place.tokens, key], value };
      this.nodes.push({ ...member, kind });
      this.values(member, kind);
    }
  }

  private follow({ file }: Place, ref: string, type: string): void {
    const [target = "", fragment = ""] = ref.split("#");
    if (/^[a-z]+:/i.test(target) || (fragment !== "" && !fragment.startsWith("/"))) return;
    const reached = target === "" ? file : path.resolve(path.dirname(file), target);
    const tokens = fragment === "" ? [] : fragment.slice(1).split("/").map(unescaped);
    const value = tokens.reduce<unknown>((at, token) => (isHolder(at) ? at[token] : undefined), this.load(reached));
    this.visit({ file: reached, tokens, value }, type);
  }
}

function unescaped(token: string): string {
  return decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
}

function membersOf(value: unknown): [string, unknown][] {
  return isHolder(value) ? Object.entries(value) : [];
}

function isHolder(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isHolder(value) && !Array.isArray(value);
}
