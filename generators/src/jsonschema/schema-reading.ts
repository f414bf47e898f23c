// What the parts of the schema reader call each other through.
import type { Schema } from "../model/schema.ts";
import type { Effort } from "../model/speaking-patterns.ts";
import type { Reading } from "../reading/index.ts";
import type { LimitName, Node } from "../source/index.ts";
import type { Dialect } from "./dialect.ts";
import type { UnsettledDiscriminator } from "./discriminator.ts";

export interface SchemaReading extends Reading {
  readonly dialect: Dialect;
  /** What may still be spent on telling which patterns the names of members match. */
  readonly effort: Effort;
  /** Whether enums of strings may grow. */
  readonly openEnums: boolean;
  /** Whether points in time are Dates in code. */
  readonly asDates: boolean;
  /** A schema below the one being read. */
  readonly read: (node: Node) => Schema;
  /** A list of schemas, such as `allOf`; at least one. */
  readonly readList: (node: Node, keyword: string) => Schema[];
  /** The schema that accepts everything, for a keyword that is absent at `node`. */
  readonly anything: (node: Node) => Schema;
  /** Remembers a discriminator, to be settled once its members have been read. */
  readonly noteDiscriminator: (discriminator: UnsettledDiscriminator) => void;
  /** Remembers a format, so that one nobody knows is reported once. */
  readonly noteFormat: (format: Node) => void;
  /** Whether a list is longer than is taken; that is reported. */
  readonly isOver: (limit: LimitName, list: Node) => boolean;
  /** Whether the meta-schema that a schema names, `$schema`, leaves no doubt about its keywords. */
  readonly isKnownMetaSchema: (uri: string, at: Node) => boolean;
  /** The place a reference to `node` ends at, as one string: see `NamedSchema.identity`. */
  readonly identityOf: (node: Node) => string;
}
