// A schema of the sent form, and the conversions to and from Dates -> a codec.
import * as z from "zod";

/** A failed conversion is an issue: a text that no Date can represent, or an invalid Date. */
export function datedCodec<Wire, Value>(
  schema: z.ZodType<Wire>,
  revive: (wire: Wire) => Value,
  wireOf: (value: Value) => Wire,
): z.ZodCodec<z.ZodType<Wire>, z.ZodType<Value, Value>> {
  return z.codec<z.ZodType<Wire>, z.ZodType<Value, Value>>(schema, z.custom<Value>(), {
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
