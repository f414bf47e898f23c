// Formats of strings in defaults and examples, judged by ajv-formats: the reading most users of the description rely on.
import { fullFormats } from "ajv-formats/dist/formats.js";

/** Whether a string has a format; a format nobody knows says nothing. */
export function isFormat(format: string, value: string): boolean {
  const definition = Object.hasOwn(fullFormats, format) ? fullFormats[format as keyof typeof fullFormats] : undefined;
  if (definition instanceof RegExp) return definition.test(value);
  if (typeof definition === "function") return definition(value);
  if (typeof definition === "object" && definition !== null && "validate" in definition) {
    // int32, double and their like speak of numbers; on a string they say nothing.
    if ("type" in definition && definition.type === "number") return true;
    const { validate } = definition;
    if (validate instanceof RegExp) return validate.test(value);
    if (typeof validate === "function") return (validate as (text: string) => unknown)(value) === true;
  }
  return true;
}
