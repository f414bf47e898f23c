// A schema of what travels, and how Dates are made of it and texts of them -> a codec.
import * as z from "zod";

/** What cannot be turned is an issue: a text that no Date can hold, or a Date that is no point in time. */
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
