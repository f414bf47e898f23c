// What the readers of OpenAPI objects pass along: the shared reading, the schema reader, and the document's version.

import type { SchemaReader } from "../jsonschema/index.ts";
import type { Parameter, Response } from "../model/http.ts";
import { type Reading, stringField, textBeside } from "../reading/index.ts";
import type { Node } from "../source/index.ts";
import type { StreamDraft } from "./stream.ts";

export interface OpenApiReading extends Reading {
  /** `3.0`, `3.1` or `3.2`. */
  readonly version: string;
  readonly schemas: SchemaReader;
  readonly root: Node;
  /** Callbacks of the operations read so far, with the id of the operation. */
  readonly callbacks: { readonly node: Node; readonly owner: string }[];
  /** Responses that references have led to, by place and status, and parameters, by place: most are shared by many operations. */
  readonly responses: Map<string, Response>;
  readonly parameters: Map<string, Parameter | null>;
  /** Sequences whose items are not known yet. */
  readonly unsettled: { readonly media: StreamDraft; readonly node: Node }[];
  /** Ranges that JSON is within: whether their bodies are JSON depends on what a reference leads to. */
  readonly ranges: StreamDraft[];
}

/** What a Reference Object may say itself, of what its target can say: nothing in 3.0, the words since 3.1. */
export function wordsBeside(reading: OpenApiReading, ...words: ("summary" | "description")[]): readonly string[] {
  return reading.version === "3.0" ? [] : words;
}

/** The description of an object: what stands beside the reference to it, else its own. */
export function describe(reading: OpenApiReading, member: Node, node: Node): string | null {
  const beside = reading.version === "3.0" ? null : textBeside(reading, member, "description");
  return beside ?? stringField(reading, node, "description");
}
