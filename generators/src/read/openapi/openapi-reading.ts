// The state that the readers of OpenAPI objects share: the common reading, the schema reader, and the document's version.
import type { Draft } from "../../model/finish/naming/names.ts";
import type { MediaType, Parameter, Response } from "../../model/http.ts";
import type { Schema } from "../../model/schema.ts";
import type { Node } from "../../source/index.ts";
import { expectKnown, followKnown, type Reading, type Shared, siblingText, stringField } from "../fields/index.ts";
import type { SchemaReader } from "../jsonschema/index.ts";
import { fields } from "./fields.ts";

export interface OpenApiReading extends Reading {
  /** `3.0`, `3.1` or `3.2`. */
  readonly version: string;
  readonly schemas: SchemaReader;
  readonly root: Node;
  /** Callbacks of the operations read so far, with the id of their operation. */
  readonly callbacks: { readonly node: Node; readonly owner: string }[];
  /** Targets of references: responses, by location and status, and parameters, by location. Most are shared by many operations. */
  readonly responses: Map<string, Shared<Response>>;
  readonly parameters: Map<string, Shared<Parameter | null>>;
  /** Sequences whose items are not decided yet. */
  readonly unsettled: UnsettledStream[];
  /** Media type ranges that include JSON: whether their bodies are JSON depends on the target of a reference. */
  readonly ranges: StreamDraft[];
  /** The ids of operations that are left out: links may still name them. */
  readonly leftOut: Set<string>;
}

/** The fields of a Reference Object that override its target: none in 3.0, summary and description since 3.1. */
export function siblingTexts(reading: OpenApiReading, ...words: ("summary" | "description")[]): readonly string[] {
  return reading.version === "3.0" ? [] : words;
}

/** The description of an object: the one next to the reference, else its own. */
export function describe(reading: OpenApiReading, member: Node, node: Node): string | null {
  const beside = reading.version === "3.0" ? null : siblingText(reading, member, "description");
  return beside ?? stringField(reading, node, "description");
}

type ObjectName = keyof typeof fields;

/** The object that `member` is or refers to, with its fields checked; `null`, with a report, when it is no such object. */
export function openObject(
  reading: Reading,
  member: Node,
  what: ObjectName,
  beside: readonly string[] = [],
): Node | null {
  return followKnown(reading, member, what, { fields, beside });
}

/** The same where the standard allows no reference. */
export function ownObject(reading: Reading, node: Node, what: ObjectName): Node | null {
  return expectKnown(reading, node, what, fields);
}

/** A media type whose `item` and `body` are decided when all schemas are read: they can depend on the target of a reference. */
export type StreamDraft = Draft<MediaType, "item" | "body">;

/** A stream whose items are not decided yet. */
export interface UnsettledStream {
  readonly media: StreamDraft;
  readonly node: Node;
  /** `itemSchema` */
  readonly item: { readonly field: Node; readonly schema: Schema } | null;
}
