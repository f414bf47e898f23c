// The state of making one sample, passed from place to place.
import { displayOf, type Json, type Location, type NamedSchema, type Schema } from "waybill/description";
import type { Path } from "./json.ts";

/** A place in a value that is being made, and its schema. */
export interface ValuePlace {
  readonly path: Path;
  readonly schema: Schema;
}

export interface SampleOptions {
  /** Asked first at every place; a response that does not match the schema there is passed over. */
  readonly known?: ((place: ValuePlace) => Json | undefined) | undefined;
  /** Optional members too; without it only required ones. */
  readonly all?: boolean | undefined;
}

export type Sample =
  | { readonly ok: true; readonly value: Json }
  /** `at`: the schema that nothing matches, or that nothing could be made for. */
  | { readonly ok: false; readonly reason: string; readonly at: Location };

export interface SampleContext {
  readonly options: SampleOptions;
  readonly path: Path;
  /** The named schemas that the place is inside of. */
  readonly named: ReadonlySet<NamedSchema>;
  /** How many places may still be filled; shared by all places of one sample. */
  readonly budget: { left: number };
  /** Makes the value of a place inside. */
  readonly sampleAt: (schema: Schema, context: SampleContext) => Sample;
}

/** The value of the member or element `step` of a place. */
export function sampleInside(schema: Schema, step: string | number, context: SampleContext): Sample {
  return context.sampleAt(schema, { ...context, path: [...context.path, step] });
}

/** The options for a value that goes to `path`: `known` is asked with paths from the root. */
export function optionsBelow({ known, all }: SampleOptions, path: Path): SampleOptions {
  return { all, known: known && ((place) => known({ ...place, path: [...path, ...place.path] })) };
}

export function refusal(schema: Schema, why: string): Sample {
  return { ok: false, at: schema.at, reason: `no value can be generated for ${displayOf(schema.at)}: ${why}` };
}
