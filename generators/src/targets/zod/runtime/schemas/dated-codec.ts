// A schema of the sent form, and the conversions to and from Dates -> a codec.
import * as z from "zod";

/**
 * A failed conversion is an issue: a text that no Date can represent, or an invalid Date. The types are those of the constant that it is
 * the value of: generated JavaScript has the same call, without type arguments.
 */
export function datedCodec<Wire, Value>(
  schema: z.ZodType<NoInfer<Wire>>,
  revive: (wire: unknown) => unknown,
  wireOf: (value: unknown) => unknown,
): z.ZodCodec<z.ZodType<Wire>, z.ZodType<Value, Value>>;
export function datedCodec(
  schema: z.ZodType,
  revive: (wire: unknown) => unknown,
  wireOf: (value: unknown) => unknown,
): z.ZodCodec<z.ZodType, z.ZodType> {
  return z.codec<z.ZodType, z.ZodType>(schema, z.custom(), {
    decode: (wire, payload) => turned(() => revive(wire), payload),
    encode: (value, payload) => turned(() => wireOf(value), payload),
  });
}

function turned<Result>(turn: () => Result, payload: z.core.ParsePayload): Result {
  try {
    return turn();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    payload.issues.push({ code: "custom", input: payload.value, message: error.message });
    return z.NEVER;
  }
}
