// The interface through which the parts of the schema reader call each other.

import type { Effort } from "../model/analysis/matching-patterns.ts";
import type { Schema } from "../model/schema.ts";
import type { Reading } from "../reading/index.ts";
import type { LimitName, Node } from "../source/index.ts";
import type { Dialect } from "./dialect.ts";
import type { UnsettledDiscriminator } from "./discriminator.ts";

export interface SchemaReading extends Reading {
  readonly dialect: Dialect;
  /** The remaining effort for deciding which patterns the names of members match. */
  readonly effort: Effort;
  /** Whether enums of strings may grow. */
  readonly openEnums: boolean;
  /** Whether `date-time` strings are Dates in code. */
  readonly asDates: boolean;
  /** A schema below the one being read. */
  readonly read: (node: Node) => Schema;
  /** A list of schemas, such as `allOf`; at least one. */
  readonly readList: (node: Node, keyword: string) => Schema[];
  /** The schema that accepts everything, for an absent keyword at `node`. */
  readonly anything: (node: Node) => Schema;
  /** Registers a discriminator, to be settled once its members have been read. */
  readonly noteDiscriminator: (discriminator: UnsettledDiscriminator) => void;
  /** Registers a format, so that an unknown one is reported once. */
  readonly noteFormat: (format: Node) => void;
  /** Whether a list exceeds its limit, which is reported. */
  readonly isOver: (limit: LimitName, list: Node) => boolean;
  /** Whether the meta-schema that `$schema` names is known, or its keywords can be derived. */
  readonly isKnownMetaSchema: (uri: string, at: Node) => boolean;
  /** The identity of a reference's target: see `NamedSchema.identity`. */
  readonly identityOf: (node: Node) => string;
}
