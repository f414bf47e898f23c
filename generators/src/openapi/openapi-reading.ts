// What the readers of OpenAPI objects pass along: the shared reading, the schema reader, and the document's version.
import type { Reading } from "../reading/index.ts";
import type { SchemaReader } from "../jsonschema/index.ts";
import type { Node } from "../source/index.ts";

export interface OpenApiReading extends Reading {
  /** `3.0`, `3.1` or `3.2`. */
  readonly version: string;
  readonly schemas: SchemaReader;
  readonly root: Node;
}
