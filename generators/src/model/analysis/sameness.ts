// Schemas -> numbers, equal for schemas that accept the same values: annotations and locations do not count.
import type { NamedSchema, Schema } from "../schema.ts";
import { childrenOf } from "../walk.ts";

/** Fields that do not decide which values a schema accepts. */
const silent: ReadonlySet<string> = new Set(["at", "annotations", "date", "closable"]);

/** The numbers of one run, assigned in order of appearance. */
export class Sameness {
  private readonly numbers = new Map<string, number>();
  private readonly known = new Map<Schema | NamedSchema, number>();

  /** Two schemas have the same number if they are equal apart from locations and annotations, and refer to the same named ones. */
  of(schema: Schema): number {
    return this.known.get(schema) ?? this.numbered(schema, this.textOf(schema));
  }

  private ofNamed(named: NamedSchema): number {
    return this.known.get(named) ?? this.numbered(named, `named ${this.known.size}`);
  }

  private numbered(thing: Schema | NamedSchema, text: string): number {
    const number = this.numbers.get(text) ?? this.numbers.size;
    this.numbers.set(text, number);
    this.known.set(thing, number);
    return number;
  }

  /** Inner schemas are replaced by their numbers, so the text is no longer than the schema's own keywords. */
  private textOf(schema: Schema): string {
    if (schema.kind === "ref") return `ref ${this.ofNamed(schema.target)}`;
    // The members of the values can have any name.
    if (schema.kind === "enum") return `enum${schema.bigint === true ? " n" : ""} ${JSON.stringify(schema.values)}`;
    return this.written(schema, new Map(childrenOf(schema).map((child) => [child, child])));
  }

  /** By hand: `JSON.stringify` with a function that sees each member took a twelfth of a run. */
  private written(value: unknown, inner: ReadonlyMap<unknown, Schema>): string {
    if (typeof value === "string") return JSON.stringify(value);
    if (typeof value !== "object" || value === null) return String(value);
    const child = inner.get(value);
    if (child !== undefined) return String(this.of(child));
    let text = "";
    if (Array.isArray(value)) {
      for (const item of value) text += `${this.written(item, inner)},`;
      return `[${text}]`;
    }
    for (const [key, member] of Object.entries(value)) {
      // What is absent is `null` or `false` in one place and left out in another: it has no meaning.
      if (member === undefined || member === null || member === false || silent.has(key)) continue;
      text += `${key}:${this.written(member, inner)},`;
    }
    return `{${text}}`;
  }
}
