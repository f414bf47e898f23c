// `oneOf` whose members a property tells apart. Zod's own asks for members whose type shows the property, which the type of
// a declared schema does not; here the values are listed.
import type * as z from "zod";
import { checked, issuesOf } from "./checked.ts";

/** The value of `property` selects the only schema that can match. */
export function discriminatedUnion<Schemas extends Readonly<Record<string, z.ZodType>>>(
  property: string,
  schemas: Schemas,
): z.ZodType<z.output<Schemas[keyof Schemas]>> {
  const options = Object.keys(schemas);
  const byValue = new Map<unknown, z.ZodType>(Object.entries(schemas));
  return checked((input) => {
    if (typeof input !== "object" || input === null || Array.isArray(input)) {
      return [{ code: "invalid_type", expected: "object", input }];
    }
    const value: unknown = Object.hasOwn(input, property) ? Reflect.get(input, property) : undefined;
    const schema = byValue.get(value);
    if (schema !== undefined) return issuesOf(schema, input);
    return [{ code: "invalid_value", values: options, path: [property], input: value }];
  });
}
