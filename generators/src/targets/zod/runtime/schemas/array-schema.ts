// Arrays as constants: schemas like those of `lazily`, with the schema of their elements.
import type * as z from "zod";
import * as core from "zod/v4/core";
import { type Filling, lazily, type SomeSchema, schemaIn } from "./unchanged.ts";

/** The schema of an array: `.element` is the schema of its elements. */
export type ArraySchemaOf<Value> = z.ZodType<Value> & {
  readonly element: Value extends readonly (infer Item)[] ? z.ZodType<Item> : never;
};

export function array<Value>(make: () => SomeSchema, filling?: Filling): ArraySchemaOf<Value>;
export function array(make: () => SomeSchema, filling?: Filling): z.ZodType {
  const createSchema = (): core.$ZodType => schemaIn(make());
  return Object.defineProperty(lazily(createSchema, filling), "element", { get: () => elementIn(createSchema()) });
}

/** The array may be inside of a schema that returns the value itself. */
function elementIn(schema: core.$ZodType): core.$ZodType | undefined {
  if (schema instanceof core.$ZodLazy) return elementIn(schema._zod.innerType);
  return schema instanceof core.$ZodArray ? schema._zod.def.element : undefined;
}
