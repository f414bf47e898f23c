// JSON Schema, in any of the dialects, -> the model. A schema is the conjunction of what its keywords say: one part for
// `type` and the keywords beside it, one for each way of combining others.
import { keyOf, kindOf, nearest, type Report } from "../diagnostics/index.ts";
import { canonical } from "../model/equality.ts";
import type { Annotations, EnumSchema, Json, Schema } from "../model/schema.ts";
import { type Reading, resolveRef } from "../reading/index.ts";
import type { Node, Sources } from "../source/index.ts";
import { type Dialect, dialectNames, foreign, isKnownDialect, keywords, refused } from "./dialect.ts";
import { discriminatorOf } from "./discriminator.ts";
import { jsonOf, reject } from "./keyword-values.ts";
import { noNotes, notesOf } from "./notes.ts";
import { hasFacets, type JsonType, readTyped, type TypeSet, typeSetOf } from "./read-typed.ts";
import { type NamedDraft, SchemaRegistry } from "./registry.ts";
import type { SchemaReading } from "./schema-reading.ts";

export class SchemaReader implements SchemaReading {
  readonly sources: Sources;
  readonly report: Report;
  readonly dialect: Dialect;
  readonly registry: SchemaRegistry;

  constructor(reading: Reading, dialect: Dialect, registry: SchemaRegistry = new SchemaRegistry()) {
    this.sources = reading.sources;
    this.report = reading.report;
    this.dialect = dialect;
    this.registry = registry;
  }

  /**
   * An entry of `components.schemas`. One that only refers to a file gives that file's schema its name; one that refers
   * within the same document is an alias with a name of its own.
   */
  readComponent(node: Node): NamedDraft {
    const target = this.soleTarget(node);
    const forwarded = target !== null && target.document !== node.document && this.registry.claim(target, node.key);
    if (forwarded && target !== null) this.registry.forward(node, target);
    const draft = this.named(node);
    draft.nameParts = [node.key];
    draft.nameLength = 1;
    return draft;
  }

  /** Reads every named schema asked for so far, and those they ask for in turn. */
  finish(): void {
    for (let draft = this.registry.takeUnread(); draft !== undefined; draft = this.registry.takeUnread()) {
      const reader = draft.dialect === this.dialect ? this : new SchemaReader(this, draft.dialect, this.registry);
      draft.schema = reader.readPlace(draft.at);
    }
  }

  anything(node: Node): Schema {
    return { kind: "any", at: node, notes: noNotes };
  }

  /** A schema that stands inside something else. */
  read(node: Node): Schema {
    return this.registry.has(node) ? this.refTo(node, node, noNotes) : this.readPlace(node);
  }

  readList(node: Node, keyword: string): Schema[] {
    if (node.isArray && node.items().length > 0) return node.items().map((item) => this.read(item));
    reject(this, node, "an array of at least one schema", keyword);
    return [];
  }

  private readPlace(node: Node): Schema {
    if (node.value === true) return this.anything(node);
    if (node.value === false) return { kind: "never", at: node, notes: noNotes };
    if (node.isObject) return this.readObjectForm(node);
    this.report.add("wrong-kind", node, { what: "a schema", expected: ["an object", "true", "false"], found: kindOf(node.value) });
    return this.anything(node);
  }

  private readObjectForm(node: Node): Schema {
    const ref = node.get("$ref");
    if (ref !== undefined && this.dialect === "openapi-3.0") return this.readRef(ref, node, noNotes);
    this.checkKeywords(node);
    const notes = notesOf(this, node);
    const parts = [
      ...(ref === undefined ? [] : [this.readRef(ref, node, noNotes)]),
      ...this.readOwn(node),
      ...this.readCombined(node),
    ];
    const [only] = parts;
    if (only === undefined) return { kind: "any", at: node, notes };
    return parts.length === 1 ? { ...only, at: node, notes } : { kind: "intersection", members: parts, at: node, notes };
  }

  /** `type`, the keywords of single types, `enum` and `const`. */
  private readOwn(node: Node): Schema[] {
    const types = typeSetOf(this, node);
    const fixed = [this.readEnum(node), this.readConst(node)].filter((part) => part !== null);
    if (fixed.length > 0 && types !== null && !hasFacets(node)) return fixed.map((part) => this.narrow(part, types));
    const typed = readTyped(this, node, types, noNotes);
    return typed === null ? fixed : [typed, ...fixed];
  }

  private readCombined(node: Node): Schema[] {
    const base = { at: node, notes: noNotes };
    const list = (keyword: string): Schema[] => {
      const field = node.get(keyword);
      return field === undefined ? [] : this.readList(field, keyword);
    };
    const parts: Schema[] = list("allOf");
    for (const mode of ["anyOf", "oneOf"] as const) {
      const members = list(mode);
      const [only] = members;
      if (only !== undefined && members.length === 1) parts.push(only);
      if (members.length > 1) {
        const discriminator = discriminatorOf(this, node, members);
        parts.push({ kind: "union", mode, members, discriminator, ...base });
      }
    }
    const negated = node.get("not");
    if (negated !== undefined) parts.push({ kind: "not", schema: this.read(negated), ...base });
    return [...parts, ...this.readConditional(node)];
  }

  /** `then` and `else` mean nothing without `if`. */
  private readConditional(node: Node): Schema[] {
    const condition = node.get("if");
    if (condition === undefined) return [];
    const branch = (keyword: string): Schema => {
      const field = node.get(keyword);
      return field === undefined ? this.anything(node) : this.read(field);
    };
    const base = { at: node, notes: noNotes };
    return [{ kind: "conditional", if: this.read(condition), then: branch("then"), else: branch("else"), ...base }];
  }

  private readEnum(node: Node): EnumSchema | null {
    const field = node.get("enum");
    if (field === undefined) return null;
    if (!field.isArray || field.items().length === 0) {
      reject(this, field, "an array of at least one value");
      return null;
    }
    const values = new Map(field.items().map((item): [string, Json] => [canonical(jsonOf(item)), jsonOf(item)]));
    return { kind: "enum", values: [...values.values()], at: node, notes: noNotes };
  }

  private readConst(node: Node): EnumSchema | null {
    const field = node.get("const");
    return field === undefined ? null : { kind: "enum", values: [jsonOf(field)], at: node, notes: noNotes };
  }

  /** `enum` beside `type`: the values that are of the type. */
  private narrow(schema: EnumSchema, types: TypeSet): Schema {
    const values = schema.values.filter((value) => isOfType(value, types));
    return values.length === 0 ? { kind: "never", at: schema.at, notes: noNotes } : { ...schema, values };
  }

  private readRef(ref: Node, at: Node, notes: Annotations): Schema {
    const target = resolveRef(this, ref);
    return target === null ? this.anything(at) : this.refTo(target, at, notes);
  }

  private refTo(target: Node, at: Node, notes: Annotations): Schema {
    return { kind: "ref", target: this.named(target), at, notes };
  }

  private named(place: Node): NamedDraft {
    return this.registry.named(place, this.dialect, (at) => this.anything(at));
  }

  /** Where a schema that says nothing but `$ref` leads. */
  private soleTarget(node: Node): Node | null {
    const ref = node.get("$ref");
    if (ref === undefined || node.members().length !== 1) return null;
    return typeof ref.value === "string" ? resolveRef(this, ref) : null;
  }

  private checkKeywords(node: Node): void {
    for (const member of node.members()) {
      const { key } = member;
      if (keywords[this.dialect].has(key)) {
        if (key === "$schema" && typeof member.value === "string" && this.dialect !== "asyncapi" && !isKnownDialect(member.value)) {
          this.report.add("unsupported-dialect", member, { dialect: member.value });
        }
        continue;
      }
      this.reportKeyword(member);
    }
  }

  private reportKeyword(member: Node): void {
    const { key } = member;
    if (key.startsWith("x-")) return;
    const reason = refused.get(key) ?? foreign[this.dialect].get(key);
    if (reason !== undefined) return this.report.add("unsupported-keyword", keyOf(member), { keyword: key, reason });
    const near = nearest(key, keywords[this.dialect]);
    const severity = near === undefined ? "warning" : "error";
    const dialect = dialectNames[this.dialect];
    this.report.add("unknown-keyword", keyOf(member), { keyword: key, near, dialect }, { severity });
  }
}

function isOfType(value: Json, { types, integer }: TypeSet): boolean {
  const type = jsonTypeOf(value);
  return types.has(type) && (type !== "number" || !integer || Number.isInteger(value));
}

function jsonTypeOf(value: Json): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  switch (typeof value) {
    case "boolean":
      return "boolean";
    case "number":
      return "number";
    case "string":
      return "string";
    default:
      return "object";
  }
}
