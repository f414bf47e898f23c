// A schema, and what reads and writes the JSON of its values -> a codec between the two.
import * as z from "zod";

/** A text that is not JSON is an issue. */
export function jsonCodec<Value>(
  schema: z.ZodType<Value>,
  parse: (text: string) => Value,
  textOf: (value: unknown) => string,
): z.ZodCodec<z.ZodString, z.ZodType<Value>> {
  return z.codec<z.ZodString, z.ZodType<Value>>(z.string(), schema, {
    decode: (text, payload) => {
      try {
        return parse(text);
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        payload.issues.push({ code: "custom", input: text, message: `Invalid JSON: ${error.message}` });
        return z.NEVER;
      }
    },
    encode: (value) => textOf(value),
  });
}
